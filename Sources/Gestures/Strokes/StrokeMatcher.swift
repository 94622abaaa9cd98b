/// Compares two paths by two measures, each divided by its usual value between a template and a right answer.
///
/// The first compares places: the angle between the two shapes as vectors, after one was turned towards the other by up to 30°
/// (Protractor; Li 2010). The second compares directions: dynamic time warping of the 31 unit vectors from point to point, at
/// most 3 apart. The first tolerates shapes that are drawn at an angle, the second tolerates corners that are drawn sooner or
/// later. A shape that both find similar is the one that was meant.
package enum StrokeMatcher {
  /// The cosine and sine of the angle by which a shape may be turned at no cost: 30°.
  private static let (cosine, sine) = (0.8660254037844387, 0.5)
  /// The usual distance of places, in radians.
  static let scaleOfPlaces = 0.286
  /// The usual distance of directions: the mean, over pairs of directions, of 1 minus the cosine of the angle between them.
  static let scaleOfDirections = 0.06
  /// The largest number of points by which one shape may lag behind the other.
  private static let band = 3

  /// Returns the combined distance. Directions count twice, as in `StrokeDistance`.
  package static func distance(_ a: StrokeShape, _ b: StrokeShape) -> Double {
    (distanceOfPlaces(a, b) / scaleOfPlaces + 2 * distanceOfDirections(a, b) / scaleOfDirections) / 3
  }

  package static func distanceOfPlaces(_ a: StrokeShape, _ b: StrokeShape) -> Double {
    var along = 0.0
    var across = 0.0
    a.places.withUnsafeBufferPointer { a in
      b.places.withUnsafeBufferPointer { b in
        for i in stride(from: 0, to: 2 * StrokeShape.count, by: 2) {
          along += a[i] * b[i] + a[i + 1] * b[i + 1]
          across += a[i] * b[i + 1] - a[i + 1] * b[i]
        }
      }
    }
    across = across.magnitude
    // The angle of (along, across) is the turn that brings the shapes closest. It is limited to 30°.
    let isBeyond = along * sine < across * cosine
    let likeness =
      isBeyond ? along * cosine + across * sine : (along * along + across * across).squareRoot()
    let cut = max(-1, min(1, likeness))
    return Vector.arctangent((1 - cut * cut).squareRoot(), cut)
  }

  /// - Parameter limit: if the distance is at least this, any number that is not less may be returned.
  package static func distanceOfDirections(_ a: StrokeShape, _ b: StrokeShape, limit: Double = .infinity) -> Double {
    // Rounding may make the cost of a step slightly negative.
    let limitOfSum = limit * Double(StrokeShape.count - 1) + 1e-9
    let count = StrokeShape.count - 1
    // Two rows of the table. Column 0 stands before the first direction of `b`.
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * (count + 1)) { rows in
      rows.initialize(repeating: .infinity)
      var (above, row) = (0, count + 1)
      rows[above] = 0
      let isBeyond = a.directions.withUnsafeBufferPointer { a in
        b.directions.withUnsafeBufferPointer { b in
          for i in 0..<count {
            let (first, last) = (max(0, i - band), min(count - 1, i + band))
            let (ax, ay) = (a[2 * i], a[2 * i + 1])
            var (before, least) = (Double.infinity, Double.infinity)
            for j in first...last {
              let cost = 1 - ax * b[2 * j] - ay * b[2 * j + 1]
              before = cost + min(rows[above + j], rows[above + j + 1], before)
              rows[row + j + 1] = before
              least = min(least, before)
            }
            // The entries beside these that the next row reads.
            rows[row + first] = .infinity
            if last + 2 <= count { rows[row + last + 2] = .infinity }
            if least > limitOfSum { return true }
            swap(&above, &row)
          }
          return false
        }
      }
      return isBeyond ? .infinity : rows[above + count] / Double(count)
    }
  }
}
