// Screen/Learning: learning a shape from examples.
import Configuration
import Gestures
import Text

/// The examples of a shape that is being learned, and an assessment of them.
package struct StrokeLesson {
  package let name: String
  /// The shapes learned before, without the one of this name.
  package let others: [StrokeTemplate]
  package private(set) var examples: [[[StrokePoint]]] = []
  /// Whether drawings with another number of strokes are also compared.
  package let anyStrokes: Bool

  /// The score below which an example is too different from the others.
  package static let minimumScore = StrokeSettings().minScore

  package init(name: String, others: [StrokeTemplate], anyStrokes: Bool = false) {
    self.name = name
    self.others = others.filter { $0.name != name }
    self.anyStrokes = anyStrokes
  }

  /// Returns the reason why a drawn shape can't be an example; `nil` if it can.
  package static func objection(to strokes: [[StrokePoint]]) -> String? {
    guard let shape = StrokeShape(strokes.map { $0.map({ $0.location }) }) else { return "that was a tap, not a shape" }
    let least = StrokeGestureRecognizer().minimumSize
    if shape.size < least {
      return "that is only \(millimetres(shape.size)) large: a shape must be at least \(millimetres(least))"
    }
    return shape.isStraight ? "that is a straight line, not a shape: use a swipe (kind = \"swipe\")" : nil
  }

  package mutating func add(_ strokes: [[StrokePoint]]) { examples.append(strokes) }

  package mutating func remove(_ index: Int) { examples.remove(at: index) }

  /// The score of each example compared with the other examples; empty if there is only one.
  package var likeness: [Double] {
    guard examples.count > 1 else { return [] }
    return examples.indices.map { index in
      let rest = examples.indices.filter { $0 != index }.compactMap { shape($0) }
      return score(of: index, StrokeTemplate(name: name, shapes: rest))
    }
  }

  /// The example with the lowest likeness, if that is below `minimumScore`; the later one of two with the same score.
  package var oddOne: (index: Int, score: Double)? {
    let likeness = likeness
    guard let worst = likeness.indices.reversed().min(by: { likeness[$0] < likeness[$1] }),
      likeness[worst] < Self.minimumScore
    else { return nil }
    return (worst, likeness[worst])
  }

  /// The least score that counts as this shape, 0…1, in a gesture with all shapes learned before and without `min_score`.
  package var leastScore: Double {
    let template = StrokeTemplate(name: name, shapes: examples.indices.compactMap { shape($0) })
    return Self.leastScores([template] + others)[0]
  }

  /// Returns the least score that counts as each template, 0…1, in a gesture with all of them and without `min_score`.
  package static func leastScores(_ templates: [StrokeTemplate]) -> [Double] {
    let thresholds = StrokeThresholds(templates)
    return templates.indices.map { thresholds.leastScore(of: $0, at: minimumScore) }
  }

  /// A shape learned before for which an example would be mistaken.
  package struct Confusion {
    package let template: String
    /// The index of the example, and its score for that shape.
    package let example: Int
    package let score: Double
    /// The least score that counts as that shape.
    package let leastScore: Double
  }

  /// Shapes learned before for which an example would be mistaken, the highest score first.
  package var confusions: [Confusion] {
    zip(others, Self.leastScores(others)).compactMap { other, least in
      let scores = examples.indices.map { score(of: $0, other) }
      guard let index = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[index] >= least else { return nil }
      return Confusion(template: other.name, example: index, score: scores[index], leastScore: least)
    }.sorted { $0.score > $1.score }
  }

  /// The different numbers of strokes that the examples have, in ascending order.
  package var strokeCounts: [Int] { Set(examples.map { $0.count }).sorted() }

  private func shape(_ index: Int) -> StrokeShape? { StrokeShape(examples[index].map { $0.map { $0.location } }) }

  private func score(of index: Int, _ template: StrokeTemplate) -> Double {
    Self.score(examples[index], template)
  }

  /// Returns the score of a drawn shape for a template; 0 if no example can be compared with that many strokes.
  package static func score(_ strokes: [[StrokePoint]], _ template: StrokeTemplate) -> Double {
    StrokeComparison().match(strokes.map { $0.map { $0.location } }, [template])?.score ?? 0
  }
}

private func millimetres(_ length: Double) -> String { "\(Decimal.fixed(length, decimals: 1)) mm" }
