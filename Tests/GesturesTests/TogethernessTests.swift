import Gestures
import Testing

/// Fingers of one gesture, and two thumbs that type. With a limit of 150 ms, so that a column of 100 ms is together and two are not.
@Suite("Togetherness")
struct TogethernessTests {
  private var together: Intention {
    var intention = Intention()
    intention.togetherness = .milliseconds(150)
    return intention
  }

  @Test func `Fingers that land and lift one shortly after the other tap together (RS-17)`() {
    expect(
      """
      1    .a--.
      2    ..b--.
      tap  .....R
      """, makeTap(touches: 2), intention: together)
  }

  @Test func `A tap of two fails as soon as the other finger is late (RS-17)`() {
    expect(
      """
      1    .a---.
      2    ...b-.
      tap  ..F...
      """, makeTap(touches: 2), intention: together)
  }

  @Test func `Each further finger of a tap may take its time (RS-17)`() {
    expect(
      """
      1    .a---.
      2    ..b--.
      3    ...c-.
      tap  .....R
      """, makeTap(touches: 3), intention: together)
  }

  @Test func `Three fingers may take twice as long, as two thumbs cannot be them (RS-17)`() {
    expect(
      """
      1    .a-----.
      2    ...b---.
      3    .....c-.
      tap  .......R
      """, makeTap(touches: 3), intention: together)
    expect(
      """
      1    .a-----.
      2    ..b----.
      3    ......c.
      tap  .....F..
      """, makeTap(touches: 3), intention: together)
  }

  @Test func `A tap of two fails as soon as the other finger lifts late (RS-17)`() {
    expect(
      """
      1    .a-...
      2    .b---.
      tap  ....F.
      """, makeTap(touches: 2), intention: together)
  }

  @Test func `A tap of two does not follow another touch at once (RS-17)`() {
    expect(
      """
      1    .a.a-...a-.
      2    ...b-...b-.
      tap  ..FF......R
      """, makeTap(touches: 2), intention: together)
    expect(
      """
      1    .a..a-.
      2    ....b-.
      tap  ..F...R
      """, makeTap(touches: 2), intention: together)
  }

  @Test func `A tap of two may follow another one at once, or one that waited for its second tap (RS-17)`() {
    expect(
      """
      1    .a.a.
      2    .b.b.
      tap  ..R.R
      """, makeTap(touches: 2), intention: together)
    expect(
      """
      1    .a....a.a.
      2    .b....b.b.
      tap  .....F...R
      """, makeTap(taps: 2, touches: 2), intention: together)
  }

  @Test func `A press and a swipe of two fail as soon as the other finger is late (RS-17)`() {
    let (press, swipe) = (makePress(), SwipeGestureRecognizer(name: "swipe"))
    press.numberOfTouchesRequired = 2
    swipe.numberOfTouchesRequired = 2
    expect(
      """
      1      .a-------.
      2      ...b-----.
      press  ..F.......
      swipe  ..F.......
      """, press, swipe, intention: together)
    expect(
      """
      1      .a--b.
      2      ..c-d.
      press  ....F.
      swipe  ....R.
      """, press, swipe, intention: together)
  }

  @Test func `By UIKit's rules the fingers of a tap take their time (RS-17)`() {
    expect(
      """
      1    .a.a---.
      2    .....b-.
      tap  ..F....R
      """, makeTap(touches: 2))
  }

  @Test func `A touch that may be the first of several is held back until they are late (RS-17, DL-2)`() {
    let tap = makeTap(touches: 2)
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .a---.
      tap     ..F...
      screen  ..b..e
      """, tap, intention: together)
  }

  @Test func `A gesture without enough fingers holds a touch back for a short time (DL-9)`() {
    expect(
      """
      1       .a----.
      screen  ..b...e
      """, makeHoldingPinch(), intention: together)
    expect(
      """
      1       .a----.
      screen  ......b
      +       ......e
      """, makeHoldingPinch())
  }

  @Test func `A finger that lifts while the others are too few for the gesture is not held back (DL-9)`() {
    expect(
      """
      1       .a-...
      2       ..b--.
      screen  ..be.e
      +       ...b..
      """, makeHoldingPinch(), intention: together)
  }

  private func makeHoldingPinch() -> PinchGestureRecognizer {
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.delaysTouchesBegan = true
    return pinch
  }

  @Test func `Fingers that land together are held back until the gesture is decided (DL-9)`() {
    expect(
      """
      1       .a---..
      2       .b----.
      screen  .....be
      +       .....b.
      +       .....e.
      """, makeHoldingPinch(), intention: together)
  }

  @Test func `Fingers that land one after the other are held back for a short time (DL-9)`() {
    expect(
      """
      1       .a----.
      2       ..b---.
      screen  ..bb..e
      +       ......e
      """, makeHoldingPinch(), intention: together)
  }

  @Test func `Fingers of a tap that land one after the other are held back for a short time (DL-9)`() {
    let tap = makeTap(touches: 2)
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .a----.
      2       ..b---.
      tap     ......R
      screen  ..bb..c
      +       ......c
      """, tap, intention: together)
  }

  @Test func `More fingers than thumbs can type with are held back until the gesture is decided (DL-9)`() {
    for (count, picture) in [
      (
        3,
        """
        1       .a-----.
        2       ..b----.
        3       ...c---.
        tap     .......R
        screen  ..bbb..c
        +       .......c
        +       .......c
        """
      ),
      (
        4,
        """
        1       .a-----.
        2       ..b----.
        3       ...c---.
        4       ...d---.
        tap     .......R
        screen  ........
        """
      ),
    ] {
      let tap = makeTap(touches: count)
      tap.delaysTouchesBegan = true
      expect(picture, tap, intention: together)
    }
  }

  @Test func `Fingers that land after a touch that the view has received are held back for a short time (DL-9)`() {
    expect(
      """
      1       .a.a---.
      2       ...b---.
      screen  ..b.b..e
      +       ..e.b..e
      """, makeHoldingPinch(), intention: together)
    expect(
      """
      1       .a...a---.
      2       .....b---.
      screen  ..b......b
      +       ..e......b
      +       .........e
      +       .........e
      """, makeHoldingPinch(), intention: together)
  }
}
