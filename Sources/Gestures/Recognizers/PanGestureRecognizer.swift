/// Recognizes fingers that drag, and follows their centroid (PAN).
///
///     let pan = PanGestureRecognizer(name: "pan")
///     pan.axis = .horizontal
///     pan.maximumNumberOfTouches = 1
///     pan.addAction { pan in
///       pan.view?.center += pan.translation(in: pan.view?.superview)
///       pan.setTranslation(.zero, in: pan.view?.superview)
///       if pan.state == .ended { log("thrown with \(pan.velocity(in: nil).x) mm/s") }
///     }
open class PanGestureRecognizer: GestureRecognizer {
  /// The movement that may begin a pan.
  public enum Axis: String, Sendable, CaseIterable {
    /// `any`: any movement. `horizontal`, `vertical`: a movement that is longer along this axis than across it.
    case any, horizontal, vertical
  }

  /// The number of fingers that must be down for the pan to begin and to change, 1 or more. With fewer fingers it pauses, and
  /// does not end (PAN-3).
  public final var minimumNumberOfTouches = 1
  /// The largest number of fingers. An additional finger fails a pan that has not begun (PAN-5) and is ignored by one that has
  /// (PAN-6).
  public final var maximumNumberOfTouches = Int.max
  /// The distance that the centroid must move before the pan begins, in millimetres. The default is UIKit's 10 pt, by
  /// observation.
  public final var slop = 1.6
  /// The axis of the movement. With `horizontal` or `vertical`, the movement along the axis must exceed the slop and the
  /// movement across the axis (PAN-10).
  public final var axis = Axis.any
  /// Whether the slop is subtracted from the translation, so that a dragged object does not jump when the pan begins (PAN-8).
  public final var compensatesSlop = true
  /// Whether the pan goes on after a fast lift, with a velocity that decays, until it is slow or a finger lands on the screen
  /// (PAN-13, PAN-14). Meanwhile it changes 60 times per second, and its `numberOfTouches` is 0. Set this while no finger is down.
  public final var hasMomentum: Bool {
    get { momentum != nil }
    set { momentum = newValue ? momentum ?? PanMomentum() : nil }
  }

  /// The time for which the fingers must rest where they landed before the pan may begin; 0: they need not (PHA-1). It is then measured from
  /// where they rested.
  public final var minimumPressDuration: Duration {
    get { pressBefore ?? .zero }
    set { pressBefore = newValue }
  }
  /// The time for which the fingers must rest after the movement before the pan begins; 0: it begins as soon as it has gone far enough (PHA-2).
  public final var minimumRestDuration = Duration.zero {
    didSet { leastRest = minimumRestDuration.microseconds }
  }
  /// The same in microseconds.
  private final var leastRest: Int64 = 0
  /// The movement at which the fingers came to rest, and when.
  private final var restingPlace: Vector?
  private final var restStart = Timestamp(microseconds: 0)
  /// How far fingers that rest may move, in millimetres: they tremble.
  private static let restMovement = 1.0

  /// The movement of the centroid in this attempt, while enough fingers were down.
  private final var moved = Vector.zero
  private final var distance = Vector.zero
  /// The sum of the fingers' locations when they last changed, their bits, and the movement until then. The movement is computed from
  /// these and not step by step, so that it depends only on where the fingers are.
  private final var anchor = Vector.zero
  private final var anchoredTouches: UInt64 = 0
  private final var movementBefore = Vector.zero
  /// The fingers, and where they were when the last one landed, for the comparison with rival gestures (ARB-12).
  private final var origins: [(bit: UInt64, place: Point)] = []
  /// The oldest finger that is down, or the last one that lifted. The pan reports its velocity (VEL-5).
  private final var leader: Touch?
  private final var velocityIsReset = false
  final private(set) var moment = Timestamp(microseconds: 0)
  final private(set) var momentum: PanMomentum?

