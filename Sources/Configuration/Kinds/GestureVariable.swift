import Text

/// The variables that commands and `log` actions get: their names without `TICKLED_`, and which gestures have them. `GestureEnvironment`
/// in Screen sets them.
enum GestureVariable {
  static let prefix = "TICKLED_"

  /// The variables that not all gestures have, with their kinds.
  private static let measures: [(names: [String], kinds: [GestureKind.Name])] = [
    (["VALUE"], [.pan]), (["TAPS"], [.tap]), (["FORCE"], [.longPress]),
    (["TRANSLATION_X", "TRANSLATION_Y", "VELOCITY_X", "VELOCITY_Y"], [.pan, .edgePan, .transform]),
    (["EDGE"], [.edgePan]), (["DIRECTION"], [.swipe]), (["SCALE"], [.pinch, .transform]),
    (["ROTATION"], [.rotation, .transform]), (["VELOCITY"], [.pinch, .rotation]),
    (["TICKLES"], [.tickle]), (["PRESSES"], [.press, .switch]), (["COMMAND"], [.remote]), (["STROKES"], [.shake]),
    (["KNOCKS"], [.knock]), (["ORIENTATION"], [.turn]),
    (["TEMPLATE", "SCORE", "RUNNER_UP", "RUNNER_UP_SCORE"], [.stroke]),
  ]
  private static let others = [
    "GESTURE", "KIND", "STATE", "VIEW", "SCREEN", "TIME", "TOUCHES", "X", "Y", "X_PERCENT", "Y_PERCENT", "STEP",
    "MODE", "IDLE", "ACTION",
  ]

  static let names = (others + measures.flatMap { $0.names }).map { prefix + $0 }

  /// The kinds of the gestures that have a variable; `nil` if not only some kinds have it.
  static func kinds(of name: String) -> [GestureKind.Name]? {
    measures.first { $0.names.contains { prefix + $0 == name } }?.kinds
  }

  /// The variable that was probably meant by another name, such as `tickled_x`, `DIRECTION` or `TICKLED_DIRECTON`.
  static func meant(by name: String) -> String? {
    let upper = name.uppercased()
    if let known = [upper, prefix + upper].first(where: { $0 != name && names.contains($0) }) { return known }
    return upper.hasPrefix(prefix) && !names.contains(name) ? names.closest(to: upper) : nil
  }
}
