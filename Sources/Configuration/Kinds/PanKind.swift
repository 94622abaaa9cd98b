import Gestures
import JSON

/// Fingers that drag.
package struct PanSettings: KindSettings {
  package var minFingers = 1
  package var maxFingers: Int?
  package var threshold: Length = .millimetres(1.6)
  package var axis = PanGestureRecognizer.Axis.any
  /// Take the threshold off the translation (PAN-8).
  package var compensate = true

  package init() {}

  static let isDiscrete = false
  static let step: Dimension? = .travel
  var kind: GestureKind { .pan(self) }

  static var keys: [Key<Self>] {
    [
      Key("min_fingers", \.minFingers, .count, "1", "fewer do not move it"),
      Key(
        "max_fingers", \.maxFingers, .orNone(.count.noted(", at least `min_fingers`")), "\"none\"",
        "more make it fail before it has begun; later ones are not its own"),
      Key("threshold", \.threshold, .length, "\"1.6mm\"", "how far the centroid must go before `began`"),
      Key("axis", \.axis, .choice, "\"any\"", "one axis: the movement along it must be the larger one"),
      Key(
        "compensate", \.compensate, .boolean, "true",
        "takes the threshold off the translation, so that nothing jumps at `began`"),
    ]
  }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    guard let most = maxFingers, most < minFingers, let place = table["max_fingers"]?.value.place else { return }
    reader.report("\"max_fingers\" must be at least \"min_fingers\", which is \(minFingers), not \(most)", at: place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let pan = PanGestureRecognizer()
    pan.minimumNumberOfTouches = minFingers
    pan.maximumNumberOfTouches = maxFingers ?? .max
    pan.slop = scale.length(threshold)
    pan.axis = axis
    pan.compensatesSlop = compensate
    return pan
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("PAN-5", ["max_fingers"])
    case .tooFewFingers: ReasonSource("PAN-2", ["min_fingers"])
    case .fingersEnough: ReasonSource("PAN-6", ["max_fingers"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .pan(let translation, let velocity) = values else { return "" }
    return movementInWords(translation, velocity)
  }
}

/// A pan's translation in millimetres and its velocity in millimetres per second.
func movementInWords(_ translation: Vector, _ velocity: Vector) -> String {
  "moved \((Point.zero + translation).inMillimetres), \(Decimal.fixed(velocity.length, decimals: 0)) mm/s"
}

extension Dimension {
  /// How far a pan goes.
  static let travel = Dimension(name: "a length", units: ["mm", "pt"], example: "5mm")
}

extension Point {
  /// For people: `12.3, 45.0 mm`.
  package var inMillimetres: String { "\(Decimal.fixed(x, decimals: 1)), \(Decimal.fixed(y, decimals: 1)) mm" }
}
