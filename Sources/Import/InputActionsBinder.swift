struct InputActionsBinder {
  private let trigger: InputActionsTrigger
  private var gesture: ImportedGesture

  /// Returns the gesture with all actions of its trigger. Throws the reason if none has a counterpart.
  static func bind(_ gesture: ImportedGesture, to trigger: InputActionsTrigger) throws(ImportError) -> ImportedGesture {
    var binder = InputActionsBinder(trigger: trigger, gesture: gesture)
    try binder.bindAll()
    return binder.gesture
  }

  private mutating func bindAll() throws(ImportError) {
    var problem: ImportError?
    var actions = trigger.node["actions"]?.list ?? []
    if actions.count > 1, actions.allSatisfy({ $0["conditions"] != nil }), let last = actions.last {
      gesture.differences.append("of its actions for different conditions, only the last one is left")
      actions = [last]
    }
    for action in actions {
      do throws(ImportError) {
        // Actions for different conditions would all run.
        if actions.count > 1, let condition = action["conditions"] {
          throw ImportError("it has the condition \(condition.summary.folded)")
        }
        try bind(action)
      } catch {
        problem = problem ?? error
      }
    }
    if gesture.bindings.isEmpty { throw problem ?? ImportError("it has no actions") }
    if let problem { gesture.differences.append("one of its actions is missing: \(problem.reason)") }
  }

  private mutating func bind(_ action: YAMLNode) throws(ImportError) {
    let event = action["on"]?.text ?? "end"
    guard let group = action["one"]?.list ?? action["all"]?.list, let last = group.last else {
      return try bind(action, event: event)
    }
    gesture.differences.append("of a group of actions, only the one without a condition, or the last, is left")
    try bind(group.first { $0["conditions"] == nil } ?? last, event: event)
  }

  private mutating func bind(_ action: YAMLNode, event: String) throws(ImportError) {
    if trigger.movesPointer, gesture.kind == .pan, !gesture.bindings.contains(where: { $0.state == nil }) {
      gesture.bind(trigger.heldKeys.map { .key($0) } + [trigger.heldButton.map { .drag($0) } ?? .pointer])
    }
    let actions = try actions(of: action)
    if actions.isEmpty { return }
    let interval = action["interval"]?.text ?? "0"
    if let limit = action["limit"]?.text, limit != "0", gesture.kind == .pan || trigger.isContinuous {
      if limit == "1", bindOnce(actions, interval: interval) { return }
      gesture.differences.append("an action runs at every step, not at most \(limit) times")
    }
    bind(actions, event: event, interval: interval)
  }

  /// Binds actions that run at the first step of a drag only. Returns whether this step has a direction.
  private mutating func bindOnce(_ actions: [ImportedAction], interval: String) -> Bool {
    guard gesture.kind == .pan, let axis = gesture.axis, let sides = ImportedGesture.sides[axis] else { return false }
    gesture.bindings.append(
      .init(
        state: "began", steps: actions.map { .init(action: $0, every: nil) },
        directions: [sides[stepState(interval) == "backwards" ? 0 : 1]], sources: [trigger.source.id]))
    return true
  }

  private mutating func bind(_ actions: [ImportedAction], event: String, interval: String) {
    let isContinuous = gesture.kind != .swipe && gesture.kind != .tap
    switch event {
    case "begin": gesture.bind(actions, to: isContinuous && trigger.isContinuous ? "began" : nil)
    case "update", "tick":
      if gesture.kind == .longPress {
        let time = Double(interval).map(abs) ?? 0
        gesture.bind(actions, to: "changed", every: (time > 0 && time < 1e6 ? max(time, 10) : 100).milliseconds)
        return
      }
      guard isContinuous else {
        gesture.bind(actions)
        gesture.differences.append("it runs once, not repeatedly")
        return
      }
      if interval == "0" { gesture.differences.append("it runs at each step, not at every movement") }
      gesture.bind(actions, to: stepState(interval), every: step(interval))
    case "cancel": if isContinuous { gesture.bind(actions, to: "cancelled") }
    case "end_cancel":
      gesture.bind(actions, to: isContinuous ? "ended" : nil)
      if isContinuous { gesture.bind(actions, to: "cancelled") }
    default: gesture.bind(actions, to: isContinuous ? "ended" : nil)
    }
  }

  /// The state for steps. Those of two directions have the sign of the interval.
  private func stepState(_ interval: String) -> String {
    let isBackwards = interval.hasPrefix("-")
    switch gesture.kind {
    case .pinch, .rotation:
      let words = gesture.kind == .pinch ? ["in", "out"] : ["counterclockwise", "clockwise"]
      return trigger.direction == "any" ? words[isBackwards ? 0 : 1] : trigger.direction
    default:
      if gesture.axis == "any" { return "changed" }
      switch trigger.directions {
      case ["left"], ["up"]: return "backwards"
      case ["right"], ["down"]: return "forwards"
      default: return isBackwards ? "backwards" : "forwards"
      }
    }
  }

  /// The length of a step. Intervals are in pixels of a touchpad, in degrees or in ratios.
  private func step(_ interval: String) -> String {
    let number = Double(interval).map(abs) ?? 0
    switch gesture.kind {
    case .rotation: return "\((number >= 1 && number <= 360 ? number : 10).short)deg"
    case .pinch: return "\((number >= 0.01 && number <= 10 ? number : 0.1).short)x"
    default: return "\((number > 0 && number <= 1_000 ? max(number / 10, 0.1) : 5).short)mm"
    }
  }

  private mutating func actions(of action: YAMLNode) throws(ImportError) -> [ImportedAction] {
    if let command = action["command"]?.text, !command.trimmed.isEmpty {
      if command.contains("$window") || command.contains("$pointer") || command.contains("$finger") {
        gesture.differences.append("variables of InputActions in the command are not set")
      }
      gesture.noteKeys(of: command)
      return [.shell(command.trimmed)]
    }
    if let shortcut = action["plasma_shortcut"]?.text {
      let parts = shortcut.split(separator: ",", maxSplits: 1)
      guard parts.count == 2 else { throw ImportError("\(shortcut) is not COMPONENT,SHORTCUT") }
      let path = "/component/\(parts[0].trimmed)"
      return [.shell("qdbus6 org.kde.kglobalaccel \(path.shellQuoted) invokeShortcut \(parts[1].trimmed.shellQuoted)")]
    }
    if let input = action["input"] { return try inputs(input) }
    if action["sleep"] != nil {
      gesture.differences.append("a pause between actions was left out")
      return []
    }
    for key in ["activate_window", "replace_text", "function"] where action[key] != nil {
      throw ImportError("tickled has no action like \(key)")
    }
    throw ImportError("it has an action that is not known here")
  }

  /// Key presses and clicks. Keys that follow one another are one action.
  private mutating func inputs(_ input: YAMLNode) throws(ImportError) -> [ImportedAction] {
    var actions: [ImportedAction] = []
    let isDrag = trigger.movesPointer && gesture.kind == .pan
    for item in input.list {
      for key in item["keyboard"]?.list ?? [] {
        guard let text = key.text else { throw ImportError("tickled cannot type texts") }
        let prefix = text.hasPrefix("+") || text.hasPrefix("-") ? String(text.prefix(1)) : ""
        if isDrag, text.hasPrefix("+"), trigger.heldKeys.contains(where: { gesture.isBound(.key($0)) }) { continue }
        guard let chord = KeyNames.chord(text.dropFirst(prefix.count).split(separator: "+").map { $0.trimmed }) else {
          throw ImportError("no key is named as in \(text)")
        }
        if case .key(let former)? = actions.last, KeyNames.isValid("\(former) \(prefix)\(chord)") {
          actions[actions.count - 1] = .key("\(former) \(prefix)\(chord)")
        } else {
          actions.append(.key(prefix + chord))
        }
      }
      for button in item["mouse"]?.list.compactMap(\.text) ?? [] {
        switch button {
        case "left", "right", "middle": actions.append(.click(button))
        case "back", "forward":
          actions.append(.key(button))
          gesture.differences.append("it presses the key \(button) instead of a mouse button")
        case let text where text.hasPrefix("wheel"):
          guard gesture.kind == .pan else { throw ImportError("only a drag can scroll") }
          // The wheel follows the fingers in both directions.
          if gesture.bindings.isEmpty { gesture.bind([.scroll()]) }
        case "move_by_delta" where isDrag: continue
        case let text where isDrag && text.dropFirst() == (trigger.heldButton ?? ""): continue
        default: throw ImportError("the mouse action \(button) has no counterpart")
        }
      }
    }
    if actions.isEmpty, gesture.bindings.isEmpty { throw ImportError("it has no keys or buttons") }
    return actions
  }
}

extension String {
  /// The text as one word of the shell.
  fileprivate var shellQuoted: String {
    if allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_-.".contains($0)) }) { return self }
    return "'\(replacing("'", with: "'\\''"))'"
  }
}
