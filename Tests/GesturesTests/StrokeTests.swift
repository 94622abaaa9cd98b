import Foundation
import Gestures
import Testing

@Suite("Stroke")
struct StrokeTests {
  @Test func `A shape is recognized when the finger lifts`() throws {
    let z = try makeStroke([.z, .check])
    let screen = expect(
      """
      1  .abcd.
      z  .....R
      """, z, places: Figure.z.places)
    #expect(screen.events(of: z).first?.match?.template == "z")
  }

  @Test func `A match names the best template and the runner-up`() throws {
    let z = try makeStroke([.z, .check, .circle])
    let match = try #require(draw(.z, z))
    #expect(match.template == "z" && match.score > 0.99)
    #expect(match.runnerUp != nil && match.runnerUp != "z" && match.runnerUpScore < 0.5)
  }

  @Test func `With one template there is no runner-up`() throws {
    let match = try #require(draw(.z, try makeStroke([.z])))
    #expect(match.runnerUp == nil && match.runnerUpScore == 0)
  }

  @Test func `Another shape fails, and its match can be read until the next one begins`() throws {
    let z = try makeStroke([.z])
    let screen = TestScreen(z)
    z.reportedStates.insert(.failed)
    screen.draw(.circle)
    #expect(screen.gestures.map(\.state) == [.failed])
    #expect(z.match?.template == "z" && z.match!.score < 0.7)
    #expect(z.strokes.count == 1 && z.strokes[0].count > 10)
    screen.frame(5000, ["1": .at(10, 10)])
    #expect(z.match == nil && z.strokes == [[StrokePoint(Point(x: 10, y: 10), at: .at(5000))]])
  }

  @Test func `A tap and a tiny drawing are not shapes`() throws {
    let z = try makeStroke([.z])
    z.minimumScore = 0
    #expect(draw(.z.scaled(7.9 / 30), z) == nil)
    #expect(draw(.z.scaled(8.1 / 30), z) != nil)
    expect(
      """
      1  .a.
      z  ..F
      """, try makeStroke([.z]))
  }

  @Test(arguments: [0.3, 0.5, 1, 2, 2.5])
  func `A shape's size does not matter`(scale: Double) throws {
    let match = try #require(draw(.z.scaled(scale), try makeStroke([.z])))
    #expect(match.score > 0.98)
  }

  @Test func `A shape's size matters with a maximum scale`() throws {
    let z = try makeStroke([.z])
    z.maximumScale = 1.5
    #expect(draw(.z.scaled(1.5), z) != nil && draw(.z.scaled(1 / 1.5), z) != nil)
    #expect(draw(.z.scaled(1.6), z) == nil && draw(.z.scaled(0.6), z) == nil)
  }

  @Test func `A shape's place does not matter without a maximum offset`() throws {
    let z = try makeStroke([.z])
    #expect(draw(.z.moved(100, 20), z) != nil)
    z.maximumOffset = 10
    #expect(draw(.z.moved(6, 8), z) != nil)
    #expect(draw(.z.moved(6, 9), z) == nil)
  }

  @Test func `A shape may be turned a little, but not much`() throws {
    for (degrees, isFound) in [
      (-90.0, false), (-60, false), (-15, true), (0, true), (15, true), (60, false), (180, false),
    ] {
      #expect((draw(.z.turned(degrees), try makeStroke([.z])) != nil) == isFound, "\(degrees)°")
    }
  }

  @Test func `A shape must be drawn from start to end unless any direction is allowed`() throws {
    let z = try makeStroke([.z])
    #expect(draw(.z.reversed, z) == nil)
    z.allowsAnyDirection = true
    #expect(try #require(draw(.z.reversed, z)).score > 0.99)
    #expect(draw(.z, z) != nil)
  }

  @Test func `One finger too many fails the shape`() throws {
    expect(
      """
      1  .abcd.
      2  ...k..
      z  ...F..
      """, try makeStroke([.z]), places: Figure.z.places)
  }

  @Test func `A cancelled finger fails the shape`() throws {
    expect(
      """
      1  .abcx
      z  ....F
      """, try makeStroke([.z]), places: Figure.z.places)
  }

