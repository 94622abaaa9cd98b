import Foundation
import Testing

/// Recordings of hands in words, and labels beside them.
private struct Hands {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a recording, and labels if there are any.
  @discardableResult
  func write(_ name: String, _ words: String, seed: Int = 1, labels: String? = nil) throws -> String {
    let made = try Program.tickle.run(["hand", "--seed", "\(seed)", words])
    #expect(made.end == .status(0), "\(words): \(made.errors)")
    if let labels { try folder.write(labels, to: "\(name).labels") }
    return try folder.write(made.output, to: "\(name).evemu")
  }
}

@Suite("tickle score", .startsPrograms)
struct ScoreCommandTests {
  private static let configuration = """
    [[gesture]]
    name = "tap"
    kind = "tap"
    [[gesture]]
    name = "next"
    kind = "swipe"
    direction = "left"
    [[gesture]]
    name = "pan"
    kind = "pan"
    requires_failure_of = "next"

    """

  @Test func `It counts what was found, missed and recognized without being meant`() throws {
    let hands = try Hands()
    let configuration = try hands.folder.write(Self.configuration, to: "c.toml")
    let files = [
      try hands.write("a", "tap then swipe left 60mm then tap", labels: "all tap\n"),
      try hands.write("b", "swipe left 60mm then swipe left 60mm", labels: "0 0.1 next\n"),
      try hands.write("c", "pan right 40mm then tap", labels: "0 0 -\n"),
    ]
    let outcome = try Program.tickle.run(["score", "--config", configuration] + files)
    #expect(outcome.end == .status(0) && outcome.errors == "", "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4).map { $0.split(separator: " ").prefix(6).joined(separator: " ") } == [
        "meant movements tap next pan nothing", "tap 3 2 1 0 0", "next 1 0 1 0 0", "nothing 1 0 0 1 0",
      ], "\(outcome.output)")
    #expect(lines.contains { $0.hasPrefix("found    3 of 4 (75 %, 30 to 95), missed 1") }, "\(outcome.output)")
    #expect(lines.contains { $0.hasPrefix("unmeant  2, ") })
    #expect(lines.contains("  \(files[0]) at \(secondMovement(outcome.output)) s: meant tap, got next"))
    #expect(lines.contains("  \(files[2]) at 0.000 s: meant nothing, got pan"))

    let json = try Program.tickle.run(["score", "--format", "json", "--config", configuration] + files)
    let object = try #require(try JSONSerialization.jsonObject(with: json.outputBytes) as? [String: Any])
    #expect(object["meant"] as? Int == 4 && object["found"] as? Int == 3 && object["unmeant"] as? Int == 2)
    #expect((object["matrix"] as? [Any])?.count == 3 && (object["faults"] as? [Any])?.count == 2)
    let interval = try #require(object["found_interval"] as? [Double])
    #expect(abs(interval[0] - 0.3006) < 1e-3 && abs(interval[1] - 0.9544) < 1e-3)
  }

  /// Returns the time of the second movement, as the output has it.
  private func secondMovement(_ output: String) -> String {
    let line = output.split(separator: "\n").first { $0.contains("meant tap, got next") } ?? ""
    return line.components(separatedBy: " at ").last?.components(separatedBy: " s:").first ?? ""
  }

  @Test func `It exits with 1 and says why if less is found or more is unmeant than required`() throws {
    let hands = try Hands()
    let configuration = try hands.folder.write(Self.configuration, to: "c.toml")
    let file = try hands.write("a", "tap then tap then swipe left 60mm then pause 60s then tap", labels: "all tap\n")
    func run(_ demand: String) throws -> Outcome {
      try Program.tickle.run(["score", "--config", configuration, "--require", demand, file])
    }
    #expect(try run("found=75,false=60").end == .status(0))
    let found = try run("found=76")
    #expect(found.end == .status(1))
    #expect(found.errors == "tickle: found 75.0 %, required are 76.0 %\n")
    let fired = try run("found=10,false=50")
    #expect(
      fired.end == .status(1) && fired.errors.hasSuffix("unmeant per hour, allowed are 50.0\n"), "\(fired.errors)")
    #expect(try run("found=x").end == .status(64))
  }

  @Test func `A recording without usable labels is refused`() throws {
    let hands = try Hands()
    let configuration = try hands.folder.write(Self.configuration, to: "c.toml")
    let without = try hands.write("a", "tap")
    #expect(try Program.tickle.run(["score", "--config", configuration, without]).end == .status(65))
    let wrong = try hands.write("b", "tap", labels: "all tpa\n")
    let outcome = try Program.tickle.run(["score", "--config", configuration, wrong])
    #expect(outcome.end == .status(65) && outcome.errors.contains("b.labels:1: no gesture"), "\(outcome.errors)")
  }

  @Test func `A double tap counts for both of its movements, and a tap that waits for it for its own`() throws {
    let hands = try Hands()
    let double =
      "[[gesture]]\nname = \"double\"\nkind = \"tap\"\ntaps = 2\n"
      + "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\nrequires_failure_of = \"double\"\n"
    let configuration = try hands.folder.write(double, to: "c.toml")
    let twice = try hands.write("a", "double tap at 50,60", labels: "all double\n")
    let apart = try hands.write("b", "tap at 50,60; pause 200ms; tap at 150,60", labels: "all tap\n")
    let outcome = try Program.tickle.run(["score", "--config", configuration, twice, apart])
    #expect(outcome.output.contains("found    4 of 4 "), "\(outcome.output)")
    #expect(!outcome.output.contains("not as meant"))
  }
}

