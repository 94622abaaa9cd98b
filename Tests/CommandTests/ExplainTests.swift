import Foundation
import Testing

@Suite("Explain", .startsPrograms)
struct ExplainTests {
  private static let configuration = """
    [[gesture]]
    name = "ok"
    kind = "tap"
    """
  private static let sloppy = Recording([
    (0, [.down(50, 50)]), (0.02, [.move(55.4, 50)]), (0.04, [.up()]), (0.5, [.down(50, 50)]), (0.55, [.up()]),
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
          failed at 0.020 s: moved 5.4 mm, ok allows 5.0 mm; key `movement`, rule TAP-3 [main, from 0.000 s]
          recognized at 0.550 s [main, from 0.500 s]
        Look up a rule: tickle explain --rule TAP-3

        """)
  }

  @Test func `If no rule is cited, no look-up is suggested`() throws {
    let output = try explain(["--gesture", "ok"], recordings: [.taps((20, 20))]).output
    #expect(output == "ok (tap): 1 attempt, 1 recognized\n  recognized at 0.060 s [main, from 0.000 s]\n")
  }

  @Test func `For several recordings, one line at the end shows how to look up a rule`() throws {
    let output = try explain(["--gesture", "ok"], recordings: [.taps((20, 20)), Self.sloppy, Self.sloppy]).output
    #expect(output.components(separatedBy: "Look up").count == 2)
    #expect(output.hasSuffix("\nLook up a rule: tickle explain --rule TAP-3\n"))
  }

  @Test func `The same explanation is available as JSON Lines`() throws {
    let lines = try JSON.lines(try explain(["--gesture", "ok", "--format", "json"]).outputBytes)
    let failure = try #require(lines.first { $0["change"].string == "failed" })
    #expect(failure["reason"].string == "moved" && failure["rule"].string == "TAP-3")
    #expect(failure["text"].string == "moved 5.4 mm, ok allows 5.0 mm (TAP-3; `movement`)")
    #expect(failure["measured"].double == 5.4 && failure["limit"].double == 5)
    #expect(lines.contains { $0["type"].string == "gesture" && $0["state"].string == "ended" })
  }

  @Test func `Each of several recordings is named`() throws {
    let output = try explain(["--gesture", "ok"], recordings: [Self.sloppy, .taps((20, 20))]).output
    #expect(output.contains("0.evemu:\nok (tap): 2 attempts") && output.contains("1.evemu:\nok (tap): 1 attempt,"))
  }

  @Test func `An unknown gesture is a usage error with a suggestion`() throws {
    let outcome = try explain(["--gesture", "oki"])
    #expect(outcome.end == .status(64) && outcome.output == "")
    #expect(outcome.errors == "tickle: no gesture is called \"oki\", did you mean \"ok\"?\n")
  }

  // MARK: Rules

  @Test func `A rule is found by its number, in upper or lower case`() throws {
    for number in ["TAP-3", "tap-3"] {
      let outcome = try Program.tickle.run(["explain", "--rule", number])
      #expect(outcome.end == .status(0) && outcome.errors == "")
      #expect(outcome.output.hasPrefix("TAP-3: ") && outcome.output.contains("\n\nSource: "))
      #expect(!outcome.output.contains("TAP-4: ") && !outcome.output.contains("#"))
    }
  }

  @Test func `A rule, or all of them, are available as JSON Lines`() throws {
    let rule = try JSON.lines(try Program.tickle.run(["explain", "--rule", "ARB-2", "--format", "json"]).outputBytes)
    #expect(rule.count == 1 && rule[0]["type"].string == "rule" && rule[0]["rule"].string == "ARB-2")
    #expect(rule[0]["title"].string?.isEmpty == false && rule[0]["text"].string?.isEmpty == false)
    let all = try JSON.lines(try Program.tickle.run(["explain", "--rule", "all", "--format", "json"]).outputBytes)
    #expect(all.count > 100 && Set(all.map { $0["rule"].string }).count == all.count)
  }

  @Test func `A rule that does not exist is a usage error that names its neighbours`() throws {
    let outcome = try Program.tickle.run(["explain", "--rule", "rot-10"])
    #expect(outcome.end == .status(64) && outcome.output == "")
    let rules = (1...9).map { "ROT-\($0)" }.joined(separator: ", ")
    #expect(outcome.errors == "tickle: there is no rule \"rot-10\"; there are \(rules)\n")
    let other = try Program.tickle.run(["explain", "--rule", "x"]).errors
    #expect(other == "tickle: there is no rule \"x\"; `tickle explain --rule all` lists them\n")
  }

  @Test(arguments: [
    ["--rule", "TAP-1", "--gesture", "ok"], ["--rule", "TAP-1", "a.evemu"], ["--gesture", "ok"], [],
  ])
  func `It explains either a gesture in recordings or a rule`(arguments: [String]) throws {
    let outcome = try Program.tickle.run(["explain"] + arguments)
    #expect(outcome.end == .status(64) && outcome.output == "" && outcome.errors.contains("--rule"))
  }
}
