/// The movements that a hand can make.
package enum Verb: String, CaseIterable, Sendable {
  case tap, press, pan, swipe, edgePan = "edge-pan", pinch, rotate, tickle, stroke, tipTap = "tip-tap"

  var otherWords: [String] {
    switch self {
    case .tap, .edgePan, .tickle, .tipTap: []
    case .press: ["hold", "long-press"]
    case .pan: ["drag"]
    case .swipe: ["flick"]
    case .pinch: ["zoom"]
    case .rotate: ["rotation", "turn"]
    case .stroke: ["draw"]
    }
  }

  /// What the hand does, and what it does if the words don't say it.
  package var summary: String {
    switch self {
    case .tap: "Fingers land and lift after 80 ms. Repeated taps begin 120 ms after the last lift."
    case .press: "Fingers land, rest for 800 ms and lift."
    case .pan:
      "Fingers move slowly, fast, slowly, and rest for 150 ms before they lift: 40 mm at 100 mm/s, in 300 ms or more."
    case .swipe: "Fingers lift while they move fast: 40 mm at 300 mm/s."
    case .edgePan: "Fingers enter the panel over an edge, at its middle: 30 mm in 250 ms; they rest for 100 ms."
    case .pinch: "Fingers move apart to twice their distance, or together to half of it, in 500 ms."
    case .rotate: "Fingers turn around their middle, one finger around the place: 45° clockwise in 500 ms."
    case .tickle: "A finger moves back and forth: 4 strokes of 12 mm, 200 ms each, the first to the right."
    case .stroke: "A finger draws a learned shape of 50 mm, at 120 mm/s; its strokes are 250 ms apart."
    case .tipTap:
      "A finger rests; 300 ms later another one taps on its right, 20 mm away. The first one lifts 500 ms after that."
    }
  }

  /// An example for help and documentation.
  package var example: String {
    switch self {
    case .tap: "double tap with 2 fingers at 50,60"
    case .press: "press for 1.5s at 20%,80%"
    case .pan: "pan along 40,40 90,40 90,90 in 1.5s"
    case .swipe: "swipe left 60mm in 200ms from 150,60"
    case .edgePan: "edge-pan from left 40mm at 68mm"
    case .pinch: "pinch out with 3 fingers in 600ms"
    case .rotate: "rotate 60deg counterclockwise at center"
    case .tickle: "tickle 14mm 6 times"
    case .stroke: "stroke circle 60mm in 1s"
    case .tipTap: "tip-tap left twice"
    }
  }

  /// The phrases that it takes, besides those that every verb takes.
  package var phrases: [Phrase.Name] {
    switch self {
    case .tap: [.count, .fingers, .at, .duration, .gap, .spread]
    case .press: [.fingers, .at, .duration, .spread]
    case .pan, .swipe: [.direction, .length, .fingers, .from, .to, .along, .at, .duration, .speed, .spread, .rest]
    case .edgePan: [.edge, .length, .fingers, .edgePlace, .duration, .speed, .spread, .rest]
    case .pinch: [.scale, .fingers, .at, .duration, .spread, .rest]
    case .rotate: [.angle, .sense, .fingers, .at, .duration, .spread, .rest]
    case .tickle: [.direction, .length, .count, .fingers, .at, .duration, .spread]
    case .stroke: [.shape, .length, .at, .duration, .speed]
    case .tipTap: [.direction, .count, .at, .duration, .gap, .spread]
    }
  }

  func takes(_ name: Phrase.Name) -> Bool { phrases.contains(name) || Phrase.Name.ofAllVerbs.contains(name) }

  /// The number of fingers without and with the words.
  var fingers: (usual: Int, allowed: ClosedRange<Int>) {
    switch self {
    case .pinch: (2, 2...10)
    case .rotate: (2, 1...10)
    default: (1, 1...10)
    }
  }

  static let everyWord: [(word: String, verb: Verb)] = allCases.flatMap { verb in
    ([verb.rawValue] + verb.otherWords).map { ($0, verb) }
  }
}
