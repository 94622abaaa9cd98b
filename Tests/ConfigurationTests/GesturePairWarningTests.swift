import Configuration
import Foundation
import Gestures
import Screen
import Testing

// Warnings about two gestures that surprise the hand that makes one. `ReachTests` has those of which one is never recognized.

/// Two gestures on the screen, and what a hand does there.
private struct Rivals: CustomTestStringConvertible {
  let testDescription: String
  let winner: String
  let loser: String
  let hand: [TouchFrame]
  var more = ""

  var text: String {
    "[[gesture]]\nname = \"winner\"\n\(winner)\n[[gesture]]\nname = \"loser\"\n\(loser)\n\(more)"
  }

  /// Returns the gestures that are recognized.
  func recognized(by text: String, on screen: ScreenSettings = ScreenSettings()) throws -> Set<String> {
    let parsed = try #require(Configuration.parse(text: text, path: "c.toml").0)
    let scene = Scene(parsed, screen: screen, size: Size(width: 200, height: 120))
    var names: Set<String> = []
    let session = Session(scene, origin: Timestamp(microseconds: 0), runner: nil) { record in
      guard case .gesture(let event, let gesture) = record else { return }
      switch event.state {
      case .began, .ended: names.insert(gesture.settings.name)
      case .cancelled: names.remove(gesture.settings.name)  // Taken back.
      default: break
      }
    }
    for frame in hand { session.handle(frame) }
    session.advance(to: Timestamp(microseconds: 10_000_000))
    return names
  }
}

/// A finger at these locations, 10 ms apart, that then lifts.
private func finger(_ places: [(Double, Double)]) -> [TouchFrame] {
  func frame(_ time: Int64, _ phase: Touch.Phase, _ place: (Double, Double)) -> TouchFrame {
    let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: place.0, y: place.1))
    return TouchFrame(time: Timestamp(microseconds: time * 1000), contacts: [contact])
  }
  let way = places.enumerated().map { frame(Int64($0) * 10, $0 == 0 ? .began : .moved, $1) }
  return way + [frame(Int64(places.count) * 10, .ended, places.last!)]
}

private let way = (0...12).map { (50 + 2 * Double($0), 50.0) }

/// Fingers at these places, 10 ms apart, that then lift together.
private func fingers(_ places: [[(Double, Double)]], from start: Int64 = 0, id: UInt64 = 1) -> [TouchFrame] {
  let count = places[0].count
  return (0...count).map { index in
    TouchFrame(
      time: Timestamp(microseconds: (start + Int64(index) * 10) * 1000),
      contacts: places.enumerated().map { finger, path in
        let place = path[min(index, count - 1)]
        return TouchFrame.Contact(
          id: id + UInt64(finger), phase: index == 0 ? .began : index == count ? .ended : .moved,
          location: Point(x: place.0, y: place.1))
      })
  }
}

private let doubleTap = fingers([[(50, 50), (50, 50)]]) + fingers([[(50, 50), (50, 50)]], from: 150, id: 2)

/// A hand that turns by 20° while its fingers, 40 mm apart, come 6 mm closer.
private let turn: [TouchFrame] = {
  func path(_ side: Double) -> [(Double, Double)] {
    (0...20).map { degree in
      let angle = Double(degree) * .pi / 180
      let radius = side * (20 - 0.15 * Double(degree))
      return (100 + radius * cos(angle), 60 + radius * sin(angle))
    }
  }
  return fingers([path(1), path(-1)])
}()

private let flickFromEdge = finger((0...10).map { (1 + 4 * Double($0), 50.0) })

/// Two gestures on the screen, of which the first surprises a hand.
private struct Surprise: CustomTestStringConvertible {
  let testDescription: String
  let rivals: Rivals
  let says: String
  /// What the hand does with both gestures, and with the warning's advice.
  let surprise: Set<String>
  let expected: Set<String>

  init(
    _ description: String, _ winner: String, _ loser: String, _ hand: [TouchFrame], more: String = "", says: String,
    surprise: Set<String>, expected: Set<String>
  ) {
    testDescription = description
    rivals = Rivals(testDescription: description, winner: winner, loser: loser, hand: hand, more: more)
    (self.says, self.surprise, self.expected) = (says, surprise, expected)
  }
}

