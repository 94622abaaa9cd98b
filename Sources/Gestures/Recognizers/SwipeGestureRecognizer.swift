/// Recognizes fingers that go far enough in one direction soon enough: during the movement, not at the lift (SW).
public final class SwipeGestureRecognizer: GestureRecognizer {
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

  /// The one that the fingers took; `nil` before it was recognized and after the reset.
  @exclusivity(unchecked) public private(set) var recognizedDirection: SwipeDirection?
  /// Walked in each frame: to look into a set of names costs more than the rest of it.
  @exclusivity(unchecked) private var directions = [SwipeDirection.right]
  @exclusivity(unchecked) private var start: Point?
  @exclusivity(unchecked) private var startTime = Timestamp(microseconds: 0)

  /// Where the swipe began (SW-5).
  public override func location(in view: View?) -> Point {
    guard let start else { return super.location(in: view) }
    return view?.convertFromScreen(start) ?? start
  }

  override class var builtInClass: GestureRecognizer.Type? { SwipeGestureRecognizer.self }

  public override var values: GestureValues { .swipe(direction: recognizedDirection ?? .right) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches <= numberOfTouchesRequired else {
      fail(Reason(.tooManyFingers, numberOfTouches, limit: numberOfTouchesRequired))
      return
    }
    if numberOfTouches == touches.count {
      startTime = time
      deadline = time + maximumDuration.microseconds
    }
    start = self.touches.centroid { $0.initialLocation }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches == numberOfTouchesRequired else { return }
    // Most frames of a movement are those in which it is still too short.
    for touch in touches where touch.displacement.length < minimumDistance - Thresholds.tolerance { return }
    let seconds = Double(time - startTime) / 1e6
    for direction in directions {
      guard self.touches.allSatisfy({ goes($0.displacement, direction, in: seconds) }) else { continue }
      recognizedDirection = direction
      deadline = nil
      state = .recognized
      return
    }
  }

  private func goes(_ way: Vector, _ direction: SwipeDirection, in seconds: Double) -> Bool {
    let length = way.length
    return length >= minimumDistance - Thresholds.tolerance
      && direction.unit.angle(to: way).magnitude <= maximumAngle + Thresholds.tolerance
      && length >= minimumVelocity * seconds
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    fail(shortcoming(.movedTooLittle, at: time))
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  public override func deadlinePassed(at time: Timestamp) { fail(shortcoming(.outOfTime, at: time)) }

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
    return Reason(.tooSlow, seconds > 0 ? length / seconds : 0, limit: minimumVelocity)
  }

  public override func reset() {
    start = nil
    recognizedDirection = nil
  }
}
