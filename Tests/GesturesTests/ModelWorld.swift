@testable import Gestures

/// A random screen with random fingers, and checks of everything that the engine reports about them.
final class ModelWorld {
  private(set) var problems: [String] = []
  /// The number of times that each kind of gesture reported each state.
  private(set) var seen: [String: Int] = [:]
  var digest: Int { hasher.finalize() }

  private var random: SplitMix64
  private var hasher = Hasher()
  private let root: View
  private let engine: GestureEngine
  private var views: [View] = []
  private var recognizers: [GestureRecognizer] = []
  private var fingers: [Finger] = []
  private var nextID: UInt64 = 1
  private var time: Double = 0
  private var lastLanding = Point(x: 20, y: 20)
  private var frame = 0

  /// Whether each recognizer that has asked to begin must begin. Removed when it reports the outcome.
  private var verdicts: [ObjectIdentifier: Bool] = [:]
  private var states: [ObjectIdentifier: GestureRecognizer.State] = [:]
  private var deliveries: [UInt64: Touch.Phase] = [:]
  private var lastTime = Timestamp(microseconds: .min)
  private var simultaneous: Set<[Int]> = []
  private var required: Set<[Int]> = []

  private struct Finger {
    var id: UInt64
    var place: Point
    /// Millimetres per frame.
    var speed: Vector
    var type: Touch.TouchType
    var habit: Habit
    var age = 0
  }

  private enum Habit: CaseIterable {
    /// Lifts soon.
    case taps
    /// Stays where it is.
    case rests
    /// Moves in one direction, and sometimes changes it.
    case strokes
    /// Moves back and forth.
    case tickles
    /// Moves at random.
    case wanders
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 120, height: 80))
    engine = GestureEngine(root: root)
    engine.exclusion = random.chance(0.2) ? .screen : .touch
    engine.reportsTouches = random.chance(0.7)
    makeViews()
    makeRecognizers()
    relate()
  }

  func run(frames: Int) {
    for _ in 0..<frames where problems.isEmpty {
      frame += 1
      step()
      if frame % 60 == 0 { drain() }
    }
    drain()
  }

  private func problem(_ text: String) { problems.append("frame \(frame): \(text)") }
}

// MARK: - The screen

extension ModelWorld {
  private func makeViews() {
    views = [root]
    for index in 0..<random.below(6) {
      let parent = random.pick(views)
      let frame = Rect(
        x: random.unit() * 40, y: random.unit() * 30, width: 20 + random.unit() * 80, height: 20 + random.unit() * 60)
      let name = "view \(index)"
      let view = random.chance(0.5) ? ModelView(self, name, frame) : View(name: name, frame: frame)
      parent.addSubview(view)
      views.append(view)
    }
  }

  private func makeRecognizers() {
    for _ in 0..<(1 + random.below(random.chance(0.3) ? 2 : 8)) {
      let recognizer = makeRecognizer()
      recognizer.tag = recognizers.count
      recognizer.reportedStates = .all
      recognizer.delegate = self
      recognizer.cancelsTouchesInView = random.chance(0.7)
      recognizer.delaysTouchesBegan = random.chance(0.3)
      recognizer.delaysTouchesEnded = random.chance(0.6)
      if random.chance(0.1) { recognizer.allowedTouchTypes = [.palm, .finger] }
      recognizer.addAction { [unowned self] in act($1) }
      recognizers.append(recognizer)
      random.pick(views).addGestureRecognizer(recognizer)
    }
  }

