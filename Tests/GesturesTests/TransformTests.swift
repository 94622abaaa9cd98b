import Testing

@testable import Gestures

@Suite("Transform")
struct TransformTests {
  private let hold = TransformGestureRecognizer(name: "hold")
  private let photo: View
  private let screen: TestScreen

  init() {
    let root = TestScreen.makeRoot()
    photo = root.add("photo", 100, 20, 80, 60)
    photo.addGestureRecognizer(hold)
    screen = TestScreen(root: root)
    hold.addAction { $0.moveView() }
  }

  /// Moves fingers from where they land to where `move` takes them, in steps of 10 ms, and returns the largest distance, in millimetres,
  /// between a finger and what of the photo it landed on.
  private func drift(_ landings: [Point], _ move: (Point, _ part: Double) -> Point) -> Double {
    let names = landings.indices.map { "\($0)" }
    func places(_ part: Double) -> [Point] { landings.map { move($0, part) } }
    func frame(_ time: Double, _ places: [Point]) {
      screen.frame(time, zip(names, places).map { ($0, .at($1.x, $1.y)) })
    }
    frame(0, landings)
    let grips = landings.map { photo.convertFromScreen($0) }
    var worst = 0.0
    for step in 1...40 {
      let places = places(Double(step) / 40)
      frame(Double(step) * 10, places)
      if hold.state == .possible { continue }
      for (grip, place) in zip(grips, places) { worst = max(worst, photo.convertToScreen(grip).distance(to: place)) }
    }
    #expect(screen.gestures.contains { $0.state == .began })
    screen.frame(410, names.map { ($0, .lifts) })
    for (grip, place) in zip(grips, places(1)) { worst = max(worst, photo.convertToScreen(grip).distance(to: place)) }
    return worst
  }

  private static let middle = Point(x: 140, y: 50)
  private static let two = [Point(x: 120, y: 45), Point(x: 150, y: 55)]

  private static func turned(_ point: Point, by angle: Double, scaled scale: Double = 1) -> Point {
    let turn = Transform(rotationAngle: angle).scaledBy(x: scale, y: scale)
    return middle + ((Point.zero + (point - middle)).applying(turn) - .zero)
  }

  static let movements: [(name: String, landings: [Point], move: @Sendable (Point, Double) -> Point)] = [
    ("drag", [middle], { $0 + Vector(x: 40, y: -20) * $1 }),
    ("pinch to twice the distance", two, { turned($0, by: 0, scaled: 1 + $1) }),
    ("pinch to a third", two, { turned($0, by: 0, scaled: 1 - $1 * 0.67) }),
    ("turn by 45°", two, { turned($0, by: $1 * 0.785) }),
    ("turn by 10°", two, { turned($0, by: $1 * -0.175) }),
    ("two and a half turns", two, { turned($0, by: $1 * 15.7) }),
    ("all at once", two, { turned($0, by: $1 * 2, scaled: 1 + $1) + Vector(x: 30, y: 15) * $1 }),
    ("three fingers", two + [Point(x: 140, y: 70)], { turned($0, by: $1, scaled: 1 + $1) + Vector(x: -30, y: 5) * $1 }),
  ]

  @Test(arguments: movements.indices)
  func `What is under the fingers stays there (XFM-2)`(_ index: Int) {
    let (name, landings, move) = Self.movements[index]
    let drift = drift(landings, move)
    #expect(drift < 1e-6, "\(name): \(drift) mm")
  }

  @Test func `It counts from the first landing also where rivals compete (XFM-1)`() {
    screen.engine.intention.followsLeader = true
    screen.frame(0, ["1": .at(120, 45)])
    screen.frame(10, ["1": .at(121, 45)])
    screen.frame(20, ["2": .at(160, 45)])
    screen.frame(30, ["1": .at(123, 45), "2": .at(162, 45)])
    #expect(hold.translation(in: nil).isClose(to: 3, 0, within: 1e-9))
    #expect(photo.center.x.isClose(to: 143, within: 1))
  }

  @Test func `Nothing drifts in a view that is turned, in one that is scaled (XFM-2)`() {
    photo.superview?.bounds.size = Size(width: 300, height: 100)
    let frame = View(name: "frame", frame: Rect(x: 90, y: 10, width: 100, height: 80))
    frame.transform = Transform(rotationAngle: 0.4).scaledBy(x: 1.5, y: 1.5)
    screen.root.addSubview(frame)
    frame.addSubview(photo)
    photo.frame = Rect(x: 10, y: 10, width: 80, height: 60)
    photo.transform = Transform(rotationAngle: -1).scaledBy(x: 0.8, y: 0.8)
    let (_, landings, move) = Self.movements[6]
    #expect(drift(landings, move) < 1e-6)
  }

