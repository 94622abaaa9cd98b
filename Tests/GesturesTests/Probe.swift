import Gestures

/// A recognizer whose behaviour a test supplies in closures.
final class Probe: GestureRecognizer {
  var log: [String] = []
  var began: (Probe, [Touch]) -> Void = { _, _ in }
  var moved: (Probe, [Touch]) -> Void = { _, _ in }
  var lifted: (Probe, [Touch]) -> Void = { probe, _ in probe.endIfItBegan() }
  var passed: (Probe) -> Void = { _ in }
  var hasBegun: (Probe) -> Void = { _ in }
  var receives: (Touch) -> Bool = { _ in true }
  var begins: () -> Bool = { true }
  var prevents: (GestureRecognizer) -> Bool = { _ in true }
  var isPrevented: (GestureRecognizer) -> Bool = { _ in true }
  var requiresFailure: (GestureRecognizer) -> Bool = { _ in false }
  var isRequiredToFail: (GestureRecognizer) -> Bool = { _ in false }

  private func endIfItBegan() {
    guard numberOfTouches == 0 else { return }
    state = state == .possible ? .failed : .ended
  }

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    log.append("began \(touches.count)")
    began(self, touches)
  }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    log.append("moved \(touches.count)")
    moved(self, touches)
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    log.append("ended \(touches.count)")
    lifted(self, touches)
  }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    log.append("cancelled \(touches.count)")
    if numberOfTouches == 0 { state = state == .possible ? .failed : .cancelled }
  }

  override func deadlinePassed(at time: Timestamp) {
    log.append("deadline")
    passed(self)
  }

  override func didBegin(at time: Timestamp) { hasBegun(self) }
  override func reset() { log.append("reset") }
  override func shouldReceive(_ touch: Touch) -> Bool { receives(touch) }
  override func shouldBegin() -> Bool { begins() }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { super.canPrevent(other) && prevents(other) }
  override func canBePrevented(by other: GestureRecognizer) -> Bool {
    super.canBePrevented(by: other) && isPrevented(other)
  }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { requiresFailure(other) }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { isRequiredToFail(other) }
}

/// A delegate whose answers a test supplies in closures.
final class Answers: GestureRecognizerDelegate {
  var begins: (GestureRecognizer) -> Bool = { _ in true }
  var receives: (GestureRecognizer, Touch) -> Bool = { _, _ in true }
  var simultaneous: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
  var requiresFailure: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }
  var isRequiredToFail: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins(recognizer) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    receives(recognizer, touch)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { simultaneous(recognizer, other) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    requiresFailure(recognizer, other)
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    isRequiredToFail(recognizer, other)
  }
}

/// Makes a recognizer for a picture: with a name, and otherwise with defaults. The next functions do the same.
func makeTap(_ name: String = "tap", taps: Int = 1, touches: Int = 1) -> TapGestureRecognizer {
  let tap = TapGestureRecognizer(name: name)
  tap.numberOfTapsRequired = taps
  tap.numberOfTouchesRequired = touches
  return tap
}

func makePress(_ name: String = "press", touches: Int = 1, taps: Int = 0) -> LongPressGestureRecognizer {
  let press = LongPressGestureRecognizer(name: name)
  press.numberOfTouchesRequired = touches
  press.numberOfTapsRequired = taps
  return press
}

func makePan(_ name: String = "pan", touches: ClosedRange<Int> = 1...Int.max) -> PanGestureRecognizer {
  let pan = PanGestureRecognizer(name: name)
  pan.minimumNumberOfTouches = touches.lowerBound
  pan.maximumNumberOfTouches = touches.upperBound
  return pan
}

func makeSwipe(_ name: String = "swipe", _ direction: Set<SwipeDirection> = [.right]) -> SwipeGestureRecognizer {
  let swipe = SwipeGestureRecognizer(name: name)
  swipe.direction = direction
  return swipe
}

extension View {
  /// Adds a subview, in millimetres of this view.
  func add(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> View {
    let view = View(name: name, frame: Rect(x: x, y: y, width: width, height: height))
    addSubview(view)
    return view
  }
}
