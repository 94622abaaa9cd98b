import Gestures

/// A detail of a movement. Lengths are in millimetres, times in seconds, angles in degrees.
package enum Phrase: Equatable, Sendable {
  /// A phrase that is one number, except those of whole numbers.
  case number(Name, Double)
  case shape(String)
  case direction(Direction)
  case edge(ScreenEdge)
  case sense(Sense)
  case count(Int)
  case fingers(Int)
  case from(Spot)
  case to(Spot)
  case along([Spot])
  case at(Spot)
  case edgePlace(Coordinate)
  case shaky(amplitude: Double, frequency: Double)
  /// Without a time, the ghost is gone in the next frame.
  case ghost(Spot, Double?)

  /// The names, in the order in which a sentence has its phrases.
  package enum Name: Int, CaseIterable, Comparable, Sendable {
    case shape, direction, edge, scale, angle, sense, length, count, fingers, from, to, along, at, edgePlace, duration,
      speed, gap, spread, rest, after, skew, shaky, ghost

    /// The phrases that every verb takes.
    package static let ofAllVerbs: [Name] = [.after, .skew, .shaky, .ghost]

    package static func < (a: Name, b: Name) -> Bool { a.rawValue < b.rawValue }

    /// How it is written.
    package var form: String { words.form }

    /// What it says.
    package var meaning: String { words.meaning }

    private var words: (form: String, meaning: String) {
      switch self {
      case .shape: ("NAME", "The shape to draw, as `tickle learn --list` names it.")
      case .direction: ("DIRECTION", "left, right, up, down, up-left, up-right, down-left or down-right.")
      case .edge: ("from EDGE", "left, right, top or bottom.")
      case .scale:
        ("in, out or to 1.5x", "Half of the distance, twice the distance, or another factor from 0.05 to 20.")
      case .angle: ("45deg", "How far the fingers turn.")
      case .sense: ("clockwise or counterclockwise", "The direction of the turn.")
      case .length: ("40mm", "The length of the path; of a tickle, of each stroke; of a shape, of its longer side.")
      case .count:
        (
          "3 times",
          "How often; also `once` and `twice`, or `double` and `triple` before the verb. Of a tickle, the strokes."
        )
      case .fingers: ("with 2 fingers", "The number of fingers, 1 to 10; also `2-finger` before the verb.")
      case .from: ("from X,Y", "Where the middle of the fingers is at first.")
      case .to: ("to X,Y", "Where the middle of the fingers is at last.")
      case .along: ("along X,Y X,Y ...", "The corners of the path. Without `from`, the path begins at the first one.")
      case .at: ("at X,Y", "The middle of the movement; without it, the middle of the panel.")
      case .edgePlace: ("at 60mm", "Where the fingers enter: the distance from the upper or left end of the edge.")
      case .duration: ("in 300ms or for 300ms", "The time of the movement; of a tap or press, of each contact.")
      case .speed: ("at 100mm/s", "The mean speed, in place of the time.")
      case .gap: ("gap 120ms", "The time between a lift and the next tap.")
      case .spread:
        ("spread 18mm", "The distance of neighbouring fingers; of a pinch or a turn, of opposite fingers at first.")
      case .rest: ("rest 150ms", "How long the fingers rest before they lift.")
      case .after:
        ("after 200ms", "How long to wait before the movement, which joins movements that do not begin together.")
      case .skew: ("skew 80ms", "The time from the first landing to the last. The order depends on the seed.")
      case .shaky:
        (
          "shaky 2mm 8Hz",
          "A tremor: how far a finger strays from its path, and how often. The phase depends on the seed."
        )
      case .ghost:
        (
          "ghost at X,Y for 20ms",
          "A contact that no finger makes, during the movement. Without a time, it is gone in the next frame."
        )
      }
    }
  }

  package var name: Name {
    switch self {
    case .number(let name, _): name
    case .shape: .shape
    case .direction: .direction
    case .edge: .edge
    case .sense: .sense
    case .count: .count
    case .fingers: .fingers
    case .from: .from
    case .to: .to
    case .along: .along
    case .at: .at
    case .edgePlace: .edgePlace
    case .shaky: .shaky
    case .ghost: .ghost
    }
  }

  func text(of verb: Verb) -> String {
    switch self {
    case .number(let name, let number): name.text(number, of: verb)
    case .shape(let name): name
    case .direction(let direction): direction.rawValue
    case .edge(let edge): "from \(edge.rawValue)"
    case .sense(let sense): sense.rawValue
    case .count(let count): "\(count) times"
    case .fingers(let count): "with \(count) finger\(count == 1 ? "" : "s")"
    case .from(let spot): "from \(spot.text)"
    case .to(let spot): "to \(spot.text)"
    case .along(let spots): "along \(spots.map(\.text).joined(separator: " "))"
    case .at(let spot): "at \(spot.text)"
    case .edgePlace(let place): "at \(place.text)\(place.isShare ? "" : "mm")"
    case .shaky(let amplitude, let frequency): "shaky \(thousandths: amplitude)mm \(thousandths: frequency)Hz"
    case .ghost(let spot, let seconds): "ghost at \(spot.text)\(seconds.map { " for \(time: $0)" } ?? "")"
    }
  }
}

extension Phrase.Name {
  fileprivate func text(_ number: Double, of verb: Verb) -> String {
    switch self {
    case .scale: "to \(thousandths: number)x"
    case .angle: "\(thousandths: number)deg"
    case .length: "\(thousandths: number)mm"
    case .duration: "\([.tap, .press, .tipTap].contains(verb) ? "for" : "in") \(time: number)"
    case .speed: "at \(thousandths: number)mm/s"
    case .spread: "spread \(thousandths: number)mm"
    // A time, after the word that the form begins with.
    default: "\(form.prefix { $0 != " " }) \(time: number)"
    }
  }
}

package enum Direction: String, CaseIterable, Sendable {
  case left, right, up, down, upLeft = "up-left", upRight = "up-right", downLeft = "down-left", downRight = "down-right"

  /// The unit vector; y points down.
  var vector: Vector { SwipeDirection(name: rawValue)?.unit ?? .zero }
}

package enum Sense: String, CaseIterable, Sendable { case clockwise, counterclockwise }

/// A distance from the left or upper edge of the panel: in millimetres, or as a percentage of the panel.
package struct Coordinate: Equatable, Sendable {
  package let value: Double
  package let isShare: Bool

  func millimetres(of extent: Double) -> Double { isShare ? value / 100 * extent : value }

  var text: String { "\(thousandths: value)\(isShare ? "%" : "")" }
}

package struct Spot: Equatable, Sendable {
  package let x: Coordinate
  package let y: Coordinate

  static let center = Spot(x: Coordinate(value: 50, isShare: true), y: Coordinate(value: 50, isShare: true))

  var text: String { self == .center ? "center" : "\(x.text),\(y.text)" }
}

extension DefaultStringInterpolation {
  /// Appends a number with at most three decimals.
  mutating func appendInterpolation(thousandths value: Double) {
    let all = Int64((value * 1000).rounded())
    var fraction = String(all % 1000 + 1000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    appendLiteral("\(all / 1000)" + (fraction.isEmpty ? "" : ".\(fraction)"))
  }

  /// Appends a time: in seconds if they are whole, otherwise in milliseconds.
  mutating func appendInterpolation(time seconds: Double) {
    let microseconds = Int64((seconds * 1e6).rounded())
    if microseconds % 1_000_000 == 0 {
      appendLiteral("\(microseconds / 1_000_000)s")
    } else {
      appendInterpolation(thousandths: Double(microseconds) / 1000)
      appendLiteral("ms")
    }
  }
}
