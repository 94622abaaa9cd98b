import ArgumentParser
import CLinux
import Configuration
import Control
import Gestures
import Glibc
import JSON
import Screen
import TouchInput

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the touchscreens that are there.",
    discussion: """
      With what the configuration makes of them, who may read them, and what is odd about them. Ends with 69 if there is \
      none, and with 77 if there are some but none may be read.
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: an object a line for each touchscreen.")
  var format = OutputFormat.text
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Listens for so long, 1 to 60 s, and tells how often each reports: move a finger on them.", valueName: "seconds"))
  var measure: Int?

  func validate() throws {
    if let measure, !(1...60).contains(measure) {
      throw ValidationError("--measure is a number of seconds from 1 to 60")
    }
  }

  func run() throws {
    let configuration = try configurationInUse()
    let screens = try Touchscreens(configuration)
    if screens.panels.isEmpty { throw screens.complainOfNone() }
    let rates = measure.map { Rates(of: screens, seconds: $0).hertz }
    let readByDaemon = panelsOfDaemon(configured: Configuration.path(option: file.config))
    let rows = screens.panels.map { panel in
      DeviceRow(
        panel, configuration, read: readByDaemon[panel.found.node], rate: rates.map { $0[panel.found.node] ?? 0 })
    }
    switch format {
    case .json: for row in rows { try Answer.say(row.json) }
    case .text: for line in DeviceTable(rows).lines(width: Self.terminalWidth) { try Answer.say(line) }
    }
    for row in rows { if let warning = row.warning { Diagnostics.warn("\(row.name): \(warning)") } }
    for refusal in screens.refusals { Diagnostics.say("tickle: \(refusal)") }
  }

  /// Nil where there is none, or none that can be used and none was asked for: touchscreens are listed all the same.
  private func configurationInUse() throws -> Configuration? {
    if file.config != nil { return try file.load() }
    let path = Configuration.path(option: nil)
    guard access(path, F_OK) == 0 else { return nil }
    if let configuration = try? Configuration.load(path: path).configuration { return configuration }
    Diagnostics.warn("\(path.printable) cannot be used, so no screens are shown (`tickle check` says why)")
    return nil
  }

  /// Nil where it is no terminal: then a line is as long as it has to be.
  private static var terminalWidth: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

/// By node: what the daemon that runs with this configuration says of its panels.
private func panelsOfDaemon(configured path: String) -> [String: DaemonStatus.Panel] {
  let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: path))
  let panels = ControlClient(quietly: socket)?.status()?.panels ?? []
  return Dictionary(panels.map { ($0.node, $0) }) { first, _ in first }
}
