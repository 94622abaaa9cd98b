import Actions
import Configuration
import Gestures
import Screen
import TouchInput

/// The active configuration with what clients have changed by hand, and the sessions that are made of both.
final class ActiveConfiguration {
  private(set) var configuration: Configuration
  private(set) var modes = Modes() { didSet { uncountedModes = Unmanaged.passUnretained(modes) } }
  /// The same for each turn, which counts no reference for it and is exempt from the run-time check of exclusive access, as `Touch`
  /// explains.
  @exclusivity(unchecked) private var uncountedModes: Unmanaged<Modes>
  /// Views and gestures that were switched by hand, until the next reload.
  private(set) var switches = Scene.Switches()
  /// Of screens that were turned by hand, until the next reload.
  private var orientations: [String: PanelGeometry.Orientation] = [:]
  private let outlets: Outlets

  init(_ configuration: Configuration, _ outlets: Outlets) {
    self.configuration = configuration
    self.outlets = outlets
    uncountedModes = Unmanaged.passUnretained(modes)
    renewModes()
  }

  /// When the active mode ends by itself.
  var nextEndOfMode: Timestamp? { uncountedModes._withUnsafeGuaranteedRef { $0.nextDeadline } }

  /// Called when nothing is under way: what was changed by hand is forgotten, and the modes stay as far as they still exist.
  func replace(with next: Configuration, at time: Timestamp) {
    configuration = next
    outlets.log.level = configuration.daemon.logLevel
    outlets.runner?.reconfigure(log: outlets.log, soundDevice: configuration.daemon.soundDevice)
    outlets.runner?.prepare(for: configuration.allActions)
    orientations.removeAll()
    switches = Scene.Switches()
    let old = modes
    renewModes()
    modes.resume(old)
    if modes.name != old.name { outlets.write(mode: modes.name, at: time) }
  }

  private func renewModes() {
    modes = Modes(configuration.modes) { [unowned outlets] name, time in outlets.write(mode: name, at: time) }
  }

  /// A session for a panel, whose geometry becomes that of the screen.
  func makeSession(_ source: PanelSource, _ screen: ScreenSettings) -> Session {
    var screen = screen
    screen.orientation = orientations[screen.name] ?? screen.orientation
    source.fit(to: screen)
    let device = source.device
    if let warning = device.geometry.warning {
      outlets.log.warning("\"\(device.description.printableName)\": \(warning)")
    }
    let scene = Scene(configuration, screen: screen, size: device.geometry.size)
    for warning in scene.warnings { outlets.log.warning(warning) }
    scene.switches = switches
    return Session(
      scene, origin: outlets.origin, modes: modes, panel: source.found.node, options: outlets.sessionOptions,
      runner: outlets.runner, report: outlets.reporter(for: screen.name))
  }

  // MARK: By hand

  func turn(screen: String, to orientation: PanelGeometry.Orientation) { orientations[screen] = orientation }

  func `switch`(view name: String, isEnabled: Bool) { switches.views[name] = isEnabled }

  func `switch`(gesture name: String, isEnabled: Bool) { switches.gestures[name] = isEnabled }

  func hasScreen(_ name: String) -> Bool {
    configuration.screens.isEmpty
      ? name == ScreenSettings().name : configuration.screens.contains { $0.name == name }
  }
}
