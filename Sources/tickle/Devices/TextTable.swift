/// Cells in columns, each as wide as its widest cell.
struct TextTable {
  private let rows: [[String]]
  private let widths: [Int]

  /// - Parameter rows: the head and at least as many cells in each further row.
  init(_ rows: [[String]]) {
    self.rows = rows
    widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
  }

  /// The longest line, in characters.
  var width: Int { widths.dropLast().reduce(0) { $0 + $1 + 2 } + widths.last! }

  var lines: [String] {
    rows.map { row in
      zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width + 2 - cell.count) }.joined()
        .trimmingEnd()
    }
  }

  /// Breaks text between words; lines after the first are indented two spaces further.
  static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
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