  @Test func `It begins when the centroid, the distance or the angle has changed enough, from the landing (XFM-1)`() {
    for (place, isFound) in [
      (Point(x: 151.6, y: 55), false), (Point(x: 151.7, y: 55.6), true), (Point(x: 149.3, y: 56.5), false),
      (Point(x: 149, y: 57.9), true), (Point(x: 150, y: 58.15), true),
    ] {
      let hold = TransformGestureRecognizer(), screen = TestScreen(hold)
      screen.frame(0, ["1": .at(120, 45), "2": .at(150, 55)])
      screen.frame(10, ["2": .at(place.x, place.y)])
      #expect(screen.gestures.map(\.state) == (isFound ? [.began] : []), "\(place)")
    }
    let screen = TestScreen(TransformGestureRecognizer())
    screen.frame(0, ["1": .at(120, 50)])
    screen.frame(10, ["1": .at(121.6, 50)])
    #expect(screen.gestures.isEmpty)
    screen.frame(20, ["1": .at(121.7, 50)])
    guard case .transform(let translation, let scale, let rotation, _) = screen.gestures.last?.values else {
      Issue.record("no transform")
      return
    }
    #expect(translation.isClose(to: 1.7, 0))
    #expect(scale == 1 && rotation == 0)
  }

  @Test func `Fingers that land and lift go on without a jump (XFM-3)`() {
    screen.frame(0, ["1": .at(120, 45)])
    screen.frame(10, ["1": .at(130, 45)])
    #expect(photo.center.x.isClose(to: 150))
    // Another finger lands in the frame in which the first one moves.
    let held = photo.convertFromScreen(Point(x: 130, y: 45)), grip = photo.convertFromScreen(Point(x: 165, y: 45))
    screen.frame(20, ["1": .at(135, 45), "2": .at(165, 45)])
    #expect(photo.convertToScreen(held).distance(to: Point(x: 135, y: 45)) < 1e-9)
    screen.frame(30, ["2": .at(205, 45)])
    #expect(hold.scale.isClose(to: 2))
    #expect(photo.convertToScreen(held).distance(to: Point(x: 135, y: 45)) < 1e-9)
    #expect(photo.convertToScreen(grip).distance(to: Point(x: 205, y: 45)) < 1e-9)
    let frame = photo.frame
    screen.frame(40, ["1": .lifts])
    #expect(photo.frame == frame)
    screen.frame(50, ["2": .at(205, 65)])
    #expect(photo.convertToScreen(grip).distance(to: Point(x: 205, y: 65)) < 1e-9)
    #expect(hold.translation(in: nil).isClose(to: 32.5, 20))
    screen.frame(60, ["2": .lifts])
    #expect(screen.gestures.last?.state == .ended)
    #expect(hold.scale == 1)
  }

  @Test func `With fewer fingers than it needs, it waits, and pauses (XFM-5)`() {
    hold.minimumNumberOfTouches = 2
    hold.maximumNumberOfTouches = 2
    screen.frame(0, ["1": .at(120, 45)])
    screen.frame(10, ["1": .at(130, 45)])
    screen.frame(20, ["2": .at(150, 45)])
    #expect(screen.gestures.isEmpty && hold.transform.isIdentity)
    screen.frame(30, ["2": .at(170, 45)])
    #expect(hold.scale.isClose(to: 2))
    let frame = photo.frame
    screen.frame(40, ["1": .lifts])
    screen.frame(50, ["2": .at(190, 60)])
    #expect(photo.frame == frame)
    screen.frame(60, ["2": .lifts])
    screen.frame(100, ["1": .at(120, 45), "2": .at(130, 50), "3": .at(140, 60)])
    screen.frame(110, ["1": .at(100, 45)])
    #expect(screen.gestures.map(\.state) == [.began, .ended])
  }

  @Test func `The view keeps within its limits, also over several gestures (XFM-4)`() {
    hold.scaleLimits = 0.5...3
    hold.rotationLimits = -0.5...0.5
    for _ in 0..<2 {
      let time = (screen.gestures.last?.time.microseconds ?? 0) / 1000
      screen.frame(Double(time) + 10, ["1": .at(120, 45), "2": .at(140, 45)])
      screen.frame(Double(time) + 20, ["2": .at(160, 57)])
      screen.frame(Double(time) + 30, ["1": .lifts, "2": .lifts])
    }
    let transform = photo.transform
    #expect((transform.a * transform.d - transform.b * transform.c).squareRoot().isClose(to: 3))
    #expect(Vector.arctangent(transform.b, transform.a).isClose(to: 0.5))
    // Beyond a limit, the fingers come back before what is under them moves again.
    screen.frame(1000, ["1": .at(120, 45), "2": .at(140, 45)])
    screen.frame(1010, ["2": .at(160, 45)])
    #expect(hold.scale.isClose(to: 1))
    screen.frame(1020, ["2": .at(130, 45)])
    #expect(hold.scale.isClose(to: 0.5))
  }

  @Test func `Limits of 1 and 0 keep the scale and the angle, which then begin nothing (XFM-4)`() {
    hold.scaleLimits = 1...1
    hold.rotationLimits = 0...0
    screen.frame(0, ["1": .at(120, 45), "2": .at(140, 45)])
    screen.frame(10, ["1": .at(110, 40), "2": .at(150, 50)])
    #expect(screen.gestures.isEmpty)
    screen.frame(20, ["1": .at(120, 45), "2": .at(160, 50)])
    #expect(photo.transform.isIdentity)
    #expect(photo.center == Point(x: 150, y: 52.5))
  }