private let surprises: [Surprise] = [
  Surprise(
    "a tap beside a double tap", "kind = \"tap\"", "kind = \"tap\"\ntaps = 2", doubleTap,
    says: "the tap \"winner\" does not wait for \"loser\" on line 5, so 2 taps trigger both: to make it wait, give it "
      + "requires_failure_of = [\"loser\"]; if both are meant, give it does_not_prevent = [\"loser\"]",
    surprise: ["winner", "loser"], expected: ["loser"]),
  Surprise(
    "a pinch beside a rotation where the first one begins", "kind = \"pinch\"", "kind = \"rotation\"", turn,
    more: "[[screen]]\nname = \"main\"\nrecognition = \"uikit\"\n",
    says:
      "the pinch \"winner\" and the rotation \"loser\" on line 5 exclude each other, and the first one past its threshold "
      + "begins, although fingers that turn also pinch: to allow both, give \"winner\" simultaneous_with = [\"loser\"]; to let "
      + "the larger movement decide, give the screen leader = true",
    surprise: ["winner"], expected: ["winner", "loser"]),
  Surprise(
    "a pinch without a threshold beside a rotation", "kind = \"pinch\"\nthreshold = \"0mm\"", "kind = \"rotation\"",
    turn,
    says:
      "the pinch \"winner\" and the rotation \"loser\" on line 6 exclude each other, and the first one past its threshold "
      + "begins, although fingers that turn also pinch: to allow both, give \"winner\" simultaneous_with = [\"loser\"]; to let "
      + "the larger movement decide, give both a threshold of more than 0",
    surprise: ["winner"], expected: ["winner", "loser"]),
  Surprise(
    "an edge pan beside a swipe from its edge", "kind = \"edge-pan\"", "kind = \"swipe\"\nstarts_at = \"left\"",
    flickFromEdge,
    says:
      "the edge-pan \"winner\" takes swipes like \"loser\" on line 5 that land within its \"width\": it begins after a shorter "
      + "distance, and prevents them; to let a swipe take it back, give it yields_to = [\"loser\"]; if that is meant, give "
      + "\"loser\" does_not_prevent = [\"winner\"]",
    surprise: ["winner"], expected: ["loser"]),
]

@Test(arguments: surprises)
private func `Two gestures in one movement cause a warning, and the engine agrees`(surprise: Surprise) throws {
  let (configuration, diagnostics) = Configuration.parse(text: surprise.rivals.text, path: "c.toml")
  let screen = configuration?.screens.first ?? ScreenSettings()
  try #require(diagnostics.count == 1)
  #expect(diagnostics[0].message == surprise.says)
  #expect(diagnostics[0].severity == .warning)
  #expect(try surprise.rivals.recognized(by: surprise.rivals.text, on: screen) == surprise.surprise)
}

/// The relations that a warning proposes: of which gesture, and the key with its value.
private func advice(in message: String) -> [(gesture: String, key: String)] {
  message.matches(of: /give (it|"winner"|"loser") ([a-z_]+ = \[[^\]]*\])/).map { match in
    (match.output.1 == "\"loser\"" ? "loser" : "winner", String(match.output.2))
  }
}

@Test(arguments: surprises)
private func `The advice of the warning removes it, and the hand gets what it meant`(surprise: Surprise) throws {
  let text = surprise.rivals.text
  let message = try #require(Configuration.parse(text: text, path: "c.toml").1.first).message
  let advice = advice(in: message)
  #expect(!advice.isEmpty)
  for (index, proposal) in advice.enumerated() {
    let better = text.replacingOccurrences(
      of: "name = \"\(proposal.gesture)\"", with: "name = \"\(proposal.gesture)\"\n\(proposal.key)")
    let (configuration, diagnostics) = Configuration.parse(text: better, path: "c.toml")
    #expect(diagnostics == [], "\(proposal.key)")
    let screen = configuration?.screens.first ?? ScreenSettings()
    // The last advice of those with two is for a surprise that is meant.
    let expected = index == 0 ? surprise.expected : surprise.surprise
    #expect(try surprise.rivals.recognized(by: better, on: screen) == expected, "\(proposal.key)")
  }
}

