/// When the engine must be called next: kept from one frame to the next, and found again after a change.
struct NextDeadline {
  /// `nil`: never.
  private(set) var time: Timestamp?
  /// Whether nothing has changed since the time was found.
  private(set) var isKnown = true

  /// Called when a deadline was set, cleared or reached.
  mutating func forget() { isKnown = false }

  mutating func found(_ time: Timestamp?) {
    self.time = time
    isKnown = true
  }
}