  private func makeRecognizer() -> GestureRecognizer {
    switch random.below(11) {
    case 0:
      let tap = makeTap("tap", taps: 1 + random.below(3), touches: 1 + random.below(2))
      if random.chance(0.2) { tap.maximumDuration = nil }
      if random.chance(0.2) { tap.minimumInterval = .milliseconds(40) }
      return tap
    case 1:
      let press = makePress("press", touches: 1 + random.below(2), taps: random.below(5) / 3)
      press.minimumPressDuration = .milliseconds(random.pick([0, 100, 300, 500]))
      return press
    case 2:
      let least = 1 + random.below(2)
      let pan = makePan("pan", touches: least...(least + random.below(3)))
      pan.axis = random.pick(PanGestureRecognizer.Axis.allCases)
      pan.compensatesSlop = random.chance(0.5)
      return pan
    case 3:
      let edge = ScreenEdgePanGestureRecognizer(name: "edge")
      edge.edges = Set(ScreenEdge.allCases.filter { _ in random.chance(0.7) })
      edge.edgeWidth = 25
      return edge
    case 4:
      let swipe = makeSwipe("swipe", Set(SwipeDirection.allCases.filter { _ in random.chance(0.6) }))
      swipe.numberOfTouchesRequired = 1 + random.below(2)
      swipe.minimumDistance = random.pick([1.5, 8])
      return swipe
    case 5:
      let pinch = PinchGestureRecognizer(name: "pinch")
      if random.chance(0.2) { pinch.slop = 0 }
      return pinch
    case 6:
      let rotation = RotationGestureRecognizer(name: "rotation")
      if random.chance(0.2) { rotation.slop = 0 }
      return rotation
    case 7:
      let tickle = random.chance(0.5) ? QuietTickle(name: "tickle") : TickleGestureRecognizer(name: "tickle")
      tickle.strokeDistance = random.pick([1.2, 3.9])
      return tickle
    case 8:
      let stroke = StrokeGestureRecognizer(name: "stroke")
      stroke.templates = NamedFigure.allCases.compactMap { try? $0.figure.template($0.rawValue) }
      stroke.maximumNumberOfStrokes = 1 + random.below(3)
      stroke.numberOfTouchesRequired = 1 + random.below(5) / 4
      stroke.minimumScore = random.pick([0, 0.3])
      stroke.minimumSize = random.pick([0, 8])
      stroke.allowsAnyDirection = random.chance(0.3)
      return stroke
    case 9:
      let transform = TransformGestureRecognizer(name: "transform")
      transform.minimumNumberOfTouches = 1 + random.below(3)
      if random.chance(0.3) { transform.scaleLimits = random.pick([0...0, 1...1, 0.5...Double.infinity]) }
      transform.addAction { [unowned transform] _ in transform.moveView() }
      return transform
    default: return ModelGesture(self, isDiscrete: random.chance(0.4))
    }
  }

  private func relate() {
    for a in recognizers {
      for b in recognizers where a !== b {
        if random.chance(0.05) { a.require(toFail: b) }
        if random.chance(0.03) { required.insert([a.tag, b.tag]) }
        if random.chance(0.1) { simultaneous.insert([a.tag, b.tag]) }
      }
      if random.chance(0.15) { a.simultaneousRecognizers = someRecognizers() }
      if random.chance(0.15) { a.recognizersNotPrevented = someRecognizers() }
      if random.chance(0.15) { a.recognizersNotPreventing = someRecognizers() }
    }
  }

  private func someRecognizers() -> RecognizerSet {
    random.chance(0.3) ? .all : .some(recognizers.filter { _ in random.chance(0.4) })
  }
}

// MARK: - The fingers

extension ModelWorld {
  private func step() {
    passTime()
    if random.chance(0.04) {
      take(engine.perform(at: .at(time)) { change() })
    } else if random.chance(0.03) {
      take(engine.advance(to: .at(time)))
    } else if random.chance(0.005) {
      fingers = []
      take(engine.cancelTouches(at: .at(time)))
    } else {
      take(engine.handle(TouchFrame(time: .at(time), contacts: contacts())))
    }
    checkStep()
  }

  private func passTime() {
    switch random.below(40) {
    case 0: time += 300 + random.unit() * 800
    case 1, 2: time += 60 + random.unit() * 100
    case 3: break
    case 4: time = max(0, time - random.unit() * 20)
    default: time += Double(4 + random.below(16))
    }
  }

  private func contacts() -> [TouchFrame.Contact] {
    var contacts: [TouchFrame.Contact] = []
    var staying: [Finger] = []
    for var finger in fingers {
      finger.age += 1
      let fate = random.unit()
      if fate < (finger.habit == .taps ? 0.3 : 0.04) || fate > 0.985 {
        if random.chance(0.1) { finger.place = finger.place + Vector(x: random.unit() * 4, y: 0) }
        contacts.append(contact(finger, fate > 0.985 ? .cancelled : .ended))
        continue
      }
      turn(&finger)
      if finger.speed != .zero {
        finger.place = finger.place + finger.speed
        contacts.append(contact(finger, .moved))
      }
      staying.append(finger)
    }
    fingers = staying
    if fingers.count < 4 && random.chance(fingers.isEmpty ? 0.5 : 0.03) {
      for _ in 0..<(random.chance(0.35) ? 2 : 1) { contacts += land() }
    }
    return random.chance(0.5) ? contacts : contacts.reversedByTouch()
  }

  private func turn(_ finger: inout Finger) {
    switch finger.habit {
    case .taps, .rests: finger.speed = .zero
    case .tickles: finger.speed = Vector(x: finger.age % 6 < 3 ? 1.8 : -1.8, y: 0)
    case .strokes: if random.chance(0.05) { finger.speed = speed() }
    case .wanders:
      if random.chance(0.3) {
        finger.speed = random.pick([.zero, finger.speed * -1, Vector(x: finger.speed.y, y: -finger.speed.x), speed()])
      }
    }
  }

