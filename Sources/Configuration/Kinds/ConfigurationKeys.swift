/// The keys allowed in each table.
enum Keys {
  static let root = ["daemon", "screen", "view", "gesture", "mode", "idle", "follow", "actions"]
  static let daemon = ["log_level", "socket", "sound_device", "watch"]
  static let screen = [
    "name", "match", "orientation", "size", "pixels", "calibration", "intercept", "take_back", "clone_name",
    "max_delay",
    "exclusive", "recognition", "leader", "landing_grace", "steady", "filter", "stale", "palm", "pen_mutes",
    "panic_fingers", "panic_time",
    "wake_guard",
    "wake_action",
  ]
  static let match = ["name", "vendor", "product", "path", "serial"]
  static let view = ["name", "screen", "parent", "frame", "enabled", "hidden", "alpha", "touches"]
  static let frame = ["x", "left", "width", "right", "y", "top", "height", "bottom"]
  static let idle = ["name", "after", "enabled", "action", "active"]
  static let follow = ["app", "mode", "output", "screen"]
  static let mode = ["disable", "enable", "timeout", "entered", "left"]

  /// The keys of gestures of any kind.
  static let gesture = [
    "name", "kind", "view", "enabled", "requires_failure_of", "required_to_fail_by", "simultaneous_with",
    "does_not_prevent", "not_prevented_by", "ignores_touches_in", "tools", "held", "held_side", "starts_at", "ends_at",
    "edge_width",
    "corner_size", "cancels_touches", "delays_touches_began", "max_delay", "delays_touches_ended", "action", "on",
  ]
  /// Those that are about touches, and don't apply to gestures with steps.
  static let gestureTouches = [
    "view", "ignores_touches_in", "tools", "held", "held_side", "starts_at", "ends_at", "edge_width", "corner_size",
    "cancels_touches",
    "delays_touches_began", "max_delay", "delays_touches_ended",
  ]
  static let segment = ["edge", "from", "to"]
  static let states = ["began", "changed", "ended", "cancelled"]

  /// The keys for steps in one direction: the general ones, and the words of single kinds.
  static let directions =
    ActionBinding.Direction.allCases.map(\.rawValue)
    + GestureKind.Name.allCases.flatMap { kind in
      ActionBinding.Direction.allCases.compactMap { direction in kind.settings.stepWords?[direction] }
    }

  /// The keys that say what an action does; each action has exactly one.
  static let actions = [
    "shell", "exec", "sound", "key", "click", "scroll", "drag", "pointer", "stream", "log", "mode", "led", "haptic",
    "backlight", "unit",
  ]

  /// The options of actions, with the actions that each belongs to.
  static let options: [(name: String, actions: [String])] = [
    ("timeout", ["shell", "exec"]), ("overlap", ["shell", "exec"]), ("cwd", ["shell", "exec"]),
    ("env", ["shell", "exec"]), ("user", ["shell", "exec"]), ("secrets", ["shell", "exec"]),
    ("input_devices", ["shell", "exec"]), ("volume", ["sound"]),
    ("count", ["click"]), ("at", ["click", "scroll", "drag", "pointer"]), ("step", ["scroll"]),
    ("natural", ["scroll"]), ("inertia", ["scroll"]), ("button", ["drag"]), ("lift_time", ["drag"]),
    ("speed", ["drag", "pointer"]), ("state", ["led"]), ("time", ["led", "haptic", "backlight"]),
    ("device", ["haptic", "backlight"]), ("strength", ["haptic"]), ("do", ["unit"]),
  ]
}
