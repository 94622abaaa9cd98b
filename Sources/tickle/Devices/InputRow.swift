import Text
import TouchInput

/// What `tickle devices` shows about a device that is not a panel.
protocol InputRow {
  /// The cells below `head`.
  var cells: [String] { get }
  var json: String { get }
  static var head: [String] { get }
}

extension InputRow {
  /// Returns the rows as a table, or, if the columns do not fit, as a block of lines for each.
  static func lines(_ rows: [Self], width: Int?) -> [String] {
    let table = TextTable([head] + rows.map(\.cells))
    guard let width, table.width > width else { return table.lines }
    return rows.flatMap { row in
      let named = zip(head, row.cells)
      return ["\(row.cells[0])  \(row.cells[1])"]
        + named.dropFirst(2).flatMap { name, cell in
          TextTable.wrapped("\(name.lowercased()): \(cell)", width: width, indent: 2)
        }
    }
  }
}

extension NodeAccess {
  func write(to writer: inout JSONWriter) {
    writer.object("access") { writer in
      writer.member("owner", owner)
      writer.member("group", group)
      writer.member("mode", mode)
      writer.member("readers", readers)
    }
  }

  /// The readers as a cell of a table.
  static func cell(_ access: NodeAccess?) -> String {
    let readers = access?.readers ?? []
    return readers.isEmpty ? "root" : readers.joined(separator: ", ")
  }
}
