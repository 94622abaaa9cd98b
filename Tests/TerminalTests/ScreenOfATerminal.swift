import Terminal

/// A minimal terminal emulator that understands what the painter sends, and traps on anything else.
struct ScreenOfATerminal {
  struct Cell: Equatable {
    var character: Unicode.Scalar = " "
    var style = "0"
  }

  let columns: Int
  private(set) var cells: [Cell]
  private var row = 0
  private var column = 0
  private var style = "0"

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" { obey(&rest) } else { show(scalar) }
    }
  }

  private mutating func obey(_ rest: inout Substring.UnicodeScalarView) {
    precondition(rest.popFirst() == "[")
    var parameters = ""
    while let scalar = rest.popFirst() {
      guard scalar.value >= 0x40 else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "H":
        let place = parameters.split(separator: ";").map { Int($0)! - 1 }
        (row, column) = (place[0], place[1])
      case "m": style = parameters
      case "J": cells = Array(repeating: Cell(), count: cells.count)
      case "h", "l": precondition(parameters == "?2026")
      default: preconditionFailure("ESC [ \(parameters) \(scalar)")
      }
      return
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    precondition(scalar.value >= 0x20 && scalar.value != 0x7F)
    for half in 0..<scalar.cells {
      cells[row * columns + column] = Cell(character: half == 0 ? scalar : "\0", style: style)
      column += 1
    }
  }
}
