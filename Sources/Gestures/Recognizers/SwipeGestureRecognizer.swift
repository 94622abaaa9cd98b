/// Recognizes fingers that go far enough in one direction soon enough (SW).
///
/// As UIKit does, it is recognized during the movement. With `decision = .atLift` it is a flick: recognized at the lift, where it
/// differs from a drag and a curve (SW-7).
public final class SwipeGestureRecognizer: GestureRecognizer {
  /// When a swipe is recognized.
  public enum Decision: String, Sendable, CaseIterable {
    /// As soon as the fingers have gone far enough (SW-2).
    case duringMovement = "movement"
    /// When the first finger lifts, by the whole of its path (SW-7).
    case atLift = "lift"
  }

  /// The directions that are allowed; every finger must go in the same one.
  public var direction: Set<SwipeDirection> {
    get { Set(directions) }
    set { directions = SwipeDirection.allCases.filter(newValue.contains) }
  }
  /// Fingers, exactly: 1 or more. One more fails it (SW-3).
  @exclusivity(unchecked) public var numberOfTouchesRequired = 1
  /// Millimetres: 2.7 times the movement of a tap, and still one movement of a thumb.
  @exclusivity(unchecked) public var minimumDistance = 8.0
  /// From the landing of the first finger.
  @exclusivity(unchecked) public var maximumDuration = Duration.milliseconds(500)
  /// How far a finger's way may turn from the direction, in radians: 30°.
  @exclusivity(unchecked) public var maximumAngle = Vector.pi / 6
  /// Mean speed of each finger's way in millimetres per second; 0: any.
  @exclusivity(unchecked) public var minimumVelocity = 0.0
  /// When it is recognized.
  @exclusivity(unchecked) public var decision = Decision.duringMovement
  /// The speed in the swipe's direction over the last 70 ms or 100 ms before the lift, in millimetres per second; 0: any. Used by
  /// a decision at the lift and by `failsEarly`.
  @exclusivity(unchecked) public var minimumLiftVelocity = 0.0
  /// The distance from landing to lift as a share of the path, 0…1; 0: any path. Used by a decision at the lift.
  @exclusivity(unchecked) public var minimumStraightness = 0.0
  /// Fails during the movement as soon as no swipe can come of it: too far from all directions, turned back, crooked, at rest or
  /// too slow (SW-8). Who waits for its failure then need not wait for the lift.
  @exclusivity(unchecked) public var failsEarly = false

  /// The one that the fingers took; `nil` before it was recognized and after the reset.
  @exclusivity(unchecked) public private(set) var recognizedDirection: SwipeDirection?
  /// Walked in each frame: to look into a set of names costs more than the rest of it.
  @exclusivity(unchecked) private var directions = [SwipeDirection.right]
  @exclusivity(unchecked) private var start: Point?
  @exclusivity(unchecked) private var startTime = Timestamp(microseconds: 0)
  /// The path of the fingers' middle, while all are down.
  @exclusivity(unchecked) private var course = FlickCourse()
  /// Whether the deadline is that of fingers that rest on the way.
  @exclusivity(unchecked) private var watchesRest = false

  /// Where the swipe began (SW-5).
  public override func location(in view: View?) -> Point {
    guard let start else { return super.location(in: view) }
    return view?.convertFromScreen(start) ?? start
  }

  override class var builtInClass: GestureRecognizer.Type? { SwipeGestureRecognizer.self }

  override var fewestTouches: Int { numberOfTouchesRequired }

  public override var values: GestureValues { .swipe(direction: recognizedDirection ?? .right) }

