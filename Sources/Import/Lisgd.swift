import Text

/// Reads lisgd's gestures: its command lines, scripts that contain such lines, and its config.h.
struct LisgdReader {
  private var imported = Import(.lisgd)
  private var rows: [LisgdRow] = []
  private var settings = LisgdSettings()
  /// The gestures of other command lines of the file.
  private var later: [(gesture: ShellWord, command: LisgdCommands.Command)] = []

  static func read(_ text: ImportText) throws(ImportError) -> Import {
    var reader = LisgdReader()
    if text.string.contains("Gesture gestures[]") {
      try reader.readHeader(text)
    } else {
      let script = LisgdCommands(script: text.string)
      if script.commands.isEmpty, text.string.contains("lisgd"), text.string.contains("-g ") {
        throw ImportError("has no command line of lisgd with -g; write the one that runs as it is into a file")
      }
      reader.readCommands(script.commands)
    }
    return try reader.finished()
  }

  /// Reads the first command line, and the gestures of those that run beside it.
  private mutating func readCommands(_ commands: [LisgdCommands.Command]) {
    guard let first = commands.first else { return }
    readOptions(first.words)
    for command in commands.dropFirst() {
      if command.runsBeside(first) {
        for gesture in command.gestures { rows.append(LisgdRow(gesture, id: rows.count, program: command.line)) }
      } else {
        later += command.gestures.map { ($0, command) }
      }
    }
    if !later.isEmpty {
      imported.head.append(
        "The file starts lisgd in several places. These are the gestures of line \(first.line), with its options.")
    }
  }

  /// Reads the options of one command line.
  mutating func readOptions(_ words: [ShellWord]) {
    var words = words[...]
    while let option = words.popFirst() {
      switch option.text {
      case "-v": continue
      case "-g":
        guard let value = words.popFirst() else { return }
        rows.append(LisgdRow(value, id: rows.count))
      case "-d", "-t", "-T", "-r", "-m", "-o", "-s", "-w", "-h":
        guard let value = words.popFirst() else { return }
        set(option.text, value)
      default:
        if option.text.hasPrefix("-") { imported.head.append("lisgd has no option \(option.text) that is known here.") }
      }
    }
  }

  private mutating func set(_ option: String, _ word: ShellWord) {
    if option == "-d" {
      settings.device = word.unknown.isEmpty ? word.text : nil
    } else if let number = Double(word.text), number >= 0, number < 1e6 {
      settings.numbers[option] = number
    } else {
      imported.head.append("The value of \(option), \(word.text), is not a number in this file, so it was not used.")
    }
  }

  /// Reads the settings and the table of gestures of a config.h.
  private mutating func readHeader(_ text: ImportText) throws(ImportError) {
    let names = [
      "distancethreshold": "-t", "distancethreshold_pressed": "-T", "degreesleniency": "-r", "timeoutms": "-m",
      "orientation": "-o", "edgessizescaling": "-s", "edgessizecaling": "-s",
    ]
    var isTable = false
    for (index, line) in text.lines.enumerated() {
      if line.contains("Gesture gestures[]") { isTable = true }
      let code = line.trimmed
      if code.hasPrefix("/*") || code.hasPrefix("//") || code.hasPrefix("*") { continue }
      if isTable {
        if let row = LisgdRow(header: code, line: index + 1, id: rows.count) { rows.append(row) }
      } else if let equals = code.firstIndex(of: "=") {
        let name = code[..<equals].split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        let value = code[code.index(after: equals)...].prefix { $0 != ";" }.trimmed
        if name == "*device" { settings.device = value.unquoted }
        if let option = names[name] { set(option, ShellWord(text: value, line: index + 1)) }
      }
    }
  }

  /// Makes tickled's gestures of what was read.
  mutating func finished() throws(ImportError) -> Import {
    guard !rows.isEmpty else {
      throw ImportError("has no gestures of lisgd (-g FINGERS,SWIPE,EDGE,DISTANCE,MODE,COMMAND)")
    }
    try imported.check(count: rows.count + later.count)
    describeSettings()
    for row in rows { add(row) }
    for (index, other) in later.enumerated() {
      let source = ImportSource(id: rows.count + index, line: other.gesture.line, text: "-g \(other.gesture.text)")
      let isSame = rows.contains { $0.source.text == source.text }
      imported.omit(
        source,
        "it is of the other lisgd on line \(other.command.line)"
          + (isSame ? ", and the first one has the same" : "; to have it, import that command line alone"))
    }
    return imported
  }

