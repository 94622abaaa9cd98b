import Testing

@testable import Gestures

@Suite("Gestures that sleep while a finger rests or is alone")
struct SleeperTests {
  // MARK: Who sleeps, and what wakes it

  @Test func `Pans, swipes, tickles, pinches and rotations sleep; those that must do something at once do not`() {
    let asleep = [
      makePan(), makeSwipe(), TickleGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(),
    ]
    let awake = [makeTap(), makePress(), ScreenEdgePanGestureRecognizer(), StrokeGestureRecognizer(), Probe()]
    let screen = TestScreen(asleep + awake)
    for recognizer in awake { #expect(recognizer.sleep == .never, "\(recognizer.className)") }
    for recognizer in awake where recognizer is Probe { recognizer.isEnabled = false }
    screen.frame(0, ["1": .at(100, 50)])
    #expect(asleep.allSatisfy { $0.isAsleep })
    screen.frame(50, ["1": .lifts])
    #expect(asleep.allSatisfy { !$0.isAsleep && !$0.isListed })
  }

  @Test func `A movement wakes pans, swipes and tickles, a second finger pinches and rotations`() {
    let pan = makePan(), pinch = PinchGestureRecognizer(), rotation = RotationGestureRecognizer()
    let screen = TestScreen(pan, pinch, rotation)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(10, ["1": .at(100.01, 50)])
    #expect(!pan.isAsleep && pan.hasTouches)
    #expect(pinch.isAsleep && rotation.isAsleep)
    screen.frame(20, ["2": .at(140, 50)])
    for recognizer in [pinch, rotation] { #expect(recognizer.touches.count == 2) }
  }

  @Test func `A finger that presses harder wakes nobody`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(20, ["1": .presses(0.5)])
    #expect(pan.isAsleep)
  }

  @Test func `A gesture that asks to begin wakes all, and fails those that it excludes`() {
    let press = makePress(), pan = makePan(), pinch = PinchGestureRecognizer()
    let screen = TestScreen(press, pan, pinch)
    screen.frame(0, ["1": .at(100, 50)])
    screen.wait(until: 500)
    #expect(press.state == .began && pan.state == .failed && pinch.state == .failed)
    #expect(screen.frame(520, ["2": .at(140, 50)]).isEmpty)
    screen.frame(530, ["2": .at(150, 50)])
    #expect(pinch.state == .failed)
  }

  @Test func `Nobody sleeps who could be observed`() {
    let changes: [(GestureRecognizer, TestScreen) -> Void] = [
      { pan, _ in pan.reportedStates = .all }, { _, screen in screen.engine.reportsAttempts = true },
      { pan, _ in pan.endingPlaces = RimPlaces(edges: [.left]) },
      { pan, screen in
        let sequence = SequenceGestureRecognizer()
        sequence.steps = [[pan]]
        screen.root.addGestureRecognizer(sequence)
      },
    ]
    for change in changes {
      let before = makePan(), screen = TestScreen(before)
      change(before, screen)
      screen.frame(0, ["1": .at(100, 50)])
      #expect(!before.isAsleep && before.hasTouches)

      let during = makePan(), other = TestScreen(during)
      other.frame(0, ["1": .at(100, 50)])
      #expect(during.isAsleep)
      other.perform(at: 10) { change(during, other) }
      #expect(!during.isAsleep || during.endingPlaces != nil)
      other.frame(20, ["1": .at(110, 50)])
      #expect(during.hasTouches && during.state == .began)
    }
    final class Sheet: View {}
    let pan = makePan()
    let screen = TestScreen(root: Sheet(name: "sheet", frame: Rect(x: 0, y: 0, width: 300, height: 100)), pan)
    screen.frame(0, ["1": .at(100, 50)])
    #expect(!pan.isAsleep)
  }

  @Test func `Nobody sleeps beside a gesture of somebody else's class behind it`() {
    let pan = makePan(), own = Probe()
    var asked: [GestureRecognizer] = []
    own.isRequiredToFail = {
      asked.append($0)
      return false
    }
    let screen = TestScreen(pan, own)
    screen.frame(0, ["1": .at(100, 50)])
    #expect(!pan.isAsleep && asked.first === pan)
  }

  @Test func `One that wakes has been told of the touch, by the noise at its landing`() {
    let swipe = makeSwipe(), screen = TestScreen(swipe)
    screen.uncertainty = 0.5
    screen.frame(0, ["1": .at(100, 50)])
    screen.uncertainty = 0
    screen.frame(10, ["1": .presses(0.5)])
    #expect(swipe.numberOfTouches == 1 && swipe.location(in: nil) == Point(x: 100, y: 50))
    #expect(screen.engine.uncertainty == 0 && swipe.isUpToDate)
  }

  @Test func `No zone is found for gestures that sleep, and no finger ignored`() {
    let pan = makePan(), pinch = PinchGestureRecognizer()
    let screen = TestScreen(pan, pinch)
    screen.frame(0, ["1": .at(100, 50)])
    #expect(!screen.engine.ignoresMovements)
    #expect(screen.engine.findQuietZone() && !pan.isAsleep)
    #expect(screen.engine.quietZone.places[0].high.x < 102, "the pan's slop")

    let alone = TestScreen(PinchGestureRecognizer())
    alone.frame(0, ["1": .at(100, 50)])
    alone.frame(10, ["1": .at(101, 50)])
    #expect(!alone.engine.ignoresMovements, "the pinch needs the finger's place")

    let late = makePan(), other = TestScreen(late)
    other.frame(0, ["1": .at(100, 50)])
    other.engine.beginQuietFrame(at: .at(10))
    other.engine.moveQuietly(other.engine.touches[0].id, to: Point(x: 101, y: 50))
    other.engine.endQuietFrame()
    other.engine.endQuietFrames()
    #expect(late.translation(in: nil) == .zero)
    other.frame(20, ["1": .at(102, 50)])
    #expect(late.state == .began)
  }

  @Test func `A recognizer that is added while others are called is called in its turn, and nobody twice`() {
    let recognizers = (0..<5).map { _ in makePan() }
    for (place, recognizer) in recognizers.enumerated() { recognizer.rank(UInt64(place)) }
    var listeners = Listeners()
    for place in [1, 3] { listeners.add(recognizers[place]) }
    var called: [GestureRecognizer] = []
    listeners.start()
    while let next = listeners.next() {
      called.append(next.takeUnretainedValue())
      if called.count == 1 {
        for place in [0, 2, 4] { listeners.add(recognizers[place]) }
      }
    }
    #expect(called.map { $0.attempt.marks.rank } == [1, 2, 3, 4])
  }

  @Test(arguments: [0, 1, 2])
  func `A touch that a program keeps asks no engine that is gone`(end: Int) throws {
    var kept: Touch?
    let pan = makePan()
    do {
      let screen = TestScreen(pan)
      screen.frame(0, ["1": .at(100, 50)])
      kept = screen.engine.touches[0]
      if end == 1 { screen.frame(10, ["1": .lifts]) }
      if end == 2 { screen.frame(10, ["1": .at(101, 50)]) }
    }
    #expect(!pan.isAsleep)
    #expect(try #require(kept).gestureRecognizers.isEmpty)
    #expect(try #require(kept).engineOfSleepers == nil)
  }

  @Test func `Whoever looks sees a gesture that is awake`() {
    let looks: [(PanGestureRecognizer, TestScreen) -> Bool] = [
      { pan, _ in pan.numberOfTouches == 1 }, { pan, _ in pan.location(in: nil) == Point(x: 100, y: 50) },
      { pan, _ in pan.location(ofTouch: 0, in: nil) == Point(x: 100, y: 50) },
      { pan, screen in screen.engine.touches[0].gestureRecognizers.first === pan },
      { pan, screen in screen.engine.currentEvent.touches(for: pan).count == 1 },
      { pan, _ in pan.velocity(in: nil) == .zero },
      { pan, screen in
        screen.perform(at: 20) { pan.ignore(screen.engine.touches[0]) }
        return pan.state == .possible && pan.numberOfTouches == 0
      },
      { pan, screen in
        screen.perform(at: 20) { pan.state = .failed }
        return pan.state == .failed
      },
      { pan, screen in
        screen.perform(at: 20) { pan.deadline = .at(30) }
        return screen.engine.nextDeadline == .at(30)
      },
      { pan, screen in
        screen.perform(at: 20) { pan.isEnabled = false }
        return pan.state == .possible && !pan.isListed
      },
    ]
    for (number, look) in looks.enumerated() {
      let pan = makePan(), screen = TestScreen(pan)
      screen.frame(0, ["1": .at(100, 50)])
      #expect(pan.isAsleep)
      #expect(look(pan, screen), "\(number)")
      #expect(!pan.isAsleep, "\(number)")
    }
  }

  @Test func `A gesture is awake before a setting changes that counts from the landing`() {
    let changes: [(SwipeGestureRecognizer, TickleGestureRecognizer) -> GestureRecognizer] = [
      { swipe, _ in
        swipe.maximumDuration = .milliseconds(100); return swipe
      },
      { swipe, _ in
        swipe.direction = [.up]; return swipe
      },
      { swipe, _ in
        swipe.decision = .atLift; return swipe
      },
      { swipe, _ in
        swipe.failsEarly = true; return swipe
      },
      { swipe, _ in
        swipe.minimumLiftVelocity = 100; return swipe
      },
      { swipe, _ in
        swipe.maximumAngle = 0.1; return swipe
      },
      { _, tickle in
        tickle.strokeDistance = 2; return tickle
      },
    ]
    for (number, change) in changes.enumerated() {
      let swipe = makeSwipe(), tickle = TickleGestureRecognizer(), screen = TestScreen(swipe, tickle)
      screen.frame(0, ["1": .at(100, 50)])
      #expect(swipe.isAsleep && tickle.isAsleep)
      let changed = change(swipe, tickle)
      #expect(!changed.isAsleep, "\(number)")
    }
  }

  @Test func `A gesture that sleeps survives the removal of its view and of its engine`() {
    weak var lost: GestureRecognizer?
    do {
      let child = View(name: "child", frame: Rect(x: 0, y: 0, width: 200, height: 100))
      var pinch: PinchGestureRecognizer? = PinchGestureRecognizer()
      lost = pinch
      child.addGestureRecognizer(pinch!)
      let screen = TestScreen(makeTap())
      screen.root.addSubview(child)
      screen.frame(0, ["1": .at(100, 50)])
      #expect(pinch!.isAsleep)
      pinch = nil
      screen.perform(at: 10) {
        child.removeFromSuperview()
        child.removeGestureRecognizer(child.gestureRecognizers[0])
      }
      #expect(lost == nil)
      screen.frame(20, ["1": .lifts])
    }
    let pan = makePan()
    do {
      let screen = TestScreen(pan)
      screen.frame(0, ["1": .at(100, 50)])
      #expect(pan.isListed)
    }
    #expect(!pan.isListed && pan.state == .possible)
  }

  @Test func `The deadline of a swipe that sleeps is met, at which it only fails`() {
    let swipe = makeSwipe(), screen = TestScreen(swipe)
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.nextDeadline == .at(500) && screen.engine.nextPunctualDeadline == nil)
    screen.wait(until: 499)
    #expect(swipe.state == .possible && swipe.isAsleep)
    screen.wait(until: 500)
    #expect(swipe.state == .failed)
    let late = makeSwipe(), other = TestScreen(late)
    other.frame(0, ["1": .at(100, 50)])
    other.frame(600, ["1": .at(101, 50)])
    #expect(late.state == .failed, "before the movement")
  }

