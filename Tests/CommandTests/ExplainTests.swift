import Foundation
import Testing

@Suite("Explain")
struct ExplainTests {
  private static let configuration = """
    [[gesture]]
    name = "ok"
    kind = "tap"
    """
  private static let sloppy = Recording([
    (0, [.down(50, 50)]), (0.02, [.move(53.4, 50)]), (0.04, [.up()]), (0.5, [.down(50, 50)]), (0.55, [.up()]),
  ])

  private func explain(_ arguments: [String], recordings: [Recording] = [sloppy]) throws -> Outcome {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.configuration, to: "config.toml")
    let files = try recordings.enumerated().map { try folder.write($1.text, to: "\($0).evemu") }
    return try Program.tickle.run(["explain", "--config", configuration] + arguments + files)
  }

  @Test func `A line for each attempt says what happened, and why`() throws {
    let outcome = try explain(["--gesture", "ok"])
    #expect(outcome.end == .status(0) && outcome.errors == "")
    #expect(
      outcome.output == """
        ok (tap): 2 attempts, 1 recognized
          failed at 0.020 s: moved 3.4 mm, ok allows 3.0 mm (TAP-3; `movement`) [main, from 0.000 s]
          recognized at 0.550 s [main, from 0.500 s]

        """)
  }

  @Test func `Programs read the same as JSON Lines`() throws {
    let lines = try JSON.lines(try explain(["--gesture", "ok", "--format", "json"]).outputBytes)
    let failure = try #require(lines.first { $0["change"].string == "failed" })
    #expect(failure["reason"].string == "moved" && failure["rule"].string == "TAP-3")
    #expect(failure["measured"].double == 3.4 && failure["limit"].double == 3)
    #expect(lines.contains { $0["type"].string == "gesture" && $0["state"].string == "ended" })
  }

  @Test func `Several recordings are told apart`() throws {
    let output = try explain(["--gesture", "ok"], recordings: [Self.sloppy, .taps((20, 20))]).output
    #expect(output.contains("0.evemu:\nok (tap): 2 attempts") && output.contains("1.evemu:\nok (tap): 1 attempt,"))
  }

  @Test func `A gesture that is not there is a usage error with a suggestion`() throws {
    let outcome = try explain(["--gesture", "oki"])
    #expect(outcome.end == .status(64) && outcome.output == "")
    #expect(outcome.errors == "tickle: no gesture is called \"oki\", did you mean \"ok\"?\n")
  }
}
