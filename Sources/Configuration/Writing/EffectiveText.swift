// Configuration/Writing: `check --effective`, and the schema for editors.
import Gestures
import Program
import Text

/// A configuration as a TOML text with all defaults filled in: what applies, and the same when it is read again.
///
/// It is made from the file's own values, so that units and names stay as they were written. Tables, and the keys in them, have the order
/// of the reference. A key without a default that can be written, such as `size`, is in it only if the file has it.
struct EffectiveText {
  private let configuration: Configuration
  private let outline: Outline
  private let strokes: StrokeFolder?
  private var text = ""

  init(_ configuration: Configuration, _ outline: Outline, _ strokes: StrokeFolder?) {
    (self.configuration, self.outline, self.strokes) = (configuration, outline, strokes)
  }

  /// Returns the text.
  consuming func written() -> String {
    let root = outline.root
    header("[daemon]")
    write(Keys.daemonKeys, of: table("daemon", of: root), uikit: false)
    writeNamedActions(named("actions", of: root))
    writeScreens()
    for table in outline.tables("view") {
      header("[[view]]")
      write(Keys.viewKeys, of: table, uikit: false)
    }
    for (settings, table) in zip(configuration.gestures, outline.tables("gesture")) { write(settings, table) }
    for (name, keys) in [("idle", Keys.idleKeys), ("follow", Keys.followKeys)] {
      for table in outline.tables(name) {
        header("[[\(name)]]")
        write(keys, of: table, uikit: false)
      }
    }
    for entry in named("mode", of: root) {
      guard case .table(let mode) = entry.value.content else { continue }
      header("[mode.\(entry.key.tomlKey)]")
      write(Keys.modeKeys, of: mode, uikit: false)
    }
    return text
  }

  // MARK: Tables

  /// Writes the lists of actions first, as they share a table.
  private mutating func writeNamedActions(_ entries: [TOMLTable.Entry]) {
    let lists = entries.filter { if case .table = $0.value.content { false } else { true } }
    if !lists.isEmpty { header("[actions]") }
    for entry in lists { line(entry.key, actions(entry.value)) }
    for entry in entries {
      guard case .table(let action) = entry.value.content else { continue }
      header("[actions.\(entry.key.tomlKey)]")
      write(action: action)
    }
  }

  /// Writes the screens; without any, the one that each touchscreen is.
  private mutating func writeScreens() {
    let tables = outline.tables("screen")
    for table in tables.isEmpty ? [TOMLTable(entries: [], place: .start)] : tables {
      let isUIKit = table["recognition"].map { $0.value.isText("uikit") } ?? false
      header("[[screen]]")
      write(Keys.screenKeys, of: table, uikit: isUIKit)
    }
  }

  private mutating func write(_ settings: GestureSettings, _ table: TOMLTable) {
    let kind = settings.kind.name
    let recognitions = Set(
      (configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens).map { $0.recognition })
    let places = [settings.startsAt, settings.endsAt].compactMap { $0 }
    header("[[gesture]]")
    for key in Keys.gestureKeys.prefix(2) { write(key, of: table, uikit: false) }
    for key in kind.tableKeys {
      let isShared = recognitions.count == 1 || key.standard == key.uikit
      if key.name == "templates" {
        writeTemplates(settings)
      } else if isShared || table[key.name] != nil {
        write(key, of: table, uikit: recognitions == [.uikit])
      }
    }
    for key in Keys.gestureKeys.dropFirst(2) {
      if !kind.has(key.name) { continue }
      let isUsed =
        switch key.name {
        case "edge_width": places.contains { !$0.segments.isEmpty }
        case "corner_size": places.contains { !$0.corners.isEmpty }
        default: true
        }
      if key.name != "on", isUsed || table[key.name] != nil { write(key, of: table, uikit: false) }
    }
    guard case .table(let on) = table["on"]?.value.content else { return }
    header("[gesture.on]")
    for entry in on.entries { line(entry.key, actions(entry.value)) }
  }

  /// Writes the shapes of a gesture as files, as a gesture without `templates` uses those that are beside the configuration.
  private mutating func writeTemplates(_ settings: GestureSettings) {
    guard case .stroke(let stroke) = settings.kind, let strokes else { return }
    let names = stroke.templates.isEmpty ? stroke.learned.map { $0.name } : stroke.templates
    if names.isEmpty { return }
    line("templates", "[\(names.map { strokes.readablePath(of: $0).absolutePath.tomlText }.joined(separator: ", "))]")
  }

  private mutating func write(_ keys: [TableKey], of table: TOMLTable?, uikit: Bool) {
    for key in keys { write(key, of: table, uikit: uikit) }
  }

