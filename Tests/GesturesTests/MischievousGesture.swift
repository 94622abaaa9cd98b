@testable import Gestures

/// A recognizer that makes mischief in each of its methods. It takes touches, presses, commands and motion.
final class MischievousGesture: GestureRecognizer {
  private weak var world: MischiefWorld?
  private var samples = 0
  /// Whether a gesture that it could prevent is prevented, and so on, at random.
  private func chance(_ part: Double) -> Bool { world?.random.chance(part) ?? false }

  init(_ world: MischiefWorld) {
    self.world = world
    super.init(name: "own")
  }

  deinit { world?.tempt(.gestureEnd) }

  private func tempt(_ callback: MischiefCallback) { world?.tempt(callback, of: self) }

  /// Asks for a state if the transition is legal.
  private func ask(for new: State) {
    let isLegal =
      switch (state, new) {
      case (.possible, .began), (.possible, .ended): engine != nil
      case (.possible, .failed), (.began, .changed), (.began, .ended), (.began, .cancelled): true
      case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
      default: false
      }
    if isLegal { state = new }
  }

  private func finish(_ wanted: State) {
    if numberOfTouches == 0 && attempt.presses.isEmpty { ask(for: state == .possible ? .failed : wanted) }
  }

  // MARK: Touches

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    deadline = time + 300_000
    world?.keep(touches)
    tempt(.gestureTouchesBegan)
  }
  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    tempt(.gestureTouchesMoved)
    if state == .possible, touches.contains(where: { $0.displacement.length > 8 }) { ask(for: .began) }
    ask(for: .changed)
  }
  override func touchesPressed(_ touches: [Touch], at time: Timestamp) {
    tempt(.gestureTouchesPressed)
    ask(for: .changed)
  }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    tempt(.gestureTouchesEnded)
    // Now and then it waits for a second touch.
    if state == .possible, chance(0.3) { deadline = time + 200_000 } else { finish(.ended) }
  }
  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    tempt(.gestureTouchesCancelled)
    finish(.cancelled)
  }

  // MARK: Other events

  override func pressesBegan(_ presses: [Press], at time: Timestamp) {
    deadline = time + 300_000
    tempt(.gesturePressesBegan)
  }
  override func pressesChanged(_ presses: [Press], at time: Timestamp) {
    tempt(.gesturePressesChanged)
    ask(for: .began)
  }
  override func pressesEnded(_ presses: [Press], at time: Timestamp) {
    tempt(.gesturePressesEnded)
    ask(for: .ended)
  }
  override func pressesCancelled(_ presses: [Press], at time: Timestamp) {
    tempt(.gesturePressesCancelled)
    finish(.cancelled)
  }
  override func remoteControlReceived(_ command: RemoteCommand) {
    deadline = command.time + 300_000
    tempt(.gestureCommand)
    if chance(0.5) { ask(for: .ended) }
  }
  override func deviceMoved(_ motion: DeviceMotion) {
    deadline = motion.time + 300_000
    tempt(.gestureDeviceMoved)
    samples += 1
    if samples == 3 { ask(for: .began) }
    if samples == 20 { ask(for: .ended) }
  }
  override func motionCancelled(at time: Timestamp) {
    tempt(.gestureMotionCancelled)
    finish(.cancelled)
  }

  // MARK: The attempt

  override func deadlinePassed(at time: Timestamp) {
    tempt(.gestureDeadline)
    ask(for: .failed)
  }
  override func didBegin(at time: Timestamp) { tempt(.gestureDidBegin) }
  override func reset() {
    tempt(.gestureReset)
    samples = 0
  }
  override var values: GestureValues {
    tempt(.gestureValues)
    return super.values
  }
  override func location(in view: View?) -> Point {
    tempt(.gestureLocation)
    return super.location(in: view)
  }

  // MARK: Questions

  override func shouldReceive(_ touch: Touch) -> Bool {
    tempt(.gestureShouldReceiveTouch)
    return true
  }
  override func shouldReceive(_ press: Press) -> Bool {
    tempt(.gestureShouldReceivePress)
    return true
  }
  override func shouldReceive(_ command: RemoteCommand) -> Bool {
    tempt(.gestureShouldReceiveCommand)
    return true
  }
  override var followsMotion: Bool {
    tempt(.gestureFollowsMotion)
    return true
  }
  override func shouldReceive(_ motion: DeviceMotion) -> Bool {
    tempt(.gestureShouldReceiveMotion)
    return chance(0.3)
  }
  override func canContinue(with touch: Touch, at time: Timestamp) -> Bool {
    tempt(.gestureCanContinue)
    return chance(0.5)
  }
  override func shouldBegin() -> Bool {
    tempt(.gestureShouldBegin)
    return true
  }
  override func canPrevent(_ other: GestureRecognizer) -> Bool {
    world?.tempt(.gestureCanPrevent, of: other)
    return super.canPrevent(other)
  }
  override func canBePrevented(by other: GestureRecognizer) -> Bool {
    world?.tempt(.gestureCanBePrevented, of: other)
    return super.canBePrevented(by: other)
  }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
    world?.tempt(.gestureRequiresFailure, of: other)
    return chance(0.05)
  }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
    world?.tempt(.gestureIsRequiredToFail, of: other)
    return chance(0.05)
  }
}

/// A pan that makes mischief where a pan calls itself, such as while it goes on after its lift.
final class MischievousPan: PanGestureRecognizer {
  private weak var world: MischiefWorld?

  init(_ world: MischiefWorld) {
    self.world = world
    super.init(name: "own pan")
  }

  deinit { world?.tempt(.gestureEnd) }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    super.touchesEnded(touches, at: time)
    world?.tempt(.gestureTouchesEnded, of: self)
  }
  override func deadlinePassed(at time: Timestamp) {
    world?.tempt(.gestureDeadline, of: self)
    // A subclass that has ended the pan itself must not have it go on.
    if state.isActive { super.deadlinePassed(at: time) }
    world?.tempt(.gestureDeadline, of: self)
  }
  override func didBegin(at time: Timestamp) {
    super.didBegin(at: time)
    world?.tempt(.gestureDidBegin, of: self)
  }
  override func location(in view: View?) -> Point {
    world?.tempt(.gestureLocation, of: self)
    return super.location(in: view)
  }
  override var values: GestureValues {
    world?.tempt(.gestureValues, of: self)
    return super.values
  }
  override func reset() {
    super.reset()
    world?.tempt(.gestureReset, of: self)
  }
}
