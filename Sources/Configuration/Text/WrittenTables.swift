/// The `[[view]]` and `[[gesture]]` tables of a configuration as they are written, for editors.
package struct WrittenTables: Sendable {
  package struct Table: Sendable {
    /// `view` or `gesture`.
    package let array: String
    package let name: String
    /// The part of the text that has the table, and its lines, from 1.
    package let part: Int
    package let lines: ClosedRange<Int>
    /// The keys with their values in TOML, in the order of the text.
    package let entries: [(key: String, value: String)]
    package let frameKeys: [String]
    /// The action, if it is one key with a text: `{ key = "home" }`.
    package let action: (verb: String, object: String)?

    package subscript(key: String) -> String? { entries.first { $0.key == key }?.value }
  }

  package let tables: [Table]

  /// Reads all parts that are TOML; others have no tables.
  package init(_ text: ConfigurationText) {
    tables = text.parts.enumerated().flatMap { Self.tables($1.bytes, part: $0) }
  }

  package func table(atLine line: Int, ofPart part: Int) -> Table? {
    tables.last { $0.part == part && $0.lines.lowerBound <= line }.flatMap { $0.lines.contains(line) ? $0 : nil }
  }

  private static func tables(_ bytes: [UInt8], part: Int) -> [Table] {
    guard let root = try? TOMLTable(parsing: bytes) else { return [] }
    let source = SourceText(bytes)
    var found: [Table] = []
    for array in ["view", "gesture"] {
      guard case .array(let elements) = root[array]?.value.content else { continue }
      for element in elements {
        guard case .table(let table) = element.content, case .string(let name) = table["name"]?.value.content else {
          continue
        }
        let entries = table.entries.compactMap { entry in
          source.range(of: entry.value).map { (key: entry.key, value: String(decoding: bytes[$0], as: UTF8.self)) }
        }
        var frameKeys: [String] = []
        if case .table(let frame) = table["frame"]?.value.content { frameKeys = frame.entries.map({ $0.key }) }
        found.append(
          Table(
            array: array, name: name, part: part, lines: table.place.line...max(table.place.line, table.lastLine),
            entries: entries, frameKeys: frameKeys, action: simpleAction(table)))
      }
    }
    return found.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  private static func simpleAction(_ table: TOMLTable) -> (verb: String, object: String)? {
    guard case .table(let action) = table["action"]?.value.content, action.entries.count == 1,
      case .string(let object) = action.entries[0].value.content
    else { return nil }
    return (action.entries[0].key, object)
  }
}
