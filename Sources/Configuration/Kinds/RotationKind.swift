import Gestures
import Text

/// Fingers that turn.
package struct RotationSettings: KindSettings {
  package var directions = Set(RotationGestureRecognizer.Direction.allCases)
  /// `nil`: two, and further fingers change nothing.
  package var fingers: Int?
  /// The angle by which the fingers must turn, in radians.
  package var threshold = 0.09

  var isDiscrete: Bool { false }
  static let step: Dimension? = Dimension(name: "an angle", units: ["deg", "rad"], example: "15deg")
  static let stepWords: StepWords? = StepWords(forwards: "clockwise", backwards: "counterclockwise")
  var kind: GestureKind { .rotation(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "direction", { $0.directions = $1 }, .choices(), "[\"clockwise\", \"counterclockwise\"]",
      "in which directions it may begin"),
    Key(
      "fingers", { $0.fingers = $1 }, .orAny(2...10), "\"any\"",
      "exactly this many until it begins; `\"any\"`: two, and further fingers change nothing"),
    Key(
      "threshold", { $0.threshold = $1 }, .angle, "\"0.09rad\"",
      "how far the fingers must turn; `\"0deg\"` gives the raw measurement"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let rotation = RotationGestureRecognizer()
    rotation.slop = threshold
    rotation.direction = directions
    rotation.numberOfTouchesRequired = fingers ?? 2
    rotation.allowsMoreTouches = fingers == nil
    return rotation
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("ROT-6", ["fingers"])
    case .oppositeDirection: ReasonSource("ROT-7", ["direction"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .rotation(let rotation, _) = values else { return "" }
    return "\(Decimal.fixed(rotation * 180 / .pi, decimals: 1))°"
  }
}
