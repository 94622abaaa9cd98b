import Foundation
import Testing

@testable import Configuration
@testable import Trials

/// The folder of the checkout.
private let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

/// Returns what is said of the gestures that no hand makes. The shipped shapes are known.
private func remarks(_ text: String) throws -> [GestureRemark] {
  let path = "\(checkout)/config/c.toml"
  let file = try ConfigurationFile(bytes: Array(text.utf8), path: path)
  return Reach.remarks(besideConfiguration: path)(file.configuration, [])
}

private func gesture(_ name: String, _ keys: String) -> String { "[[gesture]]\nname = \"\(name)\"\n\(keys)\n" }

// MARK: - Gestures that are impossible by themselves

/// A gesture that no hand makes, what the warning says, and the keys that make it possible.
private struct Impossible: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let keys: String
  let says: String
  let possible: String
  var before = ""
}

private let small = "[[screen]]\nname = \"main\"\nsize = [\"150mm\", \"90mm\"]\n"
private let corner = small + "[[view]]\nname = \"v\"\nframe = { width = \"10mm\", height = \"10mm\" }\n"
private let middle = "[[view]]\nname = \"v\"\nframe = { x = \"25%\", y = \"25%\", width = \"50%\", height = \"50%\" }\n"

private let impossible = [
  Impossible(
    testDescription: "a tap shorter than a finger stays", keys: "kind = \"tap\"\nmax_duration = \"25ms\"",
    says: "held longer than 0.025 s; change \"max_duration\"", possible: "kind = \"tap\""),
  Impossible(
    testDescription: "a tap that must not tremble", keys: "kind = \"tap\"\nfingers = 2\nmovement = \"0.01mm\"",
    says: "a allows 0.010 mm; change \"movement\"", possible: "kind = \"tap\"\nfingers = 2"),
  Impossible(
    testDescription: "a double tap that is too fast", keys: "kind = \"tap\"\ntaps = 2\nmax_interval = \"40ms\"",
    says: "1 of 2 taps, the next one did not come in time; change \"max_interval\"",
    possible: "kind = \"tap\"\ntaps = 2"
  ),
  Impossible(
    testDescription: "a press that must not tremble", keys: "kind = \"long-press\"\nmovement = \"0mm\"",
    says: "change \"movement\"", possible: "kind = \"long-press\""),
  Impossible(
    testDescription: "a press of a finger that counts as stale", keys: "kind = \"long-press\"\nmin_duration = \"4s\"",
    says: "a finger was cancelled", possible: "kind = \"long-press\"",
    before: "[[screen]]\nname = \"main\"\nstale = \"3s\"\n"),
  Impossible(
    testDescription: "a pan longer than the screen", keys: "kind = \"pan\"\nthreshold = \"170mm\"",
    says: "a needs more than 170.0 mm; change \"threshold\"", possible: "kind = \"pan\"\nthreshold = \"70mm\"",
    before: small),
  Impossible(
    testDescription: "a swipe longer than the screen", keys: "kind = \"swipe\"\nmin_distance = \"160mm\"",
    says: "a needs 160.0 mm; change \"min_distance\"",
    possible: "kind = \"swipe\"\nmin_distance = \"100mm\"", before: small),
  Impossible(
    testDescription: "a swipe longer than its time allows",
    keys: "kind = \"swipe\"\nmin_distance = \"90mm\"\nmax_duration = \"50ms\"",
    says: "when its time ran out, a needs 90.0 mm; change \"max_duration\" or \"min_distance\"",
    possible: "kind = \"swipe\"\nmin_distance = \"90mm\""),
  Impossible(
    testDescription: "a swipe faster than a hand", keys: "kind = \"swipe\"\nmin_velocity = \"4000mm/s\"",
    says: "a needs 4000.0 mm/s; change \"min_velocity\"", possible: "kind = \"swipe\"\nmin_velocity = \"200mm/s\""),
  Impossible(
    testDescription: "a swipe away from the edge where it ends",
    keys: "kind = \"swipe\"\ndirection = \"up\"\nends_at = \"bottom\"", says: "change \"ends_at\"",
    possible: "kind = \"swipe\"\ndirection = \"down\"\nends_at = \"bottom\""),
  Impossible(
    testDescription: "a swipe over the edge where it starts",
    keys: "kind = \"swipe\"\ndirection = \"down\"\nstarts_at = \"bottom\"", says: "or \"starts_at\"",
    possible: "kind = \"swipe\"\ndirection = \"down\"\nstarts_at = \"top\""),
  Impossible(
    testDescription: "an edge pan in a view without an edge", keys: "kind = \"edge-pan\"\nview = \"v\"",
    says: "gives no touch in its view; change \"view\"", possible: "kind = \"edge-pan\"", before: middle),
  Impossible(
    testDescription: "an edge pan deeper than the screen", keys: "kind = \"edge-pan\"\nthreshold = \"155mm\"",
    says: "a needs more than 155.0 mm; change \"threshold\"", possible: "kind = \"edge-pan\"", before: small),
  Impossible(
    testDescription: "a pinch in a view without room for two fingers", keys: "kind = \"pinch\"\nview = \"v\"",
    says: "1 finger, a needs 2; change \"fingers\" or \"view\"", possible: "kind = \"pinch\"", before: corner),
  Impossible(
    testDescription: "a pinch further than the screen", keys: "kind = \"pinch\"\nthreshold = \"200mm\"",
    says: "a needs more than 200.0 mm; change \"threshold\"", possible: "kind = \"pinch\"", before: small),
  Impossible(
    testDescription: "a pinch that would leave a small screen",
    keys: "kind = \"pinch\"\ndirection = \"out\"\nthreshold = \"33.2mm\"",
    says: "changed by 32.8 mm, a needs more than 33.2 mm; change \"threshold\"",
    possible: "kind = \"pinch\"\ndirection = \"out\"\nthreshold = \"32mm\"",
    before: "[[screen]]\nname = \"main\"\nsize = [\"40mm\", \"40mm\"]\n"),
  Impossible(
    testDescription: "a rotation by more than a turn", keys: "kind = \"rotation\"\nthreshold = \"380deg\"",
    says: "change \"threshold\"", possible: "kind = \"rotation\""),
  Impossible(
    testDescription: "a transform further than the screen",
    keys: "kind = \"transform\"\nthreshold = \"155mm\"\nmax_fingers = 1", says: "change \"threshold\" or \"angle\"",
    possible: "kind = \"transform\"", before: small),
  Impossible(
    testDescription: "a tickle faster than a finger", keys: "kind = \"tickle\"\nmax_interval = \"25ms\"",
    says: "strokes",
    possible: "kind = \"tickle\""),
  Impossible(
    testDescription: "a shape larger than the screen",
    keys: "kind = \"stroke\"\ntemplates = \"z\"\nmin_size = \"160mm\"",
    says: "a needs 160.0 mm; change \"min_size\"", possible: "kind = \"stroke\"\ntemplates = \"z\"", before: small),
  Impossible(
    testDescription: "more fingers than two hands have", keys: "kind = \"tap\"\nfingers = 5\nheld = 7",
    says: "cannot be made: the hand has more than 10 fingers at a time",
    possible: "kind = \"tap\"\nfingers = 3\nheld = 2"),
  Impossible(
    testDescription: "fingers closer than fingers are",
    keys: "kind = \"long-press\"\nfingers = 2\nmax_spread = \"6mm\"",
    says: "a allows 6.0 mm; change \"max_spread\"",
    possible: "kind = \"long-press\"\nfingers = 2\nmax_spread = \"25mm\""),
  Impossible(
    testDescription: "a view beside the screen", keys: "kind = \"tap\"\nview = \"v\"",
    // The first hand is the example if all are equally far from it.
    says: "\"tap at 149.5,45 for 80ms shaky 0.2mm 5Hz\" gives no touch in its view; change \"view\"",
    possible: "kind = \"tap\"",
    before: small + "[[view]]\nname = \"v\"\nframe = { x = \"160mm\", width = \"20mm\" }\n"),
  Impossible(
    testDescription: "a sequence that takes longer than it may",
    keys: "kind = \"sequence\"\nsteps = [\"hold\", \"hold\"]\nwithin = \"2s\"",
    says: "1 of 2 steps, then hold was not recognized in time; change \"within\" or \"max_interval\"",
    possible: "kind = \"sequence\"\nsteps = [\"hold\", \"hold\"]",
    before: gesture("hold", "kind = \"long-press\"\nmin_duration = \"1500ms\"")),
]

