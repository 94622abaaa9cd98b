/// Delivers touches to their views: at once, later or not at all, as the recognizers decide (DL).
///
/// This is a class because views are client code, which may call back through the engine while it is called.
final class TouchDelivery {
  var reportsTouches = false
  /// Whether touch events include movements.
  var reportsMovements = true
  /// The longest time for which the beginning of a touch is held back; `nil`: until the recognizer is decided.
  var maximumDelay: Duration? {
    didSet { longestDelay = maximumDelay?.microseconds }
  }
  /// `maximumDelay` in microseconds.
  private var longestDelay: Int64?
  /// The touches with phases that are held back.
  private var withheld: [Touch] = []
  /// When the last touch lifted that its view has received whole.
  private var lastWhole = Timestamp(microseconds: .min)
  /// The phases that the next `callViews` will deliver.
  private var collected: [(touch: Touch, moment: Touch.Moment)] = []
  private let turn: Turn
  private let arbiter: Arbiter

  init(in turn: Turn, _ arbiter: Arbiter) {
    self.turn = turn
    self.arbiter = arbiter
  }

  var isHoldingBack: Bool { !withheld.isEmpty }

  var mustCallViews: Bool { !collected.isEmpty }

  /// Called by the engine when a touch has landed. Determines whether views or readers of events observe it.
  ///
  /// - Parameter view: the touch's view.
  func follow(_ touch: Touch, in view: View?) {
    touch.delivery.reachesCode = view?.hasOwnTouchHandling == true
    touch.delivery.isObserved = reportsTouches || touch.delivery.reachesCode
  }

  /// Called by the engine if a touch that would be observed is not the only one. Its view does not get it if it may have only one, or
  /// if one of two views wants to be alone (DL-7, DL-8).
  ///
  /// - Parameter down: the touches that are down, with this one.
  func shutOut(_ touch: Touch, by down: [Touch]) {
    guard let view = touch.view, isShutOut(touch, of: view, by: down) else { return }
    touch.delivery.reachesCode = false
    touch.delivery.isObserved = false
    touch.delivery.stage = .over
  }

  private func isShutOut(_ touch: Touch, of view: View, by down: [Touch]) -> Bool {
    down.contains { other in
      guard other !== touch, other.delivery.isObserved, other.delivery.stage != .over, let owner = other.view else {
        return false
      }
      return owner === view
        ? touch.delivery.reachesCode && !view.isMultipleTouchEnabled : view.isExclusiveTouch || owner.isExclusiveTouch
    }
  }

  /// Called by the engine after the recognizers have received a phase and the arbiter has settled it (HT-3): delivers the phase
  /// of these touches or holds it back. `callViews` must follow.
  ///
  /// - Returns: whether another touch is now held back, which may change `nextOverdue`.
  func deliver(_ phase: Touch.Phase, of touches: [Touch]) -> Bool {
    let count = withheld.count
    for touch in touches where touch.delivery.isObserved && touch.delivery.stage != .over {
      var moment = touch.moment
      moment.phase = phase
      if phase == .cancelled {
        revoke(touch)
      } else if !touch.delivery.withheld.isEmpty || isWithheld(phase, of: touch) {
        if touch.delivery.withheld.isEmpty { withheld.append(touch) }
        touch.delivery.withheld.append(moment)
      } else {
        send(moment, of: touch)
      }
    }
    return withheld.count > count
  }

  /// Called by the engine after the arbiter has settled, and at `nextOverdue`: delivers what no recognizer holds back any
  /// longer, in the order of each touch.
  func release() {
    for touch in withheld {
      while let next = touch.delivery.withheld.first, !isWithheld(next.phase, of: touch) {
        touch.delivery.withheld.removeFirst()
        send(next, of: touch)
      }
    }
    callViews()
    withheld.removeAll { $0.delivery.withheld.isEmpty }
  }

  /// The earliest time at which a beginning that is held back reaches its limit; `nil` if none has a limit.
  var nextOverdue: Timestamp? {
    var earliest: Timestamp?
    for touch in withheld {
      guard let moment = overdue(touch) else { continue }
      earliest = min(moment, earliest ?? moment)
    }
    return earliest
  }

  /// Returns the time from which no recognizer may hold back the beginning of a touch; `nil` if one may without limit, or if
  /// none does.
  private func overdue(_ touch: Touch) -> Timestamp? {
    var latest: Timestamp?
    for recognizer in arbiter.attempts where holdsBeginning(recognizer, of: touch) {
      guard let limit = limit(of: recognizer, for: touch) else { return nil }
      latest = max(touch.initialTimestamp + limit, latest ?? touch.initialTimestamp)
    }
    return latest
  }

  // MARK: What holds a phase back

  /// Returns whether an undecided recognizer holds this phase back (DL-2, DL-3).
  private func isWithheld(_ phase: Touch.Phase, of touch: Touch) -> Bool {
    switch phase {
    case .cancelled: false
    case .ended:
      arbiter.attempts.contains {
        $0.state == .possible && $0.delaysTouchesEnded && $0.attempt.has(touch) && !arbiter.lacksFingers($0)
      }
    case .began, .moved, .stationary: arbiter.attempts.contains { holdsBeginning($0, of: touch) }
    }
  }

