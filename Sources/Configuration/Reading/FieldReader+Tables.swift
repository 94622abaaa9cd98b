import Text

extension FieldReader {
  /// Reads a key if the table has it. `parse` reports invalid values; they leave the target unchanged.
  func read<T>(_ key: String, of table: TOMLTable, into target: inout T, as parse: (Field) -> T?) {
    guard let entry = table[key], let value = parse(Field(key: key, value: entry.value)) else { return }
    target = value
  }

  /// The table under a key; `nil` if the key is missing. Any other value is reported.
  func subtable(_ key: String, of table: TOMLTable, example: String) -> TOMLTable? {
    table[key].flatMap { self.table(Field(key: key, value: $0.value), example: example) }
  }

  func table(_ field: Field, example: String) -> TOMLTable? {
    if case .table(let table) = field.value.content { return table }
    let isList = written(at: field.place).hasPrefix("[[")
    return mismatched(field, expected: "a table: write \(example)", fix: isList ? "[\(field.key)]" : nil)
  }

  func tables(_ key: String, of root: TOMLTable) -> [TOMLTable] {
    guard let entry = root[key] else { return [] }
    let field = Field(key: key, value: entry.value)
    guard case .array(let elements) = entry.value.content else {
      reportNoList(field)
      return []
    }
    return elements.compactMap { element in
      if case .table(let table) = element.content { return table }
      return mismatched(Field(key: key, value: element), expected: "a list of tables: write [[\(key)]]")
    }
  }

  /// Reports a table that should be a list of tables: `[gesture]`, or `[gesture.NAME]`.
  private func reportNoList(_ field: Field) {
    let header = "[[\(field.key)]]"
    let expected = "a list of tables: write \(header)"
    guard case .table(let table) = field.value.content else { return mismatch(field, expected: expected) }
    let named = table.entries.filter { written(at: $0.value.place).hasPrefix("[\(field.key).") }
    guard !named.isEmpty, named.count == table.entries.count else {
      let isHeader = written(at: field.place).hasPrefix("[")
      return mismatch(field, expected: expected, fix: isHeader ? header : nil)
    }
    for entry in named {
      report(
        "\(field.key.quoted) takes \(expected), with name = \(entry.key.quoted)", at: entry.value.place,
        fix: "\(header)\nname = \(entry.key.tomlText)")
    }
  }

  /// The tables of `[key.NAME]`, with their names.
  func namedTables(_ key: String, of root: TOMLTable) -> [TOMLTable.Entry] {
    if case .array(let elements) = root[key]?.value.content, !elements.isEmpty {
      for element in elements { reportNoName(Field(key: key, value: element)) }
      return []
    }
    let named = subtable(key, of: root, example: "[\(key).NAME]")?.entries ?? []
    return named.filter { checkName($0.key, at: $0.keyPlace) }
  }

  /// Reports `[[mode]]`, which should be `[mode.NAME]`.
  private func reportNoName(_ field: Field) {
    var fix: String?
    if case .table(let table) = field.value.content, case .string(let name) = table["name"]?.value.content {
      fix = "[\(field.key).\(name.tomlKey)]"
    }
    report(
      "\(field.key.quoted) takes a table with the name in its header: write \(fix ?? "[\(field.key).NAME]")",
      at: field.place, fix: fix)
  }

  /// Reports unknown keys.
  ///
  /// - Parameters:
  ///   - listed: the keys to name in the message if no known key is similar; `nil`: all known keys.
  ///   - explain: returns better advice about an unknown key, if there is any.
  /// - Returns: whether all keys are known.
  @discardableResult
  package func checkKeys(
    of table: TOMLTable, known: [String], listed: [String]? = nil, in owner: String,
    explain: (TOMLTable.Entry) -> KeyAdvice? = { _ in nil }
  ) -> Bool {
    var allKnown = true
    for entry in table.entries where !known.contains(entry.key) {
      allKnown = false
      if let advice = explain(entry) {
        report(advice.message, at: advice.place ?? entry.keyPlace, suggestion: advice.suggestion, fix: advice.fix)
      } else {
        let suggestion = known.meant(by: entry.key)
        let hint = suggestion == nil ? "; \(owner) has \((listed ?? known).listed(joinedBy: "and"))" : ""
        report("unknown key \(entry.key.quoted)\(hint)", at: entry.keyPlace, suggestion: suggestion)
      }
    }
    return allKnown
  }

  /// The name of a `[[screen]]`, `[[view]]` or `[[gesture]]`, and its place; reports a missing one.
  func name(of table: TOMLTable, a kind: String) -> (name: String, place: SourcePlace)? {
    guard let entry = table["name"] else { return unusable("this \(kind) has no \"name\"", at: table.place) }
    guard let name = text(Field(key: "name", value: entry.value)), checkName(name, at: entry.value.place) else {
      return nil
    }
    return (name, entry.value.place)
  }

  /// Checks that a name is not empty and has no control characters: names appear in logs, environments and lists.
  private func checkName(_ name: String, at place: SourcePlace) -> Bool {
    if name.isEmpty { report("a name must not be empty", at: place) }
    let isPrintable = name.unicodeScalars.allSatisfy { $0.isPrintable }
    if !isPrintable { report("the name \(name.quoted) has characters that cannot be printed", at: place) }
    return isPrintable && !name.isEmpty
  }
}

/// What to say about an unknown key.
package struct KeyAdvice {
  var message: String
  /// The key that was probably meant.
  var suggestion: String?
  /// What the message is about; `nil`: the key.
  var place: SourcePlace?
  /// The text to write instead of what is at the place.
  var fix: String?

  package init(_ message: String, suggestion: String? = nil, at place: SourcePlace? = nil, fix: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.place = place
    self.fix = fix
  }
}

extension TOMLTable.Entry {
  /// The key, the value and all between, if they are on one line; otherwise the key.
  var place: SourcePlace {
    guard value.place.line == keyPlace.line, value.place.length != .max else { return keyPlace }
    var place = keyPlace
    place.length = value.place.column + value.place.length - keyPlace.column
    return place
  }
}
