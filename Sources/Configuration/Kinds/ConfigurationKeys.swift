/// The keys allowed in each table.
enum Keys {
  static let root = ["daemon", "screen", "view", "gesture", "profile", "mode", "idle", "follow", "actions"]
  static let daemon = daemonKeys.map { $0.name }
  static let screen = screenKeys.map { $0.name }
  static let match = matchKeys.map { $0.name }
  static let view = viewKeys.map { $0.name }
  static let frame = ["x", "left", "width", "right", "y", "top", "height", "bottom"]
  static let idle = idleKeys.map { $0.name }
  static let follow = followKeys.map { $0.name }
  static let mode = modeKeys.map { $0.name }

  static let gesture = gestureKeys.map { $0.name }
  static let gestureTouches = touchKeys.map { $0.name }
  static let segment = segmentKeys.map { $0.name }
  static let states = ["began", "changed", "ended", "cancelled"]

  /// The keys for steps in one direction: the general ones, and the words of single kinds.
  static let directions =
    ActionBinding.Direction.allCases.map { $0.rawValue }
    + GestureKind.Name.allCases.flatMap { kind in
      ActionBinding.Direction.allCases.compactMap { direction in kind.traits.stepWords?[direction] }
    }

  /// The keys that say what an action does; each action has exactly one.
  static let actions = actionKeys.map { $0.name }
}
