import Testing

@testable import Gestures

/// Programs that do anything to the engine, its views and its recognizers whenever the engine calls them.
@Suite("Mischief")
struct MischiefTests {
  static let worlds: UInt64 = 3000
  static let frames = 120

  @Test func `Whatever a program does when it is called, no gesture is left stuck (RS-14, RS-6, ST-7)`() {
    var deeds: [String: Int] = [:]
    var recognized = 0
    for seed in 0..<Self.worlds {
      let world = MischiefWorld(seed: seed)
      world.run(frames: Self.frames)
      if let problem = world.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
      deeds.merge(world.deeds, uniquingKeysWith: +)
      recognized += world.recognized
    }
    // Mischief that is rarely made, or after which nothing is recognized, proves nothing.
    let rare = MischiefWorld.Deed.allCases.filter { deeds["\($0)", default: 0] < 100 }
    #expect(rare.isEmpty, "\(deeds)")
    #expect(recognized > 3000)
  }
}

private final class MischiefWorld {
  enum Deed: CaseIterable {
    case handle, advance, perform, cancelTouches, press, command, sample
    case addRecognizer, removeRecognizer, moveRecognizer, forgetRecognizer, toggle, ignore
    case addView, removeView, moveView, hideView, forgetView, becomeFirstResponder, newEngine
  }

