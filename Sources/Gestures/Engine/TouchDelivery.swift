/// What of a touch has reached its view, and what is held back (DL).
struct TouchDelivery {
  /// A phase that waits for a recognizer to make up its mind; with the touch's values at that moment (DL-4).
  struct Withheld {
    var phase: Touch.Phase
    var timestamp: Timestamp
    var location: Point
    var previousLocation: Point
  }

  enum Stage {
    /// Nothing has reached the view.
    case fresh
    /// `began` has.
    case begun
    /// `ended` or `cancelled` has, or a recognizer took the touch: the view hears no more of it.
    case over
  }

  var stage = Stage.fresh
  var withheld: [Withheld] = []
  /// Somebody listens to this touch: a view of a class of its own, or whoever reads the engine's touch events.
  var isObserved = false
  /// A view of a class of its own may be told of it.
  var reachesCode = false
  /// It has been held back for as long as it may: its beginning and its moves wait no more.
  var isOverdue = false
}

extension Touch {
  /// Whether a recognizer that is still undecided holds this phase back (DL-2, DL-3).
  func isWithheld(_ phase: Phase) -> Bool {
    gestureRecognizers.contains { recognizer in
      guard recognizer.state == .possible else { return false }
      if phase == .ended { return recognizer.delaysTouchesEnded }
      return phase != .cancelled && recognizer.delaysTouchesBegan && !delivery.isOverdue
    }
  }

  /// Whether its beginning waits for a recognizer, and has not done so for too long.
  fileprivate var isBeginningWithheld: Bool {
    guard let first = delivery.withheld.first else { return false }
    return first.phase != .ended && !delivery.isOverdue
  }

  /// Takes the next phase that may go out from those held back.
  func releaseNext() -> TouchDelivery.Withheld? {
    guard let next = delivery.withheld.first, !isWithheld(next.phase) else { return nil }
    return delivery.withheld.removeFirst()
  }
}

extension GestureEngine {
  /// Hands a phase of some touches to their views, or holds it back; after the recognizers have seen and settled it (HT-3).
  func deliver(_ phase: Touch.Phase, of touches: [Touch]) {
    for touch in touches where touch.delivery.isObserved && touch.delivery.stage != .over {
      let news = TouchDelivery.Withheld(
        phase: phase, timestamp: touch.timestamp, location: touch.location, previousLocation: touch.previousLocation)
      if phase == .cancelled {
        takeBack(touch)
      } else if !touch.delivery.withheld.isEmpty || touch.isWithheld(phase) {
        if touch.delivery.withheld.isEmpty {
          touchesWithheld.append(touch)
          deadlinesChanged()
        }
        touch.delivery.withheld.append(news)
      } else {
        send(news, of: touch)
      }
    }
    sendCollected()
  }

  /// Lets out what nobody holds back any more, in order of each touch.
  func releaseWithheld() {
    for touch in touchesWithheld {
      while let next = touch.releaseNext() { send(next, of: touch) }
    }
    sendCollected()
    touchesWithheld.removeAll { $0.delivery.withheld.isEmpty }
  }

  /// When the first of those whose beginning waits has waited for as long as it may.
  var nextOverdue: Timestamp? {
    guard let delay = longestDelay, !touchesWithheld.isEmpty else { return nil }
    return touchesWithheld.lazy.filter(\.isBeginningWithheld).map { $0.initialTimestamp + delay }.min()
  }

  /// Lets those begin that have waited for as long as they may.
  func releaseOverdue(at time: Timestamp) {
    guard let delay = longestDelay else { return }
    for touch in touchesWithheld where touch.isBeginningWithheld && touch.initialTimestamp + delay <= time {
      touch.delivery.isOverdue = true
    }
    deadlinesChanged()
    releaseWithheld()
  }

  /// Whether the view of a touch may yet hear of it: it has been told of its beginning and not of its end, or will be told of
  /// both unless a recognizer takes the touch.
  public func isDelivering(touch id: UInt64) -> Bool {
    (touch(id) ?? touchesWithheld.first { $0.id == id }).map { $0.delivery.stage != .over } ?? false
  }

  /// A recognizer has recognized: the view loses its touches (DL-1). The first recognition wins; later ones find nothing to
  /// take (DL-6).
  func claimTouches(of recognizer: GestureRecognizer) {
    guard recognizer.cancelsTouchesInView else { return }
    for touch in recognizer.attempt.allTouches where touch.delivery.isObserved { takeBack(touch) }
  }

  /// What was held back is dropped; what was delivered is cancelled.
  private func takeBack(_ touch: Touch) {
    touch.delivery.withheld.removeAll()
    if touch.delivery.stage == .begun {
      send(
        TouchDelivery.Withheld(
          phase: .cancelled, timestamp: touch.timestamp, location: touch.location,
          previousLocation: touch.previousLocation), of: touch)
    }
    touch.delivery.stage = .over
  }

  private func send(_ news: TouchDelivery.Withheld, of touch: Touch) {
    touch.delivery.stage = news.phase == .ended || news.phase == .cancelled ? .over : .begun
    if reportsTouches {
      append(
        .touch(
          TouchEvent(
            touch: touch, phase: news.phase, time: now, timestamp: news.timestamp, location: news.location,
            previousLocation: news.previousLocation)))
    }
    if touch.delivery.reachesCode { collected.append((touch, news)) }
  }

  /// Calls each view once for all its touches that are in one phase, each with the values that belong to that phase.
  func sendCollected() {
    while let first = collected.first {
      var count = 1
      while count < collected.count, collected[count].news.phase == first.news.phase,
        collected[count].touch.view === first.touch.view,
        !collected[..<count].contains(where: { $0.touch === collected[count].touch })
      {
        count += 1
      }
      let group = Array(collected[..<count])
      collected.removeFirst(count)
      call(first.touch.view, first.news.phase, group)
    }
  }

  private func call(_ view: View?, _ phase: Touch.Phase, _ group: [(touch: Touch, news: TouchDelivery.Withheld)]) {
    guard let view else { return }
    let current = group.map { entry in entry.touch.assume(entry.news) }
    let touches = group.map(\.touch)
    switch phase {
    case .began: view.touchesBegan(touches)
    case .moved: view.touchesMoved(touches)
    case .ended: view.touchesEnded(touches)
    case .cancelled: view.touchesCancelled(touches)
    case .stationary: break
    }
    for (touch, values) in zip(touches, current) { _ = touch.assume(values) }
  }
}

extension Touch {
  /// Shows the values of another moment.
  /// - Returns: those that it had.
  fileprivate func assume(_ other: TouchDelivery.Withheld) -> TouchDelivery.Withheld {
    let mine = TouchDelivery.Withheld(
      phase: phase, timestamp: timestamp, location: location, previousLocation: previousLocation)
    phase = other.phase
    timestamp = other.timestamp
    location = other.location
    previousLocation = other.previousLocation
    return mine
  }
}
