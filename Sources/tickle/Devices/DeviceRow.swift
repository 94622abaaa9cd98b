import Configuration
import Control
import Gestures
import Text
import TouchInput

/// What `tickle devices` shows about one touchscreen.
struct DeviceRow {
  let name: String
  let warning: String?
  let node: String
  let oddities: [String]
  /// The rows of quirks that apply to it, with their keys.
  let quirks: [String]
  /// What a running daemon reports about it; `nil` if none reads it.
  let read: DaemonStatus.Panel?
  /// Frames per second while a finger moves; 0 if none moved, `nil` if it was not measured.
  let rate: Double?
  private let found: DiscoveredDevice
  private let device: TouchDevice
  private let geometry: PanelGeometry
  private let access: NodeAccess?
  private let isConfigured: Bool
  /// `nil` if no screen of the configuration matches.
  private let screenName: String?

  init(
    _ panel: PanelSource, _ configuration: Configuration?, read: DaemonStatus.Panel?, rate: Double?
  ) {
    found = panel.found
    device = panel.device
    self.read = read
    self.rate = rate
    node = found.node
    name = device.description.printableName
    access = NodeAccess(node: found.node)
    isConfigured = configuration != nil
    let screen = configuration?.screen(for: panel)
    screenName = screen?.name
    quirks = screen?.quirks ?? []
    panel.fit(to: screen ?? ScreenSettings())
    geometry = device.geometry
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

  /// The kernel documentation's name for the multi-touch protocol.
  var protocolName: String {
    switch device.description.touchProtocol {
    case .slots: "B"
    case .anonymous: "A"
    case .single, nil: "single"
    }
  }

  var screen: String? { isConfigured ? screenName ?? "none" : nil }

  var readers: String { NodeAccess.cell(access) }

  var rateText: String? {
    rate.map { $0 > 0 ? "\(Decimal.fixed($0, decimals: 0)) Hz" : "not touched" }
  }

  // MARK: JSON

  var json: String {
    JSONWriter.text { writer in
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
      writer.object("size") { writer in
        writer.member("width", geometry.size.width, decimals: 3)
        writer.member("height", geometry.size.height, decimals: 3)
        writer.member("source", sizeSource)
      }
      write(device.description.x, fuzz: device.description.fuzz.x, as: "x", to: &writer)
      write(device.description.y, fuzz: device.description.fuzz.y, as: "y", to: &writer)
      if let screenName { writer.member("screen", screenName) }
      if let rate, rate > 0 { writer.member("rate", rate, decimals: 1) }
      access?.write(to: &writer)
      writer.member("odd", oddities)
      if !quirks.isEmpty { writer.member("quirks", quirks) }
      read?.filtered.write(to: &writer)
      read?.kernelBugs.write(to: &writer)
      if let model = read?.model { writer.object("panel_model") { model.write(to: &$0) } }
    }
  }

  private func write(
    _ axis: DeviceDescription.Axis, fuzz: Int32, as name: StaticString, to writer: inout JSONWriter
  ) {
    writer.object(name) { writer in
      writer.member("minimum", Int(axis.minimum))
      writer.member("maximum", Int(axis.maximum))
      writer.member("resolution", Int(axis.resolution))
      writer.member("fuzz", Int(fuzz))
    }
  }
}
