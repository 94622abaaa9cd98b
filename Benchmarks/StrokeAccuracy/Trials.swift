import Gestures
import Glibc

/// One set of logs and its trials: each trial learns some templates and tries other drawings.
struct Trials {
  let name: String
  let comparison: StrokeComparison
  /// Runs only every `stride`-th trial, for a quick look.
  let stride: Int
  private let data: StrokeData
  private let byName: [String: StrokeData.Gesture]

  init(_ name: String, data: StrokeData, stride: Int) throws {
    self.name = name
    self.data = data
    self.stride = stride
    comparison = StrokeComparison()
    var byName: [String: StrokeData.Gesture] = [:]
    for case let gesture? in try data.gestures(name) { byName[gesture.name] = gesture }
    self.byName = byName
  }

  /// The number of attempts, and the number of hits among them.
  struct Count: Sendable {
    var hits = 0
    var all = 0

    mutating func add(_ isHit: Bool) {
      hits += isHit ? 1 : 0
      all += 1
    }

    var percent: Double { all == 0 ? 0 : 100 * Double(hits) / Double(all) }
    /// The standard error of `percent`.
    var standardError: Double {
      let share = Double(hits) / Double(max(1, all))
      return 100 * (share * (1 - share) / Double(max(1, all))).squareRoot()
    }
  }

  struct Outcome {
    var errors = Count()
    var microseconds = 0.0
  }

  /// Runs the trials with templates of the same person, with this many examples of each shape.
  func sameUser(examples: Int) throws -> Outcome {
    var outcome = Outcome()
    for trial in try sameUserTrials() {
      let templates = trial.classes.map { template($0.name, $0.examples.prefix(examples)) }
      ask(trial.classes.map { ($0.name, $0.test) }, templates, &outcome)
    }
    return outcome
  }

  /// Runs the trials with templates of this many other people.
  func otherUsers(_ people: Int, examples: Int) throws -> Outcome {
    var outcome = Outcome()
    let rows = try data.split("ui_\(name)")
    let classes = rows[0][1].split(separator: ",").map(String.init)
    for row in every(rows.dropFirst()) {
      var learned: [[StrokeData.Gesture]] = classes.map { _ in [] }
      for cell in row[4...].prefix(people) {
        let (subject, permutations) = cell.split
        for (index, repetitions) in permutations.split(separator: ",").enumerated() {
          learned[index] += repetitions.prefix(examples).compactMap {
            gesture(subject, "medium", classes[index], $0)
          }
        }
      }
      let templates = zip(classes, learned).map { template($0, $1) }
      let tests = zip(classes, row[3]).map { ($0, gesture(row[1], "medium", $0, $1)) }
      ask(tests, templates, &outcome)
    }
    return outcome
  }

  struct OpenSet: Sendable {
    /// Drawings of the templates' shapes that were recognized.
    var right = Count()
    /// Drawings of other shapes that were accepted.
    var unknown = Count()
    var synthetic = Count()
  }

  /// Runs the trials with five templates of three examples; the other eleven gestures and synthetic contacts must be rejected.
  func openSet(negatives: [StrokeData.Gesture?], as recognizer: StrokeGestureRecognizer) throws -> OpenSet {
    var outcome = OpenSet()
    for (trial, row) in zip(try sameUserTrials(), every(try data.split("open_ud_\(name)"))) {
      let known = Set(row[1].split(separator: ",").map(String.init))
      // A straight line can't be learned, so it isn't counted as missed.
      let templates = trial.classes.filter { known.contains($0.name) }
        .map { template($0.name, $0.examples.prefix(3)) }.filter { !$0.shapes.contains(where: \.isStraight) }
      let acceptance = Acceptance(templates, recognizer)
      for cls in trial.classes {
        let answer = acceptance.name(of: cls.test)
        if templates.contains(where: { $0.name == cls.name }) {
          outcome.right.add(answer == cls.name)
        } else {
          outcome.unknown.add(answer != nil)
        }
      }
      for line in row[row.count - 1].split(separator: ",").compactMap({ Int($0) }) where line < negatives.count {
        outcome.synthetic.add(acceptance.name(of: negatives[line]) != nil)
      }
    }
    return outcome
  }
}

extension Trials {
  private struct Trial {
    var classes: [(name: String, examples: [StrokeData.Gesture], test: StrokeData.Gesture?)]
  }

  private func sameUserTrials() throws -> [Trial] {
    every(try data.split("ud_\(name)")).map { row in
      Trial(
        classes: row[4...].map { cell in
          let (cls, permutation) = cell.split
          return (
            cls, permutation.dropLast().compactMap { gesture(row[1], row[3], cls, $0) },
            gesture(row[1], row[3], cls, permutation.last ?? "a")
          )
        })
    }
  }

  private func ask(
    _ tests: [(cls: String, gesture: StrokeData.Gesture?)], _ templates: [StrokeTemplate], _ outcome: inout Outcome
  ) {
    let start = processorTime()
    for (cls, gesture) in tests {
      let match = gesture.flatMap { comparison.match($0.strokes, templates) }
      outcome.errors.add(match?.template != cls)
    }
    let spent = (processorTime() - start) / Double(max(1, tests.count))
    outcome.microseconds += (spent - outcome.microseconds) * Double(tests.count) / Double(outcome.errors.all)
  }

  private func template(_ name: String, _ examples: some Sequence<StrokeData.Gesture>) -> StrokeTemplate {
    StrokeTemplate(name: name, shapes: examples.map(\.shape))
  }

  private func gesture(
    _ subject: some StringProtocol, _ speed: some StringProtocol, _ cls: String, _ repetition: Character
  ) -> StrokeData.Gesture? {
    byName["\(subject)/\(speed)/\(cls)/\(Int(repetition.asciiValue ?? 96) - 96)"]
  }

  private func every(_ rows: some Sequence<[Substring]>) -> [[Substring]] {
    rows.filter { !$0[0].hasPrefix("#") }.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }
}

/// The processor time of this thread in microseconds, which does not depend on the load of the machine.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

extension StrokeData.Gesture {
  fileprivate var name: String { "\(subject)/\(speed)/\(cls)/\(repetition)" }
}

extension Substring {
  /// The parts of `a:b`.
  fileprivate var split: (String, Substring) {
    let parts = split(separator: ":", maxSplits: 1)
    return (String(parts[0]), parts.count > 1 ? parts[1] : "")
  }
}
