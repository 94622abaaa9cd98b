import Testing

@testable import Gestures

/// A recognizer of another module that takes everything and decides at random.
private final class Whim: GestureRecognizer {
  var decide: () -> Int = { 0 }
  private func act(_ time: Timestamp) {
    switch (decide(), state) {
    case (0, .possible): state = .began
    case (1, .possible): state = .recognized
    case (2, .possible): state = .failed
    case (0, .began), (0, .changed): state = .changed
    case (1, .began), (1, .changed): state = .ended
    case (2, .began), (2, .changed): state = .cancelled
    case (3, .possible), (3, .began), (3, .changed): deadline = time + 100_000 * Int64(decide())
    default: break
    }
  }
  override func shouldReceive(_ press: Press) -> Bool { press.code % 2 == 0 }
  override func shouldReceive(_ command: RemoteCommand) -> Bool { decide() < 3 }
  override var followsMotion: Bool { true }
  override func shouldReceive(_ motion: DeviceMotion) -> Bool { decide() == 0 && decide() == 0 }
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { act(time) }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { act(time) }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { act(time) }
  override func pressesBegan(_ presses: [Press], at time: Timestamp) { act(time) }
  override func pressesEnded(_ presses: [Press], at time: Timestamp) { act(time) }
  override func remoteControlReceived(_ command: RemoteCommand) { act(command.time) }
  override func deviceMoved(_ motion: DeviceMotion) { act(motion.time) }
  override func deadlinePassed(at time: Timestamp) { act(time) }
}

private final class Page: View {
  var act: () -> Void = {}
  override var canBecomeFirstResponder: Bool { true }
  override func pressesBegan(_ presses: [Press]) { act() }
  override func pressesEnded(_ presses: [Press]) { act() }
  override func motionBegan(_ motion: MotionKind, with event: MotionEvent) { act() }
}

