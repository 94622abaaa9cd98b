import Gestures
import Testing

@Suite("Delivery to views")
struct DeliveryTests {
  @Test func `A view receives its touches if no gesture takes them (DL-1)`() {
    expect(
      """
      1       .ab-c-.
      screen  .bm.m.e
      """)
  }

  @Test func `A gesture is only notified of movements of its own touches, one that landed elsewhere included`() {
    let root = TestScreen.makeRoot()
    let left = root.add("left", 0, 0, 100, 100)
    let probe = Probe(name: "probe")
    left.addGestureRecognizer(probe)
    // The third finger lands in the other view after the second one has lifted, and moves, at first beside the first one.
    expect(
      """
      1      .a--bb-.
      2      .c.....
      3      ...nopq.
      probe  .......
      """, probe, root: root)
    #expect(probe.log == ["began 2", "ended 1", "moved 1", "moved 1", "ended 1", "reset"])
  }

  @Test func `A gesture that begins cancels its touches for the view (DL-1)`() {
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

  @Test func `A view that loses its touch can disable the gesture that has just begun (DL-1, ST-4)`() {
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

  @Test func `A press cancels the touch for the view at its deadline (DL-1)`() {
    expect(
      """
      1       .a------.
      press   ......B.E
      screen  .b....c..
      """, makePress())
  }

  @Test func `A touch that belongs to no gesture stays with its view (DL-1)`() {
    expect(
      """
      1       .abc--.
      2       ...h-i.
      pan     ..BC..E
      screen  .bcb.me
      """, makePan(touches: 1...1))
  }

  @Test func `A gesture withholds began and moved until it fails (DL-2)`() {
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

  @Test func `Nothing is withheld longer than the engine's maximum, and what follows comes at once (DL-2)`() {
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

  @Test func `A gesture's own limit replaces the engine's, and the longest limit counts for a touch (DL-2)`() {
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

  @Test func `The maximum delay of beginnings does not apply to a lift (DL-3)`() {
    let tap = makeTap(taps: 2)
    tap.delaysTouchesBegan = true
    expect(
      """
      1       .a......
      tap     .....F..
      screen  ..b..e..
      """, tap, maximumDelay: .milliseconds(100))
  }

  @Test func `Withheld phases are dropped when the gesture is recognized (DL-2)`() {
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

  @Test func `A tap that withholds all phases releases them in order when it fails (DL-2, DL-3, DL-4)`() {
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

  @Test func `A withheld touch whose cancellation fails the gesture is delivered in order (DL-2, DL-4)`() {
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

  @Test func `A touch cancelled while it is withheld is never delivered (DL-2)`() {
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

  @Test func `Ended waits for a gesture that the touch belongs to (DL-3)`() {
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

  @Test func `Without delaysTouchesEnded, the first tap of a double tap ends (DL-3)`() {
    let tap = makeTap(taps: 2)
    tap.delaysTouchesEnded = false
    expect(
      """
      1       .a.a.
      tap     ....R
      screen  .bebc
      """, tap)
  }

  @Test func `A gesture that ignores the touch does not withhold ended (DL-3, RS-7)`() {
    let probe = Probe(name: "probe")
    probe.began = { probe, touches in probe.ignore(touches[0]) }
    expect(
      """
      1       .a.
      screen  .be
      """, probe)
  }

  @Test func `A phase that is delivered late has its own time and location (DL-4)`() {
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

  @Test func `A view reads a late phase's values from the touch (DL-4)`() {
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

  @Test func `Two withheld touches are each delivered in order (DL-4)`() {
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

  @Test func `Without cancelsTouchesInView, a gesture cancels nothing (DL-5)`() {
    let pan = makePan()
    pan.cancelsTouchesInView = false
    expect(
      """
      1       .abcd.
      pan     ..BCCE
      screen  .bmmme
      """, pan)
  }

  @Test func `Without cancelsTouchesInView, a recognized gesture releases the withheld phases (DL-5)`() {
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

  @Test func `A touch is cancelled once, by the gesture recognized first (DL-6)`() {
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

  @Test func `A later gesture cancels a touch that an earlier one left to the view (DL-6)`() {
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

  @Test func `A touch that a view does not handle goes to its superviews (DL-1)`() {
    let root = ReadingView(name: "screen", frame: TestScreen.makeRoot().frame)
    root.add("plain", 0, 0, 100, 100).isMultipleTouchEnabled = true
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(16, ["1": .at(11, 50)])
    screen.frame(32, ["1": .lifts])
    screen.frame(48, ["2": .cancelled])
    #expect(root.calls == ["began 2", "moved 1", "ended 1", "cancelled 1"])
  }

  @Test func `A gesture is called with those of its fingers that moved, when fingers of others moved too (ST-5)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 100, 100), root.add("right", 100, 0, 100, 100))
    let (two, other) = (Probe(name: "two"), Probe(name: "other"))
    left.addGestureRecognizer(two)
    right.addGestureRecognizer(other)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(20, 50), "2": .at(60, 50), "3": .at(150, 50)])
    (two.log, other.log) = ([], [])
    screen.frame(10, ["1": .at(21, 50), "3": .at(151, 50)])
    #expect(two.log == ["moved 1"] && other.log == ["moved 1"])
    screen.frame(20, ["1": .at(22, 50), "2": .at(61, 50), "3": .at(152, 50)])
    #expect(two.log == ["moved 1", "moved 2"])
  }
}

private final class ReadingView: View {
  private(set) var read: [String] = []
  private(set) var calls: [String] = []
  var whenCancelled: () -> Void = {}

  override init(name: String, frame: Rect) {
    super.init(name: name, frame: frame)
    isMultipleTouchEnabled = true
  }

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
