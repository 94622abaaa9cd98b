import Actions

/// All that a configuration file says, checked and with its defaults filled in.
///
/// Every name in it exists, every number is in range, and no cycle is left: who takes a `Configuration` need not check.
package struct Configuration: Equatable, Sendable {
  /// The file that it was read from.
  package var path: String
  package var daemon = DaemonSettings()
  /// Empty: each touchscreen is a `ScreenSettings()`.
  package var screens: [ScreenSettings] = []
  /// In the file's order: later views lie above earlier ones. A parent may come after its children.
  package var views: [ViewSettings] = []
  /// In the file's order, which is the order of adding (ARB-9).
  package var gestures: [GestureSettings] = []
  /// In the file's order; "default" is not among them.
  package var modes: [ModeSettings] = []
  /// In the file's order. Bindings hold copies: nobody need look a name up.
  package var actions: [NamedAction] = []

  package init(path: String) { self.path = path }
}

/// `[daemon]`
package struct DaemonSettings: Equatable, Sendable {
  package var logLevel = Log.Level.info
  package var socket = "/run/tickled/tickled.sock"
  /// An ALSA device.
  package var soundDevice = "default"
  /// Reload when the file changes.
  package var watch = false

  package init() {}
}

/// `[[view]]`
package struct ViewSettings: Equatable, Sendable {
  package enum Touches: String, CaseIterable, Sendable { case pass, swallow }

  package var name: String
  /// `nil`: on every screen. Taken over from the parent if that one is on a certain screen.
  package var screen: String?
  /// Another view; `nil`: the screen's root view.
  package var parent: String?
  package var frame = Frame()
  package var isEnabled = true
  package var isHidden = false
  /// 0…1
  package var alpha = 1.0
  /// What applications see of touches that begin here, with `intercept`.
  package var touches = Touches.pass

  package init(name: String) { self.name = name }
}

/// `[mode.NAME]`
package struct ModeSettings: Equatable, Sendable {
  /// What a mode turns on or off; a name that a gesture and a view share stands in both lists.
  package struct Members: Equatable, Sendable {
    package var gestures: [String] = []
    /// A screen's name means its root view.
    package var views: [String] = []

    package init() {}
  }

  package var name: String
  package var disable = Members()
  package var enable = Members()
  /// Then back to the mode before; `nil`: it stays.
  package var timeout: Duration?

  package init(name: String) { self.name = name }
}

extension Configuration {
  /// Of all gestures and screens.
  package var allActions: [Action] { gestures.flatMap { $0.actions.map(\.action) } + screens.flatMap(\.wakeActions) }
}
