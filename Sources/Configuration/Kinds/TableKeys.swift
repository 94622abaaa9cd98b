import Actions
import Gestures
import Program
import TouchInput

/// The keys of each table besides those of kinds, with their forms and defaults. They are read in `ConfigurationReader`.
extension Keys {
  static let daemonKeys = [
    TableKey("log_level", .choice(Log.Level.self), "\"info\""),
    TableKey("socket", .text, DaemonSettings().socket.tomlText),
    TableKey("watch_socket", .text, DaemonSettings().watchSocket.tomlText),
    TableKey("watch_rights", .oneOrMore(.choice(SocketRight.self)), "[\"look\", \"hear\"]"),
    TableKey("watch_actions", .names, "[]"), TableKey("sound_device", .text, "\"default\""),
    TableKey("watch", .boolean, "false"), TableKey("buttons", .names, "[]"), TableKey("sandbox", .boolean, "false"),
    TableKey("keyboard", .table(keyboardKeys)),
  ]

  static let keyboardKeys = KeyboardLayout.keys.map { TableKey($0, .text) }

  static let screenKeys = [
    TableKey("name", .text, "\"main\""), TableKey("match", .table(matchKeys)),
    TableKey("orientation", .choice(PanelGeometry.Orientation.self), "\"normal\""),
    TableKey("size", .list(.quantity(.size), 2...2)), TableKey("pixels", .list(.whole(1...1_000_000), 2...2)),
    TableKey("range", .table(["x", "y"].map { TableKey($0, .list(.whole(Int(Int32.min)...Int(Int32.max)), 2...2)) })),
    TableKey("calibration", .list(.number(-1e9...1e9), 6...6)), TableKey("intercept", .boolean, "false"),
    TableKey("take_back", .choice(TakeBack.self), "\"hold\""),
    TableKey("clone_name", .choice(CloneName.self), "\"marked\""),
    TableKey("pointer", .choice(PointerPlaces.self), "\"picture\""),
    TableKey("max_delay", .quantity(.time).orNone), TableKey("exclusive", .choice(Exclusion.self), "\"touch\""),
    TableKey("recognition", .choice(Recognition.self), "\"hand\""),
    TableKey("leader", .boolean, "true", inUIKit: "false"),
    TableKey("landing_grace", .quantity(.time), "\"80ms\"", inUIKit: "\"0ms\""),
    TableKey("steady", .boolean, "true", inUIKit: "false"), TableKey("filter", .boolean, "true"),
    TableKey("settle", .boolean, "true", inUIKit: "false"),
    TableKey("bridge", .either([.quantity(.time), .choice(["auto", "off"])]), "\"auto\"", inUIKit: "\"off\""),
    TableKey("dead", .list(.table(frame.map { TableKey($0, .quantity(.length)) }), 1...1000)),
    TableKey("outside", .choice(OutsideContacts.self), "\"edge\""), TableKey("pressure", .number(0...1), "0.0"),
    TableKey("lifts", .choice(ContactWishes.Lifts.self), "\"panel\""),
    TableKey("stale", .quantity(.time).orNone, "\"300s\""),
    TableKey("palm", .either([.quantity(.contact), .whole(1...1_000_000), .choice(["none"])]), "\"none\""),
    TableKey("pen_mutes", .boolean, "false"), TableKey("panic_fingers", .whole(2...10), "5"),
    TableKey("panic_time", .quantity(.time).orNone, "\"5s\""),
    TableKey("wake_guard", .quantity(.time).orNone, "\"none\""), TableKey("wake_action", .actions),
  ]

  static let matchKeys = [
    TableKey("name", .text), TableKey("vendor", .whole(0...0xFFFF)), TableKey("product", .whole(0...0xFFFF)),
    TableKey("path", .text), TableKey("serial", .text),
  ]

  static let viewKeys = [
    TableKey("name", .text), TableKey("screen", .text), TableKey("parent", .text),
    TableKey(
      "frame", .table(frame.map { TableKey($0, .quantity(.length)) }),
      "{ x = \"0mm\", right = \"0mm\", y = \"0mm\", bottom = \"0mm\" }"),
    TableKey("enabled", .boolean, "true"), TableKey("hidden", .boolean, "false"),
    TableKey("alpha", .number(0...1), "1.0"), TableKey("touches", .choice(ViewSettings.Touches.self), "\"pass\""),
    TableKey("first_responder", .boolean, "false"),
  ]

  static let modeKeys = [
    TableKey("disable", .names, "[]"), TableKey("enable", .names, "[]"),
    TableKey("timeout", .quantity(.time).orNone, "\"none\""), TableKey("entered", .actions),
    TableKey("left", .actions),
  ]

  static let idleKeys = [
    TableKey("name", .text), TableKey("after", .quantity(.time)), TableKey("enabled", .boolean, "true"),
    TableKey("action", .actions), TableKey("active", .actions),
  ]

