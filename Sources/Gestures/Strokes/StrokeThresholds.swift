/// The least score that counts as each of several templates.
///
/// A hand that draws a shape alike each time gets a strict threshold, and keeps similar shapes out. A hand that varies gets a
/// lenient one, and is still understood. Each template brings the tolerance of its own examples (`StrokeTemplate.tolerance`);
/// no shape tolerates more than its distance from the nearest other one, as far as `least` allows.
package struct StrokeThresholds: Sendable {
  /// The tolerance of a shape of one example, as a distance. It finds 96.4 % of what was meant and accepts 1.4 % of other
  /// shapes in the logs of 11 people (one stroke); 92.5 % and 2.1 % in those of 20 (several).
  static let ofOneExample = 1.3
  /// Bounds of a tolerance. Outside of them the few examples of a shape say too little of the hand.
  static let (least, most) = (0.8, 1.5)

  /// The least scores at a `minimumScore` of 0.7.
  private let scores: [Double]

  /// Compares all examples with one another: 1 µs for two of one stroke that are far apart, else 8 µs.
  package init(_ templates: [StrokeTemplate]) {
    var tolerances = templates.map(\.tolerance)
    let comparison = StrokeComparison()
    for (index, template) in templates.enumerated() {
      for (otherIndex, other) in templates.enumerated().dropFirst(index + 1)
      where template.minimumScore == nil || other.minimumScore == nil {
        let limit = max(tolerances[index], tolerances[otherIndex])
        let distance = template.shapes.reduce(limit) { comparison.distance([$1], other, limit: $0) }
        tolerances[index] = min(tolerances[index], max(Self.least, distance))
        tolerances[otherIndex] = min(tolerances[otherIndex], max(Self.least, distance))
      }
    }
    scores = zip(templates, tolerances).map { $0.minimumScore ?? StrokeComparison.score($1) }
  }

  /// The least score of a template, 0…1.
  ///
  /// At a `minimumScore` of 0.7 it is what the template or its examples say. Another one makes all of them more or less strict
  /// in proportion, down to 0 at 0 and up to 1 at 1.
  package func leastScore(of index: Int, at minimumScore: Double) -> Double {
    let (score, usual) = (scores[index], Self.usual)
    return minimumScore <= usual
      ? score * (minimumScore / usual) : score + (1 - score) * ((minimumScore - usual) / (1 - usual))
  }

  /// The default of `StrokeGestureRecognizer.minimumScore`, at which each template's own threshold holds.
  static let usual = 0.7
}

extension StrokeTemplate {
  /// The first examples say how alike the others are: comparing more of them costs more than it tells.
  private static let mostCompared = 16

  /// How far a drawing may be from the nearest example, as a distance.
  ///
  /// The mean distance of an example from the nearest other one, and a margin. Measured on seven sets of drawings
  /// (`Benchmarks/STROKES.md`) with three examples of each of five shapes: 98.3 to 99.2 % found and 0.04 to 3.2 % of other
  /// shapes accepted with one stroke, 96.4 to 99.2 % and 0.1 to 1.4 % with several.
  static func tolerance(of shapes: [StrokeShape]) -> Double {
    let compared = shapes.prefix(mostCompared)
    var distances: [Double] = []
    for (index, shape) in compared.enumerated() {
      var nearest = Double.infinity
      for (other, example) in compared.enumerated()
      where other != index && example.strokeCount == shape.strokeCount {
        nearest = min(nearest, StrokeDistance.between(shape, example, limit: nearest))
      }
      if nearest < .infinity { distances.append(nearest) }
    }
    guard !distances.isEmpty else { return StrokeThresholds.ofOneExample }
    let spread = distances.reduce(0, +) / Double(distances.count)
    // Examples of several strokes lie further apart, and so do shapes that are not meant.
    let tolerance = shapes.contains { $0.strokeCount > 1 } ? 0.85 + spread / 2 : 0.5 + spread
    return min(StrokeThresholds.most, max(StrokeThresholds.least, tolerance))
  }
}
