import Gestures
import Testing

@Suite("Long press")
struct LongPressTests {
  @Test func `By default, a press takes one finger, half a second and no taps before (LP-1)`() {
    let press = LongPressGestureRecognizer()
    #expect(press.minimumPressDuration == .milliseconds(500))
    #expect(press.allowableMovement == 1.6)
    #expect(press.numberOfTapsRequired == 0 && press.numberOfTouchesRequired == 1)
  }

  @Test func `A press begins by the clock, without an event (LP-2)`() {
    expect(
      """
      1      .a-------.
      press  ......B..E
      """, makePress())
  }

  @Test func `A press whose finger lifts too soon fails (LP-2)`() {
    expect(
      """
      1      .a---.
      press  .....F
      """, makePress())
  }

  @Test func `A press without a minimum duration begins as the finger lands (LP-2)`() {
    let press = makePress()
    press.minimumPressDuration = .zero
    expect(
      """
      1      .a.a
      press  .BEB
      """, press)
  }

  @Test func `A finger that lands and lifts in one frame is not a press, even without a minimum duration (LP-2)`() {
    let press = makePress()
    press.minimumPressDuration = .zero
    expect(
      """
      1      .A.
      press  .F.
      """, press)
  }

  @Test func `A finger that moves too far fails a press that has not begun (LP-3)`() {
    expect(
      """
      1      .ap----......aq----.
      press  ......BE......F.....
      """, makePress(), places: ["p": (11.6, 50), "q": (11.61, 50)])
  }

  @Test func `Once the press has begun, the finger may move anywhere (LP-3)`() {
    expect(
      """
      1      .a-----bz.
      press  ......BCCE
      """, makePress(), places: ["z": (290, 5)])
  }

  @Test func `A press ends when one of its fingers lifts (LP-4)`() {
    expect(
      """
      1      .a------b-.
      2      .c-----...
      press  ......BE..
      """, makePress(touches: 2))
  }

  @Test func `A press may go on with the fingers that stay, without a jump (LP-11)`() {
    let press = makePress(touches: 3)
    press.minimumNumberOfTouches = 1
    let screen = TestScreen(press)
    screen.frame(0, ["1": .at(100, 50), "2": .at(130, 50), "3": .at(160, 50)])
    screen.frame(600, ["1": .at(102, 50)])
    let middle = press.location(in: nil)
    screen.frame(700, ["1": .lifts, "3": .lifts])
    #expect(press.state == .changed && press.location(in: nil) == middle)
    screen.frame(800, ["2": .at(135, 60)])
    #expect(press.location(in: nil) == middle + Vector(x: 5, y: 10))
    screen.frame(900, ["2": .lifts])
    #expect(screen.gestures.map(\.state) == [.began, .changed, .changed, .ended])
    #expect(press.location(in: nil).distance(to: middle) < 12)
    // The next press has nothing of the last one.
    screen.frame(2000, ["1": .at(10, 10), "2": .at(40, 10), "3": .at(70, 10)])
    screen.frame(2600, ["1": .at(10, 10.1)])
    #expect(press.location(in: nil).distance(to: Point(x: 40, y: 10)) < 0.1)
  }

  @Test func `A press that needs two fingers ends with fewer, and is cancelled with fewer (LP-11)`() {
    for (news, expected) in [(TestScreen.News.lifts, GestureRecognizer.State.ended), (.cancelled, .cancelled)] {
      let press = makePress(touches: 3)
      press.minimumNumberOfTouches = 2
      let screen = TestScreen(press)
      screen.frame(0, ["1": .at(100, 50), "2": .at(130, 50), "3": .at(160, 50)])
      screen.wait(until: 600)
      screen.frame(700, ["1": news])
      #expect(screen.gestures.map(\.state) == [.began])
      screen.frame(800, ["2": news])
      #expect(screen.gestures.map(\.state) == [.began, expected])
    }
  }

