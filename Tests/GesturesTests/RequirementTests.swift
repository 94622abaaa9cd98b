import Gestures
import Testing

@Suite("Failure requirements")
struct RequirementTests {
  private let once = makeTap("once")
  private let twice = makeTap("twice", taps: 2)

  @Test func `A single tap waits until a second tap can no longer come (REQ-1)`() {
    once.require(toFail: twice)
    expect(
      """
      1      .a......
      once   .....R..
      twice  .....F..
      """, once, twice)
  }

  @Test func `A single tap fails when the double tap comes (REQ-1)`() {
    once.require(toFail: twice)
    expect(
      """
      1      .a.a....
      once   ....F...
      twice  ....R...
      """, once, twice)
  }

  @Test func `A gesture fails when the one it waits for begins (REQ-1)`() {
    let (swipe, pan) = (makeSwipe(), makePan())
    pan.require(toFail: swipe)
    expect(
      """
      1      .ab.
      pan    ..F.
      swipe  ..R.
      """, pan, swipe)
  }

  @Test func `A requirement fails the gesture even if neither prevents the other (REQ-1)`() {
    let (swipe, pan) = (makeSwipe(), makePan())
    pan.require(toFail: swipe)
    pan.simultaneousRecognizers = .all
    expect(
      """
      1      .ab-.
      pan    ..F..
      swipe  ..R..
      """, pan, swipe)
  }

  /// A swipe that is decided at the lift.
  private func makeLateSwipe(_ directions: Set<SwipeDirection> = [.right]) -> SwipeGestureRecognizer {
    let swipe = makeSwipe("swipe", directions)
    swipe.decision = .atLift
    return swipe
  }

  @Test func `A pan that yields to a swipe begins at once, and is taken back when the lift shows a swipe (REQ-10)`() {
    for isFirst in [true, false] {
      let (swipe, pan) = (makeLateSwipe(), makePan())
      pan.yield(to: swipe)
      expect(
        """
        1      .abc..
        pan    ..BCX.
        swipe  ....R.
        """, isFirst ? pan : swipe, isFirst ? swipe : pan)
    }
  }

  @Test func `A pan that yields ends at the lift if that is no swipe, and fails nothing else than before (REQ-10)`() {
    let (swipe, pan, press) = (makeLateSwipe([.left]), makePan(), makePress())
    pan.yield(to: swipe)
    expect(
      """
      1      .abc..
      pan    ..BCE.
      swipe  ....F.
      press  ..F...
      """, pan, swipe, press)
  }

  @Test func `A pan that yields is also taken back during the movement (REQ-10)`() {
    let (swipe, pan) = (makeSwipe(), makePan())
    pan.yield(to: swipe)
    let screen = expect(
      """
      1      .ab-..
      pan    ..B...
      +      ..X...
      swipe  ..R...
      """, pan, swipe)
    #expect(screen.gestures.map(\.recognizer.name) == ["pan", "pan", "swipe"])
  }

  @Test func `A pan that gives way is cancelled by a pinch of which it had the first finger (ARB-14)`() {
    for givesWay in [true, false] {
      let (pan, pinch) = (makePan(touches: 1...1), PinchGestureRecognizer(name: "pinch"))
      for recognizer in [pan, pinch] { recognizer.reportedStates.remove(.changed) }
      if givesWay { pan.yield(to: pinch) }
      let (moves, pinches) = givesWay ? ("..B..X...", ".....B..E") : ("..B.....E", ".........")
      expect(
        """
        1      .abc-ba-.
        2      ....e---.
        pan    \(moves)
        pinch  \(pinches)
        """, pan, pinch)
    }
  }

