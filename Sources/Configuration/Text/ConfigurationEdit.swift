import Text

/// Changes keys of a configuration file and leaves every other byte as it is, with the comments.
///
/// The result is read again and compared with the configuration that it should be, so a file that is written in a manner that this does
/// not know is refused, never damaged.
package struct ConfigurationEdit: Sendable {
  /// Why a file cannot be changed.
  package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// A key with its value in TOML.
  package typealias Pair = (key: String, value: String)

  /// The part as it is now.
  package private(set) var bytes: [UInt8]
  private let text: ConfigurationText
  private let part: Int
  private let original: Configuration

  /// - Parameters:
  ///   - part: the part of the text that changes: the file, 0, or one of its folder.
  ///   - configuration: the configuration that the text has.
  package init(_ text: ConfigurationText, part: Int = 0, of configuration: Configuration) {
    (self.text, self.part, original) = (text, part, configuration)
    bytes = text.parts[part].bytes
  }

  private var path: String { text.parts[part].path }

  /// Returns the part of a text that has a table with a name in an array; `nil` if there is none. Parts that are not TOML have none.
  package static func part(of text: ConfigurationText, with array: String, _ name: String) -> Int? {
    text.parts.indices.first { part in
      let edit = ConfigurationEdit(text, part: part, of: Configuration(path: text.path))
      return ((try? edit.table(array, name)) ?? nil) != nil
    }
  }

  /// Sets keys of the `[[screen]]` with a name. Appends a screen if the file has none with this name: `match` goes into the new one.
  package mutating func setScreen(_ name: String, _ keys: [Pair], match: String?) throws(Refusal) {
    let pairs = match.map { [(key: "match", value: $0)] } ?? []
    try set("screen", name, keys, new: pairs + keys)
    try verify { new in
      guard let index = new.screens.firstIndex(where: { $0.name == name }) else { return false }
      let old = original.screens.first { $0.name == name }
      let base = old ?? ScreenSettings()
      new.screens[index].orientation = base.orientation
      new.screens[index].size = base.size
      new.screens[index].calibration = base.calibration
      if old == nil {
        var added = new.screens.remove(at: index)
        (added.name, added.match) = (base.name, base.match)
        guard added == base else { return false }
      }
      return new == original
    }
  }

  /// Sets the frame of the `[[view]]` with a name, and appends a view if the file has none with this name.
  package mutating func setView(_ name: String, frame: String, screen: String?) throws(Refusal) {
    let onScreen = screen.map { [(key: "screen", value: $0.tomlText)] } ?? []
    let pair = (key: "frame", value: frame)
    try set("view", name, [pair], new: onScreen + [pair])
    try verify { new in
      guard let index = new.views.firstIndex(where: { $0.name == name }) else { return false }
      let old = original.views.first { $0.name == name }
      new.views[index].frame = old?.frame ?? Frame()
      if old == nil {
        var added = new.views.remove(at: index)
        added.screen = nil
        guard added == ViewSettings(name: name) else { return false }
      }
      return new == original
    }
  }

  /// Sets keys of the kind of the `[[gesture]]` with a name, which the file must have.
  package mutating func setGesture(_ name: String, _ keys: [Pair]) throws(Refusal) {
    guard try table("gesture", name) != nil else { throw absent("gesture", name) }
    try set("gesture", name, keys, new: [])
    try verify { new in
      guard let index = new.gestures.firstIndex(where: { $0.name == name }),
        let old = original.gestures.first(where: { $0.name == name }),
        old.kind.setting(keys.map { (key: $0.key, value: $0.value) }) == new.gestures[index].kind
      else { return false }
      new.gestures[index].kind = old.kind
      return new == original
    }
  }

  /// Sets the frame of the `[[view]]` with a name, which the file must have. If the frame has all of these keys, only their values change.
  package mutating func setFrame(ofView name: String, _ keys: [Pair]) throws(Refusal) {
    guard let table = try table("view", name) else { throw absent("view", name) }
    if let frame = table["frame"]?.value, case .table(let old) = frame.content,
      old.entries.count == keys.count, keys.allSatisfy({ old[$0.key] != nil })
    {
      let source = SourceText(bytes)
      var changes: [Change] = []
      for pair in keys {
        guard let range = old[pair.key].flatMap({ source.range(of: $0.value) }) else {
          throw Refusal(description: "the place of the frame of \(name.quoted) in \(path.printable) is not known")
        }
        changes.append((range, Array(pair.value.utf8)))
      }
      apply(changes)
    } else {
      let frame = "{ \(keys.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")) }"
      try set("view", name, [(key: "frame", value: frame)], new: [])
    }
    try verify(explains: true) { new in
      guard let index = new.views.firstIndex(where: { $0.name == name }),
        let old = original.views.first(where: { $0.name == name })
      else { return false }
      new.views[index].frame = old.frame
      return new == original
    }
  }

  /// Sets or removes keys of the `[[gesture]]` with a name, which the file must have. No other gesture may change by it.
  ///
  /// - Parameter keys: the values in TOML; `nil` removes a key.
  package mutating func changeGesture(_ name: String, _ keys: [(key: String, value: String?)]) throws(Refusal) {
    guard let table = try table("gesture", name) else { throw absent("gesture", name) }
    let source = SourceText(bytes)
    var removals: [Change] = []
    for (key, value) in keys where value == nil {
      guard let entry = table[key] else { continue }
      guard let lines = source.lines(of: entry) else {
        throw Refusal(description: "\(key.quoted) of \(name.quoted) shares its line with other keys")
      }
      removals.append((lines, []))
    }
    apply(removals)
    let set = keys.compactMap { pair in pair.value.map { (key: pair.key, value: $0) } }
    if !set.isEmpty { try self.set("gesture", name, set, new: []) }
    try verify(explains: true) { new in
      guard let index = new.gestures.firstIndex(where: { $0.name == name }),
        let old = original.gestures.first(where: { $0.name == name })
      else { return false }
      new.gestures[index] = old
      return new == original
    }
  }

  /// Appends tables, whose views and gestures are new.
  package mutating func append(_ tables: [String], views: [String], gestures: [String]) throws(Refusal) {
    for table in tables { append(table) }
    try verify(explains: true) { new in
      guard new.views.suffix(views.count).map({ $0.name }) == views,
        new.gestures.suffix(gestures.count).map({ $0.name }) == gestures
      else { return false }
      new.views.removeLast(views.count)
      new.gestures.removeLast(gestures.count)
      return new == original
    }
  }

  /// Removes the `[[view]]` or the `[[gesture]]` with a name, from its header to its last value. Comments above the header stay.
  package mutating func remove(_ array: String, _ name: String) throws(Refusal) {
    guard let table = try table(array, name) else { throw absent(array, name) }
    let source = SourceText(bytes)
    let last = table.lastLine
    guard let header = source.offset(of: table.place), bytes[header...].starts(with: "[[".utf8),
      table.firstLine >= table.place.line
    else { throw Refusal(description: "the lines of \(name.quoted) in \(path.printable) are not known") }
    var end = source.endOfLine(last)
    // The blank lines below it, so that no gap is left.
    while end < bytes.count, bytes[end] == 0x0A || bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    {
      end += bytes[end] == 0x0A ? 1 : 2
    }
    bytes.removeSubrange(header - (table.place.column - 1)..<end)
    try verify(explains: true) { new in
      var old = original
      old.views.removeAll { array == "view" && $0.name == name }
      old.gestures.removeAll { array == "gesture" && $0.name == name }
      return new == old
    }
  }

  private func absent(_ array: String, _ name: String) -> Refusal {
    Refusal(description: "\(path.printable) does not have the [[\(array)]] \(name.quoted): it is in another file")
  }

  /// Returns the values of keys of a `[[gesture]]` as they are written in it, or else in the profile of its kind; other keys are left out.
  package static func values(ofGesture name: String, in text: ConfigurationText) -> [String: String] {
    let edits = text.parts.indices.map { ConfigurationEdit(text, part: $0, of: Configuration(path: text.path)) }
    guard let place = part(of: text, with: "gesture", name), let table = try? edits[place].table("gesture", name) else {
      return [:]
    }
    var values: [String: String] = [:]
    for edit in edits { edit.read(edit.profile(of: table), into: &values) }
    edits[place].read(table.entries, into: &values)
    return values
  }

  private func read(_ entries: [TOMLTable.Entry], into values: inout [String: String]) {
    let source = SourceText(bytes)
    for entry in entries {
      guard let range = source.range(of: entry.value) else { continue }
      values[entry.key] = String(decoding: bytes[range], as: UTF8.self)
    }
  }

  /// - Parameter explains: whether the checker's first error is the reason; for values that a person wrote.
  private func verify(
    explains: Bool = false, _ isAsBefore: (inout Configuration) -> Bool
  ) throws(Refusal) {
    let read = CheckedText(text.replacing(part, with: bytes))
    if var configuration = read.configuration, isAsBefore(&configuration) { return }
    if explains, let error = read.diagnostics.first(where: { $0.severity == .error }) {
      throw Refusal(description: "\(path.printable):\(error.line): \(error.fullMessage)")
    }
    throw Refusal(description: "\(path.printable) is written in a manner that cannot be changed safely")
  }

  private mutating func set(_ array: String, _ name: String, _ keys: [Pair], new: [Pair]) throws(Refusal) {
    guard let table = try table(array, name) else {
      append(Self.text(array, [(key: "name", value: name.tomlText)] + new))
      return
    }
    // Edits go from the end of the file towards its beginning, so that places stay valid.
    let source = SourceText(bytes)
    var edits: [Change] = []
    var missing: [UInt8] = []
    let nameEnd = table["name"]?.value.end ?? table.place
    for pair in keys {
      if let entry = table[pair.key] {
        guard let changes = Self.changes(to: entry.value, in: source, value: pair.value) else {
          throw Refusal(description: "the place of \(pair.key.quoted) in \(path.printable) is not known")
        }
        edits += changes
      } else {
        missing += source.indent(ofLine: nameEnd.line) + Array("\(pair.key) = \(pair.value)".utf8) + lineBreak
      }
    }
    if !missing.isEmpty {
      let end = source.endOfLine(nameEnd.line)
      // The last line of the file may have no end.
      let isCut = end > 0 && bytes[end - 1] != UInt8(ascii: "\n")
      edits.append((end..<end, isCut ? lineBreak + missing : missing))
    }
    apply(edits)
  }

  private mutating func apply(_ changes: [Change]) {
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range, with: change.text)
    }
  }

  private typealias Change = (range: Range<Int>, text: [UInt8])

  /// Returns the changes that give a value another one; `nil` if its place is not known. In a list of the same length only the elements
  /// change, so that comments in the list stay.
  private static func changes(to old: TOMLValue, in source: SourceText, value: String) -> [Change]? {
    if case .array(let elements) = old.content, let texts = Self.elements(of: value), elements.count == texts.count {
      let ranges = elements.compactMap { source.range(of: $0) }
      return ranges.count == texts.count ? zip(ranges, texts).map { ($0, $1) } : nil
    }
    return source.range(of: old).map { [($0, Array(value.utf8))] }
  }

  /// Returns the texts of a list's elements; `nil` if the value is not a list.
  private static func elements(of value: String) -> [[UInt8]]? {
    let bytes = Array("v = \(value)".utf8)
    guard let root = try? TOMLTable(parsing: bytes), case .array(let elements) = root["v"]?.value.content else {
      return nil
    }
    let source = SourceText(bytes)
    let texts = elements.compactMap { source.range(of: $0).map { Array(bytes[$0]) } }
    return texts.count == elements.count ? texts : nil
  }

  /// The keys of the profile for the kind of a gesture.
  private func profile(of gesture: TOMLTable) -> [TOMLTable.Entry] {
    guard let root = try? TOMLTable(parsing: bytes), case .string(let kind) = gesture["kind"]?.value.content,
      case .table(let profiles) = root["profile"]?.value.content,
      case .table(let profile) = profiles[kind]?.value.content
    else { return [] }
    return profile.entries
  }

  private func table(_ array: String, _ name: String) throws(Refusal) -> TOMLTable? {
    let root: TOMLTable
    do {
      root = try TOMLTable(parsing: bytes)
    } catch {
      throw Refusal(description: "\(path.printable):\(error.place.line): \(error.message)")
    }
    guard case .array(let elements) = root[array]?.value.content else { return nil }
    for element in elements {
      guard case .table(let table) = element.content, case .string(name) = table["name"]?.value.content else {
        continue
      }
      return table
    }
    return nil
  }

  private mutating func append(_ text: String) {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += lineBreak }
    if !bytes.isEmpty { bytes += lineBreak }
    for line in text.split(separator: "\n") { bytes += Array(line.utf8) + lineBreak }
  }

  /// The line break of the file's first line.
  private var lineBreak: [UInt8] {
    guard let first = bytes.firstIndex(of: UInt8(ascii: "\n")), first > 0, bytes[first - 1] == 0x0D else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }

  /// Returns a table of an array, `[[array]]`, without a line break at its end.
  package static func text(_ array: String, _ pairs: [Pair]) -> String {
    (["[[\(array)]]"] + pairs.map { "\($0.key) = \($0.value)" }).joined(separator: "\n")
  }
}

