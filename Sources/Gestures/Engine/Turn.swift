/// The turn at hand: its time, the events that it gave so far, and why the next change of state comes about.
///
/// A turn begins with a frame, or a deadline, and lasts until its actions are called and nothing more changes (ST-4, ST-6).
/// The engine, its arbiter and its delivery add to one turn; it calls nothing but the recognizers' own values.
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
  /// Of the change of state that comes next; `nil` unless attempts are reported.
  @exclusivity(unchecked) private var reason: Reason?

  /// Time never goes back: an earlier one counts as the last one.
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

  /// The next event whose actions are called now; only where some await that.
  func nextForActions() -> GestureEngine.Event {
    defer { actedOn += 1 }
    return events[actedOn]
  }

  /// Ends the turn.
  ///
  /// - Returns: its events, in order.
  func handOut() -> [GestureEngine.Event] {
    if events.isEmpty { return [] }
    handedOut.removeAll(keepingCapacity: true)
    swap(&events, &handedOut)
    actedOn = 0
    return handedOut
  }

  // MARK: Attempts

  /// Notes why the change of state that follows comes about. Costs a comparison unless attempts are reported.
  func give(_ reason: @autoclosure () -> Reason) {
    if reportsAttempts { self.reason = reason() }
  }

  /// Called when the change of state that it was given for does not come about.
  func forgetReason() { reason = nil }

  func reportBeginning(of recognizer: GestureRecognizer) {
    if reportsAttempts { add(recognizer, .began) }
  }

  func reportRefusal(of touch: Touch, by recognizer: GestureRecognizer, _ reason: Reason) {
    if reportsAttempts { add(recognizer, .refused(touch, reason)) }
  }

  /// Reported once an attempt for each recognizer that it waits for.
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
