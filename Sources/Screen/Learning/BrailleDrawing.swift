import Gestures

/// A drawing of a shape for a terminal, in Braille characters of two by four dots.
package struct BrailleDrawing {
  private let columns: Int
  private let rows: Int
  /// The dots of each character, row by row.
  private var cells: [UInt8]

  /// Draws a shape as large as fits, in its proportions.
  ///
  /// - Parameters:
  ///   - columns: the available width in characters.
  ///   - rows: the available height in lines.
  package init(_ strokes: [[Point]], columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: 0, count: columns * rows)
    let bounds = Bounds(strokes)
    let room = Vector(x: Double(2 * columns - 1), y: Double(4 * rows - 1))
    let scale = min(room.x / max(bounds.width, 1e-9), room.y / max(bounds.height, 1e-9))
    for stroke in strokes {
      let dots = stroke.map { Point(x: ($0.x - bounds.left) * scale, y: ($0.y - bounds.top) * scale) }
      for (start, end) in zip(dots.prefix(1) + dots, dots) { draw(from: start, to: end) }
    }
  }

  /// The lines of the drawing, without empty characters at their ends and without empty lines at the bottom.
  package var lines: [String] {
    let lines = (0..<rows).map { row -> String in
      let line = cells[row * columns..<(row + 1) * columns]
      let end = line.lastIndex { $0 != 0 }.map { $0 + 1 } ?? line.startIndex
      return String(String.UnicodeScalarView(line[..<end].map { Unicode.Scalar(0x2800 + UInt32($0))! }))
    }
    return Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  private mutating func draw(from start: Point, to end: Point) {
    let steps = max(1, Int(max((end.x - start.x).magnitude, (end.y - start.y).magnitude).rounded(.up)))
    for step in 0...steps {
      let place = start + (end - start) * (Double(step) / Double(steps))
      set(Int(place.x.rounded()), Int(place.y.rounded()))
    }
  }

  /// Sets a dot. Unicode numbers the upper six dots down the left side, then down the right side; the lowest two were added later.
  private mutating func set(_ x: Int, _ y: Int) {
    guard (0..<2 * columns).contains(x), (0..<4 * rows).contains(y) else { return }
    let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + 3 * (x % 2)
    cells[y / 4 * columns + x / 2] |= 1 << UInt8(bit)
  }
}

/// The bounding rectangle of all points; without points, an empty one.
private struct Bounds {
  let left: Double
  let top: Double
  let width: Double
  let height: Double

  init(_ strokes: [[Point]]) {
    let (x, y) = (strokes.joined().map(\.x), strokes.joined().map(\.y))
    (left, top) = (x.min() ?? 0, y.min() ?? 0)
    (width, height) = ((x.max() ?? 0) - left, (y.max() ?? 0) - top)
  }
}
