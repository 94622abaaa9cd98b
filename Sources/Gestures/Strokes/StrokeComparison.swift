/// What matters when a drawn shape is compared with templates, besides its form.
package struct StrokeComparison {
  package var allowsAnyDirection = false
  package var maximumScale = Double.infinity
  package var maximumOffset = Double.infinity

  package init() {}

  /// The score of a distance: 1 at 0, 0.7 at 1.2, 0 from 4 on. Rounding may bring a distance a hair below 0.
  package static func score(_ distance: Double) -> Double { min(1, max(0, 1 - distance / 4)) }

  /// The distance of a score, 4…0.
  static func distance(ofScore score: Double) -> Double { 4 * (1 - score) }

  /// The two templates that the strokes are most like; `nil` where there is none to compare them with.
  package func match(_ strokes: [[Point]], _ templates: [StrokeTemplate]) -> StrokeMatch? {
    nearest(strokes, templates)?.match
  }

  /// Like `match`, with the index of the template.
  package func nearest(_ strokes: [[Point]], _ templates: [StrokeTemplate]) -> (match: StrokeMatch, index: Int)? {
    if templates.isEmpty { return nil }
    let drawn = shapes(of: strokes)
    var (best, second) = ((index: -1, distance: Double.infinity), (index: -1, distance: Double.infinity))
    for (index, template) in templates.enumerated() {
      let distance = distance(drawn, template, limit: second.distance)
      if distance < best.distance {
        (best, second) = ((index, distance), best)
      } else if distance < second.distance {
        second = (index, distance)
      }
    }
    guard best.index >= 0 else { return nil }
    let match = StrokeMatch(
      template: templates[best.index].name, score: Self.score(best.distance),
      runnerUp: second.index < 0 ? nil : templates[second.index].name, runnerUpScore: Self.score(second.distance))
    return (match, best.index)
  }

  /// The strokes as they were drawn, and one stroke also the other way round where that counts too.
  package func shapes(of strokes: [[Point]]) -> [StrokeShape] {
    guard let shape = StrokeShape(strokes) else { return [] }
    guard allowsAnyDirection, strokes.count == 1, let reversed = StrokeShape([strokes[0].reversed()]) else {
      return [shape]
    }
    return [shape, reversed]
  }

  /// To the nearest example; infinite where none may be compared.
  /// - Parameter limit: a distance from which on the answer may be any that is no less.
  package func distance(_ drawn: [StrokeShape], _ template: StrokeTemplate, limit: Double = .infinity) -> Double {
    template.shapes.reduce(limit) { distance(drawn, $1, of: template, limit: $0) }
  }

  /// The distance to one example of a template; infinite where it may not be compared.
  func distance(
    _ drawn: [StrokeShape], _ example: StrokeShape, of template: StrokeTemplate, limit: Double = .infinity
  ) -> Double {
    var nearest = limit
    for shape in drawn
    where template.hasComparableStrokes(example, shape.strokeCount) && isComparable(shape, example) {
      nearest = min(nearest, StrokeDistance.between(shape, example, limit: nearest))
    }
    return nearest
  }

  private func isComparable(_ drawn: StrokeShape, _ example: StrokeShape) -> Bool {
    let tolerance = 1 + Thresholds.tolerance
    return max(drawn.size, example.size) <= min(drawn.size, example.size) * maximumScale * tolerance
      && drawn.middle.distance(to: example.middle) <= maximumOffset + Thresholds.tolerance
  }
}
