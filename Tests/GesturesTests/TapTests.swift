import Gestures
import Testing

@Suite("Tap")
struct TapTests {
  @Test func `By default, a tap is one tap of one finger (TAP-1)`() {
    let tap = TapGestureRecognizer()
    #expect(tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1)
    expect(
      """
      1    .a.
      tap  ..R
      """, makeTap())
  }

  @Test func `A tap is recognized when its last finger lifts (TAP-2)`() {
    expect(
      """
      1    .a--.
      2    .b-..
      tap  ....R
      """, makeTap(touches: 2))
  }

  @Test func `Two fingers can tap twice (TAP-2)`() {
    let screen = expect(
      """
      1    .a-..a-.
      2    ..b.b-..
      tap  .......R
      """, makeTap(taps: 2, touches: 2))
    #expect(screen.gestures.first?.values == .tap(taps: 2))
  }

  @Test func `A finger that lands and lifts in one frame twice is a double tap (TAP-2)`() {
    expect(
      """
      1    .AA
      tap  ..R
      """, makeTap(taps: 2))
  }

  @Test func `A finger that moves too far fails the tap at once (TAP-3)`() {
    expect(
      """
      1    .ab-a.
      tap  ..F...
      """, makeTap())
  }

  @Test func `Movement of exactly the limit is still a tap (TAP-3)`() {
    expect(
      """
      1    .ap-...aq-.
      tap  ....R...F..
      """, makeTap(), places: ["p": (13, 50), "q": (13.00001, 50)])
  }

  @Test func `Each finger's movement is measured from its own landing (TAP-3)`() {
    expect(
      """
      1    .a---.
      2    .bq--.
      tap  ..F...
      """, makeTap(touches: 2), places: ["q": (20, 53.1)])
  }

  @Test func `A tap that moves too far with its last movement fails (TAP-3, RS-8)`() {
    expect(
      """
      1    .aB
      tap  ..F
      """, makeTap())
  }

  @Test func `One finger too many is not a tap (TAP-4)`() {
    expect(
      """
      1    .a--.
      2    ..b..
      tap  ..F..
      """, makeTap())
  }

  @Test func `One finger too few is not a tap (TAP-4)`() {
    expect(
      """
      1    .a-.
      tap  ...F
      """, makeTap(touches: 2))
  }

  @Test func `A finger that lands after another has lifted fails the tap (TAP-4)`() {
    expect(
      """
      1    .a-..
      2    .b--.
      3    ...c.
      tap  ...F.
      """, makeTap(touches: 2))
    expect(
      """
      1    .a-...
      2    .b---.
      3    ....c.
      tap  ....F.
      """, makeTap(touches: 2))
  }

  @Test func `One finger that lands as another lifts is one too many (TAP-4, RS-8)`() {
    expect(
      """
      1    .a.
      2    ..b
      tap  ..F
      """, makeTap())
  }

  @Test func `A finger held too long is not a tap (TAP-5)`() {
    expect(
      """
      1    a-------.a------.
      tap  .......F........R
      """, makeTap())
  }

  @Test func `Without a maximum duration, a tap may take any time (TAP-5)`() {
    let tap = makeTap()
    tap.maximumDuration = nil
    expect(
      """
      1    .a----------------.
      tap  ..................R
      """, tap)
  }

  @Test func `The second tap must land within 350 ms after the first (TAP-6)`() {
    for (landing, count) in [(449.999, 1), (450, 0), (460, 0)] {
      let tap = makeTap(taps: 2)
      let screen = TestScreen(tap)
      screen.frame(0, ["1": .at(10, 50)])
      screen.frame(100, ["1": .lifts])
      #expect(screen.engine.nextDeadline == .at(450))
      screen.frame(landing, ["1": .at(10, 50)])
      screen.frame(500, ["1": .lifts])
      #expect(screen.gestures.count == count, "\(landing)")
    }
  }

  @Test func `The time between taps is measured from the lift, not from the landing (TAP-6)`() {
    expect(
      """
      1    .a-----...a-----.
      tap  ................R
      """, makeTap(taps: 2))
  }

  @Test func `The second tap must be near the first (TAP-7)`() {
    expect(
      """
      1    .a.p.....a.q.....
      tap  ....R......F...F.
      """, makeTap(taps: 2), places: ["p": (17, 50), "q": (17.1, 50)])
  }

  @Test func `All taps are measured from the first (TAP-7)`() {
    expect(
      """
      1    .a.p.q.......
      tap  .....F...F...
      """, makeTap(taps: 3), places: ["p": (15, 50), "q": (20, 50)])
  }

  @Test func `A tap elsewhere starts a new double tap, and releases the waiting single tap (TAP-8)`() {
    let (once, twice) = (makeTap("once"), makeTap("twice", taps: 2))
    once.require(toFail: twice)
    expect(
      """
      1      .a.h.h.
      once   ...R..F
      twice  ...F..R
      """, once, twice)
  }

  @Test func `A tap that comes too late starts a new double tap (TAP-8)`() {
    expect(
      """
      1    .a.....a.a.
      tap  .....F....R
      """, makeTap(taps: 2))
  }