  private func land() -> [TouchFrame.Contact] {
    var finger = Finger(
      id: nextID, place: Point(x: random.unit() * 125 - 2, y: random.unit() * 84 - 2), speed: speed(),
      type: random.chance(0.05) ? .palm : random.chance(0.05) ? .pen : .finger, habit: random.pick(Habit.allCases))
    if random.chance(0.5) { finger.place = lastLanding + Vector(x: random.unit() * 4, y: random.unit() * 4) }
    lastLanding = finger.place
    nextID += 1
    if random.chance(0.04) { return [contact(finger, .began), contact(finger, .ended)] }
    fingers.append(finger)
    return [contact(finger, .began)]
  }

  private func speed() -> Vector {
    switch random.below(4) {
    case 0: Vector(x: (random.unit() - 0.5) * 4, y: (random.unit() - 0.5) * 4)
    case 1: Vector(x: random.chance(0.5) ? 2 : -2, y: (random.unit() - 0.5) * 0.5)
    case 2: Vector(x: (random.unit() - 0.5) * 0.5, y: random.chance(0.5) ? 2 : -2)
    default: .zero
    }
  }

  private func contact(_ finger: Finger, _ phase: Touch.Phase) -> TouchFrame.Contact {
    TouchFrame.Contact(id: finger.id, phase: phase, location: finger.place, type: finger.type)
  }

  /// Makes a random change that a program may make at any time.
  fileprivate func change() {
    let recognizer = random.pick(recognizers)
    switch random.below(12) {
    case 0: recognizer.isEnabled = false
    case 1, 2, 3: for recognizer in recognizers { recognizer.isEnabled = true }
    case 4, 5: setValue(of: recognizer)
    case 6:
      if let touch = engine.touches.randomElement(using: &random) { recognizer.ignore(touch) }
    case 7:
      if let view = recognizer.view, random.chance(0.5) { view.removeGestureRecognizer(recognizer) }
      random.pick(views).addGestureRecognizer(recognizer)
    default:
      let view = random.pick(views)
      if random.chance(0.3) && view !== root {
        view.removeFromSuperview()
        root.addSubview(view)
      } else {
        view.isHidden = view !== root && random.chance(0.3)
      }
    }
  }

  private func setValue(of recognizer: GestureRecognizer) {
    switch recognizer {
    case let pan as PanGestureRecognizer: pan.setTranslation(.zero, in: nil)
    case let pinch as PinchGestureRecognizer: pinch.scale = 1
    case let rotation as RotationGestureRecognizer: rotation.rotation = 0
    default: break
    }
  }

  /// Lifts all fingers and lets time pass until no gesture waits. Then nothing may be left.
  private func drain() {
    time = max(time, Double(engine.now.microseconds) / 1000) + 5
    let contacts = fingers.map { contact($0, random.chance(0.8) ? .ended : .cancelled) }
    fingers = []
    take(engine.handle(TouchFrame(time: .at(time), contacts: contacts)))
    var patience = 100
    while let deadline = engine.nextDeadline, patience > 0 {
      take(engine.advance(to: deadline))
      patience -= 1
    }
    time = max(time, Double(engine.now.microseconds) / 1000)
    checkNothingIsLeft()
  }
}

// MARK: - Checks

extension ModelWorld {
  private func take(_ events: [GestureEngine.Event]) {
    for event in events {
      switch event {
      case .gesture(let event): take(event)
      case .touch(let event): take(event)
      case .attempt: break
      }
    }
  }

  private func take(_ event: GestureEvent) {
    let recognizer = event.recognizer
    let id = ObjectIdentifier(recognizer)
    let before = states[id] ?? .possible
    states[id] = event.state
    seen["\(recognizer.name) \(event.state)", default: 0] += 1
    hasher.combine(recognizer.tag)
    hasher.combine(event.state)
    hasher.combine(event.time)
    hasher.combine(event.location)
    hasher.combine(event.values)
    let isLegal =
      switch (before, event.state) {
      case (.began, .changed), (.began, .ended), (.began, .cancelled): true
      case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
      case (.possible, .began): !recognizer.isDiscrete
      case (.possible, .ended): recognizer.isDiscrete
      case (.possible, .failed): true
      case (.ended, .possible), (.cancelled, .possible), (.failed, .possible): true
      default: false
      }
    if !isLegal { problem("\(recognizer.name) \(recognizer.tag) from \(before) to \(event.state)") }
    if event.state == .began && event.numberOfTouches == 0 {
      problem("\(recognizer.name) \(recognizer.tag) began with no finger down")
    }
    if event.time < lastTime { problem("an event of \(event.time), after one of \(lastTime)") }
    lastTime = event.time
    let (x, y) = (event.location.x, event.location.y)
    if !x.isFinite || !y.isFinite || !event.values.areFinite { problem("\(event.values)") }
  }

