import Configuration
import Glibc
import Program
import TouchInput

/// Finds the panel to look at.
package struct PanelFinder {
  /// Why there is none, and how the command ends.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package let status: ExitStatus
  }

  private let configuration: Configuration
  /// A node, or a link to one; `nil`: the first touchscreen that is a screen of the configuration.
  private let wanted: String?
  let discovery: DeviceDiscovery

  package init(_ configuration: Configuration, device wanted: String?) throws(Failure) {
    self.configuration = configuration
    self.wanted = wanted
    do throws(DeviceError) {
      discovery = try DeviceDiscovery()
    } catch {
      throw Failure(error)
    }
  }

  package func find() throws(Failure) -> LivePanel {
    let all: [DiscoveredDevice]
    do throws(DeviceError) {
      all = try discovery.enumerate()
    } catch {
      throw Failure(error)
    }
    if let wanted { return try open(wanted, among: all) }
    return try openFirst(of: all)
  }

  /// udev need not know it: who names a node means it.
  private func open(_ wanted: String, among all: [DiscoveredDevice]) throws(Failure) -> LivePanel {
    let node = Self.canonical(wanted) ?? wanted
    let found = all.first { $0.node == node || $0.links.contains(wanted) }
    do throws(DeviceError) {
      let device = try TouchDevice(node: node, hints: (found?.hints ?? []).union(.named))
      return panel(device, found)
    } catch {
      throw Failure(error)
    }
  }

  /// A panel that is no screen of the configuration is better than none.
  private func openFirst(of all: [DiscoveredDevice]) throws(Failure) -> LivePanel {
    var refusal: DeviceError?
    var stranger: (TouchDevice, DiscoveredDevice)?
    for found in all {
      do throws(DeviceError) {
        let device = try TouchDevice(node: found.node, hints: found.hints)
        guard configuration.screen(for: device.description, found) != nil else {
          stranger = stranger ?? (device, found)
          continue
        }
        return panel(device, found, others: all)
      } catch {
        // What udev does not call a touchscreen may well be a keyboard that we should not read.
        if found.hints.contains(.touchscreen) { refusal = refusal ?? error }
      }
    }
    if let (device, found) = stranger { return panel(device, found, others: all) }
    if let refusal { throw Failure(refusal) }
    throw Failure(
      description: "tickle: no touchscreen is there (plug one in, or look at a recording: "
        + "`tickle monitor --recording FILE`)", status: .unavailable)
  }

  private func panel(_ device: TouchDevice, _ found: DiscoveredDevice?, others: [DiscoveredDevice] = []) -> LivePanel {
    let matching = found.flatMap { configuration.screen(for: device.description, $0) }
    let screen = matching ?? configuration.screen(forRecordingOf: device.description).screen
    let panel = LivePanel(device, screen, found?.calibration ?? "", configuration)
    if found != nil && matching == nil {
      panel.state.add(note: "no [[screen]] matches this panel: shown as \"\(screen.name)\"")
    }
    let further = others.filter { $0.node != device.node && $0.hints.contains(.touchscreen) }.map(\.node)
    if !further.isEmpty { panel.state.add(note: "another touchscreen: --device \(further.joined(separator: ", "))") }
    return panel
  }

  private static func canonical(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

extension PanelFinder.Failure {
  fileprivate init(_ error: DeviceError) { self.init(description: "tickle: \(error)", status: error.exitStatus) }
}