  private mutating func describeSettings() {
    imported.head.append(
      "Swipes are decided when the fingers lift, at any speed, as in lisgd. Edges are \(settings.edgeWidth.toml) deep and corners "
        + "\"15mm\" unless edge_width and corner_size say otherwise; lisgd measures 50 pixels.")
    if let threshold = settings.numbers["-t"] {
      imported.head.append(
        "-t \(threshold.short): pixels, of which a phone has about 10 per millimetre: min_distance = "
          + "\(settings.length(threshold).toml). Without it, tickled's own \"8mm\" applies.")
    } else {
      imported.head.append(
        "lisgd's swipes are at least 125 pixels long without -t; here tickled's own \"8mm\" applies.")
    }
    if let angle = settings.numbers["-r"] {
      if angle > 22.5 {
        imported.head.append(
          "-r \(angle.short): lisgd's directions overlap, and of two the one that is next clockwise from DU counts; "
            + "here the nearest one of the gestures does.")
      }
    } else {
      imported.head.append("lisgd's directions are 15° to either side; here the nearest direction counts, up to 40°.")
    }
    switch settings.numbers["-o"] {
    case nil, 0: break
    case let turns?:
      let orientation = ["normal", "left", "inverted", "right"][Int(turns) % 4]
      imported.screen = ImportedScreen(path: settings.device, orientation: orientation)
      imported.head.append("-o \(turns.short): how the panel is turned is said once, by its screen.")
    }
    if let device = settings.device, imported.screen == nil {
      imported.head.append(
        "lisgd read only \(device). tickled reads every touchscreen; to read only this one, add: [[screen]] name = \"main\", "
          + "match = { path = \(device.toml) }")
    }
  }

  private mutating func add(_ row: LisgdRow) {
    if let reason = row.problem {
      imported.omit(row.source, reason)
    } else if let other = rows.prefix(row.source.id).first(where: { $0.covers(row) }) {
      let line = other.source.line
      imported.omit(
        row.source,
        other.program == row.program
          ? "lisgd never runs it, as the gesture on line \(line) always matches first"
          : "two lisgd run a command each for this swipe; here one gesture does: add its command to the gesture of line \(line)"
      )
    } else if row.isPressed, let axis = row.axis {
      addSteps(row, axis: axis)
    } else {
      addSwipe(row)
    }
    if row.edge == "N", imported.views.isEmpty { imported.views.append(.middle(margin: settings.edgeWidth)) }
  }

  private mutating func addSwipe(_ row: LisgdRow) {
    var gesture = ImportedGesture(row.source, name: row.name, kind: .swipe)
    gesture.setDirections([row.direction])
    gesture.setFingers(row.fingers)
    setPlace(of: row, in: &gesture)
    if let share = row.share {
      gesture.set("min_distance", share)
    } else if let threshold = settings.numbers["-t"] {
      gesture.set("min_distance", settings.length(threshold))
    }
    if let angle = settings.numbers["-r"], angle > 0 { gesture.set("max_angle", "\(min(angle, 90).positive)deg") }
    if let time = settings.numbers["-m"], time > 0 { gesture.set("max_duration", time.milliseconds) }
    gesture.set("lift_velocity", "none")
    gesture.differences += row.doubts
    if row.isPressed {
      gesture.differences.append("it runs once, when the finger lifts, not repeatedly while it moves")
    }
    gesture.waitsFor = rows.filter { turn(of: $0) < turn(of: row) && $0.competes(with: row) }.map(\.source.id)
    gesture.runsBeside = steps(against: row)
    gesture.bind([.shell(row.command)])
    imported.items.append(.gesture(gesture))
  }

  /// The position of a row in the order in which the gestures are tried: that of the file. A gesture without an edge comes after those
  /// that end at an edge, as its view only says where it begins.
  private func turn(of row: LisgdRow) -> Double {
    guard row.edge == "N" else { return Double(row.source.id) }
    let last = rows.last { $0.isSameSwipe(as: row) && $0.endsAt != nil }?.source.id ?? 0
    return Double(max(last, row.source.id)) + 0.5
  }

