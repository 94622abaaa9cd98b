// tickle/Devices: `tickle devices`.
import ArgumentParser
import CLinux
import Configuration
import Control
import Program
import Screen
import Text
import TouchInput

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the available touchscreens, and the buttons and sensors.",
    discussion: """
      Shows the screen that the configuration assigns to each touchscreen, the users and groups that may read it, and its \
      oddities. Then follow the devices that are read only if they are named, those with keys or switches, and the \
      accelerometers. Exits with 69 if there is no touchscreen, and with 77 if there are some but none may be read.

      Examples:
        tickle devices
        tickle devices --measure 5
      """)

  @OptionGroup var file: ConfigurationFile
  @Option(name: .shortAndLong, help: "text, or json: one object per line for each device.")
  var format = OutputFormat.text
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Measures each touchscreen's report rate for 1 to 60 s: move a finger on it meanwhile.", valueName: "seconds"))
  var measure: Int?

  func validate() throws {
    if let measure, !(1...60).contains(measure) {
      throw ValidationError("--measure must be from 1 to 60 seconds")
    }
  }

  func run() throws {
    let configuration = try configurationInUse()
    let screens = try Touchscreens(configuration)
    if screens.panels.isEmpty {
      try listOthers(screens, isFirst: true)
      throw screens.complainOfNone()
    }
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
    try listOthers(screens, isFirst: false)
    for row in rows { if let warning = row.warning { Diagnostics.warn("\(row.name): \(warning)") } }
    for refusal in screens.refusals { Diagnostics.say("tickle: \(refusal)") }
  }

  /// Lists the devices that claim to be no touchscreens, the buttons and the accelerometers.
  ///
  /// - Parameter isFirst: whether nothing stands above them.
  private func listOthers(_ screens: Touchscreens, isFirst: Bool) throws {
    let claims = screens.claims.map { ClaimRow($0.found, $0.why) }
    guard let discovery = try? DeviceDiscovery() else { return }
    let buttons = ((try? discovery.enumerate()) ?? []).compactMap(ButtonRow.init)
    let sensors = ((try? MotionSensor.find(with: discovery)) ?? []).map(SensorRow.init)
    if format == .json {
      for json in claims.map(\.json) + buttons.map(\.json) + sensors.map(\.json) { try Answer.say(json) }
      return
    }
    var tables: [[String]] = []
    if !claims.isEmpty { tables.append(ClaimRow.lines(claims, width: Self.terminalWidth)) }
    if !buttons.isEmpty { tables.append(ButtonRow.lines(buttons, width: Self.terminalWidth)) }
    if !sensors.isEmpty { tables.append(SensorRow.lines(sensors, width: Self.terminalWidth)) }
    for (index, table) in tables.enumerated() {
      if index > 0 || !isFirst { try Answer.say("") }
      for line in table { try Answer.say(line) }
    }
  }

  /// The configuration; `nil` if there is none, or if the default one is invalid. Touchscreens are listed without it.
  private func configurationInUse() throws -> Configuration? {
    if file.config != nil { return try file.load() }
    let path = Configuration.path(option: nil)
    guard Paths.exists(path) else { return nil }
    if let configuration = try? Configuration.load(path: path).configuration { return configuration }
    Diagnostics.warn("\(path.printable) is invalid, so no screens are shown (`tickle check` points at its errors)")
    return nil
  }

  /// The terminal's width in columns; `nil` if standard output is not a terminal, as lines are not limited then.
  private static var terminalWidth: Int? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    let hasSize = linux_terminal_size(Descriptor.standardOutput, &columns, &rows) == 0 && columns > 0
    return hasSize ? Int(columns) : nil
  }
}

/// Returns what the daemon that runs with this configuration reports about its panels, by node.
func panelsOfDaemon(configured path: String) -> [String: DaemonStatus.Panel] {
  let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: path))
  let panels = ControlClient(quietly: socket)?.status()?.panels ?? []
  return Dictionary(panels.map { ($0.node, $0) }) { first, _ in first }
}
