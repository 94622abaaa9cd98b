import Gestures

/// What a world has, made at random.
extension MischiefWorld {
  /// - Parameter deed: a deed for which there must be an object.
  func equip(for deed: MischiefDeed) {
    expectEnd(of: root, "the root")
    equipEngine()
    for _ in 0..<3 { addView() }
    for _ in 0...random.below(2) { add(MischievousGesture(self), to: root) }
    for _ in 0..<(2 + random.below(6)) { addRecognizer() }
    switch deed {
    case .rearrangeSteps: add(makeSequence(), to: root)
    case .dropTarget: giveTarget(to: recognizers[0])
    case .dropDelegate: giveDelegate(to: recognizers[0])
    case .dropResponder: addResponder(before: root)
    default: break
    }
  }

  /// Applies settings to a new engine, and follows what it reports.
  func equipEngine() {
    expectEnd(of: engine, "an engine")
    engine.intention.followsLeader = random.chance(0.3)
    engine.intention.landingGrace = random.chance(0.3) ? .milliseconds(60) : .zero
    engine.intention.beginsAtLift = random.chance(0.3)
    engine.onMisuse = { [weak self] _ in self?.tempt(.misuse) }
    engine.onLanding = { [weak self] in self?.tempt(.landing) }
    configureEngine()
  }

  /// Changes those settings of the engine that may change at any time.
  func configureEngine() {
    engine.exclusion = random.chance(0.2) ? .screen : .touch
    engine.reportsTouches = random.chance(0.3)
    engine.reportsTouchMovements = random.chance(0.5)
    engine.reportsAttempts = random.chance(0.2)
    engine.maximumDelay = random.chance(0.5) ? .milliseconds(150) : nil
  }

  func addView() {
    let frame = Rect(x: random.unit() * 60, y: random.unit() * 40, width: 60, height: 40)
    let view = random.chance(0.7) ? MischievousView(self, frame) : View(name: "view", frame: frame)
    view.isMultipleTouchEnabled = random.chance(0.5)
    view.isExclusiveTouch = random.chance(0.1)
    random.pick(views).addSubview(view)
    views.append(view)
    expectEnd(of: view, "a view")
    if random.chance(0.3) { addResponder(before: view) }
    if random.chance(0.2) { _ = view.becomeFirstResponder() }
  }

  private func addResponder(before view: View) {
    responder = MischievousResponder(self, before: view)
    _ = responder?.becomeFirstResponder()
  }

  func addRecognizer() { add(makeRecognizer(), to: random.pick(views)) }

  private func add(_ recognizer: GestureRecognizer, to view: View) {
    expectEnd(of: recognizer, recognizer.name)
    setUp(recognizer)
    relate(recognizer)
    recognizers.append(recognizer)
    view.addGestureRecognizer(recognizer)
  }

  private func makeRecognizer() -> GestureRecognizer {
    switch random.below(18) {
    case 0: return makeTap()
    case 1: return makeTap("double", taps: 2)
    case 2: return LongPressGestureRecognizer(name: "press")
    case 3: return makePan(PanGestureRecognizer(name: "pan"))
    case 4, 5: return makePan(MischievousPan(self))
    case 6: return makeEdgePan()
    case 7: return makeSwipe()
    case 8: return PinchGestureRecognizer(name: "pinch")
    case 9: return RotationGestureRecognizer(name: "rotation")
    case 10: return PressGestureRecognizer(name: "key", code: 7)
    case 11: return QuietTickle(name: "tickle")
    case 12: return random.chance(0.5) ? ShakeGestureRecognizer(name: "shake") : KnockGestureRecognizer(name: "knock")
    case 13: return RemoteCommandGestureRecognizer(name: "command")
    case 14: return makeSequence()
    case 15: return makeHook()
    case 16:
      let transform = TransformGestureRecognizer(name: "transform")
      transform.addAction { [unowned transform] _ in transform.moveView() }
      return makePan(transform)
    default: return MischievousGesture(self)
    }
  }

  private func makePan(_ pan: PanGestureRecognizer) -> PanGestureRecognizer {
    pan.hasMomentum = random.chance(0.5)
    return pan
  }

