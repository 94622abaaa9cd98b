/// Recognizes two fingers that turn round each other, and measures by how much (ROT).
public final class RotationGestureRecognizer: GestureRecognizer {
  /// How far the fingers must turn before the rotation begins, in radians: 5°, more than what two resting fingers wobble.
  /// 0 asks for the raw measure: then no fingers are too close either.
  @exclusivity(unchecked) public var slop = 0.09
  /// Closer fingers give no steps, in millimetres: 0.2 mm of noise at 5 mm is 2.3° (ROT-5).
  private var shortestDistance: Double { slop > 0 ? 5.0 : 0.01 }
  /// A step that is larger is not a turn but the panel exchanging the fingers, in radians (ROT-3).
  static let largestStep = Vector.pi * 0.8

  /// Radians since began, clockwise positive, over full turns. Set, it counts on from the value set, and the velocity starts
  /// afresh (ROT-4).
  public var rotation: Double {
    get { currentRotation }
    set {
      currentRotation = newValue
      tracker.clear()
    }
  }

  /// Radians a second.
  public var velocity: Double { tracker.velocity(at: moment, atLift: numberOfTouches < 2).x }

  @exclusivity(unchecked) private var currentRotation = 0.0
  /// The turn before began.
  @exclusivity(unchecked) private var turned = 0.0
  /// The fingers that the reference belongs to.
  @exclusivity(unchecked) private var pair: FingerPair?
  /// From one finger to the other when they last gave an angle; `nil`: the next frame only sets it.
  @exclusivity(unchecked) private var reference: Vector?
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  @exclusivity(unchecked) private var moment = Timestamp(microseconds: 0)

  public override func location(in view: View?) -> Point {
    guard let centre = FingerPair(touches)?.centre else { return super.location(in: view) }
    return view?.convertFromScreen(centre) ?? centre
  }

  override class var builtInClass: GestureRecognizer.Type? { RotationGestureRecognizer.self }

  override var fewestTouches: Int { 2 }
  /// Nobody rivals the raw measure.
  override var component: Component? { slop > 0 ? .rotation : nil }
  override var travel: Double { turned.magnitude * (reference?.length ?? 0) / 2 }

  public override var values: GestureValues { .rotation(rotation: rotation, velocity: velocity) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouches - touches.count < 2 { rebase(to: FingerPair(self.touches)) }
    // Rivals are compared from the landing of the last finger on.
    if state == .possible && engine?.intention.followsLeader == true { turned = 0 }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let pair = FingerPair(self.touches), pair.contains(anyOf: touches) else { return }
    moment = time
    let step = step(to: pair)
    if state == .possible {
      turned += step
      // An angle has the noise of two places.
      if turned.magnitude > slop + Thresholds.tolerance
        && isReal(turned.magnitude * pair.way.length / 1.5, beyond: slop)
      {
        begin()
      }
    } else {
      currentRotation += step
      track(pair, at: time)
      state = .changed
    }
  }

  /// The turn since the last frame; 0 where there is none to be had.
  @inline(__always)
  private func step(to pair: FingerPair) -> Double {
    let before = pair.isSame(as: self.pair) ? reference : nil
    rebase(to: pair)
    guard let before, let reference else { return 0 }
    let step = before.angle(to: reference)
    return step.magnitude > Self.largestStep ? 0 : step
  }

  public override func didBegin(at time: Timestamp) {
    moment = time
    currentRotation = 0
    if let pair = FingerPair(touches) { track(pair, at: time) }
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    lift(at: time)
    if numberOfTouches == 0 { if state == .possible { failAtLift(shortcoming) } else { state = .ended } }
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    lift(at: time)
    if numberOfTouches == 0 { cancelOrFail() }
  }

  private func lift(at time: Timestamp) {
    moment = time
    rebase(to: FingerPair(touches))
  }

  private var shortcoming: Reason {
    guard let pair = FingerPair(attemptTouches) else { return Reason(.tooFewFingers, attemptTouches.count, limit: 2) }
    let distance = pair.way.length
    return turned == 0 && distance < shortestDistance
      ? Reason(.tooClose, distance, limit: shortestDistance)
      : Reason(.turnedTooLittle, turned.magnitude, limit: slop)
  }

  @inline(__always)
  private func rebase(to pair: FingerPair?) {
    self.pair = pair
    reference = pair.flatMap { $0.way.length >= shortestDistance ? $0.way : nil }
  }

  private func track(_ pair: FingerPair, at time: Timestamp) {
    // Half a millimetre of the fingers, as an angle.
    tracker.leastTurn = 1 / max(pair.way.length, shortestDistance)
    tracker.add(Point(x: currentRotation, y: 0), at: time)
  }

  public override func reset() {
    currentRotation = 0
    turned = 0
    pair = nil
    reference = nil
    tracker.clear()
  }
}
