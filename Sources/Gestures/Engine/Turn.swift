/// The current turn: its time, the events reported in it, and the reason for the next change of state.
///
/// A turn begins with a frame or a deadline and lasts until its actions have been called and nothing changes any more (ST-4,
/// ST-6). The engine hands out the turn's events, which begins the next turn.
///
/// This is a class because the engine, its arbiter and its delivery all add to the same turn.
final class Turn {
  /// The time of the last frame or deadline.
  private(set) var now = Timestamp(microseconds: .min)
  /// Whether the events include the course of attempts.
  var reportsAttempts = false
  private var events: [GestureEngine.Event] = []
  /// The first of the events that are in no array yet, if it is a gesture's. Most turns with events have only this one, and it is not
  /// copied.
  ///
  /// A place of its own, as an optional would be looked through whenever it is set or taken.
  private let first = UnsafeMutablePointer<GestureEvent>.allocate(capacity: 1)
  private var hasFirst = false
  /// Whether a recognizer among the events has actions. The daemon's have none, so that its events need not be looked through.
  private var hasActions = false
  /// The number of events whose actions have been called, or are being called.
  private var actedOn = 0
  /// The reason for the next change of state; `nil` unless attempts are reported.
  private var reason: Reason?

  deinit {
    if hasFirst { first.deinitialize(count: 1) }
    first.deallocate()
  }

  /// Called at a frame, at a deadline, and when time passes without either. A time before the last one is replaced by the last
  /// one.
  func advance(to time: Timestamp) { now = max(now, time) }

  // MARK: Events

  @inline(__always)
  var hasEvents: Bool { hasFirst || !events.isEmpty }

  /// Whether there are events whose actions have not been called.
  var awaitsActions: Bool { hasActions && actedOn < (hasFirst ? 1 : events.count) }

  func add(_ event: GestureEngine.Event) {
    listFirst()
    events.append(event)
  }

  private func add(_ event: consuming GestureEvent) {
    if hasEvents { return add(.gesture(event)) }
    first.initialize(to: event)
    hasFirst = true
  }

  private func listFirst() {
    if !hasFirst { return }
    hasFirst = false
    events.append(.gesture(first.move()))
  }

  /// Adds a change of state, with the recognizer's current values, if the recognizer reports it.
  @inline(__always)
  func report(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    if recognizer.reports(state) { add(state, of: recognizer) }
  }

  @inline(never)
  private func add(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    let detail = recognizer.reportedDetail
    let location = detail >= .all ? recognizer.location(in: nil) : .zero
    let locationInView = detail >= .all ? recognizer.location(in: recognizer.view) : .zero
    let first = detail == .first ? recognizer.location(ofTouch: 0, in: nil) ?? location : .zero
    add(
      GestureEvent(
        recognizer: recognizer, state: state, time: now, numberOfTouches: recognizer.touches.count,
        location: location, locationInView: locationInView, firstLocation: first,
        values: detail == .state ? .none : recognizer.values))
    if !recognizer.actions.isEmpty { hasActions = true }
  }

  /// Returns the next event whose actions must be called. Call this only if `awaitsActions` is true.
  func nextForActions() -> GestureEngine.Event {
    defer { actedOn += 1 }
    return hasFirst ? .gesture(first.pointee) : events[actedOn]
  }

  /// Called at the end of the turn, for the engine's caller.
  ///
  /// - Returns: the events in order.
  func handOut() -> [GestureEngine.Event] {
    listFirst()
    defer { events = [] }
    actedOn = 0
    hasActions = false
    return events
  }

  /// Takes out the turn's only event, if it is a gesture's, and calls `body` with it.
  ///
  /// - Returns: `false` if there are others, which `handOut` returns.
  @inline(__always)
  func withOnlyGesture(_ body: (GestureEvent) -> Void) -> Bool {
    if !hasFirst { return false }
    hasFirst = false
    actedOn = 0
    hasActions = false
    body(first.move())
    return true
  }

  // MARK: Attempts

  /// Notes the reason for a change of state that is about to happen. Costs one comparison unless attempts are reported.
  func give(_ reason: @autoclosure () -> Reason) {
    if reportsAttempts { self.reason = reason() }
  }

  /// Called when the change of state for which a reason was given does not happen.
  func forgetReason() { reason = nil }

  @inline(__always)
  func reportBeginning(of recognizer: GestureRecognizer) {
    if reportsAttempts { add(recognizer, .began) }
  }

  func reportRefusal(of touch: Touch, by recognizer: GestureRecognizer, _ reason: Reason) {
    if reportsAttempts { add(recognizer, .refused(touch, reason)) }
  }

  /// Reports that a recognizer is ready and waits for another one. It is reported again only when the other one changes.
  func reportWaiting(of recognizer: GestureRecognizer, for other: GestureRecognizer) {
    guard reportsAttempts, recognizer.notesWaiting(for: other) else { return }
    add(recognizer, .waits(Reason(.waits, other: other)))
  }

  /// Reports how far an attempt has come.
  func report(progress reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    if reportsAttempts { add(recognizer, .waits(reason())) }
  }

  /// Reports why a gesture ends that could have gone on.
  func report(stop reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    if reportsAttempts { add(recognizer, .stopped(reason())) }
  }

  /// Reports `failed` or `cancelled`, with the reason that was given.
  @inline(__always)
  func reportEnd(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    if reportsAttempts { addEnd(state, of: recognizer) }
  }

  @inline(never)
  private func addEnd(_ state: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    let reason = reason ?? Reason(.unstated)
    self.reason = nil
    add(recognizer, state == .failed ? .failed(reason) : .cancelled(reason))
  }

  private func add(_ recognizer: GestureRecognizer, _ change: AttemptEvent.Change) {
    add(.attempt(AttemptEvent(recognizer: recognizer, change: change, time: now)))
  }
}
