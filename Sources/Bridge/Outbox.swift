/// The events of gestures that are on their way to the broker: changes that wait for their turn, events that wait to be
/// sent, and those that the broker has not confirmed.
struct Outbox {
  /// The most events that are on their way at a time: the others wait here, where their age counts.
  private static let mostUnconfirmed = 16

  private let maxAge: Int64
  private var gate: ChangeGate
  private var queue: EventQueue
  private var unconfirmed: Set<Int> = []
  private var lastEvent = 0

  init(_ settings: BridgeSettings) {
    maxAge = settings.maxAge.microseconds
    gate = ChangeGate(rate: settings.changedRate)
    queue = EventQueue(maxAge: maxAge)
  }

  /// When an event must be sent, or becomes too old; `nil` if none waits.
  var nextDeadline: Int64? { [gate.nextDeadline, queue.nextDeadline].compactMap { $0 }.min() }

  /// The number of events that were dropped, because they were too old or too many.
  var dropped: Int { queue.dropped }

  /// Takes an event. A change may wait until its attempt's next one may be sent.
  mutating func take(_ event: Event, of attempt: ChangeGate.Attempt, isChange: Bool, isLast: Bool, at now: Int64) {
    for due in gate.take(event, of: attempt, isChange: isChange, isLast: isLast, at: now) { queue.add(due, at: now) }
  }

  /// Lets the changes through whose time has come.
  mutating func advance(to now: Int64) {
    for event in gate.advance(to: now) { queue.add(event, at: now) }
  }

  /// Forgets the changes that wait: what they belong to is gone.
  mutating func forgetChanges() { gate.removeAll() }

  mutating func dropOld(at now: Int64) { queue.dropOld(at: now) }

  /// Returns the message of the next event that may be sent; `nil` if there is none, or too many are on their way.
  mutating func next(at now: Int64) -> Bridge.Message? {
    guard unconfirmed.count < Self.mostUnconfirmed, let event = queue.next(at: now) else { return nil }
    lastEvent += 1
    unconfirmed.insert(lastEvent)
    let rest = maxAge - (now - event.time)
    return Bridge.Message(
      topic: event.topic, payload: event.payload, event: lastEvent, expiry: max(1, Int((rest + 999_999) / 1_000_000)))
  }

  /// - Returns: whether the event was on its way.
  mutating func confirm(_ event: Int) -> Bool { unconfirmed.remove(event) != nil }

  /// Gives up the events that the broker has not confirmed.
  ///
  /// - Returns: their number.
  mutating func loseUnconfirmed() -> Int {
    defer { unconfirmed.removeAll() }
    return unconfirmed.count
  }
}
