/// Reads fusuma's config.yml, with the keys of its plugins for keys, taps, windows and applications.
struct FusumaReader {
  /// One action of the file, with the keys above it.
  private struct Row {
    var source: ImportSource
    let type: String
    var fingers: Int?
    var direction: String?
    /// `begin`, `update`, `end` or `cancelled`; `nil`: once, when the gesture has gone far enough.
    var event: String?
    /// The keys of a keyboard that must be down.
    var modifiers: String?
    var application: String?
    var actions: [ImportedAction] = []
    var differences: [String] = []
    var threshold: Double?
    /// The reason for having no action.
    var problem: String?

    /// What is left out of the row, although the gesture is carried.
    var settings: [String] = []

    /// Whether this is the beginning or the end of a movement in any direction.
    var isForAllDirections: Bool {
      ["swipe", "pinch", "rotate"].contains(type) && direction == nil && ["begin", "end"].contains(event)
    }
    /// The state of a gesture that the event begins or ends.
    var state: String? { event.flatMap { ["begin": "began", "end": "ended"][$0] } }
    var commands: [String] {
      actions.compactMap { action in
        if case .shell(let command) = action { command } else { nil }
      }
    }
    /// Whether two rows are about the same fingers and movement, whatever their direction.
    func isSameMovement(as other: Row) -> Bool {
      type == other.type && fingers == other.fingers && application == other.application
    }
  }

  private static let types = ["swipe", "pinch", "rotate", "hold", "tap"]
  private static let actionKeys = ["command", "sendkey", "workspace", "window", "shortcut"]
  private static let settingKeys = ["threshold", "interval", "accel", "clearmodifiers"]

