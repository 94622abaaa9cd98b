/// The current turn: its time, its events so far, and the reason of the next change of state.
///
/// A turn begins with a frame or a deadline and lasts until its actions are called and nothing more changes (ST-4, ST-6). The
/// engine hands its events out, which begins the next one.
///
/// A class, as the engine, its arbiter and its delivery all add to one turn.
final class Turn {
  /// The time of the last frame or deadline.
  @exclusivity(unchecked) private(set) var now = Timestamp(microseconds: .min)
  /// Whether the course of attempts is among the events.
  @exclusivity(unchecked) var reportsAttempts = false
  /// The events of this turn, and those that the last caller may still hold: two arrays, so that neither is copied.
  @exclusivity(unchecked) private var events: [GestureEngine.Event] = []
  @exclusivity(unchecked) private var handedOut: [GestureEngine.Event] = []
  /// The number of events whose actions have been called, or are being called.
  @exclusivity(unchecked) private var actedOn = 0
  /// The reason of the change of state that comes next; `nil` unless attempts are reported.
  @exclusivity(unchecked) private var reason: Reason?

  /// Called at a frame, at a deadline, and when time passes without either. An earlier time counts as the last one.
  func advance(to time: Timestamp) { now = max(now, time) }

  // MARK: Events

  var hasEvents: Bool { !events.isEmpty }

  /// Whether there are events whose actions have yet to be called.
  var awaitsActions: Bool { actedOn < events.count }

  func add(_ event: GestureEngine.Event) { events.append(event) }

  /// Adds a change of state that the recognizer reports, with its values at this moment.
  func report(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    guard recognizer.reports(state) else { return }
    add(
      .gesture(
        GestureEvent(
          recognizer: recognizer, state: state, time: now, numberOfTouches: recognizer.numberOfTouches,
          location: recognizer.location(in: nil), locationInView: recognizer.location(in: recognizer.view),
          values: recognizer.values)))
  }

  /// Called where `awaitsActions`: the next event whose actions are to be called.
  func nextForActions() -> GestureEngine.Event {
    defer { actedOn += 1 }
    return events[actedOn]
  }

  /// Called when the turn is over, for the caller of the engine.
  ///
  /// - Returns: the events in order.
  func handOut() -> [GestureEngine.Event] {
    if events.isEmpty { return [] }
    handedOut.removeAll(keepingCapacity: true)
    swap(&events, &handedOut)
    actedOn = 0
    return handedOut
  }

  // MARK: Attempts

  /// Called before a change of state, with its reason. Costs a comparison unless attempts are reported.
  func give(_ reason: @autoclosure () -> Reason) {
    if reportsAttempts { self.reason = reason() }
  }

  /// Called when the change of state does not happen that a reason was given for.
  func forgetReason() { reason = nil }

  func reportBeginning(of recognizer: GestureRecognizer) {
    if reportsAttempts { add(recognizer, .began) }
  }

  func reportRefusal(of touch: Touch, by recognizer: GestureRecognizer, _ reason: Reason) {
    if reportsAttempts { add(recognizer, .refused(touch, reason)) }
  }

  /// Reports a recognizer that is ready and waits, again only when it waits for another one.
  func reportWaiting(of recognizer: GestureRecognizer, for other: GestureRecognizer) {
    guard reportsAttempts, recognizer.notesWaiting(for: other) else { return }
    add(recognizer, .waits(Reason(.waits, other: other)))
  }

  /// Reports `failed` or `cancelled`, with the reason that was given.
  func reportEnd(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    guard reportsAttempts else { return }
    let reason = reason ?? Reason(.unstated)
    self.reason = nil
    add(recognizer, state == .failed ? .failed(reason) : .cancelled(reason))
  }

  private func add(_ recognizer: GestureRecognizer, _ change: AttemptEvent.Change) {
    add(.attempt(AttemptEvent(recognizer: recognizer, change: change, time: now)))
  }
}
