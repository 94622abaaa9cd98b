import Gestures
import Terminal

/// The panel's place on the terminal: below the title, at the left, as large as fits.
struct PanelFrame {
  /// The width and height in cells, including the border.
  let columns: Int
  let rows: Int
  /// The rows of the upper part of the screen, which the panel shares with the recognizers.
  let upperRows: Int
  let size: Size

  /// A cell's height divided by its width.
  private static let cellRatio = 2.0

  init(_ size: Size, columns: Int, rows: Int) {
    self.size = size
    upperRows = rows * 6 / 10
    let most = (columns: columns * 55 / 100 - 2, rows: upperRows - 2)
    // A configured size may be absurd.
    let ratio = size.height > 0 ? min(max(Self.cellRatio * size.width / size.height, 0.01), 100) : Self.cellRatio
    let height = max(1, min(most.rows, Int((Double(most.columns) / ratio).rounded())))
    self.rows = height + 2
    self.columns = max(4, min(most.columns, Int((Double(height) * ratio).rounded()))) + 2
  }

  static let top = 1
  var innerColumns: Int { columns - 2 }
  var innerRows: Int { rows - 2 }

  /// Returns the cell of a place, counted from the inner top left corner.
  func cell(_ point: Point) -> (row: Int, column: Int) {
    (Self.scale(point.y, size.height, innerRows), Self.scale(point.x, size.width, innerColumns))
  }

  func dot(_ point: Point, on canvas: BrailleCanvas) -> (x: Int, y: Int) {
    (Self.scale(point.x, size.width, canvas.width), Self.scale(point.y, size.height, canvas.height))
  }

  /// Returns which of `count` equal parts of a length contains the value. Values outside count as in the nearest part.
  static func scale(_ value: Double, _ length: Double, _ count: Int) -> Int {
    guard length > 0, value.isFinite else { return 0 }
    return Int(max(0, min(Double(count - 1), (value / length * Double(count)).rounded(.down))))
  }
}
