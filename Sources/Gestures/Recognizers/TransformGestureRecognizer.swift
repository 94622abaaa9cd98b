/// Recognizes fingers that move, scale and turn what lies under them, in one movement (XFM). What is at a finger stays there, as long
/// as the fingers keep their shape.
///
///     let hold = TransformGestureRecognizer(name: "hold")
///     hold.scaleLimits = 0.5...4
///     hold.hasMomentum = true
///     hold.addAction { hold in hold.moveView() }
///
/// It is a pan that also measures the fingers' distances and their angle. Its values count from where the fingers landed, and are
/// computed from places and not step by step, so that nothing drifts.
open class TransformGestureRecognizer: PanGestureRecognizer {
  /// The angle by which the fingers must turn before the gesture begins, in radians. It also begins when the centroid has gone `slop`, or
  /// when the fingers' distance has changed by as much (XFM-1). The default is that of a rotation.
  public final var rotationSlop = 0.09
  /// The limits of the view's scale, 0 or more: the scale that its `transform` has when a finger lands, times that of the fingers (XFM-4).
  /// `1...1` keeps the scale.
  public final var scaleLimits: ClosedRange<Double> = 0.01...100
  /// The limits of the view's angle in radians, clockwise positive: the angle that its `transform` has when a finger lands, and that of the
  /// fingers (XFM-4). `0...0` keeps the angle.
  public final var rotationLimits: ClosedRange<Double> = -.infinity ... .infinity

  /// The ratio of the fingers' distance to that at the landing of the last finger that the gesture needs, within the limits.
  public final var scale: Double { grip.scale }
  /// The angle by which the fingers have turned since then, in radians, clockwise positive, within the limits. It exceeds 2π after a full
  /// turn.
  public final var rotation: Double { grip.rotation }
  /// The movement on the screen since then: what was at a point is now at `point.applying(transform)`.
  public final var transform: Transform { grip.transform }
  /// The change of the scale per second. After the lift, it is that with which the gesture goes on.
  public final var scaleVelocity: Double { speed.size.x * scale }
  /// The change of the rotation, in radians per second. After the lift, it is that with which the gesture goes on.
  public final var rotationVelocity: Double { speed.size.y }

  /// The scales of one gesture, whatever its limits are: no fingers go further.
  private static let scales = 1e-6...1e6

  private final var grip = FingerGrip()
  private final var ways = VelocityTracker()
  /// Follows the scale and the rotation, as the components of a point.
  private final var sizes = VelocityTracker()
  /// The speed when the first of the fingers lifted that lift together, and when that was.
  private final var lift: (speed: Speed, time: Timestamp)?
  /// Where the view was when the gesture began.
  private final var start: (center: Point, transform: Transform)?

  private struct Speed {
    /// The velocity of the centroid, in mm/s.
    let way: Vector
    /// The change of the scale as a share of it, and that of the rotation in radians, per second.
    let size: Vector
    /// The speed of what moves fastest, in mm/s: the centroid, or a finger around it.
    let most: Double
  }

  /// Creates a recognizer for one finger or more.
  public override init(name: String = "") {
    super.init(name: name)
    compensatesSlop = false
  }

  override var isOfBuiltInClass: Bool { isExactly(TransformGestureRecognizer.self) }
  /// A drag, a pinch and a rotation in one has no rival among them.
  override var component: Component? { nil }

  open override var values: GestureValues {
    .transform(
      translation: translation(in: nil), scale: scale, rotation: rotation,
      velocity: reportedDetail >= .all ? velocity(in: nil) : .zero)
  }

  /// Moves, scales and turns the view as the fingers do, from where it was when the gesture began; back to there if the gesture is
  /// cancelled. Changes nothing before the gesture begins, nor the root.
  public final func moveView() {
    guard let start, let view, let above = view.superview else { return }
    let change = state == .cancelled ? .identity : transform
    func moved(_ point: Point) -> Point { above.convertFromScreen(above.convertToScreen(point).applying(change)) }
    let corner = moved(.zero)
    let (right, down) = (moved(Point(x: 1, y: 0)) - corner, moved(Point(x: 0, y: 1)) - corner)
    view.center = moved(start.center)
    view.transform = start.transform.concatenating(
      Transform(a: right.x, b: right.y, c: down.x, d: down.y, tx: 0, ty: 0))
  }

