/// Reads the keys of a TOML file, whatever it is about: takes each value by the type that its key has, and says what is wrong.
class FieldReader {
  let findings: Findings
  private let bytes: [UInt8]
  private let source: SourceText
  /// The lengths in pixels that were read since they were last taken: who reads knows what they belong to.
  private var pixelLengths: [Field] = []

  init(bytes: [UInt8], path: String) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    source = SourceText(self.bytes)
    findings = Findings(file: path, source: source)
  }

  /// The text as TOML; what is wrong with it has been reported.
  final var document: TOMLTable? {
    if let place = source.firstInvalid {
      report("this is not UTF-8", at: place)
      return nil
    }
    do {
      return try TOMLTable(parsing: bytes)
    } catch {
      report(error.message, at: error.place)
      return nil
    }
  }

  final func report(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    findings.report(message, at: place, suggestion: suggestion)
  }

  final func warn(_ message: String, at place: SourcePlace) { findings.warn(message, at: place) }

  final func notePixels(_ field: Field) { pixelLengths.append(field) }

  final func takePixelLengths() -> [Field] {
    defer { pixelLengths.removeAll() }
    return pixelLengths
  }
}

// MARK: - Reading a table's keys

extension FieldReader {
  /// Reads a key if it is there; what is wrong with its value has been reported by `parse`, and leaves the target.
  func read<T>(_ key: String, of table: TOMLTable, into target: inout T, as parse: (Field) -> T?) {
    guard let entry = table[key], let value = parse(Field(key: key, value: entry.value)) else { return }
    target = value
  }

  /// The table at a key; an error for anything else.
  func subtable(_ key: String, of table: TOMLTable, example: String) -> TOMLTable? {
    table[key].flatMap { self.table(Field(key: key, value: $0.value), example: example) }
  }

  func table(_ field: Field, example: String) -> TOMLTable? {
    if case .table(let table) = field.value.content { return table }
    mismatch(field, expected: "a table: write \(example)")
    return nil
  }

  /// The tables of `[[key]]`.
  func tables(_ key: String, of root: TOMLTable) -> [TOMLTable] {
    guard let entry = root[key] else { return [] }
    let field = Field(key: key, value: entry.value)
    guard case .array(let elements) = entry.value.content else {
      mismatch(field, expected: "a list of tables: write [[\(key)]]")
      return []
    }
    return elements.compactMap { element in
      if case .table(let table) = element.content { return table }
      mismatch(Field(key: key, value: element), expected: "a list of tables: write [[\(key)]]")
      return nil
    }
  }

  /// The tables of `[key.NAME]`, with their names.
  func namedTables(_ key: String, of root: TOMLTable) -> [TOMLTable.Entry] {
    subtable(key, of: root, example: "[\(key).NAME]")?.entries.filter { checkName($0.key, at: $0.keyPlace) } ?? []
  }

  /// - Returns: whether all keys are known.
  @discardableResult
  func checkKeys(
    of table: TOMLTable, known: [String], listed: [String]? = nil, in owner: String,
    explain: (String) -> String? = { _ in nil }
  ) -> Bool {
    var allKnown = true
    for entry in table.entries where !known.contains(entry.key) {
      allKnown = false
      if let explanation = explain(entry.key) {
        report(explanation, at: entry.keyPlace)
      } else {
        let suggestion = known.closest(to: entry.key)
        let hint = suggestion == nil ? "; \(owner) has \((listed ?? known).listed(joinedBy: "and"))" : ""
        report("unknown key \(entry.key.quoted)\(hint)", at: entry.keyPlace, suggestion: suggestion)
      }
    }
    return allKnown
  }

  /// The name of a `[[screen]]`, `[[view]]` or `[[gesture]]`, and its place; reports a missing one.
  func name(of table: TOMLTable, a kind: String) -> (name: String, place: SourcePlace)? {
    guard let entry = table["name"] else {
      report("this \(kind) has no \"name\"", at: table.place)
      return nil
    }
    guard let name = text(Field(key: "name", value: entry.value)), checkName(name, at: entry.value.place) else {
      return nil
    }
    return (name, entry.value.place)
  }

