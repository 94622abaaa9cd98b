/// Attempts: from the first touch that a recognizer gets to its reset (RS-1).
extension GestureEngine {
  /// Offers a new touch to the recognizers of its view and of all its ancestors (RS-5).
  func offer(_ touch: Touch) {
    let depth = touch.view?.depth ?? 0
    touch.gestureRecognizers.reserveCapacity(listeners.capacity)  // As many as there were for others.
    var level = 0
    var view = touch.view
    while let here = view {
      var index: UInt64 = 0
      here.gestureRecognizers.forEachUncounted { recognizer in
        offer(touch, to: recognizer, rank: UInt64(0xffff - min(depth - level, 0xffff)) << 32 | index)
        index += 1
      }
      level += 1
      view = here.superview
    }
    askForRequirements(about: touch)
  }

  private func offer(_ touch: Touch, to recognizer: GestureRecognizer, rank: UInt64) {
    if let refusal = refusal(of: touch, by: recognizer) { return explainRefusal(touch, recognizer, refusal) }
    if recognizer.engine == nil {
      recognizer.beginAttempt(in: self, rank: rank)
      arbiter.begin(recognizer)
      addListener(recognizer)
      if reportsAttempts { append(.attempt(AttemptEvent(recognizer: recognizer, change: .began, time: now))) }
    }
    recognizer.receive(touch)
    touch.gestureRecognizers.append(recognizer)
  }

  /// The pairs of recognizers that now share a touch for the first time; the others were asked before (REQ-3).
  private func askForRequirements(about touch: Touch) {
    for a in touch.gestureRecognizers where a.mayHaveDynamicRequirements {
      for b in touch.gestureRecognizers where b !== a && !a.attempt.sharesTouch(with: b.attempt, besides: touch) {
        a.askForRequirements(with: b)
        if !b.mayHaveDynamicRequirements { b.askForRequirements(with: a) }
      }
    }
  }

  /// Why a recognizer does not get a touch; `nil`: it does.
  func refusal(of touch: Touch, by recognizer: GestureRecognizer) -> Reason? {
    if !recognizer.isEnabled { return Reason(.disabled) }
    if recognizer.attempt.state.isTerminal { return Reason(.over) }
    if recognizer.attempt.wish != nil { return Reason(.undecided) }
    if recognizer.engine != nil && recognizer.engine !== self { return Reason(.unstated) }
    if !recognizer.allowedTouchTypes.contains(Touch.TouchTypes(touch.type)) { return Reason(.wrongTool) }
    if recognizer.attempt.state.isActive, let other = arbiter.whoKeeps(touch, from: recognizer) {
      return Reason(.taken, other: other)
    }
    if !recognizer.shouldReceive(touch) {
      return Reason(recognizer.attempt.state.isActive ? .fingersEnough : .turnedAway)
    }
    let isWanted = recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) != false
    return isWanted ? nil : Reason(.turnedAway)
  }

  /// Before a touch is offered, attempts that it cannot continue are over, and who waited for them moves on (TAP-8).
  func failThoseThatCannotContinue(with touch: Touch) {
    var failed = false
    var view = touch.view
    while let here = view {
      here.gestureRecognizers.forEachUncounted { recognizer in
        guard
          recognizer.engine === self && recognizer.attempt.state == .possible && recognizer.attempt.wish == nil
            && recognizer.touches.isEmpty && !recognizer.canContinue(with: touch, at: now)
        else { return }
        give(recognizer.reasonNotToContinue(with: touch, at: now))
        recognizer.enter(.failed)
        failed = true
      }
      view = here.superview
    }
    if failed {
      settle()
      endTurn()
    }
  }

  /// Drops a touch from a recognizer for good (RS-7).
  func remove(_ touch: Touch, from recognizer: GestureRecognizer) {
    recognizer.lose(touch)
    touch.gestureRecognizers.removeAll { $0 === recognizer }
    mustEndAttempts = true
  }

  /// A recognizer was switched off or taken from its view (ST-7).
  func withdraw(_ recognizer: GestureRecognizer) {
    give(Reason(.switchedOff))
    switch recognizer.attempt.state {
    case .began, .changed: recognizer.enter(.cancelled)
    case .possible: recognizer.enter(.failed)
    case .ended, .cancelled, .failed: reasonAtHand = nil
    }
    for touch in recognizer.touches { remove(touch, from: recognizer) }
    mustEndAttempts = true
  }

  /// Resets the recognizers that are through with their touches (RS-2), and ends those attempts that nothing can decide any
  /// more.
  func endAttempts() {
    guard mustEndAttempts else { return }
    mustEndAttempts = false
    arbiter.attempts.forEachUncounted { recognizer in
      guard recognizer.touches.isEmpty else { return }
      if recognizer.attempt.wish == nil && recognizer.deadline == nil {
        switch recognizer.attempt.state {
        case .possible:
          give(Reason(.nothingLeft))
          recognizer.enter(.failed)
        case .began, .changed:
          give(Reason(.nothingLeft))
          recognizer.enter(.cancelled)
        case .ended, .cancelled, .failed: break
        }
      }
      if recognizer.attempt.state.isTerminal {
        recognizer.endAttempt()
        report(.possible, recognizer)
        mustFindDeadline = true
      }
    }
    sweepListeners()
    arbiter.forgetEndedAttempts()
  }
}

extension View {
  /// 0 for the root.
  fileprivate var depth: Int {
    var depth = 0
    var ancestor = superview
    while let view = ancestor {
      depth += 1
      ancestor = view.superview
    }
    return depth
  }
}