extension TOMLTable {
  /// The first and the last line with a value of the table, also those of tables below it.
  var firstLine: Int { entries.map { $0.keyPlace.line }.min() ?? place.line }
  var lastLine: Int {
    entries.map { entry in
      guard case .table(let table) = entry.value.content else { return entry.value.end.line }
      return max(entry.value.end.line, table.lastLine)
    }.max() ?? place.line
  }
}

extension SourceText {
  /// The lines of a key and its value; `nil` if something else is on them.
  fileprivate func lines(of entry: TOMLTable.Entry) -> Range<Int>? {
    guard let start = offset(of: entry.keyPlace), let value = range(of: entry.value),
      indent(ofLine: entry.keyPlace.line).count == start - endOfLine(entry.keyPlace.line - 1)
    else { return nil }
    let end = endOfLine(entry.value.end.line)
    let rest = text(at: SourcePlace(line: entry.value.end.line, column: entry.value.end.column, length: .max / 2))
    let other = rest.drop { $0 == " " || $0 == "\t" }
    guard value.upperBound <= end, other.isEmpty || other.hasPrefix("#") else { return nil }
    return endOfLine(entry.keyPlace.line - 1)..<end
  }

  /// The bytes of a value; `nil` if its place is not known.
  func range(of value: TOMLValue) -> Range<Int>? {
    guard let start = offset(of: value.place), let end = offset(of: value.end), start < end else { return nil }
    return start..<end
  }
}

extension DeviceMatch {
  /// The `match` of a `[[screen]]` for one device, in TOML: by its name, or by its ids if it has none that can be shown.
  package static func toml(forName name: String, vendor: UInt16, product: UInt16) -> String {
    guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.isPrintable }) else {
      return "{ vendor = 0x\(String(vendor, radix: 16)), product = 0x\(String(product, radix: 16)) }"
    }
    // The name is a glob: these characters stand for themselves behind a backslash.
    let glob = name.reduce(into: "") { glob, character in
      if "*?[]\\".contains(character) { glob.append("\\") }
      glob.append(character)
    }
    return "{ name = \(glob.tomlText) }"
  }
}
