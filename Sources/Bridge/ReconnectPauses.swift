/// The pauses between attempts to reach a broker. They double until a connection has held for `quiet`: a broker that
/// accepts connections and ends them at once sees 8 in the first minute, and fewer then.
package struct ReconnectPauses {
  /// In microseconds. It is also the longest pause after an attempt that reached a broker.
  private static let quiet: Int64 = 30_000_000
  private static let shortest: Int64 = 1_000_000

  private let longest: Int64
  private var pause = shortest
  /// Since when the broker serves us; `nil`: it does not.
  private var start: Int64?
  /// The earliest time of the next attempt.
  package private(set) var next: Int64 = 0

  /// - Parameter longest: the longest pause as long as no broker is reached.
  package init(longest: Duration) { self.longest = longest.microseconds }

  /// - Parameter chance: 0 to 1. All panels lose a broker at the same time, and must not come back at the same time.
  package mutating func attempt(at now: Int64, chance: Double) {
    next = now + Int64(Double(pause) * (0.5 + chance / 2))
    start = nil
  }

  package mutating func connected(at now: Int64) { start = now }

  package mutating func lost(at now: Int64, wasReached: Bool, chance: Double) {
    let hasHeld = start.map { now - $0 >= Self.quiet } ?? false
    pause = hasHeld ? Self.shortest : min(2 * pause, wasReached ? max(longest, Self.quiet) : longest)
    next = max(next, now + Int64(Double(Self.shortest) * (1 + chance) / 4))
  }
}
