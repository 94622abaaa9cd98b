import Configuration
import TouchInput

/// The output and the speed of a replay.
package struct ReplayOptions: Sendable {
  package var format = OutputFormat.text
  /// Whether triggered actions are written.
  package var showsActions = true
  /// Whether the touches are written that applications get of an intercepted panel.
  package var showsApplications = false
  /// Whether to play at the speed of the recording, instead of as fast as possible.
  package var isRealTime = false
  /// The most lines per second for a gesture that changes, by the recording's time, so that users can follow. `nil`: all.
  package var changesPerSecond: Int?
  /// The screen to play on; `nil`: the one that matches the recorded device.
  package var screen: ScreenSettings?
  /// What is known of the panel at the beginning; `nil`: what the recording says.
  package var model: PanelModel.Summary?
  /// The mode that is active at the beginning; `nil`: none.
  package var mode: String?
  package var session = Session.Options()

  /// - Parameter explains: whether sessions report all states and attempts, of which explanations are made.
  package init(explains: Bool = false) {
    session.reportsAllStates = explains
    session.reportsAttempts = explains
  }
}
