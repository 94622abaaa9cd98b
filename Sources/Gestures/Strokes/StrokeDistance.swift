/// The distance of two shapes: 0 for the same shape, and the same scale however many strokes they have.
///
/// Two measures that err in different places are fused. The path compares order and direction (`StrokeMatcher`), the cloud
/// compares places alone (`PointCloudMatcher`). A circle and a rectangle that begin in the same corner and go round the same
/// way are near as paths and not as clouds; a letter drawn backwards is near as a cloud and not as a path.
///
/// The weights were measured on seven sets of drawings by 61 people, with three examples of each of five shapes. Four sets
/// of one stroke: at the threshold that finds 98.5 % of the learned shapes, other shapes were accepted half as often as with
/// the path alone in three sets, and a third less often in the fourth; errors among 16 shapes fell in all four. Three sets of
/// several strokes: a third to three quarters fewer other shapes than with the cloud alone, in two of three.
package enum StrokeDistance {
  /// Weights of the three measures for shapes of one stroke.
  private static let (places, directions, cloud) = (0.2, 0.4, 0.4)
  /// The path's weight for shapes of several strokes. It is small because their order may differ.
  private static let pathOfSeveral = 0.3
  /// The path of several strokes counts at most this many times the cloud: strokes in another order cost 15 %.
  private static let mostOfPath = 1.5

  /// - Parameter limit: a distance from which on the answer may be any that is no less.
  package static func between(_ a: StrokeShape, _ b: StrokeShape, limit: Double = .infinity) -> Double {
    a.strokeCount == 1 && b.strokeCount == 1
      ? ofOneStroke(a, b, limit: limit) : ofSeveralStrokes(a, b, limit: limit)
  }

  private static func ofOneStroke(_ a: StrokeShape, _ b: StrokeShape, limit: Double) -> Double {
    var distance = places * StrokeMatcher.distanceOfPlaces(a, b) / StrokeMatcher.scaleOfPlaces
    if distance >= limit { return distance }
    distance += directions * StrokeMatcher.distanceOfDirections(a, b) / StrokeMatcher.scaleOfDirections
    if distance >= limit { return distance }
    return distance + cloud * PointCloudMatcher.distance(a.cloud, b.cloud)
  }

  private static func ofSeveralStrokes(_ a: StrokeShape, _ b: StrokeShape, limit: Double) -> Double {
    let cloud = PointCloudMatcher.distance(a.cloud, b.cloud)
    let least = (1 - pathOfSeveral) * cloud
    return least >= limit ? least : least + pathOfSeveral * min(StrokeMatcher.distance(a, b), mostOfPath * cloud)
  }
}