/// Pairs like `surprises` that do what a hand means.
private let pairsWithoutSurprise: [Surprise] = [
  Surprise(
    "a pinch beside a rotation, of which the leading one begins", "kind = \"pinch\"", "kind = \"rotation\"", turn,
    says: "",
    surprise: ["loser"], expected: []),
  Surprise(
    "a corner beside an edge", "kind = \"swipe\"\nstarts_at = \"left\"", "kind = \"swipe\"\nstarts_at = \"top-left\"",
    finger((0...10).map { (1 + 4 * Double($0), 5.0) }), says: "", surprise: ["loser"], expected: []),
  Surprise(
    "an edge pan beside a corner", "kind = \"edge-pan\"", "kind = \"swipe\"\nstarts_at = \"top-left\"",
    finger((0...10).map { (1 + 4 * Double($0), 5.0) }), says: "", surprise: ["loser"], expected: []),
  Surprise(
    "an edge pan beside a swipe along its edge", "kind = \"edge-pan\"",
    "kind = \"swipe\"\nstarts_at = \"left\"\ndirection = [\"up\", \"down\"]",
    finger((0...10).map { (1.0, 10 + 4 * Double($0)) }), says: "", surprise: ["loser"], expected: []),
  Surprise(
    "an edge pan beside a swipe from anywhere", "kind = \"edge-pan\"", "kind = \"swipe\"", finger(way), says: "",
    surprise: ["loser"], expected: []),
  Surprise(
    "an edge pan beside a swipe from another edge", "kind = \"edge-pan\"\nedges = \"top\"",
    "kind = \"swipe\"\nstarts_at = \"left\"", flickFromEdge, says: "", surprise: ["loser"], expected: []),
  Surprise(
    "a tap beside a double tap of two fingers", "kind = \"tap\"", "kind = \"tap\"\ntaps = 2\nfingers = 2",
    fingers([[(50, 50), (50, 50)], [(70, 50), (70, 50)]])
      + fingers([[(50, 50), (50, 50)], [(70, 50), (70, 50)]], from: 150, id: 3),
    says: "", surprise: ["loser"], expected: []),
]

@Test(arguments: pairsWithoutSurprise)
private func `Gestures that get along cause no warning, and the engine agrees`(pair: Surprise) throws {
  #expect(Configuration.parse(text: pair.rivals.text, path: "c.toml").1 == [])
  #expect(try pair.rivals.recognized(by: pair.rivals.text) == pair.surprise)
}

@Test(arguments: [
  // A quick tap is not one of the single tap's, a longer double tap is not its first tap, or they are on different touches.
  "kind = \"tap\"\nmax_duration = \"100ms\"|kind = \"tap\"\ntaps = 2",
  "kind = \"tap\"\nmovement = \"1mm\"|kind = \"tap\"\ntaps = 2",
  "kind = \"tap\"\nenabled = false|kind = \"tap\"\ntaps = 2",
  "kind = \"tap\"\ntools = \"pen\"|kind = \"tap\"\ntaps = 2",
  "kind = \"tap\"\nstarts_at = \"left\"|kind = \"tap\"\ntaps = 2",
  "kind = \"pinch\"\nfingers = 2|kind = \"rotation\"\nfingers = 3",
  "kind = \"edge-pan\"\nfingers = 2|kind = \"swipe\"\nstarts_at = \"left\"",
  "kind = \"edge-pan\"\nthreshold = \"9mm\"|kind = \"swipe\"\nstarts_at = \"left\"",
])
func `Gestures for different touches cause no warning`(pair: String) throws {
  let kinds = pair.split(separator: "|")
  for screen in ["", "[[screen]]\nname = \"main\"\nleader = false\n"] {
    let text = "\(screen)[[gesture]]\nname = \"one\"\n\(kinds[0])\n[[gesture]]\nname = \"two\"\n\(kinds[1])\n"
    #expect(Configuration.parse(text: text, path: "c.toml").1 == [])
  }
}
