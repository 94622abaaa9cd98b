import Gestures

/// A view that makes mischief in each of its methods.
final class MischievousView: View {
  private weak var world: MischiefWorld?
  /// The touches that have begun for this view and have not ended. Odd fingers use an id again, so these are the objects.
  private(set) var down: Set<ObjectIdentifier> = []
  /// Whether it got a touch twice, or an end without a beginning.
  private(set) var isConfused = false

  init(_ world: MischiefWorld, _ frame: Rect) {
    self.world = world
    super.init(name: "mischievous", frame: frame)
  }

  deinit { world?.tempt(.viewEnd) }

  private func tempt(_ callback: MischiefCallback) { world?.tempt(callback, of: self) }

  override func hitTest(_ point: Point) -> View? {
    tempt(.viewHitTest)
    return super.hitTest(point)
  }
  override func point(inside point: Point) -> Bool {
    tempt(.viewPointInside)
    return super.point(inside: point)
  }

  override func touchesBegan(_ touches: [Touch]) {
    for touch in touches where touch.view === self && !down.insert(ObjectIdentifier(touch)).inserted {
      isConfused = true
    }
    world?.keep(touches)
    tempt(.viewTouchesBegan)
    super.touchesBegan(touches)
  }
  override func touchesMoved(_ touches: [Touch]) {
    tempt(.viewTouchesMoved)
    super.touchesMoved(touches)
  }
  override func touchesEnded(_ touches: [Touch]) {
    leave(touches)
    tempt(.viewTouchesEnded)
    super.touchesEnded(touches)
  }
  override func touchesCancelled(_ touches: [Touch]) {
    leave(touches)
    tempt(.viewTouchesCancelled)
    super.touchesCancelled(touches)
  }
  private func leave(_ touches: [Touch]) {
    for touch in touches where touch.view === self && down.remove(ObjectIdentifier(touch)) == nil {
      isConfused = true
    }
  }

  override func pressesBegan(_ presses: [Press]) {
    tempt(.responderPressesBegan)
    super.pressesBegan(presses)
  }
  override func pressesChanged(_ presses: [Press]) {
    tempt(.responderPressesChanged)
    super.pressesChanged(presses)
  }
  override func pressesEnded(_ presses: [Press]) {
    tempt(.responderPressesEnded)
    super.pressesEnded(presses)
  }
  override func pressesCancelled(_ presses: [Press]) {
    tempt(.responderPressesCancelled)
    super.pressesCancelled(presses)
  }
  override func motionBegan(_ motion: MotionKind, with event: MotionEvent) {
    tempt(.responderMotionBegan)
    super.motionBegan(motion, with: event)
  }
  override func motionEnded(_ motion: MotionKind, with event: MotionEvent) {
    tempt(.responderMotionEnded)
    super.motionEnded(motion, with: event)
  }
  override func motionCancelled(_ motion: MotionKind, with event: MotionEvent) {
    tempt(.responderMotionCancelled)
    super.motionCancelled(motion, with: event)
  }
  override func remoteControlReceived(with command: RemoteCommand) {
    tempt(.responderCommand)
    super.remoteControlReceived(with: command)
  }

  override var next: Responder? {
    tempt(.responderNext)
    return super.next
  }
  override var canBecomeFirstResponder: Bool {
    tempt(.responderCanBecomeFirst)
    return true
  }
  override var canResignFirstResponder: Bool {
    tempt(.responderCanResignFirst)
    return true
  }
  override func becomeFirstResponder() -> Bool {
    tempt(.responderBecomesFirst)
    return super.becomeFirstResponder()
  }
  override func resignFirstResponder() -> Bool {
    tempt(.responderResignsFirst)
    return super.resignFirstResponder()
  }
}

/// A responder that is not a view, in front of one that it does not keep alive.
final class MischievousResponder: Responder {
  private weak var world: MischiefWorld?
  private weak var view: View?

  init(_ world: MischiefWorld, before view: View) {
    self.world = world
    self.view = view
  }

  override var canBecomeFirstResponder: Bool { true }
  override var next: Responder? {
    world?.tempt(.responderNext, of: view)
    return view
  }
  override func pressesBegan(_ presses: [Press]) {
    world?.tempt(.responderPressesBegan, of: view)
    super.pressesBegan(presses)
  }
}