  open override func location(in view: View?) -> Point {
    if !isCoasting { return super.location(in: view) }
    return view?.convertFromScreen(grip.centre) ?? grip.centre
  }

  override func verdict(on moved: Vector) -> Verdict {
    if super.verdict(on: moved) == .pan { return .pan }
    let distance = 2 * grip.radius
    let stretch = (scale - 1).magnitude * distance, turn = rotation.magnitude
    // A distance and an angle have the noise of two locations.
    return stretch > slop + Thresholds.tolerance && isReal(stretch / 1.5, beyond: slop)
      || turn > rotationSlop + Thresholds.tolerance && isReal(turn * distance / 1.5, beyond: rotationSlop)
      ? .pan : .tooShort
  }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible && numberOfTouches - touches.count < minimumNumberOfTouches {
      grip.startOver()
      setLimits()
    }
    lift = nil
    takeTouches()
    super.touchesBegan(touches, at: time)
  }

  /// Limits the movement to what is left of the view's limits.
  private func setLimits() {
    let view = view?.transform ?? .identity
    let scale = (view.a * view.d - view.b * view.c).magnitude.squareRoot(), angle = Vector.arctangent(view.b, view.a)
    let least = max(scaleLimits.lowerBound / scale, Self.scales.lowerBound)
    let most = min(scaleLimits.upperBound / scale, Self.scales.upperBound)
    // What has no size or no angle keeps it.
    grip.scales = least <= most ? least...most : 1...1
    grip.angles = angle.isFinite ? rotationLimits.lowerBound - angle...rotationLimits.upperBound - angle : 0...0
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouches >= minimumNumberOfTouches {
      if grip.bits != attempt.marks.mask {
        // A touch was dropped since the last frame.
        takeTouches { $0.phase == .moved ? $0.previousLocation : $0.location }
      }
      grip.follow(self.touches)
      ways.add(.zero + grip.way, at: time)
      sizes.leastTurn = 0.5 / max(grip.radius, FingerGrip.leastRadius)
      if numberOfTouches > 1 { sizes.add(Point(x: scale, y: rotation), at: time) }
    }
    super.touchesMoved(touches, at: time)
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if lift.map({ time - $0.time > Self.longestLift }) ?? true { lift = (speed(at: time, atLift: true), time) }
    super.touchesEnded(touches, at: time)
    takeTouches()
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    super.touchesCancelled(touches, at: time)
    takeTouches()
  }

  private func takeTouches(at place: (Touch) -> Point = { $0.location }) { grip.take(touches, at: place) }

  open override func didBegin(at time: Timestamp) {
    start = view.map { ($0.center, $0.transform) }
    super.didBegin(at: time)
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    let need = max(super.narrow(&zone), .recent)
    return numberOfTouches < 2 && state == .possible ? need : zone.close(unless: false, .each)
  }

  open override func reset() {
    super.reset()
    grip.startOver()
    ways.clear()
    sizes.clear()
    lift = nil
    start = nil
  }

  // MARK: Momentum

  private func speed(at time: Timestamp, atLift: Bool) -> Speed {
    let way = ways.velocity(at: time, atLift: atLift), size = sizes.velocity(at: time, atLift: atLift)
    let share = Vector(x: scale > 0 ? size.x / scale : 0, y: size.y)
    return Speed(way: way, size: share, most: max(way.length, share.length * grip.reach))
  }

  /// The present speed: as the fingers move, or as the gesture goes on after them.
  private var speed: Speed {
    guard numberOfTouches == 0, let lift else { return speed(at: moment, atLift: false) }
    guard let coast = momentum?.coast else { return lift.speed }
    let share = coast.velocity.length / lift.speed.most
    return Speed(way: lift.speed.way * share, size: lift.speed.size * share, most: coast.velocity.length)
  }

  override var presentVelocity: Vector { speed.way }
  override var velocityAtLift: Vector { Vector(x: lift?.speed.most ?? 0, y: 0) }

  override func coast(by step: Vector) {
    guard let speed = lift?.speed else { return }
    // The time for which it would have gone on as at the lift.
    let time = step.length / speed.most
    grip.move(
      by: speed.way * time, scaling: Coast.exponential(speed.size.x * time), turning: speed.size.y * time)
    super.coast(by: speed.way * time)
  }
}
