/// Recognizes fingers that move far enough in one direction within a limited time (SW).
///
/// Like UIKit's, it is recognized during the movement. With `decision = .atLift` it is recognized at the lift, and only if the
/// movement was a flick, not a drag or a curve (SW-7).
///
///     let swipe = SwipeGestureRecognizer(name: "swipe")
///     swipe.direction = [.left, .right]
///     swipe.numberOfTouchesRequired = 2
///     swipe.addAction { swipe in log(swipe.recognizedDirection == .left ? "next" : "back") }
open class SwipeGestureRecognizer: GestureRecognizer {
  /// The moment when a swipe is recognized.
  public enum Decision: String, Sendable, CaseIterable {
    /// As soon as the fingers have moved far enough (SW-2).
    case duringMovement = "movement"
    /// When the first finger lifts, judged by its whole path (SW-7).
    case atLift = "lift"
  }

  /// A set of directions: `.left`, `[.left, .right]`.
  public typealias Direction = Set<SwipeDirection>

  /// The allowed directions. All fingers must move in the same one.
  public final var direction: Direction {
    get { Set(directions) }
    set { directions = newValue.sorted { $0.angle < $1.angle } }
  }
  /// The exact number of fingers, 1 or more. An additional finger fails the swipe (SW-3).
  public final var numberOfTouchesRequired: Int {
    get { numbersOfTouches.least }
    set { numbersOfTouches = TouchCounts(newValue) }
  }
  /// The numbers of fingers that the swipe may have.
  public final var numbersOfTouches: TouchCounts = 1
  /// The least distance of each finger from where it landed, in millimetres. The default is 2.7 times the movement that a tap
  /// allows, and still one movement of a thumb.
  public final var minimumDistance = 8.0 {
    didSet { updateDistances() }
  }
  /// The largest distance of each finger from where it landed, in millimetres. Unlimited by default; applies with
  /// `decision = .atLift`, because a swipe that is recognized during the movement ends at its least distance.
  public final var maximumDistance = Double.infinity {
    didSet { updateDistances() }
  }
  /// The distances of single directions, in millimetres. Other directions have `minimumDistance` and `maximumDistance`.
  public final var distances: [SwipeDirection: ClosedRange<Double>] = [:] {
    didSet { updateDistances() }
  }
  /// The longest time from the landing of the first finger.
  public final var maximumDuration = Duration.milliseconds(500) {
    didSet {
      longestDuration = maximumDuration.microseconds
    }
  }
  /// The same in microseconds.
  private final var longestDuration: Int64 = 500_000
  /// The largest angle between a finger's displacement and the direction, in radians. The default is 30°.
  public final var maximumAngle = Vector.pi / 6
  /// The least mean speed of each finger's displacement since the first landing, in millimetres per second; 0: any.
  public final var minimumVelocity = 0.0
  /// The moment when the swipe is recognized.
  public final var decision = Decision.duringMovement
  /// The least speed in the swipe's direction over the last 70 ms or 100 ms before the lift, in millimetres per second; 0: any.
  /// Used with `decision = .atLift` and by `failsEarly`.
  public final var minimumLiftVelocity = 0.0
  /// The least ratio of the distance from landing to lift to the length of the path, 0…1; 0: any path. Used with
  /// `decision = .atLift`.
  public final var minimumStraightness = 0.0
  /// Whether the swipe fails during the movement as soon as it cannot be recognized any more: too far from all directions,
  /// turned back or, while something waits for it or runs beside it, crooked, resting or too slow (SW-8). Gestures that require its
  /// failure, and touches that it holds back, then don't wait for the lift.
  public final var failsEarly = false

  /// The directions of the legs of a swipe that turns corners, such as up and then right, at most 8; empty: a straight one, which goes in one of
  /// `direction`. It is decided at the lift (SW-11), and its `recognizedDirection` is that of the last leg.
  public final var path: [SwipeDirection] {
    get { legs?.directions ?? [] }
    set { legs = newValue.isEmpty ? nil : SwipePath(newValue) }
  }
  /// The least length of each leg of `path`, in millimetres.
  public final var minimumLegLength = 8.0
  private final var legs: SwipePath?
  /// The time for which the fingers must rest where they landed before the swipe; 0: they need not (PHA-1). Its duration counts from then.
  public final var minimumPressDuration: Duration {
    get { pressBefore ?? .zero }
    set { pressBefore = newValue }
  }

