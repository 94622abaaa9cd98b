/// The distance of two shapes: 0 for the same shape, and on the same scale for any number of strokes.
///
/// It combines two measures that fail in different cases. The path compares order and direction (`StrokeMatcher`); the cloud
/// only compares places (`PointCloudMatcher`). A circle and a rectangle that begin in the same corner and turn in the same
/// direction are similar as paths and not as clouds; a letter drawn backwards is similar as a cloud and not as a path.
///
/// The weights were measured on seven sets of drawings (`Benchmarks/STROKES.md`), with three examples of each of five shapes.
/// In four sets of single strokes, the path alone accepted 0.11 to 3.44 % of other shapes, and both measures together 0.05 to
/// 2.79 %, while as many shapes were found (98.2 to 99.3 %). With one example of each of 16 shapes, errors fell in all four
/// sets, by 7 to 13 %. In three sets of several strokes, the cloud alone accepted 1.06 to 3.30 % of other shapes, and both
/// together 0.29 to 2.19 %. The share of shapes that were found fell by 0.5 points in one of these sets and rose by 0.1 points
/// in two.
package enum StrokeDistance {
  /// The weights of the three measures for single strokes.
  private static let (places, directions, cloud) = (0.2, 0.4, 0.4)
  /// The path's weight for shapes of several strokes. It is small because their order may differ.
  private static let pathOfSeveral = 0.3
  /// The largest ratio of the path's distance to the cloud's that counts for several strokes, so that strokes in another order
  /// cost at most 15 %.
  private static let mostOfPath = 1.5

  /// Returns the distance of two shapes.
  ///
  /// - Parameter limit: if the distance is at least this, any number that is not less may be returned.
  package static func between(_ a: StrokeShape, _ b: StrokeShape, limit: Double = .infinity) -> Double {
    between(a, b, least: least(a, b), limit: limit)
  }

  /// Returns a lower bound of the distance, at a hundredth of its cost.
  static func least(_ a: StrokeShape, _ b: StrokeShape) -> Double {
    isOfOneStroke(a, b) ? places * StrokeMatcher.distanceOfPlaces(a, b) / StrokeMatcher.scaleOfPlaces : 0
  }

  /// - Parameters:
  ///   - least: the result of `least(a, b)`.
  ///   - limit: if the distance is at least this, any number that is not less may be returned.
  static func between(_ a: StrokeShape, _ b: StrokeShape, least: Double, limit: Double) -> Double {
    isOfOneStroke(a, b) ? ofOneStroke(a, b, places: least, limit: limit) : ofSeveralStrokes(a, b, limit: limit)
  }

  private static func isOfOneStroke(_ a: StrokeShape, _ b: StrokeShape) -> Bool {
    a.strokeCount == 1 && b.strokeCount == 1
  }

  private static func ofOneStroke(_ a: StrokeShape, _ b: StrokeShape, places: Double, limit: Double) -> Double {
    if places >= limit { return places }
    let share = directions / StrokeMatcher.scaleOfDirections
    let distance =
      places + directions
      * StrokeMatcher.distanceOfDirections(a, b, limit: (limit - places) / share) / StrokeMatcher.scaleOfDirections
    if distance >= limit { return distance }
    return distance + cloud * PointCloudMatcher.distance(a.cloud, b.cloud, limit: (limit - distance) / cloud)
  }

  private static func ofSeveralStrokes(_ a: StrokeShape, _ b: StrokeShape, limit: Double) -> Double {
    let cloud = PointCloudMatcher.distance(a.cloud, b.cloud, limit: limit / (1 - pathOfSeveral))
    let least = (1 - pathOfSeveral) * cloud
    return least >= limit ? least : least + pathOfSeveral * min(StrokeMatcher.distance(a, b), mostOfPath * cloud)
  }
}
