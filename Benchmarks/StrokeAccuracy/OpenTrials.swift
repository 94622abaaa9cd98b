import Gestures

/// A recognizer with templates, and the shapes that it takes drawings for.
struct Acceptance {
  private let templates: [StrokeTemplate]
  private let thresholds: StrokeThresholds
  private let recognizer: StrokeGestureRecognizer

  init(_ templates: [StrokeTemplate], _ recognizer: StrokeGestureRecognizer) {
    (self.templates, self.recognizer) = (templates, recognizer)
    thresholds = StrokeThresholds(templates)
  }

  /// Returns the template's name, or `nil` if the drawing is not accepted.
  func name(of gesture: StrokeData.Gesture?) -> String? {
    guard let gesture, gesture.shape.size >= recognizer.minimumSize,
      let (match, index) = StrokeComparison().nearest(gesture.strokes, templates),
      match.score >= thresholds.leastScore(of: index, at: recognizer.minimumScore)
    else { return nil }
    return match.template
  }
}

/// Seeded trials on any set: learns five shapes of a person from three examples each, and then tries all other drawings of that
/// person, including those of other shapes.
struct OpenTrials {
  private let people: [[StrokeData.Gesture]]
  let maximumStrokes: Int

  init(_ gestures: [StrokeData.Gesture?]) {
    let drawn = gestures.compactMap { $0 }
    let person = { (gesture: StrokeData.Gesture) in "\(gesture.subject)/\(gesture.device)/\(gesture.speed)" }
    people = Dictionary(grouping: drawn, by: person).sorted { $0.key < $1.key }.map(\.value)
    maximumStrokes = drawn.map(\.strokes.count).max() ?? 0
  }

  /// Runs about `count` trials in all. Each tries all other drawings of a person, and 100 of the negatives.
  func run(_ count: Int, negatives: [StrokeData.Gesture], as recognizer: StrokeGestureRecognizer) -> Trials.OpenSet {
    var outcome = Trials.OpenSet()
    var random = SplitMix(state: 1)
    for drawings in people {
      let classes = Dictionary(grouping: drawings, by: \.cls).sorted { $0.key < $1.key }
        .filter { _, drawings in !drawings.contains(where: \.shape.isStraight) && drawings.count > 3 }
      guard classes.count > 4 else { continue }
      for _ in 0..<max(1, count / people.count) {
        let known = random.shuffled(classes).prefix(5).map { ($0.key, random.shuffled($0.value)) }
        let templates = known.map { StrokeTemplate(name: $0, shapes: $1.prefix(3).map(\.shape)) }
        let acceptance = Acceptance(templates, recognizer)
        for (name, drawings) in known {
          for drawing in drawings.dropFirst(3) { outcome.right.add(acceptance.name(of: drawing) == name) }
        }
        for drawing in drawings where !known.contains(where: { $0.0 == drawing.cls }) {
          outcome.unknown.add(acceptance.name(of: drawing) != nil)
        }
        for drawing in random.shuffled(negatives).prefix(100) {
          outcome.synthetic.add(acceptance.name(of: drawing) != nil)
        }
      }
    }
    return outcome
  }
}

/// The number of drawings in a set for which the shipped shapes are found, by shape, and of other drawings mistaken for one.
struct ShippedTrials {
  /// The shipped shapes by the names of the sets' classes.
  private static let shapes = ["check": "check", "caret": "caret", "circle": "circle", "X": "cross"]

  var found: [String: Trials.Count] = [:]
  var others = Trials.Count()

  init(_ gestures: [StrokeData.Gesture?], _ acceptance: Acceptance) {
    for case let gesture? in gestures {
      let name = acceptance.name(of: gesture)
      if let shape = Self.shapes[gesture.cls] {
        found[shape, default: Trials.Count()].add(name == shape)
      } else {
        others.add(name != nil)
      }
    }
  }
}

/// A random number generator that returns the same numbers on every machine.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropLast() {
      elements.swapAt(index, index + Int(next() % UInt64(elements.count - index)))
    }
    return elements
  }
}
