/// Cells in columns, each as wide as its widest cell.
package struct TextTable {
  private let rows: [[String]]
  private let rightAligned: Range<Int>
  private let widths: [Int]

  /// - Parameters:
  ///   - rows: the head and at least as many cells in each further row.
  ///   - rightAligned: the columns whose cells end at the same place.
  package init(_ rows: [[String]], rightAligned: Range<Int> = 0..<0) {
    self.rows = rows
    self.rightAligned = rightAligned
    widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
  }

  /// The longest line, in characters.
  package var width: Int { widths.dropLast().reduce(0) { $0 + $1 + 2 } + widths.last! }

  package var lines: [String] {
    rows.map { row in
      let cells = zip(row.indices, row).map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? space + cell : cell + space
      }
      return cells.joined(separator: "  ").trimmingEnd()
    }
  }

  /// Breaks text between words; lines after the first are indented two spaces further.
  package static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > width, line.contains(where: { $0 != " " }) {
        lines.append(line)
        line = String(repeating: " ", count: indent + 2)
      }
      line += (line.last == " " || line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