@Suite("tickle tune", .startsPrograms)
struct TuneCommandTests {
  private static let configuration = """
    # For a hand that trembles.
    [[gesture]]
    kind = "tap"
    name = "tap"  # the only one

    """

  /// Taps of a hand that trembles by 4 mm at 8 Hz, each with another phase and length.
  private func tremblingTaps(_ hands: Hands, _ numbers: ClosedRange<Int>) throws -> [String] {
    try numbers.map { number in
      try hands.write(
        "tap\(number)", "tap shaky 4mm 8Hz for \(150 + number % 10 * 30)ms at \(30 + number * 3),60", seed: number)
    }
  }

  /// Drags in all directions.
  private func drags(_ hands: Hands, _ numbers: ClosedRange<Int>) throws -> [String] {
    try numbers.map { number in
      let direction = ["left", "right", "up", "down"][number % 4]
      return try hands.write("drag\(number)", "pan \(direction) \(12 + number % 20)mm at center", seed: number)
    }
  }

  /// The number of recordings in which a tap is recognized.
  private func taps(_ files: [String], _ configuration: String) throws -> Int {
    try files.count { file in
      try Program.tickle.run(["replay", "--config", configuration, file]).output.contains("ended")
    }
  }

  @Test func `Values for a trembling hand recognize its other taps, and no drag`() throws {
    let hands = try Hands()
    let configuration = try hands.folder.write(Self.configuration, to: "c.toml")
    let (seen, held) = (try tremblingTaps(hands, 1...10), try tremblingTaps(hands, 11...30))
    let (seenDrags, heldDrags) = (try drags(hands, 1...10), try drags(hands, 11...30))
    let before = try taps(held, configuration)
    #expect(before < 10)
    let arguments = ["tune", "tap", "--config", configuration, "--meant"] + seen + ["--unmeant"] + seenDrags
    let proposed = try Program.tickle.run(arguments)
    #expect(proposed.end == .status(0) && proposed.errors == "")
    #expect(proposed.output.contains("\n  after:    10 of 10 recognized, 0 unmeant\n"), "\(proposed.output)")
    #expect(proposed.output.contains("movement = "))
    #expect(proposed.output.contains("  # was \"5mm\"\n"))
    // Nothing is written without --write.
    #expect(hands.folder.text("c.toml") == Self.configuration)

    #expect(try Program.tickle.run(arguments + ["--write"]).end == .status(0))
    let written = hands.folder.text("c.toml")
    let added = written.split(separator: "\n").filter { $0.hasPrefix("movement = \"") }
    try #require(added.count == 1)
    #expect(written.replacingOccurrences(of: "\(added[0])\n", with: "") == Self.configuration)
    #expect(try taps(held, configuration) >= 19)
    #expect(try taps(heldDrags, configuration) == 0)
    // The value that is written now is the one that a later run begins with.
    let again = try Program.tickle.run(arguments)
    #expect(again.output.contains("nothing to change"), "\(again.output)")
  }