  private func makeEdgePan() -> ScreenEdgePanGestureRecognizer {
    let pan = ScreenEdgePanGestureRecognizer(name: "edge pan")
    pan.edges = .all
    return pan
  }

  private func makeSwipe() -> SwipeGestureRecognizer {
    let swipe = SwipeGestureRecognizer(name: "swipe")
    swipe.direction = Set(SwipeDirection.sides)
    swipe.decision = random.chance(0.5) ? .atLift : .duringMovement
    swipe.failsEarly = random.chance(0.5)
    return swipe
  }

  private func makeHook() -> StrokeGestureRecognizer {
    let stroke = StrokeGestureRecognizer(name: "hook")
    stroke.templates = [Self.hook]
    stroke.maximumNumberOfStrokes = 1 + random.below(2)
    return stroke
  }

  private static let hook = try! StrokeTemplate(
    name: "hook", examples: [[[Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 20, y: 0), Point(x: 20, y: 20)]]])

  private func makeSequence() -> SequenceGestureRecognizer {
    let sequence = SequenceGestureRecognizer(name: "sequence")
    sequence.isStrict = random.chance(0.5)
    chooseSteps(of: sequence)
    return sequence
  }

  private func setUp(_ recognizer: GestureRecognizer) {
    reportStates(of: recognizer)
    recognizer.delaysTouchesBegan = random.chance(0.3)
    recognizer.delaysTouchesEnded = random.chance(0.5)
    recognizer.delayLimit = random.pick([.engine, .unlimited, .time(.milliseconds(100))])
    if random.chance(0.2) { place(recognizer) }
    if random.chance(0.6) { giveDelegate(to: recognizer) }
    if random.chance(0.5) { giveTarget(to: recognizer) }
    let captive = MischievousCaptive(self)
    recognizer.addAction { one in captive.act(one) }
  }

  func giveDelegate(to recognizer: GestureRecognizer) {
    if delegates.isEmpty || random.chance(0.3) { delegates.append(MischievousDelegate(self)) }
    recognizer.delegate = random.pick(delegates)
  }

  func giveTarget(to recognizer: GestureRecognizer) {
    if targets.isEmpty || random.chance(0.3) { targets.append(MischievousTarget(self)) }
    recognizer.addAction(for: random.pick(targets)) { target, one in target.act(one) }
  }

  /// Changes which of its states a recognizer reports.
  func reportStates(of recognizer: GestureRecognizer) {
    recognizer.reportedStates = random.pick([.all, .all, [.began, .ended], [.ended, .failed, .possible], []])
  }

  /// Changes where a recognizer's touches may land and lift, and beside which fingers.
  func place(_ recognizer: GestureRecognizer) {
    recognizer.startingPlaces = random.chance(0.4) ? RimPlaces(edges: [.left, .top]) : nil
    recognizer.endingPlaces = random.chance(0.3) ? RimPlaces(corners: [.topLeft], cornerSize: 40) : nil
    recognizer.restingTouches = random.chance(0.4) ? RestingTouches(1, side: random.chance(0.5) ? .left : nil) : nil
    recognizer.landingSpread = random.chance(0.3) ? 0...60 : nil
  }

  /// Changes which gestures a recognizer lets be.
  func relate(_ recognizer: GestureRecognizer) {
    recognizer.simultaneousRecognizers = someSet()
    recognizer.recognizersNotPrevented = random.chance(0.2) ? someSet() : .none
    recognizer.recognizersNotPreventing = random.chance(0.2) ? someSet() : .none
  }

  private func someSet() -> RecognizerSet {
    if random.chance(0.7) || recognizers.isEmpty { return random.chance(0.2) ? .all : .none }
    return .some([random.pick(recognizers)])
  }

  /// Has a sequence consist of some gestures that were made before it. It keeps them alive, so none may be a sequence, which could keep
  /// it alive.
  func chooseSteps(of sequence: SequenceGestureRecognizer) {
    let older = recognizers.prefix { $0 !== sequence }.filter { !($0 is SequenceGestureRecognizer) }
    sequence.steps = older.isEmpty ? [] : (0...random.below(2)).map { _ in [random.pick(older)] }
  }
}
