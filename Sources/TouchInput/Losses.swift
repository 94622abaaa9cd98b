import Gestures

/// The frames that the kernel dropped, of one panel.
package struct Losses {
  /// How often it did so since the panel was opened.
  package internal(set) var count = 0
  private var logged: Timestamp?

  /// Whether to log a loss at `time`: a panel that loses frames without end does not fill the journal.
  package mutating func isToBeLogged(at time: Timestamp) -> Bool {
    if let logged, time - logged < 10_000_000 { return false }
    logged = time
    return true
  }
}
