// What a recognizer does for itself: it asks for states, gives reasons, and sets its deadline.

extension GestureRecognizer {
  /// Sets `state` to `failed` and gives the reason to readers of attempt events. The reason is not evaluated unless the engine
  /// reports attempts.
  @inline(__always)
  public final func fail(_ reason: @autoclosure () -> Reason) {
    if reportsAttempts == true && !giveReason(reason()) { return }
    failNow()
  }

  @inline(never)
  private func failNow() {
    if attempt.state == .possible && !attempt.showsOtherState { enter(.failed) } else { state = .failed }
  }

  /// Gives the reason for a failure.
  ///
  /// - Returns: `false` if delegates that were asked for the reason have switched the recognizer off.
  @inline(never)
  private func giveReason(_ reason: @autoclosure () -> Reason) -> Bool {
    // A recognizer that has requested `began` had met all its conditions: without fingers it fails because they are gone, whatever
    // the subclass says (REQ-5).
    let present = attempt.state
    let isPast = attempt.marks.wish != nil && attempt.isReleased
    engine?.give(isPast ? Reason(.fingersGone, other: attempt.awaited) : reason())
    if attempt.state == present { return true }
    engine?.forgetReason()
    return false
  }

  /// Sets `state` to `cancelled` and gives the reason to readers of attempt events. The gesture must have begun.
  public final func cancel(_ reason: @autoclosure () -> Reason) {
    engine?.give(reason())
    state = .cancelled
  }

  /// Called when the last finger or the press was cancelled, or the sensor was lost: cancels a gesture that has begun, and fails
  /// one that has not (ST-2).
  final func cancelOrFail(_ kind: Reason.Kind = .touchCancelled) {
    if state == .possible { fail(Reason(kind)) } else { cancel(Reason(kind)) }
  }

  /// The time at which `deadlinePassed` will be called; `nil`: never. A recognizer has one deadline at a time. A terminal state
  /// clears it.
  public final var deadline: Timestamp? {
    get { attempt.marks.deadline }
    set {
      guard newValue != attempt.marks.deadline || attempt.marks.expires else { return }
      attempt.marks.deadline = newValue
      attempt.marks.expires = false
      attempt.backReference.read { $0.deadlinesChanged() }
    }
  }

  /// Sets the deadline to a time at which the recognizer only fails. The engine need not be called at that time if the failure is not
  /// observed. A subclass from another module may do more at its deadline.
  final func expire(at time: Timestamp) {
    deadline = time
    attempt.marks.expires = isBuiltIn
  }

  /// The distance by which locations may be wrong, in millimetres.
  final var uncertainty: Double { attempt.backReference.read { $0.uncertainty } ?? 0 }

  /// Whether the course of attempts is reported; `nil` outside an attempt.
  var reportsAttempts: Bool? { attempt.backReference.read { $0.turn.reportsAttempts } }

  /// The engine's rules beyond UIKit's; `nil` outside an attempt.
  final var intention: Intention? { attempt.backReference.read { $0.intention } }

  /// The longest time between two fingers of this gesture, in microseconds (RS-17); `nil`: any.
  final var togetherness: Int64? {
    guard let time = intention?.togetherness, time > .zero else { return nil }
    return time.microseconds * (mostFingers > 2 ? 2 : 1)
  }

  /// The reason why fingers that land or lift do not belong together.
  final func isApart(_ kind: Reason.Kind) -> Reason {
    let limit = Double(togetherness ?? 0) / 1e6
    return Reason(kind, limit, limit: limit)
  }

  /// Returns whether a length that exceeds a threshold also exceeds the panel's noise (RS-11). A threshold of 0 means the raw
  /// measure, so the noise is ignored. Call this only for a length beyond the threshold: few frames have one, and the others
  /// need not read the engine.
  final func isReal(_ length: Double, beyond threshold: Double) -> Bool { threshold == 0 || length > uncertainty }

  /// Withdraws the request for `began` because the fingers have returned to where they landed. Applies only if
  /// `Intention.beginsAtLift` is set and the movement may still be a tap (PAN-12).
  final func withdrawWish() {
    if attempt.marks.wish == .began, engine?.mayBeTap(recognizer: self) == true { attempt.marks.wish = nil }
  }

  /// Whether the recognizer has requested `began` and all its fingers have lifted, and its keys were released, since.
  final var isPastFingers: Bool { attempt.marks.wish == .began && attempt.isReleased }

  /// Called when the last finger has lifted before the gesture began. Fails, unless the gesture may begin at this moment.
  final func failAtLift(_ reason: @autoclosure () -> Reason) {
    if isPastFingers, intention?.beginsAtLift == true { return }
    fail(attempt.marks.hold?.reason ?? reason())
  }

