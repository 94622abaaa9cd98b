import Gestures
import Testing

/// A recognizer, its fingers as a picture, what it reports alone and while it waits for another one until 450 ms, and how many sentences about
/// misuse come when it is alone. What follows a `|` is a second report in the same columns.
struct Habit: Sendable, CustomTestStringConvertible {
  let make: @Sendable () -> GestureRecognizer
  let fingers: [String]
  let alone: String
  let waiting: String
  var misuses = 0

  var testDescription: String { "\(type(of: make()))" }

  static let all: [Habit] = [
    Habit(make: TouchDown.init, fingers: ["1  .a---b."], alone: ".R", waiting: "....R"),
    Habit(make: OnTouch.init, fingers: ["1  .abcdef."], alone: ".BCCCCCE", waiting: "....BCCE|....C"),
    Habit(make: OnTouch.init, fingers: ["1  .abcdex."], alone: ".BCCCCX", waiting: "....BCX|....C"),
    Habit(make: OnTouchWithCancel.init, fingers: ["1  .abcdef.a."], alone: ".BCCCCCEBE", waiting: "....BCCE|....C"),
    Habit(make: OnTouchAtOnce.init, fingers: ["1  .abcdef."], alone: ".BCCCCCE|.C", waiting: "....BCCE|....C"),
    Habit(make: ThreeFingers.init, fingers: ["1  .ab."], alone: ".F", waiting: ".F", misuses: 1),
    Habit(
      make: ThreeFingers.init, fingers: ["1  .abcdef.", "2  .bcdefg.", "3  .cdefgh."], alone: ".BCCCCCE",
      waiting: "....BCCE|....C"),
    Habit(make: InstantPan.init, fingers: ["1  .abcdef."], alone: ".BCCCCCE", waiting: "....BCCE"),
    Habit(make: KnobPan.init, fingers: ["1  .abcdef."], alone: "..BCCCCE", waiting: "....BCCE"),
    Habit(make: SingleTouchRotation.init, fingers: ["1  .abcdef."], alone: "..BCCCCE", waiting: "....BCCE"),
    Habit(make: SingleTouchRotation.init, fingers: ["1  .ab-cx."], alone: "..B.CX", waiting: "....BX"),
    Habit(make: OneFingerRotation.init, fingers: ["1  .abcdef."], alone: "..BCCCCE", waiting: "....BCCE"),
    Habit(make: OneFingerRotation.init, fingers: ["1  .abcdex."], alone: "..BCCCX", waiting: "....BCX", misuses: 1),
    Habit(make: Circle.init, fingers: ["1  .abcdef."], alone: ".BCCCCCE", waiting: "....BCCE|....C"),
    Habit(make: Circle.init, fingers: ["1  .ab---."], alone: ".BC...X", waiting: "....B.X|....C", misuses: 1),
    Habit(make: Checkmark.init, fingers: ["1  .mnopqs."], alone: ".......F", waiting: ".......F"),
    Habit(make: Checkmark.init, fingers: ["1  .abx."], alone: "...F", waiting: "...F"),
    Habit(make: StrokeRecorder.init, fingers: ["1  .abcdef."], alone: ".BC....E", waiting: "....BC.E"),
    Habit(make: Zigzag.init, fingers: ["1  .acaca."], alone: "......R", waiting: "......R"),
    Habit(make: Zigzag.init, fingers: ["1  .ab."], alone: "...F", waiting: "...F"),
    Habit(make: Pages.init, fingers: ["1  .abcdef.", "2  ..cdef."], alone: "..BCCCCE", waiting: ".....BCE"),
    Habit(make: FailsTwice.init, fingers: ["1  .ab."], alone: ".F", waiting: ".F", misuses: 1),
  ]
}

extension Habit {
  init<Recognizer: GestureRecognizer>(
    make: @escaping @Sendable (String) -> Recognizer, fingers: [String], alone: String, waiting: String,
    misuses: Int = 0
  ) {
    self.make = { make("it") }
    self.fingers = fingers
    self.alone = alone
    self.waiting = waiting
    self.misuses = misuses
  }
}

@Suite("Recognizers as people write them for UIKit")
struct HabitTests {
  /// The letters from m on lie below one another.
  private static let places: [Character: (Double, Double)] = Dictionary(
    uniqueKeysWithValues: zip("mnopqrs", [10, 20, 30, 40, 50, 60, 50]).map { ($0, (100, $1)) })

  private func play(_ habit: Habit, _ expected: String, with other: GestureRecognizer? = nil) -> [String] {
    let it = habit.make()
    if let other { it.require(toFail: other) }
    var sentences: [String] = []
    let picture = (habit.fingers + expected.split(separator: "|").enumerated().map { "\($0 == 0 ? "it" : "+") \($1)" })
      .joined(separator: "\n")
    let root = TestScreen.makeRoot()
    if let other { root.addGestureRecognizer(other) }
    root.addGestureRecognizer(it)
    expect(picture, it, root: root, places: Self.places, onMisuse: { sentences.append($0) })
    return sentences
  }

  @Test(arguments: Habit.all) func `A recognizer does what it does in UIKit (ST-1)`(habit: Habit) {
    let sentences = play(habit, habit.alone)
    #expect(sentences.count == habit.misuses, "\(sentences)")
  }

  @Test(arguments: Habit.all) func `And it can wait for another one (ST-1, REQ-1)`(habit: Habit) {
    let other = Probe(name: "other")
    other.began = { probe, touches in probe.deadline = touches[0].timestamp + 350_000 }
    other.passed = { $0.state = .failed }
    _ = play(habit, habit.waiting, with: other)
  }

