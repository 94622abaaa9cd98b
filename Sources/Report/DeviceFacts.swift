import Gestures
import Pages
import Text
import TouchInput

/// The facts about the panel that a page shows.
package struct DeviceFacts: Sendable {
  /// The facts' names and values. An anonymous page leaves out those that are `isPersonal`.
  package let rows: [(name: String, value: String, isPersonal: Bool)]

  package init(_ description: DeviceDescription, _ geometry: PanelGeometry, filtered: String?, measured: String? = nil)
  {
    var rows: [(String, String, Bool)] = []
    if !description.name.isEmpty { rows.append(("Device", description.printableName, true)) }
    if !description.phys.isEmpty { rows.append(("Connected at", description.phys.printable, true)) }
    if !description.uniq.isEmpty { rows.append(("Serial", description.uniq.printable, true)) }
    rows.append(
      (
        "Identifiers",
        "bus \(hex(description.bus)), vendor \(hex(description.vendor)), product \(hex(description.product)), "
          + "version \(hex(description.version))", false
      ))
    rows.append(("Protocol", Self.name(description.touchProtocol), false))
    if description.touchProtocol == .slots { rows.append(("Slots", "\(description.slots)", false)) }
    rows.append(("X", Self.text(description.x), false))
    rows.append(("Y", Self.text(description.y), false))
    rows.append(("Size", Self.text(geometry), false))
    if let measured { rows.append(("Measured", measured, false)) }
    rows.append(("Filter", filtered ?? "left nothing out", false))
    self.rows = rows
  }

  /// The facts about a device that is not a panel.
  package init(_ recording: OtherRecording) {
    rows = recording.name.isEmpty ? [] : [("Device", recording.name.printable, true)]
  }

  private static func name(_ name: DeviceDescription.TouchProtocol?) -> String {
    switch name {
    case .slots: "B, numbered slots"
    case .anonymous: "A, contacts without slots"
    case .single: "single touch"
    case nil: "none"
    }
  }

  private static func text(_ axis: DeviceDescription.Axis) -> String {
    "\(axis.minimum) to \(axis.maximum), "
      + (axis.resolution > 0 ? "\(axis.resolution) units per mm" : "resolution not reported")
  }

  private static func text(_ geometry: PanelGeometry) -> String {
    let source =
      switch geometry.sizeSource {
      case .configured: "from the configuration"
      case .resolution: "from the device's resolution"
      case .display: "from the display"
      case .assumed: "assumed, as no source gives it"
      }
    return "\(compact(geometry.size.width, decimals: 1)) × \(compact(geometry.size.height, decimals: 1)) mm, \(source)"
  }
}

private func hex(_ value: UInt16) -> String { "0x" + hexadecimal(value, digits: 4) }
