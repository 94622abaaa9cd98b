/// The times at which the engine must be called next. They are kept between frames and computed again after a change.
struct NextDeadline {
  /// The earliest deadlines; `nil`: there is none.
  struct Times {
    /// The earliest of all deadlines.
    var any: Timestamp?
    /// The earliest of those at which the engine must be called in time; `GestureRecognizer.expire` names the others.
    var punctual: Timestamp?
  }

  private(set) var times = Times()
  /// Whether nothing has changed since the times were computed.
  private(set) var isKnown = true

  /// Called when a deadline was set, cleared or reached, and when failures are observed that were not.
  mutating func forget() { isKnown = false }

  mutating func found(_ times: Times) {
    self.times = times
    isKnown = true
  }
}