  @Test func `It goes on after a fast lift with all that moved (XFM-6)`() throws {
    hold.hasMomentum = true
    for step in 0...10 {
      let angle = Double(step) * 0.05, reach = 15 + Double(step)
      let way = Vector(angle: angle) * reach, middle = Point(x: 120 + Double(step), y: 50)
      screen.frame(
        Double(step) * 10,
        [("1", .at(middle.x - way.x, middle.y - way.y)), ("2", .at(middle.x + way.x, middle.y + way.y))])
    }
    let (scale, rotation) = (hold.scale, hold.rotation)
    // Fingers seldom lift in the same frame, and the last one goes its own way meanwhile.
    screen.frame(108, ["1": .lifts])
    screen.frame(112, ["2": .at(160, 70)])
    let left = hold.transform
    screen.frame(118, ["2": .lifts])
    #expect(hold.transform == left)
    let speed = try #require(screen.gestures.last { $0.state == .changed }).time
    #expect(speed == .at(112))
    screen.wait(until: 118 + 17)
    let (scaling, turning) = (hold.scaleVelocity, hold.rotationVelocity)
    #expect(turning.isClose(to: 5 * 0.967, within: 0.1))
    #expect(scaling.isClose(to: 6.67, within: 0.5))
    #expect(hold.velocity(in: nil).isClose(to: 96.7, 0, within: 3))
    screen.wait(until: 10_000)
    let last = try #require(screen.gestures.last)
    #expect(last.state == .ended && last.numberOfTouches == 0)
    guard case .transform(let translation, let end, let turn, let velocity) = last.values else { return }
    // All of the velocity becomes movement in the time constant, 0.5 s.
    #expect((turn - rotation).isClose(to: 2.5, within: 0.15))
    #expect(end / scale > 2 && end / scale < 7)
    #expect(translation.x > 50 && velocity == .zero)
  }

  @Test func `A landing stops it, and a finger that lifts long after the others throws only itself (XFM-6)`() {
    hold.hasMomentum = true
    screen.frame(0, ["1": .at(120, 45), "2": .at(140, 45)])
    for step in 1...10 { screen.frame(Double(step) * 10, ["2": .at(140 + Double(step) * 2, 45)]) }
    screen.frame(105, ["1": .lifts])
    let scale = hold.scale
    for step in 1...10 { screen.frame(105 + Double(step) * 10, ["2": .at(160, 45 + Double(step) * 2)]) }
    screen.frame(210, ["2": .lifts])
    screen.wait(until: 300)
    #expect(hold.scale == scale)
    #expect(hold.velocity(in: nil).y > 100)
    screen.frame(310, ["3": .at(20, 20)])
    #expect(screen.gestures.last?.state == .ended)
  }

  @Test func `Close fingers and exchanged fingers neither turn nor scale (XFM-2)`() {
    screen.frame(0, ["1": .at(120, 45), "2": .at(123, 45)])
    screen.frame(10, ["1": .at(130, 45), "2": .at(131, 47)])
    #expect(hold.scale == 1 && hold.rotation == 0)
    screen.frame(20, ["1": .at(120, 45), "2": .at(140, 45)])
    #expect(hold.scale == 1 && hold.rotation == 0)
    screen.frame(30, ["1": .at(140, 45), "2": .at(120, 45)])
    #expect(hold.scale == 1 && hold.rotation == 0)
    screen.frame(40, ["1": .at(150, 45), "2": .at(110, 45)])
    #expect(hold.scale.isClose(to: 2) && hold.rotation == 0)
  }

  @Test func `A gesture that is cancelled puts the view back (XFM-2)`() {
    screen.frame(0, ["1": .at(120, 45)])
    screen.frame(10, ["1": .at(150, 60)])
    #expect(photo.center == Point(x: 170, y: 65))
    screen.frame(20, ["1": .cancelled])
    #expect(photo.center == Point(x: 140, y: 50))
    #expect(photo.transform.isIdentity)
  }

  @Test func `Taps and swipes beside it are recognized as beside a pan (XFM-1)`() {
    for drag in [TransformGestureRecognizer(name: "hold"), PanGestureRecognizer(name: "hold")] {
      let tap = TapGestureRecognizer(name: "tap"), swipe = SwipeGestureRecognizer(name: "swipe")
      drag.require(toFail: swipe)
      let screen = TestScreen(tap, swipe, drag)
      screen.frame(0, ["1": .at(50, 50)])
      screen.frame(50, ["1": .at(50.5, 50)])
      screen.frame(90, ["1": .lifts])
      screen.stroke(from: (50, 50), to: (100, 50), at: 1000, for: 100)
      screen.frame(1110, ["1": .lifts])
      screen.stroke(from: (50, 20), to: (50, 70), at: 3000, for: 1000)
      screen.frame(4010, ["1": .lifts])
      let found = screen.gestures.filter { $0.state != .changed }.map { "\($0.recognizer.name) \($0.state)" }
      #expect(found == ["tap ended", "swipe ended", "hold began", "hold ended"])
    }
  }
}
