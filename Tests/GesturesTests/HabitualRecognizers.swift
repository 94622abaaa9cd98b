import Gestures

// Recognizers as people write them for UIKit: the same methods, the same states in the same order, rewritten in a few lines each. The
// comment names who wrote the original.

/// Recognized at the landing (TouchPopMenu by Mathias Lipowski, and many others).
final class TouchDown: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { if state == .possible { state = .recognized } }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = .failed }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
}

/// Follows the finger from its landing, without a look at the state (warpinator-iOS by William Millington).
class OnTouch: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { state = .began }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = .changed }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .ended }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .cancelled }
}

/// The same with `possible` in the reset, and with a method for others (YYKit by ibireme).
final class OnTouchWithCancel: OnTouch {
  override func reset() { state = .possible }
  func cancelNow() { if state == .began || state == .changed { state = .cancelled } }
}

/// Begins and changes in the same method.
final class OnTouchAtOnce: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    state = .began
    state = .changed
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = .changed }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .ended }
}

/// Fails without a return and begins all the same (BEPiD-Activities by Rafael Tomaz Prado).
final class ThreeFingers: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    reset()
    if touches.count != 3 { state = .failed }
    state = .began
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if state == .failed { return }
    state = .changed
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .ended }
}

/// A pan for one axis, decided by the state that the superclass has just set (NiceDice by Roy Dawson, Signal, and many others).
final class VerticalPan: PanGestureRecognizer {
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    super.touchesMoved(touches, at: time)
    if state == .began {
      let way = velocity(in: view)
      if way.x.magnitude > way.y.magnitude { state = .cancelled }
    }
  }
}

/// A pan that begins at the landing.
final class InstantPan: PanGestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    super.touchesBegan(touches, at: time)
    state = .began
  }
}

/// A pan that notes the angle of the finger (KnobControl, a tutorial of raywenderlich.com).
final class KnobPan: PanGestureRecognizer {
  private(set) var angle = 0.0
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    super.touchesBegan(touches, at: time)
    note(touches)
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    super.touchesMoved(touches, at: time)
    note(touches)
  }
  private func note(_ touches: [Touch]) {
    guard let view, let touch = touches.first else { return }
    angle = (touch.location(in: view) - Point(x: view.bounds.size.width / 2, y: view.bounds.size.height / 2)).x
  }
}

/// Recognized by a hard press during the movement (ForceTouchGestureRecognizer by Yu Sugawara).
final class ForceTap: GestureRecognizer {
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if let force = touches.first?.force, force >= 0.9 { state = .recognized }
  }
}

/// Asks in both methods, and fails in both others (testownik by Slawomir Kurczewski).
final class ForcePress: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { judge(touches) }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { judge(touches) }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }
  private func judge(_ touches: [Touch]) {
    guard let force = touches.first?.force, force != 0 else { return }
    if force >= 0.7 { state = .recognized }
  }
}

/// Begins and ends with the force (DeepPressGestureRecognizer by Simon Gladman).
final class DeepPress: GestureRecognizer {
  private var isPressed = false
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { judge(touches) }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { judge(touches) }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    state = isPressed ? .ended : .failed
    isPressed = false
  }
  private func judge(_ touches: [Touch]) {
    guard let force = touches.first?.force else { return }
    if !isPressed && force >= 0.75 {
      state = .began
      isPressed = true
    } else if isPressed && force < 0.75 {
      state = .ended
      isPressed = false
    }
  }
}

/// A knob for one finger (SingleTouchRotationGestureRecognizer by Chris Gulley).
final class SingleTouchRotation: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { if numberOfTouches > 1 { state = .failed } }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = state == .possible ? .began : .changed }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    state = state == .began || state == .changed ? .ended : .failed
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .cancelled }
}

/// The same, which fails where it should cancel (Sailbot by Jens Utbult).
final class OneFingerRotation: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { if numberOfTouches > 1 { state = .failed } }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = state == .possible ? .began : .changed }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = state == .changed ? .ended : .failed }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }
}

/// A tap that a timer outside of the engine fails (minesweeper-1980 by Ronald Shaker, and many others).
final class ShortTap: TapGestureRecognizer {
  func timeIsUp() { if state != .recognized { state = .failed } }
}

/// Begins at once and decides at the lift (MatchItUp, a tutorial of raywenderlich.com).
final class Circle: GestureRecognizer {
  private var places: [Point] = []
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouches != 1 { state = .failed }
    state = .began
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if state == .failed { return }
    places += touches.map { $0.location(in: nil) }
    state = .changed
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = places.count > 3 ? .ended : .failed }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .cancelled }
  override func reset() {
    places = []
    state = .possible
  }
}

/// A mark of two strokes, with one tracked touch (Apple's article on discrete recognizers).
final class Checkmark: GestureRecognizer {
  private var tracked: Touch?
  private var isRising = false
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if touches.count != 1 { state = .failed }
    if tracked == nil { tracked = touches.first } else { touches.filter { $0 != tracked }.forEach { ignore($0) } }
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let tracked, touches.first == tracked else { return state = .failed }
    let (old, new) = (tracked.previousLocation, tracked.location)
    if new.x < old.x { return state = .failed }
    if new.y < old.y { isRising = true } else if isRising { state = .failed }
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    state = state == .possible && isRising ? .recognized : .failed
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    tracked = nil
    state = .cancelled
  }
  override func reset() {
    tracked = nil
    isRising = false
  }
}

/// Records a stroke and changes only once it has begun (Apple's sample for drawing applications).
final class StrokeRecorder: GestureRecognizer {
  private(set) var places: [Point] = []
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    add(touches)
    state = .began
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    add(touches)
    if state == .began { state = .changed }
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    add(touches)
    state = .ended
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }
  private func add(_ touches: [Touch]) { places += touches.map { $0.location(in: view) } }
}

/// Turns that are counted, with a reset of its own at the lift (MoPub's recognizer of a zigzag).
final class Zigzag: GestureRecognizer {
  private var (turns, sign) = (0, 0.0)
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) { if numberOfTouches != 1 { state = .failed } }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if state == .failed { return }
    guard let touch = touches.first else { return }
    let way = touch.location.x - touch.previousLocation.x
    if way * sign < 0 { turns += 1 }
    sign = way
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if turns >= 2 && state == .possible { state = .recognized } else { state = .failed }
    reset()
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { reset() }
  override func reset() {
    (turns, sign) = (0, 0)
    if state == .possible { state = .failed }
  }
}

/// Keeps a place for each of its touches in a dictionary (a touch table's recognizer by JABT).
final class Pages: GestureRecognizer {
  private(set) var places: [Touch: Point] = [:]
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    for touch in touches { places[touch] = touch.location(in: view) }
    state = .possible
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    for touch in touches where places[touch] != nil { places[touch] = touch.location(in: view) }
    state = state == .possible ? .began : .changed
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    for touch in touches { places[touch] = nil }
    if places.isEmpty { state = state == .possible ? .failed : .ended }
  }
  override func reset() { places = [:] }
}

/// Fails twice, and sets another state at the end of the method.
final class FailsTwice: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if touches.count == 1 { state = .failed }
    if numberOfTouches < 2 { state = .failed }
    state = .ended
  }
}