  @Test(arguments: [((60.0, 60.0), [GestureRecognizer.State]()), ((10.0, 90.0), [.began, .changed, .ended])])
  func `A pan that looks at the state that it has just been given keeps to its axis`(
    end: (Double, Double), states: [GestureRecognizer.State]
  ) {
    let (reported, sentences) = report(of: VerticalPan(name: "pan")) { _, screen in
      screen.stroke(from: (10, 50), to: end, at: 0, for: 50)
      screen.frame(60, ["1": .lifts])
    }
    #expect(reported.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == states && sentences.isEmpty)
  }

  @Test func `The force of a finger is read in the method for movements, as in UIKit`() {
    for (make, states) in [
      ({ ForceTap(name: "it") }, [.ended]), ({ ForcePress(name: "it") }, [.ended]),
      ({ DeepPress(name: "it") }, [.began, .ended]),
    ] as [(() -> GestureRecognizer, [GestureRecognizer.State])] {
      let it = make()
      let screen = TestScreen(it)
      screen.frame(0, ["1": .pressed(10, 50, 0.2)])
      screen.frame(10, ["1": .pressed(11, 50, 0.95)])
      screen.frame(20, ["1": .pressed(12, 50, 0.3)])
      screen.frame(30, ["1": .lifts])
      #expect(screen.events(of: it).map(\.state) == states)
    }
  }

  /// What an engine reports, and a recognizer on its screen.
  private func report<Recognizer: GestureRecognizer>(
    of it: Recognizer, _ body: (Recognizer, TestScreen) -> Void
  ) -> (states: [GestureRecognizer.State], sentences: [String]) {
    let screen = TestScreen(it)
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    body(it, screen)
    return (screen.events(of: it).map(\.state), sentences)
  }

  @Test func `A timer from outside fails a tap, and changes nothing when it is late (ST-1)`() {
    let (held, heldSentences) = report(of: ShortTap(name: "tap")) { tap, screen in
      screen.frame(0, ["1": .at(10, 50)])
      screen.perform(at: 300) { tap.timeIsUp() }
      screen.frame(310, ["1": .lifts])
    }
    #expect(held.isEmpty && heldSentences.isEmpty)
    let (states, sentences) = report(of: ShortTap(name: "tap")) { tap, screen in
      screen.frame(0, ["1": .at(10, 50)])
      screen.frame(50, ["1": .lifts])
      screen.perform(at: 300) { tap.timeIsUp() }
      tap.timeIsUp()
      screen.frame(400, ["1": .at(10, 50)])
      screen.frame(450, ["1": .lifts])
    }
    #expect(states == [.ended, .ended])
    let sentence = "ShortTap \"tap\" set failed while it was possible: it has no touches"
    #expect(sentences == [sentence, sentence])
  }

  @Test func `A press that nobody touches can be cancelled from outside, to no effect (ST-1)`() {
    let (states, sentences) = report(of: makePress()) { press, screen in
      press.state = .cancelled
      screen.frame(0, ["1": .at(10, 50)])
      screen.wait(until: 600)
      screen.perform(at: 650) { press.state = .cancelled }
    }
    #expect(states == [.began, .cancelled])
    let sentence = "LongPressGestureRecognizer \"press\" set cancelled while it was possible: it has no touches"
    #expect(sentences == [sentence])
  }

  @Test(arguments: [GestureRecognizer.State.ended, .failed, .began, .possible, .cancelled, .changed])
  func `A gesture that has ended ignores what its action sets, and reports it once (ST-1)`(
    state: GestureRecognizer.State
  ) {
    let tap = makeTap()
    tap.addAction { tap in
      tap.state = state
      tap.state = state
    }
    let (states, sentences) = report(of: tap) { _, screen in
      screen.frame(0, ["1": .at(10, 50)])
      screen.frame(50, ["1": .lifts])
    }
    #expect(states == [.ended])
    #expect(sentences.count == (state == .ended || state == .possible ? 0 : 1))
    let start = "TapGestureRecognizer \"tap\" set \(state) while it was ended: its attempt is over"
    #expect(sentences.allSatisfy { $0.hasPrefix(start) })
  }

  @Test func `A gesture that has begun is ended by its own action (ST-1)`() {
    let pan = makePan()
    pan.addAction { if $0.state == .changed { $0.state = .ended } }
    let (states, sentences) = report(of: pan) { _, screen in
      screen.stroke(from: (10, 50), to: (60, 50), at: 0, for: 100)
    }
    #expect(states == [.began, .changed, .ended] && sentences.isEmpty)
  }

  @Test(arguments: [
    (GestureRecognizer.State.possible, GestureRecognizer.State.changed, "set began first"),
    (.changed, .began, "it has begun; set changed"),
    (.changed, .possible, "set ended or cancelled; the engine resets it"),
    (.changed, .failed, "a gesture that has begun is cancelled"),
  ])
  func `A state that cannot follow is reported once, with what to do (ST-1)`(
    from: GestureRecognizer.State, to: GestureRecognizer.State, advice: String
  ) {
    let probe = Probe(name: "probe")
    if from == .changed { probe.began = { probe, _ in probe.state = .began } }
    probe.moved = { probe, touches in
      if from == .changed && touches[0].location.x < 12 { probe.state = .changed } else { probe.state = to }
    }
    let (states, sentences) = report(of: probe) { _, screen in
      for step in 0...4 { screen.frame(Double(step) * 10, ["1": .at(10 + Double(step), 50)]) }
      screen.frame(50, ["1": .lifts])
    }
    #expect(sentences == ["Probe \"probe\" set \(to) while it was \(from): \(advice)"])
    #expect(states == (from == .possible ? [] : [.began, .changed] + [to == .failed ? .cancelled : .ended]))
  }
}
