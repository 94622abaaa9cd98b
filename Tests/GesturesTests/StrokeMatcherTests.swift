import Foundation
import Gestures
import Testing

/// Random shapes whose strokes have 2 to `corners` corners.
private func scrawls(_ count: Int, strokes: Int = 1, corners: Int = 12, seed: UInt64) -> [[[Point]]] {
  var random = SplitMix64(seed: seed)
  func corner() -> Point { Point(x: 20 + 60 * random.unit(), y: 20 + 60 * random.unit()) }
  return (0..<count).map { _ in
    (0..<strokes).map { _ in (0..<2 + random.below(corners - 1)).map { _ in corner() } }
  }
}

private func mapped(_ strokes: [[Point]], _ change: (Point) -> Point) -> [[Point]] { strokes.map { $0.map(change) } }

private func turned(_ strokes: [[Point]], _ degrees: Double) -> [[Point]] {
  let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  return mapped(strokes) { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
}

enum Measure: CaseIterable {
  case path, cloud, fused

  func distance(_ a: [[Point]], _ b: [[Point]]) throws -> Double {
    let (a, b) = (try #require(StrokeShape(a)), try #require(StrokeShape(b)))
    return switch self {
    case .path: StrokeMatcher.distance(a, b)
    case .cloud: PointCloudMatcher.distance(a.cloud, b.cloud)
    case .fused: StrokeDistance.between(a, b)
    }
  }
}

@Suite("Stroke matchers")
struct StrokeMatcherTests {
  @Test(arguments: Measure.allCases)
  func `A shape's distance to itself is zero at any size and place`(measure: Measure) throws {
    for scrawl in scrawls(50, seed: 1) {
      for (scale, x, y) in [(1.0, 0.0, 0.0), (7, 100, -50), (0.1, 0, 1000)] {
        let other = mapped(scrawl) { Point(x: $0.x * scale + x, y: $0.y * scale + y) }
        #expect(try measure.distance(scrawl, other) < 1e-4)
      }
    }
  }

  @Test(arguments: Measure.allCases, [1, 3])
  func `The distance between two shapes is symmetric`(measure: Measure, strokes: Int) throws {
    let shapes = scrawls(20, strokes: strokes, seed: 2)
    for (a, b) in zip(shapes, shapes.dropFirst()) {
      let (there, back) = (try measure.distance(a, b), try measure.distance(b, a))
      #expect(there.isClose(to: back, within: 1e-9 * max(1, there)) && there > 0.5)
    }
  }

  @Test func `A larger turn costs more, and beyond 30 degrees it also counts in the distance of places`() throws {
    for scrawl in scrawls(20, seed: 3) where scrawl[0].count > 2 {
      let shape = try #require(StrokeShape(scrawl))
      let places = try [10.0, 30, 31, 45, 90].map { degrees in
        StrokeMatcher.distanceOfPlaces(shape, try #require(StrokeShape(turned(scrawl, degrees))))
      }
      #expect(places[0] < 1e-6 && places[1] < 1e-6)
      // The angle, between the vectors, of the part of the turn beyond 30°.
      for (distance, rest) in zip(places.dropFirst(2), [1.0, 15, 60]) {
        #expect(distance.isClose(to: rest * .pi / 180, within: 1e-6))
      }
      let whole = try [0.0, 5, 10, 20, 30, 60].map { try Measure.path.distance(scrawl, turned(scrawl, $0)) }
      #expect(whole == whole.sorted())
      #expect(whole[2] < 0.5 && whole[5] > 1.2)
    }
  }

  @Test func `A cloud does not depend on the strokes' order or direction`() throws {
    let shapes = scrawls(30, strokes: 3, corners: 2, seed: 4)
    for (scrawl, other) in zip(shapes, shapes.dropFirst()) {
      let shuffled = [scrawl[2], scrawl[0].reversed(), scrawl[1].reversed()]
      // The sampled points differ a little, as with any second drawing.
      #expect(try Measure.cloud.distance(scrawl, shuffled) < 1.2)
      #expect(try Measure.cloud.distance(scrawl, other) > 1.2)
      // For several strokes the path adds 15 % at most, so no order of strokes is far from another.
      let (fused, cloud) = (
        try Measure.fused.distance(scrawl, shuffled), try Measure.cloud.distance(scrawl, shuffled)
      )
      #expect(fused <= cloud * 1.15 + 1e-9)
    }
  }

  @Test func `A shape drawn in the opposite direction is far although it covers the same places`() throws {
    for scrawl in scrawls(20, seed: 7) where scrawl[0].count > 3 {
      let reversed = scrawl.map { $0.reversed() as [Point] }
      #expect(try Measure.cloud.distance(scrawl, reversed) < 1.2)
      #expect(try Measure.fused.distance(scrawl, reversed) > 1.5)
    }
  }

  @Test func `Clouds distinguish a circle from a square with the same start and direction`() throws {
    let square = [(0.0, 0.0), (0, 30), (30, 30), (30, 0), (0, 0)].map { Point(x: $0.0, y: $0.1) }
    let circle = (0...60).map { step -> Point in
      let angle = Double(step) / 60 * 2 * .pi
      return Point(x: 15 - 21.2 * sin(angle + .pi / 4), y: 15 - 21.2 * cos(angle + .pi / 4))
    }
    let (path, fused) = (try Measure.path.distance([square], [circle]), try Measure.fused.distance([square], [circle]))
    #expect(fused > path)
  }

  @Test(arguments: [1, 2])
  func `Skipping templates that cannot win does not change the result`(strokes: Int) throws {
    let templates = try (0..<6).map { index in
      try StrokeTemplate(
        name: "\(index)",
        examples: scrawls(20, strokes: strokes, seed: 100 + UInt64(index)).filter { $0[0].count > 3 }.prefix(3) + [])
    }
    for anyDirection in [false, true] {
      var comparison = StrokeComparison()
      comparison.allowsAnyDirection = anyDirection
      for scrawl in scrawls(12, strokes: strokes, seed: 5) {
        let drawn = comparison.shapes(of: scrawl)
        let all = templates.map { ($0.name, StrokeComparison.score(comparison.distance(drawn, $0))) }
          .sorted { $0.1 > $1.1 }
        let match = try #require(comparison.match(scrawl, templates))
        #expect(match.score == all[0].1 && match.runnerUpScore == all[1].1)
        if match.score > match.runnerUpScore { #expect(match.template == all[0].0) }
      }
    }
  }

  @Test func `Neither the number of points on a path nor a repeated corner matters`() throws {
    for scrawl in scrawls(20, seed: 6) {
      let fine = scrawl.map { corners in
        zip(corners, corners.dropFirst()).flatMap { a, b in
          (0...500).map { (step: Int) -> Point in a + (b - a) * (Double(step) / 500) }
        }
      }
      #expect(try Measure.path.distance(scrawl, fine) < 1e-3)
      #expect(try Measure.path.distance(scrawl, scrawl.map { $0.flatMap { [$0, $0] } }) < 1e-6)
    }
  }
}

@Suite("Stroke templates")
struct StrokeTemplateTests {
  private func reason(_ examples: [[[Point]]]) -> StrokeTemplateError? {
    do throws(StrokeTemplateError) {
      _ = try StrokeTemplate(name: "t", examples: examples)
      return nil
    } catch {
      return error
    }
  }

  private let hook = [[Point(x: 0, y: 0), Point(x: 0, y: 30), Point(x: 20, y: 30)]]

  @Test func `An invalid example is rejected, and the error gives its index`() {
    let origin = Point.zero
    let rows: [([[[Point]]], Int?, StrokeTemplateError.Reason)] = [
      ([], nil, .empty),
      ([hook, []], 1, .empty),
      ([hook, [[]]], 1, .empty),
      ([[[origin]]], 0, .empty),
      ([[Array(repeating: origin, count: 50)]], 0, .empty),
      ([hook, hook, [[origin, Point(x: 50, y: 3)]]], 2, .straight),
      ([[[origin, Point(x: .nan, y: 3)]]], 0, .tooFar),
      ([[[origin, Point(x: .infinity, y: 3)]]], 0, .tooFar),
      ([[[origin, Point(x: 1e7, y: 3)]]], 0, .tooFar),
      (Array(repeating: hook, count: 33), nil, .tooManyExamples),
      ([Array(repeating: hook[0], count: 9)], 0, .tooManyStrokes),
      ([[Array(repeating: origin, count: 2001)]], 0, .tooManyPoints),
    ]
    for (examples, example, expected) in rows {
      let error = reason(examples)
      #expect(error?.reason == expected && error?.example == example)
    }
    #expect(reason([hook]) == nil)
    #expect(reason([[hook[0], [Point(x: 0, y: 0), Point(x: 9, y: 9)]]]) == nil)
  }

  @Test func `A hand-drawn line is straight, and a quarter of a circle is not`() {
    let wobble = (0...50).map { Point(x: Double($0), y: sin(Double($0) / 3) * 0.6) }
    #expect(reason([[wobble]])?.reason == .straight)
    let quarter = (0...50).map { Point(x: 30 * cos(Double($0) * .pi / 100), y: 30 * sin(Double($0) * .pi / 100)) }
    #expect(reason([[quarter]]) == nil)
    let backAndForth = [Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 0, y: 1)]
    #expect(reason([[backAndForth]]) == nil)
  }

  @Test func `Rounding never gives a score above 1`() throws {
    let hook = [[Point(x: 20, y: 10), Point(x: 20, y: 40), Point(x: 40.5, y: 3)]]
    let template = try StrokeTemplate(name: "hook", examples: [hook])
    let score = try #require(StrokeComparison().match(hook, [template])).score
    #expect(score <= 1 && score > 0.999)
  }

  @Test func `The tiniest and the largest shapes have finite scores`() throws {
    for scale in [1e-300, 1e-12, 1, 1e4] {
      let tiny = hook.map { $0.map { Point(x: $0.x * scale, y: $0.y * scale) } }
      let match = StrokeComparison().match(tiny, [try StrokeTemplate(name: "hook", examples: [hook])])
      #expect(match.map { $0.score.isFinite && (0...1).contains($0.score) } != false)
    }
  }

  @Test func `A finger whose coordinates are not finite does no harm`() throws {
    let recognizer = StrokeGestureRecognizer(name: "stroke")
    recognizer.templates = [try StrokeTemplate(name: "hook", examples: [hook])]
    let screen = TestScreen(recognizer)
    for (index, x) in [1.0, .nan, 5, .infinity, 1e308, -1e308, 7].enumerated() {
      screen.frame(Double(index) * 10, ["1": .at(x, 5)])
    }
    screen.frame(100, ["1": .lifts])
    #expect(screen.gestures.isEmpty && recognizer.state == .possible)
  }
}
