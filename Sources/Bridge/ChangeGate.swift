/// Lets changes of gestures through at a limited rate: the first one at once, the last one before whatever follows it.
struct ChangeGate {
  /// An attempt of a gesture in a place.
  struct Attempt: Hashable {
    let gesture: String
    let place: String
  }

  private struct Entry {
    /// When a change may be sent again.
    var opening: Int64
    /// The newest change that was not sent.
    var waiting: Event?
  }

  /// More attempts than fingers and views of any machine; a bound for a daemon that is not ours.
  private static let most = 1000
  private let interval: Int64
  private var entries: [Attempt: Entry] = [:]

  /// - Parameter rate: changes per second.
  init(rate: Double) { interval = Int64(1e6 / rate) }

  /// When a change that waits must be sent; `nil` if none waits.
  var nextDeadline: Int64? { entries.values.compactMap { $0.waiting == nil ? nil : $0.opening }.min() }

  /// Takes an event and returns those that must be sent now.
  mutating func take(_ event: Event, of attempt: Attempt, isChange: Bool, isLast: Bool, at now: Int64) -> [Event] {
    guard isChange else {
      let waiting = entries[attempt]?.waiting
      entries[attempt] = nil
      if !isLast && entries.count < Self.most { entries[attempt] = Entry(opening: now) }
      return [waiting, event].compactMap { $0 }
    }
    guard let entry = entries[attempt], now < entry.opening else {
      if entries.count < Self.most { entries[attempt] = Entry(opening: now + interval) }
      return [event]
    }
    entries[attempt] = Entry(opening: entry.opening, waiting: event)
    return []
  }

  /// Returns the changes whose time has come.
  mutating func advance(to now: Int64) -> [Event] {
    var due: [(Int64, Event)] = []
    for (attempt, entry) in entries where entry.opening <= now {
      guard let event = entry.waiting else { continue }
      due.append((entry.opening, event))
      entries[attempt] = Entry(opening: now + interval)
    }
    return due.sorted { $0.0 < $1.0 }.map(\.1)
  }

  mutating func removeAll() { entries.removeAll() }
}
