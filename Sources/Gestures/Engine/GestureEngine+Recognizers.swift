// What recognizers and views ask of the engine.

extension GestureEngine {
  /// Called when a recognizer requests to leave `possible`.
  func ask(_ recognizer: GestureRecognizer) { arbiter.ask(recognizer) }

  /// Called when a gesture is to end. Returns whether it must ask, because one that it yields to may be recognized with the same lift.
  func mayYield(_ recognizer: GestureRecognizer) -> Bool { arbiter.mayYield(recognizer) }

  /// Returns whether something depends on whether this recognizer fails soon: another one, or a touch that it holds back (SW-8).
  func isAwaited(_ recognizer: GestureRecognizer) -> Bool {
    arbiter.isInTheWay(recognizer) || delivery.isHoldingBack && delivery.isHeldBack(by: recognizer)
  }

  /// Called when a recognizer may have begun to wait for another one, between two frames of touches.
  func noteRequirement() { quiet.turningPoints &+= 1 }

  /// Called when a pan goes on after the lift of its fingers.
  func noteCoast(of pan: PanGestureRecognizer) { coasts.append(pan) }

  /// Called when a recognizer has set or cleared its deadline.
  func deadlinesChanged() { deadline.forget() }

  /// Called with the reason for the next change of state.
  func give(_ reason: @autoclosure () -> Reason) { turn.give(reason()) }

  /// Called when the change of state for which a reason was given does not happen.
  func forgetReason() { turn.forgetReason() }

  /// Called when a pan that could have gone on after the lift does not, or goes on no more.
  func report(stop reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    turn.report(stop: reason(), of: recognizer)
  }

  /// Called when an attempt has come closer to its recognition, and waits for something else.
  func report(progress reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    turn.report(progress: reason(), of: recognizer)
  }

  /// Called when a recognizer has changed its state.
  @inline(__always)
  func didEnter(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    if state != .changed { quiet.turningPoints &+= 1 }
    arbiter.forgetCensus()
    if state.isTerminal { mustEndAttempts = true }
    if delivery.isHoldingBack { deadline.forget() }  // A touch that waited for this recognizer may wait for another.
    if state == .began || state == .ended { delivery.claimTouches(of: recognizer) }
    if state == .failed || state == .cancelled { turn.reportEnd(state, of: recognizer) }
    turn.report(state, of: recognizer)
    // Last, because a view that is called may disable the recognizer, and that is a later event.
    if delivery.mustCallViews { delivery.callViews() }
  }

  /// Called when a recognizer drops a touch permanently (RS-7).
  func remove(_ touch: Touch, from recognizer: GestureRecognizer) {
    recognizer.lose(touch)
    mustEndAttempts = true
    deadline.forget()
  }

  /// Called when a recognizer was disabled or removed from its view (ST-7), or when its view left the screen (FR-6).
  func withdraw(_ recognizer: GestureRecognizer, _ kind: Reason.Kind = .switchedOff) {
    recognizer.attempt.showPresent()
    give(Reason(kind))
    switch recognizer.state {
    case .began, .changed: recognizer.enter(.cancelled)
    case .possible: recognizer.enter(.failed)
    case .ended, .cancelled, .failed: turn.forgetReason()
    }
    while let touch = recognizer.touches.first { remove(touch, from: recognizer) }
    recognizer.attempt.removePresses()
    mustEndAttempts = true
  }

  /// Called when a recognizer has made a programming error, which is ignored.
  func report(misuse sentence: String) {
    if isReporting { return }  // It calls the engine itself.
    isReporting = true
    onMisuse?(sentence)
    isReporting = false
  }

  /// Called when a view leaves the screen: cancels the touches that landed on it or on a view below it for their views (RS-6). Their
  /// other gestures keep them.
  func cancelDelivery(to view: View) {
    delivery.cancel(touches) { $0.isDescendant(of: view) }
  }
}

// MARK: - For offering touches and other events

extension GestureEngine {
  /// Begins an attempt.
  ///
  /// - Parameter origin: the event that begins it; `nil`: a touch, which follows.
  @inline(__always)
  func beginAttempt(of recognizer: GestureRecognizer, rank: UInt64, origin: Attempt.Origin? = nil) {
    recognizer.attempt.begin(in: self, rank: rank)
    if let origin {
      recognizer.attempt.note(origin, at: now)
      noteRequirement()
    }
    arbiter.begin(recognizer)
    turn.reportBeginning(of: recognizer)
  }

  /// Called when recognizers have received an event without touches: answers those that ask. The attempts that are over end with
  /// the turn.
  func settleEvent() {
    mustEndAttempts = true
    decideAndRelease()
  }

  /// Returns the recognizers that receive a touch, in the order in which they get it.
  func recognizers(of touch: Touch) -> [GestureRecognizer] { arbiter.inOrder.filter { $0.attempt.has(touch) } }

  /// The recognizers that have an attempt, in the order of their start.
  var attempts: [GestureRecognizer] { arbiter.attempts }

  /// Calls `body` with each undecided recognizer that the recognition of `recognizer` would exclude.
  func forEachRival(of recognizer: GestureRecognizer, _ body: (GestureRecognizer) -> Void) {
    arbiter.forEachRival(of: recognizer, body)
  }

  /// What the undecided recognizers are, in short.
  var census: Arbiter.Census { arbiter.census }

  /// Returns the running gesture that keeps a touch from another one.
  func keeper(of touch: Touch, from recognizer: GestureRecognizer) -> GestureRecognizer? {
    arbiter.keeper(of: touch, from: recognizer)
  }
}
