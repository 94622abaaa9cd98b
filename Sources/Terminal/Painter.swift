/// Turns pictures into bytes for a terminal, for only those cells that differ from the picture before.
package struct Painter {
  private let abilities: TerminalAbilities
  private var shown: CellBuffer?

  package init(_ abilities: TerminalAbilities) { self.abilities = abilities }

  /// Makes the next picture be painted whole, as the terminal now shows something else.
  package mutating func forget() { shown = nil }

  /// Returns the bytes to send; none if nothing has changed.
  package mutating func paint(_ buffer: CellBuffer) -> [UInt8] {
    let isWhole = shown?.columns != buffer.columns || shown?.rows != buffer.rows
    var output = isWhole ? "\u{1B}[0m\u{1B}[2J" : ""
    let before = isWhole ? CellBuffer(columns: buffer.columns, rows: buffer.rows) : shown!
    var style = isWhole ? Style.plain : nil
    for row in 0..<buffer.rows where isWhole || !buffer.hasRow(row, of: before) {
      paint(row, of: buffer, over: before, &style, into: &output)
    }
    shown = buffer
    if output.isEmpty { return [] }
    // Synchronized output: a terminal that supports it shows all changes at once.
    return Array("\u{1B}[?2026h\(output)\u{1B}[?2026l".utf8)
  }

  private func paint(
    _ row: Int, of buffer: CellBuffer, over before: CellBuffer, _ style: inout Style?, into output: inout String
  ) {
    var cursor: Int?
    for column in 0..<buffer.columns {
      let cell = buffer[row, column]
      if cell == before[row, column] || cell.character == "\0" { continue }
      if cursor != column { output += "\u{1B}[\(row + 1);\(column + 1)H" }
      if style != cell.style { output += cell.style.sequence(hasColours: abilities.hasColours) }
      style = cell.style
      if abilities.hasUnicode {
        output.unicodeScalars.append(cell.character)
      } else {
        for _ in 0..<cell.character.cells { output.unicodeScalars.append(cell.character.plainest) }
      }
      // Terminals disagree about the width of some characters: after any but ASCII and drawing ones the cursor is placed again.
      cursor = cell.character.isASCII || cell.character.isDrawing ? column + 1 : nil
    }
  }
}

extension CellBuffer {
  fileprivate func hasRow(_ row: Int, of other: CellBuffer) -> Bool {
    cells[row * columns..<(row + 1) * columns] == other.cells[row * columns..<(row + 1) * columns]
  }
}

extension Unicode.Scalar {
  /// Whether it is a box drawing, block or braille character.
  fileprivate var isDrawing: Bool { (0x2500...0x259F).contains(value) || (0x2800...0x28FF).contains(value) }

  /// The replacement for terminals that only have ASCII.
  fileprivate var plainest: Unicode.Scalar {
    switch self {
    case _ where isASCII: self
    case "─": "-"
    case "│": "|"
    case "┌", "┐", "└", "┘": "+"
    case "·": "."
    case "…": "~"
    case "×": "x"
    case "✓": "+"
    case "✗": "x"
    case "▶": ">"
    case "⏸": "="
    case "°": "'"
    case _ where (0x2800...0x28FF).contains(value): "*"
    default: "?"
    }
  }
}