  private mutating func write(_ key: TableKey, of table: TOMLTable?, uikit: Bool) {
    if let value = table?[key.name]?.value {
      line(key.name, key.form == .actions ? actions(value) : value.tomlText)
    } else if let standard = uikit ? key.uikit : key.standard {
      line(key.name, standard)
    }
  }

  // MARK: Actions

  private func actions(_ value: TOMLValue) -> String {
    switch value.content {
    case .array(let elements): "[\(elements.map(actions).joined(separator: ", "))]"
    case .table(let table): "{ \(members(of: table).map { "\($0.key) = \($0.text)" }.joined(separator: ", ")) }"
    default: value.tomlText
    }
  }

  private mutating func write(action: TOMLTable) {
    for (key, text) in members(of: action) { line(key, text) }
  }

  /// The keys of an action, with the defaults of its options.
  private func members(of table: TOMLTable) -> [(key: String, text: String)] {
    guard let name = Keys.actions.first(where: { table[$0] != nil }), let value = table[name]?.value else { return [] }
    var members = [(key: name, text: path(value, of: name))]
    for (option, owners) in Keys.options where owners.contains(name) {
      if let given = table[option.name]?.value {
        members.append((option.name, path(given, of: option.name)))
      } else if let standard = standard(option, of: name, table) {
        members.append((option.name, standard))
      }
    }
    if let every = table["every"]?.value { members.append(("every", every.tomlText)) }
    return members
  }

  /// The default of an option; `nil` if the action would be refused with it, or if there is none.
  private func standard(_ option: TableKey, of action: String, _ table: TOMLTable) -> String? {
    let place = action == "pointer" ? "pointer" : "touch"
    switch option.name {
    case "count": return table[action]?.value.isText("double") == true ? nil : "1"
    case "at": return place.tomlText
    case "speed":
      let isRelative = table["at"].map { $0.value.isText("pointer") } ?? (place == "pointer")
      return isRelative ? "1.0" : nil
    case "time":
      if action == "haptic" { return "\"50ms\"" }
      if action == "backlight" { return nil }
      return table["state"].map { $0.value.isText("blink") } ?? true ? "\"200ms\"" : nil
    default: return option.standard
    }
  }

  /// A value with its paths made absolute, as relative ones start at the folder of the file.
  private func path(_ value: TOMLValue, of key: String) -> String {
    switch (key, value.content) {
    case ("sound", .string(let name)) where name.contains("/") || name.contains("."): absolute(name)
    case ("cwd", .string(let folder)): absolute(folder)
    case ("secrets", .table(let sources)):
      "{ "
        + sources.entries.map { entry in
          guard case .string(let source) = entry.value.content, source.contains("/") else { return entry.tomlText }
          return "\(entry.key.tomlKey) = \(absolute(source))"
        }.joined(separator: ", ") + " }"
    default: value.tomlText
    }
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path.tomlText }
    let folder = configuration.path.lastIndex(of: "/").map { configuration.path[...$0] } ?? ""
    return (folder + path).absolutePath.tomlText
  }

  // MARK: Lines

  private mutating func header(_ header: String) { text += (text.isEmpty ? "" : "\n") + header + "\n" }

  private mutating func line(_ key: String, _ value: String) { text += "\(key.tomlKey) = \(value)\n" }

  private func table(_ key: String, of root: TOMLTable) -> TOMLTable? {
    if case .table(let table) = root[key]?.value.content { table } else { nil }
  }

  private func named(_ key: String, of root: TOMLTable) -> [TOMLTable.Entry] { table(key, of: root)?.entries ?? [] }
}

extension String {
  /// The path from the root; relative ones start at the current folder.
  var absolutePath: String {
    guard !hasPrefix("/"), let folder = Paths.current else { return self }
    return "\(folder)/\(self)"
  }
}

extension TOMLValue {
  fileprivate func isText(_ text: String) -> Bool { if case .string(text) = content { true } else { false } }

  /// The value in one line of TOML.
  var tomlText: String {
    switch content {
    case .table(let table):
      table.entries.isEmpty ? "{}" : "{ \(table.entries.map { $0.tomlText }.joined(separator: ", ")) }"
    case .array(let elements): "[\(elements.map({ $0.tomlText }).joined(separator: ", "))]"
    case .string(let text): text.tomlText
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .date: "1970-01-01"  // No key takes one.
    }
  }
}

extension TOMLTable.Entry {
  fileprivate var tomlText: String { "\(key.tomlKey) = \(value.tomlText)" }
}
