import Foundation
import Gestures
import Testing

@Suite("Swipe")
struct SwipeTests {
  @Test func `By default, a swipe goes to the right with one finger (SW-1)`() {
    let swipe = SwipeGestureRecognizer()
    #expect(swipe.direction == [.right] && swipe.numberOfTouchesRequired == 1)
    expect(
      """
      1      .ab..ba..
      swipe  ..R....F.
      """, makeSwipe())
  }

  @Test(arguments: [
    (SwipeDirection.right, 9.0, 0.0), (.left, -9, 0), (.up, 0, -9), (.down, 0, 9),
  ])
  func `A swipe is recognized in its direction only (SW-1)`(direction: SwipeDirection, x: Double, y: Double) {
    let recognizers = SwipeDirection.sides.map { makeSwipe("\($0)", [$0]) }
    let screen = TestScreen(recognizers)
    screen.stroke(from: (100, 50), to: (100 + x, 50 + y), at: 0, for: 50)
    #expect(screen.gestures.map(\.recognizer.name) == ["\(direction)"])
    #expect(screen.gestures.first?.values == .swipe(direction: direction))
  }

  @Test func `A swipe that failed has no direction (SW-1)`() {
    let swipe = makeSwipe("left", [.left])
    let screen = TestScreen(swipe)
    screen.stroke(from: (100, 50), to: (97, 50), at: 0, for: 50)
    #expect(swipe.values == .none)
    let edge = ScreenEdgePanGestureRecognizer(name: "top")
    edge.edges = [.top]
    #expect(edge.values == .none)
  }

  @Test func `One recognizer can have several directions (SW-1)`() {
    let swipe = makeSwipe("swipe", [.left, .up])
    let screen = TestScreen(swipe)
    for (index, end) in [(91.0, 50.0), (100, 41), (109, 50), (100, 59)].enumerated() {
      screen.stroke(from: (100, 50), to: end, at: Double(index) * 100, for: 50)
      screen.frame(Double(index) * 100 + 60, ["1": .lifts])
    }
    #expect(screen.gestures.map(\.values) == [.swipe(direction: .left), .swipe(direction: .up)])
  }