@Test(arguments: impossible)
private func `A gesture that no hand makes gets a warning, and not once its key is changed`(case: Impossible) throws {
  let found = try remarks(`case`.before + gesture("a", `case`.keys))
  try #require(found.map(\.gesture) == ["a"], "\(found)")
  #expect(found[0].sentence.hasPrefix("no hand makes the "))
  #expect(found[0].sentence.contains(`case`.says), "\(found)")
  #expect(try remarks(`case`.before + gesture("a", `case`.possible)).map(\.sentence) == [])
}

// MARK: - Gestures that others prevent

/// Two gestures of which the first prevents the second, and the relation that the warning proposes.
private struct Prevented: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let winner: String
  let loser: String
  let cure: String

  var text: String { gesture("winner", winner) + gesture("loser", loser) }
}

private let yields = "give \"winner\" yields_to = [\"loser\"]"
private let waits = "to make \"winner\" wait, give it requires_failure_of = [\"loser\"]"
private let together = "give \"loser\" simultaneous_with = [\"winner\"]"

private let prevented = [
  Prevented(testDescription: "a swipe beside a pan", winner: "kind = \"pan\"", loser: "kind = \"swipe\"", cure: yields),
  Prevented(
    testDescription: "a tickle beside a pan", winner: "kind = \"pan\"", loser: "kind = \"tickle\"", cure: together),
  Prevented(
    testDescription: "an edge pan beside a pan", winner: "kind = \"pan\"", loser: "kind = \"edge-pan\"", cure: waits),
  Prevented(
    testDescription: "a shape beside a pan", winner: "kind = \"pan\"",
    loser: "kind = \"stroke\"\ntemplates = \"spiral\"", cure: waits),
  Prevented(testDescription: "the same tap", winner: "kind = \"tap\"", loser: "kind = \"tap\"", cure: together),
  Prevented(
    testDescription: "a stricter tap", winner: "kind = \"tap\"\nmovement = \"none\"",
    loser: "kind = \"tap\"\nmax_duration = \"200ms\"", cure: waits),
  Prevented(
    testDescription: "one of two directions", winner: "kind = \"swipe\"\ndirection = [\"left\", \"right\"]",
    loser: "kind = \"swipe\"\nstraightness = 0.8", cure: waits),
  Prevented(
    testDescription: "a longer swipe, decided during the movement", winner: "kind = \"swipe\"\ndecide = \"movement\"",
    loser: "kind = \"swipe\"\ndecide = \"movement\"\nmin_distance = \"20mm\"", cure: waits),
  Prevented(
    testDescription: "a swipe from the same edge", winner: "kind = \"swipe\"\nstarts_at = \"left\"",
    loser: "kind = \"swipe\"\nstarts_at = \"left\"\nends_at = \"right\"", cure: waits),
  Prevented(
    testDescription: "a longer press", winner: "kind = \"long-press\"",
    loser: "kind = \"long-press\"\nmin_duration = \"2s\"", cure: together),
  Prevented(
    testDescription: "a pan along an axis", winner: "kind = \"pan\"",
    loser: "kind = \"pan\"\naxis = \"horizontal\"\nthreshold = \"4mm\"", cure: waits),
]

