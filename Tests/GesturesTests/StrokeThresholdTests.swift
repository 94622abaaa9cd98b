import Gestures
import Testing

/// A z whose diagonal bulges by `bulge` mm: the same shape, drawn by a hand that varies.
private func bulging(_ bulge: Double) -> [[Point]] {
  let corners = [(20.0, 20.0), (50, 20), (35 + bulge, 35 + bulge), (20, 50), (50, 50)]
  return [corners.map { Point(x: $0.0, y: $0.1) }]
}

private func template(_ name: String, _ bulges: [Double], minimumScore: Double? = nil) throws -> StrokeTemplate {
  try StrokeTemplate(name: name, examples: bulges.map(bulging), minimumScore: minimumScore)
}

private func least(_ templates: [StrokeTemplate], at minimumScore: Double = 0.7) -> [Double] {
  let thresholds = StrokeThresholds(templates)
  return templates.indices.map { thresholds.leastScore(of: $0, at: minimumScore) }
}

/// Whether the shape is recognized with this bulge.
private func isFound(_ bulge: Double, _ templates: [StrokeTemplate], at minimumScore: Double = 0.7) -> Bool {
  let recognizer = StrokeGestureRecognizer(name: "stroke")
  recognizer.templates = templates
  recognizer.minimumScore = minimumScore
  let screen = TestScreen(recognizer)
  screen.draw(Figure(strokes: bulging(bulge)))
  return !screen.gestures.isEmpty
}

@Suite("Thresholds of learned shapes")
struct StrokeThresholdTests {
  @Test func `Examples that are alike make a shape strict, and examples that vary make it lenient`() throws {
    let (alike, varied) = (try template("alike", [0, 0.2, 0.4]), try template("varied", [0, 5, 10]))
    let scores = least([alike]) + least([varied])
    #expect(scores[0].isClose(to: 0.8) && scores[1] < 0.75 && scores[1] >= 0.625)
    #expect(!isFound(-8, [alike]) && isFound(-8, [varied]))
    #expect(isFound(-1, [alike]) && !isFound(-25, [varied]))
  }

  @Test func `One example says nothing about how much a hand varies`() throws {
    let single = try template("z", [0])
    #expect(least([single])[0].isClose(to: 0.675))
  }

  @Test func `A shape tolerates no more than the distance to the nearest other one`() throws {
    let varied = try template("varied", [0, 5, 10])
    let alone = least([varied])[0]
    let crowded = least([varied, try template("near", [14])])
    #expect(crowded[0] > alone && crowded[0] < 0.801)
    let far = try StrokeTemplate(name: "far", examples: [[Figure.circle.points]])
    #expect(least([varied, far])[0] == alone)
    // Even beside an equal shape it keeps the minimum tolerance, or nothing would be recognized.
    #expect(least([varied, varied])[0].isClose(to: 0.8))
  }

  @Test func `The recognizer's minimum score, from 0 to 1, makes all shapes stricter or more lenient`() throws {
    let templates = [try template("alike", [0, 0.2, 0.4]), try template("varied", [0, 5, 10])]
    let rows = [0, 0.5, 0.65, 0.7, 0.75, 0.9, 1].map { least(templates, at: $0) }
    #expect(rows[0] == [0, 0] && rows[6] == [1, 1])
    for (row, next) in zip(rows, rows.dropFirst()) { #expect(zip(row, next).allSatisfy { $0 < $1 }) }
    #expect(isFound(-8, [templates[0]], at: 0.5) && !isFound(-8, templates, at: 0.9))
  }

  @Test func `A template's own minimum score replaces the one from its examples`() throws {
    let own = try template("own", [0, 0.2, 0.4], minimumScore: 0.4)
    #expect(least([own]) == [0.4] && least([own, own]) == [0.4, 0.4])
    #expect(least([own], at: 0.85)[0].isClose(to: 0.7))
    #expect(isFound(-10, [own]) && !isFound(-10, [own], at: 0.85))
    let other = try template("other", [0, 0.2, 0.4])
    #expect(!isFound(-10, [other]))
  }
}

@Suite("Numbers of strokes")
struct StrokeCountTests {
  /// A shape that looks like a cross as a cloud of points, but is drawn in one stroke.
  private let bow = Figure([(20, 20), (50, 50), (50, 20), (20, 50)])

  private func found(_ figure: Figure, _ templates: [StrokeTemplate]) -> (name: String?, time: Timestamp?, end: Double)
  {
    let recognizer = StrokeGestureRecognizer(name: "stroke")
    recognizer.templates = templates
    recognizer.maximumNumberOfStrokes = 2
    recognizer.minimumScore = 0.3
    let screen = TestScreen(recognizer)
    let end = screen.draw(figure)
    screen.wait(until: 100_000)
    return (screen.gestures.last?.match?.template, screen.gestures.last?.time, end)
  }

  @Test func `A drawing is compared with examples that have as many strokes`() throws {
    let (cross, bow) = (try Figure.cross.template("cross"), try self.bow.template("bow"))
    #expect(found(self.bow, [cross]).name == nil && found(.cross, [bow]).name == nil)
    #expect(found(self.bow, [cross, bow]).name == "bow" && found(.cross, [cross, bow]).name == "cross")
  }

  @Test func `A drawing is compared with all examples of a shape that allows any number of strokes`() throws {
    let cross = try StrokeTemplate(name: "cross", examples: [Figure.cross.strokes], allowsAnyStrokeCount: true)
    #expect(found(bow, [cross]).name == "cross")
    let one = try StrokeTemplate(name: "bow", examples: [bow.strokes], allowsAnyStrokeCount: true)
    // As a second stroke may follow, the shape is decided after the second stroke, or after the pause if none comes.
    let (name, time, end) = found(.cross, [one])
    #expect(name == "bow" && time == .at(end))
    let lone = found(bow, [one])
    #expect(lone.name == "bow" && lone.time == .at(lone.end + 1000))
  }

  @Test func `A shape of one stroke keeps its direction even if several strokes are allowed`() throws {
    let z = try Figure.z.template("z")
    #expect(found(.z, [z]).name == "z" && found(.z.reversed, [z]).name == nil)
  }
}
