import Configuration
import Gestures
import JSON

/// The examples of a shape that is being learned, and what there is to say about them.
package struct StrokeLesson {
  package let name: String
  /// What was learned before, this name left out.
  package let others: [StrokeTemplate]
  package private(set) var examples: [[[StrokePoint]]] = []

  /// The least score at which two shapes are taken for one, unless a gesture says otherwise.
  package static let minimumScore = StrokeSettings().minScore

  package init(name: String, others: [StrokeTemplate]) {
    self.name = name
    self.others = others.filter { $0.name != name }
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

  /// Shapes learned before that an example would be taken for, the nearest first.
  package var confusions: [(template: String, example: Int, score: Double)] {
    others.compactMap { other in
      let scores = examples.indices.map { score(of: $0, other) }
      guard let index = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[index] >= Self.minimumScore else {
        return nil
      }
      return (other.name, index, scores[index])
    }.sorted { $0.score > $1.score }
  }

  private func shape(_ index: Int) -> StrokeShape? { StrokeShape(examples[index].map { $0.map(\.location) }) }

  private func score(of index: Int, _ template: StrokeTemplate) -> Double {
    Self.score(examples[index], template)
  }

  /// How much a drawn shape is like a template: by its order where both are one stroke, else as a picture.
  package static func score(_ strokes: [[StrokePoint]], _ template: StrokeTemplate) -> Double {
    var comparison = StrokeComparison()
    comparison.measure = strokes.count == 1 && template.strokeCount == 1 ? .stroke : .cloud
    return comparison.match(strokes.map { $0.map(\.location) }, [template])?.score ?? 0
  }
}

private func millimetres(_ length: Double) -> String { "\(Decimal.fixed(length, decimals: 1)) mm" }
