/// Recognizes fingers that move together or apart, and measures the change of their distance (PIN).
///
///     let pinch = PinchGestureRecognizer(name: "pinch")
///     pinch.addAction { pinch in
///       guard let view = pinch.view else { return }
///       view.transform = view.transform.scaledBy(x: pinch.scale, y: pinch.scale)
///       pinch.scale = 1
///     }
open class PinchGestureRecognizer: GestureRecognizer {
  /// The direction in which the fingers move.
  public enum Direction: String, Sendable, CaseIterable {
    /// Apart: the scale grows.
    case out
    /// Together: the scale shrinks.
    case `in`
  }

  /// The directions in which the pinch may begin. A movement beyond the slop in another direction fails it (PIN-10). Once it
  /// has begun, the fingers may move in both.
  public final var direction = Set(Direction.allCases) {
    didSet { (beginsInward, beginsOutward) = (direction.contains(.in), direction.contains(.out)) }
  }
  private var beginsInward = true
  private var beginsOutward = true
  /// The number of fingers that are measured, 2 or more (PIN-9).
  public final var numberOfTouchesRequired = 2 {
    didSet { if numberOfTouchesRequired < 2 { numberOfTouchesRequired = 2 } }
  }
  /// Whether further fingers may land before the pinch begins. They change nothing, as in UIKit (PIN-3); if `false`, they fail
  /// it (PIN-9).
  public final var allowsMoreTouches = true
  /// The change of the fingers' distance that begins the pinch, in millimetres. The default is above the wobble of two resting
  /// fingers. 0 selects the raw measure: the pinch begins at any change, however close the fingers are.
  public final var slop = 1.3
  /// Shorter distances count as this one, in millimetres, because panels merge contacts that are this close (PIN-7).
  private var shortestDistance: Double { slop > 0 ? 2.0 : 0.01 }

  /// The ratio of the fingers' distance to that at `began`, where it is 1. Setting it continues from the value set and restarts
  /// the measurement of velocity (PIN-5).
  ///
  /// Before the pinch has begun, for example in `gestureRecognizerShouldBegin`, it is the ratio to the distance from which the
  /// pinch is measured: usually that at the landing (PIN-11).
  public final var scale: Double {
    get {
      guard state == .possible, let span else { return currentScale }
      return referenceScale * distance(of: span) / reference
    }
    set {
      currentScale = newValue
      rebase()
      tracker.clear()
    }
  }

  /// The change of the scale per second.
  public final var velocity: Double {
    guard state == .possible else { return tracker.velocity(at: moment, atLift: numberOfTouches < 2).x }
    return FingerSpan.velocity(of: touches.prefix(measured), at: moment).stretch / reference
  }

  private var currentScale = 1.0
  /// The fingers to which the reference belongs.
  private var span: FingerSpan?
  /// The fingers' distance in millimetres at which the scale was `referenceScale`.
  private var reference = 1.0
  private var referenceScale = 1.0
  /// The change of the fingers' distance before `began`, in millimetres; negative if they came together.
  private var change = 0.0
  private final var tracker = VelocityTracker()
  private var moment = Timestamp(microseconds: 0)

  /// The number of fingers that are measured: as many as the gesture requires, or all (PIN-3).
  private var measured = 2
  /// The fingers that are measured; `nil` if fewer than two are down.
  private var currentSpan: FingerSpan? { FingerSpan(touches, upTo: measured) }

  open override func location(in view: View?) -> Point {
    currentSpan?.location(in: view) ?? super.location(in: view)
  }

  override var isOfBuiltInClass: Bool { isExactly(PinchGestureRecognizer.self) }

  override var fewestTouches: Int { numberOfTouchesRequired }
  override var failsWithMoreTouches: Bool { !allowsMoreTouches }
  /// A pinch with the raw measure has no rivals.
  override var component: Component? { slop > 0 ? .scale : nil }
  override var travel: Double { change.magnitude / 2 }

