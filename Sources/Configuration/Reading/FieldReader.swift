/// Reads keys of any TOML file: checks the type and range of each value and reports what is wrong.
package class FieldReader {
  package let findings: Findings
  /// The files that are read together, by the number in places.
  private let files: [(bytes: [UInt8], source: SourceText)]
  /// The lengths in pixels read since the last `takePixelLengths()`, whose caller knows what they belong to.
  private var pixelLengths: [Field] = []

  init(_ text: ConfigurationText) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    files = text.parts.map { part in
      let bytes = part.bytes.starts(with: mark) ? Array(part.bytes.dropFirst(3)) : part.bytes
      return (bytes, SourceText(bytes))
    }
    findings = Findings(files: zip(text.parts, files).map { ($0.path, $1.source) })
  }

  package convenience init(bytes: [UInt8], path: String) { self.init(ConfigurationText(bytes: bytes, path: path)) }

  /// The texts parsed as TOML; `nil` if one is invalid, which has been reported.
  final var documents: [TOMLTable]? {
    let documents = files.indices.map(document)
    return documents.contains { $0 == nil } ? nil : documents.compactMap { $0 }
  }

  /// The text of a single file parsed as TOML.
  package final var document: TOMLTable? { documents?.first }

  private final func document(_ file: Int) -> TOMLTable? {
    let (bytes, source) = files[file]
    if var place = source.firstInvalid {
      place.file = file
      return unusable("this is not UTF-8", at: place)
    }
    do {
      return try TOMLTable(parsing: bytes, file: file)
    } catch {
      let slips = SyntaxSlip.explain(error, in: source)
      if slips.isEmpty { report(error.message, at: error.place) }
      for slip in slips {
        var place = slip.place
        place.file = file
        report(slip.message, at: place, fix: slip.fix)
      }
      return nil
    }
  }

  /// The text that a place marks, up to the end of its line.
  final func written(at place: SourcePlace) -> String { files[place.file].source.text(at: place) }

  package final func report(_ message: String, at place: SourcePlace, suggestion: String? = nil, fix: String? = nil) {
    findings.report(message, at: place, suggestion: suggestion, fix: fix)
  }

  final func warn(_ message: String, at place: SourcePlace) { findings.warn(message, at: place) }

  final func notePixels(_ field: Field) { pixelLengths.append(field) }

  final func takePixelLengths() -> [Field] {
    defer { pixelLengths.removeAll() }
    return pixelLengths
  }
}

// MARK: - Values

extension FieldReader {
  func mismatch(_ field: Field, expected: String, fix: String? = nil) {
    let none = field.isLimit ? ", or \"none\"" : ""
    report("\(field.key.quoted) takes \(expected)\(none), not \(field.value.described)", at: field.place, fix: fix)
  }

  func refuse(_ field: Field, must rule: String, fix: String? = nil) {
    report("\(field.key.quoted) must be \(rule), not \(field.value.described)", at: field.place, fix: fix)
  }

  // The same for parsers, which return `nil` for a value that they have reported.

  package func unusable<Value>(
    _ message: String, at place: SourcePlace, suggestion: String? = nil, fix: String? = nil
  ) -> Value? {
    report(message, at: place, suggestion: suggestion, fix: fix)
    return nil
  }

  func mismatched<Value>(_ field: Field, expected: String, fix: String? = nil) -> Value? {
    mismatch(field, expected: expected, fix: fix)
    return nil
  }

  /// Returns a value that keeps to a rule, and reports any other.
  package func checked<Value>(
    _ value: Value?, _ field: Field, must rule: String, _ keeps: (Value) -> Bool
  ) -> Value? {
    guard let value, !keeps(value) else { return value }
    return refused(field, must: rule)
  }

  func refused<Value>(_ field: Field, must rule: String, fix: String? = nil) -> Value? {
    refuse(field, must: rule, fix: fix)
    return nil
  }

  /// Reads a string without NUL characters.
  func text(_ field: Field) -> String? {
    guard case .string(let text) = field.value.content else {
      return mismatched(field, expected: "a string", fix: ValueFix.text(field.value))
    }
    guard !text.utf8.contains(0) else {
      return unusable("\(field.key.quoted) contains a NUL character", at: field.place)
    }
    return text
  }

  package func filledText(_ field: Field) -> String? {
    guard let text = text(field) else { return nil }
    guard !text.isEmpty else { return unusable("\(field.key.quoted) must not be empty", at: field.place) }
    return text
  }

