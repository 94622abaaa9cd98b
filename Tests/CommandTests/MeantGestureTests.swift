import Foundation
import Testing

/// A small part of the synthetic hands with a known intention (`Benchmarks/gestures`).
private enum MadeUpHands {
  private static let python = "/usr/bin/python3"
  static let exist = access(python, X_OK) == 0
  static let missing: Comment = "python3 is not installed: skipped"

  private static let folder = "\(Files.checkout)/Benchmarks/gestures"
  static let areMeasured = access("\(Files.checkout)/../shared/hands/people.tsv", R_OK) == 0
  static let notMeasured: Comment = "no measured people beside the checkout: skipped"

  /// Compares the recognized gestures with `expected.json`.
  static func check(_ options: [String]) async throws -> Outcome {
    try await run([folder, "check", "--tickle", Program.tickle.path] + options)
  }

  /// Compares the synthetic people with the measured ones.
  static func compare(_ options: [String]) async throws -> Outcome {
    try await run(["\(folder)/truth.py"] + options)
  }

  private static func run(_ words: [String]) async throws -> Outcome {
    try await Child([python, "-B"] + words, environment: [:], output: nil).ended(within: .seconds(300))
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

  @Test(.enabled(if: MadeUpHands.areMeasured, MadeUpHands.notMeasured))
  func `are of people who move as people were measured`() async throws {
    let outcome = try await MadeUpHands.compare([])
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
  }

  @Test(.enabled(if: MadeUpHands.areMeasured, MadeUpHands.notMeasured))
  func `are of people whose lines are found too different if their lengths are`() async throws {
    let outcome = try await MadeUpHands.compare(["--only", "lines", "--wrong", "line length"])
    #expect(outcome.end == .status(1), "\(outcome.errors)")
    #expect(outcome.output.contains("WORSE: length, landing to lift | line, instructed"), "\(outcome.output)")
  }
}
