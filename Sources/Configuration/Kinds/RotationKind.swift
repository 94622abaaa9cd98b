import Gestures
import Text

/// Fingers that turn.
package struct RotationSettings: KindSettings {
  package var directions = Set(RotationGestureRecognizer.Direction.allCases)
  package var fingers = Fingers.any
  /// The angle by which the fingers must turn, in radians.
  package var threshold = 0.09

  package enum Fingers: Equatable, Sendable {
    /// Two, and further fingers change nothing.
    case any
    /// One around the middle of the view, or two.
    case oneOrMore
    /// Exactly as many until the rotation begins.
    case exactly(Int)

    package var least: Int {
      switch self {
      case .any: 2
      case .oneOrMore: 1
      case .exactly(let count): count
      }
    }
  }

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
      "fingers", { $0.fingers = $1 }, .rotating, "\"any\"",
      "exactly this many until it begins; 1 turns around the middle of the view; `\"1+\"`: one or two; `\"any\"`: two, and "
        + "further fingers change nothing; on a view that nothing else drags with one finger, `\"1+\"`"),
    Key(
      "threshold", { $0.threshold = $1 }, .angle, "\"0.09rad\"",
      "how far the fingers must turn; `\"0deg\"` gives the raw measurement"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let rotation = RotationGestureRecognizer()
    rotation.slop = threshold
    rotation.direction = directions
    rotation.numberOfTouchesRequired = fingers.least
    rotation.allowsMoreTouches = if case .exactly = fingers { false } else { true }
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

extension ValueType<RotationSettings.Fingers> {
  fileprivate static var rotating: ValueType {
    ValueType(
      "`\"any\"`, `\"1+\"` or a whole number, 1 to 10", .either([.whole(1...10), .choice(["any", "1+"])])
    ) { reader in
      { field in
        switch field.value.content {
        case .string("any"): .any
        case .string("1+"): .oneOrMore
        default: reader.whole(1...10)(field).map { .exactly($0) }
        }
      }
    }
  }
}