  private var imported = Import(.fusuma)
  private var rows: [Row] = []
  /// The gestures that were made, before they are compared with one another.
  private var gestures: [ImportedGesture] = []
  private let text: ImportText
  /// The factor of each type, from `threshold:` at the top.
  private var thresholds: [String: Double] = [:]

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = FusumaReader(text: text)
    reader.imported.head = [
      "fusuma reads touchpads; tickled reads touchscreens only. These are the same gestures on a touchscreen.",
      "Swipes are recognized while the fingers move, as in fusuma.",
    ]
    for document in try YAMLReader.documents(of: text) { reader.readDocument(document) }
    try reader.imported.check(count: reader.rows.count)
    // The gestures for one application are compared with those for all; what holds for all directions comes after these.
    let rows = reader.rows.filter { !$0.isForAllDirections } + reader.rows.filter(\.isForAllDirections)
    for row in rows.filter({ $0.application == nil }) + rows.filter({ $0.application != nil }) { reader.add(row) }
    for gesture in reader.gestures { reader.imported.add(gesture) }
    return reader.imported
  }

  // MARK: Reading

  private mutating func readDocument(_ document: YAMLNode) {
    var application: String?
    if let context = document["context"] {
      application = context["application"]?.summary ?? context.summary
    }
    for factor in document["threshold"]?.members ?? [] { thresholds[factor.key] = factor.value.number }
    for (key, value) in document.members {
      if FusumaReader.types.contains(key) {
        let source = ImportSource(id: 0, line: value.lines.lowerBound, text: "")
        read(value, Row(source: source, type: key, application: application), path: [key])
      } else if !["context", "threshold"].contains(key) {
        imported.head.append(
          "Line \(value.lines.lowerBound): \(key) is not about gestures of fingers, so it was left out.")
      } else if key == "threshold", value.members.contains(where: { !["swipe", "hold"].contains($0.key) }) {
        imported.head.append(
          "Line \(value.lines.lowerBound): thresholds other than those of swipes and holds were left out.")
      }
    }
  }

  private mutating func read(_ node: YAMLNode, _ row: Row, path: [String]) {
    var row = row
    row.threshold = node["threshold"]?.number ?? row.threshold
    for key in ["interval", "accel"] {
      if let value = node[key]?.text { row.settings.append("its \(key) of \(value) is left out") }
    }
    let actions = node.members.filter { FusumaReader.actionKeys.contains($0.key) }
    if !actions.isEmpty { append(actions, row, at: node, path) }
    var unknown: [String] = []
    for (key, value) in node.members where !FusumaReader.actionKeys.contains(key) {
      var inner = row
      if FusumaReader.settingKeys.contains(key) { continue }
      if let fingers = Int(key) {
        inner.fingers = fingers
      } else if ["begin", "update", "end", "cancelled"].contains(key) {
        inner.event = key
      } else if key == "keypress" {
        for (modifiers, value) in value.members {
          inner.modifiers = modifiers
          read(value, inner, path: path + [key, modifiers])
        }
        continue
      } else if path.count == 1, !Self.directions.contains(key) {
        appendTemplate(key, row, value, path)
        continue
      } else {
        inner.direction = key
      }
      if value.isMapping {
        read(value, inner, path: path + [key])
      } else {
        unknown.append(key)
      }
    }
    if actions.isEmpty, !unknown.isEmpty { appendUnknown(unknown, row, at: node, path) }
  }

  /// What stands where a number of fingers is expected: fusuma has no such gesture, and the file gives it a name to use it elsewhere.
  private mutating func appendTemplate(_ key: String, _ row: Row, _ node: YAMLNode, _ path: [String]) {
    let source = ImportSource(id: rows.count, line: node.lines.lowerBound, text: excerpt(node, path + [key]))
    var inner = Row(source: source, type: row.type)
    inner.problem = "\(key) is no number of fingers; if it is a template, the gestures that use it have what it says"
    rows.append(inner)
  }

  private static let directions: Set<String> = [
    "left", "right", "up", "down", "in", "out", "clockwise", "counterclockwise",
  ]

  /// Accounts for a gesture whose actions are not known, such as those of other plugins.
  private mutating func appendUnknown(_ keys: [String], _ row: Row, at node: YAMLNode, _ path: [String]) {
    let source = ImportSource(id: rows.count, line: node.lines.lowerBound, text: excerpt(node, path))
    var inner = Row(source: source, type: row.type)
    inner.problem = "it has no command, and \(keys.joined(separator: ", ")) is not known here"
    rows.append(inner)
  }

  private mutating func append(
    _ actions: [(key: String, value: YAMLNode)], _ row: Row, at node: YAMLNode, _ path: [String]
  ) {
    var full = row
    full.source = ImportSource(id: rows.count, line: node.lines.lowerBound, text: excerpt(node, path))
    for (key, value) in actions { read(key, value, into: &full) }
    if full.actions.isEmpty, full.problem == nil { full.problem = "it has no command" }
    rows.append(full)
  }

  private func excerpt(_ node: YAMLNode, _ path: [String]) -> String {
    "\(path.joined(separator: " ")):\n\(text.excerpt(node.lines))"
  }

  private func read(_ key: String, _ value: YAMLNode, into row: inout Row) {
    switch key {
    case "command":
      for command in value.list.compactMap(\.text) where !command.trimmed.isEmpty {
        row.actions.append(.shell(command.trimmed))
      }
    case "sendkey", "shortcut": readKeys(value, into: &row)
    case "workspace":
      let target = value.text ?? value.members.first?.key ?? ""
      let chords = ["next": DesktopChord.nextWorkspace, "prev": DesktopChord.previousWorkspace]
      guard let chord = chords[target] ?? (KeyNames.isValid(target) ? DesktopChord.workspace(to: target) : nil) else {
        row.problem = "the workspace \(target) is not known here"
        return
      }
      row.actions.append(.key(chord))
      row.differences.append(DesktopChord.difference("the workspace \(target)", chord))
    case "window": readWindow(value, into: &row)
    default: break
    }
  }

  private func readKeys(_ value: YAMLNode, into row: inout Row) {
    var texts: [(prefix: String, text: String)] = []
    if value.isMapping {
      for (key, value) in value.members {
        let prefix = ["keydown": "+", "keyup": "-"][key] ?? ""
        texts += value.list.compactMap(\.text).map { (prefix, $0) }
      }
    } else {
      texts = value.list.compactMap(\.text).map { ("", $0) }
    }
    var chords: [String] = []
    for (prefix, text) in texts {
      guard let chord = KeyNames.chord(text.split(separator: "+").map { $0.trimmed }) else {
        row.problem = "no key is named as in \(text)"
        return
      }
      chords.append(prefix + chord)
    }
    let keys = chords.joined(separator: " ")
    if KeyNames.isValid(keys) {
      row.actions.append(.key(keys))
    } else {
      row.problem = "it names no keys that tickled can press"
    }
  }

  private func readWindow(_ value: YAMLNode, into row: inout Row) {
    let chords = [
      "prev": "super+shift+pageup", "next": "super+shift+pagedown", "maximized": "super+up", "fullscreen": "f11",
      "close": "alt+f4",
    ]
    let target = value.text ?? value.members.first?.key ?? ""
    guard let chord = chords[target] else {
      row.problem = "tickled does not manage windows"
      return
    }
    row.actions.append(.key(chord))
    row.differences.append(DesktopChord.difference("the window's \(target)", chord))
  }

  // MARK: Making gestures

  private mutating func add(_ row: Row) {
    func omit(_ reason: String) { imported.omit(row.source, reason) }
    if let problem = row.problem { return omit(problem) }
    if let modifiers = row.modifiers { return omit("it needs the key \(modifiers) of a keyboard to be down") }
    if let fingers = row.fingers, !(1...10).contains(fingers) { return omit("\(fingers) is not a number of fingers") }
    if row.event == "cancelled" { return omit("it is only for a hold that was cancelled") }
    let events = rows.filter { $0.isSameMovement(as: row) && $0.direction == nil && $0.modifiers == nil }
    if row.type == "swipe", row.direction == nil, row.event != nil,
      let drag = PointerDrag(events.map { ($0.event, $0.commands) })
    {
      return addDrag(drag, row)
    }
    if let command = row.commands.first(where: PointerDrag.hasVariables) {
      return omit("it needs variables that only fusuma sets: \(command.folded)")
    }
    if row.isForAllDirections, joinAll(row) { return }
    guard var gesture = gesture(row) else {
      return omit("\(row.type) \(row.direction ?? "") is not a gesture of fusuma")
    }
    if let direction = row.direction { gesture.limit(to: [direction]) }
    gesture.application = row.application
    gesture.differences += row.differences + row.settings
    for command in row.commands { gesture.noteKeys(of: command) }
    for index in gesture.bindings.indices { gesture.bindings[index].sources = [row.source.id] }
    join(gesture, row)
  }

  /// Adds the gesture, or its actions to the one that has the same fingers and movement and another event.
  private mutating func join(_ gesture: ImportedGesture, _ row: Row) {
    let isSame = { (other: ImportedGesture) in
      other.name == gesture.name && other.kind == gesture.kind && other.application == gesture.application
        && other.movement == gesture.movement
    }
    let hasState = { (other: ImportedGesture) in
      other.bindings.contains { binding in gesture.bindings.contains { $0.state == binding.state } }
    }
    if row.event != nil, let index = gestures.firstIndex(where: { isSame($0) && !hasState($0) }) {
      gestures[index].sources += gesture.sources
      gestures[index].bindings += gesture.bindings
      let differences = gesture.differences.filter { !gestures[index].differences.contains($0) }
      gestures[index].differences += differences
    } else {
      gestures.append(gesture)
    }
  }

  /// Adds what is for all directions to the gestures that stand for one direction each. Returns whether there are any.
  private mutating func joinAll(_ row: Row) -> Bool {
    mergeDirections()
    let state = row.state
    let kind: ImportedGesture.Kind = row.type == "swipe" ? .pan : row.type == "pinch" ? .pinch : .rotation
    let fingers = kind == .pan ? row.fingers ?? 3 : row.fingers
    var joined: [Int] = []
    for (index, gesture) in gestures.enumerated() where gesture.kind == kind && gesture.fingers == fingers {
      let isTaken = gesture.bindings.contains { $0.state == state && $0.directions.isEmpty }
      guard gesture.application == row.application, gesture.isStepped, !isTaken else { continue }
      gestures[index].sources.append(row.source)
      gestures[index].bindings.append(
        .init(state: state, steps: row.actions.map { .init(action: $0, every: nil) }, sources: [row.source.id]))
      gestures[index].differences += row.settings.filter { !gesture.differences.contains($0) }
      for command in row.commands { gestures[index].noteKeys(of: command) }
      joined.append(index)
    }
    guard let first = joined.first else { return false }
    let sides = Set(joined.flatMap { kind == .pan ? gestures[$0].sides : gestures[$0].directions })
    if sides.count < (kind == .pan ? 4 : 2) {
      let directions = sides.sorted().joined(separator: ", ")
      gestures[first].differences.append("its \(row.event ?? "") is not for other directions than \(directions)")
    }
    return true
  }

  /// Makes one gesture of opposite directions, so that both have one beginning and one end.
  private mutating func mergeDirections() {
    var merged: [ImportedGesture] = []
    for gesture in gestures {
      let isMerged = merged.indices.contains { merged[$0].merge(gesture) }
      if !isMerged { merged.append(gesture) }
    }
    gestures = merged
  }

  /// Adds a drag of the pointer, once for all of its events.
  private mutating func addDrag(_ drag: PointerDrag, _ row: Row) {
    let start = row.fingers.map { "\($0)-" } ?? ""
    var gesture = ImportedGesture(row.source, name: "\(start)drag", kind: .pan)
    gesture.setAxis("any")
    gesture.setFingers(row.fingers ?? 3)
    gesture.application = row.application
    gesture.bind([drag.button.map { .drag($0) } ?? .pointer])
    gesture.differences = row.settings
    let isSame = { (other: ImportedGesture) in
      other.name == gesture.name && other.application == gesture.application && other.bindings == gesture.bindings
    }
    if let index = gestures.firstIndex(where: isSame) {
      gestures[index].sources.append(row.source)
      gestures[index].differences += row.settings.filter { !gestures[index].differences.contains($0) }
    } else {
      gestures.append(gesture)
    }
  }

  private func gesture(_ row: Row) -> ImportedGesture? {
    let start = row.fingers.map { "\($0)-" } ?? ""
    switch row.type {
    case "swipe": return swipe(row, start)
    case "pinch" where ["in", "out", nil].contains(row.direction): return twoFinger(row, .pinch, start, every: "0.1x")
    case "rotate" where ["clockwise", "counterclockwise", nil].contains(row.direction):
      return twoFinger(row, .rotation, start, every: "15deg")
    case "hold" where row.direction == nil:
      var gesture = ImportedGesture(row.source, name: "\(start)hold", kind: .longPress)
      if let fingers = row.fingers { gesture.setFingers(fingers) }
      gesture.set("min_duration", (700 * factor(row)).milliseconds)
      gesture.bind(row.actions, to: row.event == "end" ? "ended" : nil)
      return gesture
    case "tap" where row.direction == nil:
      var gesture = ImportedGesture(row.source, name: "\(start)tap", kind: .tap)
      if let fingers = row.fingers { gesture.setFingers(fingers) }
      gesture.bind(row.actions)
      return gesture
    default: return nil
    }
  }

  private func factor(_ row: Row) -> Double {
    let factor = row.threshold ?? thresholds[row.type] ?? 1
    return factor > 0 && factor < 100 ? factor : 1
  }

  private func swipe(_ row: Row, _ start: String) -> ImportedGesture? {
    let directions = ["left", "right", "up", "down"]
    guard row.direction == nil || directions.contains(row.direction ?? "") else { return nil }
    // The events of a swipe with updates are those of one pan.
    let axis = row.direction.map { ["left", "right"].contains($0) ? "horizontal" : "vertical" } ?? "any"
    let isContinuous = rows.contains {
      $0.event == "update" && $0.isSameMovement(as: row) && $0.direction == row.direction
    }
    if row.event != nil, isContinuous {
      var gesture = ImportedGesture(row.source, name: "\(start)pan-\(axis)", kind: .pan)
      gesture.setAxis(axis)
      gesture.setFingers(row.fingers ?? 3)
      if row.state == nil {
        let step = ["right": "forwards", "down": "forwards", "left": "backwards", "up": "backwards"]
        gesture.bind(
          row.actions, to: row.direction.flatMap { step[$0] } ?? "changed", every: "\((5 * factor(row)).positive)mm")
      } else {
        gesture.bind(row.actions, to: row.state)
      }
      return gesture
    }
    var gesture = ImportedGesture(row.source, name: "\(start)swipe-\(row.direction ?? "any")", kind: .swipe)
    gesture.setDirections(row.direction.map { [$0] } ?? directions)
    gesture.setFingers(row.fingers ?? 3)
    if factor(row) != 1 { gesture.set("min_distance", "\(max(8 * factor(row), 1).short)mm") }
    gesture.set("max_duration", "none")
    if row.event == "end" { gesture.set("lift_velocity", "none") } else { gesture.set("decide", "movement") }
    gesture.bind(row.actions)
    return gesture
  }

  private func twoFinger(
    _ row: Row, _ kind: ImportedGesture.Kind, _ start: String, every: String
  ) -> ImportedGesture? {
    var gesture = ImportedGesture(row.source, name: "\(start)\(kind.rawValue)-\(row.direction ?? "any")", kind: kind)
    let both = kind == .pinch ? ["in", "out"] : ["clockwise", "counterclockwise"]
    gesture.setDirections(row.direction.map { [$0] } ?? both)
    if let fingers = row.fingers, fingers >= 2 { gesture.setFingers(fingers) }
    if row.event == "update" {
      gesture.bind(row.actions, to: row.direction ?? "changed", every: every)
    } else {
      gesture.bind(row.actions, to: row.state)
    }
    return gesture
  }
}