  private(set) var problem: String?
  private(set) var deeds: [String: Int] = [:]
  private(set) var recognized = 0
  private var random: SplitMix64
  private var engine: GestureEngine
  private let root: View
  private var views: [View] = []
  private var recognizers: [GestureRecognizer] = []
  private var fingers: [UInt64: Point] = [:]
  private var nextID: UInt64 = 1
  private var time = 0.0
  /// How often mischief is made when something is called.
  private let temper: Double
  private var depth = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    temper = random.pick([0.01, 0.05, 0.2])
    root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 120, height: 80))
    engine = GestureEngine(root: root)
    views = [root]
    equipEngine()
    for _ in 0..<3 { addView() }
    for _ in 0..<(2 + random.below(6)) { addRecognizer() }
  }

  private func equipEngine() {
    engine.exclusion = random.chance(0.2) ? .screen : .touch
    engine.intention.followsLeader = random.chance(0.3)
    engine.intention.landingGrace = random.chance(0.3) ? .milliseconds(60) : .zero
    engine.intention.beginsAtLift = random.chance(0.3)
    engine.reportsTouches = random.chance(0.5)
    engine.reportsAttempts = random.chance(0.2)
    engine.onMisuse = { [unowned self] _ in tempt() }
  }

  func run(frames: Int) {
    for _ in 0..<frames {
      time += random.chance(0.1) ? 400 : Double(5 + random.below(15))
      take(engine.handle(frame()))
      if random.chance(0.1) { misbehave() }
      if let deadline = engine.nextDeadline, random.chance(0.2) { take(engine.advance(to: deadline)) }
    }
    drain()
  }

  private func take(_ events: [GestureEngine.Event]) {
    for case .gesture(let event) in events where event.state == .began || event.state == .ended { recognized += 1 }
  }

  // MARK: Fingers

  private func frame() -> TouchFrame {
    var contacts: [TouchFrame.Contact] = []
    for id in fingers.keys.sorted() where random.chance(0.6) {
      let place = fingers[id]!
      let step = Vector(x: Double(random.below(9)) - 4, y: Double(random.below(5)) - 2)
      if random.chance(0.15) {
        fingers[id] = nil
        contacts.append(TouchFrame.Contact(id: id, phase: random.chance(0.9) ? .ended : .cancelled, location: place))
      } else {
        fingers[id] = place + step
        contacts.append(TouchFrame.Contact(id: id, phase: .moved, location: place + step))
      }
    }
    if fingers.count < 3 && random.chance(fingers.isEmpty ? 0.6 : 0.1) {
      let place = Point(x: random.unit() * 120, y: random.unit() * 80)
      fingers[nextID] = place
      contacts.append(TouchFrame.Contact(id: nextID, phase: .began, location: place))
      nextID += 1
    }
    return TouchFrame(time: .at(time), contacts: contacts)
  }

  // MARK: Mischief

  /// Called whenever the engine calls the program.
  func tempt() {
    if depth < 3 && random.chance(temper) { misbehave() }
  }

  private func misbehave() {
    depth += 1
    defer { depth -= 1 }
    let deed = random.pick(Deed.allCases)
    deeds["\(deed)", default: 0] += 1
    switch deed {
    case .handle: take(engine.handle(frame()))
    case .advance: take(engine.advance(to: .at(time + Double(random.below(500)))))
    case .perform: take(engine.perform(at: .at(time)) { misbehave() })
    case .cancelTouches:
      fingers = [:]
      take(engine.cancelTouches(at: .at(time)))
    case .press:
      take(engine.handle(presses: [Press(code: 7, phase: random.chance(0.5) ? .began : .ended, time: .at(time))]))
    case .command: take(engine.handle(command: RemoteCommand(.play, time: .at(time))))
    case .sample:
      let force = Double(random.below(60)) - 30
      take(engine.handle(sample: MotionSample(time: .at(time), acceleration: Acceleration(x: force, y: 0, z: 9.8))))
    case .addRecognizer: if recognizers.count < 12 { addRecognizer() }
    case .removeRecognizer: if let one = anyRecognizer() { one.view?.removeGestureRecognizer(one) }
    case .moveRecognizer: if let one = anyRecognizer() { random.pick(views).addGestureRecognizer(one) }
    case .forgetRecognizer: forgetRecognizer()
    case .toggle:
      if random.chance(0.5) {
        anyRecognizer()?.isEnabled = false
      } else {
        for one in recognizers { one.isEnabled = true }
      }
    case .ignore: if let touch = engine.touches.first { anyRecognizer()?.ignore(touch) }
    case .addView: if views.count < 8 { addView() }
    case .removeView: anyView()?.removeFromSuperview()
    case .moveView: if let view = anyView() { random.pick(views).addSubview(view) }
    case .hideView: anyView()?.isHidden.toggle()
    case .forgetView: forgetView()
    case .becomeFirstResponder: _ = random.pick(views).becomeFirstResponder()
    case .newEngine: newEngine()
    }
  }

  private func anyRecognizer() -> GestureRecognizer? { recognizers.isEmpty ? nil : random.pick(recognizers) }
  private func anyView() -> View? { views.count < 2 ? nil : views[1 + random.below(views.count - 1)] }

  private func forgetRecognizer() {
    guard !recognizers.isEmpty else { return }
    let one = recognizers.remove(at: random.below(recognizers.count))
    one.view?.removeGestureRecognizer(one)
  }

  private func forgetView() {
    guard views.count > 1 else { return }
    let view = views.remove(at: 1 + random.below(views.count - 1))
    view.removeFromSuperview()
  }

  /// Drops the engine, perhaps while it calls.
  private func newEngine() {
    fingers = [:]
    // Its end resets recognizers, which may use the new one.
    let old = engine
    engine = GestureEngine(root: root)
    equipEngine()
    withExtendedLifetime(old) {}
  }

  private func addView() {
    let frame = Rect(x: random.unit() * 60, y: random.unit() * 40, width: 60, height: 40)
    let view =
      random.chance(0.7)
      ? MischievousView(self, frame) : View(name: "view", frame: frame)
    random.pick(views).addSubview(view)
    views.append(view)
  }

  private func addRecognizer() {
    let recognizer: GestureRecognizer =
      switch random.below(11) {
      case 0: TapGestureRecognizer(name: "tap")
      case 1: makeTap("double", taps: 2)
      case 2: LongPressGestureRecognizer(name: "press")
      case 3: PanGestureRecognizer(name: "pan")
      case 4: makeSwipe("swipe", Set(SwipeDirection.sides))
      case 5: PinchGestureRecognizer(name: "pinch")
      case 6: RotationGestureRecognizer(name: "rotation")
      case 7: PressGestureRecognizer(name: "key", code: 7)
      case 8: TickleGestureRecognizer(name: "tickle")
      case 9: ShakeGestureRecognizer(name: "shake")
      default: MischievousGesture(self)
      }
    if let pan = recognizer as? PanGestureRecognizer, random.chance(0.3) { pan.hasMomentum = true }
    if let swipe = recognizer as? SwipeGestureRecognizer {
      swipe.decision = random.chance(0.5) ? .atLift : .duringMovement
      swipe.failsEarly = random.chance(0.5)
    }
    recognizer.reportedStates = .all
    recognizer.delaysTouchesBegan = random.chance(0.3)
    recognizer.delegate = self
    recognizer.addAction { [unowned self] _ in tempt() }
    if let other = anyRecognizer(), random.chance(0.4) {
      if random.chance(0.5) { recognizer.require(toFail: other) } else { recognizer.simultaneousRecognizers = .all }
    }
    recognizers.append(recognizer)
    random.pick(views).addGestureRecognizer(recognizer)
  }

  // MARK: The end

  /// Lifts all fingers and lets time pass. Then nothing may be left.
  private func drain() {
    depth = 100  // No more mischief.
    time = max(time, Double(engine.now.microseconds) / 1000) + 5
    let contacts = (1..<nextID).map { TouchFrame.Contact(id: $0, phase: .ended, location: .zero) }
    take(engine.handle(TouchFrame(time: .at(time), contacts: contacts)))
    take(engine.cancelPresses(at: .at(time)))
    take(engine.cancelMotion(at: .at(time)))
    var patience = 1000
    while let deadline = engine.nextDeadline, patience > 0 {
      take(engine.advance(to: deadline))
      patience -= 1
    }
    if engine.nextDeadline != nil { problem = "a deadline is left" }
    if !engine.touches.isEmpty { problem = "touches are left" }
    if engine.delivery.isHoldingBack { problem = "touches are held back" }
    for one in recognizers
    where one.state != .possible || one.attempt.isListed || one.attempt.isAsking || one.numberOfTouches > 0 {
      problem = "\(one.name) is left \(one.state)\(one.view == nil ? ", without a view" : "")"
    }
    if deeds["newEngine"] != nil { return }  // An engine that is dropped does not end its touches.
    for view in views {
      guard let view = view as? MischievousView else { continue }
      if !view.down.isEmpty { problem = "a view waits for the end of a touch" }
      if view.isConfused { problem = "a view got a touch twice, or an end without a beginning" }
    }
  }
}

