import ArgumentParser
import Gestures
import Glibc
import TickledDaemon
import TouchInput

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the touchscreens that are there.",
    discussion: "Ends with 69 if there is none, and with 77 if there are some but none may be read.")

  @Option(name: .shortAndLong, help: "text, or json: an object a line for each touchscreen.")
  var format = OutputFormat.text

  func run() throws {
    let screens = try Touchscreens()
    let panels = screens.panels
    if panels.isEmpty { throw screens.complainOfNone() }
    let displaySize = DisplaySize.ofOnlyDisplay()
    let filtered = filteredByDaemon()
    if format == .text { try Answer.say(DeviceRow.header) }
    for (found, device) in panels {
      let row = DeviceRow(found, device, displaySize, filtered[found.node])
      try Answer.say(format == .json ? row.json : row.text)
      if let warning = row.warning { Diagnostics.warn("\(row.name): \(warning)") }
    }
    for refusal in screens.refusals { Diagnostics.say("tickle: \(refusal)") }
  }
}

/// By node: what a running daemon has left out of the touches of its panels.
private func filteredByDaemon() -> [String: JSONValue] {
  let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: Configuration.path(option: nil)))
  var filtered: [String: JSONValue] = [:]
  for panel in ControlClient(quietly: socket)?.status()?["panels"]?.array ?? [] {
    if let node = panel["node"]?.string { filtered[node] = panel["filtered"] }
  }
  return filtered
}

/// What there is to say of one touchscreen.
private struct DeviceRow {
  let name: String
  let warning: String?
  private let node: String
  private let device: TouchDevice
  private let geometry: PanelGeometry
  private let filtered: TouchFilter.Counts?

  init(_ found: DiscoveredDevice, _ device: TouchDevice, _ displaySize: Size?, _ filtered: JSONValue?) {
    self.device = device
    self.filtered = filtered.map(DaemonStatus.filtered)
    node = found.node
    name = device.description.printableName
    geometry = ScreenSettings().geometry(
      of: device.description, calibration: found.calibration, displaySize: displaySize)
    warning = geometry.warning
  }

  static let header = columns("NODE", "SIZE", "KNOWN FROM", "FINGERS", "PROTOCOL") + "NAME"

  var text: String {
    let size =
      "\(Decimal.fixed(geometry.size.width, decimals: 0)) × \(Decimal.fixed(geometry.size.height, decimals: 0)) mm"
    return Self.columns(node, size, geometry.sizeSource.rawValue, fingers, protocolName) + name
      + (filtered?.sentence.map { " (\($0))" } ?? "")
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("node", node)
      writer.member("name", name)
      writer.member("vendor", Int(device.description.vendor))
      writer.member("product", Int(device.description.product))
      writer.member("protocol", protocolName)
      writer.member("slots", device.description.slots)
      writer.key("size")
      writer.object { writer in
        writer.member("width", geometry.size.width, decimals: 3)
        writer.member("height", geometry.size.height, decimals: 3)
        writer.member("source", geometry.sizeSource.rawValue)
      }
      filtered?.write(to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private var fingers: String {
    switch device.description.touchProtocol {
    case .slots: "\(device.description.slots)"
    case .single: "1"
    case .anonymous, nil: "many"
    }
  }

  /// As the kernel's documentation calls them.
  private var protocolName: String {
    switch device.description.touchProtocol {
    case .slots: "B"
    case .anonymous: "A"
    case .single, nil: "single"
    }
  }

  private static func columns(_ cells: String...) -> String {
    zip(cells, [20, 16, 12, 9, 10]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }
}