  @Test func `It edits the line of a key that the file has, and says what becomes of other gestures`() throws {
    let hands = try Hands()
    let text = """
      [[gesture]]
      name = "press"
      kind = "long-press"
      min_duration = "1.5s"  # patience
      [[gesture]]
      name = "tap"
      kind = "tap"

      """
    let configuration = try hands.folder.write(text, to: "c.toml")
    let presses = try (1...6).map { try hands.write("p\($0)", "press for \(700 + $0 * 40)ms") }
    let taps = try (1...6).map { try hands.write("t\($0)", "tap for \(60 + $0 * 40)ms") }
    let arguments = ["tune", "press", "--config", configuration, "--write", "--meant"] + presses + ["--unmeant"] + taps
    let outcome = try Program.tickle.run(arguments)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(
      outcome.output.contains("  before:   0 of 6 recognized, 0 unmeant\n  after:    6 of 6 recognized, 0 unmeant\n"))
    #expect(outcome.output.contains("min_duration = \""))
    #expect(outcome.output.contains("tap: recognized "))
    let written = hands.folder.text("c.toml").split(separator: "\n")
    #expect(written.count == 7 && written[3].hasSuffix("\"  # patience") && !written[3].contains("1.5s"), "\(written)")
  }

  @Test func `A gesture in a file of config d is tuned in that file`() throws {
    let hands = try Hands()
    let main = "[profile.long-press]\nmovement = \"2mm\"\n[[view]]\nname = \"pad\"\n"
    let configuration = try hands.folder.write(main, to: "config.toml")
    try FileManager.default.createDirectory(atPath: hands.folder.path("config.d"), withIntermediateDirectories: true)
    let text = "[[gesture]]\nname = \"press\"\nview = \"pad\"\nkind = \"long-press\"\nmin_duration = \"1.5s\" # kept\n"
    try hands.folder.write(text, to: "config.d/press.toml")
    try hands.folder.write("[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n", to: "config.d/a-tap.toml")
    let presses = try (1...6).map { try hands.write("p\($0)", "press for \(700 + $0 * 40)ms") }
    let taps = try (1...6).map { try hands.write("t\($0)", "tap for \(60 + $0 * 40)ms") }
    let arguments = ["tune", "press", "--config", configuration, "--write", "--meant"] + presses + ["--unmeant"] + taps
    let outcome = try Program.tickle.run(arguments)
    #expect(outcome.end == .status(0) && outcome.errors.hasSuffix("config.d/press.toml\n"), "\(outcome.errors)")
    #expect(hands.folder.text("config.toml") == main)
    let written = hands.folder.text("config.d/press.toml")
    #expect(written != text && written.hasPrefix(text.prefix(60)) && written.hasSuffix(" # kept\n"), "\(written)")
    #expect(try Program.tickle.run(["check", "--config", configuration]).end == .status(0))
  }

  @Test func `Attempts that contradict each other are named`() throws {
    let hands = try Hands()
    let configuration = try hands.folder.write(Self.configuration, to: "c.toml")
    let good = try (1...4).map { try hands.write("good\($0)", "tap for \(60 + $0 * 20)ms") }
    let meant = try hands.write("meant", "pan left 8mm")
    let unmeant = try hands.write("unmeant", "pan left 8mm")
    let outcome = try Program.tickle.run(
      ["tune", "tap", "--config", configuration, "--meant"] + good + [meant, "--unmeant", unmeant])
    #expect(outcome.end == .status(0))
    let line = try #require(
      outcome.output.split(separator: "\n").first { $0.hasPrefix("contradiction: ") }, "\(outcome.output)")
    #expect(line.contains("\(meant) at 0.000 s is meant") && line.contains("\(unmeant) at 0.000 s is recognized, too"))
  }

  @Test func `What other gestures prevent is said, as the gesture's own keys cannot change it`() throws {
    let hands = try Hands()
    let text = Self.configuration + "[[gesture]]\nname = \"pan\"\nkind = \"pan\"\n"
    let configuration = try hands.folder.write(text, to: "c.toml")
    let taps = try (1...3).map { try hands.write("tap\($0)", "pan left \($0 + 10)mm in 900ms") }
    let outcome = try Program.tickle.run(["tune", "tap", "--config", configuration, "--meant"] + taps)
    #expect(outcome.output.contains("missed 3 times, such as: prevented by pan"), "\(outcome.output)")
    #expect(try Program.tickle.run(["tune", "tpa", "--config", configuration, "--meant"] + taps).end == .status(64))
    #expect(try Program.tickle.run(["tune", "tap", "--config", configuration]).end == .status(64))
  }
}

