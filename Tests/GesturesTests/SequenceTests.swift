import Testing

@testable import Gestures

/// A screen of 300 × 100 mm with a tap in each corner: a, b, c, d clockwise from the upper left.
@Suite("Sequence")
struct SequenceTests {
  private static let places = ["a": (5.0, 5.0), "b": (295, 5), "c": (295, 95), "d": (5, 95), "-": (150, 50)]
  private static let corners: [(String, RimPlaces.Corner)] = [
    ("a", .topLeft), ("b", .topRight), ("c", .bottomRight), ("d", .bottomLeft),
  ]

  private let taps: [String: TapGestureRecognizer]
  private let screen: TestScreen

  init() {
    var taps: [String: TapGestureRecognizer] = [:]
    for (name, corner) in Self.corners {
      let tap = makeTap(name)
      tap.startingPlaces = RimPlaces(corners: [corner])
      taps[name] = tap
    }
    self.taps = taps
    screen = TestScreen(Self.corners.compactMap { taps[$0.0] })
    screen.engine.reportsAttempts = true
  }

  private func sequence(_ name: String, _ steps: String) -> SequenceGestureRecognizer {
    let sequence = SequenceGestureRecognizer(name: name)
    sequence.steps = steps.map { [taps[String($0)]!] }
    screen.root.addGestureRecognizer(sequence)
    return sequence
  }

  /// Taps one place after the other. A number is a pause in tenths of a second.
  private func tap(_ places: String, from start: Double = 0) {
    var time = start
    for place in places {
      if let tenths = place.wholeNumberValue {
        time += Double(tenths) * 100
        continue
      }
      let (x, y) = Self.places[String(place)]!
      screen.frame(time, ["1": .at(x, y)])
      screen.frame(time + 60, ["1": .lifts])
      time += 300
    }
  }

  private func times(_ recognizer: GestureRecognizer) -> [Double] {
    screen.events(of: recognizer).map { Double($0.time.microseconds) / 1000 }
  }

  /// The reasons why a sequence failed, with the number of its steps that were recognized.
  private func failures(_ sequence: SequenceGestureRecognizer) -> [String] {
    screen.events.compactMap { event in
      guard case .attempt(let attempt) = event, attempt.recognizer === sequence,
        case .failed(let reason) = attempt.change
      else { return nil }
      return "\(reason.kind) \(Int(reason.measured)) of \(Int(reason.limit)), \(reason.other?.name ?? "-")"
    }
  }

  @Test func `A sequence is recognized with its last step (SEQ-1)`() {
    let code = sequence("code", "abcd")
    tap("abcd")
    #expect(times(code) == [960])
    #expect(code.state == .possible && code.stepsDone == 0)
    tap("abcd", from: 3000)
    #expect(times(code) == [960, 3960])
    #expect(screen.gestures.map(\.recognizer.name).joined(separator: " ") == "a b c d code a b c d code")
  }

  @Test func `A step may be repeated, and may be of any kind (SEQ-1)`() {
    let twice = sequence("twice", "aab")
    tap("aab")
    #expect(times(twice).count == 1)
    let swipe = makeSwipe("swipe")
    swipe.decision = .atLift
    screen.root.addGestureRecognizer(swipe)
    let mixed = SequenceGestureRecognizer(name: "mixed")
    mixed.steps = [[taps["a"]!, taps["b"]!], [swipe]]
    screen.root.addGestureRecognizer(mixed)
    for (index, first) in ["a", "b", "c"].enumerated() {
      let start = 2000 + Double(index) * 3000
      tap(first, from: start)
      screen.stroke(from: (100, 50), to: (140, 50), at: start + 400, for: 60)
      screen.frame(start + 470, ["1": .lifts])
    }
    #expect(times(mixed) == [2470, 5470], "either of two recognizers is the first step")
  }

  /// A press and a flick on the whole screen as steps.
  private func pressAndFlick(_ sharesTouch: Bool?) -> (SequenceGestureRecognizer, TestScreen) {
    let press = makePress("press"), flick = makeSwipe("flick", .left)
    flick.decision = .atLift
    flick.maximumDuration = .seconds(10)
    press.simultaneousRecognizers = .all
    flick.simultaneousRecognizers = .all
    let sequence = SequenceGestureRecognizer(name: "sequence")
    sequence.steps = [[press], [flick]]
    sequence.allowsSameTouch = sharesTouch
    let screen = TestScreen(press, flick, sequence)
    screen.engine.reportsAttempts = true
    return (sequence, screen)
  }

