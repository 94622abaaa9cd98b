import TouchInput

extension PanelSource {
  /// Opens a device as the daemon does: what looks like a mouse may be the panel of a till. It is one if the user named it, or
  /// if the `match` of its screen does.
  package static func open(
    _ found: DiscoveredDevice, isNamed: Bool = false, _ configuration: Configuration?, firstID: UInt64 = 1
  ) throws(DeviceError) -> PanelSource {
    do throws(DeviceError) {
      return try PanelSource(found, named: isNamed ? .user : nil, firstID: firstID)
    } catch {
      guard case .looksLikeMouse = error.reason, let configuration,
        configuration.screens.contains(where: \.match.names)
      else { throw error }
      let source = try PanelSource(found, named: .configuration, firstID: firstID)
      guard configuration.screen(for: source) != nil else { throw error }
      return source
    }
  }

  /// Gives the device the geometry of a screen, with what udev and the display know of the panel. Its `warning` is for the user.
  package func fit(to screen: ScreenSettings) {
    device.geometry = screen.geometry(
      of: device.description, calibration: found.calibration, displaySize: DisplaySize.ofOnlyDisplay())
  }
}

extension Configuration {
  /// Returns the screen that a panel is: the first that matches; without any configured, each panel is one with the defaults.
  /// A panel that is one only because the configuration names it must still be named.
  package func screen(for source: PanelSource) -> ScreenSettings? {
    guard let screen = screen(for: source.device.description, source.found) else { return nil }
    return source.naming != .configuration || screen.match.names ? screen : nil
  }
}
