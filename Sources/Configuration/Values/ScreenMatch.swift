import Gestures
import Program
import TouchInput

extension Configuration {
  /// Returns the settings for a touchscreen: the first screen that matches, or the defaults if no screen is configured.
  func screen(for description: DeviceDescription, _ device: DiscoveredDevice) -> ScreenSettings? {
    func fits(_ match: DeviceMatch) -> Bool { match.fits(description) && match.fits(device) }
    let screen = screens.isEmpty ? ScreenSettings() : screens.first { fits($0.match) }
    return screen.map { quirks.completing($0, where: fits) }
  }

  /// Whether the match of a screen names this device, which need not be readable.
  package func names(_ device: DiscoveredDevice) -> Bool {
    screens.contains { $0.match.names && $0.match.suits(device) }
  }

  /// Whether the match of a device's screen means this device, although it claims to be something else than a touchscreen: the match
  /// names it, and no touchscreen. The pen, the touchpad and the mouse of a device often have the name or the numbers of its touchscreen.
  package func means(_ device: DiscoveredDevice) -> Bool {
    guard screens.contains(where: { $0.match.namesOne }) else { return false }
    return means(device, among: (try? DeviceDiscovery().enumerate()) ?? [])
  }

  func means(_ device: DiscoveredDevice, among others: [DiscoveredDevice]) -> Bool {
    guard let match = screens.first(where: { $0.match.suits(device) })?.match, match.namesOne else { return false }
    return !others.contains { $0.node != device.node && $0.hints.contains(.touchscreen) && match.suits($0) }
  }

  /// Whether the match of a screen means the device of a recording, whatever it claims to be. Its path and its serial number are not known.
  package func means(deviceOf description: DeviceDescription) -> Bool {
    screens.first { $0.match.fits(description) }?.match.namesModel ?? false
  }

  /// Returns the settings for a recording, whose device path and serial number are not known. If no screen matches, returns the first
  /// one, because recordings are often played with another machine's configuration.
  package func screen(forRecordingOf description: DeviceDescription) -> (screen: ScreenSettings, matches: Bool) {
    if screens.isEmpty { return (ScreenSettings(), true) }
    if let screen = screens.first(where: { $0.match.fits(description) }) { return (screen, true) }
    return (screens[0], false)
  }

  /// Returns a screen by its name, or the first one; `nil` if there is none with this name.
  package func screen(named name: String?) -> ScreenSettings? {
    let known = screens.isEmpty ? [ScreenSettings()] : screens
    return name.map { name in known.first { $0.name == name } } ?? known[0]
  }
}

extension ScreenSettings {
  /// The configured size in the orientation in which the panel is mounted.
  package var mountedSize: Size? {
    guard let size else { return nil }
    return [.left, .right].contains(orientation) ? Size(width: size.height, height: size.width) : size
  }

  /// The same screen with a panel that is mounted upright and whose axes and resolution are right, such as one that exists only in a
  /// recording.
  package var withUprightPanel: ScreenSettings {
    var screen = self
    (screen.orientation, screen.calibration, screen.size, screen.ranges) = (.normal, nil, nil, .init())
    return screen
  }
}

extension DeviceMatch {
  /// Returns the line for a `[[screen]]` that names a device: by its name, or else by its numbers, or else by its node.
  package static func line(naming device: DiscoveredDevice) -> String {
    let special = "*?[\"\\".utf8
    let isPlain = device.name.utf8.allSatisfy { (0x20...0x7e).contains($0) && !special.contains($0) }
    if isPlain && !device.name.isEmpty { return "match = { name = \"\(device.name)\" }" }
    if device.vendor == 0 && device.product == 0 { return "match = { path = \"\(device.node)\" }" }
    let vendor = String(device.vendor, radix: 16), product = String(device.product, radix: 16)
    return "match = { vendor = 0x\(vendor), product = 0x\(product) }"
  }

  /// Whether the match names one or more specific devices, rather than any device.
  package var names: Bool {
    if let name, name.contains(where: { !"*?".contains($0) }) { return true }
    return vendor != nil || product != nil || path != nil || serial != nil
  }

  /// Whether the match names one model of devices, rather than all whose names are alike or all of a vendor.
  var namesModel: Bool {
    if let name, !name.contains(where: { "*?[".contains($0) }) { return true }
    return product != nil
  }

  /// Whether the match names one model of devices, or one device.
  package var namesOne: Bool { namesModel || path != nil || serial != nil }

  /// Whether a device fits, which need not be readable.
  fileprivate func suits(_ device: DiscoveredDevice) -> Bool {
    fits(name: device.name, vendor: device.vendor, product: device.product) && fits(device)
  }

  fileprivate func fits(_ description: DeviceDescription) -> Bool {
    fits(name: description.name, vendor: description.vendor, product: description.product)
  }

  fileprivate func fits(name actual: String, vendor: UInt16, product: UInt16) -> Bool {
    if let name, !actual.matches(pattern: name) { return false }
    if let expected = self.vendor, expected != vendor { return false }
    if let expected = self.product, expected != product { return false }
    return true
  }

  fileprivate func fits(_ device: DiscoveredDevice) -> Bool {
    if let path, ![device.node, device.path].contains(path), !device.links.contains(path) { return false }
    if let serial, serial != device.serial { return false }
    return true
  }
}

extension ScreenSettings {
  /// The filter's settings. With UIKit's rules it doesn't compensate for noise and ghosts: removing ghosts delays fingers that
  /// land next to others by one report.
  package var touchFilter: TouchFilter.Settings {
    var settings = TouchFilter.Settings(
      isOn: filter, stale: stale, compensates: steadies.value(in: recognition), settles: settles.value(in: recognition),
      bridge: bridge.value(in: recognition))
    settings.liftsBySilence = lifts == .silence
    return settings
  }

  /// What gestures need to know about a panel's contacts besides their positions.
  ///
  /// - Parameters:
  ///   - imprints: whether a gesture or a reader wants force and size.
  ///   - size: of the screen, in millimetres.
  package func contactWishes(imprints: Bool, on size: Size) -> ContactWishes {
    var wishes = ContactWishes(imprints: imprints, palm: palm, penMutes: penMutes)
    wishes.dead = dead.compactMap { frame in
      frame.rect(
        in: size, horizontalScale: pixels.map { Double($0.width) / size.width },
        verticalScale: pixels.map { Double($0.height) / size.height })
    }
    wishes.ignoresOutside = outside == .ignore
    wishes.leastPressure = leastPressure
    wishes.lifts = lifts
    return wishes
  }

  /// Returns the geometry of a panel with these settings.
  ///
  /// - Parameters:
  ///   - calibration: udev's calibration, used unless the configuration has its own.
  ///   - displaySize: the size of the only connected display.
  package func geometry(
    of description: DeviceDescription, calibration: String = "", displaySize: Size? = nil
  ) -> PanelGeometry {
    PanelGeometry(
      description,
      settings: PanelGeometry.Settings(
        size: size, ranges: ranges,
        calibration: self.calibration.flatMap { PanelGeometry.Calibration($0) }
          ?? PanelGeometry.Calibration(parsing: calibration) ?? .identity,
        orientation: orientation,
        displaySize: displaySize))
  }
}
