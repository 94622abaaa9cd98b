/// The least score that counts for each of several templates.
///
/// If a hand draws a shape alike each time, its threshold is strict and keeps similar shapes out. If the hand varies, the
/// threshold is lenient. Each template has the tolerance of its own examples (`StrokeTemplate.tolerance`), but no more than its
/// distance from the nearest other template, as far as `least` permits.
package struct StrokeThresholds: Sendable {
  /// The tolerance of a shape with one example, as a distance. It finds 96.4 % of the intended shapes and accepts 1.4 % of
  /// other shapes in the logs of 11 people (one stroke); 92.5 % and 2.1 % in those of 20 people (several strokes).
  static let ofOneExample = 1.3
  /// The least and the greatest tolerance, as distances. A few examples don't measure a hand reliably enough for values
  /// outside these bounds.
  static let (least, most) = (0.8, 1.5)

  /// The least scores at a `minimumScore` of 0.7.
  private let scores: [Double]

  /// Compares all examples with one another. A pair takes 1 µs if both are single strokes that are far apart, and 8 µs
  /// otherwise.
  package init(_ templates: [StrokeTemplate]) {
    var tolerances = templates.map { $0.tolerance }
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

  /// Returns the least score of a template, 0…1.
  ///
  /// At a `minimumScore` of 0.7 this is the score that the template or its examples determine. Another value makes all
  /// thresholds stricter or more lenient in proportion, down to 0 at 0 and up to 1 at 1.
  package func leastScore(of index: Int, at minimumScore: Double) -> Double {
    let (score, usual) = (scores[index], Self.usual)
    return minimumScore <= usual
      ? score * (minimumScore / usual) : score + (1 - score) * ((minimumScore - usual) / (1 - usual))
  }

  /// The default of `StrokeGestureRecognizer.minimumScore`, at which each template's own threshold applies.
  static let usual = 0.7
}

extension StrokeTemplate {
  /// The number of examples that are compared with each other. Further ones add less information than they cost.
  private static let mostCompared = 16

  /// Returns the largest distance of a drawing from the nearest example.
  ///
  /// It is the mean distance of an example from the nearest other one, plus a margin. Measured on seven sets of drawings
  /// (`Benchmarks/STROKES.md`) with three examples of each of five shapes: 98.3 to 99.2 % were found and 0.04 to 3.2 % of other
  /// shapes were accepted with one stroke, 96.4 to 99.2 % and 0.1 to 1.4 % with several.
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
    // Examples of several strokes lie further apart, and so do shapes that were not meant.
    let tolerance = shapes.contains { $0.strokeCount > 1 } ? 0.85 + spread / 2 : 0.5 + spread
    return min(StrokeThresholds.most, max(StrokeThresholds.least, tolerance))
  }
}
