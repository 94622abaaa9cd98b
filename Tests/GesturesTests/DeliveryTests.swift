import Gestures
import Testing

@Suite("Delivery to views")
struct DeliveryTests {
  @Test func `A view gets its touches, where no gesture takes them (DL-1)`() {
    expect(
      """
      1       .ab-c-.
      screen  .bm.m.e
      """)
  }

  @Test func `A gesture takes its touches from the view when it begins (DL-1)`() {
    expect(
      """
      1       .abcd.
      pan     ..BCCE
      screen  .bc...
      """, makePan())
  }

  @Test func `A touch is cancelled in its view just before the action (DL-1)`() {
    let pan = makePan()
    let screen = expect(
      """
      1       .ab
      pan     ..B
      screen  .bc
      """, pan)
    guard case .touch(let touch) = screen.events[1], case .gesture(let event) = screen.events[2] else {
      Issue.record("\(screen.events)")
      return
    }
    #expect(touch.phase == .cancelled && event.state == .began)
  }

  @Test func `A view that loses its touch may switch the gesture off, which began before (DL-1, ST-4)`() {
    let pan = makePan()
    let view = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    view.whenCancelled = { pan.isEnabled = false }
    expect(
      """
      1       .ab-.
      pan     ..B..
      +       ..X..
      screen  .bc..
      """, pan, root: view)
  }

  @Test func `A press takes the touch at its deadline (DL-1)`() {
    expect(
      """
      1       .a------.
      press   ......B.E
      screen  .b....c..
      """, makePress())
  }

  @Test func `A touch that no gesture of the attempt works on stays with its view (DL-1)`() {
    expect(
      """
      1       .abc--.
      2       ...h-i.
      pan     ..BC..E
      screen  .bcb.me
      """, makePan(touches: 1...1))
  }

  @Test func `A gesture holds began and moved back until it fails (DL-2)`() {
    let press = makePress()
    press.delaysTouchesBegan = true
    press.allowableMovement = 15
    expect(
      """
      1       .abc.
      press   ...F.
      screen  ...be
      +       ...m.
      +       ...m.
      """, press)
  }

  @Test func `Nothing is held back for longer than the engine allows, and what follows comes at once (DL-2)`() {
    let press = makePress()
    press.delaysTouchesBegan = true
    press.allowableMovement = 50
    expect(
      """
      1       .ab-c--.
      press   ......BE
      screen  ...bm.c.
      +       ...m....
      """, press, maximumDelay: .milliseconds(200))
  }