  /// The gestures that run while the finger moves in the opposite direction. Their pan also follows this direction, but does nothing.
  private func steps(against row: LisgdRow) -> [Int] {
    let pans = rows.filter { $0.isSamePan(as: row) }
    return pans.contains { $0.direction == row.direction } ? [] : pans.map(\.source.id)
  }

  /// Adds the steps of a gesture that runs while the finger moves. Both directions of an axis are one pan.
  private mutating func addSteps(_ row: LisgdRow, axis: String) {
    let state = ["right", "down"].contains(row.direction) ? "forwards" : "backwards"
    let every = settings.length(settings.numbers["-T"] ?? 60)
    let isAdded = imported.changeGestures { gesture in
      if gesture.name != row.panName || gesture.bindings.contains(where: { $0.state == state }) { return false }
      gesture.sources.append(row.source)
      gesture.bind([.shell(row.command)], to: state, every: every)
      gesture.differences += row.doubts.filter { !gesture.differences.contains($0) }
      return true
    }
    if isAdded { return }
    var gesture = ImportedGesture(row.source, name: row.panName, kind: .pan)
    gesture.setAxis(axis)
    gesture.setFingers(row.fingers)
    setPlace(of: row, in: &gesture)
    // The first step is as long as the others.
    gesture.set("compensate", false)
    gesture.differences += row.doubts
    if row.fingers > 1 {
      gesture.differences.append("it runs once for all \(row.fingers) fingers; lisgd runs it for each of them")
    }
    for (option, meaning) in [("-m", "time"), ("-r", "angle")] where settings.numbers[option] != nil {
      gesture.differences.append("\(option) is left out: a pan has no limit of \(meaning)")
    }
    gesture.bind([.shell(row.command)], to: state, every: every)
    imported.items.append(.gesture(gesture))
  }

  private func setPlace(of row: LisgdRow, in gesture: inout ImportedGesture) {
    if row.edge == "N" { gesture.set("view", ImportedView.middle(margin: settings.edgeWidth).name) }
    if let start = row.startsAt { gesture.set("starts_at", start) }
    if let end = row.endsAt { gesture.set("ends_at", end) }
    let hasEdge = [row.startsAt, row.endsAt].contains { $0?.contains("-") == false }
    if hasEdge, settings.edgeWidth != "5mm" { gesture.set("edge_width", settings.edgeWidth) }
  }
}

/// What the options other than -g say.
private struct LisgdSettings {
  var device: String?
  var numbers: [String: Double] = [:]

  /// lisgd's pixels, at ten to the millimetre.
  func length(_ pixels: Double) -> String { "\(max(pixels / 10, 0.1).short)mm" }
  var edgeWidth: String { "\(max(5 * (numbers["-s"] ?? 1), 0.1).short)mm" }
}

/// One -g: fingers, swipe, edge, distance, mode and command. Older versions have only fingers, swipe and command.
private struct LisgdRow {
  let source: ImportSource
  /// The line of the lisgd beside the first one that has this gesture; 0 for the first one.
  private(set) var program = 0
  /// Why the gesture cannot be carried.
  private(set) var problem: String?
  private(set) var fingers = 1
  private(set) var direction = ""
  /// `*`, `N`, or the letters of an edge or a corner.
  private(set) var edge = "*"
  private(set) var distance = "*"
  private(set) var isPressed = false
  private(set) var command = ""
  /// What cannot be known without running the script.
  private(set) var doubts: [String] = []

  init(_ word: ShellWord, id: Int, program: Int = 0) {
    source = ImportSource(id: id, line: word.line, text: "-g \(word.text)")
    self.program = program
    let fields = word.text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 3 else {
      problem = "it is not FINGERS,SWIPE,EDGE,DISTANCE,MODE,COMMAND"
      return
    }
    var rest = fields.dropFirst(2)
    let isPlace = LisgdRow.places.keys.contains(String(fields[2])) || ["*", "N"].contains(fields[2])
    if fields.count >= 5, isPlace || LisgdRow.isPlaceFollowed(fields) {
      if isPlace { edge = String(fields[2]) } else { doubts.append(LisgdRow.doubt(edge: fields[2])) }
      distance = String(fields[3])
      rest = rest.dropFirst(2)
      if rest.count > 1, let mode = rest.first, ["P", "R"].contains(mode) {
        isPressed = mode == "P"
        rest = rest.dropFirst()
      }
    }
    command = rest.joined(separator: ",").trimmed
    interpret(fingers: fields[0], swipe: fields[1])
    for written in word.unknown where command.contains(written) {
      doubts.append("the script that starts lisgd sets \(written); here it is part of the command")
    }
  }