/// Reads the relation that a warning proposes: of which gesture, the key, and of which other one.
private func relation(in sentence: String) throws -> (gesture: String, key: String) {
  let match = try #require(sentence.firstMatch(of: /give (it|"winner"|"loser") ([a-z_]+ = \["(winner|loser)"\])/))
  return (match.output.3 == "loser" ? "winner" : "loser", String(match.output.2))
}

@Test(arguments: prevented, [false, true])
private func `A gesture that another one prevents gets a cure that helps, whatever comes first in the file`(
  pair: Prevented, isTurned: Bool
) throws {
  let text = isTurned ? gesture("loser", pair.loser) + gesture("winner", pair.winner) : pair.text
  let found = try remarks(text)
  // The first one of two equal gestures wins.
  if isTurned && pair.winner == pair.loser { return #expect(found.map(\.gesture) == ["winner"]) }
  if isTurned && found.isEmpty { return }
  try #require(found.map(\.gesture) == ["loser"], "\(found)")
  #expect(found[0].sentence.contains("gives \"winner\" instead: prevented by winner"), "\(found)")
  #expect(found[0].sentence.hasSuffix("; \(pair.cure)") || found[0].sentence.contains(pair.cure), "\(found)")
  let cure = try relation(in: found[0].sentence)
  let cured = text.replacingOccurrences(
    of: "name = \"\(cure.gesture)\"", with: "name = \"\(cure.gesture)\"\n\(cure.key)")
  #expect(try remarks(cured).map(\.sentence) == [])
}

@Test func `A gesture that waits for what it begins with gets the advice to let the other one wait`() throws {
  let text =
    gesture("one", "kind = \"tap\"") + gesture("three", "kind = \"tap\"\ntaps = 3\nrequires_failure_of = \"one\"")
  let found = try remarks(text)
  try #require(found.map(\.gesture) == ["three"])
  #expect(
    found[0].sentence.hasSuffix(
      "let \"one\" wait instead: give it requires_failure_of = [\"three\"], and take the relation from \"three\""))
  let cured =
    gesture("one", "kind = \"tap\"\nrequires_failure_of = \"three\"") + gesture("three", "kind = \"tap\"\ntaps = 3")
  #expect(try remarks(cured).map(\.sentence) == [])
}