  @Test func `A gesture that slept has failed while actions are called for the lift`() {
    let tap = makeTap(), pan = makePan()
    var states: [GestureRecognizer.State] = []
    tap.addAction { _ in states.append(pan.state) }
    let screen = TestScreen(tap, pan)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(50, ["1": .lifts])
    #expect(states == [.failed] && pan.state == .possible)
    #expect(pan.location(in: nil) == Point(x: 100, y: 50))
  }

  @Test func `The objects of touches are used again, whoever was woken`() {
    let screen = TestScreen(makeTap(), makePan(), PinchGestureRecognizer())
    let side = View(name: "side", frame: Rect(x: 200, y: 0, width: 100, height: 100))
    side.addGestureRecognizer(makePan())
    screen.root.addSubview(side)
    func objects() -> Set<ObjectIdentifier> { Set(screen.engine.touches.map { ObjectIdentifier($0) }) }
    screen.frame(0, ["1": .at(100, 50), "2": .at(250, 50)])
    let first = objects()
    screen.frame(10, ["1": .at(100.1, 50)])
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["2": .lifts])
    screen.frame(1000, ["3": .at(100, 50)])
    screen.frame(1010, ["3": .at(100.1, 50)])
    #expect(objects().isSubset(of: first))
    screen.frame(1020, ["3": .lifts])
    screen.frame(2000, ["4": .at(100, 50), "5": .at(140, 50)])
    #expect(objects() == first)
  }

  // MARK: No difference

  #if DEBUG
    static let pairs: UInt64 = 800
  #else
    static let pairs: UInt64 = 6000
  #endif

  @Test func `Gestures that may sleep do what those do that never do`() {
    var slept = 0, events = 0
    for seed in 0..<Self.pairs {
      let pair = SleeperPair(seed: seed)
      pair.run(frames: 120)
      if let difference = pair.difference {
        Issue.record("seed \(seed): \(difference)")
        return
      }
      slept += pair.framesAsleep
      events += pair.events
    }
    // Random hands that never let a gesture sleep would prove nothing.
    #expect(slept > Int(Self.pairs) * 10 && events > Int(Self.pairs) * 10, "\(slept), \(events)")
  }
}

