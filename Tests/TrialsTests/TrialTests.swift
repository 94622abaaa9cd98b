import Configuration
import Testing

@testable import Trials

private let toml = """
  [[screen]]
  name = 'wall'
  orientation = 'left'
  size = ['100mm', '180mm']
  [[gesture]]
  name = 'next'
  kind = 'swipe'
  direction = 'left'
  requires_failure_of = 'press'
  [[gesture]]
  name = 'press'
  kind = 'long-press'
  action = { mode = 'night' }
  [[gesture]]
  name = 'tap'
  kind = 'tap'
  action = { log = 'tapped' }
  [mode.night]
  disable = 'tap'

  """

/// Plays a case, given by its keys.
private func verdict(_ keys: String, _ configuration: String = toml) throws -> Verdict {
  let (parsed, diagnostics) = Configuration.parse(text: configuration, path: "c.toml")
  let ready = try #require(parsed, "\(diagnostics)")
  let path = try Temporary.file(keys.hasPrefix("[[") ? keys : "[[case]]\n\(keys)\n")
  let (file, _) = try CaseFile.load(path: path, configuration: { _ in ready }, objection: Trial.objection)
  return try Trial(ready) { _ in nil }.play(file.cases[0]) { Issue.record("\($0)") }
}

@Suite("Cases")
struct TrialTests {
  @Test(arguments: [
    "hand = 'tap'\nexpect = 'tap'\nnever = 'others'",
    "hand = 'tap; swipe left; tap'\nexpect = ['tap', 'next', 'tap']\nactions = ['log tapped', 'log tapped']",
    "hand = 'tap; swipe left; tap'\nexpect = ['tap', 'tap']",
    "hand = 'tap'\nnever = ['next', 'press']",
    "hand = 'press'\nexpect = 'press'\nwithin = '520ms'",
    "hand = 'tap'\nmode = 'night'\nnever = 'tap'",
    "hand = 'tap at 170,90'\nscreen = 'wall'\nexpect = 'tap'",
    "hand = 'tap at 200,90'\npanel = ['217mm', '136mm']\nrate = 33\nprotocol = 'A'\nresolution = 10\nseed = 3\nexpect = 'tap'",
  ])
  func `A promise that is kept is not a miss`(keys: String) throws {
    let misses = try verdict(keys).misses.map(\.sentence)
    #expect(misses == [])
  }

  @Test func `A miss has the reason, the keys and the rule`() throws {
    let miss = try #require(try verdict("hand = 'pan right 10mm'\nexpect = 'tap'").misses.first)
    #expect(miss.sentence == "tap was not recognized")
    #expect(miss.reasons.first?.contains("tap allows 5.0 mm; key `movement`, rule TAP-3") == true, "\(miss.reasons)")
    #expect(miss.keys == ["movement"])
    #expect(miss.rules == ["TAP-3"])
  }

  @Test(arguments: [
    (
      "hand = 'tap; swipe left'\nexpect = ['next', 'tap']",
      "tap was not recognized, only at 0.083 s, and not again after next"
    ),
    ("hand = 'tap'\nexpect = ['tap', 'tap']", "tap was not recognized, only at 0.083 s, and not again after tap"),
    ("hand = 'tap'\nnever = 'tap'", "tap was recognized at 0.083 s on wall"),
    ("hand = 'tap'\nexpect = 'tap'\nwithin = '50ms'", "tap was recognized at 0.083 s, later than 0.050 s"),
    ("hand = 'tap; swipe left'\nexpect = 'tap'\nnever = 'others'", "next was recognized at"),
    ("hand = 'tap'\nactions = 'log taped'", "the action \"log taped\" was not triggered"),
    ("hand = 'tap'\nmode = 'night'\nexpect = 'tap'", "tap was not recognized"),
    ("hand = 'swipe right'\nexpect = 'next'", "next was not recognized"),
  ])
  func `A promise that is not kept is named`(keys: String, sentence: String) throws {
    let misses = try verdict(keys).misses.map(\.sentence)
    #expect(misses.count == 1)
    #expect(misses.first?.hasPrefix(sentence) == true, "\(misses)")
  }

