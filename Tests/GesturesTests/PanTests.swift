import Gestures
import Testing

@Suite("Pan")
struct PanTests {
  @Test func `By default, a pan takes one finger or more (PAN-1)`() {
    let pan = PanGestureRecognizer()
    #expect(pan.minimumNumberOfTouches == 1 && pan.maximumNumberOfTouches == Int.max)
    expect(
      """
      1    .abc.
      2    .bcd.
      3    .cde.
      pan  ..BCE
      """, makePan())
  }

  @Test func `A pan begins beyond the slop, not at it (PAN-2)`() {
    expect(
      """
      1    .apq.
      pan  ...BE
      """, makePan(), places: ["p": (11.6, 50), "q": (11.60001, 50)])
  }

  @Test func `Fingers that move apart do not pan, as their centroid rests (PAN-2)`() {
    expect(
      """
      1    .ab.
      2    .ed.
      pan  ....
      """, makePan())
  }

  @Test func `A pan that requires two fingers does not begin with one (PAN-2)`() {
    expect(
      """
      1    .abc-de.
      2    ....fgh.
      pan  .....BCE
      """, makePan(touches: 2...2))
  }

  @Test func `One finger's movement before the required second one lands does not count (PAN-2)`() {
    let pan = makePan(touches: 2...2)
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(40, 50)])
    screen.frame(20, ["2": .at(60, 50)])
    screen.frame(30, ["1": .at(41, 50), "2": .at(61, 50)])
    #expect(screen.gestures.isEmpty)
    screen.frame(40, ["1": .at(42, 50), "2": .at(62, 50)])
    #expect(screen.gestures.map(\.state) == [.began])
    #expect(screen.gestures[0].translation!.isClose(to: 0.4, 0))
  }

  @Test func `With too few fingers, a pan sends nothing and does not end (PAN-3)`() {
    let screen = expect(
      """
      1    .abc------d.
      2    .bcd..bcd...
      pan  ..BC...CC..E
      """, makePan(touches: 2...3))
    #expect(screen.gestures.last!.translation!.isClose(to: 20 - 1.6 + 10, 0))
  }

  @Test func `A pan ends when all its fingers have lifted (PAN-4)`() {
    expect(
      """
      1    .abc...
      2    .bcdef.
      pan  ..BCCCE
      """, makePan())
  }

  @Test func `A pan is cancelled when its last finger is cancelled (PAN-4)`() {
    expect(
      """
      1    .abc..
      2    .bcd-x
      pan  ..BC.X
      """, makePan())
  }

  @Test func `A pan goes on when one of several fingers is cancelled (PAN-4)`() {
    expect(
      """
      1    .abcx..
      2    .bcd-e.
      pan  ..BC.CE
      """, makePan())
  }

  @Test func `A pan is cancelled when one finger lifts and the other is cancelled in one frame (PAN-4, RS-8)`() {
    expect(
      """
      1    .abc.
      2    .bcdx
      pan  ..BCX
      """, makePan())
  }

  @Test func `One finger too many fails a pan that has not begun (PAN-5)`() {
    expect(
      """
      1    .a-bc.
      2    ..cde.
      pan  ..F...
      """, makePan(touches: 1...1))
  }

  @Test func `A running pan does not take one finger too many (PAN-6)`() {
    let screen = expect(
      """
      1    .abc-d.
      2    ...hi-.
      pan  ..BC.CE
      """, makePan(touches: 1...1))
    #expect(screen.gestures.allSatisfy { $0.numberOfTouches <= 1 })
  }

  @Test func `The translation does not jump when a finger lands or lifts (PAN-7)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])  // 8.4 mm.
    screen.frame(20, ["2": .at(100, 90)])
    #expect(pan.translation(in: nil).isClose(to: 8.4, 0))
    screen.frame(30, ["1": .at(24, 50)])  // Half of 4.
    screen.frame(40, ["1": .at(26, 50), "2": .at(102, 92)])  // 2 and 1.
    screen.frame(50, ["1": .lifts])
    #expect(pan.translation(in: nil).isClose(to: 12.4, 1))
    screen.frame(60, ["2": .at(105, 92)])
    #expect(pan.translation(in: nil).isClose(to: 15.4, 1))
  }

  @Test func `The slop is subtracted from the translation at the beginning (PAN-8)`() {
    for compensates in [true, false] {
      let pan = makePan()
      pan.compensatesSlop = compensates
      let screen = TestScreen(pan)
      screen.frame(0, ["1": .at(10, 50)])
      screen.frame(10, ["1": .at(13, 54)])
      screen.frame(20, ["1": .at(14, 54)])
      let factor = compensates ? 1 - 1.6 / 5 : 1
      #expect(screen.gestures[0].translation!.isClose(to: 3 * factor, 4 * factor))
      #expect(screen.gestures[1].translation!.isClose(to: 3 * factor + 1, 4 * factor))
    }
  }

  @Test func `The translation can be set, which resets the velocity (PAN-9)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    #expect(pan.velocity(in: nil).isClose(to: 200, 0, within: 1e-6))
    screen.perform(at: 100) { pan.setTranslation(Vector(x: 1, y: 2), in: nil) }
    #expect(pan.translation(in: nil) == Vector(x: 1, y: 2))
    #expect(pan.velocity(in: nil) == .zero)
    screen.frame(110, ["1": .at(32, 50)])
    #expect(pan.translation(in: nil).isClose(to: 3, 2))
    // The next frame has a full velocity again.
    #expect(pan.velocity(in: nil).isClose(to: 200, 0, within: 1e-6))
  }

  @Test func `A lift has a velocity although the translation is set at each change, and at the lift (PAN-9)`() {
    var thrown: Vector?
    let pan = makePan()
    pan.addAction { pan in
      pan.setTranslation(.zero, in: nil)
      if pan.state == .ended { thrown = pan.velocity(in: nil) }
    }
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    #expect(screen.gestures.last!.velocity!.isClose(to: 200, 0, within: 1e-6))
    #expect(screen.gestures.last!.translation!.isClose(to: 2, 0))
    screen.frame(105, ["1": .lifts])
    #expect(screen.gestures.last!.velocity!.isClose(to: 200, 0, within: 1e-6))
    #expect(thrown!.isClose(to: 200, 0, within: 1e-6))
  }

  @Test func `A translation that was set before the pan began has no effect (PAN-9)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(10, 50)])
    screen.perform(at: 5) { pan.setTranslation(Vector(x: 100, y: 100), in: nil) }
    screen.frame(10, ["1": .at(20, 50)])
    #expect(screen.gestures[0].translation!.isClose(to: 8.4, 0))
    #expect(screen.gestures[0].velocity!.isClose(to: 1000, 0, within: 1e-6))
  }

  @Test func `Of two pans with an axis, the one along the larger movement begins (PAN-10)`() {
    let (across, down) = (makePan("across"), makePan("down"))
    across.axis = .horizontal
    down.axis = .vertical
    expect(
      """
      1       .abc....apq...
      across  ..BCE.........
      down    .........BCE..
      """, across, down, places: ["p": (11, 55), "q": (12, 60)])
  }

  @Test func `A pan with an axis waits until the movement along it is the larger one (PAN-10)`() {
    let across = makePan("across")
    across.axis = .horizontal
    expect(
      """
      1       .apqr-.
      across  ....B.E
      """, across, places: ["p": (11.5, 50), "q": (15, 57), "r": (18, 57)])
  }

  @Test func `A view that moves does not disturb the translation (PAN-11)`() {
    let root = TestScreen.makeRoot()
    let view = root.add("view", 0, 0, 100, 100)
    let pan = makePan()
    view.addGestureRecognizer(pan)
    pan.addAction { [unowned view] _ in view.frame.origin.x += 5 }
    let screen = TestScreen(root: root)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    #expect(screen.gestures.count == 10)
    #expect(pan.translation(in: view).isClose(to: 18.4, 0))
    #expect(pan.velocity(in: view).isClose(to: 200, 0, within: 1e-6))
    #expect(pan.location(in: nil) == Point(x: 30, y: 50))
    #expect(pan.location(in: view) == Point(x: -20, y: 50))
  }
}
