/// A drawing in the form in which it is compared: an example of a template, or what a finger has just drawn.
///
/// Each stroke of an example is thinned like a drawn one. Then all strokes together are resampled to 32 points at equal
/// distances along the path.
package struct StrokeShape: Hashable, Sendable {
  /// The number of points. More of them do not distinguish shapes better, and cost more.
  static let count = 32

  package let strokeCount: Int
  /// The bounding rectangle, in millimetres.
  package let bounds: Rect
  /// The distance between the ends divided by the length of the path: 1 is a straight line.
  package let straightness: Double
  /// The coordinates relative to the mean, x and y alternating, normalized to a vector of length 1; for the comparison of
  /// places.
  package let places: [Double]
  /// The mean of the points, and the length of the vector before normalization, in millimetres.
  private let mean: Point
  private let length: Double
  /// The unit vectors from each point to the next, x and y alternating; for the comparison of directions.
  package let directions: [Double]
  package let cloud: PointCloud

  /// Creates a shape; `nil` if its path has no length: no stroke, or only one place.
  package init?(_ strokes: [[Point]]) {
    guard let points = resample(strokes, count: Self.count),
      let cloudPoints = resample(strokes, count: PointCloud.count)
    else { return nil }
    strokeCount = strokes.count
    bounds = Rect(around: strokes)
    let way = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    straightness = way > 0 ? points[0].distance(to: points[Self.count - 1]) / way : 1
    mean = points.centroid
    let ways = points.map { [mean] in $0 - mean }
    let length = ways.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }.squareRoot()
    self.length = length
    places = coordinates(of: ways) { _ in length }
    directions = unitDirections(points)
    cloud = PointCloud(cloudPoints)
  }

  /// The longer side of the bounding rectangle, in millimetres.
  package var size: Double { max(bounds.size.width, bounds.size.height) }

  /// The middle of the bounding rectangle.
  var middle: Point { bounds.origin + Vector(x: bounds.size.width, y: bounds.size.height) * 0.5 }

  /// Returns the points of another shape, scaled and moved to the size and place of this one.
  package func laidOver(by other: StrokeShape) -> [Point] {
    stride(from: 0, to: other.places.count, by: 2).map {
      mean + Vector(x: other.places[$0], y: other.places[$0 + 1]) * length
    }
  }

  /// Whether this is a swipe rather than a shape. In lines drawn by hand, the distance between the ends is at least 0.97 of the
  /// path; in quarter circles it is 0.90.
  package var isStraight: Bool { strokeCount == 1 && straightness > 0.95 }
}

/// Returns points at equal distances along all strokes. The gap between the end of a stroke and the start of the next does not
/// count.
private func resample(_ strokes: [[Point]], count: Int) -> [Point]? {
  let total = strokes.reduce(0) { $0 + wayLength($1) }
  guard total > 0, total.isFinite, let first = strokes.first(where: { !$0.isEmpty })?.first else { return nil }
  let step = total / Double(count - 1)
  var points = [first]
  points.reserveCapacity(count)
  var missing = step
  for stroke in strokes {
    for (start, end) in zip(stroke, stroke.dropFirst()) {
      let length = start.distance(to: end)
      var gone = 0.0
      while length - gone >= missing, points.count < count {
        gone += missing
        points.append(start + (end - start) * (gone / length))
        missing = step
      }
      missing -= length - gone
    }
  }
  // Rounding may leave out the last point.
  let last = strokes.last { !$0.isEmpty }?.last ?? first
  while points.count < count { points.append(last) }
  return points
}

private func wayLength(_ points: [Point]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
}

private func unitDirections(_ points: [Point]) -> [Double] {
  coordinates(of: zip(points, points.dropFirst()).map { $1 - $0 }) { $0.length }
}

/// Returns the vectors' coordinates, x and y alternating, each divided by `length`. A vector without length stays zero.
private func coordinates(of ways: [Vector], over length: (Vector) -> Double) -> [Double] {
  var numbers: [Double] = []
  numbers.reserveCapacity(2 * ways.count)
  for way in ways {
    let length = length(way)
    numbers.append(length > 0 ? way.x / length : 0)
    numbers.append(length > 0 ? way.y / length : 0)
  }
  return numbers
}

extension [Point] {
  /// The mean of the points, of which there must be at least one.
  var centroid: Point {
    let sum = reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum * (1 / Double(count))
  }
}

extension Rect {
  init(around strokes: [[Point]]) {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for point in strokes.joined() {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
