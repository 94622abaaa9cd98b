/// Reads the config.yaml of InputActions, whose former names are KWin Gestures and kwingestures.yml.
struct InputActionsReader {
  /// A trigger with the conditions of the groups around it.
  private struct Trigger {
    let source: ImportSource
    let device: String
    let node: YAMLNode
    let conditions: [String]

    var type: String { node["type"]?.text ?? "" }
    var direction: String { node["direction"]?.text ?? "any" }
    func events() -> Set<String> { Set((node["actions"]?.list ?? []).map { $0["on"]?.text ?? "end" }) }
    /// Whether the pointer follows the fingers, with or without a button.
    var movesPointer: Bool { node["actions"]?.summary.contains("move_by_delta") == true }
    /// The conditions that are neither about places, distances and numbers of fingers nor about modifiers.
    var others: [String] {
      conditions.filter {
        let condition = InputActionsCondition($0)
        return PositionCondition($0) == nil && SpreadCondition($0) == nil && !condition.isAboutModifiers
          && condition.fingers == nil && condition.otherWindow == nil
      }
    }
    /// The applications that the trigger is not for.
    var otherWindows: [String] { conditions.compactMap { InputActionsCondition($0).otherWindow } }
    /// The button that is held while the pointer moves.
    var heldButton: String? {
      let buttons = inputs("mouse").filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
      return buttons.first { ["left", "right", "middle"].contains($0) }
    }
    /// The keys that are pressed before the pointer moves, and stay down.
    var heldKeys: [String] {
      inputs("keyboard", on: "begin").filter { $0.hasPrefix("+") }.compactMap { key in
        KeyNames.chord(key.dropFirst().split(separator: "+").map(\.trimmed)).map { "+" + $0 }
      }
    }

    private func inputs(_ device: String, on event: String? = nil) -> [String] {
      let actions = (node["actions"]?.list ?? []).filter { event == nil || $0["on"]?.text == event }
      let inputs = actions.flatMap { $0["input"]?.list ?? [] }
      return inputs.flatMap { $0[device]?.list ?? [] }.compactMap(\.text)
    }

    var spreads: [SpreadCondition] { conditions.compactMap(SpreadCondition.init) }
    /// Those that are possible only with some distances between the fingers come first, as of two swipes that fit, the first in the
    /// file is recognized. Those of an application come last: it matters whether another gesture is for all applications.
    var rank: Int { !spreads.isEmpty && others.isEmpty ? 0 : conditions.isEmpty ? 1 : 2 }
    /// Whether it keeps other gestures from running, and does nothing.
    var hasNoActions: Bool { node["actions"]?.isList == true && node["actions"]?.list.isEmpty == true }
    /// Whether actions run in steps while the fingers move.
    var isContinuous: Bool { !events().isDisjoint(with: ["update", "tick"]) || movesPointer }
  }