  @Test func `A swipe is recognized during the movement (SW-2)`() {
    let swipe = makeSwipe()
    let screen = TestScreen(swipe)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 200)
    #expect(screen.gestures.map(\.time) == [.at(80)])
    #expect(swipe.state == .ended)
  }

  @Test func `Every finger must move far enough (SW-2)`() {
    let swipe = makeSwipe()
    swipe.numberOfTouchesRequired = 2
    expect(
      """
      1      .abc-..ab-.
      2      .c-d-..c--.
      swipe  ...R......F
      """, swipe)
  }

  @Test func `A swipe that is too slow fails (SW-3)`() {
    expect(
      """
      1      .a----b.
      swipe  ......F.
      """, makeSwipe())
  }

  @Test func `A finger that lifts too soon fails the swipe (SW-3)`() {
    expect(
      """
      1      .ap.
      swipe  ...F
      """, makeSwipe(), places: ["p": (15, 50)])
  }

  @Test func `One finger too many fails the swipe (SW-3)`() {
    expect(
      """
      1      .a-b-
      2      ..h--
      swipe  ..F..
      """, makeSwipe())
  }

  @Test func `A cancelled finger fails the swipe (SW-3)`() {
    expect(
      """
      1      .apx
      swipe  ...F
      """, makeSwipe(), places: ["p": (15, 50)])
  }

  @Test func `The path may be up to 30 degrees off the direction (SW-4)`() {
    for (degrees, count) in [(-31.0, 0), (-29, 1), (0, 1), (29, 1), (30, 1), (31, 0), (90, 0), (180, 0)] {
      let screen = TestScreen(makeSwipe())
      let angle = degrees * .pi / 180
      screen.frame(0, ["1": .at(100, 50)])
      screen.frame(50, ["1": .at(100 + 10 * cos(angle), 50 + 10 * sin(angle))])
      #expect(screen.gestures.count == count, "\(degrees)")
    }
  }

  @Test func `A minimum speed can be required (SW-4)`() {
    for (duration, count) in [(80.0, 1), (200, 0)] {
      let swipe = makeSwipe()
      swipe.minimumVelocity = 99
      let screen = TestScreen(swipe)
      screen.stroke(from: (10, 50), to: (18, 50), at: 0, for: duration)
      #expect(screen.gestures.count == count)
    }
  }

  @Test func `A swipe's location is where it began (SW-5)`() {
    let screen = expect(
      """
      1      .ab.
      swipe  ..R.
      """, makeSwipe())
    #expect(screen.gestures.first?.location == Point(x: 10, y: 50))
  }

  @Test func `A pan on the same view wins, unless it waits for the swipe (SW-6)`() {
    for waits in [false, true] {
      let (pan, swipe) = (makePan(), makeSwipe())
      if waits { pan.require(toFail: swipe) }
      let screen = TestScreen(pan, swipe)
      screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
      #expect(Set(screen.gestures.map(\.recognizer.name)) == [waits ? "swipe" : "pan"])
    }
  }

  private static let eight = Set(SwipeDirection.allCases)

  /// Returns the directions that swipes of their own report for a movement of 20 mm at an angle in degrees.
  private func directions(_ swipes: [SwipeGestureRecognizer], at degrees: Double) -> [SwipeDirection] {
    let screen = TestScreen(swipes)
    let angle = degrees * .pi / 180
    screen.frame(0, ["1": .at(100, 50)])
    for step in 1...4 {
      let way = Double(step) * 5
      screen.frame(Double(step) * 10, ["1": .at(100 + way * cos(angle), 50 + way * sin(angle))])
    }
    screen.frame(45, ["1": .lifts])
    return screen.gestures.compactMap { if case .swipe(let direction) = $0.values { direction } else { nil } }
  }

  private func makeWide(_ directions: Set<SwipeDirection>, atLift: Bool) -> SwipeGestureRecognizer {
    let swipe = makeSwipe(directions.map(\.name).joined(), directions)
    swipe.maximumAngle = 40 * .pi / 180
    swipe.decision = atLift ? .atLift : .duringMovement
    swipe.minimumLiftVelocity = atLift ? 120 : 0
    swipe.failsEarly = atLift
    return swipe
  }

  @Test(arguments: [false, true])
  func `Eight directions divide the circle without gap or overlap (SW-9)`(atLift: Bool) {
    let one = makeWide(Self.eight, atLift: atLift)
    let many = SwipeDirection.allCases.map { makeWide([$0], atLift: atLift) }
    for tenth in 0..<3600 {
      let degrees = Double(tenth) / 10
      let alone = directions([one], at: degrees)
      #expect(alone.count == 1, "\(degrees)")
      #expect(directions(many, at: degrees) == alone, "\(degrees)")
      let middle = (alone.first?.angle ?? 0) * 180 / .pi
      let deviation = (degrees - middle).remainder(dividingBy: 360).magnitude
      #expect(deviation < 22.51, "\(degrees)")
    }
  }

  @Test func `At equal angles, the direction with the smaller angle from right is recognized (SW-9)`() {
    for (degrees, direction) in [(22.5, SwipeDirection.right), (67.5, .downRight), (292.5, .up), (202.5, .left)] {
      let many = SwipeDirection.allCases.map { makeWide([$0], atLift: true) }
      #expect(directions(many, at: degrees) == [direction], "\(degrees)")
      #expect(directions(many.reversed(), at: degrees) == [direction], "\(degrees)")
    }
  }

  @Test func `Swipes that may be simultaneous do not compare their directions (SW-9)`() {
    let (wide, exact) = (makeWide([.right], atLift: true), makeWide([.downRight], atLift: true))
    wide.simultaneousRecognizers = .some([exact])
    #expect(Set(directions([wide, exact], at: 30)) == [.right, .downRight])
  }

  @Test func `A direction may be any angle (SW-1)`() {
    let steep = SwipeDirection(angle: 70 * .pi / 180)
    #expect(steep.name == "70deg" && SwipeDirection(angle: 12.25 * .pi / 180).name == "12.3deg")
    let swipe = makeSwipe("steep", [steep])
    swipe.maximumAngle = 5 * .pi / 180
    for degrees in stride(from: 0.0, to: 360, by: 1) {
      #expect(directions([swipe], at: degrees) == ((65...75).contains(degrees) ? [steep] : []), "\(degrees)")
    }
    #expect(SwipeDirection(angle: -.pi / 2) == .up && SwipeDirection(angle: 17 * .pi / 4) == .downRight)
    #expect(SwipeDirection(angle: .nan) == .right && SwipeDirection(angle: .infinity) == .right)
    for direction in SwipeDirection.allCases { #expect(SwipeDirection(name: direction.name) == direction) }
    #expect(SwipeDirection(name: "north") == nil)
  }

  @Test func `Short and long swipes in one direction exclude each other (SW-2)`() {
    let (short, long) = (makeWide([.right], atLift: true), makeWide([.right], atLift: true))
    short.maximumDistance = 30
    long.minimumDistance = 30.5
    short.failsEarly = false
    for (length, expected) in [(7.0, ""), (9, "short"), (29, "short"), (30.2, ""), (31, "long"), (90, "long")] {
      (short.name, long.name) = ("short", "long")
      let screen = TestScreen([short, long])
      screen.stroke(from: (50, 50), to: (50 + length, 50), at: 0, for: 60)
      screen.frame(65, ["1": .lifts])
      #expect(screen.gestures.map(\.recognizer.name).joined() == expected, "\(length) mm")
    }
  }

  @Test func `Each direction may have distances of its own (SW-2)`() {
    let swipe = makeWide([.right, .down], atLift: true)
    swipe.distances = [.right: 40...60]
    for (x, y, count) in [(30.0, 0.0, 0), (50, 0, 1), (70, 0, 0), (0, 9, 1), (0, 90, 1)] {
      let screen = TestScreen(swipe)
      screen.stroke(from: (100, 5), to: (100 + x, 5 + y), at: 0, for: 60)
      screen.frame(65, ["1": .lifts])
      #expect(screen.gestures.count == count, "\(x), \(y)")
    }
  }
}
