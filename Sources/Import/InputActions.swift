/// Reads the config.yaml of InputActions, whose former names are KWin Gestures and kwingestures.yml.
struct InputActionsReader {
  private var imported = Import(.inputActions)
  private let text: ImportText
  private var triggers: [InputActionsTrigger] = []
  private var nextID = 0

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = InputActionsReader(text: text)
    reader.imported.head = [
      "InputActions reads touchpads, mice and keyboards, too; tickled reads touchscreens only. Gestures of a touchpad are the same "
        + "ones on a touchscreen. Ten units of a touchpad's interval are taken as a millimetre."
    ]
    for document in try YAMLReader.documents(of: text) {
      if document.isList ? document.list.contains(where: { $0["type"] != nil }) : document["gestures"] != nil {
        throw ImportError(
          "its gestures are below no device: put them below `touchscreen:`, `gestures:`",
          line: document.lines.lowerBound)
      }
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
      // The condition of a trigger's only action is that of the trigger.
      let actions = node["actions"]?.list ?? []
      let own = actions.count == 1 ? actions[0]["conditions"].map(texts) ?? [] : []
      triggers.append(InputActionsTrigger(source: source(of: node), device: device, node: node, conditions: all + own))
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
    imported.items.append(.foreign(source(of: node), reason: "it is for a \(device)"))
  }

  private mutating func source(of node: YAMLNode) -> ImportSource {
    defer { nextID += 1 }
    return ImportSource(id: nextID, line: node.lines.lowerBound, text: text.excerpt(node.lines))
  }

  // MARK: Making gestures

  private mutating func add(_ trigger: InputActionsTrigger) {
    do throws(ImportError) {
      if let gesture = try gesture(of: trigger) { imported.add(gesture) }
    } catch {
      imported.omit(trigger.source, error.reason)
    }
  }

