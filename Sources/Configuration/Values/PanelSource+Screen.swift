import TouchInput

/// What is known about an open panel: which screen it is, and the screen's geometry. A value that any thread may use.
package struct PanelFacts: Sendable {
  package let description: DeviceDescription
  package let found: DiscoveredDevice
  package let naming: PanelSource.Naming?
}

extension PanelSource {
  /// Opens a device as the daemon does. A device that looks like a mouse may be the panel of a point of sale: it is accepted if the
  /// user named it, or if the `match` of its screen names it. So is a device that claims to be something else, such as a touchpad, if the
  /// `match` means it alone.
  package static func open(
    _ found: DiscoveredDevice, isNamed: Bool = false, _ configuration: Configuration?, firstID: UInt64 = 1
  ) throws(DeviceError) -> PanelSource {
    do throws(DeviceError) {
      return try PanelSource(found, named: isNamed ? .user : nil, firstID: firstID)
    } catch {
      guard let configuration, configuration.mayName(found, refusedFor: error.reason) else { throw error }
      let source = try PanelSource(found, named: .configuration, firstID: firstID)
      guard configuration.screen(for: source) != nil else { throw error }
      return source
    }
  }

  package var facts: PanelFacts { PanelFacts(description: device.description, found: found, naming: naming) }

  /// Gives the device the geometry of a screen, including what udev and the display know about the panel. Show the geometry's
  /// `warning` to the user.
  package func fit(to screen: ScreenSettings) { device.geometry = screen.geometry(of: facts) }
}

extension ScreenSettings {
  package func geometry(of panel: PanelFacts) -> PanelGeometry {
    geometry(of: panel.description, calibration: panel.found.calibration, displaySize: DisplaySize.ofOnlyDisplay())
  }
}

extension Configuration {
  /// Returns the settings for a panel: the first screen that matches, or the defaults if no screen is configured. A panel that was
  /// accepted only because the configuration names it must still be named, else the result is `nil`.
  package func screen(for panel: PanelFacts) -> ScreenSettings? {
    guard let screen = screen(for: panel.description, panel.found) else { return nil }
    if panel.naming != .configuration { return screen }
    return (panel.description.looksLikeMouse ? screen.match.names : screen.match.namesOne) ? screen : nil
  }

  /// Whether a device that was refused is worth another attempt, as a screen may name it.
  fileprivate func mayName(_ found: DiscoveredDevice, refusedFor reason: DeviceError.Reason) -> Bool {
    switch reason {
    case .looksLikeMouse: screens.contains(where: { $0.match.names })
    case .claimsOther: means(found)
    default: false
    }
  }

  package func screen(for source: PanelSource) -> ScreenSettings? { screen(for: source.facts) }
}
