import Foundation
import Testing

/// The expected gestures of a synthetic hand on a synthetic panel; Tests/Recordings/make-recordings describes the movements.
struct MadeHand: CustomTestStringConvertible {
  let panel: String
  /// The expected gestures and their last states, in the order of their ends.
  let gestures: [String]

  var testDescription: String { panel }

  init(_ panel: String, _ gestures: String...) { (self.panel, self.gestures) = (panel, gestures) }

  static let table = [
    MadeHand("slots", "tap ended", "pan ended", "pinch ended", "ten ended"),
    MadeHand("tracked", "tap ended", "pan ended"),
    MadeHand("anonymous", "tap ended", "pan ended", "pinch ended"),
    MadeHand("single", "tap ended", "press ended", "pan ended"),
    MadeHand("dropped", "pan cancelled", "tap ended"),
    MadeHand("pen-palm", "pan ended", "tap ended", "pan cancelled"),
    MadeHand("no-resolution", "tap ended", "pan ended"),
    MadeHand("hover", "pan ended", "tap ended"),
  ]

  static let configuration = """
    [[gesture]]
    name = "tap"
    kind = "tap"
    [[gesture]]
    name = "ten"
    kind = "tap"
    fingers = 10
    [[gesture]]
    name = "press"
    kind = "long-press"
    [[gesture]]
    name = "pan"
    kind = "pan"
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    simultaneous_with = "all"
    """
}

@Suite("A synthetic hand", .startsPrograms)
struct MadeHandTests {
  private func replay(_ panel: String, _ format: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(MadeHand.configuration, to: "gestures.toml")
    return try Program.tickle.run([
      "replay", "--format", "json", "--touches", "--config", configuration, OwnRecordings.path(panel, format),
    ])
  }

  @Test(arguments: MadeHand.table)
  func `Its gestures are recognized on every kind of panel`(hand: MadeHand) throws {
    let outcome = try replay(hand.panel, "evemu")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    // Only for a panel without a resolution must the size be guessed.
    #expect(outcome.errors.contains("the size of the screen is unknown") == (hand.panel == "no-resolution"))
    let ends = try JSON.lines(outcome.outputBytes).filter {
      $0["type"].string == "gesture" && ["ended", "cancelled"].contains($0["state"].string)
    }
    #expect(ends.map { "\($0["gesture"].string ?? "") \($0["state"].string ?? "")" } == hand.gestures)
  }

  @Test(arguments: OwnRecordings.panels, OwnRecordings.formats.dropFirst())
  func `Its recording gives the same bytes in each format`(panel: String, format: String) throws {
    let (evemu, other) = (try replay(panel, "evemu"), try replay(panel, format))
    #expect(other.end == .status(0) && !other.outputBytes.isEmpty)
    #expect(other.outputBytes == evemu.outputBytes)
    #expect(other.errors == evemu.errors)
  }

  @Test func `Every synthetic panel has a hand`() {
    #expect(MadeHand.table.map(\.panel) == OwnRecordings.panels)
  }

  @Test(arguments: Recordings.all)
  func `Each attempt in a recording is explained`(recording: String) throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(MadeHand.configuration, to: "gestures.toml")
    for (gesture, kind) in [("tap", "tap"), ("press", "long-press"), ("pan", "pan"), ("pinch", "pinch")] {
      let outcome = try Program.tickle.run(["explain", "--config", configuration, "--gesture", gesture, recording])
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n")
      let head = try #require(lines.first?.firstMatch(of: #/^([a-z]+) \(([a-z-]+)\): ([0-9]+) attempts?, /#))
      #expect(head.output.1 == gesture && head.output.2 == kind)
      let told = lines.filter { $0.contains(#/^  (failed|cancelled|recognized|undecided) at [0-9.]+ s/#) }
      #expect(told.count == Int(head.output.3))
      // Each failure cites a rule at the end of its line, which can be looked up.
      let failed = told.filter { $0.hasPrefix("  failed") || $0.hasPrefix("  cancelled") }
      let citation = #/[;,] rules? [A-Z]+-[0-9]+(, [A-Z]+-[0-9]+)* \[[a-z]+, from [0-9.]+ s\]$/#
      #expect(failed.allSatisfy { $0.contains(citation) }, "\(failed)")
      #expect(lines.last?.hasPrefix("Look up a rule: ") == outcome.output.contains(" rule"))
    }
  }
}
