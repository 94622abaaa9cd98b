/// A location of a stroke and its time.
public struct StrokePoint: Hashable, Sendable {
  /// The location on the screen, in millimetres.
  public var location: Point
  /// The time of the frame that reported the location.
  public var time: Timestamp

  /// Creates a point from a location in millimetres and a time on the clock of the frames.
  public init(_ location: Point, at time: Timestamp) {
    self.location = location
    self.time = time
  }
}

/// The path of one stroke in a limited amount of memory, however long it is drawn.
///
/// Points closer together than a step are left out. When the storage is full, every second point is removed and the step
/// doubles. What remains is still far more than the 32 points that a comparison uses.
struct StrokePath {
  /// The largest number of points. A long path keeps 128 to 256 of them, at least 4 for each point that is compared.
  static let capacity = 256
  /// The initial step, in millimetres. A finer one would be below a panel's noise, add nothing to the shape, and make a resting
  /// finger's path long.
  static let finestStep = 0.2

  private var kept: [StrokePoint] = []
  private var newest = StrokePoint(.zero, at: Timestamp(microseconds: 0))
  private var step = StrokePath.finestStep

  var isEmpty: Bool { kept.isEmpty }

  /// The points in the order of drawing, including the place of the lift.
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
