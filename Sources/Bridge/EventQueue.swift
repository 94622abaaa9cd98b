/// A gesture's event on its way to the broker.
struct Event: Equatable {
  var topic: String
  var payload: [UInt8]
  /// When the gesture did that, in microseconds on CLOCK_MONOTONIC.
  var time: Int64
}

/// Events that wait for the broker. Those that have waited too long are dropped: a light that switches when its user
/// has left is worse than one that doesn't.
struct EventQueue {
  /// The most events that wait.
  static let most = 1000

  private let maxAge: Int64
  private var events: [Event] = []
  /// The number of events that were dropped, because they were too old or too many.
  private(set) var dropped = 0

  init(maxAge: Int64) { self.maxAge = maxAge }

  /// When the next event becomes too old; `nil` if none waits.
  var nextDeadline: Int64? { events.map(\.time).min().map { $0 + maxAge } }

  mutating func add(_ event: Event, at now: Int64) {
    if events.count == Self.most {
      events.removeFirst()
      dropped += 1
    }
    events.append(event)
    dropOld(at: now)
  }

  /// Drops the events that are too old.
  mutating func dropOld(at now: Int64) {
    let count = events.count
    events.removeAll { now - $0.time >= maxAge }
    dropped += count - events.count
  }

  /// Returns the oldest event that may still be sent.
  mutating func next(at now: Int64) -> Event? {
    dropOld(at: now)
    return events.isEmpty ? nil : events.removeFirst()
  }
}
