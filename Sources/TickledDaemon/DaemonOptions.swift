import Screen

/// What the daemon's command line says.
package struct DaemonOptions: Sendable {
  /// The configuration's file.
  package var path: String
  /// Nodes to read; empty: every touchscreen that udev knows.
  package var devices: [String] = []
  /// Says which actions are due instead of running them.
  package var isDryRun = false
  /// Prints what happens; `nil`: nothing.
  package var format: OutputFormat?

  package init(path: String) { self.path = path }
}
