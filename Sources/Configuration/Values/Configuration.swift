// Configuration: what the file says: values, kinds of gestures, reading, checking. It knows no frame and no event.
// Configuration/Values: a configuration that was read, with its defaults.
import Actions
import Program
import TouchInput

/// The contents of a configuration file, checked and with its defaults filled in.
///
/// Every name exists, every number is in range, and cycles are ruled out: users of a `Configuration` need not check it again.
package struct Configuration: Equatable, Sendable {
  /// The file that it was read from.
  package var path: String
  package var daemon = DaemonSettings()
  /// Empty: each touchscreen is a `ScreenSettings()`.
  package var screens: [ScreenSettings] = []
  /// The views in the file's order: later ones lie above earlier ones. A parent may come after its children.
  package var views: [ViewSettings] = []
  /// The gestures in the file's order, in which their recognizers are added (ARB-9).
  package var gestures: [GestureSettings] = []
  /// The modes in the file's order, without "default".
  package var modes: [ModeSettings] = []
  /// What happens after times without a touch, in the file's order.
  package var idle: [IdleSettings] = []
  /// What `tickle follow` does, in the file's order.
  package var follow: [FollowSettings] = []
  /// The named actions in the file's order. Bindings have copies of them, so names need not be looked up.
  package var actions: [NamedAction] = []

  /// What is known of the machine's panels.
  package var quirks = PanelQuirks()

  package init(path: String) { self.path = path }

  /// Whether another configuration applies in the same way: what is known of a panel depends on the keys that are written, too.
  package func isSame(as other: Configuration) -> Bool {
    self == other && screens.map { $0.given.names } == other.screens.map { $0.given.names }
  }
}

/// `[daemon]`
package struct DaemonSettings: Equatable, Sendable {
  package var logLevel = Log.Level.info
  package var socket = "/run/tickled/tickled.sock"
  /// The socket of those who may only watch, such as the bridge to a broker.
  package var watchSocket = "/run/tickled-watch/tickled.sock"
  /// What clients of that socket may do; empty: it is not opened.
  package var watchRights: [SocketRight] = [.look, .hear]
  /// The named actions that they may run.
  package var watchActions: [String] = []
  /// The name of an ALSA device.
  package var soundDevice = "default"
  /// Whether to reload the file when it changes.
  package var watch = false
  /// Devices whose keys may be used though they are keyboards, too: nodes, links to nodes, or names.
  package var buttons: [String] = []
  /// Whether a session's commands are confined like its daemon.
  package var sandbox = false
  /// The layout of the system's keyboards; `nil`: unknown.
  package var keyboard: KeyboardLayout?

  package init() {}

  /// Whether these settings name a device for its keys.
  package func namesButtons(_ device: DiscoveredDevice) -> Bool {
    buttons.contains { $0 == device.name || device.isCalled($0) }
  }
}

/// `[[view]]`
package struct ViewSettings: Equatable, Sendable {
  /// The receivers of touches that begin in a view: `swallow` keeps them from applications, and `own` from gestures of the views around.
  package enum Touches: String, CaseIterable, Sendable { case pass, swallow, own }

  package var name: String
  /// The view's screen, or that of its parent; `nil`: every screen.
  package var screen: String?
  /// The name of the parent view; `nil`: the screen's root view.
  package var parent: String?
  package var frame = Frame()
  package var isEnabled = true
  package var isHidden = false
  /// The opacity, 0…1; up to 0.01 the view gets no touches.
  package var alpha = 1.0
  package var touches = Touches.pass
  /// Whether the view is the first responder of its screen at first, which gets what has no place on the screen.
  package var isFirstResponder = false
}

/// `[mode.NAME]`
package struct ModeSettings: Equatable, Sendable {
  /// The gestures, views and idle steps that a mode turns on or off. A name that several of them share is in several lists.
  package struct Members: Equatable, Sendable {
    package var gestures: [String] = []
    /// A screen's name means its root view.
    package var views: [String] = []
    /// The names of idle steps.
    package var idle: [String] = []
  }

  package var name: String
  package var disable = Members()
  package var enable = Members()
  /// The time after which the previous mode returns; `nil`: the mode stays.
  package var timeout: Duration?
  /// The actions that run when the mode is entered, and when it is left. None of them switches modes.
  package var entered: [Action] = []
  package var left: [Action] = []
}

/// `[[idle]]`
package struct IdleSettings: Equatable, Sendable {
  /// The step's name; in the file it is optional, and `after` as it is written takes its place.
  package var name: String
  /// The time without a touch after which the step is reached. More than 0.
  package var after: Duration
  /// Whether the step is on in the mode "default".
  package var isEnabled = true
  /// The actions that run when the step is reached.
  package var actions: [Action] = []
  /// The actions that run at the next touch, if the step was reached.
  package var activeActions: [Action] = []
}

/// `[[follow]]`
package enum FollowSettings: Equatable, Sendable {
  /// While the active application's ID matches the glob, the mode is active.
  case application(String, mode: String)
  /// While the session is locked, the mode is active, whatever the application.
  case locked(mode: String)
  /// An output whose name matches the glob shows the screen's picture.
  case output(String, screen: String)
}

extension Configuration {
  /// The actions of all gestures, screens, modes and idle steps, and those that watchers may run.
  package var allActions: [Action] {
    var actions = gestures.flatMap { $0.actions.map { $0.action } }
    actions += screens.flatMap { $0.wakeActions }
    for mode in modes { actions += mode.entered + mode.left }
    for step in idle { actions += step.actions + step.activeActions }
    for named in self.actions where daemon.watchActions.contains(named.name) { actions += named.actions }
    return actions
  }
}
