/// Recognizes two fingers that come together or part, and measures by how much (PIN).
public final class PinchGestureRecognizer: GestureRecognizer {
  /// By how much the fingers' distance must change before the pinch begins, in millimetres: what two resting fingers wobble.
  /// 0 asks for the raw measure: then no distance is too short either.
  @exclusivity(unchecked) public var slop = 1.3
  /// A shorter distance counts as this one, in millimetres, as panels merge contacts that are so close (PIN-7).
  private var shortestDistance: Double { slop > 0 ? 2.0 : 0.01 }

  /// The fingers' distance as a ratio to that at began, 1 there. Set, it counts on from the value set, and the velocity
  /// starts afresh (PIN-5).
  public var scale: Double {
    get { currentScale }
    set {
      currentScale = newValue
      rebase()
      tracker.clear()
    }
  }

  /// Change of the scale a second.
  public var velocity: Double { tracker.velocity(at: moment, atLift: numberOfTouches < 2).x }

  @exclusivity(unchecked) private var currentScale = 1.0
  /// The fingers that the reference belongs to.
  @exclusivity(unchecked) private var pair: FingerPair?
  /// The distance and the scale that belong together.
  @exclusivity(unchecked) private var reference = 1.0
  @exclusivity(unchecked) private var referenceScale = 1.0
  /// Of the fingers' distance before began, in millimetres.
  @exclusivity(unchecked) private var change = 0.0
  @exclusivity(unchecked) private var tracker = VelocityTracker()
  @exclusivity(unchecked) private var moment = Timestamp(microseconds: 0)

  public override func location(in view: View?) -> Point {
    guard let centre = FingerPair(touches)?.centre else { return super.location(in: view) }
    return view?.convertFromScreen(centre) ?? centre
  }

  override class var builtInClass: GestureRecognizer.Type? { PinchGestureRecognizer.self }

  override var fewestTouches: Int { 2 }
  /// Nobody rivals the raw measure.
  override var component: Component? { slop > 0 ? .scale : nil }
  override var travel: Double { change / 2 }

  public override var values: GestureValues { .pinch(scale: scale, velocity: velocity) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    followPair()
    if state == .possible && engine?.intention.followsLeader == true {
      // Rivals are compared from the landing of the last finger on.
      rebase()
      change = 0
    }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    followPair()
    guard let pair, pair.contains(anyOf: touches) else { return }
    moment = time
    let distance = distance(of: pair)
    if state == .possible {
      change = (distance - reference).magnitude
      // A distance has the noise of two places.
      if change > slop + Thresholds.tolerance && isReal(change / 1.5, beyond: slop) { begin() }
    } else {
      currentScale = referenceScale * distance / reference
      track(at: time)
      state = .changed
    }
  }

  public override func didBegin(at time: Timestamp) {
    moment = time
    currentScale = 1
    rebase()
    track(at: time)
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
    followPair()
  }

  private var shortcoming: Reason {
    attemptTouches.count < 2
      ? Reason(.tooFewFingers, attemptTouches.count, limit: 2) : Reason(.movedTooLittle, change, limit: slop)
  }

  /// Where the two oldest fingers are others than before, the scale goes on from there with them (PIN-4). A finger that
  /// comes or goes beside them changes nothing (PIN-3).
  @inline(__always)
  private func followPair() {
    let new = FingerPair(touches)
    let isSame = new?.isSame(as: pair) == true
    pair = new
    if !isSame { rebase() }
  }

  /// Lets the scale go on from its present value with the present pair.
  private func rebase() {
    guard let pair else { return }
    reference = distance(of: pair)
    referenceScale = currentScale
  }

  private func track(at time: Timestamp) {
    // Half a millimetre of the fingers, as a ratio.
    tracker.leastTurn = 0.5 / reference
    tracker.add(Point(x: currentScale, y: 0), at: time)
  }

  private func distance(of pair: FingerPair) -> Double { max(pair.way.length, shortestDistance) }

  public override func reset() {
    currentScale = 1
    pair = nil
    change = 0
    referenceScale = 1
    tracker.clear()
  }
}
