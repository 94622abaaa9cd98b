/// A shape as a cloud of points, for comparisons in which the order of drawing is of no account.
package struct PointCloud: Hashable, Sendable {
  /// Several strokes need more points than one: each of them has but a part.
  static let count = 64

  /// Around the middle, in diagonals of the shape.
  fileprivate let x: [Lane]
  fileprivate let y: [Lane]
  /// How the way turns in the point: 0 goes straight on, 1 goes back.
  fileprivate let turn: [Lane]

  /// - Parameter points: so many, at equal distances.
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

/// Eight points at a time.
private typealias Lane = SIMD8<Double>

private func lanes(_ numbers: [Double]) -> [Lane] {
  stride(from: 0, to: numbers.count, by: Lane.scalarCount).map { Lane(numbers[$0..<$0 + Lane.scalarCount]) }
}

/// How far apart two shapes of several strokes are, whatever the order and the direction in which the strokes were drawn: the
/// $P+ recognizer (Vatavu 2017), in units in which the same limit holds as for one stroke.
///
/// Each point goes to the nearest one of the other shape, by its place and by how the way turns there; then those that are
/// left over go to the nearest ones of the first. The smaller of both ways round is the distance. Unlike the original it
/// measures in diagonals of the shape instead of its longer sides, which a third fewer errors came of.
package enum PointCloudMatcher {
  /// Of the mean distance of a point: what makes 1.2 as good a limit as it is for one stroke.
  private static let scale = 0.073
  private static let laneCount = PointCloud.count / Lane.scalarCount

  /// - Parameter limit: a distance from which on the answer may be any number that is not less.
  package static func distance(_ a: PointCloud, _ b: PointCloud, limit: Double = .infinity) -> Double {
    withUnsafeTemporaryAllocation(of: Lane.self, capacity: (PointCloud.count + 1) * laneCount) { room in
      room.initialize(repeating: Lane(repeating: .infinity))
      return distance(a, b, limit: limit, squares: room, nearestOfB: PointCloud.count * laneCount)
    }
  }

  /// - Parameters:
  ///   - squares: gets a row for each point of `a`, with the squares of its distances to those of `b`.
  ///   - nearestOfB: where the smallest of each column go.
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
      // Both sums without the points that are left over.
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
        // Of the other way round: who is nobody's nearest is left over.
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
