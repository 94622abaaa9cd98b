/// Reads the binds of hyprgrass, Hyprland's plugin for touchscreens, from hyprland.conf or from the lists of a Nix module.
struct HyprgrassReader {
  /// A bind: `MODIFIERS, EVENT, DISPATCHER, ARGUMENTS`, and the flags of its keyword.
  private struct Bind {
    let source: ImportSource
    let flags: Substring
    /// The four fields; a comma in the arguments belongs to them.
    let fields: [String]

    init?(_ text: String, flags: Substring, _ source: ImportSource) {
      let fields = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map(\.trimmed)
      guard fields.count >= 3 else { return nil }
      (self.source, self.flags, self.fields) = (source, flags, fields)
    }

    var event: [String] {
      fields[1].lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    var dispatcher: String { fields[2] }
    var arguments: String { fields.count > 3 ? fields[3] : "" }
  }

  private static let keyword = "hyprgrass-bind"
  private static let sides = ["l": "left", "r": "right", "u": "up", "d": "down"]
  private static let edges = ["l": "left", "r": "right", "u": "top", "d": "bottom"]

  /// The longest bind in bytes, so that variables do not multiply a file.
  private static let longest = 4_096

  private var imported = Import(.hyprgrass)
  private var binds: [Bind] = []
  private var variables: [(name: String, value: String)] = []
  private var pressTime: Double?

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = HyprgrassReader()
    if text.string.contains("hl.plugin.hyprgrass") {
      throw ImportError("is a Lua configuration of hyprgrass; only hyprland.conf and lists of Nix can be read")
    }
    reader.imported.head = [
      "Swipes are decided when the fingers lift, at any speed. hyprgrass measures an edge in pixels (edge_margin); here it is 5 mm deep "
        + "unless edge_width says otherwise, and its sensitivity has no counterpart. What the plugin does without a bind, such as "
        + "workspace_swipe_fingers, stays with Hyprland.",
      "Dispatchers are sent with hyprctl, so the commands must run in the session: use tickled's user service, or its `user` key.",
    ]
    reader.readLines(of: text)
    try reader.imported.check(count: reader.binds.count)
    for bind in reader.binds { reader.add(bind) }
    return reader.imported
  }

  // MARK: Reading

  private mutating func readLines(of text: ImportText) {
    /// The flags of a list of Nix that is open.
    var list: Substring?
    for (index, line) in text.lines.enumerated() {
      let code = line.trimmed
      if code.hasPrefix("#") { continue }
      if let flags = list {
        for bind in Self.quoted(code) { append(bind, flags, line: index + 1) }
        if code.contains("]") { list = nil }
        continue
      }
      guard let equals = code.firstIndex(of: "=") else { continue }
      let key = code[..<equals].trimmed.filter { $0 != "\"" }, value = code[code.index(after: equals)...].trimmed
      if key.hasPrefix("$"), value.utf8.count <= 1_000, variables.count < 1_000 { variables.append((key, value)) }
      if key.hasSuffix("long_press_delay") { pressTime = Double(value.prefix { $0.isNumber || $0 == "." }) }
      // `plugin.touch_gestures.hyprgrass-bind` in Nix.
      guard let start = key.split(whereSeparator: { ".:".contains($0) }).last, start.hasPrefix(Self.keyword) else {
        continue
      }
      let flags = start.dropFirst(Self.keyword.count)
      if value.hasPrefix("[") {
        for bind in Self.quoted(value) { append(bind, flags, line: index + 1) }
        if !value.contains("]") { list = flags }
      } else if value.hasPrefix("\"") {
        for bind in Self.quoted(value) { append(bind, flags, line: index + 1) }
      } else {
        append(value, flags, line: index + 1)
      }
    }
  }