@Test func `A gesture that two others prevent gets a cure for both`() throws {
  let swipe = gesture("s", "kind = \"swipe\"\nstarts_at = \"left\"")
  let found = try remarks(gesture("p", "kind = \"pan\"") + gesture("e", "kind = \"edge-pan\"") + swipe)
  let sentence = try #require(found.first { $0.gesture == "s" }?.sentence)
  #expect(sentence.contains("yields_to = [\"s\"]"), "\(sentence)")
}

@Test func `A swipe of any spread takes those of a certain one only if it comes before them`() throws {
  func dead(_ first: String, _ second: String) throws -> [String] {
    let swipe = "kind = \"swipe\"\nfingers = 2\n"
    return try remarks(gesture("first", swipe + first) + gesture("second", swipe + second)).map(\.gesture)
  }
  #expect(try dead("", "min_spread = \"60mm\"") == ["second"])
  #expect(try dead("max_spread = \"60mm\"", "max_spread = \"60mm\"") == ["second"])
  #expect(try dead("min_spread = \"35mm\"", "") == [])
  #expect(try dead("max_spread = \"60mm\"", "min_spread = \"60mm\"") == [])
}

// MARK: - Gestures without a warning

@Test(arguments: [
  // Nothing to complain about.
  gesture("a", "kind = \"swipe\"") + gesture("b", "kind = \"pan\"\nrequires_failure_of = \"a\""),
  gesture("a", "kind = \"pan\"") + gesture("b", "kind = \"tickle\"\nnot_prevented_by = \"all\""),
  gesture("a", "kind = \"pan\"\nmin_fingers = 2") + gesture("b", "kind = \"swipe\""),
  gesture("a", "kind = \"pan\"\naxis = \"vertical\"") + gesture("b", "kind = \"swipe\""),
  gesture("a", "kind = \"tap\"\nmax_duration = \"200ms\"\nmovement = \"0.5mm\"") + gesture("b", "kind = \"swipe\""),
  gesture("a", "kind = \"pan\"\nenabled = false") + gesture("b", "kind = \"swipe\""),
  gesture("a", "kind = \"pan\"") + gesture("b", "kind = \"swipe\"") + "[mode.still]\ndisable = \"a\"\n",
  gesture("a", "kind = \"tap\"\nenabled = false\naction = { mode = \"m\" }") + "[mode.m]\nenable = \"a\"\n",
  "[[view]]\nname = \"v\"\nframe = { width = \"16mm\" }\n"
    + gesture("a", "kind = \"tap\"\nfingers = 3\nview = \"v\"") + gesture("b", "kind = \"pinch\"\nview = \"v\""),
  gesture("a", "kind = \"swipe\"\nmin_distance = \"400mm\"")
    + gesture("b", "kind = \"tap\"\nheld = 2\nheld_side = \"left\""),
  gesture("a", "kind = \"swipe\"\nstarts_at = \"top-left\"\ndirection = \"down-right\"\nends_at = \"bottom-right\"")
    .replacingOccurrences(of: "down-right", with: "30deg"),
  gesture("a", "kind = \"tap\"\nfingers = 2\nmin_spread = \"70mm\"")
    + gesture("b", "kind = \"pinch\"\nmin_spread = \"70mm\""),
  // Only a swipe that is longer than usual is not the first one's.
  gesture("a", "kind = \"swipe\"\nmax_distance = \"50mm\"") + gesture("b", "kind = \"swipe\""),
  // Off together with its view.
  "[[view]]\nname = \"v\"\nenabled = false\nframe = { width = \"50%\" }\n"
    + gesture("a", "kind = \"tap\"\nview = \"v\""),
  // Nothing that words can say of the hand.
  gesture("a", "kind = \"tap\"\ntools = \"pen\"\nmax_duration = \"1ms\""),
  gesture("a", "kind = \"long-press\"\nforce = 0.9\nmovement = \"0mm\""),
  gesture("a", "kind = \"shake\"") + gesture("b", "kind = \"shake\""),
  gesture("a", "kind = \"tap\"\nenabled = false\nmax_duration = \"1ms\""),
])
private func `A gesture that some hand makes, or that words cannot describe, gets no warning`(text: String) throws {
  #expect(try remarks(text).map(\.sentence) == [])
}

