import Actions
import Configuration
import Effects
import Gestures
import Program
import Screen
import TouchInput

/// The active configuration together with the changes that clients have made. Makes the sessions.
final class ActiveConfiguration {
  private(set) var configuration: Configuration
  private(set) var modes = Modes()
  private(set) var idleness: Idleness
  /// Views and gestures that clients have enabled or disabled, until the next reload.
  private(set) var switches = Scene.Switches()
  /// The orientations of screens that clients have rotated, until the next reload.
  private var orientations: [String: PanelGeometry.Orientation] = [:]
  /// How often screens are turned counter-clockwise by a quarter, beyond their orientation. It lasts as long as the client that follows
  /// their pictures.
  private var turns: [String: Int] = [:]
  /// The warnings about scenes that were logged, so that a panel that comes again does not repeat them.
  private var told: Set<String> = []
  private let outlets: Outlets
  /// The layout of a session's keyboards, for as long as the client that follows it; `nil`: the configured one is used.
  var followedLayout: KeyboardLayout? {
    didSet {
      if followedLayout == oldValue { return }
      outlets.log.info("keyboard layout: \(followedLayout == nil ? "as configured" : "the session's")")
      outlets.runner?.use(followedLayout ?? configuration.daemon.keyboard)
    }
  }

  init(_ configuration: Configuration, _ outlets: Outlets) {
    self.configuration = configuration
    self.outlets = outlets
    idleness = Idleness(modes: modes, from: outlets.origin)
    renewStates(at: outlets.origin)
    tellOfQuirks()
  }

  /// Warns of files about panels that are not used.
  private func tellOfQuirks() {
    outlets.log.fixed("quirks")
    outlets.log.troubles(configuration.quirks.warnings, about: "quirks")
  }

  /// The time at which the active mode ends by itself.
  var nextEndOfMode: Timestamp? { modes.nextDeadline }

  /// The time at which the next idle step is reached, unless somebody touches a screen before.
  var nextIdleStep: Timestamp? { idleness.nextDeadline }

  /// Replaces the configuration. Called when no touch or gesture is in progress. Changes by clients are dropped; the active mode stays if
  /// it still exists.
  func replace(with next: Configuration, at time: Timestamp) {
    configuration = next
    told.removeAll()
    outlets.log.fixed(all: "screen")
    outlets.log.level = configuration.daemon.logLevel
    tellOfQuirks()
    outlets.runner?.reconfigure(log: outlets.log, soundDevice: configuration.daemon.soundDevice)
    prepareActions()
    orientations.removeAll()
    switches = Scene.Switches()
    let (old, oldIdleness) = (modes, idleness)
    renewStates(at: time)
    modes.resume(old)
    idleness.resume(oldIdleness, at: time)
    if modes.name != old.name { outlets.write(.mode(modes.name), at: time) }
  }

  /// Prepares what the actions need.
  func prepareActions() {
    outlets.runner?.prepare(
      for: configuration.allActions, followedLayout ?? configuration.daemon.keyboard,
      isSandboxed: configuration.daemon.sandbox)
  }

  private func renewStates(at time: Timestamp) {
    let outlets = Unowned(outlets)
    modes = Modes(configuration.modes, perform: { outlets.object.perform($0) }) { name, time in
      outlets.object.write(.mode(name), at: time)
    }
    idleness = Idleness(
      configuration.idle, modes: modes, from: time, perform: { outlets.object.perform($0) },
      report: { outlets.object.write(.idle($0), at: $1) })
  }

  /// Makes a session for a panel, whose geometry becomes that of the screen.
  /// - Parameter loaded: has a scene for the panel, if the panel is still the same.
  func makeSession(
    _ source: PanelSource, _ screen: ScreenSettings, from loaded: LoadedConfiguration? = nil
  ) -> Session {
    var screen = screen
    screen.orientation = (orientations[screen.name] ?? screen.orientation).turned(by: turns[screen.name] ?? 0)
    source.fit(to: screen)
    let device = source.device
    if let warning = device.geometry.warning {
      outlets.panelLog.warning("\"\(device.description.printableName)\": \(warning)")
    }
    let size = device.geometry.size
    let scene =
      loaded?.takeScene(for: source.found.node, screen, size) ?? Scene(configuration, screen: screen, size: size)
    for warning in scene.warnings where told.insert(warning).inserted { outlets.log.warning(warning) }
    scene.switches = switches
    let session = Session(
      scene, origin: outlets.origin, modes: modes, idleness: idleness, panel: source.found.node,
      runner: outlets.runner, report: nil)
    outlets.attach(to: session)
    device.wishes = screen.contactWishes(imprints: session.wantsImprints, on: size)
    let aboutMeasures = scene.warnings(about: device.measures)
    outlets.log.troubles.set(scene.warnings + aboutMeasures, about: "screen \(screen.name)")
    for warning in aboutMeasures {
      outlets.panelLog.warning("\"\(device.description.printableName)\": \(warning)")
    }
    return session
  }

  // MARK: Changes by clients

  func turn(screen: String, to orientation: PanelGeometry.Orientation) { orientations[screen] = orientation }

  /// Turns a screen with its picture, beyond its orientation.
  /// - Returns: false if it is turned like that already.
  func turn(screen: String, by quarters: Int) -> Bool {
    guard turns[screen] ?? 0 != quarters else { return false }
    turns[screen] = quarters == 0 ? nil : quarters
    return true
  }

  /// Whether the screen has the orientation, by hand or by its configuration.
  func isTurned(_ screen: String, to orientation: PanelGeometry.Orientation) -> Bool {
    let configured = configuration.screens.first { $0.name == screen }?.orientation ?? ScreenSettings().orientation
    return (orientations[screen] ?? configured) == orientation
  }

  /// The orientation of a screen, by hand or by its configuration.
  func orientation(of screen: ScreenSettings) -> PanelGeometry.Orientation {
    orientations[screen.name] ?? screen.orientation
  }

  func `switch`(view name: String, isEnabled: Bool) { switches.views[name] = isEnabled }

  func `switch`(gesture name: String, isEnabled: Bool) { switches.gestures[name] = isEnabled }

  /// Enables and disables views and gestures as configured again.
  /// - Returns: false if a client has also rotated a screen: undoing that needs other scenes, and nothing is changed.
  func dropSwitches() -> Bool {
    guard orientations.isEmpty else { return false }
    switches = Scene.Switches()
    return true
  }

  func hasScreen(_ name: String) -> Bool {
    configuration.screens.isEmpty
      ? name == ScreenSettings().name : configuration.screens.contains { $0.name == name }
  }
}
