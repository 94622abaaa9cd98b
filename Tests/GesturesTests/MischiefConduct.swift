import Gestures

/// How a world does its deeds.
extension MischiefWorld {
  /// Does a deed to an object that is called, to one beside it, or to any other.
  ///
  /// - Returns: `false` if there is nothing to which it could be done.
  func carryOut(_ deed: MischiefDeed, near subject: AnyObject?) -> Bool {
    switch deed {
    case .handle, .advance, .perform, .cancelTouches, .press, .cancelPresses, .command, .sample, .cancelMotion:
      callEngine(deed)
    case .configure: configureEngine()
    case .newEngine: renewEngine()
    case .keepTouches: for _ in 0..<5 { keep(engine.touches) }
    case .readTouches: readTouches()
    case .forgetAll: forgetAll()
    case .adopt:
      if isEnding { return false }
      adopt()
    case .addRecognizer:
      if recognizers.count >= 12 { return false }
      addRecognizer()
    case .addView:
      if views.count >= 8 { return false }
      addView()
    case .dropDelegate: return drop(from: &delegates)
    case .dropTarget: return drop(from: &targets)
    case .dropResponder: return dropResponder()
    case .rearrangeSteps: return rearrangeSteps()
    case .removeView, .moveView, .hideView, .transformView, .forgetView, .becomeFirstResponder, .resignFirstResponder:
      guard let view = someView(near: subject) else { return false }
      change(view, deed)
    case .removeRecognizer, .moveRecognizer, .forgetRecognizer, .toggle, .ignore, .setState, .require, .relate, .place,
      .report, .removeActions:
      guard let recognizer = someRecognizer(near: subject) else { return false }
      change(recognizer, deed)
    }
    return true
  }

  // MARK: The engine

  private func callEngine(_ call: MischiefDeed) {
    switch call {
    case .handle: take(engine.handle(frame()))
    case .advance: take(engine.advance(to: now + Int64(random.below(500_000))))
    case .perform: take(engine.perform(at: now) { tempt(.change) })
    case .cancelTouches:
      hand.letGo()
      take(engine.cancelTouches(at: now))
    case .press: take(engine.handle(presses: presses()))
    case .cancelPresses: take(engine.cancelPresses(at: now))
    case .command: take(engine.handle(command: RemoteCommand(.play, time: now)))
    case .sample: take(engine.handle(sample: sample()))
    default: take(engine.cancelMotion(at: now))
    }
  }

  /// Drops the engine, perhaps while it calls.
  private func renewEngine() {
    hasLostEngine = true
    hand.letGo()
    // Its end resets recognizers, which may use the new one.
    let old = engine
    engine = GestureEngine(root: root)
    equipEngine()
    withExtendedLifetime(old) {}
  }

  // MARK: Recognizers

  /// Returns the recognizer that is called, one beside it, or any other.
  private func someRecognizer(near subject: AnyObject?) -> GestureRecognizer? {
    let called = subject as? GestureRecognizer
    if let called, random.chance(0.3) { return called }
    let near = (called?.view ?? subject as? View)?.gestureRecognizers ?? []
    if !near.isEmpty && random.chance(0.5) { return random.pick(near) }
    return recognizers.isEmpty ? nil : random.pick(recognizers)
  }

  private func change(_ one: GestureRecognizer, _ deed: MischiefDeed) {
    switch deed {
    case .removeRecognizer: one.view?.removeGestureRecognizer(one)
    case .moveRecognizer: random.pick(views).addGestureRecognizer(one)
    case .forgetRecognizer: forget(one)
    case .toggle:
      one.isEnabled = false
      if random.chance(0.5) { for one in recognizers { one.isEnabled = true } }
    case .ignore: for touch in engine.touches { one.ignore(touch) }
    case .setState: one.state = random.pick(GestureRecognizer.State.allCases)
    case .require: require(one)
    case .relate: relate(one)
    case .place: place(one)
    case .report: reportStates(of: one)
    default: one.removeTarget(random.chance(0.5) || targets.isEmpty ? nil : random.pick(targets))
    }
  }

