import Gestures
import Testing

private func key(_ code: UInt16, _ count: Int = 1) -> PressGestureRecognizer {
  let press = PressGestureRecognizer(name: "press\(code)", code: code)
  press.numberOfPressesRequired = count
  return press
}

private func sequence(_ steps: [GestureRecognizer]..., name: String = "code") -> SequenceGestureRecognizer {
  let sequence = SequenceGestureRecognizer(name: name)
  sequence.steps = steps
  return sequence
}

@Suite("Sequences of presses and touches")
struct EventSequenceTests {
  @Test func `A press and then a tap are a sequence (SEQ-6)`() {
    let (press, tap) = (key(7), TapGestureRecognizer(name: "tap"))
    expect(
      """
      key7    .#........
      1       .....A....
      code    .....R....
      """, press, tap, sequence([press], [tap]))
  }

  @Test func `A tap and then a press are a sequence, and the other order is none (SEQ-6, SEQ-2)`() {
    let (press, tap) = (key(7), TapGestureRecognizer(name: "tap"))
    expect(
      """
      1       .A......A.....A.
      key7    ....#.#.........
      code    .....R..........
      """, press, tap, sequence([tap], [press]))
    expect(
      """
      key7    .#.............
      1       .....A.......A.
      code    ...............
      """, press, tap, sequence([tap], [press]))
  }

  @Test func `The same key may be several steps (SEQ-6)`() {
    let (up, down) = (key(115), key(114))
    expect(
      """
      key115  .#.#.......#...#.#.
      key114  .....#.......#.....
      code    ......R............
      """, up, down, sequence([up], [up], [down]))
  }

  @Test func `A press that began before the previous step was recognized is not the next one (SEQ-6)`() {
    let (a, b) = (key(1), key(2))
    b.maximumPressDuration = nil
    expect(
      """
      key1    ..#........
      key2    .####....#.
      code    ..........R
      """, a, b, sequence([a], [b]))
  }

  @Test func `A wrong key fails a sequence, and so does a press that fails (SEQ-2, SEQ-6)`() {
    let (a, b) = (key(1), key(2))
    let code = sequence([a], [b], [a])
    expect(
      """
      key1    .#..#......#....#..
      key2    ........#.....#....
      code    .....F...........R.
      """, a, b, code)
    expect(
      """
      key1    .#...........
      key2    ...######....
      code    ........F....
      """, a, b, code)
  }

  @Test func `The steps must come in time, and a press that is held in time may take longer (SEQ-3, SEQ-6)`() {
    let (a, b) = (key(1), key(2))
    b.minimumPressDuration = .milliseconds(800)
    let code = sequence([a], [b])
    code.maximumInterval = .milliseconds(500)
    code.reportedStates.insert(.failed)
    expect(
      """
      key1    .#............
      key2    .....#########
      code    .............R
      """, a, b, code)
    expect(
      """
      key1    .#............
      key2    .........#####
      code    .......F......
      """, a, b, code)
    code.maximumDuration = .milliseconds(700)
    expect(
      """
      key1    .#............
      key2    .....#########
      code    .........F....
      """, a, b, code)
  }

  @Test func `A shorter sequence waits for a longer one (SEQ-4, SEQ-6)`() {
    let (a, b) = (key(1), key(2))
    let short = sequence([a], name: "short")
    let long = sequence([a], [b], name: "long")
    long.maximumInterval = .milliseconds(500)
    expect(
      """
      key1    .#.........#........
      key2    .............#......
      short   .......R............
      long    ..............R.....
      """, a, b, short, long)
  }

  @Test func `A shake and then a command are a sequence, and weak strokes between do not matter (SEQ-6)`() {
    let shake = ShakeGestureRecognizer(name: "shake")
    let next = RemoteCommandGestureRecognizer(name: "next")
    next.commands = [.nextTrack]
    let device = TestDevice(shake, next, sequence([shake], [next]))
    device.move(for: 1)
    device.shake(strokes: 5)
    device.move(for: 0.7)
    device.shake(strokes: 2)
    device.move(for: 0.7)
    device.note(device.engine.handle(command: RemoteCommand(.nextTrack, time: .at(device.time * 1000))))
    #expect(device.reports.suffix(2) == ["next ended", "code ended"])
  }

  @Test func `A sequence that is disabled, or elsewhere, does not begin (SEQ-6)`() {
    let (press, tap) = (key(7), TapGestureRecognizer(name: "tap"))
    let code = sequence([press], [tap])
    code.isEnabled = false
    expect(
      """
      key7    .#........
      1       .....A....
      code    ..........
      """, press, tap, code)
    code.isEnabled = true
    let away = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    away.addGestureRecognizer(code)
    expect(
      """
      key7    .#........
      1       .....A....
      code    ..........
      """, press, tap, code)
  }

  @Test func `A sequence without touches ends when its view leaves the screen (FR-6)`() {
    let view = View(frame: Rect(x: 0, y: 0, width: 300, height: 100))
    let root = TestScreen.makeRoot()
    root.addSubview(view)
    let (press, tap) = (key(7), TapGestureRecognizer(name: "tap"))
    let code = sequence([press], [tap])
    root.addGestureRecognizer(press)
    root.addGestureRecognizer(tap)
    view.addGestureRecognizer(code)
    let screen = TestScreen(root: root)
    screen.press(0, .began, 7)
    screen.press(100, .ended, 7)
    #expect(code.stepsDone == 1)
    screen.perform(at: 200) { view.removeFromSuperview() }
    #expect(code.stepsDone == 0 && screen.engine.nextDeadline == nil)
  }
}
