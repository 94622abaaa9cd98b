import Foundation
import Testing

/// A small part of the synthetic hands with a known intention (`Benchmarks/gestures`).
private enum MadeUpHands {
  private static let python = "/usr/bin/python3"
  static let exist = access(python, X_OK) == 0
  static let missing: Comment = "python3 is not installed: skipped"

  /// Compares the recognized gestures with `expected.json`.
  static func check(_ options: [String]) async throws -> Outcome {
    let words = [python, "-B", "\(Files.checkout)/Benchmarks/gestures", "check", "--tickle", Program.tickle.path]
    return try await Child(words + options, environment: [:], output: nil).ended(within: .seconds(180))
  }
}

@Suite("Intended gestures", .startsPrograms, .enabled(if: MadeUpHands.exist, MadeUpHands.missing))
struct MeantGestureTests {
  @Test func `are recognized no worse than before`() async throws {
    let outcome = try await MadeUpHands.check([])
    #expect(outcome.end == .status(0), "make bench-gestures-baseline accepts these: \(outcome.output)\(outcome.errors)")
  }

  @Test func `are found missing if a swipe demands too much`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "swipe"
      kind = "swipe"
      direction = ["left", "right", "up", "down"]
      min_distance = "25mm"
      """, to: "far.toml")
    let outcome = try await MadeUpHands.check(["--only", "swipes", "--config", "swipe=\(configuration)"])
    #expect(outcome.end == .status(1), "\(outcome.errors)")
    #expect(outcome.output.contains("WORSE: swipes: flick: "), "\(outcome.output)")
  }
}
