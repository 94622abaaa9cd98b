import Gestures
import JSON

/// Two fingers that come together or part.
package struct PinchSettings: KindSettings {
  /// Change of the distance between the fingers.
  package var threshold: Length = .millimetres(1.3)

  package init() {}

  static let isDiscrete = false
  static let step: Dimension? = Dimension(name: "a ratio", units: ["x"], example: "0.1x")
  var kind: GestureKind { .pinch(self) }

  static var keys: [Key<Self>] {
    [
      Key(
        "threshold", \.threshold, .length, "\"1.3mm\"",
        "by how much the fingers' distance must change; `\"0mm\"` asks for the raw measure")
    ]
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let pinch = PinchGestureRecognizer()
    pinch.slop = scale.length(threshold)
    return pinch
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("PIN-3")
    case .movedTooLittle: ReasonSource("PIN-1", ["threshold"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .pinch(let scale, _) = values else { return "" }
    return "×\(Decimal.fixed(scale, decimals: 2))"
  }
}