  @Test func `A pan that gives way says for how many fingers, and one that yields does not (ARB-14, REQ-10)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    for (other, says) in [(pinch, Reason.Kind.gaveWay), (makeLateSwipe(), .takenBack)] {
      let pan = makePan(touches: 1...1)
      pan.yield(to: other)
      let screen = TestScreen(pan, other)
      screen.engine.reportsAttempts = true
      screen.stroke(from: (100, 50), to: (120, 50), at: 0, for: 100)
      if says == .gaveWay { screen.frame(110, ["2": .at(160, 50)]) }
      screen.frame(120, ["1": says == .gaveWay ? .at(110, 50) : .lifts])
      let reasons = screen.events.compactMap { event -> Reason? in
        if case .attempt(let attempt) = event, case .cancelled(let reason) = attempt.change { reason } else { nil }
      }
      #expect(reasons.map(\.kind) == [says])
      #expect(reasons.map { [$0.measured, $0.limit] } == [says == .gaveWay ? [1, 2] : [0, 0]])
    }
  }

  @Test func `A pan that gives way still waits for fingers that may be landing (ARB-13, ARB-14)`() {
    let (pan, pinch) = (makePan(touches: 1...1), PinchGestureRecognizer(name: "pinch"))
    pan.yield(to: pinch)
    let screen = TestScreen(pan, pinch)
    screen.engine.intention.landingGrace = .milliseconds(80)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(40, ["1": .at(98, 50)])
    screen.frame(60, ["2": .at(120, 50)])
    screen.frame(90, ["1": .at(90, 50)])
    #expect(screen.gestures.map(\.recognizer.name) == ["pinch"])
  }

  @Test func `A pan that yields does not go on after the lift of a swipe (REQ-10)`() {
    let (swipe, pan) = (makeLateSwipe(), makePan())
    pan.hasMomentum = true
    pan.yield(to: swipe)
    expect(
      """
      1      .abcD...
      pan    ..BCC...
      +      ....X...
      swipe  ....R...
      """, pan, swipe)
  }

  @Test func `A pan yields only to a swipe on its own touches (REQ-10)`() {
    let root = TestScreen.makeRoot()
    let (swipe, pan) = (makeLateSwipe(), makePan())
    for (name, recognizer, x) in [("left", pan, 0.0), ("right", swipe, 200)] as [(String, GestureRecognizer, Double)] {
      let view = View(name: name, frame: Rect(x: x, y: 0, width: 100, height: 100))
      root.addSubview(view)
      view.addGestureRecognizer(recognizer)
    }
    pan.yield(to: swipe)
    expect(
      """
      1      .abcde..
      2      .uvW....
      pan    ..BCCCE.
      swipe  ...R....
      """, pan, swipe, root: root)
  }

  @Test func `A gesture that waited for another stays failed when that one is cancelled (REQ-2)`() {
    let (press, pan) = (makePress(), makePan())
    pan.require(toFail: press)
    pan.simultaneousRecognizers = .all
    expect(
      """
      1      .a------bc.
      off    .......!...
      press  ......BX...
      pan    ......F....
      """, pan, press, doing: ["off": { press.isEnabled = false }])
  }

  @Test func `A subclass can require a failure, or make another gesture wait for its own (REQ-3)`() {
    for side in 0...1 {
      let probe = Probe(name: "probe")
      let tap = makeTap("tap", taps: 1)
      var asked = 0
      if side == 0 {
        // The probe is recognized at the lift, and waits for the double tap.
        probe.lifted = { probe, _ in probe.state = .recognized }
        probe.requiresFailure = { other in
          asked += 1
          return other === twice
        }
        expect(
          """
          1      .a......
          probe  .....R..
          twice  .....F..
          """, probe, twice)
      } else {
        probe.began = { probe, _ in probe.deadline = .at(500) }
        probe.lifted = { _, _ in }
        probe.passed = { $0.state = .failed }
        probe.isRequiredToFail = { other in
          asked += 1
          return other === tap
        }
        expect(
          """
          1      .a......
          probe  .....F..
          tap    .....R..
          """, probe, tap)
      }
      #expect(asked == 1)
    }
  }

  @Test func `Either gesture's delegate can require a failure (REQ-3)`() {
    for side in 0...1 {
      let (once, twice) = (makeTap("once"), makeTap("twice", taps: 2))
      let answers = Answers()
      var asked = 0
      answers.requiresFailure = { one, other in
        asked += 1
        return side == 0 && one === once && other === twice
      }
      answers.isRequiredToFail = { one, other in side == 1 && one === twice && other === once }
      (side == 0 ? once : twice).delegate = answers
      expect(
        """
        1      .a......
        once   .....R..
        twice  .....F..
        """, once, twice)
      #expect(asked == 1)
    }
  }

  @Test func `A dynamic requirement is asked for once in each attempt (REQ-3)`() {
    let (one, other) = (Probe(name: "one"), Probe(name: "other"))
    var asked = 0
    one.requiresFailure = { _ in
      asked += 1
      return true
    }
    let screen = TestScreen(one, other)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["2": .at(20, 50)])
    screen.frame(20, ["1": .lifts, "2": .lifts])
    #expect(asked == 1)
    screen.frame(30, ["1": .at(10, 50)])
    #expect(asked == 2)
  }

  @Test func `A dynamic requirement reaches across views (REQ-3)`() {
    let root = TestScreen.makeRoot()
    root.addGestureRecognizer(twice)
    root.add("view", 0, 0, 100, 100).addGestureRecognizer(once)
    let answers = Answers()
    answers.requiresFailure = { _, other in other === twice }
    once.delegate = answers
    expect(
      """
      1      .a......
      once   .....R..
      twice  ........
      """, once, twice, root: root)
  }

  @Test func `A gesture does not wait for one that is disabled (REQ-4)`() {
    once.require(toFail: twice)
    twice.isEnabled = false
    expect(
      """
      1     .a.
      once  ..R
      """, once, twice)
  }

  @Test func `A gesture does not wait for one that never received the touch (REQ-4)`() {
    let root = TestScreen.makeRoot()
    once.require(toFail: twice)
    root.addGestureRecognizer(once)
    root.add("elsewhere", 200, 0, 100, 100).addGestureRecognizer(twice)
    expect(
      """
      1      .a.
      once   ..R
      twice  ...
      """, once, twice, root: root)
  }

  @Test func `A gesture stops waiting for one that is disabled meanwhile (REQ-4, ST-7)`() {
    once.require(toFail: twice)
    expect(
      """
      1      .a......
      off    ...!....
      once   ...R....
      twice  ...F....
      """, once, twice, doing: ["off": { twice.isEnabled = false }])
  }

  @Test func `A waiting pan does not begin once its finger has lifted (REQ-5)`() {
    let (press, pan) = (makePress(), makePan())
    press.allowableMovement = 50
    pan.require(toFail: press)
    expect(
      """
      1      .ab.
      pan    ...F
      press  ...F
      """, press, pan)
    // Not even if the requirement is still undecided.
    let (double, drag) = (makeTap("double", taps: 2), makePan("drag"))
    double.allowableMovement = 50
    drag.require(toFail: double)
    expect(
      """
      1       .ab....
      drag    ...F...
      double  ......F
      """, double, drag)
  }

  @Test func `A waiting pan does not begin once its finger is ignored (REQ-5, RS-7)`() {
    let (press, pan) = (makePress(), makePan())
    press.allowableMovement = 15
    pan.require(toFail: press)
    let screen = TestScreen(pan, press)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    screen.perform(at: 15) { pan.ignore(screen.touch("1")!) }
    screen.frame(20, ["1": .at(30, 50)])
    #expect(screen.gestures.isEmpty)
    #expect(pan.state == .possible)
  }

  @Test func `A waiting pan begins as soon as it may, with the movement up to then (REQ-5)`() {
    let (press, pan) = (makePress(), makePan())
    press.allowableMovement = 15
    pan.require(toFail: press)
    let screen = expect(
      """
      1      .abcd.
      pan    ...BCE
      press  ...F..
      """, press, pan)
    #expect(screen.events(of: pan).first?.translation?.isClose(to: 20 - 1.6, 0) == true)
  }

  @Test func `Nothing changes a waiting tap, not even its own deadline (REQ-5)`() {
    let knock = Probe(name: "knock")
    knock.began = { probe, _ in probe.deadline = .at(300) }
    knock.lifted = { probe, _ in probe.state = .recognized }
    knock.passed = { $0.state = .failed }
    knock.require(toFail: twice)
    expect(
      """
      1      .a......
      knock  .....R..
      twice  .....F..
      """, knock, twice)
  }

  @Test func `A waiting tap is still recognized when a later touch is cancelled (REQ-5)`() {
    once.require(toFail: twice)
    expect(
      """
      1      .a.......
      2      ...ax....
      once   ....R....
      twice  ....F....
      """, once, twice)
  }

  @Test func `A cycle of requirements is rejected, and its recognizers are named (REQ-6)`() {
    let (a, b, c) = (makeTap("a"), makeTap("b"), makeTap("c"))
    #expect(a.require(toFail: b) == nil)
    #expect(b.require(toFail: c) == nil)
    let cycle = c.require(toFail: a)
    #expect(cycle?.recognizers.map(\.name) == ["c", "a", "b", "c"])
    #expect(a.require(toFail: a)?.recognizers.map(\.name) == ["a", "a"])
    // No requirement was added by the rejected calls, so no gesture waits forever.
    b.isEnabled = false
    expect(
      """
      1  .a.
      c  ..R
      a  ..F
      """, c, b, a)
  }

  @Test func `A dynamic requirement that would close a cycle is dropped (REQ-6)`() {
    let (one, other) = (Probe(name: "one"), Probe(name: "other"))
    for probe in [one, other] {
      probe.requiresFailure = { _ in true }
      probe.lifted = { probe, _ in probe.state = .recognized }
    }
    expect(
      """
      1      .a.
      one    ..F
      other  ..R
      """, one, other)
  }

  @Test func `A press that requires a pan to fail is never recognized while its finger rests (REQ-7)`() {
    let (press, pan) = (makePress(), makePan())
    press.require(toFail: pan)
    expect(
      """
      1      .a-------.
      press  .........F
      pan    .........F
      """, press, pan)
  }

  @Test func `A waiting gesture still receives its touches (REQ-8)`() {
    let (press, probe) = (makePress(), Probe(name: "probe"))
    press.allowableMovement = 500
    probe.require(toFail: press)
    probe.moved = { probe, _ in if probe.state == .possible { probe.state = .began } }
    expect(
      """
      1      .abcd.
      probe  .....F
      press  .....F
      """, press, probe)
    #expect(probe.log == ["began 1", "moved 1", "moved 1", "moved 1", "ended 1", "reset"])
  }
}

