import Gestures

/// Fingers that go one way, far and fast enough.
package struct SwipeSettings: KindSettings {
  package var directions: Set<SwipeDirection> = [.right]
  package var fingers = 1
  package var minDistance: Length = .millimetres(8.0)
  package var maxDuration: Duration? = .milliseconds(500)
  /// To either side of the direction, in radians.
  package var maxAngle: Double? = 30 * .pi / 180
  /// Per second; `nil`: any.
  package var minVelocity: Length?

  package init() {}

  static let isDiscrete = true
  var kind: GestureKind { .swipe(self) }

  static var keys: [Key<Self>] {
    [
      Key("direction", \.directions, .choices(), "\"right\"", "which directions are allowed"),
      Key("fingers", \.fingers, .count, "1", "exactly this many, all in the same direction"),
      Key("min_distance", \.minDistance, .length, "\"8mm\"", "how far each finger must go"),
      Key("max_duration", \.maxDuration, .orNone(.positiveTime), "\"500ms\"", "from the first landing"),
      Key(
        "max_angle", \.maxAngle, .orNone(.deviation), "\"30deg\"",
        "how far the path may turn from the direction, to either side"),
      Key("min_velocity", \.minVelocity, .orNone(.speed), "\"none\"", "mean speed of the path"),
    ]
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = directions
    swipe.numberOfTouchesRequired = fingers
    swipe.minimumDistance = scale.length(minDistance)
    swipe.maximumDuration = maxDuration ?? .unlimited
    swipe.maximumAngle = maxAngle ?? .pi
    swipe.minimumVelocity = minVelocity.map(scale.length) ?? 0
    return swipe
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("SW-3", ["fingers"])
    case .tooFewFingers: ReasonSource("SW-2", ["fingers"])
    case .movedTooLittle: ReasonSource("SW-2", ["min_distance"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .swipe(let direction) = values else { return "" }
    return "\(direction)"
  }
}
