/// Recognizes fingers that stay where they landed, and then follows them (LP).
///
///     let press = LongPressGestureRecognizer(name: "press")
///     press.minimumPressDuration = .milliseconds(400)
///     press.addAction { press in
///       switch press.state {
///       case .began: log("lift the card")
///       case .changed: log("carry it to \(press.location(in: press.view?.superview))")
///       default: log("drop it")
///       }
///     }
open class LongPressGestureRecognizer: GestureRecognizer {
  /// The number of taps before the press, which itself does not count. 0 or more.
  public final var numberOfTapsRequired = 0
  /// The exact number of fingers, 1 or more. An additional finger before the press begins fails it (LP-5).
  public final var numberOfTouchesRequired: Int {
    get { numbersOfTouches.least }
    set { numbersOfTouches = TouchCounts(newValue) }
  }
  /// The numbers of fingers that the press may have.
  public final var numbersOfTouches: TouchCounts = 1
  /// The least number of fingers with which a press that has begun goes on; it ends with fewer. `nil`: the press ends with the first lift,
  /// as in UIKit. Its location does not jump when others lift (LP-11).
  public final var minimumNumberOfTouches: Int?
  /// The time from the landing of the last finger until the press begins. The default is UIKit's documented one.
  public final var minimumPressDuration = Duration.milliseconds(500) {
    didSet { leastDuration = minimumPressDuration.microseconds }
  }
  /// The same in microseconds.
  private final var leastDuration: Int64 = 500_000
  /// The force with which every finger must press, as a share of the panel's range, 0…1. The press begins as soon as it is reached,
  /// whatever `minimumPressDuration` says (LP-9), but on a panel that does not measure force, it begins after that time (LP-10). `nil`:
  /// force has no part.
  public final var minimumForce: Double?
  /// The distance that a finger may move before the press begins, in millimetres. Afterwards there is no limit (LP-3). The
  /// default is UIKit's 10 pt, and equals the slop of a pan, so that exactly one of the two can happen.
  public final var allowableMovement = 1.6

  /// The times after which the press reports `changed` while it lasts, again and again, even if no finger moves (LP-8). Each must be
  /// more than 0.
  public final var reportIntervals: [Duration] = []

  private var sequence = TapSequence()
  /// When the press began.
  private var beginning = Timestamp(microseconds: 0)
  private var start = Timestamp(microseconds: 0)
  private var lastEvent = Timestamp(microseconds: 0)

  /// Where the press is, and how far that is from the middle of the fingers that are left (LP-11).
  private final var place = Point.zero
  private final var offset = Vector.zero

  /// Returns the centroid of the touches, without the jumps at lifts that the press survives (LP-11).
  open override func location(in view: View?) -> Point {
    if minimumNumberOfTouches == nil || state == .possible { return super.location(in: view) }
    return view?.convertFromScreen(place) ?? place
  }

  /// The greatest force before the press began: that of the finger that pressed least.
  private var greatestForce = 0.0

  /// The time from the landing of the last finger to the last event of the press; 0 before the press has begun.
  public final var duration: Duration { .microseconds(lastEvent - start) }

  override var neededFingers: Int { numbersOfTouches.least }
  override var mostFingers: Int { numbersOfTouches.most }

  override var isOfBuiltInClass: Bool { isExactly(LongPressGestureRecognizer.self) }

  /// The force of the finger that presses least, as a share of the panel's range, 0…1; after the lift, the last one. `nil` without
  /// `minimumForce`, or if the panel does not measure force.
  public final private(set) var force: Double?

  open override var values: GestureValues { .longPress(duration: duration, force: force) }

  /// Whether as many fingers are down as the press takes.
  private var isComplete: Bool { numbersOfTouches.contains(numberOfTouches) }

