struct ToucheggReader {
  private struct Row {
    let source: ImportSource
    let type: String
    let fingers: String
    let direction: String
    let action: XMLElement?
    let applications: String

    var isGlobal: Bool { applications.lowercased().split(separator: ",").contains { $0.trimmed == "all" } }
    /// What may occur once: a later gesture replaces an earlier one.
    var key: String { "\(applications) \(type) \(fingers) \(direction)" }
  }

  private var imported = Import(.touchegg)
  private var rows: [Row] = []

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    let root = try XMLReader.root(of: text)
    guard root.name.lowercased().hasPrefix("touch") else {
      throw ImportError("is not a configuration of touchégg: its root element is <\(root.name)>", line: root.line)
    }
    var reader = ToucheggReader()
    reader.imported.head = [
      "touchégg's animations have no counterpart. Swipes have no time limit, and those with <on>begin</on> are recognized while "
        + "the fingers move."
    ]
    let bytes = Array(text.string.utf8)
    var rows: [Row] = []
    for application in root.children(named: "application") {
      for gesture in application.children(named: "gesture") {
        let source = ImportSource(
          id: rows.count, line: gesture.line, text: String(decoding: bytes[gesture.range], as: UTF8.self))
        rows.append(
          Row(
            source: source, type: (gesture.attributes["type"] ?? "").uppercased(),
            fingers: (gesture.attributes["fingers"] ?? "").trimmed,
            direction: (gesture.attributes["direction"] ?? "").uppercased(),
            action: gesture.children(named: "action").first, applications: application.attributes["name"] ?? "All"))
      }
    }
    try reader.imported.check(count: rows.count)
    // The gestures for every application come first: those for one are compared with them.
    // What is for one direction precedes what is for all.
    let ordered = rows.filter { $0.direction != "ALL" } + rows.filter { $0.direction == "ALL" }
    reader.rows = rows
    for row in ordered.filter(\.isGlobal) + ordered.filter({ !$0.isGlobal }) {
      if let later = rows.last(where: { $0.key == row.key }), later.source != row.source {
        reader.imported.omit(row.source, "the gesture on line \(later.source.line) replaces it")
      } else {
        reader.add(row)
      }
    }
    return reader.imported
  }

  private mutating func add(_ row: Row) {
    func omit(_ reason: String) { imported.omit(row.source, reason) }
    guard let action = row.action, let type = action.attributes["type"]?.uppercased() else {
      return omit("it has no action")
    }
    guard let fingers = Int(row.fingers), (1...10).contains(fingers) else {
      return omit("\(row.fingers.isEmpty ? "nothing" : row.fingers) is not a number of fingers")
    }
    let direction = row.direction.lowercased()
    guard var gesture = gesture(row, direction, isRepeated: isRepeated(action)) else {
      return omit("\(row.type) \(row.direction) is not a gesture of touchégg".folded)
    }
    gesture.setFingers(fingers)
    gesture.name = fingers == 1 ? gesture.name : "\(fingers)-\(gesture.name)"
    if !row.isGlobal { gesture.application = row.applications }
    if let problem = bind(action, type: type, direction, to: &gesture) { return omit(problem) }
    if gesture.kind == .pan, gesture.bindings.filter({ $0.isStepped }).count > 1 {
      let hasOpposite = rows.contains {
        $0.applications == row.applications && $0.type == row.type && $0.fingers == row.fingers
          && $0.direction.lowercased() == opposite(direction)
      }
      if !hasOpposite {
        gesture.differences.append("fingers that begin with the opposite movement run its opposite action, too")
      }
    } else if direction != "all" {
      gesture.limit(to: [direction])
    }
    imported.add(gesture)
  }

  private func isRepeated(_ action: XMLElement) -> Bool { action.text(of: "repeat") == "true" }

  private func gesture(_ row: Row, _ direction: String, isRepeated: Bool) -> ImportedGesture? {
    switch row.type {
    case "SWIPE", "DRAG": return motion(row, direction, isRepeated: isRepeated)
    case "PINCH" where ["in", "out", "all"].contains(direction):
      var gesture = ImportedGesture(row.source, name: "pinch-\(direction)", kind: .pinch)
      gesture.setDirections(direction == "all" ? ["in", "out"] : [direction])
      return gesture
    case "ROTATE" where ["left", "right", "all"].contains(direction):
      let words = ["left": ["counterclockwise"], "right": ["clockwise"]]
      var gesture = ImportedGesture(row.source, name: "rotation-\(direction)", kind: .rotation)
      gesture.setDirections(words[direction] ?? ["clockwise", "counterclockwise"])
      return gesture
    case "TAP": return ImportedGesture(row.source, name: "tap", kind: .tap)
    case "DOUBLE_TAP":
      var gesture = ImportedGesture(row.source, name: "double-tap", kind: .tap)
      gesture.set("taps", 2)
      return gesture
    case "TAP_AND_HOLD": return ImportedGesture(row.source, name: "hold", kind: .longPress)
    default: return nil
    }
  }

  private func motion(_ row: Row, _ direction: String, isRepeated: Bool) -> ImportedGesture? {
    let directions = direction == "all" ? ["left", "right", "up", "down"] : [direction]
    guard ["up", "down", "left", "right", "all"].contains(direction) else { return nil }
    let axis = direction == "all" ? "any" : ["left", "right"].contains(direction) ? "horizontal" : "vertical"
    if isRepeated || isDrag(row.action) {
      var gesture = ImportedGesture(row.source, name: isRepeated ? "pan-\(axis)" : "drag-\(direction)", kind: .pan)
      gesture.setAxis(axis)
      return gesture
    }
    var gesture = ImportedGesture(row.source, name: "swipe-\(direction)", kind: .swipe)
    gesture.setDirections(directions)
    gesture.set("max_duration", "none")
    gesture.set(isAtBegin(row.action) ? "decide" : "lift_velocity", isAtBegin(row.action) ? "movement" : "none")
    return gesture
  }

  private func isAtBegin(_ action: XMLElement?) -> Bool { action?.text(of: "on")?.hasPrefix("begin") == true }

  /// Whether a mouse button is down from the beginning of the gesture to its end, or a wheel turns.
  private func isDrag(_ action: XMLElement?) -> Bool {
    switch action?.attributes["type"]?.uppercased() {
    case "MOUSE_CLICK": action?.text(of: "on") == "begin-and-end"
    case "SCROLL", "DRAG_AND_DROP": true
    default: false
    }
  }

  // MARK: Actions

  /// Binds the action. Returns the reason if it has none.
  private func bind(
    _ action: XMLElement, type: String, _ direction: String, to gesture: inout ImportedGesture
  ) -> String? {
    switch type {
    case "SEND_KEYS": return bindKeys(action, direction, to: &gesture)
    case "RUN_COMMAND": return bindCommand(action, direction, to: &gesture)
    case "MOUSE_CLICK": return bindClick(action, to: &gesture)
    case "DRAG_AND_DROP", "SCROLL":
      guard gesture.kind == .pan else { return "only a drag can do this" }
      if type == "SCROLL" { return bindScroll(action, to: &gesture) }
      return bindClick(action, to: &gesture)
    case "MOVE_WINDOW", "RESIZE_WINDOW": return "tickled does not manage windows"
    default:
      guard let (meaning, chord) = desktopAction(type, action, direction) else {
        return "\(type) is not an action that is known here"
      }
      gesture.bind([.key(chord)], to: stateAtEnd(of: gesture))
      gesture.differences.append(DesktopChord.difference(meaning, chord))
      return nil
    }
  }

  /// The state at which actions without <on>begin</on> run.
  private func stateAtEnd(of gesture: ImportedGesture) -> String? { gesture.kind == .pinch ? "ended" : nil }

  private func bindKeys(_ action: XMLElement, _ direction: String, to gesture: inout ImportedGesture) -> String? {
    func names(_ key: String) -> [String] {
      // Version 1 has the keys as the action's own text.
      let text = action.text(of: key) ?? (key == "keys" ? action.text.trimmed : "")
      return text.split { $0 == "+" || $0.isWhitespace }.map(String.init)
    }
    let modifiers = names("modifiers")
    let words = names("keys")
    guard let chord = KeyNames.chord(modifiers + words) else {
      return "no key is named \((modifiers + words).first { KeyNames.chord([$0]) == nil } ?? "as in <keys>")"
    }
    guard isRepeated(action) else {
      bindOnce([.key(chord)], action, to: &gesture)
      return nil
    }
    if let held = KeyNames.chord(modifiers), KeyNames.isValid("+\(held)") {
      gesture.bind([.key("+\(held)")], to: "began")
    }
    bindSteps(.key(KeyNames.chord(words) ?? chord), to: direction, of: &gesture)
    let reverse = names("decreaseKeys")
    if !reverse.isEmpty, let keys = KeyNames.chord(reverse) {
      bindSteps(.key(keys), to: opposite(direction), of: &gesture)
    }
    return nil
  }

  private func bindCommand(_ action: XMLElement, _ direction: String, to gesture: inout ImportedGesture) -> String? {
    let command = action.text(of: "command") ?? action.text.trimmed
    if command.isEmpty { return "it has no command" }
    if command.contains("$TOUCHEGG_") {
      gesture.differences.append("$TOUCHEGG_… is not set; docs/configuration.md lists the variables that are")
    }
    gesture.noteKeys(of: command)
    if isRepeated(action) {
      bindSteps(.shell(command), to: direction, of: &gesture)
      if let reverse = action.text(of: "decreaseCommand"), !reverse.isEmpty {
        bindSteps(.shell(reverse), to: opposite(direction), of: &gesture)
      }
    } else {
      bindOnce([.shell(command)], action, to: &gesture)
    }
    return nil
  }

  private func bindScroll(_ action: XMLElement, to gesture: inout ImportedGesture) -> String? {
    let settings = action.text.uppercased().split(separator: ":").map(\.trimmed)
    gesture.bind([.scroll(natural: settings.contains("INVERTED=TRUE"))])
    if let speed = settings.first(where: { $0.hasPrefix("SPEED=") }) {
      gesture.differences.append(
        "\(speed) is left out: step, next to scroll, says how far the fingers move for one step")
    }
    return nil
  }

  private func bindClick(_ action: XMLElement, to gesture: inout ImportedGesture) -> String? {
    let button = action.text(of: "button") ?? action.text.trimmed.replacing("BUTTON=", with: "")
    if isDrag(action), gesture.kind == .pan {
      guard let name = ["1": "left", "2": "middle", "3": "right", "": "left"][button] else {
        return "no button \(button) can be held"
      }
      gesture.bind([.drag(name)])
      return nil
    }
    switch button {
    case "1": bindOnce([.click("left")], action, to: &gesture)
    case "2": bindOnce([.click("middle")], action, to: &gesture)
    case "3": bindOnce([.click("right")], action, to: &gesture)
    case "8", "9":
      let keys = button == "8" ? "back" : "forward"
      bindOnce([.key(keys)], action, to: &gesture)
      gesture.differences.append("it presses the key \(keys) instead of mouse button \(button)")
    default: return "\(button) is not a button of touchégg"
    }
    return nil
  }

  private func bindOnce(_ actions: [ImportedAction], _ action: XMLElement, to gesture: inout ImportedGesture) {
    gesture.bind(actions, to: isAtBegin(action) ? nil : stateAtEnd(of: gesture))
    if action.text(of: "on") == "begin-and-end", gesture.kind != .pan {
      gesture.differences.append("it runs once, when the gesture is recognized, not at the beginning and at the end")
    }
  }

  private func bindSteps(_ action: ImportedAction, to direction: String, of gesture: inout ImportedGesture) {
    switch gesture.kind {
    case .pinch: gesture.bind([action], to: direction, every: "0.1x")
    case .pan:
      gesture.bind([action], to: ["right", "down"].contains(direction) ? "forwards" : "backwards", every: "5mm")
    default:
      gesture.bind([action])
      gesture.differences.append("a \(gesture.kind.rawValue) has no steps, so it runs once")
    }
  }

  private func opposite(_ direction: String) -> String {
    ["left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in"][direction] ?? direction
  }

  /// What an action of the window manager means, and the chord that most desktops have for it.
  private func desktopAction(_ type: String, _ action: XMLElement, _ swipe: String) -> (String, String)? {
    switch type {
    case "MAXIMIZE_RESTORE_WINDOW": return ("maximizing a window", "super+up")
    case "MINIMIZE_WINDOW": return ("minimizing a window", "super+h")
    case "TILE_WINDOW":
      let side = action.text(of: "direction") == "right" ? "right" : "left"
      return ("tiling a window to the \(side)", "super+\(side)")
    case "FULLSCREEN_WINDOW": return ("a full screen", "f11")
    case "CLOSE_WINDOW": return ("closing a window", "alt+f4")
    case "CHANGE_VIEWPORT": return desktop(action.text.trimmed.lowercased(), swipe)
    case "SHOW_DESKTOP": return ("showing the desktop", "super+d")
    case "CHANGE_DESKTOP":
      return desktop((action.text(of: "direction") ?? action.text.trimmed).lowercased(), swipe)
    default: return nil
    }
  }

  private func desktop(_ target: String, _ swipe: String) -> (String, String) {
    if ["up", "down", "left", "right"].contains(target) {
      return ("the workspace on that side", DesktopChord.workspace(to: target))
    }
    let isNext = target == "next" || target != "previous" && ["up", "left", "out"].contains(swipe)
    return isNext
      ? ("the next workspace", DesktopChord.nextWorkspace) : ("the previous workspace", DesktopChord.previousWorkspace)
  }
}
