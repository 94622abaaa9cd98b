import Configuration
import Gestures
import Screen
import Terminal
import Text

/// The output of `tickle learn`: drawings for people, JSON objects for scripts.
struct LearnOutput {
  let format: OutputFormat

  /// Addresses the person who draws, on standard error.
  func say(_ text: String) { Diagnostics.say(text) }

  func score(_ score: Double) -> String { Decimal.fixed(score, decimals: 2) }

  func example(_ number: Int, of count: Int?, _ strokes: [[StrokePoint]]) throws {
    switch format {
    case .text: try Answer.say("Example \(number)\(count.map { " of \($0)" } ?? "")\n\(drawing(strokes))")
    case .json:
      try object { writer in
        writer.member("type", "example")
        writer.member("example", number)
        writer.member("strokes", strokes.count)
        writer.member("points", strokes.reduce(0) { $0 + $1.count })
      }
    }
  }

  func learned(_ lesson: StrokeLesson, at path: String) throws {
    let likeness = lesson.likeness
    switch format {
    case .text:
      let examples = lesson.examples.count == 1 ? "1 example" : "\(lesson.examples.count) examples"
      let scores = likeness.isEmpty ? "" : "; likeness: \(likeness.map(score).joined(separator: ", "))"
      try Answer.say(
        "Learned \(lesson.name.quoted) from \(examples)\(scores)\n"
          + "Drawings are recognized from a score of \(score(lesson.leastScore))\nSaved as \(path)")
    case .json:
      try object { writer in
        writer.member("type", "learned")
        writer.member("template", lesson.name)
        writer.member("examples", lesson.examples.count)
        writer.member("file", path)
        writer.member("min_score", lesson.leastScore, decimals: 6)
        writer.member("likeness", likeness, decimals: 6)
        writer.objects("confusions", lesson.confusions) { Self.write($0.template, $0.score, to: &$1) }
      }
    }
  }

  /// Shows a drawing's score for each template, the highest first, and whether the best one is recognized.
  /// - Parameter leastScores: the least score with which each of the templates is recognized.
  func scores(_ strokes: [[StrokePoint]], of templates: [StrokeTemplate], _ leastScores: [Double]) throws {
    let ranked = zip(templates, leastScores)
      .map { (name: $0.name, score: StrokeLesson.score(strokes, $0), least: $1) }.sorted { $0.score > $1.score }
    let best = ranked[0]
    let isRecognized = StrokeLesson.objection(to: strokes) == nil && best.score >= best.least
    switch format {
    case .text:
      let verdict =
        isRecognized
        ? "\(best.name) \(score(best.score))"
        : StrokeLesson.objection(to: strokes) ?? "none: \(best.name) is nearest, with \(score(best.score)), but needs "
          + score(best.least)
      let others = ranked.dropFirst().prefix(4).map { "\($0.name) \(score($0.score))" }
      try Answer.say("\(drawing(strokes))\n\(verdict)\(others.isEmpty ? "" : "; \(others.joined(separator: ", "))")")
    case .json:
      try object { writer in
        writer.member("type", "test")
        writer.member("template", best.name)
        writer.member("score", best.score, decimals: 6)
        writer.member("min_score", best.least, decimals: 6)
        writer.member("recognized", isRecognized)
        writer.objects("scores", ranked) { Self.write($0.name, $0.score, to: &$1) }
      }
    }
  }

  private static func write(_ template: String, _ score: Double, to writer: inout JSONWriter) {
    writer.member("template", template)
    writer.member("score", score, decimals: 6)
  }

  /// Draws a shape as large as fits, in its proportions.
  private func drawing(_ strokes: [[StrokePoint]]) -> String {
    var canvas = BrailleCanvas(columns: 24, rows: 10)
    let points = strokes.joined().map(\.location), x = points.map(\.x), y = points.map(\.y)
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    let scale = min(
      Double(canvas.width - 1) / max((x.max() ?? 0) - left, 1e-9),
      Double(canvas.height - 1) / max((y.max() ?? 0) - top, 1e-9))
    for stroke in strokes {
      let dots = stroke.map {
        (x: Int((($0.location.x - left) * scale).rounded()), y: Int((($0.location.y - top) * scale).rounded()))
      }
      for (start, end) in zip(dots.prefix(1) + dots, dots) { canvas.line(from: start, to: end, .plain) }
    }
    return canvas.lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private func object(_ body: (inout JSONWriter) -> Void) throws { try Answer.say(JSONWriter.text(body)) }
}