  @Test func `A press may have several numbers of fingers (RS-20)`() {
    for (fingers, expected) in [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)] {
      let press = makePress()
      press.numbersOfTouches = [2, 4]
      let screen = TestScreen(press)
      screen.frame(0, (1...fingers).map { ("\($0)", .at(20 * Double($0), 50)) })
      screen.wait(until: 1000)
      #expect(screen.events(of: press).count == expected, "\(fingers)")
    }
  }

  @Test func `A press is cancelled when one of its fingers is cancelled (LP-4)`() {
    expect(
      """
      1      .a------b-.
      2      .c-----x..
      press  ......BX..
      """, makePress(touches: 2))
  }

  @Test(arguments: [1.0, 1_000_000.0])
  func `A press that never begins has a duration of 0, whatever the clock says (LP-4)`(start: Double) {
    let press = makePress()
    press.reportedStates = .all
    let screen = TestScreen(press)
    screen.frame(start, ["1": .at(50, 50)])
    screen.frame(start + 600, ["1": .at(60, 50)])
    screen.frame(start + 800, ["1": .lifts])
    screen.frame(start + 2000, ["1": .at(50, 50)])
    screen.frame(start + 2100, ["1": .lifts])
    #expect(screen.gestures.map(\.state) == [.began, .changed, .ended, .possible, .failed, .possible])
    #expect(
      screen.gestures.map(\.values) == [500, 600, 800, 0, 0, 0].map { .longPress(duration: .milliseconds($0)) })
  }

  @Test func `A press's duration grows with each event (LP-4)`() {
    let screen = expect(
      """
      1      .a-----b-.
      press  ......BC.E
      """, makePress())
    #expect(
      screen.gestures.map(\.values) == [500, 600, 800].map { .longPress(duration: .milliseconds($0)) })
  }

  @Test func `The duration counts from the landing of the last finger (LP-5)`() {
    expect(
      """
      1      .a--------.
      2      ...b------.
      press  ........B.E
      """, makePress(touches: 2))
  }

  @Test func `One finger too many fails a press that has not begun (LP-5)`() {
    expect(
      """
      1      .a------.
      2      ...b----.
      press  ...F.....
      """, makePress())
  }

  @Test func `A finger that lands later does not belong to the press (LP-5)`() {
    let press = makePress()
    let screen = expect(
      """
      1      .a--------.
      2      .......de..
      press  ......B...E
      """, press)
    #expect(screen.gestures.last?.location == Point(x: 10, y: 50))
  }

  @Test func `A press can require a tap before it (LP-6)`() {
    expect(
      """
      1      .a.a-----c.
      press  ........BCE
      """, makePress(taps: 1))
  }

  @Test func `A press that requires a tap fails without it (LP-6)`() {
    expect(
      """
      1      .a---------.
      press  ........F...
      """, makePress(taps: 1))
  }

  @Test func `The press must follow the tap soon, and near it (LP-6)`() {
    expect(
      """
      1      .a....a-------.
      press  .....F.......F.
      """, makePress(taps: 1))
    expect(
      """
      1      .a.b-------.
      press  ...F......F.
      """, makePress(taps: 1))
  }

  @Test func `The tap before a press may move as far as a tap, but the press may not (LP-6)`() {
    expect(
      """
      1      .ap.a-----.......ap.ap---.
      press  .........BE..........F....
      """, makePress(taps: 1), places: ["p": (12.5, 50)])
  }

  @Test func `A press can require two taps with two fingers before it (LP-6)`() {
    expect(
      """
      1      .a.a.a-----.
      2      .b.b.b-----.
      press  ..........BE
      """, makePress(touches: 2, taps: 2))
  }

  @Test func `A press after a tap fails if its finger lifts too soon (LP-6)`() {
    expect(
      """
      1      .a.a--.
      press  ......F
      """, makePress(taps: 1))
  }

  @Test func `The second touch of a double tap can become a press (LP-7)`() {
    expect(
      """
      1      .a.a-----.
      twice  ........F.
      press  ..F.....BE
      """, makeTap("twice", taps: 2), makePress())
  }

  @Test func `A press that waits for a double tap begins when the double tap fails (LP-7)`() {
    let (twice, press) = (makeTap("twice", taps: 2), makePress())
    press.require(toFail: twice)
    expect(
      """
      1      a---------.
      twice  .......F..
      press  .......B..E
      """, twice, press)
  }

  @Test func `A press reports at its intervals although no finger moves (LP-8)`() {
    let press = makePress()
    press.reportIntervals = [.milliseconds(200), .milliseconds(500)]
    let screen = TestScreen(press)
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(1250, ["1": .lifts])
    screen.wait(until: 3000)
    #expect(screen.gestures.map { $0.time.microseconds / 1000 } == [500, 700, 900, 1000, 1100, 1250])
    #expect(screen.gestures.map(\.state) == [.began] + Array(repeating: .changed, count: 4) + [.ended])
    // Nobody wakes for a press that nothing listens to.
    press.reportIntervals = []
    screen.frame(4000, ["1": .at(50, 50)])
    screen.wait(until: 4600)
    #expect(screen.engine.nextDeadline == nil)
  }

  /// A press that begins by force, on a screen that reports why attempts fail.
  private func pressByForce(_ force: Double, fingers: Int = 1) -> (LongPressGestureRecognizer, TestScreen) {
    let press = makePress()
    press.minimumForce = force
    press.numberOfTouchesRequired = fingers
    let screen = TestScreen(press)
    screen.engine.reportsAttempts = true
    return (press, screen)
  }

  private func reasons(_ screen: TestScreen) -> [Reason] {
    screen.events.compactMap { event in
      guard case .attempt(let attempt) = event, case .failed(let reason) = attempt.change else { return nil }
      return reason
    }
  }

  @Test func `A finger that presses hard enough begins a press at once, even while it rests (LP-9)`() {
    let (press, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .pressed(50, 50, 0.2)])
    screen.frame(20, ["1": .presses(0.59)])
    #expect(press.state == .possible)
    screen.frame(40, ["1": .presses(0.6)])
    #expect(press.state == .began)
    #expect(press.duration == .milliseconds(40))
    // It need not press that hard any longer.
    screen.frame(60, ["1": .presses(0.1)])
    screen.frame(80, ["1": .lifts])
    #expect(screen.gestures.map(\.state) == [.began, .ended])
  }

  @Test func `A press by force reports that of the finger that presses least, and the last one at the lift (LP-9)`() {
    let (press, screen) = pressByForce(0.6, fingers: 2)
    screen.frame(0, ["1": .pressed(50, 50, 0.9), "2": .pressed(80, 50, 0.2)])
    screen.frame(20, ["2": .presses(0.8)])
    screen.frame(40, ["1": .presses(0.3)])
    screen.frame(60, ["2": .pressed(81, 50, 0.4)])
    screen.frame(80, ["1": .presses(0.1)])
    screen.frame(100, ["1": .lifts])
    let forces = screen.gestures.map { event in
      if case .longPress(_, let force?) = event.values { (force * 100).rounded() } else { nil as Double? }
    }
    #expect(screen.gestures.map(\.state) == [.began, .changed, .ended])
    #expect(forces == [80, 30, 10])
    screen.frame(120, ["2": .lifts])
    #expect(press.force == nil, "nothing is left for the next press")
  }

  @Test func `Without force, a press reports none (LP-10)`() {
    let (press, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .at(50, 50)])
    screen.wait(until: 600)
    #expect(screen.gestures.map(\.values) == [.longPress(duration: .milliseconds(500))])
    screen.frame(700, ["1": .lifts])
    press.minimumForce = nil
    screen.frame(1000, ["1": .pressed(50, 50, 0.9)])
    screen.wait(until: 1600)
    #expect(screen.gestures.last?.values == .longPress(duration: .milliseconds(500)))
  }

  @Test func `A finger that presses hard enough begins a press as it lands, or as it moves (LP-9)`() {
    let (press, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .pressed(50, 50, 0.7)])
    #expect(press.state == .began)
    screen.frame(20, ["1": .lifts])
    screen.frame(100, ["1": .pressed(50, 50, 0.1)])
    screen.frame(120, ["1": .pressed(51, 50, 0.9)])
    #expect(press.state == .began)
  }

  @Test func `A press by force does not begin by time, and fails at the lift with the greatest force (LP-9)`() throws {
    let (press, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .pressed(50, 50, 0.2)])
    screen.frame(20, ["1": .presses(0.4)])
    screen.frame(40, ["1": .presses(0.3)])
    screen.wait(until: 3000)
    #expect(press.state == .possible)
    screen.frame(3000, ["1": .lifts])
    let reason = try #require(reasons(screen).last)
    #expect(reason.kind == .pressedTooLittle && reason.limit == 0.6)
    #expect(reason.measured.isClose(to: 0.4, within: 1e-4))
  }

  @Test func `A finger that has moved too far cannot begin a press by force (LP-9)`() throws {
    let (_, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .pressed(50, 50, 0.2)])
    screen.frame(20, ["1": .pressed(52, 50, 0.9)])
    #expect(reasons(screen).map(\.kind) == [.moved])
  }

  @Test func `Every finger of a press by force must press that hard (LP-9)`() {
    let (press, screen) = pressByForce(0.6, fingers: 2)
    screen.frame(0, ["1": .pressed(50, 50, 0.9)])
    #expect(press.state == .possible)
    screen.frame(20, ["2": .pressed(80, 50, 0.3)])
    #expect(press.state == .possible)
    screen.frame(40, ["2": .presses(0.7)])
    #expect(press.state == .began)
  }

  @Test func `The force of a tap before the press does not count (LP-9)`() {
    let (press, screen) = pressByForce(0.6)
    press.numberOfTapsRequired = 1
    screen.frame(0, ["1": .pressed(50, 50, 0.9)])
    #expect(press.state == .possible)
    screen.frame(50, ["1": .lifts])
    screen.frame(150, ["1": .pressed(50, 50, 0.9)])
    #expect(press.state == .began)
  }

  @Test func `A press by force begins by time if the panel does not measure force (LP-10)`() {
    let (press, screen) = pressByForce(0.6)
    screen.frame(0, ["1": .at(50, 50)])
    screen.wait(until: 499)
    #expect(press.state == .possible)
    screen.wait(until: 500)
    #expect(press.state == .began)
    screen.frame(600, ["1": .lifts])
    screen.frame(1000, ["1": .at(50, 50)])
    screen.frame(1200, ["1": .lifts])
    #expect(reasons(screen).map(\.kind) == [.liftedEarly])
  }
}