@Suite("Reports of misuse")
struct MisuseTests {
  @Test func `A dynamic requirement that is dropped is reported with its cycle (REQ-6)`() {
    let a = Probe(name: "a")
    let b = Probe(name: "b")
    a.requiresFailure = { [unowned b] in $0 === b }
    b.requiresFailure = { [unowned a] in $0 === a }
    let screen = TestScreen(a, b)
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    screen.frame(0, ["1": .at(50, 50)])
    #expect(sentences == ["failure requirements form a cycle, dropped the last one: \"b\" → \"a\" → \"b\""])
  }
}

@Suite("A later touch of two running gestures")
struct SharedLaterTouchTests {
  /// Two pans that exclude each other both run, each with its own finger. A third finger goes to the deeper one only.
  @Test func `A later finger joins only one of two running gestures that exclude each other (RS-5)`() {
    let root = TestScreen.makeRoot()
    let view = View(name: "view", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    root.addSubview(view)
    let inner = makePan()
    view.addGestureRecognizer(inner)
    let outer = makePan()
    outer.allowedTouchTypes = [.finger]
    inner.allowedTouchTypes = [.finger, .pen]
    inner.requiresExclusiveTouchType = false
    root.addGestureRecognizer(outer)
    let screen = TestScreen(root: root)
    screen.stroke("1", from: (200, 50), to: (220, 50), at: 0, for: 100)
    screen.stroke("pen", from: (50, 20), to: (70, 20), at: 200, for: 100)
    #expect(outer.state == .changed && inner.state == .changed)
    screen.frame(400, ["2": .at(50, 60)])
    #expect(inner.numberOfTouches == 2)
    #expect(outer.numberOfTouches == 1)
  }
}
