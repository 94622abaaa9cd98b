import Gestures

/// Fingers that move in one direction, far and fast enough.
package struct SwipeSettings: KindSettings {
  package var directions: Set<SwipeDirection> = [.right]
  package var fingers: TouchCounts = 1
  /// Percentages are relative to the view's extent along the direction, here and in `maxDistance`.
  package var minDistance: Length = .millimetres(8.0)
  /// The largest distance; `nil`: any.
  package var maxDistance: Length?
  package var maxDuration = ByRecognition<Duration?>(hand: .milliseconds(800), uikit: .milliseconds(500))
  /// The largest angle between the path and the direction, to either side, in radians.
  package var maxAngle = ByRecognition<Double?>(hand: 40 * .pi / 180, uikit: 30 * .pi / 180)
  /// The least mean speed, per second; `nil`: any.
  package var minVelocity: Length?
  package var decision = ByRecognition(
    hand: SwipeGestureRecognizer.Decision.atLift, uikit: SwipeGestureRecognizer.Decision.duringMovement)
  /// The least speed at the lift, per second; `nil`: any. Used for decisions at the lift and for failing early.
  package var liftVelocity: Length? = .millimetres(120)
  /// The least distance from landing to lift as a share of the path, for decisions at the lift.
  package var straightness = 0.75
  /// How long the fingers rest before the movement; zero: not at all (PHA-1).
  package var afterPress: Duration = .zero
  /// The directions of the legs; empty: a straight swipe in one of `directions` (SW-11).
  package var path: [SwipeDirection] = []
  package var minLeg: Length = .millimetres(8.0)
  package var failsEarly = ByRecognition(hand: true, uikit: false)

  var kind: GestureKind { .swipe(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "direction", { $0.directions = $1 }, .swipeDirections, "\"right\"",
      "which directions are allowed; an angle is clockwise from right"),
    Key(
      "fingers", { $0.fingers = $1 }, .counts, "1",
      "exactly this many, all in the same direction; of several numbers, any one"),
    Key("min_distance", { $0.minDistance = $1 }, .length, "\"8mm\"", "how far each finger must move"),
    Key(
      "max_distance", { $0.maxDistance = $1 }, .orNone(.positiveLength), "\"none\"",
      "with `decide = \"lift\"`: how far each finger may move"),
    Key(
      "max_duration", { $0.maxDuration.given = .some($1) }, .orNone(.positiveTime), "\"800ms\"", inUIKit: "\"500ms\"",
      "how long it may take from the first landing; a `path`, as long for each leg"),
    Key(
      "max_angle", { $0.maxAngle.given = .some($1) }, .orNone(.deviation), "\"40deg\"", inUIKit: "\"30deg\"",
      "how far the path may deviate from the direction, to either side; of a leg of `path`, `\"30deg\"`"),
    Key(
      "min_velocity", { $0.minVelocity = $1 }, .orNone(.speed), "\"none\"",
      "the least mean speed of the path; of a `path`, `\"40mm/s\"`"),
    Key(
      "decide", { $0.decision.given = $1 }, .choice, "\"lift\"", inUIKit: "\"movement\"",
      "whether it is recognized at the lift, as a flick, or during the movement, as soon as it is long enough"),
    Key(
      "lift_velocity", { $0.liftVelocity = $1 }, .orNone(.speed), "\"120mm/s\"",
      "the least speed over the last 70 ms or 100 ms before the lift"),
    Key(
      "straightness", { $0.straightness = $1 }, .share, "0.75",
      "with `decide = \"lift\"`: the least distance from landing to lift as a share of the path; of a leg of `path`, 0.85"
    ),
    Key(
      "path", { $0.path = $1 }, .path, "`[]`",
      "the directions of the legs of a swipe that turns corners, in place of `direction`"
    ),
    Key("min_leg", { $0.minLeg = $1 }, .positiveLength, "\"8mm\"", "how long each leg of `path` must be"),
    Key("after_press", { $0.afterPress = $1 }, .time, "\"0ms\"", afterPressSummary),
    Key(
      "fail_early", { $0.failsEarly.given = $1 }, .boolean, "true", inUIKit: "false",
      "whether it fails as soon as a swipe is no longer possible, so that other gestures need not wait for it"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = directions
    swipe.numbersOfTouches = fingers
    swipe.distances = Dictionary(
      uniqueKeysWithValues: directions.map { direction in
        let least = scale.length(minDistance, along: direction)
        return (direction, least...max(least, maxDistance.map { scale.length($0, along: direction) } ?? .infinity))
      })
    swipe.maximumDuration = scale.resolve(maxDuration) ?? .unlimited
    swipe.maximumAngle = scale.resolve(maxAngle) ?? .pi
    swipe.minimumVelocity = minVelocity.map(scale.length) ?? 0
    swipe.decision = scale.resolve(decision)
    swipe.minimumLiftVelocity = liftVelocity.map(scale.length) ?? 0
    swipe.minimumStraightness = straightness
    swipe.failsEarly = scale.resolve(failsEarly)
    swipe.path = path
    swipe.minimumLegLength = scale.length(minLeg)
    swipe.minimumPressDuration = afterPress
    return swipe
  }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    if !path.isEmpty {
      let standard = Self()
      for (key, isMeant) in [
        ("direction", directions != standard.directions), ("min_distance", minDistance != standard.minDistance),
      ] where isMeant {
        guard let entry = table[key] else { continue }
        reader.warn(
          "\(key.quoted) has no effect beside \("path".quoted)\(key == "direction" ? "" : ": write \("min_leg".quoted)")",
          at: entry.keyPlace)
      }
    }
    guard let entry = table["max_distance"], let maxDistance else { return }
    if minDistance.isAtLeast(maxDistance) {
      reader.report("\"max_distance\" must be more than \"min_distance\"", at: entry.value.place)
    }
    if decision.given == .duringMovement {
      reader.warn(
        "a swipe with decide = \"movement\" is recognized at its least distance: \"max_distance\" has no effect",
        at: entry.keyPlace)
    }
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("SW-3", ["fingers"])
    case .tooFewFingers: ReasonSource("SW-2", ["fingers"])
    case .movedTooLittle: ReasonSource("SW-2", ["min_distance"])
    case .moved, .liftedEarly: ReasonSource("PHA-1", ["after_press"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .swipe(let direction) = values else { return "" }
    return direction.name
  }
}
