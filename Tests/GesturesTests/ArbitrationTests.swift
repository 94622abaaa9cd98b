import Gestures
import Testing

@Suite("Arbitration")
struct ArbitrationTests {
  @Test func `A recognized gesture fails those that have not begun (ARB-1)`() {
    expect(
      """
      1      .ab---.
      pan    ..B...E
      tap    ..F....
      press  ..F....
      """, makePan(), makeTap(), makePress())
  }

  @Test func `A gesture whose class refuses to begin fails (ARB-1)`() {
    let knock = Probe(name: "knock")
    knock.moved = { probe, _ in if probe.state == .possible { probe.state = .began } }
    knock.begins = { false }
    expect(
      """
      1      .abc.
      knock  ..F..
      pan    ..BCE
      """, knock, makePan())
  }

  @Test func `A gesture whose delegate refuses its beginning fails (ARB-1)`() {
    let (first, second) = (makePan("first"), makePan("second"))
    let answers = Answers()
    answers.begins = { $0 !== first }
    first.delegate = answers
    second.delegate = answers
    expect(
      """
      1       .abc.
      first   ..F..
      second  ..BCE
      """, first, second)
  }

  @Test(arguments: [Exclusion.touch, .screen])
  func `A gesture that is disabled while its delegate is asked prevents no other (ARB-1, ST-7)`(exclusion: Exclusion) {
    let (first, second) = (makePan("first"), makePan("second"))
    let answers = Answers()
    answers.begins = {
      $0.isEnabled = false
      return true
    }
    first.delegate = answers
    expect(
      """
      1       .abc.
      first   ..F..
      second  ..BCE
      screen  .bc..
      """, first, second, exclusion: exclusion)
  }

  @Test func `A gesture that disables itself as it begins prevents no other (ARB-1, ST-7)`() {
    let knock = Probe(name: "knock")
    knock.moved = { probe, _ in if probe.state == .possible { probe.state = .began } }
    knock.hasBegun = { $0.isEnabled = false }
    expect(
      """
      1       .abc.
      knock   ..F..
      pan     ..BCE
      screen  .bc..
      """, knock, makePan(), exclusion: .screen)
  }

  @Test func `All that ask in a frame are decided before views receive it (ARB-1, DL-1)`() {
    let (first, second) = (makePan("first"), makePan("second"))
    first.cancelsTouchesInView = false
    first.simultaneousRecognizers = .some([second])
    expect(
      """
      1       .abc.
      first   ..BCE
      second  ..BCE
      screen  .bc..
      """, first, second)
  }

  @Test func `A tap comes before other taps only, not before a gesture that was added earlier (ARB-8, ARB-9)`() {
    let knock = Probe(name: "knock")
    knock.lifted = { probe, _ in probe.state = .recognized }
    expect(
      """
      1      .a.
      knock  ..R
      tap    ..F
      """, knock, makeTap())
  }

  @Test func `A subclass can decide not to prevent another gesture (ARB-2)`() {
    let knock = Probe(name: "knock")
    knock.moved = { probe, _ in if probe.state == .possible { probe.state = .began } }
    knock.prevents = { !($0 is PanGestureRecognizer) }
    let pan = makePan()
    let answers = Answers()
    pan.delegate = answers
    pan.recognizersNotPrevented = .some([knock])
    expect(
      """
      1      .abcd.
      knock  ..B..E
      pan    ..BCCE
      tap    ..F...
      """, knock, pan, makeTap())
  }

  @Test func `A subclass can refuse to be prevented (ARB-2)`() {
    let knock = Probe(name: "knock")
    knock.passed = { $0.state = .began }
    knock.began = { probe, _ in probe.deadline = .at(400) }
    knock.isPrevented = { !($0 is PanGestureRecognizer) }
    expect(
      """
      1      .ab---.
      pan    ..B...E
      knock  ....B.E
      tap    ..F....
      """, makePan(), makeTap(), knock)
  }

  @Test func `A tap does not prevent a double tap (ARB-3)`() {
    expect(
      """
      1      .a.a.
      once   ..R..
      twice  ....R
      """, makeTap("once"), makeTap("twice", taps: 2))
  }

