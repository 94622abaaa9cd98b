import ArgumentParser
import Configuration
import Gestures
import Program
import Screen

/// Collects the examples of a shape, and saves it once there are enough that are alike.
final class Learning {
  /// The most examples that must be drawn again because they are unlike the others. After that they are accepted.
  private static let mostRedrawn = 5

  private var lesson: StrokeLesson
  private let wanted: Int?
  private let output: LearnOutput
  private var redrawn = 0
  private var refused = 0
  private var failure: ExitCode?

  /// - Parameter wanted: the number of examples; `nil`: three if they are drawn, all if they are recorded.
  init(lesson: StrokeLesson, wanted: Int?, output: LearnOutput) {
    self.lesson = lesson
    self.wanted = wanted
    self.output = output
  }

  func run(with source: ShapeSource, savingTo path: String) throws {
    let count = wanted ?? (source.isLive ? 3 : StrokeTemplate.Limits.examples)
    let isInterrupted = try source.run { panels in
      output.say("Draw \(lesson.name.quoted) \(count) times on \(panels.joined(separator: ", ")); Ctrl-C ends it.")
    } wantsMore: { [self] strokes in
      add(strokes, of: count, isLive: source.isLive)
      return failure == nil && lesson.examples.count < count
    }
    if let failure { throw failure }
    if isInterrupted {
      output.say("\nNothing was saved.")
      // The status that shells give a program ended by SIGINT: 128 + 2.
      throw ExitCode(130)
    }
    try finish(path)
  }

  private func add(_ strokes: [[StrokePoint]], of count: Int, isLive: Bool) {
    if let objection = StrokeLesson.objection(to: strokes) {
      refused += 1
      return output.say("\(objection.prefix(1).uppercased() + objection.dropFirst()). It does not count.")
    }
    lesson.add(strokes)
    do {
      try output.example(lesson.examples.count, of: isLive ? count : nil, strokes)
    } catch {
      failure = ExitCode(.ioError)
    }
    guard isLive, lesson.examples.count == count, let odd = lesson.oddOne, redrawn < Self.mostRedrawn else { return }
    redrawn += 1
    output.say("Example \(odd.index + 1) is unlike the others (\(output.score(odd.score))): draw it again.")
    lesson.remove(odd.index)
  }

  private func finish(_ path: String) throws {
    guard !lesson.examples.isEmpty else {
      let refusal = refused == 0 ? "" : " (unusable drawings: \(refused))"
      throw Diagnostics.failure("tickle: no shape in the recordings\(refusal): nothing was saved", .dataError)
    }
    if lesson.examples.count < 3 {
      Diagnostics.warn("\(lesson.examples.count) of 3 examples: a shape is recognized far better from three")
    }
    for (index, score) in lesson.likeness.enumerated() where score < StrokeLesson.minimumScore {
      Diagnostics.warn("example \(index + 1) is unlike the others: \(output.score(score))")
    }
    for confusion in lesson.confusions {
      Diagnostics.warn(
        "it will be mistaken for \(confusion.template.quoted): example \(confusion.example + 1) has a score of "
          + "\(output.score(confusion.score)) for it, and \(output.score(confusion.leastScore)) is enough")
    }
    if lesson.strokeCounts.count > 1 && !lesson.anyStrokes {
      Diagnostics.warn(
        "the examples have \(lesson.strokeCounts.map(String.init).listed(joinedBy: "and")) strokes: a drawing is only "
          + "compared with examples of the same number of strokes (--any-strokes compares it with all)")
    }
    do {
      let file = try StrokeFile(name: lesson.name, examples: lesson.examples, anyStrokes: lesson.anyStrokes)
      try Paths.makeFolders(above: path)
      try FileChange.save(Array(file.text.utf8), to: FilePlace(path))
      try output.learned(lesson, at: path)
    } catch let error as SaveFailure where error.isPermission {
      throw Diagnostics.failure(
        "tickle: \(error) (name a configuration of your own with --config: shapes are saved beside it)", .noPermission)
    } catch let error as StrokeTemplateError { throw Diagnostics.failure("tickle: \(error.sentence)", .dataError) }
  }
}