  private var end: Timestamp { startTime + maximumDuration.microseconds }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches <= numberOfTouchesRequired else {
      fail(Reason(.tooManyFingers, numberOfTouches, limit: numberOfTouchesRequired))
      return
    }
    if numberOfTouches == touches.count {
      startTime = time
      deadline = end
      if decision == .atLift || failsEarly {
        course.begin(
          FlickCourse.Demands(
            directions: directions, angle: maximumAngle, liftVelocity: minimumLiftVelocity, noise: uncertainty),
          at: time)
      }
    }
    start = self.touches.centroid { $0.initialLocation }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches == numberOfTouchesRequired else {
      if failsEarly { failWithoutFingers(at: time) }
      return
    }
    if (decision == .atLift || failsEarly) && !follow(touches, at: time) { return }
    guard decision == .duringMovement else { return }
    // Most frames of a movement are those in which it is still too short.
    for touch in touches where touch.displacement.length < minimumDistance - Thresholds.tolerance { return }
    recognize(self.touches, at: time)
  }

  /// Fails when fingers move and others that it needs have not landed in time.
  private func failWithoutFingers(at time: Timestamp) {
    guard attemptTouches.count < numberOfTouchesRequired, time - startTime > FlickCourse.longestLanding,
      touches.contains(where: { $0.displacement.length > FlickCourse.slop })
    else { return }
    fail(Reason(.tooFewFingers, attemptTouches.count, limit: numberOfTouchesRequired))
  }

  /// - Returns: whether a swipe can still come of it.
  private func follow(_ touches: [Touch], at time: Timestamp) -> Bool {
    var step = Vector.zero
    touches.forEachUncounted { step = step + ($0.location - $0.previousLocation) }
    step = step * (1 / Double(numberOfTouches))
    let reason = course.add(step, at: time)
    guard failsEarly else { return true }
    if let reason {
      fail(reason)
      return false
    }
    // Once the fingers have left their place, the deadline looks after them, and is set again when it finds them moving.
    if !watchesRest, let rest = course.restEnd {
      watchesRest = true
      deadline = min(rest, end)
    }
    return true
  }

  /// Recognizes the direction in which all fingers went.
  private func recognize(_ touches: [Touch], at time: Timestamp) {
    let seconds = Double(time - startTime) / 1e6
    for direction in directions {
      guard touches.allSatisfy({ goes($0.displacement, direction, in: seconds) }) else { continue }
      if decision == .atLift && !isFlick(direction) { continue }
      recognizedDirection = direction
      deadline = nil
      state = .recognized
      return
    }
  }

  private func isFlick(_ direction: SwipeDirection) -> Bool {
    course.isOpen(direction) && course.straightness >= minimumStraightness
      && course.liftVelocity(direction) >= minimumLiftVelocity
  }

  private func goes(_ way: Vector, _ direction: SwipeDirection, in seconds: Double) -> Bool {
    let length = way.length
    return length >= minimumDistance - Thresholds.tolerance
      && direction.unit.angle(to: way).magnitude <= maximumAngle + Thresholds.tolerance
      && length >= minimumVelocity * seconds
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if decision == .atLift && attemptTouches.count == numberOfTouchesRequired { recognize(attemptTouches, at: time) }
    // A swipe that has to wait for others has its direction.
    if recognizedDirection == nil { fail(shortcoming(.movedTooLittle, at: time)) }
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  public override func deadlinePassed(at time: Timestamp) {
    if time < end, let rest = course.restEnd {
      if rest > time { deadline = min(rest, end) } else { fail(Reason(.tooSlowToFlick, 0, limit: minimumLiftVelocity)) }
    } else {
      fail(shortcoming(.outOfTime, at: time))
    }
  }

  /// What the fingers' ways lack for a swipe; `tooShort` says how a way that is too short is put.
  private func shortcoming(_ tooShort: Reason.Kind, at time: Timestamp) -> Reason {
    guard attemptTouches.count >= numberOfTouchesRequired else {
      return Reason(.tooFewFingers, attemptTouches.count, limit: numberOfTouchesRequired)
    }
    let ways = attemptTouches.map(\.displacement)
    let length = ways.map(\.length).min() ?? 0
    if length < minimumDistance - Thresholds.tolerance { return Reason(tooShort, length, limit: minimumDistance) }
    let turns = directions.map { direction in ways.map { direction.unit.angle(to: $0).magnitude }.max() ?? 0 }
    let turn = turns.min() ?? .pi
    if turn > maximumAngle + Thresholds.tolerance { return Reason(.wrongDirection, turn, limit: maximumAngle) }
    let seconds = Double(time - startTime) / 1e6
    let velocity = seconds > 0 ? length / seconds : 0
    if decision == .duringMovement || velocity < minimumVelocity {
      return Reason(.tooSlow, velocity, limit: minimumVelocity)
    }
    if course.straightness < minimumStraightness {
      return Reason(.crooked, course.straightness, limit: minimumStraightness)
    }
    if time >= end { return Reason(.outOfTime, length, limit: minimumDistance) }
    let liftVelocities = directions.map { course.liftVelocity($0) }
    return Reason(.tooSlowToFlick, max(0, liftVelocities.max() ?? 0), limit: minimumLiftVelocity)
  }

  public override func reset() {
    start = nil
    recognizedDirection = nil
    watchesRest = false
  }
}