  package func boolean(_ field: Field) -> Bool? {
    if case .boolean(let value) = field.value.content { return value }
    return mismatched(field, expected: "true or false", fix: ValueFix.boolean(field.value))
  }

  func whole(_ range: ClosedRange<Int>) -> (Field) -> Int? {
    { field in
      guard case .integer(let value) = field.value.content else {
        if let numbers = ValueFix.numbers(in: field.value) { return self.unusable(numbers, field) }
        return self.mismatched(field, expected: "a whole number", fix: ValueFix.whole(field.value, in: range))
      }
      guard let number = Int(exactly: value), range.contains(number) else {
        return self.refused(field, must: "from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// Reports several numbers, or a range, where one is expected.
  private func unusable(_ numbers: [Int], _ field: Field) -> Int? {
    let each = numbers.map { "\(field.key) = \($0)" }.listed(joinedBy: "and")
    let advice =
      ["min_fingers", "max_fingers"].contains(field.key)
      ? "write min_fingers = \(numbers.min()!) and max_fingers = \(numbers.max()!)"
      : "write a gesture for each, with \(each)"
    return unusable("\(field.key.quoted) takes one whole number, not \(numbers.count): \(advice)", at: field.place)
  }

  package func number(_ field: Field) -> Double? {
    switch field.value.content {
    case .integer(let value): return Double(value)
    case .float(let value) where value.isFinite: return value
    case .float: refuse(field, must: "finite")
    default: mismatch(field, expected: "a number", fix: ValueFix.number(field.value))
    }
    return nil
  }

  /// Reads a number from 0 to 1.
  func share(_ field: Field) -> Double? {
    if case .string = field.value.content {
      return mismatched(field, expected: "a number", fix: ValueFix.share(field.value))
    }
    guard let number = number(field) else { return nil }
    guard (0...1).contains(number) else { return refused(field, must: "from 0 to 1", fix: ValueFix.share(field.value)) }
    return number
  }

  /// Reads one of an enumeration's names.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ field: Field) -> Choice?
  where Choice.RawValue == String {
    name(field, of: Choice.allCases.map { $0.rawValue }).flatMap { Choice(rawValue: $0) }
  }

  private func name(_ field: Field, of names: [String]) -> String? {
    guard case .string(let name) = field.value.content else {
      let meant = names.meant(by: field.value.described)
      return mismatched(field, expected: names.map { $0.quoted }.listed(joinedBy: "or"), fix: meant?.tomlText)
    }
    if names.contains(name) { return name }
    return unusable(
      "\(field.key.quoted) must be \(names.map { $0.quoted }.listed(joinedBy: "or")), not \(name.quoted)",
      at: field.place, suggestion: names.meant(by: name))
  }

  /// Reads one value or a list of values that is not empty.
  func choices<Choice: RawRepresentable & CaseIterable & Hashable>(_ field: Field) -> Set<Choice>?
  where Choice.RawValue == String {
    let names = Choice.allCases.map { $0.rawValue }
    if let meant = ValueFix.several(field.value, of: names) {
      return refused(field, must: names.map { $0.quoted }.listed(joinedBy: "or"), fix: meant)
    }
    return filledList(field, as: choice as (Field) -> Choice?).map { Set($0) }
  }

  func filledList<T>(_ field: Field, as parse: (Field) -> T?) -> [T]? {
    guard let values = oneOrMore(field, as: parse) else { return nil }
    guard !values.isEmpty else { return unusable("\(field.key.quoted) must not be empty", at: field.place) }
    return values
  }

  /// Reads one value or a list of values; `nil` if any of them is invalid.
  func oneOrMore<T>(_ field: Field, as parse: (Field) -> T?) -> [T]? {
    guard case .array(let elements) = field.value.content else { return parse(field).map { [$0] } }
    let values = elements.map { parse(Field(key: field.key, value: $0)) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
  }

  /// Reads a list with `parse` for each element.
  package func list<T>(_ field: Field, expected: String, as parse: (Field) -> T?) -> [T]? {
    guard case .array = field.value.content else { return mismatched(field, expected: expected) }
    return oneOrMore(field, as: parse)
  }

  /// Returns a parser that also accepts "none", which lifts the limit.
  func limit<T>(_ parse: @escaping (Field) -> T?) -> (Field) -> T?? {
    { field in
      if case .string("none") = field.value.content { return .some(.none) }
      var field = field
      field.isLimit = true
      return parse(field).map { .some($0) }
    }
  }
}
