import Control

/// The panel's state as it is sent to the broker: after a change, at most four times a second.
struct StateReport {
  private var state: PanelState?
  /// What the next report counts. An event alone causes no report, as each message would then cause another one.
  var counts = PanelState.Counts()
  /// Whether the broker has a state of this connection.
  private(set) var isSent = false
  /// The moment of the next report, on CLOCK_MONOTONIC; `nil`: nothing has changed.
  private(set) var deadline: Int64?
  /// The earliest moment of the next report.
  private var earliest: Int64 = 0

  /// The shortest time between two reports, in microseconds.
  private static let interval: Int64 = 250_000

  /// Called when the broker has none, or another one's.
  mutating func forgetSent() { isSent = false }

  mutating func hasChanged(at now: Int64) { deadline = deadline ?? max(now, earliest) }

  /// Changes what is known of the panel between two answers of the daemon.
  mutating func update(at now: Int64, _ change: (inout PanelState) -> Void) {
    guard var next = state else { return }
    change(&next)
    if next == state { return }
    state = next
    hasChanged(at: now)
  }

  /// Makes the state from the daemon's latest answers.
  mutating func take(_ status: DaemonStatus, _ description: DaemonDescription, at moment: Moment) {
    var next = PanelState(status, description, at: moment)
    next.lastGesture = state?.lastGesture
    // A second more or less comes from rounding.
    if let last = state?.lastTouch, let new = next.lastTouch, (new - last).magnitude < 2 { next.lastTouch = last }
    state = next
  }

  /// Returns the report to send now; `nil`: nothing is known of the panel.
  mutating func payload(at moment: Moment) -> [UInt8]? {
    deadline = nil
    guard var state else { return nil }
    state.counts = counts
    isSent = true
    earliest = moment.monotonic + Self.interval
    return state.payload(at: moment)
  }
}