  private var imported = Import(.inputActions)
  private let text: ImportText
  private var triggers: [Trigger] = []
  private var nextID = 0

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = InputActionsReader(text: text)
    reader.imported.head = [
      "InputActions reads touchpads, mice and keyboards, too; tickled reads touchscreens only. Gestures of a touchpad are the same "
        + "ones on a touchscreen. Ten units of a touchpad's interval are taken as a millimetre."
    ]
    for document in try YAMLReader.documents(of: text) {
      reader.describeSettings(of: document)
      for device in ["touchscreen", "touchpad"] {
        for node in gestures(of: document[device]) { reader.collect(node, of: device, conditions: []) }
      }
      for device in ["mouse", "keyboard", "pointer"] {
        for node in gestures(of: document[device]) { reader.leaveOut(node, device: device) }
      }
    }
    try reader.imported.check(count: reader.triggers.count)
    if reader.triggers.contains(where: { !$0.spreads.isEmpty }) {
      reader.imported.head.append(
        "Distances between fingers are shares of the device's diagonal there; a touchpad is taken as "
          + "\(SpreadCondition.touchpad.short) mm from corner to corner, a touchscreen as 16:10.")
    }
    for rank in 0...2 { for trigger in reader.triggers where trigger.rank == rank { reader.add(trigger) } }
    return reader.imported
  }

  private init(text: ImportText) { self.text = text }

  private static func gestures(of device: YAMLNode?) -> [YAMLNode] {
    guard let gestures = device?["gestures"], gestures.isList else { return [] }
    return gestures.list
  }

  /// Names what the file says about devices, which is left out.
  private mutating func describeSettings(of document: YAMLNode) {
    let devices = ["touchscreen", "touchpad", "mouse", "keyboard", "pointer"]
    for (key, value) in document.members where !devices.contains(key) && !value.summary.isEmpty {
      imported.head.append("Line \(value.lines.lowerBound): \(key) is not about one gesture, so it was left out.")
    }
    for device in ["touchscreen", "touchpad"] {
      for (key, value) in document[device]?.members ?? [] where key != "gestures" {
        imported.head.append(
          "Line \(value.lines.lowerBound): \(key) of the \(device), \(value.summary.folded.prefix(60)), was left out.")
      }
    }
  }

  /// Collects a trigger, or those of a group that share conditions.
  private mutating func collect(_ node: YAMLNode, of device: String, conditions: [String]) {
    let all = conditions + (node["conditions"].map(texts) ?? []) + modifiers(of: node)
    if let inner = node["gestures"], inner.isList {
      for node in inner.list { collect(node, of: device, conditions: all) }
    } else {
      let source = ImportSource(id: nextID, line: node.lines.lowerBound, text: text.excerpt(node.lines))
      nextID += 1
      // The condition of a trigger's only action is that of the trigger.
      let actions = node["actions"]?.list ?? []
      let own = actions.count == 1 ? actions[0]["conditions"].map(texts) ?? [] : []
      triggers.append(Trigger(source: source, device: device, node: node, conditions: all + own))
    }
  }

  private func texts(_ conditions: YAMLNode) -> [String] { conditions.list.map(\.summary) }

  private func modifiers(of node: YAMLNode) -> [String] {
    guard let modifiers = node["keyboard_modifiers"], !modifiers.summary.isEmpty, modifiers.summary != "[]" else {
      return []
    }
    return ["$keyboard_modifiers == \(modifiers.summary)"]
  }

  private mutating func leaveOut(_ node: YAMLNode, device: String) {
    let source = ImportSource(id: nextID, line: node.lines.lowerBound, text: text.excerpt(node.lines))
    nextID += 1
    imported.items.append(.foreign(source, reason: "it is for a \(device)"))
  }

  // MARK: Making gestures

  private mutating func add(_ trigger: Trigger) {
    func omit(_ reason: String) { imported.items.append(.omitted(trigger.source, reason: reason)) }
    let needed = trigger.conditions.map(InputActionsCondition.init).filter {
      $0.isAboutModifiers && !$0.holdsWithoutKeyboard
    }
    if let condition = needed.first { return omit("it needs a key of a keyboard to be down: \(condition.text)") }
    if let condition = trigger.conditions.first(where: { $0.contains("$mouse") || $0.contains("pointer_position") }) {
      return omit("it depends on a mouse or a pointer: \(condition)")
    }
    if trigger.node["actions"] == nil { return omit("it has no actions") }
    let gesture: ImportedGesture
    switch made(trigger) {
    case .success(let made): gesture = made
    case .failure(let problem): return omit(problem.reason)
    }
    var complete = gesture
    var others = trigger.others
    if trigger.hasNoActions {
      if imported.turnOff(gesture, in: others) { return }
      if !others.isEmpty || !trigger.conditions.isEmpty { return omit("it has no actions") }
      imported.unused.append(gesture)
      return omit("it has no actions; only the gestures of applications have its movement")
    }
    if let view = view(for: trigger.conditions) {
      if !imported.views.contains(view) { imported.views.append(view) }
      complete.set("view", view.name)
      if complete.fingers != 1 {
        complete.differences.append("all fingers must land in its view; InputActions asks for the first one only")
      }
    } else {
      others += trigger.conditions.filter { PositionCondition($0) != nil }
    }
    if let problem = setSpread(trigger, of: &complete) { return omit(problem) }
    if !others.isEmpty { complete.application = others.joined(separator: " and ").folded }
    setThreshold(trigger, of: &complete)
    if trigger.node["speed"] != nil {
      complete.differences.append("its speed does not matter; min_velocity or max_duration of a swipe can say so")
    }
    if let problem = bind(trigger, to: &complete) { return omit(problem) }
    if let directions = directions(trigger) { complete.limit(to: directions) }
    for window in trigger.otherWindows {
      let mode = Import.mode(for: window)
      complete.modesWithout.append(mode)
      complete.differences.append("it is not for \(window), so `tickle set mode \(mode)` turns it off")
    }
    if let condition = others.first(where: { !$0.contains("window_") }), imported.hasRival(of: complete) {
      return omit("tickled has no condition like \(condition.folded), and without it another gesture is the same")
    }
    imported.add(complete)
  }

  /// The part of the screen that conditions about the first finger's landing describe.
  private func view(for conditions: [String]) -> ImportedView? {
    let places = conditions.compactMap(PositionCondition.init)
    if places.isEmpty { return nil }
    var (x, y) = (0.0...1.0, 0.0...1.0)
    for place in places {
      if place.isVertical { y = y.clamped(to: place.range) } else { x = x.clamped(to: place.range) }
    }
    guard x.upperBound > x.lowerBound, y.upperBound > y.lowerBound else { return nil }
    let sides = [
      ("left", x.lowerBound), ("right", 1 - x.upperBound), ("top", y.lowerBound), ("bottom", 1 - y.upperBound),
    ]
    let frame = sides.map { ImportedGesture.Setting(key: $0.0, value: "\(($0.1 * 100).short)%".toml) }
    if let known = imported.views.first(where: { $0.frame == frame }) { return known }
    return ImportedView(name: "part-\(imported.views.count + 1)", frame: frame)
  }

  /// Sets how far apart the fingers land. Returns the reason if no fingers can be that far apart.
  private func setSpread(_ trigger: Trigger, of gesture: inout ImportedGesture) -> String? {
    let spreads = trigger.spreads
    if spreads.isEmpty { return nil }
    if gesture.fingers == 1 { return "it is for one finger, and asks how far apart several are" }
    let least = spreads.map(\.range.lowerBound).max() ?? 0
    let greatest = spreads.map(\.range.upperBound).min() ?? 1
    guard least < greatest else { return "fingers are never that far apart" }
    func length(_ share: Double) -> String {
      trigger.device == "touchpad"
        ? "\((share * SpreadCondition.touchpad).short)mm" : "\((share * SpreadCondition.touchscreen * 100).short)%"
    }
    if least > 0 { gesture.set("min_spread", length(least)) }
    if greatest < 1 { gesture.set("max_spread", length(greatest)) }
    return nil
  }

  /// Sets how far the fingers must move, at ten units per millimetre.
  private func setThreshold(_ trigger: Trigger, of gesture: inout ImportedGesture) {
    guard gesture.kind != .longPress, let threshold = trigger.node["threshold"]?.text else { return }
    let number = Double(threshold).flatMap { $0 > 0 && $0 <= 1_000 ? max($0 / 10, 0.1) : nil }
    switch (gesture.kind, number) {
    case (.swipe, let number?): gesture.set("min_distance", "\(number.short)mm")
    case (.pan, let number?): gesture.set("threshold", "\(number.short)mm")
    default: gesture.differences.append("its threshold of \(threshold) is left out")
    }
  }

  /// How many fingers the trigger needs.
  private func fingers(_ trigger: Trigger) -> Int? {
    let value = trigger.node["fingers"]?.text ?? ""
    if let fingers = Int(value.prefix { $0.isNumber }) { return fingers }
    return trigger.conditions.lazy.compactMap { InputActionsCondition($0).fingers }.first
  }

  private func made(_ trigger: Trigger) -> Result<ImportedGesture, ImportError> {
    let stated = fingers(trigger)
    let count = stated ?? (trigger.spreads.isEmpty ? nil : 2)
    let start = count.map { "\($0)-" } ?? ""
    func failure(_ reason: String) -> Result<ImportedGesture, ImportError> { .failure(ImportError(reason)) }
    if let count, !(1...10).contains(count) { return failure("\(count) is not a number of fingers") }
    var gesture: ImportedGesture
    switch trigger.type {
    case "swipe":
      guard let directions = directions(trigger) else { return failure("its direction is not known here") }
      if trigger.isContinuous, trigger.direction != "any", !directions.allSatisfy(ImportedGesture.isSide) {
        return failure("its actions run along a diagonal, and a drag of tickled has steps along an axis only")
      }
      gesture = swipe(trigger, directions, start)
      gesture.setFingers(count ?? 1)
    case "pinch", "rotate":
      let kind = trigger.type == "pinch" ? ImportedGesture.Kind.pinch : .rotation
      let both = kind == .pinch ? ["in", "out"] : ["clockwise", "counterclockwise"]
      guard trigger.direction == "any" || both.contains(trigger.direction) else {
        return failure("its direction is not known here")
      }
      gesture = ImportedGesture(trigger.source, name: "\(start)\(kind.rawValue)-\(trigger.direction)", kind: kind)
      gesture.setDirections(trigger.direction == "any" ? both : [trigger.direction])
      if let count, count >= 2 { gesture.setFingers(count) }
    case "circle":
      guard let count, count >= 2 else {
        return failure("a circle drawn by one finger is a stroke here: `tickle learn circle`, then kind = \"stroke\"")
      }
      gesture = ImportedGesture(trigger.source, name: "\(start)rotation-\(trigger.direction)", kind: .rotation)
      if trigger.direction != "any" { gesture.setDirections([trigger.direction]) }
      gesture.setFingers(count)
      gesture.differences.append("the fingers turn around each other instead of drawing a circle together")
    case "tap", "click":
      gesture = ImportedGesture(trigger.source, name: "\(start)tap", kind: .tap)
      gesture.setFingers(count ?? 1)
      if trigger.type == "click" { gesture.differences.append("a touchscreen cannot be clicked; this is a tap") }
    case "hold", "press":
      gesture = ImportedGesture(trigger.source, name: "\(start)hold", kind: .longPress)
      gesture.setFingers(count ?? 1)
      let time = (trigger.node["threshold"]?.text ?? "").prefix { $0.isNumber || $0 == "." }
      if let time = Double(time), time > 0, time < 1e6 { gesture.set("min_duration", "\(time.short)ms") }
    case "stroke":
      return failure("its shape is in a form of its own: draw it once with `tickle learn`, then kind = \"stroke\"")
    default: return failure("\(trigger.type.isEmpty ? "nothing" : trigger.type) is not a gesture of fingers")
    }
    if stated == nil, [.swipe, .pan, .tap, .longPress].contains(gesture.kind) {
      gesture.differences.append("it is for \(count == 2 ? "two fingers" : "one finger"), as it does not say how many")
    }
    return .success(gesture)
  }

  private func swipe(_ trigger: Trigger, _ directions: [String], _ start: String) -> ImportedGesture {
    let isHorizontal = directions.allSatisfy { ["left", "right"].contains($0) }
    let isVertical = directions.allSatisfy { ["up", "down"].contains($0) }
    if trigger.isContinuous {
      let axis = isHorizontal ? "horizontal" : isVertical ? "vertical" : "any"
      var gesture = ImportedGesture(trigger.source, name: "\(start)pan-\(axis)", kind: .pan)
      gesture.setAxis(axis)
      return gesture
    }
    let name = directions.count == 1 ? directions[0] : trigger.direction.replacing("_", with: "-")
    var gesture = ImportedGesture(trigger.source, name: "\(start)swipe-\(name)", kind: .swipe)
    gesture.setDirections(directions)
    gesture.set("max_duration", "none")
    if trigger.events().contains("begin") {
      gesture.set("decide", "movement")
    } else {
      gesture.set("lift_velocity", "none")
    }
    return gesture
  }

  /// The directions of a swipe in tickled's words.
  private func directions(_ trigger: Trigger) -> [String]? {
    if let angle = trigger.node["angle"]?.text { return self.angle(angle, isContinuous: trigger.isContinuous) }
    let words = [
      "left": ["left"], "right": ["right"], "up": ["up"], "down": ["down"], "left_right": ["left", "right"],
      "up_down": ["up", "down"], "left_up": ["up-left"], "left_down": ["down-left"], "right_up": ["up-right"],
      "right_down": ["down-right"], "left_up_right_down": ["up-left", "down-right"],
      "left_down_right_up": ["down-left", "up-right"],
      "any": ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"],
    ]
    return words[trigger.direction]
  }

  /// The middle of a range such as "30-330", whose angles are counterclockwise; tickled's are clockwise.
  private func angle(_ range: String, isContinuous: Bool) -> [String]? {
    let ends = range.split(separator: "-").compactMap { Double($0.trimmed) }
    guard ends.count == 2, ends.allSatisfy({ (0...360).contains($0) }) else { return nil }
    let end = ends[1] < ends[0] ? ends[1] + 360 : ends[1]
    let middle = (720 - (ends[0] + end) / 2).truncatingRemainder(dividingBy: 360)
    if isContinuous, let side = [0: "right", 90: "down", 180: "left", 270: "up"][middle] { return [side] }
    return ["\(middle.short)deg"]
  }

  // MARK: Actions

  /// Binds all actions of a trigger. Returns the reason if none has a counterpart.
  private func bind(_ trigger: Trigger, to gesture: inout ImportedGesture) -> String? {
    var problem: String?
    var actions = trigger.node["actions"]?.list ?? []
    if actions.count > 1, actions.allSatisfy({ $0["conditions"] != nil }), let last = actions.last {
      gesture.differences.append("of its actions for different conditions, only the last one is left")
      actions = [last]
    }
    for action in actions {
      // Actions for different conditions would all run.
      let condition = actions.count > 1 ? action["conditions"] : nil
      let reason = condition.map { "it has the condition \($0.summary.folded)" }
      if let reason = reason ?? bind(action, of: trigger, to: &gesture) { problem = problem ?? reason }
    }
    if gesture.bindings.isEmpty { return problem ?? "it has no actions" }
    if let problem { gesture.differences.append("one of its actions is missing: \(problem)") }
    return nil
  }

  private func bind(_ action: YAMLNode, of trigger: Trigger, to gesture: inout ImportedGesture) -> String? {
    if let group = action["one"]?.list ?? action["all"]?.list, let last = group.last {
      gesture.differences.append("of a group of actions, only the one without a condition, or the last, is left")
      let chosen = group.first { $0["conditions"] == nil } ?? last
      return bind(chosen, event: action["on"]?.text ?? "end", of: trigger, to: &gesture)
    }
    return bind(action, event: action["on"]?.text ?? "end", of: trigger, to: &gesture)
  }

  private func bind(
    _ action: YAMLNode, event: String, of trigger: Trigger, to gesture: inout ImportedGesture
  ) -> String? {
    if trigger.movesPointer, gesture.kind == .pan, !gesture.bindings.contains(where: { $0.state == nil }) {
      let button = trigger.heldButton
      gesture.bind(trigger.heldKeys.map { .key($0) } + [button.map { .drag($0) } ?? .pointer])
    }
    let actions: [ImportedAction]
    switch actionsOf(action, of: trigger, in: &gesture) {
    case .success(let made): actions = made
    case .failure(let problem): return problem.reason
    }
    if actions.isEmpty { return nil }
    if let limit = action["limit"]?.text, limit != "0", gesture.kind == .pan || trigger.isContinuous {
      if limit == "1", bindOnce(actions, interval: action["interval"]?.text ?? "", of: trigger, to: &gesture) {
        return nil
      }
      gesture.differences.append("an action runs at every step, not at most \(limit) times")
    }
    bind(actions, event: event, interval: action["interval"]?.text ?? "0", of: trigger, to: &gesture)
    return nil
  }

  /// Binds actions that run at the first step of a drag only. Returns whether this step has a direction.
  private func bindOnce(
    _ actions: [ImportedAction], interval: String, of trigger: Trigger, to gesture: inout ImportedGesture
  ) -> Bool {
    guard gesture.kind == .pan, let axis = gesture.axis, let sides = ImportedGesture.sides[axis] else { return false }
    let state = stepState(gesture, trigger, isBackwards: interval.hasPrefix("-"))
    gesture.bindings.append(
      .init(
        state: "began", steps: actions.map { .init(action: $0, every: nil) },
        directions: [sides[state == "backwards" ? 0 : 1]], sources: [trigger.source.id]))
    return true
  }

  private func bind(
    _ actions: [ImportedAction], event: String, interval: String, of trigger: Trigger,
    to gesture: inout ImportedGesture
  ) {
    let isContinuous = gesture.kind != .swipe && gesture.kind != .tap
    switch event {
    case "begin": gesture.bind(actions, to: isContinuous && trigger.isContinuous ? "began" : nil)
    case "update", "tick":
      if gesture.kind == .longPress {
        let time = Double(interval).map(abs) ?? 0
        gesture.bind(actions, to: "changed", every: "\((time > 0 && time < 1e6 ? max(time, 10) : 100).short)ms")
        return
      }
      guard gesture.kind != .tap, gesture.kind != .swipe else {
        gesture.bind(actions)
        gesture.differences.append("it runs once, not repeatedly")
        return
      }
      let isBackwards = interval.hasPrefix("-")
      if interval == "0" { gesture.differences.append("it runs at each step, not at every movement") }
      gesture.bind(actions, to: stepState(gesture, trigger, isBackwards: isBackwards), every: step(gesture, interval))
    case "cancel": if isContinuous { gesture.bind(actions, to: "cancelled") }
    case "end_cancel":
      gesture.bind(actions, to: isContinuous ? "ended" : nil)
      if isContinuous { gesture.bind(actions, to: "cancelled") }
    default: gesture.bind(actions, to: isContinuous ? "ended" : nil)
    }
  }

  /// The state for steps of a trigger. Those of two directions have the sign of the interval.
  private func stepState(_ gesture: ImportedGesture, _ trigger: Trigger, isBackwards: Bool) -> String {
    switch gesture.kind {
    case .pinch, .rotation:
      let words = gesture.kind == .pinch ? ["in", "out"] : ["counterclockwise", "clockwise"]
      return trigger.direction == "any" ? words[isBackwards ? 0 : 1] : trigger.direction
    default:
      if gesture.axis == "any" { return "changed" }
      switch directions(trigger) {
      case ["left"], ["up"]: return "backwards"
      case ["right"], ["down"]: return "forwards"
      default: return isBackwards ? "backwards" : "forwards"
      }
    }
  }

  /// The length of a step. Intervals are in pixels of a touchpad, in degrees or in ratios.
  private func step(_ gesture: ImportedGesture, _ interval: String) -> String {
    let number = Double(interval).map(abs) ?? 0
    switch gesture.kind {
    case .rotation: return "\((number >= 1 && number <= 360 ? number : 10).short)deg"
    case .pinch: return "\((number >= 0.01 && number <= 10 ? number : 0.1).short)x"
    default: return "\((number > 0 && number <= 1_000 ? max(number / 10, 0.1) : 5).short)mm"
    }
  }

  private func actionsOf(
    _ action: YAMLNode, of trigger: Trigger, in gesture: inout ImportedGesture
  ) -> Result<[ImportedAction], ImportError> {
    if let command = action["command"]?.text, !command.trimmed.isEmpty {
      if command.contains("$window") || command.contains("$pointer") || command.contains("$finger") {
        gesture.differences.append("variables of InputActions in the command are not set")
      }
      gesture.noteKeys(of: command)
      return .success([.shell(command.trimmed)])
    }
    if let shortcut = action["plasma_shortcut"]?.text {
      let parts = shortcut.split(separator: ",", maxSplits: 1)
      guard parts.count == 2 else { return .failure(ImportError("\(shortcut) is not COMPONENT,SHORTCUT")) }
      let path = "/component/\(parts[0].trimmed)"
      return .success([
        .shell("qdbus6 org.kde.kglobalaccel \(path.shellQuoted) invokeShortcut \(parts[1].trimmed.shellQuoted)")
      ])
    }
    if let input = action["input"] { return inputs(input, of: trigger, in: &gesture) }
    if action["sleep"] != nil {
      gesture.differences.append("a pause between actions was left out")
      return .success([])
    }
    for key in ["activate_window", "replace_text", "function"] where action[key] != nil {
      return .failure(ImportError("tickled has no action like \(key)"))
    }
    return .failure(ImportError("it has an action that is not known here"))
  }

  /// Key presses and clicks. Keys that follow one another are one action.
  private func inputs(
    _ input: YAMLNode, of trigger: Trigger, in gesture: inout ImportedGesture
  ) -> Result<[ImportedAction], ImportError> {
    var actions: [ImportedAction] = []
    let isDrag = trigger.movesPointer && gesture.kind == .pan
    for item in input.list {
      for key in item["keyboard"]?.list ?? [] {
        guard let text = key.text else { return .failure(ImportError("tickled cannot type texts")) }
        let prefix = text.hasPrefix("+") || text.hasPrefix("-") ? String(text.prefix(1)) : ""
        if isDrag, text.hasPrefix("+"), trigger.heldKeys.contains(where: { gesture.isBound(.key($0)) }) { continue }
        guard let chord = KeyNames.chord(text.dropFirst(prefix.count).split(separator: "+").map { $0.trimmed }) else {
          return .failure(ImportError("no key is named as in \(text)"))
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
          guard gesture.kind == .pan else { return .failure(ImportError("only a drag can scroll")) }
          // The wheel follows the fingers in both directions.
          if gesture.bindings.isEmpty { gesture.bind([.scroll()]) }
        case "move_by_delta" where isDrag: continue
        case let text where isDrag && text.dropFirst() == (trigger.heldButton ?? ""): continue
        default: return .failure(ImportError("the mouse action \(button) has no counterpart"))
        }
      }
    }
    if actions.isEmpty, gesture.bindings.isEmpty { return .failure(ImportError("it has no keys or buttons")) }
    return .success(actions)
  }
}

extension String {
  /// The text as one word of the shell.
  fileprivate var shellQuoted: String {
    if allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_-.".contains($0)) }) { return self }
    return "'\(replacing("'", with: "'\\''"))'"
  }
}