  private func take(_ event: TouchEvent) {
    hasher.combine(event.touch.id)
    hasher.combine(event.phase)
    hasher.combine(event.timestamp)
    let before = deliveries[event.touch.id]
    deliveries[event.touch.id] = event.phase
    let isLegal =
      switch (before, event.phase) {
      case (nil, .began), (.began, .moved), (.moved, .moved): true
      case (.began, .ended), (.moved, .ended), (.began, .cancelled), (.moved, .cancelled): true
      default: false
      }
    if !isLegal { problem("touch \(event.touch.id): \(event.phase) after \(String(describing: before))") }
    if event.timestamp > event.time { problem("touch \(event.touch.id) told before it was") }
  }

  /// Checks that no touch belongs to two active gestures that exclude each other.
  private func checkExclusion() {
    for touch in engine.touches {
      let active = touch.gestureRecognizers.filter { [.began, .changed, .ended].contains($0.state) }
      for (index, a) in active.enumerated() {
        for b in active[..<index] where excludes(a, b) && excludes(b, a) {
          problem("\(a.name) \(a.tag) and \(b.name) \(b.tag) exclude each other and are both active on a touch")
        }
      }
    }
  }

  private func checkStep() {
    checkExclusion()
    if let deadline = engine.nextDeadline, deadline <= engine.now { problem("a deadline that is past") }
    if Set(engine.touches.map(\.id)) != Set(fingers.map(\.id)) { problem("other touches than fingers") }
    for recognizer in recognizers {
      if recognizer.touches.count > fingers.count { problem("\(recognizer.name) counts too many touches") }
      if !recognizer.isEnabled && !recognizer.touches.isEmpty {
        problem("\(recognizer.name) has touches, but is off")
      }
      if recognizer.view == nil { problem("\(recognizer.name) has no view") }
      let isRunning = states[ObjectIdentifier(recognizer)].map { $0 == .began || $0 == .changed } ?? false
      if isRunning != (recognizer.state == .began || recognizer.state == .changed) {
        problem("\(recognizer.name) is \(recognizer.state), but told \(states[ObjectIdentifier(recognizer)]!)")
      }
      if recognizer.attempt.isAsking && recognizer.state != .possible {
        problem("\(recognizer.name) asks, but is \(recognizer.state)")
      }
      if recognizer.engine == nil && (recognizer.state != .possible || !recognizer.attemptTouches.isEmpty) {
        problem("\(recognizer.name) is not reset")
      }
    }
    for touch in engine.touches {
      for recognizer in touch.gestureRecognizers where !recognizer.attemptTouches.contains(where: { $0 === touch }) {
        problem("\(recognizer.name) does not know its touch")
      }
    }
  }

  private func checkNothingIsLeft() {
    if let deadline = engine.nextDeadline { problem("a deadline is left: \(deadline)") }
    if !engine.touches.isEmpty { problem("touches are left") }
    if engine.delivery.isHoldingBack { problem("withheld touches are left") }
    if !verdicts.isEmpty { problem("a question was asked to no end") }
    for recognizer in recognizers
    where recognizer.state != .possible || recognizer.engine != nil || recognizer.numberOfTouches > 0
      || recognizer.attempt.isAsking
    {
      let wish = recognizer.attempt.marks.wish.map { "asking for \($0)" } ?? ""
      problem("\(recognizer.name) \(recognizer.tag) is left \(recognizer.state) \(wish)")
    }
    for (id, phase) in deliveries where phase == .began || phase == .moved { problem("touch \(id) has no end") }
  }

