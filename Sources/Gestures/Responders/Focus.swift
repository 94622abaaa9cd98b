/// The first responder of an engine, with the presses and the motion that have begun.
///
/// A class, as it calls responders, which may call it again. It calls them only after it has changed itself.
final class Focus {
  /// A press that is down.
  private struct Held {
    var press: Press
    /// The responder that received its beginning; `nil` before, and after the press was cancelled for it.
    var responder: Responder?
  }

  /// The largest number of presses at one time: as many as evdev has codes.
  private static let mostPresses = 768

  private let root: View
  /// The responder that has become the first one; `nil`: the root is it by default.
  private var chosen: Responder?
  private var held: [Held] = []
  private var shakes = ShakeDetector()
  /// The responder that received the beginning of the present motion.
  private var moved: Responder?

  private let arbiter: Arbiter
  /// Set and cleared by the engine, to which this object belongs.
  var engineReference = BackReference<GestureEngine>()
  var engine: GestureEngine? { engineReference.object }

  init(root: View, _ arbiter: Arbiter) {
    self.root = root
    self.arbiter = arbiter
  }

  /// The first responder, or the first one after it in its chain that is a view.
  var view: View? {
    var responder: Responder? = first
    while let here = responder {
      if let view = here as? View { return view }
      responder = here.next
    }
    return nil
  }

  var first: Responder { chosen ?? root }

  var shake: Shake {
    get { shakes.settings }
    set { shakes.settings = newValue }
  }

  // MARK: Becoming and resigning

  func become(_ responder: Responder) -> Bool {
    if chosen === responder { return true }
    guard responder.canBecomeFirstResponder else { return false }
    // An override may make another responder the first one meanwhile.
    if let present = chosen { guard present.resignFirstResponder() && chosen == nil else { return false } }
    chosen = responder
    return true
  }

  func resign(_ responder: Responder) -> Bool {
    guard chosen === responder else { return first !== responder }
    guard responder.canResignFirstResponder else { return false }
    chosen = nil
    return first !== responder
  }

  /// Called before a view leaves the screen with all views below it (FR-3, FR-6, RS-6).
  func willLose(_ view: View) {
    let engine = engine
    let recognizers = arbiter.attempts.filter { $0.view?.isDescendant(of: view) == true }
    let gone = chosen?.isBelow(view) == true ? chosen : nil
    if gone != nil { chosen = nil }
    let released = release { $0.isBelow(view) }
    let mover = moved?.isBelow(view) == true ? moved : nil
    if mover != nil { moved = nil }
    let event = mover == nil ? nil : shakes.giveUp()

    for recognizer in recognizers { recognizer.engine?.withdraw(recognizer, .leftScreen) }
    engine?.cancelDelivery(to: view)
    _ = gone?.resignFirstResponder()
    cancel(released)
    if let mover, let event { mover.motionCancelled(event.motion, with: event) }
  }

  // MARK: Events

  /// Delivers presses of one time and phase in order: to recognizers, and then to responders, those of one responder in one call.
  /// Both may change anything when they are called, so a press is noted only when its turn comes.
  func deliver(_ presses: [Press], in engine: GestureEngine) {
    guard let phase = presses.first?.phase else { return }
    if phase == .began { return begin(presses, in: engine) }
    var left = presses[...]
    while !left.isEmpty {
      let (group, responder) = takeGroup(from: &left, phase)
      if group.isEmpty { return }
      engine.pass(group, phase)
      guard let responder else { continue }
      switch phase {
      case .began: break
      case .changed:
        // Recognizers may have removed the responder's view from the screen.
        let present = group.filter { press in place(of: press).map { held[$0].responder === responder } ?? false }
        if !present.isEmpty { responder.pressesChanged(present) }
      case .ended: responder.pressesEnded(group)
      case .cancelled: responder.pressesCancelled(group)
      }
    }
  }

  private func begin(_ presses: [Press], in engine: GestureEngine) {
    var begun: [Press] = []
    for press in presses where place(of: press) == nil && held.count < Self.mostPresses {
      held.append(Held(press: press))
      begun.append(press)
    }
    if begun.isEmpty { return }
    engine.begin(begun)
    let responder = first
    let present = begun.filter { press in
      guard let place = place(of: press), held[place].responder == nil else { return false }
      held[place].responder = responder
      return true
    }
    if !present.isEmpty { responder.pressesBegan(present) }
  }

  func cancelPresses(at time: Timestamp, in engine: GestureEngine) {
    deliver(held.map { cancellation(of: $0.press, at: time) }, in: engine)
  }

  func deliver(_ motion: DeviceMotion) {
    guard let (phase, event) = shakes.note(motion) else { return }
    switch phase {
    case .began:
      let responder = first
      moved = responder
      responder.motionBegan(event.motion, with: event)
    case .ended:
      takeMover()?.motionEnded(event.motion, with: event)
    case .cancelled:
      takeMover()?.motionCancelled(event.motion, with: event)
    }
  }

  func cancelMotion() {
    guard let event = shakes.startOver() else { return }
    takeMover()?.motionCancelled(event.motion, with: event)
  }

  // MARK: State

  private func place(of press: Press) -> Int? { held.firstIndex { $0.press.code == press.code } }

  /// Removes the presses of the next responder from the front of a list, and notes their phase. Presses that are not down are
  /// dropped (PRE-1).
  private func takeGroup(from left: inout ArraySlice<Press>, _ phase: Press.Phase) -> ([Press], Responder?) {
    var responder: Responder?
    var group: [Press] = []
    while let press = left.first {
      if let place = place(of: press) {
        if !group.isEmpty && held[place].responder !== responder { break }
        responder = held[place].responder
        if phase == .changed { held[place].press = press } else { held.remove(at: place) }
        group.append(press)
      }
      left.removeFirst()
    }
    return (group, responder)
  }

  /// Takes the presses of some responders from them, and returns them as they were. Recognizers keep them. A responder's `next` may
  /// be code that calls the engine, so it is asked before anything is changed.
  private func release(where isReleased: (Responder) -> Bool) -> [Held] {
    let released = held.filter { $0.responder.map(isReleased) ?? false }
    for one in released {
      if let place = place(of: one.press) { held[place].responder = nil }
    }
    return released
  }

  /// Cancels presses that were taken from their responders.
  private func cancel(_ released: [Held]) {
    var left = released[...]
    while let responder = left.first?.responder {
      let run = left.prefix { $0.responder === responder }
      left = left.dropFirst(run.count)
      responder.pressesCancelled(run.map { cancellation(of: $0.press, at: $0.press.time) })
    }
  }

  private func cancellation(of press: Press, at time: Timestamp) -> Press {
    Press(code: press.code, phase: .cancelled, time: time, force: press.force)
  }

  private func takeMover() -> Responder? {
    defer { moved = nil }
    return moved
  }
}

extension Responder {
  /// Returns whether this is a view, or one of the views below it, or a responder whose chain leads there.
  fileprivate func isBelow(_ view: View) -> Bool {
    var responder: Responder? = self
    while let here = responder {
      if here === view { return true }
      responder = (here as? View)?.superview ?? here.next
    }
    return false
  }
}
