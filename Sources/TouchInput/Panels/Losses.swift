import Gestures

/// The losses of one panel: how often the kernel dropped events.
package struct Losses {
  /// The number of losses since the panel was opened.
  package internal(set) var count = 0
  private var logged: Timestamp?

  /// Returns whether to log a loss at `time`: at most one in 10 s, so that a panel that keeps losing events does not fill the journal.
  package mutating func shouldLog(at time: Timestamp) -> Bool {
    if let logged, time - logged < 10_000_000 { return false }
    logged = time
    return true
  }
}
