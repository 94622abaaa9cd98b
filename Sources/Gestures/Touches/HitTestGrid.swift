/// Finds the few of many subviews that may lie under a point, so that a touch need not ask all of them.
///
/// A square grid over the parent. Each cell lists the subviews that overlap it, front to back. The grid is made when it is
/// first needed, and made again after a subview was added, removed or moved.
struct HitTestGrid {
  /// The least number of subviews for which a grid is made. Fewer are asked one by one: that costs no more than a cell and
  /// needs no storage.
  static let threshold = 32

  /// The indices of subviews, cell after cell.
  private let entries: [Int32]
  /// The index of each cell's first entry, and at the end the number of entries.
  private let starts: [Int32]
  private let columns: Int
  private let cellWidth: Double
  private let cellHeight: Double

  /// - Parameters:
  ///   - frames: the frames of the subviews, back to front; `nil` for a subview that may take any point.
  ///   - size: the size of the parent, in millimetres.
  init(_ frames: [Rect?], in size: Size) {
    // As many cells as views; fewer if the views are so large that each would overlap many cells.
    var columns = Int(Double(frames.count).squareRoot().rounded(.up))
    var reaches = Self.reaches(of: frames, in: size, columns: columns)
    while columns > 1, reaches.reduce(0, { $0 + $1.count }) > 8 * frames.count {
      columns /= 2
      reaches = Self.reaches(of: frames, in: size, columns: columns)
    }
    self.columns = columns
    cellWidth = size.width / Double(columns)
    cellHeight = size.height / Double(columns)

    // A counting sort: the number of entries per cell, the start of each cell, then the views from front to back.
    var starts = [Int32](repeating: 0, count: columns * columns + 1)
    for reach in reaches { reach.forEachCell(of: columns) { starts[$0 + 1] += 1 } }
    for cell in 0..<columns * columns { starts[cell + 1] += starts[cell] }
    var entries = [Int32](repeating: 0, count: Int(starts[columns * columns]))
    var ends = starts
    for (index, reach) in reaches.enumerated().reversed() {
      reach.forEachCell(of: columns) { cell in
        entries[Int(ends[cell])] = Int32(index)
        ends[cell] += 1
      }
    }
    self.starts = starts
    self.entries = entries
  }

  /// Returns the indices of subviews that may contain `point`, front to back. `point` is in the parent's coordinates, and
  /// inside it.
  func candidates(at point: Point) -> some Sequence<Int> {
    let cell = Self.cell(point.y, cellHeight, columns) * columns + Self.cell(point.x, cellWidth, columns)
    return entries[Int(starts[cell])..<Int(starts[cell + 1])].lazy.map { Int($0) }
  }

  /// The cells that a view overlaps.
  private struct Reach {
    var across: Range<Int>
    var down: Range<Int>

    var count: Int { across.count * down.count }

    func forEachCell(of columns: Int, _ body: (Int) -> Void) {
      for row in down { for column in across { body(row * columns + column) } }
    }
  }

  private static func reaches(of frames: [Rect?], in size: Size, columns: Int) -> [Reach] {
    let width = size.width / Double(columns)
    let height = size.height / Double(columns)
    return frames.map { frame in
      guard let frame else { return Reach(across: 0..<columns, down: 0..<columns) }
      return Reach(
        across: range(frame.origin.x, frame.size.width, width, columns),
        down: range(frame.origin.y, frame.size.height, height, columns))
    }
  }

  private static func range(_ start: Double, _ extent: Double, _ cell: Double, _ columns: Int) -> Range<Int> {
    guard extent > 0 else { return 0..<0 }
    return self.cell(start, cell, columns)..<self.cell(start + extent, cell, columns) + 1
  }

  private static func cell(_ place: Double, _ extent: Double, _ columns: Int) -> Int {
    let cell = (place / extent).rounded(.down)
    if cell >= Double(columns - 1) { return columns - 1 }
    return cell > 0 ? Int(cell) : 0  // NaN goes into the first cell.
  }
}
