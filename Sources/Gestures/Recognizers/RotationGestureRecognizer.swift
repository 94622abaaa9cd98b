/// Recognizes fingers that turn around each other, or one finger around the middle of the view, and measures the angle (ROT).
///
///     let rotation = RotationGestureRecognizer(name: "rotation")
///     rotation.simultaneousRecognizers = .some([pinch])
///     rotation.addAction { rotation in
///       guard let view = rotation.view else { return }
///       view.transform = view.transform.rotated(by: rotation.rotation)
///       rotation.rotation = 0
///     }
open class RotationGestureRecognizer: GestureRecognizer {
  /// The direction in which the fingers turn, as the user sees it.
  public enum Direction: String, Sendable, CaseIterable {
    /// The rotation grows.
    case clockwise
    /// The rotation shrinks.
    case counterclockwise
  }

  /// The directions in which the rotation may begin. A turn beyond the slop in another direction fails it (ROT-7). Once it has
  /// begun, the fingers may turn in both.
  public final var direction = Set(Direction.allCases)
  /// The number of fingers that are measured, 1 or more (ROT-6). One finger turns around the middle of the view (ROT-9).
  public final var numberOfTouchesRequired = 2 {
    didSet { if numberOfTouchesRequired < 1 { numberOfTouchesRequired = 1 } }
  }
  /// Whether further fingers may land before the rotation begins. They change nothing, as in UIKit; if `false`, they fail it
  /// (ROT-6).
  public final var allowsMoreTouches = true
  /// The angle by which the fingers must turn before the rotation begins, in radians. The default is 5°, above the wobble of
  /// two resting fingers. 0 selects the raw measure: the rotation begins at any turn, however close the fingers are.
  public final var slop = 0.09
  /// The way that one finger must go, in millimetres, besides the angle: as far as a pan.
  private static let leastWay = 1.6
  /// Fingers that are closer than this, in millimetres, give no angle: 0.2 mm of noise at 5 mm is 2.3° (ROT-5).
  private var shortestDistance: Double { slop > 0 ? 5.0 : 0.01 }
  /// The largest turn between two frames, in radians. With a larger one the panel has exchanged the fingers (ROT-3).
  static let largestStep = Vector.pi * 0.8

  /// The angle since `began`, in radians, clockwise positive; it exceeds 2π after a full turn. Setting it continues from the
  /// value set and restarts the measurement of velocity (ROT-4).
  ///
  /// Before the rotation has begun, for example in `gestureRecognizerShouldBegin`, it is the angle by which the fingers have turned
  /// so far (ROT-8).
  public final var rotation: Double {
    get { angle }
    set {
      currentRotation = newValue
      beginToMeasure(after: newValue)
      tracker.clear()
    }
  }

  /// The change of the rotation, in radians per second.
  public final var velocity: Double {
    guard state == .possible else {
      return tracker.velocity(at: moment, atLift: numberOfTouches < min(2, numberOfTouchesRequired)).x
    }
    return FingerSpan.velocity(of: touches.prefix(numberOfTouchesRequired), at: moment).turn
  }

  private var currentRotation = 0.0
  /// The angle turned before `began`, in radians.
  private var turned = 0.0
  /// The vector from which the turn is measured, and the angle turned until then. The angle is computed from these and not step by step,
  /// so that it depends only on where the fingers are.
  private var start: Vector?
  private var angleBefore = 0.0
  /// The largest angle, in radians, that is measured from one `start`: far from half a turn, at which the sign would change.
  private static let largestTurn = 1.5
  /// The fingers to which the reference belongs.
  private var span: FingerSpan?
  /// The span's vector in the last frame that gave an angle. `nil`: the next frame only sets it.
  private var reference: Vector?
  /// The vectors from the centroid to the fingers in that frame; empty for two fingers.
  private var radii: [Vector] = []
  private final var tracker = VelocityTracker()
  private var moment = Timestamp(microseconds: 0)

  /// The fingers that are measured; `nil` if fewer than two are down.
  private var currentSpan: FingerSpan? {
    if !isDial { return FingerSpan(touches, upTo: numberOfTouchesRequired) }
    if allowsMoreTouches, let span = FingerSpan(touches) { return span }
    return touches.first.map { FingerSpan($0, around: middle) }
  }

  /// Whether one finger may turn it (ROT-9).
  private var isDial: Bool { numberOfTouchesRequired == 1 }

  /// The middle of the view on the screen.
  private var middle: Point {
    guard let view else { return .zero }
    let size = view.bounds.size
    return view.convertToScreen(view.bounds.origin + Vector(x: size.width / 2, y: size.height / 2))
  }

  open override func location(in view: View?) -> Point {
    if isDial && (numberOfTouches == 1 || !allowsMoreTouches) { return super.location(in: view) }
    return currentSpan?.location(in: view) ?? super.location(in: view)
  }

  override var isOfBuiltInClass: Bool { isExactly(RotationGestureRecognizer.self) }

  override var fewestTouches: Int { numberOfTouchesRequired }
  override var failsWithMoreTouches: Bool { !allowsMoreTouches }
  /// A rotation with the raw measure has no rivals, and one finger has no movement of its own to compare.
  override var component: Component? { slop > 0 && !isDial ? .rotation : nil }
  override var travel: Double { turned.magnitude * (reference?.length ?? 0) / 2 }