extension GestureRecognizer {
  // An attempt cannot be copied, as an expectation would.
  fileprivate var isAsleep: Bool { attempt.marks.isAsleep }
  fileprivate var isUpToDate: Bool { attempt.marks.concerned == 0 }
  fileprivate var isListed: Bool { attempt.isListed }
  fileprivate var hasTouches: Bool { attempt.marks.mask != 0 }
}

/// The same random gestures, fingers and changes on two screens. The gestures of one of them never sleep, as its attempts are reported.
private final class SleeperPair {
  private(set) var difference: String?
  private(set) var framesAsleep = 0
  private(set) var events = 0

  private var random: SplitMix64
  private let sides: [Side]
  private var time = 0.0
  private var fingers: [(id: UInt64, place: Point, speed: Vector)] = []
  private var nextID: UInt64 = 1

  private final class Side {
    let engine: GestureEngine
    let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 120, height: 80))
    let front = View(name: "front", frame: Rect(x: 20, y: 10, width: 70, height: 60))
    let recognizers: [GestureRecognizer]

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      engine = GestureEngine(root: root)
      root.addSubview(front)
      engine.exclusion = random.chance(0.2) ? .screen : .touch
      engine.intention.followsLeader = random.chance(0.4)
      engine.intention.landingGrace = random.chance(0.4) ? .milliseconds(80) : .zero
      engine.intention.beginsAtLift = random.chance(0.4)
      recognizers = (0..<(2 + random.below(7))).map { _ in Self.make(&random) }
      for (tag, recognizer) in recognizers.enumerated() {
        recognizer.tag = tag
        recognizer.cancelsTouchesInView = random.chance(0.7)
        (random.chance(0.5) ? root : front).addGestureRecognizer(recognizer)
        for other in recognizers where other !== recognizer && random.chance(0.08) { recognizer.require(toFail: other) }
        if random.chance(0.3) { recognizer.simultaneousRecognizers = .all }
        if random.chance(0.1) { recognizer.recognizersNotPreventing = .some([random.pick(recognizers)]) }
      }
    }

    private static func make(_ random: inout SplitMix64) -> GestureRecognizer {
      switch random.below(11) {
      case 0, 1: return makeTap("tap", taps: 1 + random.below(2), touches: 1 + random.below(2))
      case 2:
        let press = makePress("press", touches: 1 + random.below(2), taps: random.below(2))
        press.minimumPressDuration = .milliseconds(random.pick([0, 100, 500]))
        return press
      case 3, 4:
        let least = 1 + random.below(2)
        let pan = makePan("pan", touches: least...(least + random.below(3)))
        pan.axis = random.pick(PanGestureRecognizer.Axis.allCases)
        pan.slop = random.pick([0, 1.6])
        pan.hasMomentum = random.chance(0.3)
        return pan
      case 5, 6:
        let swipe = makeSwipe("swipe", Set(SwipeDirection.allCases.filter { _ in random.chance(0.5) }))
        swipe.decision = random.pick(SwipeGestureRecognizer.Decision.allCases)
        swipe.failsEarly = random.chance(0.5)
        swipe.minimumLiftVelocity = random.pick([0, 60])
        swipe.minimumDistance = random.pick([1.5, 8])
        swipe.maximumDuration = .milliseconds(random.pick([60, 500]))
        return swipe
      case 7: return PinchGestureRecognizer(name: "pinch")
      case 8: return RotationGestureRecognizer(name: "rotation")
      case 9:
        let tickle = TickleGestureRecognizer(name: "tickle")
        tickle.strokeDistance = random.pick([0.6, 2])
        return tickle
      default: return random.chance(0.3) ? Probe(name: "probe") : ScreenEdgePanGestureRecognizer(name: "edge")
      }
    }

    /// What the engine returns, without the course of attempts.
    func told(_ events: [GestureEngine.Event]) -> [String] {
      events.compactMap { event in
        guard case .gesture(let event) = event else { return nil }
        return "\(event.recognizer.tag) \(event.recognizer.name) \(event.state) \(event.time.microseconds) "
          + "\(event.numberOfTouches) \(event.location) \(event.locationInView) \(event.values)"
      }
    }
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed &+ 1_000_000)
    sides = [Side(seed: seed), Side(seed: seed)]
    sides[1].engine.reportsAttempts = true
  }

  func run(frames: Int) {
    for _ in 0..<frames where difference == nil { step() }
  }

  private func step() {
    time += random.chance(0.05) ? 100 + random.unit() * 700 : Double(2 + random.below(14))
    let dice = random.unit()
    if dice < 0.04 {
      let kind = random.below(7), place = random.below(sides[0].recognizers.count)
      let number = random.below(6)
      compare { side in side.engine.perform(at: .at(time)) { Self.change(side, kind, place, number) } }
    } else if dice < 0.12 {
      compare { $0.engine.advance(to: .at(time)) }
    } else {
      var frame = TouchFrame(time: .at(time), contacts: contacts())
      if random.chance(0.1) { frame.uncertainty = 0.5 }
      compare { $0.engine.handle(frame) }
    }
    if !sides[0].engine.sleepers.isEmpty { framesAsleep += 1 }
    compareStates()
    if random.chance(0.05) { look() }
  }

  private static func change(_ side: Side, _ kind: Int, _ place: Int, _ number: Int) {
    let recognizer = side.recognizers[place]
    switch kind {
    case 0: recognizer.isEnabled.toggle()
    case 1: for recognizer in side.recognizers { recognizer.isEnabled = true }
    case 2: recognizer.reportedStates = number == 0 ? .all : [.began, .changed, .ended, .cancelled]
    case 3: adjust(recognizer, number)
    case 4: if let touch = side.engine.touches.first { recognizer.ignore(touch) }
    case 5:
      let front = side.front
      front.removeFromSuperview()
      side.root.addSubview(front)
    default:
      recognizer.view?.removeGestureRecognizer(recognizer)
      (number < 2 ? side.root : side.front).addGestureRecognizer(recognizer)
    }
  }

  private static func adjust(_ recognizer: GestureRecognizer, _ number: Int) {
    if let swipe = recognizer as? SwipeGestureRecognizer {
      switch number {
      case 0: swipe.maximumDuration = .milliseconds(swipe.maximumDuration == .milliseconds(300) ? 100 : 300)
      case 1: swipe.direction = swipe.direction.contains(.up) ? [.right] : [.left, .up]
      case 2: swipe.failsEarly.toggle()
      case 3: swipe.decision = swipe.decision == .atLift ? .duringMovement : .atLift
      case 4: swipe.minimumLiftVelocity = swipe.minimumLiftVelocity == 0 ? 100 : 0
      default: swipe.maximumAngle = swipe.maximumAngle < 0.2 ? 0.8 : 0.1
      }
    } else if let pan = recognizer as? PanGestureRecognizer {
      switch number {
      case 0: pan.slop = 3 - pan.slop
      case 1: pan.axis = pan.axis == .any ? .horizontal : .any
      case 2: pan.minimumNumberOfTouches = 3 - pan.minimumNumberOfTouches
      case 3: pan.maximumNumberOfTouches = pan.maximumNumberOfTouches == 2 ? 5 : 2
      default: pan.hasMomentum.toggle()
      }
    } else if let pinch = recognizer as? PinchGestureRecognizer {
      if number < 2 { pinch.allowsMoreTouches.toggle() } else { pinch.numberOfTouchesRequired = 2 + number % 2 }
    } else if let rotation = recognizer as? RotationGestureRecognizer {
      if number < 2 { rotation.allowsMoreTouches.toggle() } else { rotation.numberOfTouchesRequired = 2 + number % 2 }
    } else if let tickle = recognizer as? TickleGestureRecognizer {
      if number < 3 {
        tickle.strokeDistance = 2.6 - tickle.strokeDistance
      } else {
        tickle.numberOfStrokesRequired = number
      }
    }
  }

  private func contacts() -> [TouchFrame.Contact] {
    var contacts: [TouchFrame.Contact] = [], staying: [(id: UInt64, place: Point, speed: Vector)] = []
    for var finger in fingers {
      if random.chance(0.12) {
        if random.chance(0.2) { finger.place = finger.place + Vector(x: random.unit() * 3, y: 0) }
        contacts.append(
          TouchFrame.Contact(id: finger.id, phase: random.chance(0.1) ? .cancelled : .ended, location: finger.place))
        continue
      }
      if random.chance(0.15) { finger.speed = speed() }
      if finger.speed != .zero || random.chance(0.1) {
        finger.place = finger.place + finger.speed
        contacts.append(TouchFrame.Contact(id: finger.id, phase: .moved, location: finger.place))
      }
      staying.append(finger)
    }
    fingers = staying
    if fingers.count < 3 && random.chance(fingers.isEmpty ? 0.5 : 0.03) {
      let place = Point(x: 10 + random.unit() * 100, y: 10 + random.unit() * 60)
      contacts.append(TouchFrame.Contact(id: nextID, phase: .began, location: place))
      fingers.append((nextID, place, random.chance(0.6) ? .zero : speed()))
      nextID += 1
    }
    return contacts
  }

  private func speed() -> Vector {
    switch random.below(4) {
    case 0: .zero
    case 1: Vector(x: random.chance(0.5) ? 1.5 : -1.5, y: random.unit() * 0.3)
    case 2: Vector(x: (random.unit() - 0.5) * 0.2, y: (random.unit() - 0.5) * 0.2)
    default: Vector(x: (random.unit() - 0.5) * 4, y: (random.unit() - 0.5) * 4)
    }
  }

  private func compare(_ body: (Side) -> [GestureEngine.Event]) {
    let told = sides.map { $0.told(body($0)) }
    events += told[0].count
    if told[0] != told[1] { difference = "at \(time): \(told[0]) instead of \(told[1])" }
  }

  /// What can be read without waking a recognizer.
  private func compareStates() {
    let states = sides.map { side in side.recognizers.map(\.state) }
    if states[0] != states[1] {
      difference =
        difference ?? "at \(time): \(states[0]) instead of \(states[1]) of \(sides[0].recognizers.map(\.name))"
    }
    let deadlines = sides.map(\.engine.nextDeadline)
    if deadlines[0] != deadlines[1] {
      difference = difference ?? "at \(time): deadline \(deadlines[0] as Any) instead of \(deadlines[1] as Any)"
    }
  }

  /// What wakes those that sleep.
  private func look() {
    let views = sides.map { side in
      side.recognizers.map { recognizer in
        let pan = recognizer as? PanGestureRecognizer
        return "\(recognizer.name) \(recognizer.numberOfTouches) \(recognizer.location(in: nil)) "
          + "\(recognizer.location(ofTouch: 0, in: nil) as Any) \(pan?.velocity(in: nil) as Any) "
          + "\(pan?.translation(in: nil) as Any)"
      } + side.engine.touches.map { touch in "\(touch.id) \(touch.gestureRecognizers.map(\.tag))" }
    }
    if views[0] != views[1] { difference = difference ?? "at \(time): \(views[0]) instead of \(views[1])" }
  }
}