  @Test(arguments: [
    ("hand = 'swpie left'\nexpect = 'tap'", "2:8", "did you mean \"swipe\"?"),
    ("hand = 'tap'\nexpect = 'tpa'", "3:10", "no gesture of the configuration is named \"tpa\"; did you mean \"tap\"?"),
    ("hand = 'tap'\nexpct = 'tap'", "3:1", "unknown key \"expct\"; did you mean \"expect\"?"),
    ("hand = 'tap'", "1:1", "this case promises nothing"),
    ("expect = 'tap'", "1:1", "needs either \"hand\" or \"recording\""),
    ("hand = 'tap'\nrecording = 'a'\nexpect = 'tap'", "1:1", "needs either \"hand\" or \"recording\""),
    ("hand = 'tap'\nexpect = 'tap'\nscreen = 'door'", "4:10", "no screen of the configuration is named \"door\""),
    ("hand = 'tap'\nexpect = 'tap'\nmode = 'nihgt'", "4:8", "did you mean \"night\"?"),
    ("hand = 'tap'\nexpect = 'tap'\nrate = 5", "4:8", "\"rate\" must be from 10 to 1000"),
    ("hand = 'tap'\nexpect = 'tap'\npanel = ['5mm', '9mm']", "4:9", "two lengths from 10 to 3000 mm"),
    ("hand = 'tap'\nexpect = 'tap'\nwithin = '0ms'", "4:10", "more than 0"),
    ("hand = 'tap'\nexpect = 7", "3:10", "takes a string"),
    ("[[case", "1:", "not the header of a table"), ("[[cases]]\nhand = 'tap'", "1:3", "unknown key \"cases\""),
  ])
  func `An invalid case is refused with its place and what was meant`(
    keys: String, place: String, message: String
  ) throws {
    do {
      _ = try verdict(keys)
      Issue.record("accepted: \(keys)")
    } catch ConfigurationError.unusable(let diagnostics) {
      let text = diagnostics.map(\.summary).joined(separator: "\n")
      #expect(diagnostics.contains { "\($0.line):\($0.column)".hasPrefix(place) }, "\(text)")
      #expect(text.contains(message), "\(text)")
    }
  }

  @Test func `The cases of a configuration lie beside it`() {
    #expect(CaseFile.path(forConfiguration: "/etc/tickled/config.toml") == "/etc/tickled/config.test.toml")
    #expect(
      CaseFile.text(recording: "a \"b\".evemu", expected: ["x", "y"]) == """
        [[case]]
        recording = "a \\"b\\".evemu"
        expect = ["x", "y"]

        """)
  }

  @Test func `Lines for people, programs and prove`() throws {
    let kept = try verdict("name = 'a # tap'\nhand = 'tap'\nexpect = 'tap'")
    let missed = try verdict("hand = 'pan right 10mm'\nexpect = 'tap'")
    var text = TrialLines(.text), json = TrialLines(.json), tap = TrialLines(.tap)
    #expect(text.lines(kept, of: "c.test.toml") == ["ok    c.test.toml:1: a # tap"])
    #expect(
      text.lines(missed, of: "c.test.toml").prefix(2) == [
        "FAIL  c.test.toml:1: pan right 10mm", "      tap was not recognized",
      ])
    #expect(text.foot == ["1 of 2 cases passed"])
    #expect(tap.head(cases: 2) == ["TAP version 13", "1..2"])
    #expect(tap.lines(kept, of: "c.test.toml") == ["ok 1 - c.test.toml:1: a \\# tap"])
    #expect(tap.lines(missed, of: "c.test.toml").first == "not ok 2 - c.test.toml:1: pan right 10mm")
    let object = json.lines(missed, of: "c.test.toml").joined()
    #expect(object.contains("\"passed\":false") && object.contains("\"keys\":[\"movement\"],\"rules\":[\"TAP-3\"]"))
  }

  @Test func `A gesture that must not be recognized is named with its values, if it has any`() throws {
    let swipe = try #require(try verdict("hand = 'swipe left'\nnever = 'next'").misses.first)
    #expect(swipe.sentence.hasPrefix("next was recognized at ") && swipe.sentence.hasSuffix(" on wall: left"))
    let tap = try #require(try verdict("hand = 'tap'\nnever = 'tap'").misses.first)
    #expect(tap.sentence.hasPrefix("tap was recognized at ") && tap.sentence.hasSuffix(" on wall"))
  }
}