  @Test func `After a press, a step may be made with the same finger (SEQ-7)`() {
    for (sharesTouch, expected) in [(nil, 1), (true, 1), (false, 0)] as [(Bool?, Int)] {
      let (sequence, screen) = pressAndFlick(sharesTouch)
      screen.frame(0, ["1": .at(200, 50)])
      // Longer than the interval between two steps.
      screen.wait(until: 3000)
      screen.stroke(from: (200, 50), to: (150, 50), at: 3000, for: 200)
      screen.frame(3210, ["1": .lifts])
      #expect(screen.events(of: sequence).count == expected, "\(sharesTouch.map(String.init) ?? "nil")")
    }
  }

  @Test func `A flick alone is no press and flick, and neither are a press and a late flick (SEQ-7)`() {
    let (sequence, screen) = pressAndFlick(nil)
    screen.stroke(from: (200, 50), to: (150, 50), at: 0, for: 200)
    screen.frame(210, ["1": .lifts])
    screen.frame(4000, ["1": .at(200, 50)])
    screen.frame(4700, ["1": .lifts])
    screen.stroke(from: (200, 50), to: (150, 50), at: 7000, for: 200)
    screen.frame(7210, ["1": .lifts])
    #expect(screen.events(of: sequence).isEmpty)
    let isLate = screen.events.contains { event in
      guard case .attempt(let attempt) = event, case .failed(let reason) = attempt.change else { return false }
      return attempt.recognizer === sequence && reason.kind == .lateStep
    }
    #expect(isLate)
  }

  @Test func `With the same touch allowed, a step counts after one of any kind (SEQ-7)`() {
    for (sharesTouch, expected) in [(nil, 0), (true, 1)] as [(Bool?, Int)] {
      let pan = PanGestureRecognizer(name: "pan"), flick = makeSwipe("flick", .left)
      flick.decision = .atLift
      pan.simultaneousRecognizers = .all
      flick.simultaneousRecognizers = .all
      let sequence = SequenceGestureRecognizer(name: "sequence")
      sequence.steps = [[pan], [flick]]
      sequence.allowsSameTouch = sharesTouch
      let screen = TestScreen(pan, flick, sequence)
      screen.stroke(from: (200, 50), to: (150, 50), at: 0, for: 200)
      screen.frame(210, ["1": .lifts])
      #expect(screen.events(of: sequence).count == expected)
    }
  }

  @Test(arguments: [
    ("abdc", "wrongStep 2 of 4, d"), ("aabcd", "wrongStep 1 of 4, a"), ("ab-cd", "strayTouch 2 of 4, c"),
    ("a-bcd", "strayTouch 1 of 4, b"), ("acbd", "wrongStep 1 of 4, c"),
  ])
  func `A wrong, extra or stray touch fails a strict sequence (SEQ-2)`(taps: String, reason: String) {
    let code = sequence("code", "abcd")
    tap(taps)
    screen.wait(until: 20_000)
    #expect(times(code).isEmpty)
    #expect(failures(code).first == reason)
  }

  @Test func `A touch that is not the first step's begins nothing (SEQ-2)`() {
    let code = sequence("code", "abcd")
    tap("bcd-")
    screen.wait(until: 20_000)
    #expect(failures(code).isEmpty)
    tap("abcd", from: 21_000)
    #expect(times(code).count == 1)
  }

  @Test func `A step that fails fails the sequence (SEQ-2)`() {
    let code = sequence("code", "ab")
    tap("a")
    screen.stroke(from: (295, 5), to: (250, 5), at: 400, for: 60)
    screen.frame(470, ["1": .lifts])
    #expect(failures(code) == ["failedStep 1 of 2, b"])
  }

  @Test func `Without strictness, only another step in the wrong place fails the sequence (SEQ-2)`() {
    let code = sequence("code", "abcd")
    code.isStrict = false
    tap("a-b--c-d")
    #expect(times(code).count == 1)
    tap("abdc", from: 6000)
    #expect(times(code).count == 1)
    #expect(failures(code) == ["wrongStep 2 of 4, d"])
  }

