/// Hands touches over to their views: at once, later or not at all, as the recognizers decide (DL).
///
/// A class, as views are a program's code: what they do may come back here through the engine while they are called.
final class TouchDelivery {
  /// Whether touch events are reported.
  @exclusivity(unchecked) var reportsTouches = false
  /// Whether movements are among them.
  @exclusivity(unchecked) var reportsMovements = true
  /// The longest that a touch's beginning is held back; `nil`: as long as a recognizer takes.
  @exclusivity(unchecked) var maximumDelay: Duration? {
    didSet { longestDelay = maximumDelay?.microseconds }
  }
  /// The same in microseconds.
  @exclusivity(unchecked) private var longestDelay: Int64?
  /// The touches of which phases are held back.
  @exclusivity(unchecked) private var withheld: [Touch] = []
  /// What the next `callViews` hands over.
  @exclusivity(unchecked) private var collected: [(touch: Touch, moment: Touch.Moment)] = []
  private let turn: Turn

  init(in turn: Turn) { self.turn = turn }

  var isHoldingBack: Bool { !withheld.isEmpty }

  /// Called by the engine when a touch has landed: finds out who observes it.
  func follow(_ touch: Touch) {
    touch.delivery.reachesCode = touch.view?.hasOwnTouchHandling == true
    touch.delivery.isObserved = reportsTouches || touch.delivery.reachesCode
  }

  /// Called by the engine after the recognizers have seen a phase and settled it (HT-3): delivers the phase of these touches
  /// or holds it back. `callViews` must follow.
  ///
  /// - Returns: whether a touch is held back that was not before, which may change `nextOverdue`.
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

  /// Called by the engine after the arbiter has settled, and at `nextOverdue`: delivers what no recognizer holds back any more,
  /// in the order of each touch.
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

  /// When the first of those whose beginning waits will have waited for as long as it may.
  var nextOverdue: Timestamp? {
    var earliest: Timestamp?
    for touch in withheld {
      guard let moment = overdue(touch) else { continue }
      earliest = min(moment, earliest ?? moment)
    }
    return earliest
  }

  /// When no recognizer may hold the beginning of a touch back any more; `nil`: one may for as long as it takes, or none does.
  private func overdue(_ touch: Touch) -> Timestamp? {
    var latest: Timestamp?
    for recognizer in touch.gestureRecognizers where holdsBeginning(recognizer, of: touch) {
      guard let limit = recognizer.delayLimit.microseconds(ofEngine: longestDelay) else { return nil }
      latest = max(touch.initialTimestamp + limit, latest ?? touch.initialTimestamp)
    }
    return latest
  }

  // MARK: What holds a phase back

  /// Whether a recognizer that is still undecided holds this phase back (DL-2, DL-3).
  private func isWithheld(_ phase: Touch.Phase, of touch: Touch) -> Bool {
    switch phase {
    case .cancelled: false
    case .ended: touch.gestureRecognizers.contains { $0.state == .possible && $0.delaysTouchesEnded }
    case .began, .moved, .stationary: touch.gestureRecognizers.contains { holdsBeginning($0, of: touch) }
    }
  }

  /// For as long as it may. What has reached the view goes on.
  private func holdsBeginning(_ recognizer: GestureRecognizer, of touch: Touch) -> Bool {
    guard recognizer.delaysTouchesBegan, recognizer.state == .possible, touch.delivery.stage == .fresh else {
      return false
    }
    guard let limit = recognizer.delayLimit.microseconds(ofEngine: longestDelay) else { return true }
    return turn.now < touch.initialTimestamp + limit
  }

  /// A touch of which a phase is held back; it may have lifted.
  func withheldTouch(_ id: UInt64) -> Touch? { withheld.first { $0.id == id } }

  /// Called by the engine when a recognizer has begun or was recognized: the view loses its touches (DL-1). The first
  /// recognition wins; later ones find nothing to take (DL-6). `callViews` must follow.
  func claimTouches(of recognizer: GestureRecognizer) {
    guard recognizer.cancelsTouchesInView else { return }
    for touch in recognizer.attempt.allTouches where touch.delivery.isObserved { revoke(touch) }
  }

  /// Calls each view once for all its touches that are in one phase, each with the values that belong to that phase.
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
    let touches = group.map(\.touch)
    switch phase {
    case .began: view.touchesBegan(touches)
    case .moved: view.touchesMoved(touches)
    case .ended: view.touchesEnded(touches)
    case .cancelled: view.touchesCancelled(touches)
    case .stationary: break
    }
    for (touch, moment) in zip(touches, current) { touch.show(moment) }
  }

  /// Drops what is held back of a touch, and cancels what was delivered.
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
    if reportsTouches {
      turn.add(
        .touch(
          TouchEvent(
            touch: touch, phase: moment.phase, time: turn.now, timestamp: moment.timestamp, location: moment.location,
            previousLocation: moment.previousLocation)))
    }
    if touch.delivery.reachesCode { collected.append((touch, moment)) }
  }
}

extension View {
  /// Whether a touch that lands here could reach code that is not this module's.
  fileprivate var hasOwnTouchHandling: Bool {
    var isOwn = false
    forEachUpwards { if type(of: $0) != View.self { isOwn = true } }  // Its `next` may be any responder.
    return isOwn
  }
}