  /// Returns whether a recognizer holds back the beginning of a touch, within the time limit. Once the view has received the
  /// beginning, further phases are not held back.
  private func holdsBeginning(_ recognizer: GestureRecognizer, of touch: Touch) -> Bool {
    guard touch.delivery.stage == .fresh, recognizer.delaysTouchesBegan, recognizer.state == .possible,
      recognizer.attempt.has(touch)
    else { return false }
    guard let limit = limit(of: recognizer, for: touch) else { return true }
    return turn.now < touch.initialTimestamp + limit
  }

  /// The longest time for which a recognizer holds back the beginning of a touch, in microseconds; `nil`: any (DL-2, DL-9).
  private func limit(of recognizer: GestureRecognizer, for touch: Touch) -> Int64? {
    let limit = recognizer.delayLimit.microseconds(ofEngine: longestDelay)
    guard arbiter.lacksFingers(recognizer) || isKey(touch, for: recognizer) else { return limit }
    let time = arbiter.intention.togetherness.microseconds
    return min(limit ?? time, time)
  }

  /// Returns whether a touch that a gesture for several fingers holds back is more likely the key of a user who types: another touch
  /// was passed on whole a moment ago, or the fingers have landed one after the other (DL-9).
  private func isKey(_ touch: Touch, for recognizer: GestureRecognizer) -> Bool {
    let grace = arbiter.intention.togetherness.microseconds
    guard grace > 0, 2...Intention.mostKeys ~= recognizer.neededFingers, !recognizer.isAsking else { return false }
    if touch.initialTimestamp < lastWhole + Intention.leastQuiet { return true }
    return recognizer.touches.contains { ($0.initialTimestamp - touch.initialTimestamp).magnitude > grace / 2 }
  }

  /// Returns whether a recognizer holds back the beginning of a touch.
  func isHeldBack(by recognizer: GestureRecognizer) -> Bool { withheld.contains { holdsBeginning(recognizer, of: $0) } }

  /// Returns a touch with a phase that is held back. It may have lifted.
  func withheldTouch(_ id: UInt64) -> Touch? { withheld.first { $0.id == id } }

  /// Called by the engine when a gesture has begun or was recognized: takes its touches from the view (DL-1). The first
  /// recognition wins; later ones find nothing to take (DL-6). `callViews` must follow.
  func claimTouches(of recognizer: GestureRecognizer) {
    guard recognizer.cancelsTouchesInView else { return }
    for touch in recognizer.attemptTouches where touch.delivery.isObserved { revoke(touch) }
  }

  /// Called by the engine when views leave the screen: cancels their touches for them, those that are down and those that have lifted
  /// and are held back.
  func cancel(_ down: [Touch], where isLost: (View) -> Bool) {
    for touch in down + withheld where touch.delivery.isObserved && touch.view.map(isLost) == true {
      revoke(touch)
    }
    callViews()
  }

  /// Calls each view once for all its touches in the same phase. Each touch has the values of that phase during the call.
  func callViews() {
    while let first = collected.first {
      var count = 1
      while count < collected.count, collected[count].moment.phase == first.moment.phase,
        collected[count].touch.view === first.touch.view,
        !collected[..<count].contains(where: { $0.touch === collected[count].touch })
      {
        count += 1
      }
      let group = Array(collected[..<count])
      collected.removeFirst(count)
      call(first.touch.view, first.moment.phase, group)
    }
  }

  private func call(_ view: View?, _ phase: Touch.Phase, _ group: [(touch: Touch, moment: Touch.Moment)]) {
    guard let view else { return }
    let current = group.map { entry in
      defer { entry.touch.show(entry.moment) }
      return entry.touch.moment
    }
    let touches = group.map { $0.touch }
    switch phase {
    case .began: view.touchesBegan(touches)
    case .moved: view.touchesMoved(touches)
    case .ended: view.touchesEnded(touches)
    case .cancelled: view.touchesCancelled(touches)
    case .stationary: break
    }
    for (touch, moment) in zip(touches, current) { touch.show(moment) }
  }

  /// Drops the phases of a touch that are held back, and cancels those that were delivered.
  private func revoke(_ touch: Touch) {
    touch.delivery.withheld.removeAll()
    if touch.delivery.stage == .begun {
      var moment = touch.moment
      moment.phase = .cancelled
      send(moment, of: touch)
    }
    touch.delivery.stage = .over
  }

  private func send(_ moment: Touch.Moment, of touch: Touch) {
    touch.delivery.stage = moment.phase == .ended || moment.phase == .cancelled ? .over : .begun
    if moment.phase == .ended { lastWhole = moment.timestamp }
    if reportsTouches {
      turn.add(
        .touch(
          TouchEvent(
            touch: touch, phase: moment.phase, time: turn.now, timestamp: moment.timestamp, location: moment.location,
            previousLocation: moment.previousLocation, imprint: moment.imprint)))
    }
    if touch.delivery.reachesCode { collected.append((touch, moment)) }
  }
}

extension View {
  /// Whether a touch that lands here could reach code outside this module.
  fileprivate var hasOwnTouchHandling: Bool {
    var isOwn = false
    forEachUpwards { if !$0.isExactly(View.self) { isOwn = true } }  // Its `next` may be any responder.
    return isOwn
  }
}