/// Labelled sessions of real panels beside the checkout.
@Suite("Scores of real hands", .startsPrograms, .enabled(if: RealHands.exist, RealHands.missing))
struct RealHandTests {
  /// The matrix of the mixed configuration, and half of the sessions to find values with, the other half to test them, both ways.
  @Test func `Values found with half of the flicks and drags hold for the other half`() async throws {
    let real = try RealHands()
    let score = try await run(["score", "--format", "json", "--config", RealHands.mixed] + real.files("all"))
    let object = try #require(try JSONSerialization.jsonObject(with: score.outputBytes) as? [String: Any])
    let (meant, found) = (try #require(object["meant"] as? Int), try #require(object["found"] as? Int))
    #expect(meant > 90 && Double(found) / Double(meant) > 0.9, "\(found) of \(meant)")

    var counts: [String: (movements: Int, swipes: Int)] = [:]
    for (seen, held) in [("a", "b"), ("b", "a")] {
      let text = try String(contentsOfFile: RealHands.mixed, encoding: .utf8)
      let configuration = try real.folder.write(text, to: "c.toml")
      let tuned = try await run(["tune", "swipe", "--config", configuration, "--write"] + real.files(seen))
      #expect(tuned.end == .status(0), "\(tuned.errors)")
      let score = try await run(["score", "--format", "json", "--config", configuration] + real.files(held))
      let object = try #require(try JSONSerialization.jsonObject(with: score.outputBytes) as? [String: Any])
      for row in try #require(object["matrix"] as? [[String: Any]]) {
        guard let meant = row["meant"] as? [String], meant == ["swipe"] || meant == ["pan"] else { continue }
        let swipes = (row["recognized"] as? [[String: Any]])?.first { $0["gesture"] as? String == "swipe" }
        counts[meant[0], default: (0, 0)].movements += row["movements"] as? Int ?? 0
        counts[meant[0], default: (0, 0)].swipes += swipes?["movements"] as? Int ?? 0
      }
    }
    let (flicks, drags) = (try #require(counts["swipe"]), try #require(counts["pan"]))
    #expect(flicks.movements >= 10 && Double(flicks.swipes) >= 0.85 * Double(flicks.movements), "\(flicks)")
    #expect(drags.movements >= 20 && Double(drags.swipes) <= 0.15 * Double(drags.movements), "\(drags)")
  }
}

extension RealHandTests {
  /// Runs `tickle`, which computes for ten seconds with nothing else on the machine.
  private func run(_ arguments: [String]) async throws -> Outcome {
    try await Program.tickle.start(arguments).ended(within: .seconds(600))
  }
}

/// Links to the recordings beside the checkout, with labels: of all sessions, and of each second one.
private struct RealHands {
  static let source = "\(Files.checkout)/../shared/hands"
  static let mixed = "\(source)/configs/mixed.toml"
  static let exist = access("\(source)/sessions.jsonl", R_OK) == 0
  static let missing: Comment = "no sessions beside the checkout: skipped"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for part in ["all", "a", "b"] {
      try FileManager.default.createDirectory(atPath: folder.path(part), withIntermediateDirectories: false)
    }
    var labels: [String: [String]] = [:]
    var number = 0
    for line in try String(contentsOfFile: "\(Self.source)/sessions.jsonl", encoding: .utf8).split(separator: "\n") {
      let session = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard session["released"] as? Bool != false, let meant = Self.meant(session) else { continue }
      guard let name = session["file"] as? String, let place = session["folder"] as? String,
        let start = session["start"] as? Double, let end = session["end"] as? Double
      else { continue }
      number += 1
      let names = meant.map { $0 == "nothing" ? "-" : $0 }.joined(separator: " ")
      for part in ["all", number % 2 == 1 ? "a" : "b"] {
        let path = "\(part)/\(name)"
        if labels[path] == nil {
          try FileManager.default.createSymbolicLink(
            atPath: folder.path(path), withDestinationPath: "\(Self.source)/\(place)/\(name)")
        }
        labels[path, default: []].append("\(start) \(end) \(names)\n")
      }
    }
    for (path, lines) in labels { try folder.write(lines.joined(), to: "\(path.dropLast(6)).labels") }
  }

  /// What the session's maker meant, or else what its class does.
  private static func meant(_ session: [String: Any]) -> [String]? {
    if let meant = session["meant"] as? [String] { return meant }
    guard session["fingers"] as? Int == 1 else { return nil }
    return switch session["class"] as? String {
    case "flick": ["swipe"]
    case "drag": ["pan"]
    case "tap": ["tap", "double-tap"]
    default: nil
    }
  }

  func files(_ part: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(part))) ?? []
    return names.filter { $0.hasSuffix(".evemu") }.sorted().map { folder.path("\(part)/\($0)") }
  }
}