  @Test func `Two fingers draw with their middle while both are down`() throws {
    let z = try makeStroke([.z])
    z.numberOfTouchesRequired = 2
    let screen = TestScreen(z)
    let points = Figure.z.points
    screen.frame(0, ["1": .at(150, 90)])
    screen.frame(10, ["1": .at(points[0].x - 10, points[0].y)])
    for (index, point) in points.enumerated() {
      let time = 20 + Double(index) * 10
      screen.frame(time, ["1": .at(point.x - 10, point.y), "2": .at(point.x + 10, point.y)])
    }
    screen.frame(2000, ["1": .lifts])
    screen.frame(2010, ["2": .at(200, 90)])
    screen.frame(2020, ["2": .lifts])
    #expect(screen.gestures.compactMap(\.match?.template) == ["z"])
    #expect(screen.gestures[0].match!.score > 0.99)
  }

  @Test func `One finger does not draw a shape that requires two`() throws {
    let z = try makeStroke([.z])
    z.numberOfTouchesRequired = 2
    expect(
      """
      1  .abcd.
      z  .....F
      """, z, places: Figure.z.places)
  }

  @Test func `A shape's location is where it began`() throws {
    let screen = TestScreen(try makeStroke([.z]))
    screen.draw(.z)
    #expect(screen.gestures.first?.location == Figure.z.points[0])
  }

  @Test func `A pan on the same view wins, unless it waits for the shape`() throws {
    for waits in [false, true] {
      let (pan, z) = (makePan(), try makeStroke([.z]))
      if waits { pan.require(toFail: z) }
      let screen = TestScreen(pan, z)
      screen.draw(.z)
      #expect(Set(screen.gestures.map(\.recognizer.name)) == [waits ? "z" : "pan"])
    }
  }

  @Test func `A drawing without end takes a bounded number of points and is still matched`() throws {
    let z = try makeStroke([.z, .circle])
    let screen = TestScreen(z)
    var time = 0.0
    for round in 0..<400 {
      for index in 0..<90 {
        let angle = Double(index) / 90 * 2 * .pi
        // A spiral outwards, so that no two rounds are the same.
        let radius = 5 + Double(round) * 0.1
        screen.frame(time, ["1": .at(150 + radius * cos(angle), 50 + radius * sin(angle))])
        time += 8
      }
      #expect(z.strokes.count == 1 && z.strokes[0].count <= 257)
    }
    screen.frame(time, ["1": .lifts])
    #expect(z.match != nil)
  }

  @Test func `A slowly drawn shape matches as well as a fast one`() throws {
    let z = try makeStroke([.z])
    let slow = TestScreen(z)
    for (index, point) in Figure.z.points(every: 0.01).enumerated() {
      slow.frame(Double(index) * 8, ["1": .at(point.x, point.y)])
    }
    slow.frame(1e6, ["1": .lifts])
    #expect(try #require(slow.gestures.first?.match).score > 0.98)
  }
}

@Test func `The article's example recognizes both its shapes`() throws {
  let points = Figure.check.points.map { StrokePoint($0, at: .at(0)) }
  let sign = try makeSign(from: [points])
  #expect(draw(.check, sign)?.template == "own")
  #expect(draw(Figure([(20, 10), (20, 40), (40, 40), (40, 30)]), sign)?.template == "hook")
}

// MARK: - Several strokes

@Suite("Strokes")
struct StrokesTests {
  @Test func `A cross needs two strokes, in any order and direction`() throws {
    let cross = try makeStroke([.cross])
    cross.maximumNumberOfStrokes = 2
    for figure in [Figure.cross, .cross.reversed, Figure(strokes: Figure.cross.strokes.reversed())] {
      #expect(draw(figure, cross)?.template == "cross")
    }
  }

  @Test func `A shape is decided at its last possible stroke, or else after the pause`() throws {
    let cross = try makeStroke([.cross, .z])
    cross.maximumNumberOfStrokes = 3
    let screen = TestScreen(cross)
    let end = screen.draw(.cross)
    #expect(screen.gestures.map(\.time) == [.at(end)])
    let late = screen.draw(.z, at: 10_000)
    #expect(screen.gestures.count == 1)
    screen.wait(until: late + 999)
    #expect(screen.gestures.count == 1)
    screen.wait(until: late + 1000)
    #expect(screen.gestures.last?.match?.template == "z")
  }

  @Test func `A stroke after the pause begins a new shape`() throws {
    let cross = try makeStroke([.cross])
    cross.maximumNumberOfStrokes = 2
    cross.reportedStates.insert(.failed)
    let screen = TestScreen(cross)
    let strokes = Figure.cross.strokes
    let end = screen.draw(Figure(strokes: [strokes[0]]))
    screen.draw(Figure(strokes: [strokes[1]]), at: end + 1500)
    screen.wait(until: 20_000)
    #expect(screen.gestures.map(\.state) == [.failed, .failed])
  }