  /// Whether the fields after the edge's are a distance and, if there are more, a mode. An old version has a command there.
  private static func isPlaceFollowed(_ fields: [Substring]) -> Bool {
    guard !fields[2].contains(where: \.isWhitespace) else { return false }
    return ["*", "S", "M", "L"].contains(fields[3]) || fields.count >= 6 && ["P", "R"].contains(fields[4])
  }

  private static func doubt(edge: some StringProtocol) -> String {
    "\(edge) is not an edge of lisgd (*, N, L, R, T, B, TL, TR, BL, BR); it counts everywhere"
  }

  /// Reads a row of a config.h: `{ 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "command" }`; `nil` if the line has none.
  init?(header line: String, line number: Int, id: Int) {
    guard line.hasPrefix("{"), let quote = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), quote < end
    else { return nil }
    source = ImportSource(id: id, line: number, text: line)
    let fields = line[..<quote].dropFirst().split(separator: ",").map(\.trimmed)
    guard fields.count >= 2 else {
      problem = "it is not a row of lisgd's gestures"
      return
    }
    let edges = [
      "EdgeNone": "N", "EdgeLeft": "L", "EdgeRight": "R", "EdgeTop": "T", "EdgeBottom": "B", "CornerTopLeft": "TL",
      "CornerTopRight": "TR", "CornerBottomLeft": "BL", "CornerBottomRight": "BR",
    ]
    for field in fields.dropFirst(2) {
      if let edge = edges[field] {
        self.edge = edge
      } else if field.hasPrefix("Edge") || field.hasPrefix("Corner"), field != "EdgeAny" {
        doubts.append("\(field) is not a constant of lisgd's edges; it counts everywhere")
      } else if !field.isEmpty, !LisgdRow.constants.contains(field) {
        doubts.append("\(field) is not a constant of lisgd that is known here")
      }
      if field.hasPrefix("Distance"), field != "DistanceAny" { distance = String(field.dropFirst(8).prefix(1)) }
      if field == "ActModePressed" { isPressed = true }
    }
    command = line[line.index(after: quote)..<end].replacing("\\\"", with: "\"").replacing("\\\\", with: "\\").trimmed
    interpret(fingers: fields[0][...], swipe: fields[1].dropFirst(5))
  }

  private static let constants = [
    "EdgeAny", "DistanceAny", "DistanceShort", "DistanceMedium", "DistanceLong", "ActModePressed", "ActModeReleased",
  ]

  private mutating func interpret(fingers: Substring, swipe: Substring) {
    guard let count = Int(fingers.trimmed), (1...20).contains(count) else {
      problem = "\(fingers.trimmed) is not a number of fingers"
      return
    }
    self.fingers = count
    guard let direction = LisgdRow.directions[swipe.trimmed] else {
      problem = "\(swipe.trimmed) is not one of LR, RL, DU, UD, DLUR, URDL, DRUL and ULDR"
      return
    }
    self.direction = direction
    if command.isEmpty {
      problem = "it has no command"
    } else if !["*", "S", "M", "L"].contains(distance) {
      doubts.append("\(distance) is not a distance of lisgd (*, S, M, L); any distance counts")
    }
    // While the finger moves, lisgd knows no distance.
    if share != nil || distance == "S" { isPressed = false }
    if axis == nil, let share {
      doubts.append(
        "\(share) is of the longest such swipe that the screen has room for; lisgd means the screen's diagonal")
    }
    if edge == "N" { doubts.append("it may end at an edge, where lisgd has only swipes of that edge") }
    if towards.isEmpty, away.isEmpty, startsAt != nil {
      // The finger may also arrive at the edge that it moves along.
      doubts.append("it must begin at the edge; lisgd also accepts a swipe that only ends there")
    }
  }

  private static let directions = [
    "LR": "right", "RL": "left", "DU": "up", "UD": "down", "DLUR": "up-right", "URDL": "down-left", "DRUL": "up-left",
    "ULDR": "down-right",
  ]
  private static let places = [
    "L": ["left"], "R": ["right"], "T": ["top"], "B": ["bottom"], "TL": ["top", "left"], "TR": ["top", "right"],
    "BL": ["bottom", "left"], "BR": ["bottom", "right"],
  ]

  /// The edges of the place, such as `["top", "left"]` of a corner, and those that the finger moves away from and towards.
  private var edges: [String] { LisgdRow.places[edge] ?? [] }
  private var away: [String] { edges.filter { ways.contains(LisgdRow.waysFrom[$0] ?? "") } }
  private var towards: [String] { edges.filter { ways.contains(LisgdRow.waysTo[$0] ?? "") } }
  private var ways: [String] { direction.split(separator: "-").map(String.init) }

  private static let waysTo = ["left": "left", "right": "right", "top": "up", "bottom": "down"]
  private static let waysFrom = ["left": "right", "right": "left", "top": "down", "bottom": "up"]

  /// The edge or corner at which the swipe begins, in tickled's words. lisgd joins the edges at which a swipe begins and ends to one
  /// place: towards the upper right, the corner TL is from the left edge to the upper one.
  var startsAt: String? {
    if edges.isEmpty || away.isEmpty && !towards.isEmpty { return nil }
    return (towards.isEmpty ? edges : away).joined(separator: "-")
  }

  /// The edge or corner at which the swipe ends.
  var endsAt: String? {
    towards.isEmpty ? nil : (away.isEmpty ? edges : towards).joined(separator: "-")
  }

  /// The least distance as a share of the screen. lisgd's S means "short or longer", so it is any distance.
  var share: String? { ["M": "33%", "L": "66%"][distance] }

  var axis: String? {
    switch direction {
    case "left", "right": "horizontal"
    case "up", "down": "vertical"
    default: nil
    }
  }

  var name: String {
    var name = fingers == 1 ? "swipe-\(direction)" : "\(fingers)-swipe-\(direction)"
    if edge == "N" { name += "-inside" }
    if let startsAt { name += "-from-\(startsAt)" }
    if let endsAt { name += "-to-\(endsAt)" }
    if distance == "M" { name += "-medium" }
    if distance == "L" { name += "-long" }
    return name
  }

  var panName: String {
    let start = fingers == 1 ? "pan" : "\(fingers)-pan"
    return "\(start)-\(axis ?? "")\(edges.map { "-\($0)" }.joined())\(edge == "N" ? "-inside" : "")"
  }

  func isSameSwipe(as other: LisgdRow) -> Bool {
    problem == nil && other.problem == nil && fingers == other.fingers && direction == other.direction
  }

  /// Whether this gesture runs while as many fingers move along the axis of the other one.
  func isSamePan(as other: LisgdRow) -> Bool {
    problem == nil && isPressed && fingers == other.fingers && axis != nil && axis == other.axis
  }

  /// Whether this gesture takes every touch that the other one could: lisgd runs the first one that matches.
  func covers(_ other: LisgdRow) -> Bool {
    guard isSameSwipe(as: other), isPressed == other.isPressed else { return false }
    // An edge includes its corners.
    let hasPlaces = edge == "*" || edge == other.edge || !edges.isEmpty && Set(edges).isSubset(of: other.edges)
    return hasPlaces && (share == nil || share == "33%" && other.share == "66%" || share == other.share)
  }

  /// Whether one swipe could be this gesture or the other one, which comes later.
  func competes(with other: LisgdRow) -> Bool {
    guard isSameSwipe(as: other), !isPressed else { return false }
    if edge == "*" || other.edge == "*" || edge == other.edge { return true }
    // One without an edge may begin in the middle and end at an edge.
    if other.edge == "N" { return endsAt != nil }
    let both = Set(edges + other.edges)
    return edge != "N" && !both.isSuperset(of: ["left", "right"]) && !both.isSuperset(of: ["top", "bottom"])
  }
}

extension Double {
  /// The number with at most two decimals, as configurations have it.
  var short: String { Decimal.plain(self, decimals: 2) }
  /// The same of a number that must be more than 0: the least one that two decimals say, if it is less.
  var positive: String { max(self, 0.01).short }
  /// A time in milliseconds that must be more than 0.
  var milliseconds: String { "\(positive)ms" }
}