  @Test func `The whole sequence and each pause have limits (SEQ-3)`() {
    let code = sequence("code", "abcd")
    tap("ab9995cd")
    screen.wait(until: 9000)
    #expect(failures(code) == ["lateStep 2 of 4, c"], "a pause of more than 2 s")
    tap("a9999b9999c9999d", from: 10_000)
    screen.wait(until: 30_000)
    #expect(failures(code).first == "lateStep 2 of 4, c")
    let slow = sequence("slow", "abcd")
    slow.maximumInterval = .seconds(20)
    slow.maximumDuration = .seconds(5)
    tap("a99b99c9999d", from: 40_000)
    screen.wait(until: 60_000)
    #expect(failures(slow) == ["lateStep 3 of 4, d"], "more than 5 s in all")
    slow.maximumDuration = .seconds(9)
    tap("a99b99c9999d", from: 70_000)
    #expect(times(slow).count == 1)
  }

  @Test func `A finger that landed in time may hold as long as its step needs (SEQ-3)`() {
    let press = makePress()
    press.minimumPressDuration = .seconds(3)
    screen.root.addGestureRecognizer(press)
    let code = SequenceGestureRecognizer(name: "code")
    code.steps = [[taps["a"]!], [press]]
    screen.root.addGestureRecognizer(code)
    tap("a")
    screen.frame(1500, ["1": .at(150, 50)])
    screen.wait(until: 4600)
    #expect(times(code) == [4500])
  }

  @Test func `A shorter sequence waits only as long as a longer one can still come (SEQ-4)`() {
    let (short, long) = (sequence("short", "ab"), sequence("long", "abc"))
    tap("abc")
    screen.wait(until: 5000)
    #expect(times(long).count == 1 && times(short).isEmpty)
    tap("ab", from: 10_000)
    screen.wait(until: 15_000)
    #expect(times(short) == [12_360], "2 s after the second tap")
    tap("abd", from: 20_000)
    screen.wait(until: 25_000)
    #expect(times(short).last == 20_600, "with the touch that is not the third step")
    #expect(times(long).count == 1)
  }

  @Test func `A sequence takes no touch from a view and prevents nothing (SEQ-5)`() {
    let code = sequence("code", "ab")
    let anywhere = makeTap("anywhere")
    anywhere.simultaneousRecognizers = .all
    screen.root.addGestureRecognizer(anywhere)
    screen.engine.reportsTouches = true
    for tap in taps.values { (tap.cancelsTouchesInView, tap.delaysTouchesEnded) = (false, false) }
    (anywhere.cancelsTouchesInView, anywhere.delaysTouchesEnded) = (false, false)
    tap("ab")
    #expect(times(code).count == 1)
    #expect(screen.events(of: anywhere).count == 2)
    #expect(screen.deliveries.map(\.phase) == [.began, .ended, .began, .ended])
  }

  @Test func `A double tap goes on after a sequence that ends with its first tap (SEQ-5)`() {
    let code = sequence("code", "ab")
    for tap in taps.values { tap.simultaneousRecognizers = .all }
    let twice = makeTap("twice", taps: 2)
    screen.root.addGestureRecognizer(twice)
    tap("a9bb")
    #expect(times(code) == [1260] && times(twice) == [1560])
  }

  @Test func `A random hand enters a code no more often than chance predicts (SEQ-2)`() {
    let code = sequence("code", "abcd")
    var random = SplitMix64(seed: 7)
    var last: [Character] = []
    var predicted = 0
    let count = 100_000
    for index in 0..<count {
      let place = "abcd".randomElement(using: &random)!
      let (x, y) = Self.places[String(place)]!
      screen.frame(Double(index) * 250, ["1": .at(x, y)])
      screen.frame(Double(index) * 250 + 60, ["1": .lifts])
      last = last.suffix(3) + [place]
      if last == ["a", "b", "c", "d"] { predicted += 1 }
    }
    let recognized = times(code).count
    // Of 100,000 / 256 = 391, less those that begin in the middle of an attempt that fails.
    #expect(recognized > 200 && recognized <= predicted, "\(recognized) of \(predicted)")
  }
}
