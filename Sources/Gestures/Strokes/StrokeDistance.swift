/// The distance of two shapes: 0 for the same shape, and the same scale however many strokes they have.
///
/// Two measures that err in different places are fused. The path compares order and direction (`StrokeMatcher`), the cloud
/// compares places alone (`PointCloudMatcher`). A circle and a rectangle that begin in the same corner and go round the same
/// way are near as paths and not as clouds; a letter drawn backwards is near as a cloud and not as a path.
///
/// The weights were measured on seven sets of drawings (`Benchmarks/STROKES.md`), with three examples of each of five shapes.
/// With the path alone, four sets of one stroke have 0.11 to 3.44 % of other shapes accepted, and 0.05 to 2.79 % with both,
/// where as many are found (98.2 to 99.3 %); with one example of 16 shapes errors fell in all four, by 7 to 13 %. With the
/// cloud alone, three sets of several strokes have 1.06 to 3.30 % of other shapes accepted, and 0.29 to 2.19 % with both;
/// found are 0.5 points fewer in one of them and 0.1 more in two.
package enum StrokeDistance {
  /// Weights of the three measures for shapes of one stroke.
  private static let (places, directions, cloud) = (0.2, 0.4, 0.4)
  /// The path's weight for shapes of several strokes. It is small because their order may differ.
  private static let pathOfSeveral = 0.3
  /// The path of several strokes counts at most this many times the cloud: strokes in another order cost 15 %.
  private static let mostOfPath = 1.5

  /// - Parameter limit: a distance from which on the answer may be any number that is not less.
  package static func between(_ a: StrokeShape, _ b: StrokeShape, limit: Double = .infinity) -> Double {
    between(a, b, least: least(a, b), limit: limit)
  }

  /// What the distance is at least. Costs a hundredth of it.
  static func least(_ a: StrokeShape, _ b: StrokeShape) -> Double {
    isOfOneStroke(a, b) ? places * StrokeMatcher.distanceOfPlaces(a, b) / StrokeMatcher.scaleOfPlaces : 0
  }

  /// - Parameters:
  ///   - least: `least(a, b)`.
  ///   - limit: a distance from which on the answer may be any number that is not less.
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