  /// The direction that the fingers took; `nil` before recognition and after the reset.
  public final private(set) var recognizedDirection: SwipeDirection?
  /// An array, because it is iterated in each frame, and a set's lookups would cost more than the rest of the frame.
  private final var directions = [SwipeDirection.right] {
    didSet { updateDistances() }
  }
  /// The least and the largest distance of all directions.
  private var shortestDistance = 8.0
  private var longestDistance = Double.infinity
  private var start: Point?
  private var startTime = Timestamp(microseconds: 0)
  /// The path of the middle of the fingers, while all are down.
  private final var course = FlickCourse()
  /// Whether the current deadline is the one at which resting fingers fail.
  private var watchesRest = false
  /// Why the fingers hardly make a swipe any more: it fails as soon as something waits for it (SW-8).
  private var weakness: Reason?
  /// The engine's `turningPoints` when nothing waited for the failure, which holds until the next one.
  private var unawaited: UInt?

  /// Returns the place where the swipe began, in millimetres (SW-5).
  open override func location(in view: View?) -> Point {
    guard let start else { return super.location(in: view) }
    return view?.convertFromScreen(start) ?? start
  }

  override var placesOfTouches: [Point]? { attemptTouches.map { $0.initialLocation } }
  override func place(of touch: Touch) -> Point { touch.initialLocation }

  override var isOfBuiltInClass: Bool { isExactly(SwipeGestureRecognizer.self) }

  override var fewestTouches: Int { numbersOfTouches.least }
  override var waitsForPresses: Bool { true }
  override var restsTogether: Bool { decision == .atLift }
  override var mostFingers: Int { numbersOfTouches.most }

  /// The direction of a recognized swipe; `none` before, and if the swipe failed.
  open override var values: GestureValues { recognizedDirection.map { .swipe(direction: $0) } ?? .none }