  open override var values: GestureValues {
    .rotation(rotation: rotation, velocity: reportedDetail >= .all ? velocity : 0)
  }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible && !allowsMoreTouches && fails(ifMoreThan: numberOfTouchesRequired) { return }
    if isDial || numberOfTouches - touches.count < numberOfTouchesRequired { rebase() }
    // The comparison with rival gestures starts at the landing of the last finger.
    if state == .possible && intention?.followsLeader == true { turned = 0 }
    beginToMeasure(after: angle)
  }

  /// The angle turned since the fingers landed, or since `began`.
  private var angle: Double { state == .possible ? turned : currentRotation }

  /// Measures the turn from the present vector.
  private func beginToMeasure(after angle: Double) {
    start = reference
    angleBefore = angle
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouchesRequired > 2 { return manyMoved(at: time) }
    guard let span = isDial ? currentSpan : FingerSpan(self.touches), span.contains(anyOf: touches) else { return }
    let before = span.isSame(as: self.span) ? reference : nil
    rebase(to: span)
    guard let before, let reference else {
      beginToMeasure(after: angle)
      return move(span, by: 0, at: time)
    }
    if let start {
      let turn = start.angle(to: reference), sum = angleBefore + turn
      if turn.magnitude < Self.largestTurn && (sum - angle).magnitude < Self.largestTurn {
        return set(sum, span, at: time)
      }
    }
    move(span, by: before.angle(to: reference), at: time)
    beginToMeasure(after: angle)
  }

  /// Apart from `touchesMoved`, so that the frames of two fingers do not pay for more.
  @inline(never)
  private func manyMoved(at time: Timestamp) {
    guard let span = currentSpan else { return }
    let before = span.isSame(as: self.span) && reference != nil ? radii : []
    rebase()
    move(span, by: reference == nil ? 0 : FingerSpan.turn(from: before, to: radii), at: time)
  }

  /// - Parameter turn: the angle since the last frame, in radians; 0 if it cannot be measured.
  @inline(__always)
  private func move(_ span: FingerSpan, by turn: Double, at time: Timestamp) {
    set(angle + (turn.magnitude > Self.largestStep ? 0 : turn), span, at: time)
  }

  /// Follows the fingers to an angle. Before the rotation has begun, it begins or fails if the angle is large enough.
  @inline(__always)
  private func set(_ angle: Double, _ span: FingerSpan, at time: Timestamp) {
    moment = time
    guard state == .possible else {
      currentRotation = angle
      track(span, at: time)
      state = .changed
      return
    }
    guard numberOfTouches >= numberOfTouchesRequired else { return }
    turned = angle
    // An angle has the noise of two locations.
    guard turned.magnitude > slop + Thresholds.tolerance,
      isReal(turned.magnitude * span.way.length / 1.5, beyond: slop),
      !isDial || slop == 0 || turned.magnitude * span.way.length > Self.leastWay
    else { return }
    if direction.contains(turned < 0 ? .counterclockwise : .clockwise) {
      begin()
    } else {
      fail(Reason(.oppositeDirection, turned))
    }
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    if numberOfTouches < min(2, numberOfTouchesRequired) { return .last }
    if isDial { return zone.close(unless: false, .each) }
    let need = state == .possible ? QuietZone.Need.last : .recent
    if state != .possible && reports(.changed) { return zone.close(unless: false, need) }
    if state == .possible && numberOfTouches < numberOfTouchesRequired { return need }
    guard numberOfTouchesRequired == 2, let span, span.isSame(as: FingerSpan(touches)) else {
      return zone.close(unless: false, need)
    }
    guard reference != nil else {
      // Too close for an angle, which two distant fingers will have.
      zone.keepDistance(of: touches[0], touches[1], from: -.infinity, to: shortestDistance)
      return need
    }
    let (first, second) = (touches[0], touches[1])
    zone.keepDistance(of: first, second, from: shortestDistance, to: .infinity)
    var rest = Self.largestTurn - (angle - angleBefore).magnitude
    if state == .possible { rest = min(rest, slop - turned.magnitude) }
    zone.keepDirection(from: first, to: second, within: rest)
    return need
  }

  open override func didBegin(at time: Timestamp) {
    moment = time
    currentRotation = isDial ? turned : 0
    beginToMeasure(after: currentRotation)
    if let span = currentSpan { track(span, at: time) }
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
    rebase()
    beginToMeasure(after: angle)
  }

  private var shortcoming: Reason {
    guard attemptTouches.count >= numberOfTouchesRequired,
      let span = isDial ? attemptTouches.first.map({ FingerSpan($0, around: middle) }) : FingerSpan(attemptTouches)
    else { return Reason(.tooFewFingers, attemptTouches.count, limit: numberOfTouchesRequired) }
    let distance = span.way.length
    return turned == 0 && distance < shortestDistance
      ? Reason(.tooClose, distance, limit: shortestDistance)
      : Reason(.turnedTooLittle, turned.magnitude, limit: slop)
  }

  private func rebase() {
    rebase(to: currentSpan)
    if numberOfTouchesRequired > 2 { radii = FingerSpan.radii(of: touches.prefix(numberOfTouchesRequired)) }
  }

  @inline(__always)
  private func rebase(to span: FingerSpan?) {
    self.span = span
    reference = span.flatMap { $0.way.length >= shortestDistance ? $0.way : nil }
  }

  private func track(_ span: FingerSpan, at time: Timestamp) {
    // A movement of half a millimetre, as an angle.
    tracker.leastTurn = 1 / max(span.way.length, shortestDistance)
    tracker.add(Point(x: currentRotation, y: 0), at: time)
  }

  open override func reset() {
    currentRotation = 0
    turned = 0
    angleBefore = 0
    span = nil
    reference = nil
    start = nil
    tracker.clear()
  }
}
