/// How far apart two paths are: two measures, each over what it usually is between a template and a right answer.
///
/// One compares places: the angle between the two shapes as vectors, the better one turned to the other by up to 30°
/// (Protractor; Li 2010). The other one compares directions: dynamic time warping of the 31 unit vectors from point to
/// point, at most 3 apart. The first tolerates a hand that holds the pen askew, the second one that draws a corner sooner or
/// later; what both take for near is the shape that was meant.
package enum StrokeMatcher {
  /// How far a shape may be turned before it costs.
  private static let (cosine, sine) = (0.8660254037844387, 0.5)
  /// In radians.
  static let scaleOfPlaces = 0.286
  /// The mean over pairs of directions of 1 less the cosine of the angle between them.
  static let scaleOfDirections = 0.06
  /// How many points one shape may lag behind the other.
  private static let band = 3

  /// Both measures; the directions count twice, as in `StrokeDistance`.
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
    // The angle of (along, across) is the turn that brings them closest; it is cut off at the bound.
    let isBeyond = along * sine < across * cosine
    let likeness =
      isBeyond ? along * cosine + across * sine : (along * along + across * across).squareRoot()
    let cut = max(-1, min(1, likeness))
    return Vector.arctangent((1 - cut * cut).squareRoot(), cut)
  }

  /// - Parameter limit: a distance from which on the answer may be any number that is not less.
  package static func distanceOfDirections(_ a: StrokeShape, _ b: StrokeShape, limit: Double = .infinity) -> Double {
    // Rounding may make a step cost a hair less than nothing.
    let limitOfSum = limit * Double(StrokeShape.count - 1) + 1e-9
    let count = StrokeShape.count - 1
    // Two rows of the table; column 0 is before the first direction of `b`.
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
            // What the next row reads beside these.
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