extension MischiefWorld: GestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    tempt()
    return random.chance(0.95)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    tempt()
    return random.chance(0.95)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
    tempt()
    return true
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    tempt()
    return random.chance(0.2)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    tempt()
    return random.chance(0.05)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    tempt()
    return random.chance(0.05)
  }
}

/// A recognizer that makes mischief in each of its methods.
private final class MischievousGesture: GestureRecognizer {
  private unowned let world: MischiefWorld

  init(_ world: MischiefWorld) {
    self.world = world
    super.init(name: "own")
  }

  private var isOver: Bool { state == .ended || state == .cancelled || state == .failed }

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    deadline = time + 300_000
    world.tempt()
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    world.tempt()
    if state == .possible, touches.contains(where: { $0.displacement.length > 8 }) { state = .began }
    if state == .began || state == .changed { state = .changed }
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    world.tempt()
    if numberOfTouches == 0 && !isOver { state = state == .possible ? .failed : .ended }
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    world.tempt()
    if numberOfTouches == 0 && !isOver { state = state == .possible ? .failed : .cancelled }
  }
  override func deadlinePassed(at time: Timestamp) {
    world.tempt()
    if state == .possible { state = .failed }
  }
  override func didBegin(at time: Timestamp) { world.tempt() }
  override func reset() { world.tempt() }
  override func location(in view: View?) -> Point {
    world.tempt()
    return super.location(in: view)
  }
  override func shouldReceive(_ touch: Touch) -> Bool {
    world.tempt()
    return true
  }
  override func canContinue(with touch: Touch, at time: Timestamp) -> Bool {
    world.tempt()
    return false
  }
  override func shouldBegin() -> Bool {
    world.tempt()
    return true
  }
  override func canPrevent(_ other: GestureRecognizer) -> Bool {
    world.tempt()
    return true
  }
  override func canBePrevented(by other: GestureRecognizer) -> Bool {
    world.tempt()
    return true
  }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
    world.tempt()
    return false
  }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
    world.tempt()
    return false
  }
}

private final class MischievousView: View {
  private unowned let world: MischiefWorld
  private(set) var down: Set<UInt64> = []
  private(set) var isConfused = false

  init(_ world: MischiefWorld, _ frame: Rect) {
    self.world = world
    super.init(name: "mischievous", frame: frame)
  }

  override var canBecomeFirstResponder: Bool { true }
  override func touchesBegan(_ touches: [Touch]) {
    for touch in touches where touch.view === self { if !down.insert(touch.id).inserted { isConfused = true } }
    world.tempt()
  }
  override func touchesMoved(_ touches: [Touch]) { world.tempt() }
  override func touchesEnded(_ touches: [Touch]) { leave(touches) }
  override func touchesCancelled(_ touches: [Touch]) { leave(touches) }
  private func leave(_ touches: [Touch]) {
    for touch in touches where touch.view === self { if down.remove(touch.id) == nil { isConfused = true } }
    world.tempt()
  }
  override func point(inside point: Point) -> Bool {
    world.tempt()
    return super.point(inside: point)
  }
  override func pressesBegan(_ presses: [Press]) { world.tempt() }
  override func pressesEnded(_ presses: [Press]) { world.tempt() }
  override func pressesCancelled(_ presses: [Press]) { world.tempt() }
  override func motionBegan(_ motion: MotionKind, with event: MotionEvent) { world.tempt() }
  override func motionCancelled(_ motion: MotionKind, with event: MotionEvent) { world.tempt() }
}
