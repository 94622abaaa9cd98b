/// Tells which of many subviews may lie under a point, so that a touch does not ask all of them.
///
/// A square grid over the parent; each cell lists the subviews that reach into it. Made when it is first needed, and anew
/// after a subview came, went or moved.
struct HitTestGrid {
  /// Fewer subviews are asked one by one: as cheap as a cell, and nothing to keep.
  static let threshold = 32

  /// Subviews by cell, front to back.
  private var cells: [[Int32]]
  private let columns: Int
  private let cellWidth: Double
  private let cellHeight: Double

  init(_ subviews: [View], in size: Size) {
    // As many cells as views; fewer where views are so large that each would stand in many cells.
    var columns = Int(Double(subviews.count).squareRoot().rounded(.up))
    while columns > 1, Self.entries(subviews, in: size, columns: columns) > 8 * subviews.count { columns /= 2 }
    self.columns = columns
    cellWidth = size.width / Double(columns)
    cellHeight = size.height / Double(columns)
    cells = Array(repeating: [], count: columns * columns)
    for (index, view) in subviews.enumerated().reversed() {
      let (across, down) = Self.reach(of: view, in: size, columns: columns)
      for row in down { for column in across { cells[row * columns + column].append(Int32(index)) } }
    }
  }

  /// Indices of subviews, front to back. `point` is in the parent's own coordinates, and inside it.
  func candidates(at point: Point) -> some Sequence<Int> {
    let column = Self.cell(point.x, cellWidth, columns)
    let row = Self.cell(point.y, cellHeight, columns)
    return cells[row * columns + column].lazy.map { Int($0) }
  }

  private static func entries(_ subviews: [View], in size: Size, columns: Int) -> Int {
    subviews.reduce(0) { sum, view in
      let (across, down) = reach(of: view, in: size, columns: columns)
      return sum + across.count * down.count
    }
  }

  /// A view of a class of its own may take points outside its frame: it is in every cell.
  private static func reach(of view: View, in size: Size, columns: Int) -> (Range<Int>, Range<Int>) {
    guard type(of: view) == View.self else { return (0..<columns, 0..<columns) }
    let frame = view.frame
    return (
      range(frame.origin.x, frame.size.width, size.width / Double(columns), columns),
      range(frame.origin.y, frame.size.height, size.height / Double(columns), columns)
    )
  }

  private static func range(_ start: Double, _ extent: Double, _ cell: Double, _ columns: Int) -> Range<Int> {
    guard extent > 0 else { return 0..<0 }
    return self.cell(start, cell, columns)..<self.cell(start + extent, cell, columns) + 1
  }

  private static func cell(_ place: Double, _ extent: Double, _ columns: Int) -> Int {
    let cell = (place / extent).rounded(.down)
    if cell >= Double(columns - 1) { return columns - 1 }
    return cell > 0 ? Int(cell) : 0  // What is no number is in the first.
  }
}
