import Configuration
import Gestures
import JSON

/// The examples of a shape that is being learned, and what there is to say about them.
package struct StrokeLesson {
  package let name: String
  /// What was learned before, this name left out.
  package let others: [StrokeTemplate]
  package private(set) var examples: [[[StrokePoint]]] = []
  /// Whether drawings of another number of strokes are compared as well.
  package let anyStrokes: Bool

  /// The score below which an example is unlike the others.
  package static let minimumScore = StrokeSettings().minScore

  package init(name: String, others: [StrokeTemplate], anyStrokes: Bool = false) {
    self.name = name
    self.others = others.filter { $0.name != name }
    self.anyStrokes = anyStrokes
  }

  /// Why a drawn shape is no example; `nil`: it is one.
  package static func objection(to strokes: [[StrokePoint]]) -> String? {
    guard let shape = StrokeShape(strokes.map { $0.map(\.location) }) else { return "that was a tap, no shape" }
    let least = StrokeGestureRecognizer().minimumSize
    if shape.size < least {
      return "that is only \(millimetres(shape.size)) large: a shape is \(millimetres(least)) at least"
    }
    return shape.isStraight ? "that is a straight line, which is a swipe (kind = \"swipe\"): no shape" : nil
  }

  package mutating func add(_ strokes: [[StrokePoint]]) { examples.append(strokes) }

  package mutating func remove(_ index: Int) { examples.remove(at: index) }

  /// How much each example is like the nearest of the others; empty with one example.
  package var likeness: [Double] {
    guard examples.count > 1 else { return [] }
    return examples.indices.map { index in
      let rest = examples.indices.filter { $0 != index }.compactMap { shape($0) }
      return score(of: index, StrokeTemplate(name: name, shapes: rest))
    }
  }

  /// The example that is least like the others, if that is too little; of two that are as bad the later one.
  package var oddOne: (index: Int, score: Double)? {
    let likeness = likeness
    guard let worst = likeness.indices.reversed().min(by: { likeness[$0] < likeness[$1] }),
      likeness[worst] < Self.minimumScore
    else { return nil }
    return (worst, likeness[worst])
  }

  /// The least score that counts as this shape, 0…1, beside all that were learned before; in a gesture without `min_score`.
  package var leastScore: Double {
    let template = StrokeTemplate(name: name, shapes: examples.indices.compactMap { shape($0) })
    return Self.leastScores([template] + others)[0]
  }

  /// The least score that counts as each of the templates, 0…1, where a gesture has all of them and no `min_score`.
  package static func leastScores(_ templates: [StrokeTemplate]) -> [Double] {
    let thresholds = StrokeThresholds(templates)
    return templates.indices.map { thresholds.leastScore(of: $0, at: minimumScore) }
  }

  /// A shape learned before that an example would be taken for.
  package struct Confusion {
    package let template: String
    /// The example, from 0, and how much it is like that shape.
    package let example: Int
    package let score: Double
    /// The least score that counts as that shape.
    package let leastScore: Double
  }

  /// Shapes learned before that an example would be taken for, the nearest first.
  package var confusions: [Confusion] {
    zip(others, Self.leastScores(others)).compactMap { other, least in
      let scores = examples.indices.map { score(of: $0, other) }
      guard let index = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[index] >= least else { return nil }
      return Confusion(template: other.name, example: index, score: scores[index], leastScore: least)
    }.sorted { $0.score > $1.score }
  }

  /// The numbers of strokes of the examples, each once, in order.
  package var strokeCounts: [Int] { Set(examples.map(\.count)).sorted() }

  private func shape(_ index: Int) -> StrokeShape? { StrokeShape(examples[index].map { $0.map(\.location) }) }

  private func score(of index: Int, _ template: StrokeTemplate) -> Double {
    Self.score(examples[index], template)
  }

  /// How much a drawn shape is like a template: 0 where no example has as many strokes.
  package static func score(_ strokes: [[StrokePoint]], _ template: StrokeTemplate) -> Double {
    StrokeComparison().match(strokes.map { $0.map(\.location) }, [template])?.score ?? 0
  }
}

private func millimetres(_ length: Double) -> String { "\(Decimal.fixed(length, decimals: 1)) mm" }
