import Gestures
import Text

/// Fingers that move towards each other or apart.
package struct PinchSettings: KindSettings {
  package var directions = Set(PinchGestureRecognizer.Direction.allCases)
  /// `nil`: two, and further fingers change nothing.
  package var fingers: Int?
  /// The change in the distance between the fingers at which the pinch begins.
  package var threshold: Length = .millimetres(1.3)

  var isDiscrete: Bool { false }
  static let step: Dimension? = Dimension(name: "a ratio", units: ["x"], example: "0.1x")
  static let stepWords: StepWords? = StepWords(forwards: "out", backwards: "in")
  var kind: GestureKind { .pinch(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("direction", { $0.directions = $1 }, .choices(), "[\"out\", \"in\"]", "in which directions it may begin"),
    Key(
      "fingers", { $0.fingers = $1 }, .whole(2...10, or: "any", "`\"any\"` or a whole number, 2 to 10"), "\"any\"",
      "exactly this many until it begins; `\"any\"`: two, and further fingers change nothing"),
    Key(
      "threshold", { $0.threshold = $1 }, .length, "\"1.3mm\"",
      "by how much the distance between the fingers must change; `\"0mm\"` gives the raw measurement; beside a tap, `\"4.8mm\"`"
    ),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let pinch = PinchGestureRecognizer()
    pinch.slop = scale.length(threshold)
    pinch.direction = directions
    pinch.numberOfTouchesRequired = fingers ?? 2
    pinch.allowsMoreTouches = fingers == nil
    return pinch
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("PIN-9", ["fingers"])
    case .movedTooLittle: ReasonSource("PIN-1", ["threshold"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .pinch(let scale, _) = values else { return "" }
    return "×\(Decimal.fixed(scale, decimals: 2))"
  }
}
