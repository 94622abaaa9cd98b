import Gestures

/// Fingers that go one way, far and fast enough.
package struct SwipeSettings: KindSettings {
  package var directions: Set<SwipeDirection> = [.right]
  package var fingers = 1
  package var minDistance: Length = .millimetres(8.0)
  package var maxDuration = ByRecognition<Duration?>(hand: .milliseconds(800), uikit: .milliseconds(500))
  /// To either side of the direction, in radians.
  package var maxAngle = ByRecognition<Double?>(hand: 40 * .pi / 180, uikit: 30 * .pi / 180)
  /// Per second; `nil`: any.
  package var minVelocity: Length?
  package var decision = ByRecognition(
    hand: SwipeGestureRecognizer.Decision.atLift, uikit: SwipeGestureRecognizer.Decision.duringMovement)
  /// The speed at the lift, per second; `nil`: any. For a decision at the lift, and for failing early.
  package var liftVelocity: Length? = .millimetres(120)
  /// The distance from landing to lift as a share of the path, for a decision at the lift.
  package var straightness = 0.75
  package var failsEarly = ByRecognition(hand: true, uikit: false)

  package init() {}

  static let isDiscrete = true
  var kind: GestureKind { .swipe(self) }

  static var keys: [Key<Self>] {
    [
      Key("direction", \.directions, .choices(), "\"right\"", "which directions are allowed"),
      Key("fingers", \.fingers, .count, "1", "exactly this many, all in the same direction"),
      Key("min_distance", \.minDistance, .length, "\"8mm\"", "how far each finger must go"),
      Key(
        "max_duration", \.maxDuration, .orNone(.positiveTime), "\"800ms\"", inUIKit: "\"500ms\"",
        "from the first landing"),
      Key(
        "max_angle", \.maxAngle, .orNone(.deviation), "\"40deg\"", inUIKit: "\"30deg\"",
        "how far the path may turn from the direction, to either side"),
      Key("min_velocity", \.minVelocity, .orNone(.speed), "\"none\"", "mean speed of the path"),
      Key(
        "decide", \.decision, .choice, "\"lift\"", inUIKit: "\"movement\"",
        "at the lift, as a flick, or during the movement, as soon as it is long enough"),
      Key(
        "lift_velocity", \.liftVelocity, .orNone(.speed), "\"120mm/s\"",
        "speed over the last 70 ms or 100 ms before the lift"),
      Key(
        "straightness", \.straightness, .share, "0.75",
        "with `decide = \"lift\"`: distance from landing to lift as a share of the path"),
      Key(
        "fail_early", \.failsEarly, .boolean, "true", inUIKit: "false",
        "it fails as soon as no swipe can come of the movement, so that others need not wait for it"),
    ]
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = directions
    swipe.numberOfTouchesRequired = fingers
    swipe.minimumDistance = scale.length(minDistance)
    swipe.maximumDuration = scale.resolve(maxDuration) ?? .unlimited
    swipe.maximumAngle = scale.resolve(maxAngle) ?? .pi
    swipe.minimumVelocity = minVelocity.map(scale.length) ?? 0
    swipe.decision = scale.resolve(decision)
    swipe.minimumLiftVelocity = liftVelocity.map(scale.length) ?? 0
    swipe.minimumStraightness = straightness
    swipe.failsEarly = scale.resolve(failsEarly)
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
