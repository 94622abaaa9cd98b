import Configuration
import Program
import TouchInput

/// Finds the panel to show.
package struct PanelFinder {
  /// Why no panel can be shown, and the exit status.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package let status: ExitStatus
  }

  /// The configuration whose screens and gestures are shown.
  var configuration: Configuration
  /// A node or a link to one; `nil`: the first touchscreen that matches a screen of the configuration.
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

  /// Opens the named node, even if udev does not know it.
  private func open(_ wanted: String, among all: [DiscoveredDevice]) throws(Failure) -> LivePanel {
    let found = all.first { $0.isCalled(wanted) }
    do throws(DeviceError) {
      return panel(try PanelSource(found ?? DiscoveredDevice(at: wanted), named: .user), isKnown: found != nil)
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the first panel that matches a screen of the configuration, else the first panel.
  private func openFirst(of all: [DiscoveredDevice]) throws(Failure) -> LivePanel {
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
    if let refusal { throw Failure(refusal) }
    throw Failure(
      description: "tickle: no touchscreen found (plug one in, or look at a recording: "
        + "`tickle monitor --recording FILE`)", status: .unavailable)
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

extension PanelFinder.Failure {
  fileprivate init(_ error: DeviceError) { self.init(description: "tickle: \(error)", status: error.exitStatus) }
}
