import Gestures
import Text

/// Fingers that move, scale and turn in one movement.
package struct TransformSettings: KindSettings {
  package var fingers = FingerRange()
  package var threshold: Length = .millimetres(1.6)
  /// The angle by which the fingers must turn, in radians.
  package var angle = 0.09
  package var minScale = 0.01
  package var maxScale = 100.0
  /// The most that they turn it to either side, in radians; `nil`: any angle.
  package var maxTurn: Double?
  package var hasMomentum = false

  var isDiscrete: Bool { false }
  static let step: Dimension? = nil
  var kind: GestureKind { .transform(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("min_fingers", { $0.fingers.least = $1 }, .count, "1", "the least number of fingers; fewer do not move it"),
    Key(
      "max_fingers", { $0.fingers.most = $1 }, .orNone(.count.noted(", at least `min_fingers`")), "\"none\"",
      "more fingers before `began` make it fail; those that land later are ignored"),
    Key(
      "threshold", { $0.threshold = $1 }, .length, "\"1.6mm\"",
      "how far the centroid must move, or how much the fingers' distance must change; beside a tap, `\"4mm\"`"
    ),
    Key("angle", { $0.angle = $1 }, .angle, "\"0.09rad\"", "or how far the fingers must turn"),
    Key(
      "min_scale", { $0.minScale = $1 }, .ratio, "\"0.01x\"", "the smallest scale; with `max_scale`, `\"1x\"` keeps it"),
    Key("max_scale", { $0.maxScale = $1 }, .ratio.noted(", at least `min_scale`"), "\"100x\"", "the largest scale"),
    Key(
      "max_turn", { $0.maxTurn = $1 }, .orNone(.angle), "\"none\"", "the largest turn to either side; `\"0deg\"`: none"),
    Key("momentum", { $0.hasMomentum = $1 }, .boolean, "false", momentumSummary),
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    fingers.check(table, reader)
    guard maxScale < minScale, let place = table["max_scale"]?.value.place ?? table["min_scale"]?.value.place else {
      return
    }
    reader.report("\"max_scale\" must be at least \"min_scale\"", at: place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let transform = TransformGestureRecognizer()
    transform.minimumNumberOfTouches = fingers.least
    transform.maximumNumberOfTouches = fingers.most ?? .max
    transform.slop = scale.length(threshold)
    transform.rotationSlop = angle
    transform.scaleLimits = minScale...max(minScale, maxScale)
    if let maxTurn { transform.rotationLimits = -maxTurn...maxTurn }
    transform.hasMomentum = hasMomentum
    return transform
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .fingersEnough: ReasonSource("XFM-5", ["max_fingers"])
    case .tooFewFingers: ReasonSource("XFM-5", ["min_fingers"])
    case .movedTooLittle: ReasonSource("XFM-1", ["threshold", "angle"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .transform(let translation, let scale, let rotation, let velocity) = values else { return "" }
    return "\(movementInWords(translation, velocity))  ×\(Decimal.fixed(scale, decimals: 2))  "
      + "\(Decimal.fixed(rotation * 180 / .pi, decimals: 1))°"
  }
}
