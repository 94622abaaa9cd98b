import ArgumentParser
import Configuration
import Program
import Text
import TouchInput

/// The machine's touchscreens, as commands see them.
struct Touchscreens {
  private(set) var panels: [PanelSource] = []
  private(set) var refusals: [DeviceError] = []
  /// Devices that claim to be something else, and what; they are panels if the user names them.
  private(set) var claims: [(found: DiscoveredDevice, why: String)] = []

  /// - Parameter configuration: its screens may name panels that look like mice, or like something else.
  init(_ configuration: Configuration? = nil) throws {
    for found in try DeviceDiscovery().enumerate() {
      do throws(DeviceError) {
        let panel = try PanelSource.open(found, configuration)
        // A clone, which applications read instead of a grabbed panel, is not a panel of its own.
        if !panel.device.description.isMadeByTickled { panels.append(panel) }
      } catch {
        // A device that udev does not call a touchscreen may well be a keyboard, which we should not read anyway.
        if found.hints.contains(.touchscreen) { refusals.append(error) }
        if let why = error.claim { claims.append((found, why)) }
      }
    }
  }

  /// The node of each touchscreen of this machine that may be read and whose size is unknown, and the sentence that says so.
  ///
  /// - Parameter configuration: its screens may say the size.
  static func guesses(_ configuration: Configuration?) -> [(node: String, sentence: String)] {
    let found = ((try? DeviceDiscovery().enumerate()) ?? []).filter { $0.hints.contains(.touchscreen) }
    return found.compactMap { found in
      guard let panel = try? PanelSource.open(found, configuration), !panel.device.description.isMadeByTickled,
        let warning = (configuration?.screen(for: panel)?.geometry(of: panel.facts) ?? panel.device.geometry).warning
      else { return nil }
      return (found.node, "\(panel.device.description.printableName) on \(found.node.printable): \(warning)")
    }
  }

  /// Reports why there is no touchscreen, and returns the status that ends the command.
  func complainOfNone() -> ExitCode {
    for refusal in refusals { Diagnostics.say("tickle: \(refusal)") }
    if let refusal = refusals.first(where: \.isPermission) { return ExitCode(refusal.exitStatus) }
    return Diagnostics.failure(
      "tickle: no touchscreen found (plug one in; `/proc/bus/input/devices` lists the kernel's input devices; "
        + "`tickle demo` needs no touchscreen)", .unavailable)
  }

  static func choose(_ named: String?) throws -> (node: String, hints: DeviceHints) {
    if let named {
      let known = try? DeviceDiscovery().enumerate().first { $0.isCalled(named) }
      return (named, (known ?? DiscoveredDevice(at: named)).hints(isNamed: true))
    }
    let screens = try Touchscreens()
    guard let first = screens.panels.first else { throw screens.complainOfNone() }
    if screens.panels.count == 1 { return (first.found.node, first.found.hints) }
    let list = screens.panels.map { "  --device \($0.found.node)  \($0.device.description.printableName)" }
    throw Diagnostics.failure(
      "tickle: there are several touchscreens; choose one:\n" + list.joined(separator: "\n"), .usage)
  }

  static func open(_ named: String?) throws -> RawDevice {
    let (node, hints) = try choose(named)
    return try RawDevice(node: node, hints: hints)
  }
}