  /// Returns the movement of the centroid since the pan began or the translation was set, in millimetres, as `view` sees it: turned
  /// and scaled if the view has a transform, but not changed by a view that moves (PAN-11). `nil` stands for the screen.
  ///
  /// Before the pan has begun, for example in `gestureRecognizerShouldBegin`, it is the translation with which the pan would begin
  /// (PAN-16).
  public final func translation(in view: View?) -> Vector {
    let way = state == .possible ? beyondSlop(moved) : distance
    return view?.convertFromScreen(way) ?? way
  }

  /// Returns what is left of a movement if the slop is subtracted (PAN-8).
  private func beyondSlop(_ movement: Vector) -> Vector {
    guard compensatesSlop else { return movement }
    let length = movement.length
    return length > slop ? movement * (1 - slop / length) : .zero
  }

  /// Sets the current translation, in millimetres, to which later movements are added. The velocity reads 0 until the next
  /// movement or lift (PAN-9). Setting it before the pan has begun changes nothing.
  public final func setTranslation(_ translation: Vector, in view: View?) {
    if state == .possible { return }
    distance = view?.convertToScreen(translation) ?? translation
    setAnchor(after: distance)
    velocityIsReset = !touches.isEmpty
  }

  /// Returns the velocity of the oldest finger, in millimetres per second, as `view` sees it; `nil` stands for the screen. After the
  /// lift, it is that with which the pan goes on.
  public final func velocity(in view: View?) -> Vector {
    if velocityIsReset { return .zero }
    let velocity = presentVelocity
    return view?.convertFromScreen(velocity) ?? velocity
  }

  /// The velocity on the screen.
  var presentVelocity: Vector { momentum?.coast?.velocity ?? velocityAtLift }

  /// The velocity with which the pan goes on after the lift.
  var velocityAtLift: Vector {
    guard let leader else { return .zero }
    return leader.velocityTracker.velocity(at: moment, atLift: leader.phase == .ended)
  }

  /// Returns the centroid of the touches. If the pan goes on after the lift, so does its location, up to the edge of the screen.
  open override func location(in view: View?) -> Point {
    guard let coast = momentum?.coast, let screen = engine?.root.frame.size else { return super.location(in: view) }
    let place = super.location(in: nil) + coast.movement
    let end = Point(x: min(max(place.x, 0), screen.width), y: min(max(place.y, 0), screen.height))
    return view?.convertFromScreen(end) ?? end
  }

  override var isOfBuiltInClass: Bool { isExactly(PanGestureRecognizer.self) }

  override var fewestTouches: Int { minimumNumberOfTouches }
  override var waitsForPresses: Bool { true }
  override var component: Component? { .translation }
  /// The movement that all fingers share: the least that one of them has gone along the path of the centroid, negative if it goes against
  /// the others. Where one finger rests, the path is as long as half the change of the distance, so it tells no pan from a pinch.
  override var travel: Double {
    let path =
      switch axis {
      case .any: moved
      case .horizontal: Vector(x: moved.x, y: 0)
      case .vertical: Vector(x: 0, y: moved.y)
      }
    let length = path.length
    var least = length
    if length > 0 && !origins.isEmpty {
      touches.walk { touch in
        for origin in origins where origin.bit == touch.bit {
          let way = touch.location - origin.place
          least = min(least, (way.x * path.x + way.y * path.y) / length)
        }
      }
    }
    return least
  }

  open override var values: GestureValues {
    .pan(translation: translation(in: nil), velocity: reportedDetail >= .all ? velocity(in: nil) : .zero)
  }

  /// The result of judging a movement.
  enum Verdict { case tooShort, pan, somethingElse }

  /// Judges the movement of the centroid since the fingers landed.
  func verdict(on moved: Vector) -> Verdict {
    let limit = slop + Thresholds.tolerance
    let isPan =
      switch axis {
      case .any: moved.length > limit
      case .horizontal: moved.x.magnitude > max(limit, moved.y.magnitude)
      case .vertical: moved.y.magnitude > max(limit, moved.x.magnitude)
      }
    return isPan && isReal(moved.length, beyond: slop) ? .pan : .tooShort
  }

