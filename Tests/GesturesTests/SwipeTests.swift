import Foundation
import Gestures
import Testing

@Suite("Swipe")
struct SwipeTests {
  @Test func `To the right with one finger (SW-1)`() {
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
  func `In each direction, and only there (SW-1)`(direction: SwipeDirection, x: Double, y: Double) {
    let recognizers = SwipeDirection.allCases.map { makeSwipe("\($0)", [$0]) }
    let screen = TestScreen(recognizers)
    screen.stroke(from: (100, 50), to: (100 + x, 50 + y), at: 0, for: 50)
    #expect(screen.gestures.map(\.recognizer.name) == ["\(direction)"])
    #expect(screen.gestures.first?.values == .swipe(direction: direction))
  }

  @Test func `One swipe may have several directions (SW-1)`() {
    let swipe = makeSwipe("swipe", [.left, .up])
    let screen = TestScreen(swipe)
    for (index, end) in [(91.0, 50.0), (100, 41), (109, 50), (100, 59)].enumerated() {
      screen.stroke(from: (100, 50), to: end, at: Double(index) * 100, for: 50)
      screen.frame(Double(index) * 100 + 60, ["1": .lifts])
    }
    #expect(screen.gestures.map(\.values) == [.swipe(direction: .left), .swipe(direction: .up)])
  }

  @Test func `It comes during the movement (SW-2)`() {
    let swipe = makeSwipe()
    let screen = TestScreen(swipe)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 200)
    #expect(screen.gestures.map(\.time) == [.at(80)])
    #expect(swipe.state == .ended)
  }

  @Test func `Every finger must have gone far enough (SW-2)`() {
    let swipe = makeSwipe()
    swipe.numberOfTouchesRequired = 2
    expect(
      """
      1      .abc-..ab-.
      2      .c-d-..c--.
      swipe  ...R......F
      """, swipe)
  }

  @Test func `A swipe too slow is none (SW-3)`() {
    expect(
      """
      1      .a----b.
      swipe  ......F.
      """, makeSwipe())
  }

  @Test func `A finger that lifts too soon fails it (SW-3)`() {
    expect(
      """
      1      .ap.
      swipe  ...F
      """, makeSwipe(), places: ["p": (15, 50)])
  }

  @Test func `A finger too many fails it (SW-3)`() {
    expect(
      """
      1      .a-b-
      2      ..h--
      swipe  ..F..
      """, makeSwipe())
  }

  @Test func `A cancelled finger fails it (SW-3)`() {
    expect(
      """
      1      .apx
      swipe  ...F
      """, makeSwipe(), places: ["p": (15, 50)])
  }

  @Test func `The way may turn 30 degrees from the direction (SW-4)`() {
    for (degrees, count) in [(-31.0, 0), (-29, 1), (0, 1), (29, 1), (30, 1), (31, 0), (90, 0), (180, 0)] {
      let screen = TestScreen(makeSwipe())
      let angle = degrees * .pi / 180
      screen.frame(0, ["1": .at(100, 50)])
      screen.frame(50, ["1": .at(100 + 10 * cos(angle), 50 + 10 * sin(angle))])
      #expect(screen.gestures.count == count, "\(degrees)")
    }
  }

  @Test func `A least speed may be asked for (SW-4)`() {
    for (duration, count) in [(80.0, 1), (200, 0)] {
      let swipe = makeSwipe()
      swipe.minimumVelocity = 99
      let screen = TestScreen(swipe)
      screen.stroke(from: (10, 50), to: (18, 50), at: 0, for: duration)
      #expect(screen.gestures.count == count)
    }
  }

  @Test func `A swipe is where it began (SW-5)`() {
    let screen = expect(
      """
      1      .ab.
      swipe  ..R.
      """, makeSwipe())
    #expect(screen.gestures.first?.location == Point(x: 10, y: 50))
  }

  @Test func `A pan on the same view wins, unless it waits (SW-6)`() {
    for waits in [false, true] {
      let (pan, swipe) = (makePan(), makeSwipe())
      if waits { pan.require(toFail: swipe) }
      let screen = TestScreen(pan, swipe)
      screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
      #expect(Set(screen.gestures.map(\.recognizer.name)) == [waits ? "swipe" : "pan"])
    }
  }
}