  /// The texts between quotation marks.
  private static func quoted(_ code: String) -> [String] {
    let parts = code.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  private mutating func append(_ text: String, _ flags: Substring, line: Int) {
    // A remark begins with #; two of them stand for the character.
    var code = String(text.replacing("##", with: "\u{1}").prefix { $0 != "#" }).replacing("\u{1}", with: "#")
    let written = "\(Self.keyword)\(flags) = \(text)"
    let source = ImportSource(id: binds.count + imported.items.count, line: line, text: written)
    // More gestures than may be imported are refused later.
    if binds.count > Import.mostGestures { return }
    for variable in variables.sorted(by: { $0.name.count > $1.name.count })
    where code.utf8.count <= Self.longest && code.contains(variable.name) {
      code = code.replacing(variable.name, with: variable.value)
    }
    if code.utf8.count > Self.longest {
      return imported.omit(source, "its variables make it longer than \(Self.longest) bytes")
    }
    guard let bind = Bind(code, flags: flags, source) else { return imported.omit(source, "it has no dispatcher") }
    binds.append(bind)
  }

  // MARK: Gestures

  private mutating func add(_ bind: Bind) {
    func omit(_ reason: String) { imported.omit(bind.source, reason) }
    if !bind.fields[0].isEmpty { return omit("it asks for a key that is held: \(bind.fields[0])") }
    guard var gesture = gesture(of: bind) else {
      return omit("\(bind.fields[1]) is no event of hyprgrass that is known here")
    }
    if bind.flags.contains("m") {
      let buttons = ["movewindow": "left", "resizewindow": "right"]
      guard let button = buttons[bind.dispatcher] else {
        return omit("\(bind.dispatcher) is no dispatcher of a mouse that is known here")
      }
      guard gesture.kind == .longPress else { return omit("only a long press can hold a button") }
      gesture.bind([.key("+super"), .drag(button)])
      gesture.differences.append(
        "it drags with super and the \(button) button, for which Hyprland needs `bindm = SUPER, mouse:27\(button == "left" ? 2 : 3), "
          + "\(bind.dispatcher)`")
    } else if bind.dispatcher == "exec" {
      if bind.arguments.isEmpty { return omit("it has no command") }
      if bind.arguments.hasExpressionOfNix {
        return omit("only Nix knows the value of its command: import the hyprland.conf that Nix writes")
      }
      // Rules for the window, such as [float], are Hyprland's.
      gesture.bind([
        .shell(
          bind.arguments.hasPrefix("[") ? "hyprctl dispatch exec \(bind.arguments.quotedForShell)" : bind.arguments)
      ])
    } else {
      let words = [bind.dispatcher] + (bind.arguments.isEmpty ? [] : [bind.arguments.quotedForShell])
      guard bind.dispatcher.allSatisfy({ $0.isLetter || $0.isNumber || "_:-".contains($0) }), !bind.dispatcher.isEmpty
      else {
        return omit("\(bind.dispatcher) is no dispatcher")
      }
      gesture.bind([.shell("hyprctl dispatch \(words.joined(separator: " "))")])
    }
    if bind.flags.contains("l") {
      gesture.remarks.append("The flag l: it also works while the session is locked, as all gestures do here.")
    }
    imported.items.append(.gesture(gesture))
  }

  private func gesture(of bind: Bind) -> ImportedGesture? {
    let event = bind.event
    guard let kind = event.first, event.count == (["tap", "longpress"].contains(kind) ? 2 : 3) else { return nil }
    if kind == "edge" {
      guard let edge = Self.edges[event[1]], let direction = Self.direction(event[2]) else { return nil }
      var gesture = ImportedGesture(bind.source, name: "swipe-\(direction)-from-\(edge)", kind: .swipe)
      gesture.setDirections([direction])
      gesture.set("starts_at", edge)
      gesture.set("lift_velocity", "none")
      return gesture
    }
    guard let fingers = Int(event[1]), 1...10 ~= fingers else { return nil }
    switch kind {
    case "tap":
      var gesture = ImportedGesture(bind.source, name: "\(fingers)-tap", kind: .tap)
      gesture.setFingers(fingers)
      return gesture
    case "longpress":
      var gesture = ImportedGesture(bind.source, name: "\(fingers)-press", kind: .longPress)
      gesture.setFingers(fingers)
      gesture.set("min_duration", (pressTime.flatMap { 1...60_000 ~= $0 ? $0 : nil } ?? 400).milliseconds)
      return gesture
    case "swipe":
      guard let direction = Self.direction(event[2]) else { return nil }
      var gesture = ImportedGesture(bind.source, name: "\(fingers)-swipe-\(direction)", kind: .swipe)
      gesture.setDirections([direction])
      gesture.setFingers(fingers)
      gesture.set("lift_velocity", "none")
      return gesture
    case "pinch" where fingers >= 2:
      guard
        let direction = ["i": "in", "in": "in", "pinchin": "in", "o": "out", "out": "out", "pinchout": "out"][event[2]]
      else { return nil }
      var gesture = ImportedGesture(bind.source, name: "\(fingers)-pinch-\(direction)", kind: .pinch)
      gesture.setDirections([direction])
      gesture.setFingers(fingers)
      return gesture
    default: return nil
    }
  }

  /// The direction of one or two letters: `ld` and `dl` are down-left.
  private static func direction(_ letters: String) -> String? {
    let sides = letters.compactMap { Self.sides[String($0)] }
    guard sides.count == letters.count else { return nil }
    if sides.count == 1 { return sides[0] }
    let (upright, level) = (
      sides.filter { ["up", "down"].contains($0) }, sides.filter { ["left", "right"].contains($0) }
    )
    return sides.count == 2 && upright.count == 1 && level.count == 1 ? "\(upright[0])-\(level[0])" : nil
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quotedForShell: String { "'\(replacing("'", with: "'\\''"))'" }
}

extension String {
  /// Whether it has a `${…}` that is not one of the shell's parameters.
  fileprivate var hasExpressionOfNix: Bool {
    split(separator: "${", omittingEmptySubsequences: false).dropFirst().contains { part in
      let end = part.drop { $0.isLetter || $0.isNumber || $0 == "_" }.first
      return end.map { !"}:-=+?#%/!@^,[*".contains($0) } ?? true
    }
  }
}
