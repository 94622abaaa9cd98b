/// The time at which the engine must be called next. It is kept between frames and computed again after a change.
struct NextDeadline {
  /// The time; `nil`: never.
  private(set) var time: Timestamp?
  /// Whether nothing has changed since the time was computed.
  private(set) var isKnown = true

  /// Called when a deadline was set, cleared or reached.
  mutating func forget() { isKnown = false }

  mutating func found(_ time: Timestamp?) {
    self.time = time
    isKnown = true
  }
}