@Test func `No shipped configuration gets a warning`() throws {
  var count = 0
  for folder in ["config", "config/cookbook", "config/starters"] {
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(checkout)/\(folder)").sorted()
    where name.hasSuffix(".toml") && !name.hasSuffix(".test.toml") && name != "mqtt.toml" {
      let path = "\(checkout)/\(folder)/\(name)"
      let file = try ConfigurationFile(path: path)
      #expect(Reach.remarks(besideConfiguration: path)(file.configuration, []).map(\.sentence) == [], "\(name)")
      count += 1
    }
  }
  #expect(count > 25)
}

// MARK: - Uses

@Test func `A gesture that has a warning gets no second one`() throws {
  let text = gesture("a", "kind = \"tap\"\nmin_spread = \"9mm\"\nmax_duration = \"1ms\"")
  let path = "\(NSTemporaryDirectory())/tickle-reach-\(UUID().uuidString).toml"
  try text.write(toFile: path, atomically: false, encoding: .utf8)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let both = try Configuration.inspect(path: path, from: Reach.remarks(besideConfiguration: path)).remarks
  #expect(both.map(\.message).filter { $0.contains("never recognized") }.count == 1)
  #expect(!both.contains { $0.message.contains("no hand makes") })
}

@Test func `The hands of a configuration are cases that pass`() throws {
  let text = """
    [[screen]]
    name = "left"
    match = { name = "L*" }
    size = ["120mm", "70mm"]
    [[screen]]
    name = "right"
    match = { name = "R*" }
    \(gesture("tap", "kind = \"tap\"\nview = \"right\"\naction = { mode = \"night\" }"))
    \(gesture("next", "kind = \"swipe\"\nview = \"left\"\nenabled = false"))
    \(gesture("far", "kind = \"swipe\"\nview = \"right\"\ndirection = \"down\"\nmin_distance = \"150mm\""))
    \(gesture("shake", "kind = \"shake\""))
    [mode.night]
    enable = "next"

    """
  let path = "\(NSTemporaryDirectory())/tickle-reach-\(UUID().uuidString).toml"
  let configuration = try ConfigurationFile(bytes: Array(text.utf8), path: path).configuration
  let cases = Reach(configuration) { _ in nil }.cases
  #expect(cases.map(\.expected) == [["tap"], ["next"], ["far"]])
  #expect(cases.map(\.screen) == ["right", "left", "right"])
  #expect(cases.map(\.mode) == [nil, "night", nil])
  let written = try Temporary.file(cases.map(\.text).joined(separator: "\n\n"))
  let read = try CaseFile.load(path: written, configuration: { _ in configuration }, objection: Trial.objection).file
  for (one, other) in zip(read.cases, cases) {
    #expect((one.expected, one.screen, one.mode) == (other.expected, other.screen, other.mode))
    #expect(one.size == other.size)
    let trial = Trial(configuration) { _ in nil }
    #expect(try trial.play(one) { _ in }.isKept)
  }
  #expect(cases[2].size?.height == 268)
}

@Test func `All fingers of two hands make a case`() throws {
  let text = gesture("a", "kind = \"tap\"\nfingers = 5\nheld = 5")
  let configuration = try ConfigurationFile(bytes: Array(text.utf8), path: "c.toml").configuration
  #expect(Reach(configuration) { _ in nil }.cases.map(\.expected) == [["a"]])
}

@Test func `Progress ends with all gestures that a hand makes`() throws {
  let text = gesture("a", "kind = \"tap\"") + gesture("b", "kind = \"pan\"")
  let configuration = try ConfigurationFile(bytes: Array(text.utf8), path: "c.toml").configuration
  var last = (0, 0)
  _ = Reach(configuration, shape: { _ in nil }, progress: { last = ($0, $1) })
  #expect(last == (2, 2))
}