  /// Returns the gesture of a trigger; `nil` if it only turns others off.
  private mutating func gesture(of trigger: InputActionsTrigger) throws(ImportError) -> ImportedGesture? {
    let conditions = trigger.conditions.map(InputActionsCondition.init)
    if let condition = conditions.first(where: { $0.isAboutModifiers && !$0.holdsWithoutKeyboard }) {
      throw ImportError("it needs a key of a keyboard to be down: \(condition.text)")
    }
    if let condition = trigger.conditions.first(where: { $0.contains("$mouse") || $0.contains("pointer_position") }) {
      throw ImportError("it depends on a mouse or a pointer: \(condition)")
    }
    if trigger.node["actions"] == nil { throw ImportError("it has no actions") }
    var gesture = try made(trigger)
    var others = trigger.others
    if trigger.hasNoActions {
      if imported.turnOff(gesture, in: others) { return nil }
      if !others.isEmpty || !trigger.conditions.isEmpty { throw ImportError("it has no actions") }
      throw ImportError("it has no actions; only the gestures of applications have its movement")
    }
    if let view = view(for: trigger.conditions) {
      if !imported.views.contains(view) { imported.views.append(view) }
      gesture.set("view", view.name)
      if gesture.fingers != 1 {
        gesture.differences.append("all fingers must land in its view; InputActions asks for the first one only")
      }
    } else {
      others += trigger.conditions.filter { PositionCondition($0) != nil }
    }
    try setSpread(trigger, of: &gesture)
    if !others.isEmpty { gesture.application = others.joined(separator: " and ").folded }
    setThreshold(trigger, of: &gesture)
    if trigger.node["speed"] != nil {
      gesture.differences.append("its speed does not matter; min_velocity or max_duration of a swipe can say so")
    }
    gesture = try InputActionsBinder.bind(gesture, to: trigger)
    if let directions = trigger.directions { gesture.limit(to: directions) }
    for window in trigger.otherWindows {
      let mode = Import.mode(for: window)
      gesture.modesWithout.append(mode)
      gesture.applicationsWithout.append(window)
      gesture.differences.append("it is not for \(window), so \(Import.howToTurnOff(window))")
    }
    if let condition = others.first(where: { !$0.contains("window_") }), imported.hasRival(of: gesture) {
      throw ImportError(
        "tickled has no condition like \(condition.folded), and without it another gesture is the same")
    }
    return gesture
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

  /// Sets how far apart the fingers land. Throws the reason if no fingers can be that far apart.
  private func setSpread(
    _ trigger: InputActionsTrigger, of gesture: inout ImportedGesture
  ) throws(ImportError) {
    let spreads = trigger.spreads
    if spreads.isEmpty { return }
    if gesture.fingers == 1 { throw ImportError("it is for one finger, and asks how far apart several are") }
    let least = spreads.map(\.range.lowerBound).max() ?? 0
    let greatest = spreads.map(\.range.upperBound).min() ?? 1
    guard least < greatest else { throw ImportError("fingers are never that far apart") }
    func length(_ share: Double) -> String {
      trigger.device == "touchpad"
        ? "\((share * SpreadCondition.touchpad).short)mm" : "\((share * SpreadCondition.touchscreen * 100).short)%"
    }
    if least > 0 { gesture.set("min_spread", length(least)) }
    if greatest < 1 { gesture.set("max_spread", length(greatest)) }
  }

  /// Sets how far the fingers must move, at ten units per millimetre.
  private func setThreshold(_ trigger: InputActionsTrigger, of gesture: inout ImportedGesture) {
    guard gesture.kind != .longPress, let threshold = trigger.node["threshold"]?.text else { return }
    let number = Double(threshold).flatMap { $0 > 0 && $0 <= 1_000 ? max($0 / 10, 0.1) : nil }
    switch (gesture.kind, number) {
    case (.swipe, let number?): gesture.set("min_distance", "\(number.short)mm")
    case (.pan, let number?): gesture.set("threshold", "\(number.short)mm")
    default: gesture.differences.append("its threshold of \(threshold) is left out")
    }
  }

  private func made(_ trigger: InputActionsTrigger) throws(ImportError) -> ImportedGesture {
    let stated = trigger.fingers
    let count = stated ?? (trigger.spreads.isEmpty ? nil : 2)
    let start = count.map { "\($0)-" } ?? ""
    if let count, !(1...10).contains(count) { throw ImportError("\(count) is not a number of fingers") }
    var gesture: ImportedGesture
    switch trigger.type {
    case "swipe":
      guard let directions = trigger.directions else { throw ImportError("its direction is not known here") }
      if trigger.isContinuous, trigger.direction != "any", !directions.allSatisfy(ImportedGesture.isSide) {
        throw ImportError("its actions run along a diagonal, and a drag of tickled has steps along an axis only")
      }
      gesture = swipe(trigger, directions, start)
      gesture.setFingers(count ?? 1)
    case "pinch", "rotate":
      let kind = trigger.type == "pinch" ? ImportedGesture.Kind.pinch : .rotation
      let both = kind == .pinch ? ["in", "out"] : ["clockwise", "counterclockwise"]
      guard trigger.direction == "any" || both.contains(trigger.direction) else {
        throw ImportError("its direction is not known here")
      }
      gesture = ImportedGesture(trigger.source, name: "\(start)\(kind.rawValue)-\(trigger.direction)", kind: kind)
      gesture.setDirections(trigger.direction == "any" ? both : [trigger.direction])
      if let count, count >= 2 { gesture.setFingers(count) }
    case "circle":
      guard let count, count >= 2 else {
        throw ImportError(
          "a circle drawn by one finger is a stroke here: `tickle learn circle`, then kind = \"stroke\"")
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
      if let time = Double(time), time > 0, time < 1e6 { gesture.set("min_duration", time.milliseconds) }
    case "stroke":
      throw ImportError("its shape is in a form of its own: draw it once with `tickle learn`, then kind = \"stroke\"")
    default: throw ImportError("\(trigger.type.isEmpty ? "nothing" : trigger.type) is not a gesture of fingers")
    }
    if stated == nil, [.swipe, .pan, .tap, .longPress].contains(gesture.kind) {
      gesture.differences.append("it is for \(count == 2 ? "two fingers" : "one finger"), as it does not say how many")
    }
    return gesture
  }

  private func swipe(_ trigger: InputActionsTrigger, _ directions: [String], _ start: String) -> ImportedGesture {
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
}
