/// A shape as a cloud of points, for comparisons that ignore the order of drawing.
package struct PointCloud: Hashable, Sendable {
  /// The number of points. It is higher than for a single path, because each of several strokes only gets a part of them.
  static let count = 64

  /// The coordinates relative to the centroid, in diagonals of the shape.
  fileprivate let x: [Lane]
  fileprivate let y: [Lane]
  /// How the path turns at each point: 0 is straight on, 1 is straight back.
  fileprivate let turn: [Lane]

  /// - Parameter points: `count` points at equal distances.
  init(_ points: [Point]) {
    let bounds = Rect(around: [points])
    let scale = 1 / Vector(x: bounds.size.width, y: bounds.size.height).length
    let middle = points.centroid
    x = lanes(points.map { ($0.x - middle.x) * scale })
    y = lanes(points.map { ($0.y - middle.y) * scale })
    turn = lanes(
      points.indices.map { index in
        guard index > 0, index < points.count - 1 else { return 0 }
        let (before, after) = (points[index] - points[index - 1], points[index + 1] - points[index])
        return before.angle(to: after).magnitude / Vector.pi
      })
  }
}

/// Eight points, processed together.
private typealias Lane = SIMD8<Double>

private func lanes(_ numbers: [Double]) -> [Lane] {
  stride(from: 0, to: numbers.count, by: Lane.scalarCount).map { Lane(numbers[$0..<$0 + Lane.scalarCount]) }
}

/// Compares two shapes of several strokes, whatever the order and the direction in which the strokes were drawn. This is the
/// $P+ recognizer (Vatavu 2017), scaled so that the same limit applies as for single strokes.
///
/// Each point is matched with the nearest one of the other shape, by its place and by how the path turns there. Then the points
/// of the other shape that were not matched are matched with the nearest ones of the first. The distance is the smaller of the
/// two directions' results. Unlike the original, it measures in diagonals of the shape instead of its longer sides, which
/// reduced errors by a third.
package enum PointCloudMatcher {
  /// The unit of the result, as a mean distance per point. With it, 1.2 is as good a limit as for single strokes.
  private static let scale = 0.073
  private static let laneCount = PointCloud.count / Lane.scalarCount

  /// Returns the distance of two shapes, 0 for the same shape.
  ///
  /// - Parameter limit: if the distance is at least this, any number that is not less may be returned.
  package static func distance(_ a: PointCloud, _ b: PointCloud, limit: Double = .infinity) -> Double {
    withUnsafeTemporaryAllocation(of: Lane.self, capacity: (PointCloud.count + 1) * laneCount) { room in
      room.initialize(repeating: Lane(repeating: .infinity))
      return distance(a, b, limit: limit, squares: room, nearestOfB: PointCloud.count * laneCount)
    }
  }

  /// - Parameters:
  ///   - squares: gets a row for each point of `a`, with the squares of its distances to the points of `b`.
  ///   - nearestOfB: the index in `squares` at which the minimum of each column is stored.
  private static func distance(
    _ a: PointCloud, _ b: PointCloud, limit: Double, squares: UnsafeMutableBufferPointer<Lane>, nearestOfB: Int
  ) -> Double {
    var (sumOfA, sumOfB) = (0.0, 0.0)
    // Sums in another order differ by their rounding.
    let limitOfSum = limit * Double(PointCloud.count) * scale + 1e-9
    withUnsafeTemporaryAllocation(of: Double.self, capacity: PointCloud.count) { nearestOfA in
      for i in 0..<PointCloud.count {
        let (lane, place) = (i / Lane.scalarCount, i % Lane.scalarCount)
        let (x, y, turn) = (a.x[lane][place], a.y[lane][place], a.turn[lane][place])
        var nearest = Lane(repeating: .infinity)
        for k in 0..<laneCount {
          let (dx, dy, dturn) = (b.x[k] - x, b.y[k] - y, b.turn[k] - turn)
          let square = dx * dx + dy * dy + dturn * dturn
          squares[i * laneCount + k] = square
          nearest.replace(with: square, where: square .< nearest)
          squares[nearestOfB + k].replace(with: square, where: square .< squares[nearestOfB + k])
        }
        nearestOfA[i] = nearest.min()
      }
      // The lower bounds of both sums, without the points that were not matched.
      if min(sumOfRoots(nearestOfA), sumOfRoots(squares[nearestOfB...])) > limitOfSum {
        (sumOfA, sumOfB) = (.infinity, .infinity)
        return
      }
      var isTaken = [SIMDMask<Lane.MaskStorage>](repeating: SIMDMask(repeating: false), count: laneCount)
      for i in 0..<PointCloud.count {
        let distance = nearestOfA[i].squareRoot()
        var isWanted = SIMDMask<Lane.MaskStorage>(repeating: false)
        for k in 0..<laneCount {
          let square = squares[i * laneCount + k]
          isTaken[k] = isTaken[k] .| (square .<= nearestOfA[i])
          isWanted = isWanted .| (square .<= squares[nearestOfB + k])
        }
        sumOfA += distance
        // In the other direction, a point that is not the nearest of any other was not matched.
        if !any(isWanted) { sumOfB += distance }
      }
      for k in 0..<laneCount {
        let distances = squares[nearestOfB + k].squareRoot()
        sumOfB += distances.sum()
        sumOfA += distances.replacing(with: 0, where: isTaken[k]).sum()
      }
    }
    return min(sumOfA, sumOfB) / Double(PointCloud.count) / scale
  }

  private static func sumOfRoots(_ squares: UnsafeMutableBufferPointer<Double>) -> Double {
    var sum = 0.0
    for square in squares { sum += square.squareRoot() }
    return sum
  }

  private static func sumOfRoots(_ squares: Slice<UnsafeMutableBufferPointer<Lane>>) -> Double {
    var sum = Lane.zero
    for square in squares { sum += square.squareRoot() }
    return sum.sum()
  }
}