  private func forget(_ one: GestureRecognizer) {
    recognizers.removeAll { $0 === one }
    one.view?.removeGestureRecognizer(one)
    for case let sequence as SequenceGestureRecognizer in recognizers
    where sequence.steps.joined().contains(where: { $0 === one }) { sequence.steps = [] }
  }

  /// Has a gesture wait for one that was made before it, so that none keeps itself alive, or yield to any.
  private func require(_ one: GestureRecognizer) {
    if !recognizers.isEmpty && random.chance(0.3) { return one.yield(to: random.pick(recognizers)) }
    let older = recognizers.prefix { $0 !== one }
    if !older.isEmpty { one.require(toFail: random.pick(Array(older))) }
  }

  private func rearrangeSteps() -> Bool {
    let sequences = recognizers.compactMap { $0 as? SequenceGestureRecognizer }
    if sequences.isEmpty { return false }
    chooseSteps(of: random.pick(sequences))
    return true
  }

  // MARK: Views

  /// Returns the view that is called, or that of the recognizer that is, or any other but the root.
  private func someView(near subject: AnyObject?) -> View? {
    let called = subject as? View ?? (subject as? GestureRecognizer)?.view
    if let called, called !== root, random.chance(0.5) { return called }
    return views.count < 2 ? nil : views[1 + random.below(views.count - 1)]
  }

  private func change(_ view: View, _ deed: MischiefDeed) {
    switch deed {
    case .removeView: view.removeFromSuperview()
    case .moveView: random.pick(views).addSubview(view)
    case .hideView: view.isHidden.toggle()
    case .transformView: transform(view)
    case .forgetView: forget(view)
    case .becomeFirstResponder: _ = view.becomeFirstResponder()
    default: _ = view.resignFirstResponder()
    }
  }

  private func transform(_ view: View) {
    let odd = [0, 1e-300, 1e300, Double.nan, .infinity]
    view.transform = random.pick([
      .identity, Transform(rotationAngle: random.unit() * 7), Transform(scaleX: random.pick(odd), y: 1),
      Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: random.pick(odd)),
    ])
  }

  /// Forgets a view and its recognizers. A part of the views stays with its superview.
  private func forget(_ view: View) {
    let recognizersOfView = view.gestureRecognizers
    views.removeAll { $0 === view }
    recognizers.removeAll { one in recognizersOfView.contains { $0 === one } }
    if random.chance(0.7) { view.removeFromSuperview() }
  }

  /// Keeps the views that were forgotten and that something still leads to.
  private func adopt() {
    let found =
      keptTouches.compactMap(\.touch.view) + recognizers.compactMap(\.view) + views.compactMap(\.superview)
    for view in found where views.count < 8 && !views.contains(where: { $0 === view }) { views.append(view) }
  }

  // MARK: Other objects

  /// Drops the last reference to one of the objects.
  private func drop<Object: AnyObject>(from objects: inout [Object]) -> Bool {
    if objects.isEmpty { return false }
    objects.removeFirst()
    return true
  }

  private func dropResponder() -> Bool {
    guard let old = responder else { return false }
    responder = nil
    return withExtendedLifetime(old) { true }
  }

  /// Forgets all recognizers and all views but the root, and begins again.
  private func forgetAll() {
    let old = (views, recognizers, delegates, targets, responder)
    views = [root]
    recognizers = []
    delegates = []
    targets = []
    responder = nil
    for view in root.subviews { view.removeFromSuperview() }
    for one in root.gestureRecognizers { root.removeGestureRecognizer(one) }
    for _ in 0..<2 { addView() }
    for _ in 0..<3 { addRecognizer() }
    withExtendedLifetime(old) {}
  }
}
