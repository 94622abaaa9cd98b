/// A picture of the screen: a character and a style for each cell.
///
/// Anything drawn beyond its edges is ignored. No text in it can move the cursor: characters that cannot be shown, such as control
/// characters, become question marks.
package struct CellBuffer: Equatable, Sendable {
  package struct Cell: Equatable, Sendable {
    /// U+0000: the right half of a wide character.
    package var character: Unicode.Scalar = " "
    package var style = Style.plain
  }

  package let columns: Int
  package let rows: Int
  private(set) var cells: [Cell]

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// The lines without trailing spaces, for tests and for people.
  package var text: [String] {
    (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<columns where self[row, column].character != "\0" { line.append(self[row, column].character) }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// Puts a character into a cell. A character that takes more or less than one cell becomes a question mark.
  package mutating func put(_ character: Unicode.Scalar, row: Int, column: Int, _ style: Style = .plain) {
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    splitWide(row, column)
    cells[row * columns + column] = Cell(
      character: character.isSafe && character.cells == 1 ? character : "?", style: style)
  }

  /// Writes text from a cell on, in at most `width` cells. Text that is cut short ends with an ellipsis.
  /// - Returns: the number of cells written.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, width: Int = .max, _ style: Style = .plain
  ) -> Int {
    let room = min(width, columns - column)
    guard room > 0, row >= 0, row < rows, column >= 0 else { return 0 }
    let total = text.cells
    let limit = total > room ? room - 1 : room
    var used = 0
    for scalar in text.unicodeScalars {
      let shown = scalar.isSafe ? scalar : "?"
      guard used + shown.cells <= limit else { break }
      if shown.cells == 0 { continue }
      place(shown, row, column + used, style)
      used += shown.cells
    }
    if total > room {
      put("…", row: row, column: column + used, style)
      used += 1
    }
    return used
  }

  private mutating func place(_ scalar: Unicode.Scalar, _ row: Int, _ column: Int, _ style: Style) {
    for cell in 0..<scalar.cells {
      splitWide(row, column + cell)
      cells[row * columns + column + cell] = Cell(character: cell == 0 ? scalar : "\0", style: style)
    }
  }

  /// Blanks the other half of a wide character before one of its halves is overwritten.
  private mutating func splitWide(_ row: Int, _ column: Int) {
    let index = row * columns + column
    if cells[index].character == "\0", column > 0 { cells[index - 1].character = " " }
    if column + 1 < columns, cells[index + 1].character == "\0" { cells[index + 1].character = " " }
  }

  /// Draws a frame of lines, unless it has fewer than two rows or columns.
  package mutating func box(row: Int, column: Int, rows height: Int, columns width: Int, _ style: Style = .plain) {
    guard height >= 2, width >= 2 else { return }
    let (bottom, right) = (row + height - 1, column + width - 1)
    for column in column...right {
      put("─", row: row, column: column, style)
      put("─", row: bottom, column: column, style)
    }
    for row in row...bottom {
      put("│", row: row, column: column, style)
      put("│", row: row, column: right, style)
    }
    put("┌", row: row, column: column, style)
    put("┐", row: row, column: right, style)
    put("└", row: bottom, column: column, style)
    put("┘", row: bottom, column: right, style)
  }
}

extension StringProtocol {
  /// The number of cells that the text takes.
  package var cells: Int { unicodeScalars.reduce(0) { $0 + ($1.isSafe ? $1.cells : 1) } }
}

extension Unicode.Scalar {
  /// Whether a terminal can show it: control characters and characters without a glyph of their own are not safe.
  fileprivate var isSafe: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