  private var end: Timestamp { startTime + longestDuration }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if fails(ifMoreThan: numbersOfTouches.most) { return }
    if pressBefore != nil {
      start = self.touches.centroid { $0.initialLocation }
      return beginPress(at: time)
    }
    if numberOfTouches == touches.count { setOff(at: time) }
    if numbersOfTouches.most > 1, let togetherness {
      expire(at: lacksFingers(numberOfTouches) ? min(end, time + togetherness) : end)
    }
    start = self.touches.centroid { $0.initialLocation }
  }

  /// Begins to measure the movement.
  private func setOff(at time: Timestamp) {
    startTime = time
    expire(at: end)
    if legs != nil { return beginPath() }
    if decision == .atLift || failsEarly {
      course.begin(
        towards: directions,
        FlickCourse.Demands(angle: maximumAngle, liftVelocity: minimumLiftVelocity, noise: uncertainty), at: time)
    }
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if conditions != nil, let press = conditions?.press, !press.hasLeft {
      if !press.isOver { return failIfMoved(touches) }
      // While they rest on, no time passes.
      guard leavesPress(touches) else { return }
      setOff(at: time)
    }
    guard numbersOfTouches.contains(numberOfTouches) else {
      if failsEarly { failWithoutFingers(at: time) }
      return
    }
    if legs != nil { return followPath(at: time) }
    if (decision == .atLift || failsEarly) && !follow(touches, at: time) { return }
    if conditions != nil, failsEarly, let needed = restingTouches, let engine {
      // Fingers that landed together move together.
      let count = engine.restingTouches(for: self).count
      if count != needed.count { return fail(Reason(.restingFingers, count, limit: needed.count)) }
    }
    guard decision == .duringMovement else { return }
    // In most frames of a movement the distance is still too short.
    for touch in touches where touch.displacement.length < shortestDistance - Thresholds.tolerance { return }
    recognize(self.touches, at: time)
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    if let press = conditions?.press, !press.hasLeft {
      for touch in touches { zone.keep(touch, within: PressBefore.movement, of: touch.initialLocation) }
      return .none
    }
    if legs != nil { return zone.close(unless: false, .each) }
    // If it fails early, it sees each frame, even if late, unless something depends on the moment of its failure.
    let mustFailInTime = failsEarly && failureIsObserved
    if !numbersOfTouches.contains(numberOfTouches) {
      return failsEarly ? zone.close(unless: !mustFailInTime, .each) : .none
    }
    if mustFailInTime {
      guard let rest = course.rest else { return zone.close(unless: false, .each) }
      zone.keepCentre(of: touches, within: rest)
      if longestDistance < .infinity {
        for touch in touches { zone.keep(touch, within: longestDistance, of: touch.initialLocation) }
      }
    }
    if decision == .duringMovement { waitForDistance(in: &zone) }
    return failsEarly || decision == .atLift ? .each : .none
  }

  /// One finger that has not gone far enough, or goes elsewhere, holds the swipe back.
  private func waitForDistance(in zone: inout QuietZone) {
    guard let touch = touches.first else { return }
    let way = touch.displacement, length = way.length
    if length < shortestDistance {
      zone.keep(touch, within: shortestDistance, of: touch.initialLocation)
    } else {
      var turn = Vector.pi / 2
      for direction in directions { turn = min(turn, direction.unit.angle(to: way).magnitude - maximumAngle) }
      // The sine of an angle up to π/2 is at least 2/π of the angle.
      zone.keep(touch, within: length * turn * 0.63)
    }
  }

  /// Whether more fingers must land.
  private func lacksFingers(_ count: Int) -> Bool { !numbersOfTouches.contains(count) }

  private var tooFewFingers: Reason {
    let count = attemptTouches.count
    return Reason(.tooFewFingers, count, limit: numbersOfTouches.next(after: count))
  }

  /// Fails if fingers move and the others that the swipe needs have not landed in time.
  private func failWithoutFingers(at time: Timestamp) {
    guard lacksFingers(attemptTouches.count), time - startTime > FlickCourse.longestLanding,
      touches.contains(where: { $0.displacement.length > FlickCourse.slop })
    else { return }
    weakness = tooFewFingers
    _ = failsIfAwaited()
  }

  // MARK: Legs

  private func beginPath() {
    legs?.leastLength = minimumLegLength
    legs?.straightness = minimumStraightness
    if legs?.largestAngle != maximumAngle { legs?.largestAngle = maximumAngle }
    if let middle = touches.centroid({ $0.initialLocation }) { legs?.begin(at: middle) }
  }

  private func followPath(at time: Timestamp) {
    guard let middle = touches.centroid() else { return }
    legs?.add(middle)
    if failsEarly && legs?.isHopeless == true { fail(shortcomingOfPath(at: time)) }
  }

  /// Whether the path has all legs and was fast enough, now that the first finger lifts.
  private func hasAllLegs(at time: Timestamp) -> Bool {
    guard legs != nil, !lacksFingers(attemptTouches.count), let middle = attemptTouches.centroid() else { return false }
    return legs?.isComplete(at: middle) == true && pathVelocity(at: time) >= minimumVelocity
  }

  /// The mean speed on the path, in millimetres per second.
  private func pathVelocity(at time: Timestamp) -> Double {
    time > startTime ? (legs?.length ?? 0) * 1e6 / Double(time - startTime) : .infinity
  }

  private func shortcomingOfPath(at time: Timestamp) -> Reason {
    if lacksFingers(attemptTouches.count) { return tooFewFingers }
    let done = legs?.legsDone ?? 0
    let velocity = pathVelocity(at: time)
    if done == path.count && velocity < minimumVelocity { return Reason(.tooSlow, velocity, limit: minimumVelocity) }
    return Reason(.tooFewLegs, Double(done), limit: Double(path.count))
  }

  /// Adds the movement to the path.
  ///
  /// - Returns: whether the movement can still become a swipe.
  private func follow(_ touches: [Touch], at time: Timestamp) -> Bool {
    var step = Vector.zero
    for touch in touches { step = step + (touch.location - touch.previousLocation) }
    step = step * (1 / Double(numberOfTouches))
    let reason = course.add(step, at: time)
    guard failsEarly else { return true }
    if let certain = (longestDistance < .infinity ? excess : nil) ?? (course.isClosed ? reason : nil) {
      fail(certain)
      return false
    }
    if weakness == nil { weakness = reason }
    if failsIfAwaited() { return false }
    // After the fingers have left their place, the deadline detects a rest. If it finds them moving, it is set again.
    if !watchesRest, let rest = course.restEnd {
      watchesRest = true
      expire(at: min(rest, end))
    }
    return true
  }

  /// Fails if it has a weakness and something waits for it.
  private func failsIfAwaited() -> Bool {
    guard let weakness, let engine, engine.turningPoints != unawaited else { return false }
    guard engine.isAwaited(self) else {
      unawaited = engine.turningPoints
      return false
    }
    fail(weakness)
    return true
  }

  /// The reason why a finger has gone too far in every direction, beyond the distance that it may go back.
  private var excess: Reason? {
    let longest = touches.map { $0.displacement.length }.max() ?? 0
    guard longest > longestDistance + FlickCourse.longestReturn else { return nil }
    return Reason(.movedTooFar, longest, limit: longestDistance)
  }

  /// Recognizes the swipe if all fingers have moved in one of the directions, and if no other swipe fits better (SW-9, SW-10).
  private func recognize(_ touches: [Touch], at time: Timestamp) {
    if legs != nil {
      guard hasAllLegs(at: time) else { return }
      recognizedDirection = path.last
      deadline = nil
      state = .recognized
      return
    }
    guard let fit = bestFit(touches, at: time), betterSwipe(than: fit, at: time) == nil else { return }
    if state != .possible { return }  // A delegate that was asked has switched it off.
    recognizedDirection = fit.direction
    deadline = nil
    state = .recognized
  }

  /// Returns the direction nearest to the fingers' movement, of those that they fulfil; `nil` if there is none.
  private func bestFit(_ touches: [Touch], at time: Timestamp) -> SwipeFit? {
    // Most fingers that lift have not gone as far as any direction demands.
    if touches.contains(where: { $0.displacement.length < shortestDistance - Thresholds.tolerance }) { return nil }
    let seconds = Double(time - startTime) / 1e6
    let way = touches.reduce(into: Vector.zero) { $0 = $0 + $1.displacement }
    var best: SwipeFit?
    for direction in directions {
      guard touches.allSatisfy({ goes($0.displacement, direction, in: seconds) }) else { continue }
      if decision == .atLift && !isFlick(direction, at: time) { continue }
      let fit = SwipeFit(
        direction: direction, deviation: direction.unit.angle(to: way).magnitude,
        leastDistance: range(of: direction).lowerBound)
      if best.map({ fit.isBetter(than: $0) }) ?? true { best = fit }
    }
    return best
  }

  /// Returns the swipe that would be recognized instead of this one, because its direction is nearer to the movement (SW-9), or
  /// because it asks for a longer one (SW-10). Where one of the two waits for the other, that decides.
  private func betterSwipe(than fit: SwipeFit, at time: Timestamp) -> (swipe: SwipeGestureRecognizer, fit: SwipeFit)? {
    var better: (swipe: SwipeGestureRecognizer, fit: SwipeFit)?
    engine?.forEachRival(of: self) { rival in
      guard let swipe = rival as? SwipeGestureRecognizer,
        swipe.numbersOfTouches.overlaps(numbersOfTouches), swipe.decision == decision,
        !swipe.lacksFingers(swipe.attemptTouches.count), swipe.attemptTouches.count == attemptTouches.count,
        swipe.conditions == nil || swipe.unmetSpread == nil,
        !swipe.requiresFailure(of: self), !requiresFailure(of: swipe)
      else { return }
      if swipe.legs != nil {
        // A path with corners says more than its two ends.
        if swipe.hasAllLegs(at: time) { better = (swipe, fit) }
        return
      }
      guard let other = swipe.bestFit(swipe.attemptTouches, at: time), other.isBetter(than: fit),
        better?.swipe.legs == nil
      else { return }
      better = (swipe, other)
    }
    return better
  }

  private func isFlick(_ direction: SwipeDirection, at time: Timestamp) -> Bool {
    course.isOpen(direction) && course.straightness >= minimumStraightness
      && course.liftVelocity(direction) >= minimumLiftVelocity && course.braking(at: time) == nil
  }

  private func goes(_ way: Vector, _ direction: SwipeDirection, in seconds: Double) -> Bool {
    let length = way.length
    let range = range(of: direction)
    return length >= range.lowerBound - Thresholds.tolerance
      && (decision == .duringMovement || length <= range.upperBound + Thresholds.tolerance)
      && direction.unit.angle(to: way).magnitude <= maximumAngle + Thresholds.tolerance
      && length >= minimumVelocity * seconds
  }

  private func range(of direction: SwipeDirection) -> ClosedRange<Double> {
    if !distances.isEmpty, let range = distances[direction] { return range }
    return minimumDistance...max(minimumDistance, maximumDistance)
  }

  private func updateDistances() {
    let ranges = directions.map { range(of: $0) }
    shortestDistance = ranges.map { $0.lowerBound }.min() ?? .infinity
    longestDistance = ranges.map { $0.upperBound }.max() ?? .infinity
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if (decision == .atLift || legs != nil) && !isPressing && !lacksFingers(attemptTouches.count) {
      recognize(attemptTouches, at: time)
    }
    // A swipe that waits for other gestures has its direction already.
    if recognizedDirection == nil && state == .possible { fail(shortcoming(.movedTooLittle, at: time)) }
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  open override func deadlinePassed(at time: Timestamp) {
    if isPressing {
      if lacksFingers(attemptTouches.count) { return fail(tooFewFingers) }
      finishPress()
      deadline = nil
    } else if time < end, lacksFingers(attemptTouches.count) {
      fail(isApart(.landedApart))
    } else if time < end, let rest = course.restEnd {
      if rest <= time {
        weakness = weakness ?? Reason(.tooSlowToFlick, 0, limit: minimumLiftVelocity)
        if failsIfAwaited() { return }
      }
      expire(at: rest > time ? min(rest, end) : end)
    } else {
      fail(shortcoming(.outOfTime, at: time))
    }
  }

  /// Returns the reason why the movement was not a swipe.
  ///
  /// - Parameter tooShort: the kind of reason if the distance is too short.
  private func shortcoming(_ tooShort: Reason.Kind, at time: Timestamp) -> Reason {
    if lacksFingers(attemptTouches.count) { return tooFewFingers }
    if isPressing, let press = conditions?.press { return press.shortcoming(at: time) }
    if legs != nil { return shortcomingOfPath(at: time) }
    let ways = attemptTouches.map { $0.displacement }
    let length = ways.map { $0.length }.min() ?? 0
    let turns = directions.map { direction in ways.map { direction.unit.angle(to: $0).magnitude }.max() ?? 0 }
    let turn = turns.min() ?? .pi
    // The distances of the direction that is nearest to the movement.
    let distances = zip(directions, turns).first { $1 == turn }.map { range(of: $0.0) } ?? 0...0
    if length < distances.lowerBound - Thresholds.tolerance {
      return Reason(tooShort, length, limit: distances.lowerBound)
    }
    if turn > maximumAngle + Thresholds.tolerance { return Reason(.wrongDirection, turn, limit: maximumAngle) }
    let longest = ways.map { $0.length }.max() ?? 0
    if decision == .atLift, longest > distances.upperBound + Thresholds.tolerance {
      return Reason(.movedTooFar, longest, limit: distances.upperBound)
    }
    if let fit = bestFit(attemptTouches, at: time), let (swipe, other) = betterSwipe(than: fit, at: time) {
      if swipe.legs != nil { return Reason(.otherPath, other: swipe) }
      return other.isNearer(than: fit)
        ? Reason(.nearerDirection, fit.deviation, limit: other.deviation, other: swipe)
        : Reason(.longerOther, fit.leastDistance, limit: other.leastDistance, other: swipe)
    }
    let seconds = Double(time - startTime) / 1e6
    let velocity = seconds > 0 ? length / seconds : 0
    if decision == .duringMovement || velocity < minimumVelocity {
      return Reason(.tooSlow, velocity, limit: minimumVelocity)
    }
    if course.straightness < minimumStraightness {
      return Reason(.crooked, course.straightness, limit: minimumStraightness)
    }
    if time >= end { return Reason(.outOfTime, length, limit: distances.lowerBound) }
    let liftVelocity = max(0, directions.map { course.liftVelocity($0) }.max() ?? 0)
    if liftVelocity >= minimumLiftVelocity, let braking = course.braking(at: time) { return braking }
    return Reason(.tooSlowToFlick, liftVelocity, limit: minimumLiftVelocity)
  }

  open override func reset() {
    start = nil
    recognizedDirection = nil
    watchesRest = false
    weakness = nil
    unawaited = nil
  }
}
