import Gestures

/// A finger that strokes back and forth.
package struct TickleSettings: KindSettings {
  package var tickles = 3
  /// How far a stroke must go to count.
  package var distance: Length = .millimetres(25 * Length.point)
  package var maxInterval = ByRecognition<Duration?>(hand: .milliseconds(600), uikit: nil)

  var kind: GestureKind { .tickle(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("tickles", { $0.tickles = $1 }, .count, "3", "the number of strokes, in alternating directions"),
    Key(
      "distance", { $0.distance = $1 }, .positiveLength, "\"25pt\"", "how far a stroke must move horizontally to count"),
    Key(
      "max_interval", { $0.maxInterval.given = .some($1) }, .orNone(.positiveTime), "\"600ms\"", inUIKit: "\"none\"",
      "the longest time from one stroke to the next; after a longer one the strokes are counted again"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let tickle = QuietTickle()
    tickle.numberOfStrokesRequired = tickles
    tickle.strokeDistance = scale.horizontal(distance)
    tickle.maximumInterval = scale.resolve(maxInterval)
    return tickle
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("TIC-1")
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .tickle(let tickles) = values else { return "" }
    return "\(tickles) strokes"
  }
}
