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
    let displaySize = DisplaySize.ofOnlyDisplay()
    let panels = panelsOfDaemon()
    let rows = screens.panels.map { found, device in
      DeviceRow(
        found, device, configuration, displaySize, read: panels[found.node],
        rate: rates.map { $0[found.node] ?? 0 })
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

/// By node: what a running daemon says of its panels.
private func panelsOfDaemon() -> [String: DaemonStatus.Panel] {
  let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: Configuration.path(option: nil)))
  let panels = ControlClient(quietly: socket)?.status()?.panels ?? []
  return Dictionary(panels.map { ($0.node, $0) }) { first, _ in first }
}

/// What there is to say of one touchscreen.
struct DeviceRow {
  let name: String
  let warning: String?
  let node: String
  let oddities: [String]
  /// What a running daemon says of it; nil where none reads it.
  let read: DaemonStatus.Panel?
  /// Frames a second of a moving finger; 0 where none moved, nil where nobody listened.
  let rate: Double?
  private let found: DiscoveredDevice
  private let device: TouchDevice
  private let geometry: PanelGeometry
  private let access: NodeAccess?
  private let isConfigured: Bool
  /// Nil where no screen of the configuration matches.
  private let screenName: String?

  init(
    _ found: DiscoveredDevice, _ device: TouchDevice, _ configuration: Configuration?, _ displaySize: Size?,
    read: DaemonStatus.Panel?, rate: Double?
  ) {
    self.found = found
    self.device = device
    self.read = read
    self.rate = rate
    node = found.node
    name = device.description.printableName
    access = NodeAccess(node: found.node)
    isConfigured = configuration != nil
    let screen = configuration?.screen(for: device.description, found)
    screenName = screen?.name
    geometry = (screen ?? ScreenSettings()).geometry(
      of: device.description, calibration: found.calibration, displaySize: displaySize)
    warning = geometry.warning
    oddities = device.description.oddities
  }

  // MARK: Cells

  var size: String {
    "\(Decimal.fixed(geometry.size.width, decimals: 0)) × \(Decimal.fixed(geometry.size.height, decimals: 0)) mm"
  }

  var sizeSource: String { geometry.sizeSource.rawValue }

  var fingers: String {
    switch device.description.touchProtocol {
    case .slots: "\(device.description.slots)"
    case .single: "1"
    case .anonymous, nil: "many"
    }
  }

  /// As the kernel's documentation calls them.
  var protocolName: String {
    switch device.description.touchProtocol {
    case .slots: "B"
    case .anonymous: "A"
    case .single, nil: "single"
    }
  }

  var screen: String? { isConfigured ? screenName ?? "none" : nil }

  var readers: String {
    let readers = access?.readers ?? []
    return readers.isEmpty ? "root" : readers.joined(separator: ", ")
  }

  var rateText: String? {
    rate.map { $0 > 0 ? "\(Decimal.fixed($0, decimals: 0)) Hz" : "not touched" }
  }

  // MARK: JSON

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("node", node)
      writer.member("name", name)
      writer.member("phys", device.description.phys.printable)
      writer.member("bus", Int(device.description.bus))
      writer.member("vendor", Int(device.description.vendor))
      writer.member("product", Int(device.description.product))
      writer.member("version", Int(device.description.version))
      writer.member("path", found.path.printable)
      writer.member("serial", found.serial.printable)
      writer.member("protocol", protocolName)
      writer.member("slots", device.description.slots)
      writer.key("size")
      writer.object { writer in
        writer.member("width", geometry.size.width, decimals: 3)
        writer.member("height", geometry.size.height, decimals: 3)
        writer.member("source", sizeSource)
      }
      write(device.description.x, fuzz: device.description.fuzz.x, as: "x", to: &writer)
      write(device.description.y, fuzz: device.description.fuzz.y, as: "y", to: &writer)
      if let screenName { writer.member("screen", screenName) }
      if let rate, rate > 0 { writer.member("rate", rate, decimals: 1) }
      if let access { write(access, to: &writer) }
      writer.key("odd")
      writer.array { writer in for oddity in oddities { writer.string(oddity) } }
      read?.filtered.write(to: &writer)
      read?.kernelBugs.write(to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(
    _ axis: DeviceDescription.Axis, fuzz: Int32, as name: StaticString, to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.object { writer in
      writer.member("minimum", Int(axis.minimum))
      writer.member("maximum", Int(axis.maximum))
      writer.member("resolution", Int(axis.resolution))
      writer.member("fuzz", Int(fuzz))
    }
  }

  private func write(_ access: NodeAccess, to writer: inout JSONWriter) {
    writer.key("access")
    writer.object { writer in
      writer.member("owner", access.owner)
      writer.member("group", access.group)
      writer.member("mode", access.mode)
      writer.key("readers")
      writer.array { writer in for reader in access.readers { writer.string(reader) } }
    }
  }
}
