/// Settings for the comparison of a drawn shape with templates, besides its form.
package struct StrokeComparison {
  package var allowsAnyDirection = false
  package var maximumScale = Double.infinity
  package var maximumOffset = Double.infinity

  package init() {}

  /// Returns the score of a distance: 1 at 0, 0.7 at 1.2, and 0 from 4. Rounding may make a distance slightly negative.
  package static func score(_ distance: Double) -> Double { min(1, max(0, 1 - distance / 4)) }

  /// Returns the distance of a score, 4…0.
  static func distance(ofScore score: Double) -> Double { 4 * (1 - score) }

  /// Returns the two best templates for the strokes; `nil` if there is none to compare them with.
  package func match(_ strokes: [[Point]], _ templates: [StrokeTemplate]) -> StrokeMatch? {
    nearest(strokes, templates)?.match
  }

  /// Like `match`, with the index of the best template.
  package func nearest(_ strokes: [[Point]], _ templates: [StrokeTemplate]) -> (match: StrokeMatch, index: Int)? {
    let drawn = shapes(of: strokes)
    var nearest = NearestTemplates()
    // The pairs with the smallest lower bounds come first. After them, most of the others are excluded by theirs.
    for pair in pairs(drawn, templates).sorted(by: { $0.least < $1.least }) {
      let limit = nearest.limit(for: pair.template)
      if pair.least >= limit { continue }
      let distance = StrokeDistance.between(
        drawn[pair.drawn], templates[pair.template].shapes[pair.example], least: pair.least, limit: limit)
      nearest.add(distance, of: pair.template)
    }
    guard let best = nearest.best else { return nil }
    let match = StrokeMatch(
      template: templates[best.index].name, score: Self.score(best.distance),
      runnerUp: nearest.second.map { templates[$0.index].name },
      runnerUpScore: Self.score(nearest.second?.distance ?? .infinity))
    return (match, best.index)
  }

  /// The indices of a drawn shape and of an example that may be compared.
  private struct Pair {
    let drawn: Int
    let template: Int
    let example: Int
    /// A lower bound of their distance.
    let least: Double
  }

  private func pairs(_ drawn: [StrokeShape], _ templates: [StrokeTemplate]) -> [Pair] {
    var pairs: [Pair] = []
    for (template, indexOfTemplate) in zip(templates, templates.indices) {
      for (example, indexOfExample) in zip(template.shapes, template.shapes.indices) {
        for (shape, index) in zip(drawn, drawn.indices) where isComparable(shape, example, of: template) {
          pairs.append(
            Pair(
              drawn: index, template: indexOfTemplate, example: indexOfExample,
              least: StrokeDistance.least(shape, example)))
        }
      }
    }
    return pairs
  }

  /// Returns the shapes of the strokes as they were drawn, and for a single stroke also reversed if that counts too.
  package func shapes(of strokes: [[Point]]) -> [StrokeShape] {
    guard let shape = StrokeShape(strokes) else { return [] }
    guard allowsAnyDirection, strokes.count == 1, let reversed = StrokeShape([strokes[0].reversed()]) else {
      return [shape]
    }
    return [shape, reversed]
  }

  /// Returns the distance to the nearest example; infinite if none may be compared.
  ///
  /// - Parameter limit: if the distance is at least this, any number that is not less may be returned.
  package func distance(_ drawn: [StrokeShape], _ template: StrokeTemplate, limit: Double = .infinity) -> Double {
    template.shapes.reduce(limit) { distance(drawn, $1, of: template, limit: $0) }
  }

  /// Returns the distance to one example of a template; infinite if it may not be compared.
  func distance(
    _ drawn: [StrokeShape], _ example: StrokeShape, of template: StrokeTemplate, limit: Double = .infinity
  ) -> Double {
    var nearest = limit
    for shape in drawn where isComparable(shape, example, of: template) {
      nearest = min(nearest, StrokeDistance.between(shape, example, limit: nearest))
    }
    return nearest
  }

  private func isComparable(_ drawn: StrokeShape, _ example: StrokeShape, of template: StrokeTemplate) -> Bool {
    let tolerance = 1 + Thresholds.tolerance
    return template.hasComparableStrokes(example, drawn.strokeCount)
      && max(drawn.size, example.size) <= min(drawn.size, example.size) * maximumScale * tolerance
      && drawn.middle.distance(to: example.middle) <= maximumOffset + Thresholds.tolerance
  }
}

/// The two templates nearest to a drawing, whatever the order in which distances are added. Of two equally near templates, the
/// one with the lower index comes first.
private struct NearestTemplates {
  typealias Candidate = (index: Int, distance: Double)

  private(set) var best: Candidate?
  private(set) var second: Candidate?

  /// Returns the distance from which a further example of a template changes nothing.
  func limit(for index: Int) -> Double {
    if let best, best.index == index { return best.distance }
    guard let second else { return .infinity }
    return index < second.index ? second.distance.nextUp : second.distance
  }

  /// Adds a distance. It changes nothing unless it is below the template's limit.
  mutating func add(_ distance: Double, of index: Int) {
    guard distance < limit(for: index) else { return }
    if let best, best.index != index {
      if (distance, index) < (best.distance, best.index) {
        second = best
      } else {
        second = (index, distance)
        return
      }
    }
    best = (index, distance)
  }
}
