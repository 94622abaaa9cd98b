import ArgumentParser
import Gestures
import Program
import Screen

/// Shows for each drawn shape which learned shape it is most like.
struct ShapeTest {
  let templates: [StrokeTemplate]
  let output: LearnOutput

  func run(with source: ShapeSource) throws {
    var failure: ExitCode?
    // Lazy, as comparing the templates with one another takes time: the panels are opened first.
    lazy var leastScores = StrokeLesson.leastScores(templates)
    _ = try source.run { panels in
      output.say("Draw on \(panels.joined(separator: ", ")); Ctrl-C ends it.")
    } wantsMore: { strokes in
      do {
        try output.scores(strokes, of: templates, leastScores)
      } catch {
        failure = ExitCode(.ioError)
      }
      return failure == nil
    }
    if let failure { throw failure }
  }
}