/// Random touches, presses, commands and samples on a device whose views and recognizers change at any time.
private final class EventWorld {
  private var random: SplitMix64
  private let pages: [Page]
  private let engine: GestureEngine
  private var recognizers: [GestureRecognizer] = []
  private var begun: Set<ObjectIdentifier> = []
  private var time = 0.0
  private var depth = 0
  private var fingers: Set<UInt64> = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    pages = (0..<4).map { Page(name: "\($0)", frame: Rect(x: 0, y: 0, width: 300, height: 100)) }
    engine = GestureEngine(root: pages[0])
    for index in 1..<4 { pages[any(index)].addSubview(pages[index]) }
    for page in pages { page.act = { [unowned self] in change() } }
    makeRecognizers()
    engine.exclusion = any(3) == 0 ? .screen : .touch
    engine.intention.beginsAtLift = any(2) == 0
    engine.reportsAttempts = any(2) == 0
  }

  private func any(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func pick<Element>(_ list: [Element]) -> Element { list[any(list.count)] }

  private func makeRecognizers() {
    for code in 0..<3 {
      for count in 1...3 {
        let press = PressGestureRecognizer(name: "press", code: UInt16(code))
        press.numberOfPressesRequired = count
        press.minimumPressDuration = pick([nil, .zero, .milliseconds(60)])
        press.maximumPressDuration = pick([nil, .milliseconds(80)])
        press.reportIntervals = any(3) == 0 ? [.milliseconds(30)] : []
        recognizers.append(press)
      }
    }
    let play = RemoteCommandGestureRecognizer(name: "play")
    play.commands = [.play, .pause]
    let turn = TurnGestureRecognizer(name: "turn")
    turn.minimumRestDuration = pick([.zero, .milliseconds(150)])
    let knocks = (1...2).map { count in
      let knock = KnockGestureRecognizer(name: "knock")
      knock.numberOfKnocksRequired = count
      return knock
    }
    let touches = [
      TapGestureRecognizer(name: "tap"), PanGestureRecognizer(name: "pan"), LongPressGestureRecognizer(name: "hold"),
      SwipeGestureRecognizer(name: "swipe"),
    ]
    recognizers += touches + [play, turn] + knocks
    recognizers += [ShakeGestureRecognizer(name: "shake"), ShakeGestureRecognizer(name: "shake 2")]
    for _ in 0..<2 {
      let own = Whim(name: "own")
      own.decide = { [unowned self] in any(7) }
      recognizers.append(own)
    }
    for recognizer in recognizers { pick(pages).addGestureRecognizer(recognizer) }
    for _ in 0..<3 {
      let sequence = SequenceGestureRecognizer(name: "sequence")
      sequence.steps = (0...any(3)).map { _ in [pick(recognizers)] }
      sequence.isStrict = any(2) == 0
      sequence.maximumInterval = .milliseconds(300)
      pages[0].addGestureRecognizer(sequence)
      recognizers.append(sequence)
    }
    for _ in 0..<any(10) { pick(recognizers).require(toFail: pick(recognizers)) }
    // Gestures with and without touches wait for each other.
    for _ in 0..<any(6) {
      let (a, b) = (pick(touches), pick(recognizers.filter { $0 is TouchlessGestureRecognizer }))
      if any(2) == 0 { a.require(toFail: b) } else { b.require(toFail: a) }
    }
    for recognizer in recognizers {
      recognizer.reportedStates = .all
      recognizer.addAction { [unowned self] _ in if any(10) == 0 { change() } }
    }
  }

  /// Changes the views, the first responder or a recognizer.
  private func change() {
    guard depth < 3 else { return }
    depth += 1
    defer { depth -= 1 }
    let recognizer = pick(recognizers)
    switch any(9) {
    case 0, 1: pick(pages).becomeFirstResponder()
    case 2: pick(pages).resignFirstResponder()
    case 3: pages[1 + any(3)].removeFromSuperview()
    case 4:
      let child = 1 + any(3)
      pages[any(child)].addSubview(pages[child])
    case 5: recognizer.isEnabled.toggle()
    case 6: recognizer.view?.removeGestureRecognizer(recognizer)
    case 7: pick(pages).addGestureRecognizer(recognizer)
    default: break
    }
  }

  private func check(_ events: [GestureEngine.Event]) {
    for case .gesture(let event) in events {
      let id = ObjectIdentifier(event.recognizer)
      switch event.state {
      case .began: #expect(begun.insert(id).inserted)
      case .changed: #expect(begun.contains(id))
      case .cancelled: #expect(begun.remove(id) != nil)
      case .ended: begun.remove(id)
      case .failed: #expect(!begun.contains(id))
      case .possible: #expect(!begun.contains(id), "\(event.recognizer.name) was reset while it was active")
      }
    }
  }

  private func move(_ acceleration: Acceleration, for samples: Int, _ step: Double) {
    for _ in 0..<samples {
      time += step
      check(engine.handle(sample: MotionSample(time: .at(time), acceleration: acceleration)))
    }
  }

  private func step() {
    time += Double(any(60))
    switch any(8) {
    case 0: check(engine.perform(at: .at(time)) { change() })
    case 1, 2:
      check(
        engine.handle(
          presses: (0...any(3)).map { index in
            let hostile = any(20) == 0 ? Double(any(200)) - 100 : 0
            let phase = pick([Press.Phase.began, .began, .ended, .ended, .changed, .cancelled])
            return Press(code: UInt16(any(4)), phase: phase, time: .at(time + hostile))
          }))
    case 3: check(engine.handle(command: RemoteCommand(pick([.play, .pause, .stop]), time: .at(time))))
    case 4:
      let id = UInt64(any(3))
      let phase: Touch.Phase = fingers.contains(id) ? pick([.moved, .moved, .ended, .cancelled]) : .began
      if phase == .began { fingers.insert(id) } else if phase != .moved { fingers.remove(id) }
      let contact = TouchFrame.Contact(id: id, phase: phase, location: Point(x: Double(any(300)), y: Double(any(100))))
      check(engine.handle(TouchFrame(time: .at(time), contacts: [contact])))
    case 5: check(engine.advance(to: .at(time)))
    case 6:
      // A knock, a shake, a rest in some orientation, or nonsense.
      let rests = [(0.0, 0.0, 9.8), (0, 9.8, 0), (-9.8, 0, 0), (0, 0, -9.8)]
      let (x, y, z) = pick(rests)
      let still = Acceleration(x: x, y: y, z: z)
      switch any(5) {
      case 0:
        move(still, for: 60, 10)
        move(still + Acceleration(x: 9, y: 0, z: 0), for: 2, 10)
        move(still, for: any(40), 10)
      case 1:
        for index in 0...any(8) { move(still + Acceleration(x: index % 2 == 0 ? 20 : -20, y: 0, z: 0), for: 8, 10) }
      case 2: move(Acceleration(x: pick([.nan, .infinity, 1e300, -1e300, 500]), y: .nan, z: 0), for: 3, 10)
      default: move(still, for: any(40), 20)
      }
    default:
      if any(6) == 0 { check(engine.cancelMotion(at: .at(time))) }
      if any(6) == 0 { check(engine.cancelPresses(at: .at(time))) }
    }
  }

  func run() {
    for _ in 0..<250 { step() }
    // Everything is released, one way or the other, and time passes.
    depth = 3
    if any(2) == 0 {
      check(engine.handle(presses: (0..<4).map { Press(code: $0, phase: .ended, time: .at(time)) }))
    } else {
      check(engine.cancelPresses(at: .at(time)))
    }
    check(engine.cancelTouches(at: .at(time)))
    if any(2) == 0 { check(engine.cancelMotion(at: .at(time))) }
    check(engine.advance(to: .at(time + 10_000)))
    check(engine.advance(to: .at(time + 20_000)))
    #expect(engine.nextDeadline == nil)
    #expect(begun.isEmpty)
    for recognizer in recognizers {
      #expect(recognizer.state == .possible && !recognizer.attempt.isRunning, "\(recognizer.name)")
      #expect(recognizer.deadline == nil, "\(recognizer.name)")
      #expect(recognizer.attempt.presses.isEmpty && recognizer.numberOfTouches == 0)
    }
    for recognizer in engine.attempts { Issue.record("\(recognizer.name) still has an attempt") }
    // Requirements and steps at random make circles, which would keep each other.
    for recognizer in recognizers {
      recognizer.relations = Relations()
      (recognizer as? SequenceGestureRecognizer)?.steps = []
    }
  }
}

@Suite("Model of presses and motion")
struct EventModelTests {
  @Test func `Random presses, samples and touches leave no recognizer stuck (FR-5, FR-6)`() {
    for seed in 0..<300 { EventWorld(seed: UInt64(seed)).run() }
  }
}
