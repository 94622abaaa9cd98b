// What the engine, the arbiter and the view do with a recognizer.

extension GestureRecognizer {
  /// Narrows the zone unless no touch of the recognizer is down. A subclass from another module may do anything with a frame.
  final func narrowZone(_ zone: inout QuietZone) {
    attempt.marks.need = .none
    guard attempt.marks.mask != 0 && attempt.marks.isListening else { return }
    guard isBuiltIn && !attempt.isAsking else { return zone.close() }
    attempt.marks.need = narrow(&zone)
    zone.note(attempt.marks.need)
  }

  /// Whether something depends on the moment at which the recognizer fails. If not, it may fail as late as the next frame that is handled:
  /// whatever is decided then sees the failure. A gesture that waits for it has asked, and a touch is held back, so no frame is kept.
  final var failureIsObserved: Bool {
    reports(.failed) || relations.isStep || reportsAttempts != false
  }

  /// Whether the engine need not be called at the recognizer's deadline.
  final var mayFailLate: Bool { attempt.marks.expires && !failureIsObserved }
}

// MARK: - The attempt

extension GestureRecognizer {
  /// Called by the engine when it drops a touch permanently (RS-7).
  func lose(_ touch: Touch) {
    attempt.lift(touch.bit, from: touches.centroid())
    attempt.forget(touch.bit)
  }

  /// Called by the turn before it reports that the recognizer waits for `other`.
  ///
  /// - Returns: whether another recognizer, or none, was reported before.
  func notesWaiting(for other: GestureRecognizer) -> Bool {
    let before = attempt.awaited
    if before === other { return false }
    attempt.awaited = other
    // Not before: a client's `deinit` may look at the attempt.
    withExtendedLifetime(before) {}
    return true
  }

  /// Called by the engine when the touches are gone (RS-2): returns the recognizer to its initial state. Other recognizers may
  /// still have the touches.
  func endAttempt() {
    let others = attempt.refersToOthers ? attempt.takeOthers() : nil
    attempt.startOver()
    reset()
    attempt.close()
    withExtendedLifetime(others) {}
  }

  /// Called by the engine in its `deinit`: ends the attempt without calling the engine.
  func endAttemptWithoutEngine() {
    endAttempt()
    attempt.leaveLists()
  }
}

// MARK: - Relations and the view

extension GestureRecognizer {
  /// Called by a sequence of which this recognizer becomes a step.
  func join(_ sequence: SequenceGestureRecognizer) {
    relations.join(sequence)
    engine?.deadlinesChanged()
  }

  /// Called by a sequence of which this recognizer is no step any more.
  func leave(_ sequence: SequenceGestureRecognizer) {
    relations.leave(sequence)
    engine?.deadlinesChanged()
  }

  func addAction(_ action: GestureAction) { actions.append(action) }

  /// Called by an action that is removed.
  func removeAction(_ action: GestureAction) { actions.removeAll { $0 === action } }

  /// Called by the engine at the end of a turn, with each change of state of that turn.
  func callActions(_ event: GestureEvent) {
    attempt.show(event.state)
    for action in actions { action.run(event) }
    attempt.showPresent()
  }

  func attach(to view: View) { attachedView = BackReference(view) }

  /// Returns whether the recognizer was added to `view`.
  final func isAttached(to view: View) -> Bool { attachedView.isSame(as: BackReference(view)) }

  /// Called by the view from which the recognizer is removed.
  func detach() {
    engine?.withdraw(self)
    forgetView()
  }

  /// Called by the view in its `deinit`, before `detach`: a client that is called then must not get hold of it.
  func forgetView() { attachedView = BackReference() }
}