  @Test func `A tap that waits for a shape waits through the pause`() throws {
    let cross = try makeStroke([.cross])
    cross.maximumNumberOfStrokes = 2
    let tap = TapGestureRecognizer(name: "tap")
    tap.require(toFail: cross)
    expect(
      """
      1      .A............
      tap    ...........R..
      cross  ...........F..
      """, tap, cross)
  }
}

// MARK: - Figures

/// A shape that a test draws: the corners of its strokes, in millimetres.
struct Figure {
  var strokes: [[Point]]

  static let z = Figure([(20, 20), (50, 20), (20, 50), (50, 50)])
  static let check = Figure([(20, 40), (30, 50), (50, 20)])
  static let cross = Figure(strokes: Figure([(20, 20), (50, 50)]).strokes + Figure([(50, 20), (20, 50)]).strokes)
  static let circle = Figure(
    (0...40).map { step -> (Double, Double) in
      let angle = Double(step) * .pi / 20
      return (35 + 15 * sin(angle), 35 - 15 * cos(angle))
    })

  init(strokes: [[Point]]) { self.strokes = strokes }

  init(_ corners: [(Double, Double)]) { strokes = [corners.map { Point(x: $0.0, y: $0.1) }] }

  /// Points on the first stroke, a millimetre apart.
  var points: [Point] { points(every: 1) }

  func points(every step: Double) -> [Point] { strokes[0].walked(every: step) }

  /// The corners of the first stroke, as the places a, b, c … of a picture.
  var places: [Character: (Double, Double)] {
    Dictionary(uniqueKeysWithValues: zip("abcdefgh", strokes[0].map { ($0.x, $0.y) }))
  }

  func scaled(_ factor: Double) -> Figure {
    mapped { Point(x: 20 + ($0.x - 20) * factor, y: 20 + ($0.y - 20) * factor) }
  }

  func moved(_ x: Double, _ y: Double) -> Figure { mapped { Point(x: $0.x + x, y: $0.y + y) } }

  /// The figure turned clockwise around (35, 35), and then moved by 15 mm to the right and down.
  func turned(_ degrees: Double) -> Figure {
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return mapped { point in
      let (x, y) = (point.x - 35, point.y - 35)
      return Point(x: 50 + x * cosine - y * sine, y: 50 + x * sine + y * cosine)
    }
  }

  var reversed: Figure { Figure(strokes: strokes.map { $0.reversed() }) }

  func template(_ name: String) throws -> StrokeTemplate { try StrokeTemplate(name: name, examples: [strokes]) }

  private func mapped(_ change: (Point) -> Point) -> Figure { Figure(strokes: strokes.map { $0.map(change) }) }
}

extension [Point] {
  fileprivate func walked(every step: Double) -> [Point] {
    guard let first else { return [] }
    return [first]
      + zip(self, dropFirst()).flatMap { start, end in
        let count = Swift.max(1, Int(start.distance(to: end) / step))
        return (1...count).map { start + (end - start) * (Double($0) / Double(count)) }
      }
  }
}

/// A stroke recognizer that is named after its first template.
func makeStroke(_ names: [NamedFigure]) throws -> StrokeGestureRecognizer {
  let recognizer = StrokeGestureRecognizer(name: names[0].rawValue)
  recognizer.templates = try names.map { try $0.figure.template($0.rawValue) }
  return recognizer
}

enum NamedFigure: String, CaseIterable {
  case z, check, cross, circle

  var figure: Figure {
    switch self {
    case .z: .z
    case .check: .check
    case .cross: .cross
    case .circle: .circle
    }
  }
}

extension TestScreen {
  /// Draws a millimetre every 10 ms, with 200 ms between strokes.
  /// - Returns: The time of the last lift.
  @discardableResult
  func draw(_ figure: Figure, at start: Double = 0) -> Double {
    var time = start
    for stroke in figure.strokes {
      for point in stroke.walked(every: 1) {
        frame(time, ["1": .at(point.x, point.y)])
        time += 10
      }
      frame(time, ["1": .lifts])
      time += 200
    }
    return time - 200
  }
}

/// The match that a recognizer reports for a figure; `nil` if it doesn't recognize it.
private func draw(_ figure: Figure, _ recognizer: StrokeGestureRecognizer) -> StrokeMatch? {
  let screen = TestScreen(recognizer)
  screen.draw(figure)
  screen.wait(until: 100_000)
  recognizer.view?.removeGestureRecognizer(recognizer)
  return screen.gestures.last?.match
}

extension GestureEvent {
  var match: StrokeMatch? { if case .stroke(let match) = values { match } else { nil } }
}