  static let followKeys = [
    TableKey("app", .text), TableKey("locked", .onlyTrue), TableKey("mode", .text), TableKey("output", .text),
    TableKey("screen", .text),
  ]

  static let gestureKeys =
    [
      TableKey("name", .text), TableKey("kind", .choice(GestureKind.Name.self)), TableKey("view", .names),
      TableKey("enabled", .boolean, "true"), TableKey("requires_failure_of", .names, "[]"),
      TableKey("required_to_fail_by", .names, "[]"), TableKey("simultaneous_with", .names, "[]"),
      TableKey("does_not_prevent", .names, "[]"), TableKey("not_prevented_by", .names, "[]"),
      TableKey("yields_to", .names, "[]"),
    ] + touchKeys + [
      TableKey("action", .actions), TableKey("on", .table((states + directions).map { TableKey($0, .actions) })),
    ]

  /// Keys that are about touches, and apply only to gestures that are made with them.
  static let touchKeys = [
    TableKey("ignores_touches_in", .names, "[]"),
    TableKey("tools", .oneOrMore(.choice(["palm", "finger", "pen"])), "[\"finger\", \"pen\"]"),
    TableKey("held", .whole(0...9), "0"), TableKey("held_side", .choice(RestingTouches.Side.self)),
    TableKey("starts_at", .oneOrMore(place)), TableKey("ends_at", .oneOrMore(place)),
    TableKey("edge_width", .quantity(.length), "\"5mm\""), TableKey("corner_size", .quantity(.length), "\"15mm\""),
    TableKey("min_spread", .quantity(.length)), TableKey("max_spread", .quantity(.length)),
    TableKey("cancels_touches", .boolean, "true"), TableKey("delays_touches_began", .boolean),
    TableKey("max_delay", .quantity(.time).orNone), TableKey("delays_touches_ended", .boolean, "true"),
  ]

  private static let place = ValueForm.either([
    .choice(ScreenEdge.allCases.map { $0.rawValue } + RimPlaces.Corner.allCases.map { $0.rawValue }),
    .table(segmentKeys),
  ])

  static let segmentKeys = [
    TableKey("edge", .choice(ScreenEdge.self)), TableKey("from", .quantity(.length)),
    TableKey("to", .quantity(.length)),
  ]

  static let actionKeys = [
    TableKey("shell", .text), TableKey("exec", .list(.text, 1...10_000)), TableKey("sound", .text),
    TableKey("key", .text), TableKey("text", .text), TableKey("click", .choice(["left", "right", "middle", "double"])),
    TableKey("scroll", .onlyTrue), TableKey("drag", .onlyTrue), TableKey("pointer", .onlyTrue),
    TableKey("stream", .list(.text, 1...10_000)), TableKey("log", .text), TableKey("mode", .text),
    TableKey("focus", .text), TableKey("led", .text), TableKey("haptic", .onlyTrue), TableKey("backlight", .text),
    TableKey("unit", .text),
  ]

  /// The options of actions, with the actions that each belongs to. A default is that of all actions that have the option.
  static let options: [(key: TableKey, actions: [String])] =
    commandOptions.map { ($0, ["shell", "exec"]) } + [
      (TableKey("volume", .number(0...1), "1.0"), ["sound"]), (TableKey("count", .whole(1...3)), ["click"]),
      (TableKey("at", .choice(PointerAction.Place.self)), ["click", "scroll", "drag", "pointer"]),
      (TableKey("step", .quantity(.wheelStep)), ["scroll"]),
      (TableKey("natural", .boolean, "true"), ["scroll"]),
      (TableKey("inertia", .boolean, "true"), ["scroll"]),
      (TableKey("button", .choice(PointerAction.Button.self), "\"left\""), ["drag"]),
      (TableKey("lift_time", .quantity(.time).orNone, "\"none\""), ["drag"]),
      (TableKey("speed", .number(0.01...100)), ["drag", "pointer"]),
      (TableKey("state", .choice(LED.State.self), "\"blink\""), ["led"]),
      (TableKey("time", .quantity(.time)), ["led", "haptic", "backlight"]),
      (TableKey("device", .text), ["haptic", "backlight"]), (TableKey("strength", .number(0...1), "1.0"), ["haptic"]),
      (TableKey("do", .choice(UnitJob.Verb.self), "\"start\""), ["unit"]),
    ]

  private static let commandOptions = [
    TableKey("timeout", .either([.quantity(.time), .choice(["none", "when-needed"])]), "\"when-needed\""),
    TableKey("overlap", .choice(CommandOptions.Overlap.self), "\"allow\""), TableKey("cwd", .text),
    TableKey("env", .variables), TableKey("user", .text), TableKey("secrets", .variables),
    TableKey("input_devices", .boolean, "false"),
  ]
}
