/// Where a finger was in a stroke, and when.
public struct StrokePoint: Hashable, Sendable {
  /// On the screen, in millimetres.
  public var location: Point
  /// Of the frame that brought it.
  public var time: Timestamp

  /// In millimetres, and on the clock of the frames.
  public init(_ location: Point, at time: Timestamp) {
    self.location = location
    self.time = time
  }
}

/// What was drawn in one stroke, kept in bounded room: who draws for an hour costs no more than who draws a letter.
///
/// Points closer together than a step are left out. When the room is full, each second point goes and the step doubles; what
/// is left is still far more than the 32 points that a comparison looks at.
struct StrokePath {
  /// From 128 to 256 points remain of a long path: 4 for each of those that are compared.
  static let capacity = 256
  /// Millimetres. Finer than a panel's noise says nothing of the shape, and would make a resting finger's path long.
  static let finestStep = 0.2

  private var kept: [StrokePoint] = []
  private var newest = StrokePoint(.zero, at: Timestamp(microseconds: 0))
  private var step = StrokePath.finestStep

  var isEmpty: Bool { kept.isEmpty }

  /// In the order of drawing, the place of the lift included.
  var points: [StrokePoint] { kept.last == newest || kept.isEmpty ? kept : kept + [newest] }

  var start: Point? { kept.first?.location }

  mutating func append(_ point: Point, at time: Timestamp) {
    guard point.x.isFinite, point.y.isFinite else { return }
    newest = StrokePoint(point, at: time)
    guard let last = kept.last else {
      kept.reserveCapacity(Self.capacity)
      kept.append(newest)
      return
    }
    guard isFar(point, from: last.location) else { return }
    if kept.count == Self.capacity { thin() }
    if isFar(point, from: kept[kept.count - 1].location) { kept.append(newest) }
  }

  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    step = Self.finestStep
  }

  private func isFar(_ point: Point, from last: Point) -> Bool {
    let way = point - last
    return way.x * way.x + way.y * way.y >= step * step
  }

  private mutating func thin() {
    for index in 0..<Self.capacity / 2 { kept[index] = kept[2 * index] }
    kept.removeLast(Self.capacity / 2)
    step *= 2
  }
}
