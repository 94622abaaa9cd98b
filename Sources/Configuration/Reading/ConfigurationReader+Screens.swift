import Gestures
import TouchInput

extension ConfigurationReader {
  func readDaemon(_ root: TOMLTable) {
    guard let table = subtable("daemon", of: root, example: "[daemon]") else { return }
    checkKeys(of: table, known: Keys.daemon, in: "[daemon]") { entry in
      guard ["verbose", "debug"].contains(entry.key) else { return nil }
      let level = "log_level = \("debug".quoted)"
      return KeyAdvice("unknown key \(entry.key.quoted): the log is set by log_level", at: entry.place, fix: level)
    }
    var daemon = DaemonSettings()
    read("log_level", of: table, into: &daemon.logLevel, as: choice)
    read("socket", of: table, into: &daemon.socket, as: socketPath)
    read("watch_socket", of: table, into: &daemon.watchSocket, as: socketPath)
    read("watch_rights", of: table, into: &daemon.watchRights) { self.oneOrMore($0, as: self.choice) }
    read("watch_actions", of: table, into: &daemon.watchActions) { self.oneOrMore($0, as: self.reference(.action)) }
    read("sound_device", of: table, into: &daemon.soundDevice, as: filledText)
    read("watch", of: table, into: &daemon.watch, as: boolean)
    read("buttons", of: table, into: &daemon.buttons) { self.oneOrMore($0, as: self.filledText) }
    read("sandbox", of: table, into: &daemon.sandbox, as: boolean)
    read("keyboard", of: table, into: &daemon.keyboard, as: keyboardLayout)
    configuration.daemon = daemon
  }

  func readScreens(_ root: TOMLTable) {
    for table in tables("screen", of: root) {
      checkKeys(of: table, known: Keys.screen, in: "a screen") { deviceOutside($0, of: table) }
      var screen = ScreenSettings()
      screen.given.names = Set(table.entries.map { $0.key })
      if let (name, place) = name(of: table, a: "screen") {
        declare(name, .screen, at: place)
        screen.name = name
      }
      if let match = matchTable(of: table) { screen.match = deviceMatch(match) }
      read("orientation", of: table, into: &screen.orientation, as: choice)
      read("size", of: table, into: &screen.size, as: screenSize)
      read("pixels", of: table, into: &screen.pixels, as: pixelSize)
      read("range", of: table, into: &screen.ranges, as: ranges)
      read("calibration", of: table, into: &screen.calibration, as: calibration)
      read("intercept", of: table, into: &screen.intercept, as: boolean)
      read("pointer", of: table, into: &screen.pointer, as: choice)
      read("take_back", of: table, into: &screen.takeBack, as: choice)
      read("clone_name", of: table, into: &screen.cloneName, as: choice)
      read("max_delay", of: table, into: &screen.maxDelay, as: delayLimit)
      read("exclusive", of: table, into: &screen.exclusive, as: choice)
      read("recognition", of: table, into: &screen.recognition, as: choice)
      read("leader", of: table, into: &screen.followsLeader.given, as: boolean)
      read("landing_grace", of: table, into: &screen.landingGrace.given, as: time)
      read("steady", of: table, into: &screen.steadies.given, as: boolean)
      read("filter", of: table, into: &screen.filter, as: boolean)
      read("settle", of: table, into: &screen.settles.given, as: boolean)
      read("bridge", of: table, into: &screen.bridge.given, as: bridge)
      read("dead", of: table, into: &screen.dead, as: deadAreas)
      read("outside", of: table, into: &screen.outside, as: choice)
      read("pressure", of: table, into: &screen.leastPressure, as: share)
      read("lifts", of: table, into: &screen.lifts, as: choice)
      read("stale", of: table, into: &screen.stale, as: limit(positiveTime))
      read("palm", of: table, into: &screen.palm, as: limit(palm))
      read("pen_mutes", of: table, into: &screen.penMutes, as: boolean)
      read("panic_fingers", of: table, into: &screen.panicFingers, as: whole(2...10))
      read("panic_time", of: table, into: &screen.panicTime, as: limit(positiveTime))
      read("wake_guard", of: table, into: &screen.wakeGuard, as: limit(time))
      if let entry = table["wake_action"] {
        screen.wakeActions = actions(Field(key: "wake_action", value: entry.value))
        if screen.wakeGuard == nil {
          warn("\"wake_action\" never runs without a \"wake_guard\", such as \"300ms\"", at: entry.keyPlace)
        }
      }
      configuration.screens.append(screen)
    }
    // Without a `[[screen]]`, each touchscreen is a screen with the defaults, including the default name.
    if configuration.screens.isEmpty { outline.declared.insert(ScreenSettings().name, .screen, at: .start) }
  }

  private func ranges(_ field: Field) -> PanelGeometry.Ranges? {
    guard let table = table(field, example: "{ x = [200, 3900], y = [300, 3800] }") else { return nil }
    checkKeys(of: table, known: ["x", "y"], in: "\"range\"")
    var ranges = PanelGeometry.Ranges()
    read("x", of: table, into: &ranges.x, as: ends)
    read("y", of: table, into: &ranges.y, as: ends)
    return ranges
  }

  private func ends(_ field: Field) -> PanelGeometry.Ranges.Ends? {
    let units = whole(Int(Int32.min)...Int(Int32.max))
    guard let ends = list(field, count: 2, of: "the units at both ends, such as [200, 3900]", as: units) else {
      return nil
    }
    guard ends[0] != ends[1] else { return refused(field, must: "two different numbers") }
    return PanelGeometry.Ranges.Ends(first: Int32(ends[0]), last: Int32(ends[1]))
  }