  /// Whether the recognition of `a` prevents `b`, judged by their relations alone.
  private func excludes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    let isShared =
      engine.exclusion == .screen || a.attemptTouches.contains { touch in b.attemptTouches.contains { $0 === touch } }
    if !isShared || a.recognizersNotPrevented.contains(b) || b.recognizersNotPreventing.contains(a) { return false }
    if let a = a as? TapGestureRecognizer, let b = b as? TapGestureRecognizer,
      b.numberOfTapsRequired > a.numberOfTapsRequired
    {
      return false
    }
    let together =
      a.simultaneousRecognizers.contains(b) || b.simultaneousRecognizers.contains(a)
      || simultaneous.contains([a.tag, b.tag]) || simultaneous.contains([b.tag, a.tag])
    return !together
  }

  /// Makes, at times, a change that a program may make in an action or in a view.
  fileprivate func interfere() {
    if random.chance(0.02) { change() }
  }

  /// The action of each recognizer. It's called before the recognizer can be asked again.
  private func act(_ event: GestureEvent) {
    let recognizer = event.recognizer
    if let granted = verdicts.removeValue(forKey: ObjectIdentifier(recognizer)), granted != (event.state != .failed) {
      problem("\(recognizer.name) \(recognizer.tag) \(event.state), though it \(granted ? "may" : "may not") begin")
    }
    if event.state == .changed && random.chance(0.3) { setValue(of: event.recognizer) }
    if random.chance(0.005) { random.pick(recognizers).isEnabled.toggle() }
  }
}

extension ModelWorld: GestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    let others = recognizers.filter {
      $0 !== recognizer && [.began, .changed, .ended].contains($0.state) && excludes($0, recognizer)
    }
    let answer = random.chance(0.97)
    verdicts[ObjectIdentifier(recognizer)] = answer && others.isEmpty
    return answer
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { random.chance(0.97) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { simultaneous.contains([recognizer.tag, other.tag]) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    required.contains([recognizer.tag, other.tag])
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    false
  }
}

/// A gesture that decides at random.
fileprivate final class ModelGesture: GestureRecognizer {
  let isOneShot: Bool
  private unowned let world: ModelWorld

  init(_ world: ModelWorld, isDiscrete: Bool) {
    self.world = world
    isOneShot = isDiscrete
    super.init(name: "own")
  }

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { decide(at: time) }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { decide(at: time) }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { decide(at: time) }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { decide(at: time) }
  override func deadlinePassed(at time: Timestamp) { decide(at: time) }

  private func decide(at time: Timestamp) {
    let chance = world.draw()
    if chance < 0.1 { deadline = time + Int64(chance * 1_000_000) }
    if chance > 0.98, let touch = touches.last { ignore(touch) }
    let die = world.draw()
    switch state {
    case .possible:
      if die < 0.15 { state = isOneShot ? .ended : .began }
      if die > 0.97 { state = .failed }
    case .began, .changed:
      if die < 0.4 { state = .changed } else if die > 0.95 { state = .ended } else if die > 0.92 { state = .cancelled }
    case .ended, .cancelled, .failed: break
    }
  }
}

private final class ModelView: View {
  private unowned let world: ModelWorld

  init(_ world: ModelWorld, _ name: String, _ frame: Rect) {
    self.world = world
    super.init(name: name, frame: frame)
  }

  override func touchesBegan(_ touches: [Touch]) { world.interfere() }
  override func touchesMoved(_ touches: [Touch]) { world.interfere() }
  override func touchesEnded(_ touches: [Touch]) { world.interfere() }
  override func touchesCancelled(_ touches: [Touch]) { world.interfere() }
}

extension ModelWorld {
  fileprivate func draw() -> Double { random.unit() }
}

extension GestureRecognizer {
  fileprivate var isDiscrete: Bool {
    switch self {
    case is TapGestureRecognizer, is SwipeGestureRecognizer, is TickleGestureRecognizer,
      is StrokeGestureRecognizer:
      true
    case let own as ModelGesture: own.isOneShot
    default: false
    }
  }
}

extension GestureValues {
  fileprivate var areFinite: Bool {
    switch self {
    case .none, .tap, .longPress, .swipe, .tickle, .press, .remote, .shake, .knock, .turn, .other: true
    case .stroke(let match): (match.score + match.runnerUpScore).isFinite
    case .pan(let translation, let velocity), .edgePan(let translation, let velocity, _):
      (translation.x + translation.y + velocity.x + velocity.y).isFinite
    case .transform(let translation, let scale, let rotation, let velocity):
      (translation.x + translation.y + scale + rotation + velocity.x + velocity.y).isFinite
    case .pinch(let value, let velocity), .rotation(let value, let velocity): (value + velocity).isFinite
    }
  }
}

extension [TouchFrame.Contact] {
  /// The contacts in reverse, but the two entries of one touch keep their order.
  fileprivate func reversedByTouch() -> [TouchFrame.Contact] {
    var result: [TouchFrame.Contact] = []
    for contact in self {
      let place = result.firstIndex { $0.id == contact.id }.map { $0 + 1 } ?? 0
      result.insert(contact, at: place)
    }
    return result
  }
}