  /// Names stand in logs, environments and lists: they are neither empty nor made of control characters.
  private func checkName(_ name: String, at place: SourcePlace) -> Bool {
    if name.isEmpty { report("a name must not be empty", at: place) }
    let isPrintable = name.unicodeScalars.allSatisfy(\.isPrintable)
    if !isPrintable { report("the name \(name.quoted) has characters that cannot be printed", at: place) }
    return isPrintable && !name.isEmpty
  }
}

// MARK: - Values

extension FieldReader {
  func mismatch(_ field: Field, expected: String) {
    let none = field.isLimit ? ", or \"none\"" : ""
    report("\(field.key.quoted) takes \(expected)\(none), not \(field.value.described)", at: field.place)
  }

  func refuse(_ field: Field, must rule: String) {
    report("\(field.key.quoted) must be \(rule), not \(field.value.described)", at: field.place)
  }

  /// Any text that C can take.
  func text(_ field: Field) -> String? {
    guard case .string(let text) = field.value.content else {
      mismatch(field, expected: "a string")
      return nil
    }
    guard !text.utf8.contains(0) else {
      report("\(field.key.quoted) contains a NUL character", at: field.place)
      return nil
    }
    return text
  }

  func filledText(_ field: Field) -> String? {
    guard let text = text(field) else { return nil }
    guard !text.isEmpty else {
      report("\(field.key.quoted) must not be empty", at: field.place)
      return nil
    }
    return text
  }

  func boolean(_ field: Field) -> Bool? {
    if case .boolean(let value) = field.value.content { return value }
    mismatch(field, expected: "true or false")
    return nil
  }

  func whole(_ range: ClosedRange<Int>) -> (Field) -> Int? {
    { field in
      guard case .integer(let value) = field.value.content else {
        self.mismatch(field, expected: "a whole number")
        return nil
      }
      guard let number = Int(exactly: value), range.contains(number) else {
        self.refuse(field, must: "from \(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return number
    }
  }

  func number(_ field: Field) -> Double? {
    switch field.value.content {
    case .integer(let value): return Double(value)
    case .float(let value) where value.isFinite: return value
    case .float: refuse(field, must: "finite")
    default: mismatch(field, expected: "a number")
    }
    return nil
  }

  /// From 0 to 1.
  func share(_ field: Field) -> Double? {
    guard let number = number(field) else { return nil }
    guard (0...1).contains(number) else {
      refuse(field, must: "from 0 to 1")
      return nil
    }
    return number
  }

  /// One of an enum's names.
  func choice<Choice: RawRepresentable & CaseIterable>(_ field: Field) -> Choice? where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue)
    guard case .string(let name) = field.value.content else {
      mismatch(field, expected: names.map(\.quoted).listed(joinedBy: "or"))
      return nil
    }
    if let choice = Choice(rawValue: name) { return choice }
    report(
      "\(field.key.quoted) must be \(names.map(\.quoted).listed(joinedBy: "or")), not \(name.quoted)",
      at: field.place, suggestion: names.closest(to: name))
    return nil
  }

  /// One value, or a list of them that is not empty.
  func choices<Choice: RawRepresentable & CaseIterable & Hashable>(_ field: Field) -> Set<Choice>?
  where Choice.RawValue == String {
    filledList(field, as: choice as (Field) -> Choice?).map { Set($0) }
  }

  func filledList<T>(_ field: Field, as parse: (Field) -> T?) -> [T]? {
    guard let values = oneOrMore(field, as: parse) else { return nil }
    guard !values.isEmpty else {
      report("\(field.key.quoted) must not be empty", at: field.place)
      return nil
    }
    return values
  }

  /// One value, or a list of them; `nil` if one is wrong.
  func oneOrMore<T>(_ field: Field, as parse: (Field) -> T?) -> [T]? {
    guard case .array(let elements) = field.value.content else { return parse(field).map { [$0] } }
    let values = elements.map { parse(Field(key: field.key, value: $0)) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }

  /// A list, by its own rule for an element.
  func list<T>(_ field: Field, expected: String, as parse: (Field) -> T?) -> [T]? {
    guard case .array = field.value.content else {
      mismatch(field, expected: expected)
      return nil
    }
    return oneOrMore(field, as: parse)
  }

  /// A value that "none" may lift.
  func limit<T>(_ parse: @escaping (Field) -> T?) -> (Field) -> T?? {
    { field in
      if case .string("none") = field.value.content { return .some(.none) }
      var field = field
      field.isLimit = true
      return parse(field).map { .some($0) }
    }
  }
}