  @Test func `A gesture's own limit counts for it, and the longest one for the touch (DL-2)`() {
    let (press, tap) = (makePress(), makeTap(taps: 2))
    press.delaysTouchesBegan = true
    press.delayLimit = .unlimited
    press.allowableMovement = 50
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .abb----.
      tap     ..F......
      press   ......B.E
      screen  .........
      """, press, tap, maximumDelay: .milliseconds(200))
    press.delayLimit = .time(.milliseconds(300))
    expect(
      """
      1       .a------.
      press   ......B.E
      screen  ....b.c..
      """, press, maximumDelay: .milliseconds(100))
  }

  @Test func `A lift waits for its gesture however long the beginning may (DL-3)`() {
    let tap = makeTap(taps: 2)
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .a......
      tap     .....F..
      screen  ..b..e..
      """, tap, maximumDelay: .milliseconds(100))
  }

  @Test func `What was held back is dropped when the gesture is recognized (DL-2)`() {
    let press = makePress()
    press.delaysTouchesBegan = true
    press.allowableMovement = 15
    expect(
      """
      1       .ab---c.
      press   ......BE
      +       ......C.
      screen  ........
      """, press)
  }

  @Test func `A tap that holds all back gives it out in order when it fails (DL-2, DL-3, DL-4)`() {
    let tap = makeTap(taps: 2)
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .a......
      tap     .....F..
      screen  .....b..
      +       .....e..
      """, tap)
  }

  @Test func `A touch held back by a gesture that its cancellation fails is told in order (DL-2, DL-4)`() {
    let press = makePress()
    press.delaysTouchesBegan = true
    expect(
      """
      1       .ax.
      press   ..F.
      screen  ..b.
      +       ..c.
      """, press)
  }

  @Test func `A touch cancelled while it is held back is never seen (DL-2)`() {
    let pan = makePan(touches: 2...2)
    pan.delaysTouchesBegan = true
    expect(
      """
      1       .a---.
      2       .c-x..
      screen  .....b
      +       .....e
      """, pan)
  }

  @Test func `Ended waits for a gesture that works on the touch (DL-3)`() {
    expect(
      """
      1       .a......
      tap     .....F..
      screen  .b...e..
      """, makeTap(taps: 2))
  }

  @Test func `The first tap of a double tap is cancelled in the view (DL-3)`() {
    expect(
      """
      1       .a.a.
      tap     ....R
      screen  .b.bc
      +       ....c
      """, makeTap(taps: 2))
  }

  @Test func `Without its delay the first tap of a double tap ends (DL-3)`() {
    let tap = makeTap(taps: 2)
    tap.delaysTouchesEnded = false
    expect(
      """
      1       .a.a.
      tap     ....R
      screen  .bebc
      """, tap)
  }

  @Test func `Ended is held back by no gesture that let go of the touch (DL-3, RS-7)`() {
    let probe = Probe(name: "probe")
    probe.began = { probe, touches in probe.ignore(touches[0]) }
    expect(
      """
      1       .a.
      screen  .be
      """, probe)
  }

  @Test func `A phase that comes late has its own time and place (DL-4)`() {
    let press = makePress()
    press.delaysTouchesBegan = true
    press.allowableMovement = 15
    let screen = expect(
      """
      1       .abc.
      screen  ...be
      +       ...m.
      +       ...m.
      """, press)
    #expect(screen.deliveries.map(\.time) == [.at(300), .at(300), .at(300), .at(400)])
    #expect(screen.deliveries.map(\.timestamp) == [.at(100), .at(200), .at(300), .at(400)])
    #expect(screen.deliveries.map(\.location.x) == [10, 20, 30, 30])
    #expect(screen.deliveries.map(\.previousLocation.x) == [10, 10, 20, 20])
  }

  @Test func `A view reads a late phase's values from the touch itself (DL-4)`() {
    let view = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    let press = makePress()
    press.delaysTouchesBegan = true
    let screen = TestScreen(root: view, press)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(16, ["1": .at(11, 50)])
    screen.frame(32, ["1": .at(20, 50)])
    #expect(view.read == ["began 10.0 at 0", "moved 11.0 at 16000", "moved 20.0 at 32000"])
    #expect(screen.touch("1")?.phase == .moved)
    #expect(screen.touch("1")?.location.x == 20)
  }

  @Test func `Two touches of one view come in one call (DL-4)`() {
    let view = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    let screen = TestScreen(root: view)
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(16, ["1": .at(11, 50), "2": .at(21, 50)])
    screen.frame(32, ["1": .lifts])
    screen.frame(48, ["2": .cancelled])
    #expect(view.calls == ["began 2", "moved 2", "ended 1", "cancelled 1"])
  }

  @Test func `Two touches that were held back come in order of each (DL-4)`() {
    let view = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    let press = makePress(touches: 2)
    press.delaysTouchesBegan = true
    let screen = TestScreen(root: view, press)
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(16, ["1": .at(11, 50)])
    screen.frame(32, ["2": .at(40, 50)])
    #expect(
      view.read == ["began 10.0 at 0", "moved 11.0 at 16000", "began 20.0 at 0", "moved 40.0 at 32000"])
  }

  @Test func `A gesture that takes nothing away cancels nothing (DL-5)`() {
    let pan = makePan()
    pan.cancelsTouchesInView = false
    expect(
      """
      1       .abcd.
      pan     ..BCCE
      screen  .bmmme
      """, pan)
  }

  @Test func `A gesture that takes nothing away gives out what it held back when it is recognized (DL-5)`() {
    let pan = makePan()
    pan.cancelsTouchesInView = false
    pan.delaysTouchesBegan = true
    expect(
      """
      1       .abcd.
      pan     ..BCCE
      screen  ..bmme
      +       ..m...
      """, pan)
  }

  @Test func `A touch is taken once, by the gesture recognized first (DL-6)`() {
    let (fast, slow) = (makePan("fast"), makePan("slow"))
    slow.slop = 15
    slow.simultaneousRecognizers = .all
    expect(
      """
      1       .abcd.
      fast    ..BCCE
      slow    ...BCE
      screen  .bc...
      """, fast, slow)
  }

  @Test func `A later gesture takes what an earlier one left (DL-6)`() {
    let (fast, slow) = (makePan("fast"), makePan("slow"))
    fast.cancelsTouchesInView = false
    slow.slop = 15
    slow.simultaneousRecognizers = .all
    expect(
      """
      1       .abcd.
      fast    ..BCCE
      slow    ...BCE
      screen  .bmc..
      """, fast, slow)
  }

  @Test func `What a view does not handle goes to the views above it (DL-1)`() {
    let root = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    _ = root.add("plain", 0, 0, 100, 100)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(16, ["1": .lifts])
    #expect(root.calls == ["began 1", "ended 1"])
  }
}

private final class ReadingView: View {
  private(set) var read: [String] = []
  private(set) var calls: [String] = []
  var whenCancelled: () -> Void = {}

  private func note(_ word: String, _ touches: [Touch]) {
    calls.append("\(word) \(touches.count)")
    for touch in touches {
      #expect("\(touch.phase)" == word)
      read.append("\(word) \(touch.location.x) at \(touch.timestamp.microseconds)")
    }
  }

  override func touchesBegan(_ touches: [Touch]) { note("began", touches) }
  override func touchesMoved(_ touches: [Touch]) { note("moved", touches) }
  override func touchesEnded(_ touches: [Touch]) { note("ended", touches) }
  override func touchesCancelled(_ touches: [Touch]) {
    note("cancelled", touches)
    whenCancelled()
  }
}
