import Gestures
import Glibc
import TouchInput

extension Configuration {
  /// Which screen a touchscreen is: the first that matches; without any configured, each is one with the defaults.
  func screen(for description: DeviceDescription, _ device: DiscoveredDevice) -> ScreenSettings? {
    if screens.isEmpty { return ScreenSettings() }
    return screens.first { $0.match.fits(description) && $0.match.fits(device) }
  }

  /// The same for a recording, whose place and serial number are not known. Where none matches it is the first one's: a
  /// recording is often played on another machine's configuration.
  package func screen(forRecordingOf description: DeviceDescription) -> (screen: ScreenSettings, matches: Bool) {
    if screens.isEmpty { return (ScreenSettings(), true) }
    if let screen = screens.first(where: { $0.match.fits(description) }) { return (screen, true) }
    return (screens[0], false)
  }
}

extension DeviceMatch {
  /// Whether it means a certain device, or certain ones, and not any.
  package var names: Bool {
    if let name, name.contains(where: { !"*?".contains($0) }) { return true }
    return vendor != nil || product != nil || path != nil || serial != nil
  }

  fileprivate func fits(_ description: DeviceDescription) -> Bool {
    if let name, fnmatch(name, description.name, 0) != 0 { return false }
    if let vendor, vendor != description.vendor { return false }
    if let product, product != description.product { return false }
    return true
  }

  fileprivate func fits(_ device: DiscoveredDevice) -> Bool {
    if let path, ![device.node, device.path].contains(path), !device.links.contains(path) { return false }
    if let serial, serial != device.serial { return false }
    return true
  }
}

extension ScreenSettings {
  /// UIKit's rules have no noise and no ghosts; to leave out ghosts delays fingers that land beside others by a report.
  package var touchFilter: TouchFilter.Settings {
    TouchFilter.Settings(isOn: filter, stale: stale, compensates: steadies.value(in: recognition))
  }

  /// - Parameters:
  ///   - calibration: udev's, used unless the configuration has its own.
  ///   - displaySize: of the only connected display.
  package func geometry(
    of description: DeviceDescription, calibration: String = "", displaySize: Size? = nil
  ) -> PanelGeometry {
    PanelGeometry(
      description,
      settings: PanelGeometry.Settings(
        size: size,
        calibration: self.calibration.flatMap { PanelGeometry.Calibration($0) }
          ?? PanelGeometry.Calibration(parsing: calibration) ?? .identity,
        orientation: orientation,
        displaySize: displaySize))
  }
}
