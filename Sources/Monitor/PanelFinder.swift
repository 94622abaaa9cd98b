import Configuration
import TouchInput

package struct PanelFinder {
  /// The configuration whose screens and gestures are shown.
  var configuration: Configuration
  /// A node or a link to one; `nil`: the first touchscreen that matches a screen of the configuration.
  private let wanted: String?
  let discovery: DeviceDiscovery

  package init(_ configuration: Configuration, device wanted: String?) throws(DeviceError) {
    self.configuration = configuration
    self.wanted = wanted
    discovery = try DeviceDiscovery()
  }

  /// Opens the panel; `nil` if there is none.
  package func find() throws(DeviceError) -> LivePanel? {
    let all = try discovery.enumerate()
    if let wanted { return try open(wanted, among: all) }
    return try openFirst(of: all)
  }

  /// Opens the named node, even if udev does not know it.
  private func open(_ wanted: String, among all: [DiscoveredDevice]) throws(DeviceError) -> LivePanel {
    let found = all.first { $0.isCalled(wanted) }
    return panel(try PanelSource(found ?? DiscoveredDevice(at: wanted), named: .user), isKnown: found != nil)
  }

  /// Opens the first panel that matches a screen of the configuration, else the first panel.
  private func openFirst(of all: [DiscoveredDevice]) throws(DeviceError) -> LivePanel? {
    var refusal: DeviceError?
    var stranger: PanelSource?
    for found in all {
      do throws(DeviceError) {
        let source = try PanelSource(found)
        guard configuration.screen(for: source) != nil else {
          stranger = stranger ?? source
          continue
        }
        return panel(source, others: all)
      } catch {
        // A device that udev does not call a touchscreen may well be a keyboard, which we should not read anyway.
        if found.hints.contains(.touchscreen) { refusal = refusal ?? error }
      }
    }
    if let stranger { return panel(stranger, others: all) }
    if let refusal { throw refusal }
    return nil
  }

  private func panel(_ source: PanelSource, isKnown: Bool = true, others: [DiscoveredDevice] = []) -> LivePanel {
    let matching = isKnown ? configuration.screen(for: source) : nil
    let screen = matching ?? configuration.screen(forRecordingOf: source.device.description).screen
    let panel = LivePanel(source, screen, configuration)
    if isKnown && matching == nil {
      panel.state.add(note: "no [[screen]] matches this panel: shown as \"\(screen.name)\"")
    }
    let further = others.filter { $0.node != source.device.node && $0.hints.contains(.touchscreen) }.map(\.node)
    if !further.isEmpty { panel.state.add(note: "other touchscreens: --device \(further.joined(separator: ", "))") }
    return panel
  }
}
