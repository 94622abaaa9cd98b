import Gestures
import Testing

@Suite("States and actions")
struct StateTests {
  @Test func `A continuous gesture begins, changes and ends (ST-1)`() {
    expect(
      """
      1    .abcd-.
      pan  ..BCC.E
      """, makePan())
  }

  @Test func `A discrete gesture is recognized or fails, and reports nothing else (ST-1)`() {
    expect(
      """
      1    .a..b-c...
      tap  ..R...F...
      """, makeTap())
  }

  @Test func `A gesture can end without a change (ST-2)`() {
    expect(
      """
      1      .a------.
      press  ......B.E
      """, makePress())
  }

  @Test func `A gesture that has not begun fails when its fingers are cancelled (ST-2)`() {
    expect(
      """
      1    .a-x.
      pan  ...F.
      """, makePan())
  }

  @Test func `Actions are called for all states except failed and possible (ST-3)`() {
    let pan = makePan()
    var states: [GestureRecognizer.State] = []
    pan.addAction { states.append($0.state) }
    expect(
      """
      1    .a.abc.abx
      pan  ....BCE.BX
      """, pan)
    #expect(states == [.began, .changed, .ended, .began, .cancelled])
  }

  @Test func `An action is called after all gestures of the frame are decided (ST-4)`() {
    let (pan, tap) = (makePan(), makeTap())
    var tapsState: GestureRecognizer.State?
    pan.addAction { _ in tapsState = tapsState ?? tap.state }
    expect(
      """
      1    .ab
      pan  ..B
      tap  ..F
      """, pan, tap)
    #expect(tapsState == .failed)
  }

  @Test func `A state that changes twice in a frame calls its action twice (ST-4)`() {
    expect(
      """
      1    .abC..
      pan  ..BC..
      +    ...E..
      """, makePan())
  }

  @Test func `A frame changes a gesture once, however many fingers move (ST-5)`() {
    expect(
      """
      1    .abcde.
      2    .bcdef.
      pan  ..BCCCE
      """, makePan())
  }

  @Test func `A finger that rests changes nothing (ST-5)`() {
    expect(
      """
      1    .ab--c
      pan  ..B..C
      """, makePan())
  }

  @Test func `At the end all values can be read, and the reset clears them (ST-6)`() {
    let pan = makePan()
    var read: (Vector, Point, Int)?
    pan.addAction { pan in
      guard pan.state == .ended else { return }
      read = (pan.translation(in: nil), pan.location(in: nil), pan.numberOfTouches)
    }
    expect(
      """
      1    .abc.
      pan  ..BCE
      """, pan)
    #expect(read!.0.isClose(to: 20 - 1.6, 0))
    #expect(read!.1 == Point(x: 30, y: 50))
    #expect(read!.2 == 0)
    #expect(pan.state == .possible)
    #expect(pan.translation(in: nil) == .zero)
  }

  @Test func `A running gesture that is disabled is cancelled (ST-7)`() {
    let pan = makePan()
    expect(
      """
      1    .ab-c.
      off  ...!..
      pan  ..BX..
      """, pan, doing: ["off": { pan.isEnabled = false }])
    #expect(pan.numberOfTouches == 0)
  }

  @Test func `A gesture that is disabled before it begins fails and drops its touches (ST-7)`() {
    let tap = makeTap()
    expect(
      """
      1    .a-.
      off  ..!.
      tap  ..F.
      """, tap, doing: ["off": { tap.isEnabled = false }])
    #expect(tap.state == .possible)
  }

  @Test func `A disabled gesture receives no touches (ST-7)`() {
    let tap = makeTap()
    tap.isEnabled = false
    expect(
      """
      1    .a.
      tap  ...
      """, tap)
  }

  @Test func `A gesture that is enabled again does not get back the touches it lost (ST-8)`() {
    let pan = makePan()
    expect(
      """
      1    .ab----cd..abc.
      off  ...!...........
      on   .....!.........
      pan  ..BX........BCE
      """, pan, doing: ["off": { pan.isEnabled = false }, "on": { pan.isEnabled = true }])
  }

  @Test func `A gesture that is enabled again takes a new finger while the lost one is down (ST-8)`() {
    let tap = makeTap()
    expect(
      """
      1    .a-----.
      2    ....b...
      off  ..!.....
      on   ...!....
      tap  .....R..
      """, tap, doing: ["off": { tap.isEnabled = false }, "on": { tap.isEnabled = true }])
  }

  @Test func `A gesture that is disabled and enabled at once still loses its touches (ST-7, ST-8)`() {
    let pan = makePan()
    expect(
      """
      1       .ab-cd.
      toggle  ...!...
      pan     ..BX...
      """, pan, doing: ["toggle": { for on in [false, true] { pan.isEnabled = on } }])
  }

  @Test func `An action can disable its own gesture (ST-7)`() {
    let pan = makePan()
    pan.addAction { if $0.state == .began { $0.isEnabled = false } }
    expect(
      """
      1    .abcd.
      pan  ..B...
      +    ..X...
      """, pan)
  }
}
