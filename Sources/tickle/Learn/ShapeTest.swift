import ArgumentParser
import Gestures
import Program
import Screen

/// Says of each shape that is drawn what it is most like.
struct ShapeTest {
  let templates: [StrokeTemplate]
  let output: LearnOutput

  func run(with source: ShapeSource) throws {
    var failure: ExitCode?
    // Compared with one another when the first one is drawn, so that no panel waits for it.
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