  open override var values: GestureValues {
    .pinch(scale: scale, velocity: reportedDetail >= .all ? velocity : 0)
  }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible && !allowsMoreTouches && fails(ifMoreThan: numberOfTouchesRequired) { return }
    // Without a rival, a pinch need not be distinguished from a pan.
    let isLed = intention?.followsLeader == true && !relations.simultaneous.isAll
    measured = isLed ? max(numberOfTouchesRequired, numberOfTouches) : numberOfTouchesRequired
    followSpan()
    if state == .possible && isLed {
      // The comparison with rival gestures starts at the landing of the last finger.
      rebase()
      change = 0
    }
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if measured != 2 { return manyMoved(at: time) }
    let span = FingerSpan(self.touches)
    follow(span)
    if let span, span.contains(anyOf: touches) { move(span, at: time) }
  }

  /// Apart from `touchesMoved`, so that the frames of two fingers do not pay for more.
  @inline(never)
  private func manyMoved(at time: Timestamp) {
    followSpan()
    if let span { move(span, at: time) }
  }

  @inline(__always)
  private func move(_ span: FingerSpan, at time: Timestamp) {
    moment = time
    let distance = distance(of: span)
    if state == .possible {
      guard numberOfTouches >= numberOfTouchesRequired else { return }
      change = distance - reference
      // A distance has the noise of two locations.
      if change.magnitude > slop + Thresholds.tolerance && isReal(change.magnitude / 1.5, beyond: slop) {
        if change < 0 ? beginsInward : beginsOutward { begin() } else { fail(Reason(.oppositeDirection, change)) }
      }
    } else {
      currentScale = referenceScale * distance / reference
      track(at: time)
      state = .changed
    }
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    if numberOfTouches < 2 { return .last }
    guard state == .possible else {
      return zone.close(unless: !reports(.changed), measured == 2 ? .recent : .each)
    }
    if numberOfTouches < numberOfTouchesRequired { return .last }
    if measured > 2 { return narrowMany(&zone) }
    guard let span, span.isSame(as: FingerSpan(touches)) else { return zone.close(unless: false, .each) }
    let shortest = reference - slop
    zone.keepDistance(
      of: touches[0], touches[1], from: shortest > shortestDistance ? shortest : -.infinity, to: reference + slop)
    return .last
  }

  @inline(never)
  private func narrowMany(_ zone: inout QuietZone) -> QuietZone.Need {
    guard let span = currentSpan, span.isSame(as: self.span) else { return zone.close(unless: false, .each) }
    // If no finger goes farther than this, neither does the centroid, and twice the mean distance from it changes by four times as much.
    let rest = (slop - (distance(of: span) - reference).magnitude) / 4
    for touch in touches.prefix(measured) { zone.keep(touch, within: rest) }
    return .last
  }

  open override func didBegin(at time: Timestamp) {
    moment = time
    currentScale = 1
    rebase()
    track(at: time)
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    lift(at: time)
    if numberOfTouches == 0 { if state == .possible { failAtLift(shortcoming) } else { state = .ended } }
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    lift(at: time)
    if numberOfTouches == 0 { cancelOrFail() }
  }

  private func lift(at time: Timestamp) {
    moment = time
    measured = min(measured, max(numberOfTouchesRequired, numberOfTouches))
    followSpan()
  }

  private var shortcoming: Reason {
    attemptTouches.count < numberOfTouchesRequired
      ? Reason(.tooFewFingers, attemptTouches.count, limit: numberOfTouchesRequired)
      : Reason(.movedTooLittle, change.magnitude, limit: slop)
  }

  /// Updates the fingers that are measured. When the oldest fingers have changed, the scale continues from its value with the
  /// new ones (PIN-4). A further finger that lands or lifts changes nothing (PIN-3).
  private func followSpan() { follow(currentSpan) }

  @inline(__always)
  private func follow(_ new: FingerSpan?) {
    let isSame = new?.isSame(as: span) == true
    span = new
    if !isSame { rebase() }
  }

  /// Makes the scale continue from its current value with the current fingers.
  private func rebase() {
    guard let span else { return }
    reference = distance(of: span)
    referenceScale = currentScale
  }

  private func track(at time: Timestamp) {
    // A movement of half a millimetre, as a ratio.
    tracker.leastTurn = 0.5 / reference
    tracker.add(Point(x: currentScale, y: 0), at: time)
  }

  private func distance(of span: FingerSpan) -> Double { max(span.way.length, shortestDistance) }

  open override func reset() {
    currentScale = 1
    span = nil
    change = 0
    referenceScale = 1
    tracker.clear()
  }
}