  @Test func `A contact that bounces is not a second tap (TAP-9)`() {
    for (interval, recognized) in [(0, [100.0]), (40, [250.0])] {
      let tap = makeTap(taps: 2)
      tap.minimumInterval = .milliseconds(interval)
      let screen = TestScreen(tap)
      for (landing, lift) in [(0.0, 50.0), (60, 100), (200, 250)] {
        screen.frame(landing, ["1": .at(10, 50)])
        screen.frame(lift, ["1": .lifts])
      }
      #expect(screen.gestures.map(\.time) == recognized.map { .at($0) })
    }
  }

  @Test func `A contact that breaks for a moment is one tap (TAP-9)`() {
    for (interval, recognized) in [(0, [30.0, 80, 130, 180]), (40, [30.0, 130])] {
      let tap = makeTap()
      tap.minimumInterval = .milliseconds(interval)
      let screen = TestScreen(tap)
      for (landing, lift) in [(0.0, 30.0), (45, 80), (100, 130), (145, 180)] {
        screen.frame(landing, ["1": .at(10, 50)])
        screen.frame(lift, ["1": .lifts])
      }
      #expect(screen.gestures.map(\.time) == recognized.map { .at($0) })
    }
  }

  @Test func `A tap on another engine, whose clock is behind, is not a bounce (TAP-9)`() {
    let tap = makeTap()
    for start in [1000.0, 0] {
      let screen = TestScreen(tap)
      screen.frame(start, ["1": .at(10, 50)])
      screen.frame(start + 50, ["1": .lifts])
      #expect(screen.gestures.map(\.time) == [.at(start + 50)])
    }
  }

  @Test func `A tap's location is where its first tap landed (TAP-10)`() {
    let screen = expect(
      """
      1    .ap.q.
      2    .c-.c.
      tap  .....R
      """, makeTap(taps: 2, touches: 2), places: ["p": (12, 50), "q": (14, 52)])
    #expect(screen.gestures.first?.location == Point(x: 20, y: 50))
  }

  @Test func `A tap has a location in its view (TAP-10)`() {
    let root = TestScreen.makeRoot()
    let tap = makeTap()
    root.add("button", 5, 40, 20, 20).addGestureRecognizer(tap)
    let screen = expect(
      """
      1    .a.
      tap  ..R
      """, tap, root: root)
    #expect(screen.gestures.first?.locationInView == Point(x: 5, y: 10))
  }

  @Test func `A cancelled finger is not a tap (TAP-11)`() {
    expect(
      """
      1    .ax...a-.
      2    ......bx.
      one  ..F......
      two  ..F....F.
      """, makeTap("two", touches: 2), makeOneFingered())
  }

  private func makeOneFingered() -> TapGestureRecognizer {
    let tap = makeTap("one")
    tap.delegate = onlyFirst
    onlyFirst.receives = { _, touch in touch.location.x < 15 && touch.initialTimestamp < .at(500) }
    return tap
  }
  private let onlyFirst = Answers()

  @Test func `A double tap fails if its second touch is cancelled (TAP-11)`() {
    expect(
      """
      1    .a.ax......
      tap  ....F......
      """, makeTap(taps: 2))
  }

  // TAP-12: the tap count that views see, independent of the recognizers.

  private func counts(_ taps: [(at: Double, x: Double, lift: Double)]) -> [Int] {
    let screen = TestScreen()
    return taps.map { tap in
      screen.frame(tap.at, ["1": .at(tap.x, 50)])
      defer { screen.frame(tap.lift, ["1": .lifts]) }
      return screen.touch("1")!.tapCount
    }
  }

  @Test func `Taps in a row are counted (TAP-12)`() {
    #expect(counts([(0, 10, 50), (200, 12, 250), (400, 11, 450), (900, 10, 950)]) == [1, 2, 3, 1])
  }

  @Test func `A tap that is too late or too far away is counted as the first again (TAP-12)`() {
    #expect(counts([(0, 10, 50), (401, 10, 450), (500, 10, 550)]) == [1, 1, 2])
    #expect(counts([(0, 10, 50), (200, 17, 250), (400, 24.1, 450)]) == [1, 2, 1])
  }

  @Test func `A finger that was held or moved is not counted as a tap (TAP-12)`() {
    #expect(counts([(0, 10, 800), (900, 10, 950)]) == [1, 1])
    let screen = TestScreen()
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(50, ["1": .liftsAt(14, 50)])
    screen.frame(100, ["1": .at(10, 50)])
    #expect(screen.touch("1")!.tapCount == 1)
  }

  @Test func `Two fingers each have their own tap count (TAP-12)`() {
    let screen = TestScreen()
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(50, ["1": .lifts, "2": .lifts])
    screen.frame(100, ["2": .at(20, 50)])
    screen.frame(120, ["1": .at(10, 50)])
    #expect(screen.touch("1")!.tapCount == 2 && screen.touch("2")!.tapCount == 2)
  }

  @Test func `A touch keeps its tap count (TAP-12)`() {
    let screen = TestScreen()
    screen.engine.reportsTouches = true
    screen.frame(0, ["1": .liftsAt(10, 50)])
    screen.frame(50, ["1": .at(10, 50)])
    screen.frame(60, ["1": .at(90, 50)])
    screen.frame(70, ["1": .lifts])
    #expect(screen.deliveries.map(\.touch.tapCount) == [1, 1, 2, 2, 2])
  }
}