  /// Requests `began`, unless the engine needs to see more movement first. Called again whenever the fingers move.
  final func begin() {
    if intention?.isUIKit == false {
      let hold = engine?.hold(on: self)
      attempt.marks.hold = hold
      // Delegates that are asked may switch it off.
      if hold != nil || attempt.state != .possible { return }
    }
    state = .began
  }
}

// MARK: - States

extension GestureRecognizer {
  /// Handles a state that the subclass sets (ST-1, ST-2).
  func request(_ new: State) {
    attempt.showPresent()
    let state = attempt.state
    switch (state, new) {
    case (.possible, .began), (.possible, .ended):
      guard let engine else { return ignore(new, "it has no touches") }
      if conditions != nil, let reason = unmetCondition(for: new) {
        engine.give(reason)
        enter(.failed)
      } else if attempt.marks.wish == .began && new == .ended {
        // The gesture is over before it was allowed to begin (REQ-5).
        engine.give(Reason(.fingersGone, other: attempt.awaited))
        enter(.failed)
      } else if attempt.marks.wish == nil {
        attempt.marks.wish = new
        if new == .ended {
          attempt.marks.isMade = true
          attempt.marks.isListening = false
        }
        engine.ask(self)
        // As in UIKit, the method that asks reads what it has set.
        if !isBuiltIn && engine.isCallingRecognizers { attempt.show(new) }
      }
    case (.began, .changed), (.began, .cancelled), (.changed, .changed), (.changed, .cancelled): enter(new)
    case (.possible, .failed), (.possible, .cancelled):
      if attempt.isRunning { enter(.failed) } else { ignore(new, "it has no touches") }
    case (.began, .ended), (.changed, .ended):
      if conditions != nil, let reason = unmetCondition(for: new) {
        engine?.give(reason)
        enter(.cancelled)
      } else if new == .ended && engine?.mayYield(self) == true {
        attempt.marks.wish = new
        engine?.ask(self)
      } else {
        enter(new)
      }
    case (.possible, .changed):
      if attempt.marks.wish == .began { attempt.marks.hasChanged = true } else { ignore(new, "set began first") }
    case (.began, .failed), (.changed, .failed):
      report(new, "a gesture that has begun is cancelled")
      enter(.cancelled)
    case (.began, .possible), (.changed, .possible): ignore(new, "set ended or cancelled; the engine resets it")
    case (.changed, .began): ignore(new, "it has begun; set changed")
    default:
      if new != state && new != .possible { ignore(new, "its attempt is over until the engine resets it") }
    }
  }

  private func ignore(_ new: State, _ advice: String) {
    report(new, advice)
    engine?.forgetReason()
  }

  /// Reports a state that was set and cannot follow the present one, once in an attempt: a recognizer may do it in each frame.
  private func report(_ new: State, _ advice: String) {
    if attempt.marks.isMisused { return }
    attempt.marks.isMisused = attempt.isRunning
    let sentence = "\(className) \"\(name)\" set \(new) while it was \(attempt.state): \(advice)"
    (engine ?? view?.screenFocus?.engine)?.report(misuse: sentence)
  }

  /// Changes the state; only the reset does so elsewhere. Called by the recognizer for a legal transition, by the arbiter for
  /// its verdict, and by the engine when nothing can decide the attempt any more.
  func enter(_ new: State) {
    attempt.state = new
    if new == .changed && !reports(.changed) { return }  // Once per frame, and usually without a listener.
    attempt.marks.wish = nil
    if new.isTerminal {
      if attempt.marks.deadline != nil { deadline = nil }
      attempt.marks.isListening = false
    }
    // The caller of the engine keeps it alive.
    attempt.backReference.call(ifHeld: { $0.isBusy }) { $0.didEnter(new, self) }
    if new == .failed, relations.isStep { noteInSequences { $0.note(failed: self) } }
  }

  @inline(never)
  private func noteInSequences(_ body: (SequenceGestureRecognizer) -> Void) {
    for sequence in relations.sequences { body(sequence) }
  }

  /// Called by the arbiter when it grants the requested state.
  ///
  /// - Returns: `false` if `didBegin` has ended the request, for example by disabling the recognizer.
  func grantWish(at time: Timestamp) -> Bool {
    let granted = attempt.marks.wish
    didBegin(at: time)
    guard let granted, attempt.marks.wish == granted else { return false }
    enter(granted)
    if attempt.marks.hasChanged && attempt.state == .began { enter(.changed) }
    if relations.isStep {
      if let origin = attempt.marks.origin { engine?.beginSequences(with: self, origin) }
      noteInSequences { $0.note(recognized: self, at: time) }
    }
    return true
  }

  @inline(__always)
  final func reports(_ state: State) -> Bool { reportedStates.contains(States(state)) }
}