  open override func shouldReceive(_ touch: Touch) -> Bool {
    state == .possible || numberOfTouches < maximumNumberOfTouches
  }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible {
      if fails(ifMoreThan: maximumNumberOfTouches) { return }
      // The comparison with rival gestures starts at the landing of the last finger.
      let isAnew = numberOfTouches - touches.count < minimumNumberOfTouches
      let isLed = component != nil && intention?.followsLeader == true
      if isAnew || isLed { moved = .zero }
      origins.clear()
      if isLed && numberOfTouches > 1 { self.touches.walk { origins.append(($0.bit, $0.location)) } }
    }
    setAnchor(after: state == .possible ? moved : distance)
    leader = self.touches.first
    if state == .possible && pressBefore != nil { beginPress(at: time) }
    if let momentum, numberOfTouches >= minimumNumberOfTouches { momentum.pause = nil }
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    moment = time
    if conditions != nil && state == .possible && isPressing { return failIfMoved(touches) }
    guard numberOfTouches >= minimumNumberOfTouches else { return }
    let all = self.touches
    if leader !== all[0] { leader = all[0] }
    velocityIsReset = false
    if attempt.marks.mask != anchoredTouches {
      // A touch was dropped since the last frame.
      setAnchor(after: state == .possible ? moved : distance) { $0.phase == .moved ? $0.previousLocation : $0.location }
    }
    var sum = Vector.zero
    all.walk { sum = sum + ($0.location - .zero) }
    let movement = movementBefore + (sum - anchor) * (1 / Double(numberOfTouches))
    if state == .possible {
      moved = movement
      switch verdict(on: moved) {
      case .tooShort:
        if leastRest > 0 { forgetRest() }
        if isAsking { withdrawWish() }
      case .pan: if leastRest > 0 { awaitRest(at: time) } else { begin() }
      case .somethingElse: fail(shortcoming)
      }
    } else {
      distance = movement
      state = .changed
    }
  }

  /// Waits for the rest after the movement (PHA-2).
  private func awaitRest(at time: Timestamp) {
    if let restingPlace, (moved - restingPlace).length <= max(Self.restMovement, uncertainty) { return }
    restingPlace = moved
    restStart = time
    deadline = time + leastRest
  }

  private func forgetRest() {
    restingPlace = nil
    deadline = nil
  }

  /// Begins to measure the movement from where the fingers are.
  private func setAnchor(after movement: Vector, _ place: (Touch) -> Point = { $0.location }) {
    movementBefore = movement
    anchoredTouches = attempt.marks.mask
    anchor = .zero
    touches.walk { anchor = anchor + (place($0) - .zero) }
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    if numberOfTouches < minimumNumberOfTouches { return .last }
    guard attempt.marks.mask == anchoredTouches else { return zone.close(unless: false, .each) }
    guard state == .possible else { return zone.close(unless: !reports(.changed), .last) }
    if conditions != nil && isPressing {
      for touch in touches { zone.keep(touch, within: PressBefore.movement, of: touch.initialLocation) }
      return .last
    }
    zone.keepCentre(of: touches, within: slop - moved.length)
    return .last
  }

  open override func didBegin(at time: Timestamp) {
    moment = time
    distance = beyondSlop(moved)
    setAnchor(after: distance)
    if hasMomentum && numberOfTouches == 0 { _ = goesOn(at: time) }
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    moment = time
    velocityIsReset = false
    if let momentum, momentum.pause == nil, numberOfTouches < minimumNumberOfTouches { momentum.pause = time }
    if numberOfTouches == 0 {
      if state == .possible { failAtLift(shortcoming) } else if !hasMomentum || !goesOn(at: time) { state = .ended }
    }
    setAnchor(after: state == .possible ? moved : distance)
    if let first = self.touches.first { leader = first }
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    moment = time
    if numberOfTouches == 0 { cancelOrFail() }
    setAnchor(after: state == .possible ? moved : distance)
    if let first = self.touches.first { leader = first }
  }

  /// The reason why the movement was not a pan.
  private var shortcoming: Reason {
    if attemptTouches.count < minimumNumberOfTouches {
      return Reason(.tooFewFingers, attemptTouches.count, limit: minimumNumberOfTouches)
    }
    if isPressing, let press = conditions?.press { return press.shortcoming(at: moment) }
    if restingPlace != nil {
      return Reason(.restedTooLittle, Double(moment - restStart) / 1e6, limit: minimumRestDuration.seconds)
    }
    return shortcoming(of: moved)
  }

  /// Returns the reason why a movement of the centroid since the fingers landed was not a pan.
  func shortcoming(of moved: Vector) -> Reason {
    let (along, across) =
      axis == .vertical ? (moved.y.magnitude, moved.x.magnitude) : (moved.x.magnitude, moved.y.magnitude)
    if axis != .any && moved.length > slop && along <= across { return Reason(.wrongAxis, along, limit: across) }
    return Reason(.movedTooLittle, axis == .any ? moved.length : along, limit: slop)
  }

  open override func reset() {
    moved = .zero
    distance = .zero
    anchoredTouches = 0
    movementBefore = .zero
    origins.clear()
    leader = nil
    velocityIsReset = false
    restingPlace = nil
    momentum?.startOver()
  }

  // MARK: Momentum

  /// The longest time between the lifts of fingers that lift together, in microseconds. Fingers land within as much (ARB-13).
  static let longestLift: Int64 = 80_000

  /// Whether the pan goes on although its fingers have lifted.
  final var isCoasting: Bool { momentum?.coast != nil && !state.isTerminal }

  /// Called at the last lift.
  ///
  /// - Returns: whether the pan goes on.
  private func goesOn(at time: Timestamp) -> Bool {
    guard let momentum, let engine else { return false }
    if let pause = momentum.pause, time - pause > Self.longestLift {
      let (measured, limit) = (Double(time - pause) / 1e6, Double(Self.longestLift) / 1e6)
      engine.report(stop: Reason(.liftedApart, measured, limit: limit), of: self)
      return false
    }
    // Where the fingers lift decides, not where the pan comes to rest (PL-3).
    if conditions != nil && unmetCondition(for: .ended) != nil { return false }
    let velocity = velocityAtLift
    guard let coast = Coast(velocity: velocity, at: time) else {
      engine.report(stop: Reason(.liftedSlowly, velocity.length, limit: Momentum.slowestLift), of: self)
      return false
    }
    momentum.coast = coast
    deadline = coast.nextStep
    engine.noteCoast(of: self)
    return true
  }

  open override func deadlinePassed(at time: Timestamp) {
    if state == .possible {
      if isPressing {
        finishPress()
        deadline = nil
        moved = .zero
        setAnchor(after: .zero)
        origins.clear()
      } else if restingPlace != nil {
        deadline = nil
        begin()
      }
      return
    }
    guard let momentum, let step = momentum.coast?.takeStep() else { return }
    coast(by: step.movement)
    velocityIsReset = false
    if step.isLast {
      stopCoasting()
    } else {
      deadline = momentum.coast?.nextStep
      state = .changed
    }
  }

  /// Takes a step after the lift.
  func coast(by step: Vector) { distance = distance + step }

  /// Ends a pan that goes on after the lift; also called by the engine when a touch lands (PAN-14). A pan that has stopped has no
  /// velocity.
  ///
  /// - Parameter reason: the reason; `nil` if the pan has come to rest.
  final func stopCoasting(_ reason: @autoclosure () -> Reason? = nil) {
    guard isCoasting else { return }
    momentum?.coast?.stop()
    if let reason = reason() { engine?.report(stop: reason, of: self) }
    state = .ended
  }

  /// Called by the engine when all touches are cancelled, which would have cancelled the pan before the lift.
  final func cancelCoasting() {
    guard isCoasting else { return }
    momentum?.coast?.stop()
    cancel(Reason(.panelLost))
  }
}
