import Testing

@testable import Gestures

@Suite("Calls from within")
struct NestedCallTests {
  private func frame(_ time: Double, _ id: UInt64, _ phase: Touch.Phase, _ x: Double) -> TouchFrame {
    TouchFrame(time: .at(time), contacts: [TouchFrame.Contact(id: id, phase: phase, location: Point(x: x, y: 50))])
  }

  private func states(_ events: [GestureEngine.Event]) -> [String] {
    events.compactMap { if case .gesture(let event) = $0 { "\(event.recognizer.name) \(event.state)" } else { nil } }
  }

  @Test func `A frame that an action passes on follows the present one (RS-14)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    let engine = screen.engine
    var sentences: [String] = []
    engine.onMisuse = { sentences.append($0) }
    var inner: [[GestureEngine.Event]] = []
    pan.addAction { [unowned engine] _, event in
      if event.state == .began { inner.append(engine.handle(frame(20, 1, .moved, 40))) }
      if event.state == .changed && event.time == .at(20) { inner.append(engine.handle(frame(30, 1, .ended, 40))) }
    }
    _ = engine.handle(frame(0, 1, .began, 10))
    let events = engine.handle(frame(10, 1, .moved, 20))
    #expect(states(events) == ["pan began", "pan changed", "pan ended"])
    #expect(inner.map(\.count) == [0, 0])
    #expect(engine.touches.isEmpty && pan.state == .possible && engine.now == .at(30))
    #expect(sentences.count == 2)
    #expect(sentences[0] == "handle(_:) was called while the engine calls its client; it follows the present call")
  }

  @Test func `A delegate that cancels all touches leaves no gesture stuck (RS-14)`() {
    let (pan, tap) = (makePan(), makeTap())
    let screen = TestScreen(pan, tap)
    let delegate = Answers()
    delegate.begins = { [unowned engine = screen.engine] _ in
      _ = engine.cancelTouches(at: engine.now)
      return true
    }
    pan.delegate = delegate
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 20)
    #expect(screen.gestures.map(\.state) == [.began, .cancelled])
    #expect(screen.engine.touches.isEmpty)
    #expect(pan.state == .possible && tap.state == .possible && screen.engine.nextDeadline == nil)
  }

  @Test func `A change by perform is applied at once, and settled with the present call (RS-14)`() {
    let (pan, other) = (makePan(), makePan("other"))
    other.simultaneousRecognizers = .all
    let screen = TestScreen(pan, other)
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    pan.addAction { [unowned engine = screen.engine] _, event in
      guard event.state == .changed else { return }
      let events = engine.perform(at: engine.now) { other.isEnabled = false }
      #expect(events.isEmpty && !other.isEnabled)
    }
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 30)
    #expect(screen.events(of: other).map(\.state) == [.began, .changed, .cancelled])
    #expect(sentences.count == 2)
  }

  @Test func `A frame that comes while kept frames are handled follows them (RS-14)`() {
    /// Passes a frame on at its deadline.
    final class Own: GestureRecognizer {
      override func touchesBegan(_ touches: [Touch], at time: Timestamp) { deadline = time + 25_000 }
      override func deadlinePassed(at time: Timestamp) { passOn() }
      var passOn = {}
    }
    let (own, pan) = (Own(), makePan())
    let screen = TestScreen(own, pan)
    let engine = screen.engine
    var sentences: [String] = []
    engine.onMisuse = { sentences.append($0) }
    own.passOn = { [unowned engine] in
      #expect(engine.handle(frame(30, 1, .ended, 11)).isEmpty)
      #expect(engine.touches.count == 1)
    }
    _ = engine.handle(frame(0, 1, .began, 10))
    engine.takeQuietFrames {
      for time in [10, 20, 30.0] {
        engine.beginQuietFrame(at: .at(time))
        engine.moveQuietly(1, to: Point(x: 10 + time / 100, y: 50))
      }
    }
    #expect(engine.touches.isEmpty && pan.state == .possible)
    #expect(sentences == ["handle(_:) was called while the engine calls its client; it follows the present call"])
  }

  @Test func `Time that an action lets pass fires deadlines after the present call (RS-14)`() {
    let (pan, tap, double) = (makePan(), makeTap(), makeTap("double", taps: 2))
    tap.require(toFail: double)
    let view = View(name: "view", frame: Rect(x: 150, y: 0, width: 100, height: 100))
    let root = TestScreen.makeRoot()
    root.addSubview(view)
    view.addGestureRecognizer(pan)
    let button = root.add("button", 0, 0, 100, 100)
    button.addGestureRecognizer(tap)
    button.addGestureRecognizer(double)
    let screen = TestScreen(root: root)
    pan.addAction { [unowned engine = screen.engine] _, event in
      if event.state == .began { _ = engine.advance(to: .at(500)) }
    }
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(50, ["1": .lifts])
    screen.frame(60, ["2": .at(200, 50)])
    screen.frame(70, ["2": .at(220, 50)])
    #expect(screen.gestures.map { "\($0.recognizer.name) \($0.state)" } == ["pan began", "tap ended"])
    #expect(screen.gestures.last?.time == .at(400))
  }

  @Test func `Presses, commands and samples from within follow the present call (RS-14)`() {
    let pan = makePan()
    let key = PressGestureRecognizer(name: "key", code: 7)
    let remote = RemoteCommandGestureRecognizer(name: "remote")
    remote.commands = [.play]
    let screen = TestScreen(pan, key, remote)
    pan.addAction { [unowned engine = screen.engine] _, event in
      guard event.state == .began else { return }
      #expect(engine.handle(presses: [Press(code: 7, phase: .began, time: engine.now)]).isEmpty)
      #expect(engine.handle(command: RemoteCommand(.play, time: engine.now)).isEmpty)
      #expect(engine.handle(presses: [Press(code: 7, phase: .ended, time: .at(100))]).isEmpty)
      #expect(engine.cancelPresses(at: .at(100)).isEmpty && engine.cancelMotion(at: .at(100)).isEmpty)
      #expect(engine.handle(sample: MotionSample(time: .at(110), acceleration: Acceleration(x: 0, y: 0, z: 9))).isEmpty)
    }
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 20)
    #expect(
      screen.gestures.map { "\($0.recognizer.name) \($0.state)" } == [
        "pan began", "remote ended", "key ended", "pan changed",
      ])
    #expect(screen.engine.now == .at(110))
  }

  @Test func `An action that always calls the engine again comes to an end (RS-14)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    var sentences: [String] = []
    screen.engine.onMisuse = { [unowned engine = screen.engine] in
      sentences.append($0)
      _ = engine.advance(to: engine.now)  // Even the handler of such calls makes one.
    }
    pan.addAction { [unowned engine = screen.engine] _, event in
      _ = engine.handle(
        frame(Double(event.time.microseconds) / 1000 + 1, 1, .moved, 20 + Double(event.time.microseconds % 7)))
    }
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    #expect(screen.gestures.count > 100 && screen.gestures.count <= 1001)
    #expect(sentences.last?.contains("too often") == true)
    // The next call begins again.
    sentences = []
    let count = screen.gestures.count
    screen.frame(2000, ["1": .at(30, 50)])
    #expect(screen.gestures.count > count + 100)
    #expect(sentences.first?.contains("it follows") == true)
  }

  @Test func `A recognizer that an engine resets at its end takes no touch of another engine yet (RS-14)`() {
    final class Resetting: GestureRecognizer {
      var whenReset: () -> Void = {}
      override func reset() { whenReset() }
    }
    let recognizer = Resetting()
    let root = TestScreen.makeRoot()
    root.addGestureRecognizer(recognizer)
    var first: GestureEngine? = GestureEngine(root: root)
    _ = first?.handle(frame(0, 1, .began, 10))
    #expect(recognizer.numberOfTouches == 1)
    let second = GestureEngine(root: root)
    recognizer.whenReset = { [unowned recognizer] in
      recognizer.whenReset = {}
      _ = second.handle(frame(10, 2, .began, 20))
    }
    first = nil
    #expect(second.touches.count == 1 && recognizer.numberOfTouches == 0 && !recognizer.attempt.isRunning)
    _ = second.handle(frame(20, 3, .began, 30))
    #expect(recognizer.numberOfTouches == 1 && recognizer.attempt.isRunning(in: second))
  }

  @Test func `A view cannot be added to itself or to a view below it`() {
    let root = TestScreen.makeRoot()
    let outer = root.add("outer", 0, 0, 100, 100)
    let inner = outer.add("inner", 0, 0, 50, 50)
    let screen = TestScreen(root: root)
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    inner.addSubview(outer)
    inner.addSubview(inner)
    inner.addSubview(root)
    #expect(sentences == ["outer", "inner", "screen"].map { "the view \"\($0)\" was added to itself" })
    #expect(outer.superview === root && inner.superview === outer && inner.subviews.isEmpty)
    #expect(inner.isDescendant(of: root) && inner.isDescendant(of: inner) && !outer.isDescendant(of: inner))
  }

  @Test func `A view that is removed during its touch gets its cancellation, and no more (RS-6)`() {
    final class Leaving: View {
      var calls: [String] = []
      var leavesAt = ""
      private func note(_ word: String) {
        calls.append(word)
        if word == leavesAt { removeFromSuperview() }
      }
      override func touchesBegan(_ touches: [Touch]) { note("began") }
      override func touchesMoved(_ touches: [Touch]) { note("moved") }
      override func touchesEnded(_ touches: [Touch]) { note("ended") }
      override func touchesCancelled(_ touches: [Touch]) { note("cancelled") }
    }
    for (place, calls) in [
      ("began", ["began", "cancelled"]), ("moved", ["began", "moved", "cancelled"]),
      ("ended", ["began", "moved", "ended"]), ("outside", ["began", "moved", "cancelled"]),
    ] {
      let root = TestScreen.makeRoot()
      let view = Leaving(name: "view", frame: Rect(x: 0, y: 0, width: 100, height: 100))
      view.leavesAt = place
      root.addSubview(view)
      let screen = TestScreen(root: root)
      screen.frame(0, ["1": .at(10, 50)])
      screen.frame(10, ["1": .at(20, 50)])
      if place == "outside" { view.removeFromSuperview() }
      screen.frame(20, ["1": .lifts])
      #expect(view.calls == calls)
    }
  }

  @Test(arguments: ["recognized while it moves", "recognized at the lift", "asked for the reason", "pan"])
  func `A gesture that is switched off while its delegate is asked about a rival fails, without a misuse (ST-7)`(
    kind: String
  ) {
    let gesture: GestureRecognizer = kind == "pan" ? makePan("own") : makeSwipe("own")
    let rival: GestureRecognizer =
      kind == "pan" ? PinchGestureRecognizer(name: "rival") : makeSwipe("rival", [.downRight])
    for case let swipe as SwipeGestureRecognizer in [gesture, rival] {
      swipe.decision = kind == "recognized while it moves" ? .duringMovement : .atLift
      swipe.maximumAngle = .pi / 4
    }
    let screen = TestScreen(gesture, rival)
    screen.engine.intention.landingGrace = .milliseconds(60)
    screen.engine.reportsAttempts = true
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    let delegate = Answers()
    // A swipe is asked whether another one fits better, and again for the reason why it has failed.
    var questions = kind == "asked for the reason" ? 2 : 1
    let slope = kind == "asked for the reason" ? 0.5 : 0.2
    delegate.simultaneous = { one, _ in
      questions -= 1
      if questions == 0 { one.isEnabled = false }
      return kind == "pan"
    }
    gesture.delegate = delegate
    screen.frame(0, ["1": .at(10, 50)])
    for step in 1...10 { screen.frame(Double(step) * 5, ["1": .at(10 + Double(step), 50 + Double(step) * slope)]) }
    screen.frame(55, ["1": .lifts])
    #expect(questions <= 0 && sentences.isEmpty)
    #expect(!screen.gestures.contains { $0.recognizer === gesture } && gesture.state == .possible)
  }
}