  private var isTapping: Bool { sequence.taps < numberOfTapsRequired }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if let reason = sequence.land(touches, down: numberOfTouches, required: numbersOfTouches) {
      fail(reason)
      return
    }
    if isTapping {
      if numberOfTouches == touches.count { expire(at: time + TapLimits.longestDuration) }
    } else if isComplete {
      start = time
      lastEvent = time
      // Before the force is looked at: a press that begins has no deadline of its own.
      deadline = isByForce ? nil : time + leastDuration
      beginIfPressed()
    } else if let togetherness {
      expire(at: time + togetherness)
    } else {
      deadline = nil
    }
  }

  /// Whether force decides when the press begins, because it is asked for and the panel measures it.
  private var isByForce: Bool { minimumForce != nil && !self.touches.contains { $0.force == nil } }

  /// Begins the press if all its fingers press hard enough (LP-9).
  private func beginIfPressed() {
    guard let minimumForce, !isTapping, !isAsking, isComplete, isByForce else { return }
    measureForce()
    let force = force ?? 0
    greatestForce = max(greatestForce, force)
    if force + Touch.Imprint.forceStep >= minimumForce { state = .began }
  }

  /// Notes how hard the fingers press, for a press by force.
  private func measureForce() {
    guard minimumForce != nil, isByForce, numberOfTouches > 0 else { return }
    force = self.touches.reduce(1) { min($0, $1.force ?? 0) }
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard state == .possible else {
      lastEvent = time
      if minimumForce != nil { measureForce() }
      if minimumNumberOfTouches != nil, let middle = self.touches.centroid() { place = middle + offset }
      state = .changed
      return
    }
    let limit = isTapping ? TapLimits.movement : allowableMovement
    let strayed = touches.displacement(beyond: limit + Thresholds.tolerance)
    guard strayed > limit + Thresholds.tolerance, isReal(strayed, beyond: limit) else {
      if minimumForce != nil { beginIfPressed() }
      return
    }
    fail(Reason(.moved, strayed, limit: limit))
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    if minimumForce != nil { return zone.close(unless: false, .each) }
    guard state == .possible else { return zone.close(unless: !reports(.changed), .last) }
    let limit = isTapping ? TapLimits.movement : allowableMovement
    for touch in touches { zone.keep(touch, within: limit, of: touch.initialLocation) }
    return .none
  }

  open override func touchesPressed(_ touches: [Touch], at time: Timestamp) {
    if state == .possible { beginIfPressed() } else { measureForce() }
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    guard state == .possible else {
      lastEvent = time
      if numberOfTouches < minimumNumberOfTouches ?? .max { state = .ended } else { stay() }
      return
    }
    guard isTapping else {
      fail(reasonOfLift(down: numberOfTouches + touches.count, at: time))
      return
    }
    if let reason = sequence.lift(touches, down: numberOfTouches, required: numbersOfTouches, at: time) {
      fail(reason)
      return
    }
    if numberOfTouches == 0 { expire(at: time + TapLimits.longestInterval) }
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    if state != .possible {
      lastEvent = time
      if numberOfTouches >= minimumNumberOfTouches ?? .max { return stay() }
    }
    cancelOrFail()
  }

  /// Goes on with the fingers that are left, from the place where the press is.
  private func stay() {
    guard let middle = touches.centroid() else { return }
    offset = place - middle
  }

  open override func deadlinePassed(at time: Timestamp) {
    if state != .possible {
      lastEvent = time
      state = .changed
      deadline = nextReport(after: time)
    } else if isTapping {
      fail(reasonOfPause)
    } else if isComplete {
      state = .began
    } else {
      fail(numberOfTouches > 0 ? isApart(.landedApart) : Reason(.noNextTap, sequence.taps, limit: numberOfTapsRequired))
    }
  }

  private func reasonOfLift(down: Int, at time: Timestamp) -> Reason {
    if !numbersOfTouches.contains(down) {
      return Reason(.tooFewFingers, down, limit: numbersOfTouches.next(after: down))
    }
    // Such a press has no deadline.
    if let minimumForce, deadline == nil { return Reason(.pressedTooLittle, greatestForce, limit: minimumForce) }
    return Reason(.liftedEarly, Double(time - start) / 1e6, limit: minimumPressDuration.seconds)
  }

  /// The reason why a tap before the press failed.
  private var reasonOfPause: Reason {
    let limit = TapLimits.duration.seconds
    return numberOfTouches > 0
      ? Reason(.held, limit, limit: limit) : Reason(.noNextTap, sequence.taps, limit: numberOfTapsRequired)
  }

  open override func didBegin(at time: Timestamp) {
    lastEvent = time
    place = super.location(in: nil)
    beginning = time
    measureForce()
    deadline = nextReport(after: time)
  }

  /// The next time at which `changed` is reported; `nil` if there is none.
  private func nextReport(after time: Timestamp) -> Timestamp? {
    Self.nextReport(of: reportIntervals, since: beginning, after: time)
  }

  /// The next time at which one of some intervals has passed again; `nil` if there is none (LP-8).
  static func nextReport(of intervals: [Duration], since beginning: Timestamp, after time: Timestamp) -> Timestamp? {
    intervals.compactMap { interval in
      let step = interval.microseconds
      return step > 0 ? beginning + ((time - beginning) / step + 1) * step : nil
    }.min()
  }

  /// Refuses fingers that land after the press has begun (LP-5).
  open override func shouldReceive(_ touch: Touch) -> Bool { state == .possible }

  override func objection(to touch: Touch, at time: Timestamp) -> Reason? {
    sequence.objection(
      to: touch, at: time, minimumInterval: 0, maximumDistance: TapLimits.distance)
  }

  open override func reset() {
    sequence.reset()
    lastEvent = start
    greatestForce = 0
    force = nil
    offset = .zero
  }
}
