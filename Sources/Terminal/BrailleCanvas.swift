/// A canvas for lines of dots: each cell has two by four, the dots of a braille character.
package struct BrailleCanvas {
  private let columns: Int
  private let rows: Int
  private var dots: [UInt8]
  private var styles: [Style]

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    dots = Array(repeating: 0, count: self.columns * self.rows)
    styles = Array(repeating: .plain, count: dots.count)
  }

  /// The width in dots.
  package var width: Int { columns * 2 }
  package var height: Int { rows * 4 }

  package mutating func dot(_ x: Int, _ y: Int, _ style: Style) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let cell = y / 4 * columns + x / 2
    dots[cell] |= Self.bits[y % 4 * 2 + x % 2]
    styles[cell] = style
  }

  /// Draws a line. Its ends must lie on the canvas or near it, as every dot between them is visited.
  package mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ style: Style) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    for step in 0...steps {
      let part = steps == 0 ? 0 : Double(step) / Double(steps)
      dot(
        start.x + Int((Double(end.x - start.x) * part).rounded()),
        start.y + Int((Double(end.y - start.y) * part).rounded()), style)
    }
  }

  /// Draws the cells that have dots; the buffer's other cells stay as they are.
  package func draw(on buffer: inout CellBuffer, row: Int, column: Int) {
    for (cell, bits) in dots.enumerated() where bits != 0 {
      let character = Unicode.Scalar(0x2800 + UInt32(bits))!
      buffer.put(character, row: row + cell / columns, column: column + cell % columns, styles[cell])
    }
  }

  /// The lines as text, without empty cells at their ends and without empty lines at the bottom.
  package var lines: [String] {
    let lines = (0..<rows).map { row -> String in
      let line = dots[row * columns..<(row + 1) * columns]
      let end = line.lastIndex { $0 != 0 }.map { $0 + 1 } ?? line.startIndex
      return String(String.UnicodeScalarView(line[..<end].map { Unicode.Scalar(0x2800 + UInt32($0))! }))
    }
    return Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  /// The bits of a cell's dots, row by row from the left. Braille numbers its dots in another order.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}
