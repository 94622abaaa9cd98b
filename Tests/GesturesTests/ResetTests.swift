import Gestures
import Testing

@Suite("Attempts, touches and resets")
struct ResetTests {
  @Test func `A custom recognizer is reset once for each attempt (RS-1)`() {
    let probe = Probe(name: "probe")
    let screen = TestScreen(probe)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["2": .at(20, 50)])
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["2": .lifts])
    screen.frame(40, ["1": .at(10, 50)])
    #expect(probe.log == ["began 1", "began 1", "ended 1", "ended 1", "reset", "began 1"])
  }

  @Test func `A gesture keeps its last state until its own touches are gone (RS-2)`() {
    let tap = makeTap()
    let screen = TestScreen(tap)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    #expect(tap.state == .failed)
    screen.frame(20, ["1": .lifts])
    #expect(tap.state == .possible)
  }

  @Test func `A hand that rests elsewhere does not delay a reset (RS-2)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 50, 100), root.add("right", 50, 0, 250, 100))
    let (tap, other) = (makeTap("tap"), makePan("other"))
    right.addGestureRecognizer(tap)
    left.addGestureRecognizer(other)
    expect(
      """
      1      .a------------
      2      ..gh..g.......
      tap    ...F...R......
      other  ..............
      """, tap, other, root: root)
  }

  @Test func `A tap that failed because of a second finger is not recognized with a third (RS-3)`() {
    expect(
      """
      1    .a------.
      2    ..c--....
      3    ......e..
      tap  ..F......
      """, makeTap())
  }

  @Test func `A palm that stays down is not a touch of any gesture (RS-4)`() {
    expect(
      """
      palm  a----------
      1     .c...cd.c--
      tap   ..R........
      pan   ......BE...
      """, makeTap(), makePan())
  }

  @Test func `A contact that turns out to be a palm cancels its gestures, and the next finger is free (RS-4)`() {
    expect(
      """
      1    .ab-x....
      2    .....c.c.
      pan  ..B.X....
      tap  ......R.R
      """, makePan(), makeTap())
  }

  @Test func `When the panel goes away, its touches are cancelled (RS-4)`() {
    let (pan, tap) = (makePan(touches: 1...1), makeTap())
    let screen = TestScreen(pan, tap)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    let events = screen.engine.cancelTouches(at: .at(20))
    guard events.count == 1, case .gesture(let event) = events[0] else {
      Issue.record("\(events)")
      return
    }
    #expect(event.recognizer === pan && event.state == .cancelled)
    #expect(screen.engine.touches.isEmpty)
    #expect(pan.state == .possible && tap.state == .possible)
  }

  @Test func `A gesture that allows palms receives them (RS-4, RS-5)`() {
    let wipe = makePan("wipe")
    wipe.allowedTouchTypes = [.palm]
    expect(
      """
      palm  .abc.....
      1     ......ab.
      wipe  ..BCE....
      tap   .........
      """, wipe, makeTap())
  }

  @Test func `A pen counts as a finger, unless a gesture allows fingers only (RS-5)`() {
    let fingers = makeTap("fingers")
    fingers.allowedTouchTypes = [.finger]
    expect(
      """
      pen      .a.
      tap      ..R
      fingers  ...
      """, makeTap(), fingers)
  }

  @Test func `A touch is offered to the gestures of its view and of all its superviews (RS-5)`() {
    let root = TestScreen.makeRoot()
    let outer = root.add("outer", 0, 0, 200, 100)
    let inner = outer.add("inner", 0, 0, 100, 100)
    let beside = outer.add("beside", 100, 0, 100, 100)
    let pans = ["root", "outer", "inner", "beside"].map { Probe(name: $0) }
    for (pan, view) in zip(pans, [root, outer, inner, beside]) { view.addGestureRecognizer(pan) }
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50)])
    #expect(pans.map(\.log) == [["began 1"], ["began 1"], ["began 1"], []])
    #expect(screen.engine.touches.count == 1)
  }

  @Test
  func `A touch reaches each gesture once and in order, whichever of them ask a delegate or are switched off (RS-5)`() {
    let delegate = Answers()
    for choice in 0..<3 * 3 * 3 * 3 {
      let root = TestScreen.makeRoot()
      let inner = root.add("inner", 0, 0, 100, 100)
      var expected: [String] = []
      for (place, name) in ["a", "b", "c", "d"].enumerated() {
        let press = makePress(name)
        switch [1, 3, 9, 27].map({ choice / $0 % 3 })[place] {
        case 0: break
        case 1: press.delegate = delegate
        default: press.isEnabled = false
        }
        if press.isEnabled { expected.append(name) }
        (place < 2 ? inner : root).addGestureRecognizer(press)
      }
      let screen = TestScreen(root: root)
      screen.frame(0, ["1": .at(50, 50)])
      #expect(screen.engine.touches[0].gestureRecognizers.map(\.name) == expected, "\(choice)")
    }
  }

  @Test func `A gesture can be switched on, and lose its delegate and its place, again and again (RS-5)`() {
    let press = makePress()
    let delegate = Answers()
    delegate.receives = { _, _ in false }
    let screen = TestScreen(press)
    var time = 0.0
    func isReceived() -> Bool {
      screen.frame(time, ["1": .at(50, 50)])
      defer { screen.frame(time - 900, ["1": .lifts]) }
      time += 1000
      return screen.engine.touches[0].gestureRecognizers.count == 1
    }
    for change: (Bool) -> Void in [
      { press.isEnabled = !$0 }, { press.delegate = $0 ? delegate : nil },
      { press.startingPlaces = $0 ? RimPlaces(corners: [.topLeft]) : nil },
    ] {
      #expect(isReceived())
      change(true)
      #expect(!isReceived())
      change(false)
    }
    #expect(isReceived())
  }

  @Test func `A subclass and a delegate can each refuse a touch (RS-5)`() {
    let (shy, spoken, free) = (Probe(name: "shy"), Probe(name: "spoken"), Probe(name: "free"))
    let answers = Answers()
    answers.receives = { _, touch in touch.location.x < 50 }
    spoken.delegate = answers
    shy.receives = { $0.location.x < 20 }
    let screen = TestScreen(shy, spoken, free)
    screen.frame(0, ["1": .at(10, 50), "2": .at(30, 50), "3": .at(60, 50)])
    #expect([shy, spoken, free].map(\.numberOfTouches) == [1, 2, 3])
  }

  @Test func `A waiting gesture takes no new touches (RS-5)`() {
    let (tap, twice) = (makeTap("tap"), makeTap("twice", taps: 2))
    tap.require(toFail: twice)
    expect(
      """
      1      .a.a----------.
      tap    ..........R....
      twice  ..........F....
      """, tap, twice)
  }

  @Test func `A touch belongs to the view where it landed until it ends (RS-6)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 25, 100), root.add("right", 25, 0, 275, 100))
    let (here, there) = (makePan("here"), makePan("there"))
    left.addGestureRecognizer(here)
    right.addGestureRecognizer(there)
    expect(
      """
      1      .abcde.
      here   ..BCCCE
      there  .......
      """, here, there, root: root)
  }

  @Test func `An ignored touch is not counted, and its changes are not delivered (RS-7)`() {
    let probe = Probe(name: "probe")
    probe.began = { probe, touches in
      for touch in touches where touch.location.x > 20 { probe.ignore(touch) }
    }
    let screen = TestScreen(probe)
    screen.frame(0, ["1": .at(10, 50), "2": .at(30, 50)])
    #expect(probe.numberOfTouches == 1)
    #expect(probe.location(in: nil) == Point(x: 10, y: 50))
    screen.frame(10, ["2": .at(40, 50)])
    #expect(probe.log == ["began 2"])
    #expect(screen.touch("2")?.gestureRecognizers.isEmpty == true)
  }

  @Test func `An ignored touch is not cancelled in its view (RS-7)`() {
    let probe = Probe(name: "probe")
    probe.began = { probe, touches in probe.ignore(touches[1]) }
    probe.moved = { probe, _ in if probe.state == .possible { probe.state = .began } }
    probe.delaysTouchesEnded = true
    expect(
      """
      1       .ab.
      2       .c-.
      probe   ..BE
      screen  .bce
      +       .b..
      """, probe)
  }

  @Test func `A gesture that ignores its only touch is reset at once (RS-7)`() {
    let probe = Probe(name: "probe")
    probe.began = { probe, touches in probe.ignore(touches[0]) }
    TestScreen(probe).frame(0, ["1": .at(10, 50)])
    #expect(probe.log == ["began 1", "reset"])
    #expect(probe.state == .possible)
  }

  @Test func `A pan goes on without a jump when one of its fingers is ignored (RS-7)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(10, 50), "2": .at(30, 50)])
    screen.frame(10, ["1": .at(20, 50), "2": .at(40, 50)])
    screen.perform(at: 15) { pan.ignore(screen.touch("1")!) }
    screen.frame(20, ["1": .at(90, 90), "2": .at(42, 50)])
    #expect(pan.translation(in: nil).isClose(to: 10 - 1.6 + 2, 0))
  }

  @Test func `A frame is delivered as landings, moves, lifts and cancellations, in this order (RS-8)`() {
    let probe = Probe(name: "probe")
    let screen = TestScreen(probe)
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50), "3": .at(30, 50)])
    probe.log = []
    screen.frame(10, ["3": .cancelled, "2": .lifts, "1": .at(11, 50), "4": .at(40, 50)])
    #expect(probe.log == ["began 1", "moved 1", "ended 1", "cancelled 1"])
  }

  @Test func `Gestures of deeper views come first, then those that were added first (RS-8)`() {
    let root = TestScreen.makeRoot()
    let inner = root.add("inner", 0, 0, 100, 100)
    var order: [String] = []
    let probes = ["root 1", "root 2", "inner 1", "inner 2"].map { Probe(name: $0) }
    for (probe, view) in zip(probes, [root, root, inner, inner]) {
      probe.began = { probe, _ in order.append(probe.name) }
      view.addGestureRecognizer(probe)
    }
    TestScreen(root: root).frame(0, ["1": .at(10, 50)])
    #expect(order == ["inner 1", "inner 2", "root 1", "root 2"])
  }

  @Test func `They do so in whatever order their attempts began (RS-8)`() {
    let root = TestScreen.makeRoot()
    let middle = root.add("middle", 100, 0, 100, 100)
    let beside = root.add("beside", 200, 0, 100, 100)
    let deep = middle.add("deep", 0, 0, 50, 100).add("deeper", 0, 0, 50, 100)
    var order: [String] = []
    for view in [root, middle, deep, beside] {
      let probe = Probe(name: view.name)
      probe.moved = { probe, _ in order.append(probe.name) }
      view.addGestureRecognizer(probe)
    }
    // The screen's own attempt begins with a finger outside of the other views, or in the deepest one.
    for first in [50.0, 110] {
      let screen = TestScreen(root: root)
      order = []
      screen.frame(0, ["1": .at(first, 50)])
      screen.frame(10, ["2": .at(120, 50), "3": .at(250, 50)])
      screen.frame(20, ["1": .at(first, 60), "2": .at(120, 60), "3": .at(250, 60)])
      #expect(order == ["deeper", "middle", "beside", "screen"])
      screen.frame(30, ["1": .lifts, "2": .lifts, "3": .lifts])
    }
  }

  @Test func `A touch that moves and lifts in one frame first moves, then ends (RS-8)`() {
    let probe = Probe(name: "probe")
    expect(
      """
      1       .aB
      probe   ...
      screen  .bm
      +       ..e
      """, probe)
    #expect(probe.log == ["began 1", "moved 1", "ended 1", "reset"])
  }

  @Test func `A touch that begins and ends in one frame is a tap (RS-8)`() {
    expect(
      """
      1       .A.
      tap     .R.
      screen  .b.
      +       .c.
      """, makeTap())
  }

  @Test func `Locations are those of the touches still down, oldest first (RS-9)`() {
    let root = TestScreen.makeRoot()
    let inner = root.add("inner", 5, 10, 200, 80)
    let probe = Probe(name: "probe")
    inner.addGestureRecognizer(probe)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["2": .at(30, 60)])
    #expect(probe.numberOfTouches == 2)
    #expect(probe.location(in: nil) == Point(x: 20, y: 55))
    #expect(probe.location(in: inner) == Point(x: 15, y: 45))
    #expect(probe.location(ofTouch: 0, in: nil) == Point(x: 10, y: 50))
    #expect(probe.location(ofTouch: 1, in: inner) == Point(x: 25, y: 50))
    #expect(probe.location(ofTouch: 2, in: nil) == nil)
    screen.frame(20, ["1": .lifts])
    #expect(probe.location(ofTouch: 0, in: nil) == Point(x: 30, y: 60))
  }

  @Test func `Without touches, the location is the last one (RS-9)`() {
    let probe = Probe(name: "probe")
    var last: Point?
    probe.lifted = { probe, _ in last = probe.location(in: nil) }
    let screen = TestScreen(probe)
    screen.frame(0, ["1": .at(10, 50), "2": .at(30, 60)])
    screen.frame(10, ["1": .liftsAt(12, 50), "2": .lifts])
    #expect(last == Point(x: 21, y: 55))
  }

  @Test func `A deadline fires before a frame with the same time (RS-10)`() {
    expect(
      """
      1      .a----b.
      press  ......BE
      +      ......C.
      """, makePress())
  }

  @Test func `A deadline that is noticed late fires with its own time (RS-10)`() {
    let press = makePress()
    let screen = TestScreen(press)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(900, ["1": .lifts])
    #expect(screen.gestures.map(\.time) == [.at(500), .at(900)])
    #expect(screen.gestures.map(\.state) == [.began, .ended])
  }

  @Test func `Equal deadlines fire by depth, then in the order of adding (RS-10)`() {
    let root = TestScreen.makeRoot()
    let inner = root.add("inner", 0, 0, 100, 100)
    var order: [String] = []
    let probes = ["root 1", "root 2", "inner"].map { Probe(name: $0) }
    for (probe, view) in zip(probes, [root, root, inner]) {
      probe.began = { probe, _ in probe.deadline = .at(100) }
      probe.passed = { order.append($0.name) }
      view.addGestureRecognizer(probe)
    }
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50)])
    #expect(screen.engine.nextDeadline == .at(100))
    screen.wait(until: 100)
    #expect(order == ["inner", "root 1", "root 2"])
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `Of two presses with one deadline the deeper one begins (RS-10, ARB-9)`() {
    let root = TestScreen.makeRoot()
    let (below, above) = (makePress("below"), makePress("above"))
    root.addGestureRecognizer(below)
    root.add("inner", 0, 0, 100, 100).addGestureRecognizer(above)
    expect(
      """
      1      .a-----.
      below  ......F.
      above  ......BE
      """, below, above, root: root)
  }

  @Test func `A frame older than the last one is handled with the last one's time (RS-10)`() {
    let (press, tap) = (makePress(), makeTap())
    let screen = TestScreen(press, tap)
    screen.frame(100, ["1": .at(10, 50)])
    screen.frame(40, ["1": .lifts])
    #expect(screen.engine.now == .at(100))
    #expect(screen.gestures.map(\.recognizer.name) == ["tap"])
    #expect(screen.gestures.map(\.time) == [.at(100)])
    screen.wait(until: 50)
    #expect(screen.engine.now == .at(100))
  }

  @Test func `A recognizer removed from its view is cancelled and receives nothing more (ST-7, RS-2)`() {
    let pan = makePan()
    let root = TestScreen.makeRoot()
    expect(
      """
      1       .ab-cd.ab.
      remove  ...!......
      pan     ..BX......
      """, pan, root: root, doing: ["remove": { root.removeGestureRecognizer(pan) }])
    #expect(pan.view == nil && pan.state == .possible)
  }

  @Test func `A recognizer moved to another view is cancelled in the first (ST-7, RS-6)`() {
    let pan = makePan()
    let root = TestScreen.makeRoot()
    let right = root.add("right", 100, 0, 200, 100)
    expect(
      """
      1     .ab-cd..lm.
      move  ...!.......
      pan   ..BX.....BE
      """, pan, root: root, doing: ["move": { right.addGestureRecognizer(pan) }])
  }

  @Test func `A view removed from the screen cancels its gestures, and its superviews keep theirs (RS-6)`() {
    let root = TestScreen.makeRoot()
    let inner = root.add("inner", 0, 0, 100, 100)
    let (pan, outer) = (makePan(), makePan("outer"))
    inner.add("button", 0, 0, 50, 100).addGestureRecognizer(pan)
    root.addGestureRecognizer(outer)
    outer.simultaneousRecognizers = .all
    expect(
      """
      1       .ab-c.ab.
      remove  ...!.....
      pan     ..BX.....
      outer   ..B.CE.BE
      """, pan, outer, root: root, doing: ["remove": { inner.removeFromSuperview() }])
    #expect(pan.view != nil)
  }

  @Test func `A gesture that has not begun fails when its view is removed (RS-6)`() {
    let root = TestScreen.makeRoot()
    let inner = root.add("inner", 0, 0, 100, 100)
    let tap = makeTap()
    inner.addGestureRecognizer(tap)
    expect(
      """
      1       .a--.
      remove  ..!..
      tap     ..F..
      """, tap, root: root, doing: ["remove": { inner.removeFromSuperview() }])
  }

  @Test func `A view that gets another superview on the screen keeps its touches (RS-6)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 100, 100), root.add("right", 100, 0, 100, 100))
    let card = left.add("card", 0, 0, 100, 100)
    let pan = makePan()
    card.addGestureRecognizer(pan)
    expect(
      """
      1     .ab-c.
      move  ...!..
      pan   ..B.CE
      """, pan, root: root, doing: ["move": { right.addSubview(card) }])
    #expect(card.superview === right)
  }

  @Test func `A view that is deallocated cancels its gestures (RS-6)`() {
    let root = TestScreen.makeRoot()
    let pan = makePan()
    root.add("inner", 0, 0, 100, 100).addGestureRecognizer(pan)
    expect(
      """
      1       .ab-cd.
      remove  ...!...
      pan     ..BX...
      """, pan, root: root, doing: ["remove": { root.subviews[0].removeFromSuperview() }])
    #expect(pan.view == nil)
  }
}