  @Test func `A double tap prevents the second single tap (ARB-3)`() {
    expect(
      """
      1      .a.a.
      twice  ....R
      once   ..R.F
      """, makeTap("once"), makeTap("twice", taps: 2))
  }

  @Test func `Two thumbs in two views pan at once (ARB-4)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (makePan("left"), makePan("right"))
    root.add("west", 0, 0, 55, 100).addGestureRecognizer(left)
    root.add("east", 55, 0, 245, 100).addGestureRecognizer(right)
    expect(
      """
      1      .abc-.
      2      .hijk.
      left   ..BC.E
      right  ..BCCE
      """, left, right, root: root)
  }

  @Test func `With exclusion for the whole screen, only one gesture runs at a time (ARB-4)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (makePan("left"), makePan("right"))
    root.add("west", 0, 0, 55, 100).addGestureRecognizer(left)
    root.add("east", 55, 0, 245, 100).addGestureRecognizer(right)
    expect(
      """
      1      .abc-.....
      2      .hijk..hi.
      left   ..BC.E....
      right  ..F.....BE
      """, left, right, root: root, exclusion: .screen)
  }

  @Test func `With exclusion for the whole screen, a running gesture prevents later ones (ARB-4, ARB-6)`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (makePan("left"), makeTap("right"))
    root.add("west", 0, 0, 55, 100).addGestureRecognizer(left)
    root.add("east", 55, 0, 245, 100).addGestureRecognizer(right)
    expect(
      """
      1      .abc----.
      2      ....h.h..
      left   ..BC....E
      right  .....F.F.
      """, left, right, root: root, exclusion: .screen)
  }

  @Test func `Either gesture's delegate can allow simultaneous recognition (ARB-5)`() {
    for side in 0...1 {
      let (first, second) = (makePan("first"), makePan("second"))
      let answers = Answers()
      answers.simultaneous = { _, _ in true }
      [first, second][side].delegate = answers
      expect(
        """
        1       .abc.
        first   ..BCE
        second  ..BCE
        """, first, second)
    }
  }

  @Test func `Either gesture's list can allow simultaneous recognition (ARB-5)`() {
    for side in 0...1 {
      let (first, second) = (makePan("first"), makePan("second"))
      [first, second][side].simultaneousRecognizers = side == 0 ? .some([second]) : .all
      expect(
        """
        1       .abc.
        first   ..BCE
        second  ..BCE
        tap     ..F..
        """, first, second, makeTap())
    }
  }

  @Test func `One delegate's no to simultaneous recognition is overruled by the other's yes (ARB-5)`() {
    let (first, second) = (makePan("first"), makePan("second"))
    let (yes, no) = (Answers(), Answers())
    yes.simultaneous = { _, _ in true }
    first.delegate = no
    second.delegate = yes
    expect(
      """
      1       .abc.
      first   ..BCE
      second  ..BCE
      """, first, second)
  }

  @Test func `A press that has begun prevents the tap (ARB-6)`() {
    expect(
      """
      1      .a-----.
      press  ......BE
      tap    ......F.
      """, makePress(), makeTap())
  }

  @Test func `A tap is recognized with a finger that does not belong to the running pan (ARB-6)`() {
    let root = TestScreen.makeRoot()
    let (pan, tap) = (makePan(touches: 1...1), makeTap())
    root.addGestureRecognizer(pan)
    root.add("button", 75, 0, 50, 100).addGestureRecognizer(tap)
    expect(
      """
      1    .abc----.
      2    ....h.h..
      pan  ..BC....E
      tap  .....R.R.
      """, pan, tap, root: root)
  }

  @Test func `A tap is not recognized with a finger that the running pan has taken (ARB-6)`() {
    let root = TestScreen.makeRoot()
    let (pan, tap) = (makePan(), makeTap())
    root.addGestureRecognizer(pan)
    root.add("button", 75, 0, 50, 100).addGestureRecognizer(tap)
    expect(
      """
      1    .abc----.
      2    ....h.h..
      pan  ..BC....E
      tap  .....F.F.
      """, pan, tap, root: root)
  }

  @Test func `A prevented gesture stays failed after the one that prevented it has ended (ARB-7)`() {
    let root = TestScreen.makeRoot()
    let (inner, outer) = (makePan("inner"), makePan("outer"))
    root.addGestureRecognizer(outer)
    root.add("view", 0, 0, 100, 100).addGestureRecognizer(inner)
    expect(
      """
      1      .ab........
      2      .n-opq.nop.
      inner  ..BE.......
      outer  ..F.....BCE
      """, inner, outer, root: root)
  }

  @Test func `When one lift completes two taps, the one with the higher count wins (ARB-8)`() {
    // The double tap is decided before the second single tap, whichever recognizer was added first.
    for order in 0...1 {
      let (once, twice) = (makeTap("once"), makeTap("twice", taps: 2))
      let recognizers: [GestureRecognizer] = order == 0 ? [once, twice] : [twice, once]
      let root = TestScreen.makeRoot()
      for recognizer in recognizers { root.addGestureRecognizer(recognizer) }
      expect(
        """
        1      .a.a.
        once   ..R.F
        twice  ....R
        """, once, twice, root: root)
    }
  }

  @Test func `The higher count wins over the deeper view (ARB-8)`() {
    let root = TestScreen.makeRoot()
    let (once, twice) = (makeTap("once"), makeTap("twice", taps: 2))
    root.addGestureRecognizer(twice)
    root.add("view", 0, 0, 100, 100).addGestureRecognizer(once)
    expect(
      """
      1      .a.a.
      once   ..R.F
      twice  ....R
      """, once, twice, root: root)
  }

  @Test func `The deeper view's gesture is decided first (ARB-9)`() {
    let root = TestScreen.makeRoot()
    let (outer, inner) = (makePan("outer"), makePan("inner"))
    root.addGestureRecognizer(outer)
    root.add("view", 0, 0, 100, 100).addGestureRecognizer(inner)
    expect(
      """
      1      .abc.
      inner  ..BCE
      outer  ..F..
      """, outer, inner, root: root)
  }

  @Test func `Within a view the gesture added first is decided first (ARB-9)`() {
    expect(
      """
      1       .abc.
      first   ..BCE
      second  ..F..
      """, makePan("first"), makePan("second"))
  }

  @Test func `A gesture that does not prevent another one may still be prevented by it (ARB-10)`() {
    let (slow, fast) = (makePan("slow"), makePan("fast"))
    slow.slop = 15
    fast.recognizersNotPrevented = .some([slow])
    expect(
      """
      1     .abcd.
      fast  ..BCCE
      slow  ...BCE
      """, slow, fast)
    let (first, second) = (makePan("first"), makePan("second"))
    first.recognizersNotPreventing = .none
    second.recognizersNotPrevented = .all
    expect(
      """
      1       .abcd.
      first   ..BCCE
      second  ..F...
      """, first, second)
  }

  @Test func `A gesture that others cannot prevent begins alongside them (ARB-10)`() {
    let (slow, fast) = (makePan("slow"), makePan("fast"))
    slow.slop = 15
    slow.recognizersNotPreventing = .all
    expect(
      """
      1     .abcd.
      fast  ..BCCE
      slow  ...BCE
      """, fast, slow)
  }

  @Test func `A recognized tap prevents a slower gesture with the same touch (ARB-11)`() {
    let slow = Probe(name: "slow")
    slow.lifted = { probe, _ in probe.deadline = .at(400) }
    slow.passed = { $0.state = .recognized }
    let tap = makeTap()
    expect(
      """
      1     .a...
      tap   ..R..
      slow  ..F..
      """, slow, tap)
  }

  @Test func `A gesture that has ended prevents others until its reset (ARB-11)`() {
    // The swipe ends at 200 ms, but its finger stays down.
    expect(
      """
      1      .abc---.
      swipe  ..R.....
      pan    ..F.....
      press  ..F.....
      """, makeSwipe(), makePan(), makePress())
  }
}
