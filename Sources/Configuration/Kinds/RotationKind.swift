import Gestures
import JSON

/// Two fingers that turn.
package struct RotationSettings: KindSettings {
  /// In radians.
  package var threshold = 0.09

  package init() {}

  static let isDiscrete = false
  static let step: Dimension? = Dimension(name: "an angle", units: ["deg", "rad"], example: "15deg")
  var kind: GestureKind { .rotation(self) }

  static var keys: [Key<Self>] {
    [
      Key(
        "threshold", \.threshold, .angle, "\"0.09rad\"",
        "how far the fingers must turn; `\"0deg\"` asks for the raw measure")
    ]
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let rotation = RotationGestureRecognizer()
    rotation.slop = threshold
    return rotation
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("ROT-1")
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .rotation(let rotation, _) = values else { return "" }
    return "\(Decimal.fixed(rotation * 180 / .pi, decimals: 1))°"
  }
}
