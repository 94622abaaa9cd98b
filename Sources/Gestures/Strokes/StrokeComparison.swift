/// What matters when a drawn shape is compared with templates, besides its form.
package struct StrokeComparison {
  /// One stroke, in the order in which it was drawn, or strokes in any number and order.
  package enum Measure: Sendable { case stroke, cloud }

  package var measure = Measure.stroke
  package var allowsAnyDirection = false
  package var maximumScale = Double.infinity
  package var maximumOffset = Double.infinity

  package init() {}

  /// The score of a distance: 1 at 0, 0.7 at the limit of 1.2, 0 from 4 on. Rounding may bring a distance a hair below 0.
  package static func score(_ distance: Double) -> Double { min(1, max(0, 1 - distance / 4)) }

  /// The two templates that the strokes are most like; `nil` where there is none to compare them with.
  package func match(_ strokes: [[Point]], _ templates: [StrokeTemplate]) -> StrokeMatch? {
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
    return StrokeMatch(
      template: templates[best.index].name, score: Self.score(best.distance),
      runnerUp: second.index < 0 ? nil : templates[second.index].name, runnerUpScore: Self.score(second.distance))
  }

  /// The strokes as they were drawn, and the other way round where that counts too: a cloud has no direction.
  package func shapes(of strokes: [[Point]]) -> [StrokeShape] {
    guard let shape = StrokeShape(strokes) else { return [] }
    guard allowsAnyDirection, measure == .stroke, let reversed = StrokeShape([strokes[0].reversed()]) else {
      return [shape]
    }
    return [shape, reversed]
  }

  /// To the nearest example; infinite where none may be compared.
  /// - Parameter limit: a distance from which on the answer may be any that is no less.
  package func distance(_ drawn: [StrokeShape], _ template: StrokeTemplate, limit: Double = .infinity) -> Double {
    var nearest = limit
    for example in template.shapes {
      for shape in drawn where isComparable(shape, example) {
        let distance =
          switch measure {
          case .stroke: StrokeMatcher.distance(shape, example, limit: nearest)
          case .cloud: PointCloudMatcher.distance(shape.cloud, example.cloud)
          }
        nearest = min(nearest, distance)
      }
    }
    return nearest
  }

  private func isComparable(_ drawn: StrokeShape, _ example: StrokeShape) -> Bool {
    if measure == .stroke && example.strokeCount > 1 { return false }
    let tolerance = 1 + Thresholds.tolerance
    return max(drawn.size, example.size) <= min(drawn.size, example.size) * maximumScale * tolerance
      && drawn.middle.distance(to: example.middle) <= maximumOffset + Thresholds.tolerance
  }
}
