/// Reads a libinput-gestures.conf: lines of `gesture swipe left [FINGERS] COMMAND`.
struct LibinputGesturesReader {
  private struct Row {
    let source: ImportSource
    let action: String
    let motion: String
    let fingers: Int?
    let command: String

    /// What may occur once for each number of fingers; a later line replaces an earlier one.
    var key: String { "\(action) \(motion) \(fingers.map(String.init) ?? "any")" }
  }

  private var imported = Import(.libinputGestures)
  private var rows: [Row] = []
  private var nextID = 0
  private var timeout = "1500ms"

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = LibinputGesturesReader()
    reader.imported.head = [
      "libinput-gestures reads touchpads; tickled reads touchscreens only. These are the same gestures on a touchscreen.",
      "Swipes are decided when the fingers lift, at any speed, as in libinput-gestures.",
    ]
    for (index, line) in text.lines.enumerated() { reader.read(line.trimmed, number: index + 1) }
    try reader.imported.check(count: reader.rows.count)
    for row in reader.rows { reader.add(row) }
    return reader.imported
  }

  private mutating func read(_ line: String, number: Int) {
    if line.isEmpty || line.hasPrefix("#") { return }
    var words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let keyword = words[0].hasSuffix(":") ? words[0].dropLast() : words[0]
    let rest = words.count > 1 ? words[1].trimmed : ""
    switch keyword {
    case "gesture":
      words = rest.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      readGesture(words, ImportSource(id: nextID, line: number, text: line))
      nextID += 1
    case "device":
      if rest != "all" {
        imported.head.append(
          "Line \(number): device \(rest): tickled reads every touchscreen; a [[screen]] with a match names one.")
      }
    case "timeout":
      guard let seconds = Double(rest), seconds >= 0, seconds < 1e6 else { break }
      timeout = seconds == 0 ? "none" : (seconds * 1000).milliseconds
    case "swipe_threshold":
      if rest != "0" {
        imported.head.append(
          "Line \(number): swipe_threshold \(rest) is in dots of a touchpad; here min_distance is \"8mm\".")
      }
    default: imported.head.append("Line \(number): \(line): this keyword is not known.")
    }
  }

  private mutating func readGesture(_ words: [Substring], _ source: ImportSource) {
    guard words.count == 3 else {
      imported.omit(source, "it is not ACTION MOTION [FINGERS] COMMAND")
      return
    }
    var command = words[2].trimmed
    var fingers: Int?
    let first = command.prefix { !$0.isWhitespace }
    if let count = Int(first), first.count == 1 {
      fingers = count
      command = command.dropFirst(first.count).trimmed
    }
    rows.append(
      Row(
        source: source, action: words[0].lowercased(), motion: words[1].lowercased(), fingers: fingers, command: command
      ))
  }

  private mutating func add(_ row: Row) {
    func omit(_ reason: String) { imported.omit(row.source, reason) }
    if row.command.isEmpty { return omit("it has no command") }
    if row.fingers == 0 { return omit("no finger makes it") }
    if let later = rows.last(where: { $0.key == row.key }), later.source != row.source {
      return omit("the gesture on line \(later.source.line) replaces it")
    }
    switch (row.action, row.motion) {
    case ("swipe", let motion):
      guard let direction = direction(motion) else { return omit("\(motion) is not a direction") }
      let counts = counts(row)
      if counts.isEmpty { return omit("other lines have three and four fingers") }
      for fingers in counts { addSwipe(row, direction, fingers) }
    case ("pinch", "in"), ("pinch", "out"): addTwoFinger(row, .pinch, row.motion)
    case ("pinch", "clockwise"): addTwoFinger(row, .rotation, "clockwise")
    case ("pinch", "anticlockwise"): addTwoFinger(row, .rotation, "counterclockwise")
    case ("hold", let motion) where motion.hasPrefix("on"):
      let counts = counts(row)
      if counts.isEmpty { return omit("other lines have three and four fingers") }
      for fingers in counts { addHold(row, delay: motion.dropFirst(2), fingers) }
    default: omit("\(row.action) \(row.motion) is not a gesture of libinput-gestures")
    }
  }

  private func direction(_ motion: String) -> String? {
    let directions = [
      "left_up": "up-left", "left_down": "down-left", "right_up": "up-right", "right_down": "down-right",
    ]
    return ["up", "down", "left", "right"].contains(motion) ? motion : directions[motion]
  }

  /// The numbers of fingers of a gesture. One without a number is for three and four, unless other lines have these.
  private func counts(_ row: Row) -> [Int] {
    if let fingers = row.fingers { return [fingers] }
    let taken = rows.filter { $0.action == row.action && $0.motion == row.motion }.compactMap(\.fingers)
    return [3, 4].filter { !taken.contains($0) }
  }

  private mutating func addSwipe(_ row: Row, _ direction: String, _ fingers: Int) {
    var gesture = ImportedGesture(row.source, name: "\(fingers)-swipe-\(direction)", kind: .swipe)
    gesture.setDirections([direction])
    gesture.setFingers(fingers)
    gesture.set("max_duration", timeout)
    gesture.set("lift_velocity", "none")
    append(gesture, row)
  }

  private mutating func addTwoFinger(_ row: Row, _ kind: ImportedGesture.Kind, _ direction: String) {
    let start = row.fingers.map { "\($0)-" } ?? ""
    var gesture = ImportedGesture(row.source, name: "\(start)\(kind.rawValue)-\(direction)", kind: kind)
    gesture.setDirections([direction])
    if let fingers = row.fingers, fingers >= 2 { gesture.setFingers(fingers) }
    if row.fingers == nil {
      let others = rows.filter { $0.action == row.action && $0.motion == row.motion && $0.fingers != nil }
      gesture.waitsFor = others.map(\.source.id)
    }
    append(gesture, row, state: "ended")
  }

  private mutating func addHold(_ row: Row, delay: Substring, _ fingers: Int) {
    var gesture = ImportedGesture(row.source, name: "\(fingers)-hold\(delay)", kind: .longPress)
    gesture.setFingers(fingers)
    if let seconds = Double(delay.dropFirst()), seconds > 0, seconds < 1e6 {
      gesture.set("min_duration", (seconds * 1000).milliseconds)
    }
    append(gesture, row)
  }

  private mutating func append(_ gesture: ImportedGesture, _ row: Row, state: String? = nil) {
    var gesture = gesture
    if let keys = internalKeys(row.command) {
      gesture.bind([.key(keys.chord)], to: state)
      gesture.differences.append(DesktopChord.difference(keys.meaning, keys.chord))
    } else if row.command.hasPrefix("_internal") {
      imported.omit(row.source, "tickled does not manage windows")
      return
    } else {
      gesture.bind([.shell(row.command)], to: state)
      if row.command.hasShellSyntax {
        gesture.differences.append(
          "a shell runs the command and interprets $, ;, |, & and the like; libinput-gestures does not")
      }
      gesture.noteKeys(of: row.command)
    }
    imported.items.append(.gesture(gesture))
  }

  /// The chord for the internal command that switches workspaces.
  private func internalKeys(_ command: String) -> (meaning: String, chord: String)? {
    let words = command.split(whereSeparator: \.isWhitespace)
    guard words.first?.hasSuffix("_internal") == true, let last = words.last(where: { $0.hasPrefix("ws_") }) else {
      return nil
    }
    switch last {
    case "ws_up" where !command.contains("--col"): return ("the next workspace", DesktopChord.nextWorkspace)
    case "ws_down" where !command.contains("--col"): return ("the previous workspace", DesktopChord.previousWorkspace)
    case "ws_left", "ws_right", "ws_up", "ws_down":
      let direction = String(last.dropFirst(3))
      return ("the workspace on that side", DesktopChord.workspace(to: direction))
    default: return nil
    }
  }
}

extension ImportedGesture {
  /// Notes that a command presses keys, which tickled does by itself, on Wayland too.
  mutating func noteKeys(of command: String) {
    guard let keys = KeyNames.pressed(by: command) else { return }
    let remark = "Without xdotool, and on Wayland too: action = { key = \(keys.toml) }"
    if !remarks.contains(remark) { remarks.append(remark) }
  }
}

extension String {
  /// Whether a shell would do more with the text than split it into words.
  fileprivate var hasShellSyntax: Bool {
    var quote: Character?
    for character in self {
      if let open = quote {
        if character == open { quote = nil }
        if open == "\"", character == "$" || character == "`" { return true }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if "$`;|&<>()*?~#".contains(character) {
        return true
      }
    }
    return false
  }
}
