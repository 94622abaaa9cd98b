// What ends a phase and a turn: deadlines, decisions, actions and resets.

extension GestureEngine {
  @inline(__always)
  func fireDeadlines(upTo time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time { fire(deadline) }
  }

  private func fire(_ time: Timestamp) {
    turn.advance(to: time)
    arbiter.forgetCensus()
    guard let first = arbiter.first(dueAt: time) else {
      deadline.forget()
      return delivery.release()
    }
    first.deadline = nil
    isCallingRecognizers = true
    // A recognizer whose request for `ended` waits is not affected by a deadline, and neither is one that has ended (REQ-5).
    if first.attempt.marks.wish != .ended && !first.state.isTerminal { first.deadlinePassed(at: now) }
    mustEndAttempts = true
    decideAndRelease()
    endTurn()
  }

  /// Called after recognizers were called: answers those that ask, and delivers to views what is no longer held back.
  @inline(__always)
  func decideAndRelease() {
    isCallingRecognizers = false
    if arbiter.isAnybodyAsking { arbiter.settle(at: now) }
    if delivery.isHoldingBack { delivery.release() }
  }

  /// Calls the actions and then resets, until neither changes anything (ST-4, ST-6).
  @inline(__always)
  func endTurn() {
    if mustEndAttempts || turn.awaitsActions || arbiter.isAnybodyAsking { callActionsAndReset() }
  }

  private func callActionsAndReset() {
    repeat {
      while turn.awaitsActions {
        if case .gesture(let event) = turn.nextForActions(), !event.recognizer.actions.isEmpty {
          event.recognizer.callActions(event)
        }
      }
      endAttempts()
      decideAndRelease()
    } while turn.awaitsActions || mustEndAttempts
  }

  /// Resets the recognizers that have ended and have no touches and presses left (RS-2), and ends the attempts that nothing can
  /// decide any more.
  private func endAttempts() {
    guard mustEndAttempts else { return }
    mustEndAttempts = false
    var haveEnded = false
    arbiter.attempts.walk { recognizer in
      if recognizer.attempt.isDown { return }
      if !recognizer.attempt.isAsking && recognizer.deadline == nil {
        switch recognizer.state {
        case .possible:
          give(Reason(.nothingLeft))
          recognizer.enter(.failed)
        case .began, .changed:
          give(Reason(.nothingLeft))
          recognizer.enter(.cancelled)
        case .ended, .cancelled, .failed: break
        }
      }
      if recognizer.state.isTerminal {
        recognizer.endAttempt()
        haveEnded = true
        turn.report(.possible, of: recognizer)
        deadline.forget()
      }
    }
    if live.hasLifted { live.forgetLifted(except: arbiter.touchesOfAttempts) }
    if haveEnded { arbiter.forgetEndedAttempts() }
  }
}
