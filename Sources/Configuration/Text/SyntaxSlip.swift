/// A slip that people make who write TOML for the first time, in a line that is not TOML.
///
/// The parser says where it stopped; this says what was probably meant. It is asked only about a line that the parser has refused.
struct SyntaxSlip: Equatable {
  var message: String
  var place: SourcePlace
  /// What to write instead of the marked text; `nil` if that takes more than one line.
  var fix: String?

  /// The tables that are written `[[NAME]]`.
  private static let lists: Set<String> = ["screen", "view", "gesture"]

  /// Returns the slips behind a syntax error; empty if the parser's explanation is the best one.
  static func explain(_ error: TOMLSyntaxError, in source: SourceText) -> [SyntaxSlip] {
    let number = error.place.line
    let line = ScannedLine(source.scalars(ofLine: number), number)
    if error.message.hasPrefix("cannot redefine") { return repetitions(error, line, source) }
    if let foreign = otherLanguage(line) { return [foreign] }
    return [comment(line) ?? header(line) ?? keyAndValue(line)].compactMap { $0 }
  }

  // MARK: Whole lines

  private static func otherLanguage(_ line: ScannedLine) -> SyntaxSlip? {
    let language: String? =
      switch line.body.first {
      case "{", "}": "JSON"
      case "<": "XML"
      case "-" where line.body.hasPrefix("- "): "YAML"
      default: line.body.hasSuffix(":") && line.key != nil ? "YAML" : nil
      }
    guard let language else { return nil }
    return SyntaxSlip(
      message: "this looks like \(language), and a configuration is TOML: a gesture begins with [[gesture]], "
        + "and each key has a line such as kind = \("tap".quoted)", place: line.place)
  }

  private static func comment(_ line: ScannedLine) -> SyntaxSlip? {
    guard let mark = ["//", ";", "--"].first(where: line.body.hasPrefix) else { return nil }
    let text = line.body.dropFirst(mark.count).drop { $0 == "/" || $0 == " " }
    return SyntaxSlip(message: "a comment begins with #", place: line.place, fix: text.isEmpty ? "#" : "# \(text)")
  }

  private static func header(_ line: ScannedLine) -> SyntaxSlip? {
    guard line.body.hasPrefix("[") else { return nil }
    let name = line.body.drop { $0 == "[" || $0 == " " }.prefix { $0 != "]" && $0 != " " && $0 != "#" }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) else { return nil }
    let isList = lists.contains(String(name))
    let fix = isList ? "[[\(name)]]" : "[\(name)]"
    guard line.body != fix else { return nil }
    return SyntaxSlip(message: "this is not the header of a table", place: line.place, fix: fix)
  }

  private static func keyAndValue(_ line: ScannedLine) -> SyntaxSlip? {
    KeyValueSlip(line).map { SyntaxSlip(message: $0.message, place: line.place, fix: $0.fix) }
  }

  // MARK: Repetitions

  /// A table or a key that the file has twice.
  private static func repetitions(
    _ error: TOMLSyntaxError, _ line: ScannedLine, _ source: SourceText
  ) -> [SyntaxSlip] {
    if let name = lists.first(where: { line.body == "[\($0)]" || line.body == "[[\($0)]]" }) {
      return source.lines.filter { $0.body == "[\(name)]" }.map {
        SyntaxSlip(message: "a list of tables is written [[\(name)]]", place: $0.place, fix: "[[\(name)]]")
      }
    }
    if line.body.hasPrefix("[") {
      let same = source.lines.first { $0.body == line.body }
      guard let first = same, first.number < line.number else { return [] }
      return [
        SyntaxSlip(
          message: "a second \(line.body); the first is on line \(first.number): write all of its keys there",
          place: line.place)
      ]
    }
    guard let key = line.key else { return [] }
    let table = source.lines.prefix(line.number - 1).reversed().prefix { !$0.body.hasPrefix("[") }
    guard let first = table.first(where: { $0.key == key }) else { return [] }
    return [
      SyntaxSlip(
        message: "this table has \(key.quoted) twice, the first time on line \(first.number): a list such as "
          + "[\("a".quoted), \("b".quoted)] has several values", place: error.place)
    ]
  }
}
