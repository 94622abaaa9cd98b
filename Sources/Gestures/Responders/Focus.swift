/// The first responder of an engine, with the presses and the motion that have begun.
///
/// A class, as it calls responders, which may call it again. It calls them only after it has changed itself.
final class Focus {
  /// A press that is down, and the responder that received its beginning.
  private struct Held {
    var press: Press
    let responder: Responder
  }

  /// The largest number of presses at one time: as many as evdev has codes.
  private static let mostPresses = 768

  /// The engine keeps its root alive, and this object belongs to the engine.
  private unowned let root: View
  /// The responder that has become the first one; `nil`: the root is it by default.
  private var chosen: Responder?
  private var held: [Held] = []
  private var shakes = ShakeDetector()
  /// The responder that received the beginning of the present motion.
  private var moved: Responder?

  init(root: View) { self.root = root }

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

  /// Called before a view leaves the screen with all views below it (FR-3).
  func willLose(_ view: View) {
    if chosen == nil && held.isEmpty && moved == nil { return }
    let gone = chosen?.isBelow(view) == true ? chosen : nil
    if gone != nil { chosen = nil }
    let released = release { $0.isBelow(view) }
    let mover = moved?.isBelow(view) == true ? moved : nil
    if mover != nil { moved = nil }
    let event = mover == nil ? nil : shakes.giveUp()

    _ = gone?.resignFirstResponder()
    cancel(released)
    if let mover, let event { mover.motionCancelled(event.motion, with: event) }
  }

  // MARK: Events

  /// Delivers presses in order, those of the same phase and responder in one call. A responder may change anything when it is
  /// called, so a press is noted only when its turn comes.
  func deliver(_ presses: [Press]) {
    var left = presses[...]
    while !left.isEmpty {
      var responder: Responder?
      var group: [Press] = []
      while let press = left.first, group.isEmpty || press.phase == group[0].phase {
        if let concerned = self.responder(for: press) {
          if let responder, responder !== concerned { break }
          responder = concerned
          note(press)
          group.append(press)
        }
        left.removeFirst()
      }
      guard let responder else { continue }
      switch group[0].phase {
      case .began: responder.pressesBegan(group)
      case .changed: responder.pressesChanged(group)
      case .ended: responder.pressesEnded(group)
      case .cancelled: responder.pressesCancelled(group)
      }
    }
  }

  func cancelPresses(at time: Timestamp) { cancel(release { _ in true }, at: time) }

  func deliver(_ sample: MotionSample) {
    guard let (phase, event) = shakes.note(sample) else { return }
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

  /// Returns the responder that a press concerns; `nil` if it must be ignored (PRE-1).
  private func responder(for press: Press) -> Responder? {
    let place = place(of: press)
    guard press.phase == .began else { return place.map { held[$0].responder } }
    return place == nil && held.count < Self.mostPresses ? first : nil
  }

  private func note(_ press: Press) {
    guard let place = place(of: press) else { return held.append(Held(press: press, responder: first)) }
    if press.phase == .changed { held[place].press = press } else { held.remove(at: place) }
  }

  /// Removes the presses of some responders, and returns them. A responder's `next` may be code that calls the engine, so it is
  /// asked before anything is removed.
  private func release(where isReleased: (Responder) -> Bool) -> [Held] {
    let released = held.filter { isReleased($0.responder) }
    held.removeAll { one in released.contains { $0.press.code == one.press.code } }
    return released
  }

  /// Cancels presses that were released, at their own times or at another one.
  private func cancel(_ released: [Held], at time: Timestamp? = nil) {
    var left = released[...]
    while let responder = left.first?.responder {
      let run = left.prefix { $0.responder === responder }
      left = left.dropFirst(run.count)
      responder.pressesCancelled(
        run.map { Press(code: $0.press.code, phase: .cancelled, time: time ?? $0.press.time, force: $0.press.force) })
    }
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