  private func deadAreas(_ field: Field) -> [Frame]? {
    list(field, expected: "a list of areas, such as [{ x = \"0mm\", width = \"5mm\" }]") { field in
      table(field, example: "[{ x = \"0mm\", width = \"5mm\" }]").map(readFrame)
    }
  }

  /// Reads "auto", "off", or a time in which people don't tap twice.
  private func bridge(_ field: Field) -> TouchFilter.Settings.Bridge? {
    switch field.value.content {
    case .string("auto"): return .whereSeen
    case .string("off"): return .off
    default:
      guard let time = positiveTime(field) else { return nil }
      guard time <= .milliseconds(100) else {
        return refused(field, must: "at most 100ms, as people tap twice within more")
      }
      return .always(time)
    }
  }

  private func socketPath(_ field: Field) -> String? {
    guard let path = filledText(field) else { return nil }
    guard path.hasPrefix("/") else { return refused(field, must: "an absolute path") }
    // sockaddr_un's sun_path holds 108 bytes with the NUL.
    guard path.utf8.count <= 107 else {
      return unusable("\(field.key.quoted) must be at most 107 bytes long, not \(path.utf8.count)", at: field.place)
    }
    return path
  }

  private func matchTable(of table: TOMLTable) -> TOMLTable? {
    let example = "match = { name = \"Goodix*\" }"
    guard let entry = table["match"], case .string(let text) = entry.value.content else {
      return subtable("match", of: table, example: example)
    }
    return mismatched(
      Field(key: "match", value: entry.value), expected: "a table: write \(example)", fix: Self.match(device: text))
  }

  /// Advice about a device that is written as a key of a screen.
  private func deviceOutside(_ entry: TOMLTable.Entry, of table: TOMLTable) -> KeyAdvice? {
    guard ["device", "devices", "node", "path", "vendor", "product", "serial"].contains(entry.key) else { return nil }
    var fix: String?
    if table["match"] == nil, entry.place != entry.keyPlace {
      switch entry.value.content {
      case .string(let text) where entry.key == "device" || entry.key == "node": fix = Self.match(device: text)
      case .string,
        .integer where Keys.match.contains(entry.key):
        fix = "{ \(entry.key) = \(written(at: entry.value.place)) }"
      default: break
      }
    }
    return KeyAdvice(
      "\(entry.key.quoted) is part of \("match".quoted)", at: entry.place, fix: fix.map { "match = \($0)" })
  }

  private static func match(device text: String) -> String {
    "{ \(text.hasPrefix("/") ? "path" : "name") = \(text.tomlText) }"
  }

  private func deviceMatch(_ table: TOMLTable) -> DeviceMatch {
    checkKeys(of: table, known: Keys.match, in: "\"match\"")
    var match = DeviceMatch()
    read("name", of: table, into: &match.name, as: filledText)
    read("vendor", of: table, into: &match.vendor, as: identifier)
    read("product", of: table, into: &match.product, as: identifier)
    read("path", of: table, into: &match.path, as: filledText)
    read("serial", of: table, into: &match.serial, as: filledText)
    return match
  }

  /// Reads the length of a contact: millimetres, or a whole number of the panel's units.
  private func palm(_ field: Field) -> ContactWishes.Length? {
    switch field.value.content {
    case .integer: whole(1...1_000_000)(field).map(ContactWishes.Length.units)
    default: contactLength(field).map(ContactWishes.Length.millimetres)
    }
  }

  private func identifier(_ field: Field) -> UInt16? {
    if case .integer(let number) = field.value.content, UInt16(exactly: number) == nil {
      return refused(field, must: "from 0 to 0xFFFF")
    }
    if case .string(let text) = field.value.content {
      let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
      let fix = UInt16(digits, radix: 16) == nil ? nil : "0x\(digits)"
      return mismatched(field, expected: "a whole number such as 0x27c6", fix: fix)
    }
    return whole(0...0xFFFF)(field).map(UInt16.init)
  }

  private func screenSize(_ field: Field) -> Size? {
    let expected = "a width and a height such as [\"217mm\", \"136mm\"]"
    let fix = ValueFix.pair(field.value, unit: "mm")
    guard let sides = list(field, count: 2, of: expected, fix: fix, as: size) else { return nil }
    return Size(width: sides[0], height: sides[1])
  }

  private func pixelSize(_ field: Field) -> PixelSize? {
    let expected = "a width and a height such as [1920, 1200]"
    let fix = ValueFix.pair(field.value)
    guard let sides = list(field, count: 2, of: expected, fix: fix, as: whole(1...1_000_000)) else { return nil }
    return PixelSize(width: sides[0], height: sides[1])
  }

  private func calibration(_ field: Field) -> [Double]? {
    guard let matrix = list(field, count: 6, of: "six numbers such as [1, 0, 0, 0, 1, 0]", as: number) else {
      return nil
    }
    let determinant = matrix[0] * matrix[4] - matrix[1] * matrix[3]
    guard determinant != 0, determinant.isFinite else {
      return unusable("\"calibration\" maps the panel to a line: its determinant is \(determinant)", at: field.place)
    }
    return matrix
  }

  private func list<T>(
    _ field: Field, count: Int, of expected: String, fix: String? = nil, as parse: (Field) -> T?
  ) -> [T]? {
    if fix != nil { return mismatched(field, expected: expected, fix: fix) }
    if case .array(let elements) = field.value.content, elements.count != count {
      return unusable("\(field.key.quoted) takes \(expected), not a list of \(elements.count)", at: field.place)
    }
    return list(field, expected: expected, as: parse)
  }
}
