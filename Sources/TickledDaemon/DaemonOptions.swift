import Configuration
import Program
import Screen

/// The options of the daemon's command line.
package struct DaemonOptions: Sendable {
  /// The path of the configuration's file.
  package var path: String
  /// Nodes to read; empty: every touchscreen that udev knows.
  package var devices: [String] = []
  /// Logs actions instead of running them.
  package var isDryRun = false
  /// The format in which events are printed; `nil`: nothing is printed.
  package var format: OutputFormat?
  /// The socket of the process that starts commands; `nil`: the daemon starts them.
  package var commandStarter: String?

  package init(path: String) { self.path = path }
}

package struct DaemonStart {
  package var options: DaemonOptions
  package var file: ConfigurationFile
  /// The errors of the configuration's file, if `file` is the last valid one instead.
  package var errors: [String] = []
  /// The output that the log is written to, for counting lost lines; `nil`: the log writes directly.
  package var logOutput: LineOutput?

  package init(_ file: ConfigurationFile, options: DaemonOptions) {
    self.file = file
    self.options = options
  }
}
