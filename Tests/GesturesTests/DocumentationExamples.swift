import GestureTesting
import Gestures

/// A screen of 217 mm × 136 mm with a card on it: a finger drags the card, and a tap turns it over.
final class CardTable {
  let card = View(name: "card", frame: Rect(x: 20, y: 20, width: 60, height: 40))
  private(set) var isFaceUp = false
  private let engine: GestureEngine

  init() {
    let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: 217, height: 136))
    screen.addSubview(card)
    engine = GestureEngine(root: screen)

    let pan = PanGestureRecognizer(name: "pan")
    pan.addAction { [unowned card] pan in
      card.frame.origin = card.frame.origin + pan.translation(in: nil)
      pan.setTranslation(.zero, in: nil)
    }
    card.addGestureRecognizer(pan)

    let tap = TapGestureRecognizer(name: "tap")
    tap.addAction(for: self) { table, _ in table.isFaceUp.toggle() }
    card.addGestureRecognizer(tap)
  }

  /// Processes what the panel reports.
  func handle(_ frame: TouchFrame) {
    for case .gesture(let event) in engine.handle(frame) {
      print("\(event.recognizer.name) \(event.state) at \(event.location.x), \(event.location.y) mm")
    }
  }

  /// The time at which to call `wake` if no frame comes before; `nil`: never.
  var wakeTime: Timestamp? { engine.nextDeadline }

  func wake(at time: Timestamp) { _ = engine.advance(to: time) }
}

/// Plays the frames that a program would read from a panel: a finger taps for 80 ms, then drags the card 10 mm to the right.
func playWithTheCard(on table: CardTable) {
  func frame(_ milliseconds: Int64, _ id: UInt64, _ phase: Touch.Phase, _ x: Double) -> TouchFrame {
    TouchFrame(
      time: Timestamp(microseconds: milliseconds * 1000),
      contacts: [TouchFrame.Contact(id: id, phase: phase, location: Point(x: x, y: 30))])
  }
  table.handle(frame(0, 1, .began, 40))
  table.handle(frame(80, 1, .ended, 40))
  table.handle(frame(1000, 2, .began, 40))
  table.handle(frame(1010, 2, .moved, 45))
  table.handle(frame(1020, 2, .moved, 50))
  table.handle(frame(1030, 2, .ended, 50))
}

/// What the responders were called with, in order.
final class CallLog {
  var calls: [String] = []
}

/// A note that a shake clears. It has the six methods of a UIKit program, of which each calls `super`.
final class Note: View {
  let log: CallLog
  private(set) var text = "milk"

  init(name: String, frame: Rect, log: CallLog) {
    self.log = log
    super.init(name: name, frame: frame)
  }

  override var canBecomeFirstResponder: Bool { true }

  @discardableResult override func becomeFirstResponder() -> Bool {
    log.calls.append("\(name) becomeFirstResponder")
    return super.becomeFirstResponder()
  }

  @discardableResult override func resignFirstResponder() -> Bool {
    log.calls.append("\(name) resignFirstResponder")
    return super.resignFirstResponder()
  }

  override func motionBegan(_ motion: MotionKind, with event: MotionEvent?) {
    log.calls.append("\(name) motionBegan")
    if let event { super.motionBegan(motion, with: event) }
  }

  override func motionEnded(_ motion: MotionKind, with event: MotionEvent?) {
    log.calls.append("\(name) motionEnded")
    if motion == .shake { text = "" }
    if let event { super.motionEnded(motion, with: event) }
  }

  override func motionCancelled(_ motion: MotionKind, with event: MotionEvent?) {
    log.calls.append("\(name) motionCancelled")
    if let event { super.motionCancelled(motion, with: event) }
  }

  override func remoteControlReceived(with event: RemoteCommand?) {
    log.calls.append("\(name) remoteControlReceived")
    if event?.subtype == .stop { text = "" }
    if let event { super.remoteControlReceived(with: event) }
  }
}

/// A picture frame with two buttons, a remote control and an accelerometer.
final class PictureFrame: View {
  private(set) var picture = 0
  private(set) var isPaused = false

  override var canBecomeFirstResponder: Bool { true }

  override func pressesBegan(_ presses: [Press]) {
    for press in presses {
      switch press.code {
      case 115: picture += 1  // KEY_VOLUMEUP
      case 114: picture -= 1  // KEY_VOLUMEDOWN
      default: super.pressesBegan([press])
      }
    }
  }

  override func remoteControlReceived(with command: RemoteCommand) {
    switch command.subtype {
    case .nextTrack: picture += 1
    case .previousTrack: picture -= 1
    case .togglePlayPause: isPaused.toggle()
    default: super.remoteControlReceived(with: command)
    }
  }

  override func motionEnded(_ motion: MotionKind, with event: MotionEvent) {
    if motion == .shake { picture = Int.random(in: 0..<100) }
  }
}

enum PictureFrameDevices {
  static func play(on engine: GestureEngine, at time: Timestamp) {
    _ = engine.handle(presses: [Press(code: 115, phase: .began, time: time)])
    _ = engine.handle(presses: [Press(code: 115, phase: .ended, time: time + 80_000)])
    _ = engine.handle(command: RemoteCommand(.togglePlayPause, time: time + 500_000))
  }

  static func measure(on engine: GestureEngine, at time: Timestamp) {
    _ = engine.handle(sample: MotionSample(time: time, acceleration: Acceleration(x: 0.2, y: -0.1, z: 9.8)))
  }
}

/// The gestures of a headset's button.
func headset() -> [PressGestureRecognizer] {
  let button: UInt16 = 226  // KEY_MEDIA
  let play = PressGestureRecognizer(name: "play", code: button)
  let next = PressGestureRecognizer(name: "next", code: button)
  next.numberOfPressesRequired = 2
  let previous = PressGestureRecognizer(name: "previous", code: button)
  previous.numberOfPressesRequired = 3
  let seek = PressGestureRecognizer(name: "seek", code: button)
  seek.minimumPressDuration = .milliseconds(500)
  play.require(toFail: next)
  next.require(toFail: previous)
  return [play, next, previous, seek]
}

/// Recognizes a press of a key while two fingers are on the view.
final class KeyWithTwoFingers: GestureRecognizer {
  let code: UInt16

  init(code: UInt16) {
    self.code = code
    super.init(name: "key with two fingers")
  }

  override func shouldReceive(_ press: Press) -> Bool { press.code == code && numberOfTouches == 2 }
  override func pressesBegan(_ presses: [Press], at time: Timestamp) { state = .recognized }
  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
}

/// Two classic tickles, as parameters of the library's recognizer.
enum ClassicTickles {
  static let millimetresPerPoint = 25.4 / 163

  /// Strokes of 25 pt, recognized when the count is greater than 2. These are the defaults.
  static func moreThanTwo() -> TickleGestureRecognizer {
    let tickle = TickleGestureRecognizer(name: "tickle")
    tickle.numberOfStrokesRequired = 3
    tickle.strokeDistance = 25 * millimetresPerPoint
    return tickle
  }

  /// Strokes of 20 pt, recognized when the count is at least 3.
  static func atLeastThree() -> TickleGestureRecognizer {
    let tickle = TickleGestureRecognizer(name: "tickle")
    tickle.numberOfStrokesRequired = 3
    tickle.strokeDistance = 20 * millimetresPerPoint
    return tickle
  }
}

/// Recognizes a knock with two fingers: one rests, and another one taps beside it.
///
///     no finger ──► resting ──► knocking ──► resting, one knock ──► … ──► recognized
///                                  │ 200 ms         │ 350 ms
///                                  └────► failed ◄──┘
final class FingerKnockGestureRecognizer: GestureRecognizer {
  /// The number of knocks, 1 or more.
  var numberOfKnocksRequired = 2
  /// The longest time that the knocking finger may stay, in microseconds.
  var longestKnock: Int64 = 200_000
  /// The longest time from a lift to the next landing, in microseconds.
  var longestPause: Int64 = 350_000
  /// The largest distance of either finger from where it landed, in millimetres.
  var allowableMovement = 3.0

  private var resting: Touch?
  private var knocking: Touch?
  private var knocks = 0

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    for touch in touches {
      switch (resting, knocking) {
      case (nil, _): resting = touch
      case (_, nil):
        knocking = touch
        deadline = time + longestKnock
      default: state = .failed
      }
    }
  }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if touches.contains(where: { $0.location.distance(to: $0.initialLocation) > allowableMovement }) {
      state = .failed
    }
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    guard touches.allSatisfy({ $0 === knocking }) else {
      state = .failed
      return
    }
    knocking = nil
    knocks += 1
    if knocks == numberOfKnocksRequired {
      state = .recognized
    } else {
      deadline = time + longestPause
    }
  }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }

  override func deadlinePassed(at time: Timestamp) { state = .failed }

  override func reset() {
    resting = nil
    knocking = nil
    knocks = 0
  }
}

/// Tests of the knock, as the article writes them.
///
/// - Returns: the lines of a press.
func checkKnock() throws -> [String] {
  try Picture(
    """
    1      .a--------.
    2      ...C.C....
    knock  .....R....
    """
  ).check(FingerKnockGestureRecognizer(name: "knock"))
  let events = try Hand("press for 1s").play(to: FingerKnockGestureRecognizer(name: "knock"))
  return events.lines
}

/// Recognizes a finger that pulls a view down, as to refresh a list.
final class PullGestureRecognizer: GestureRecognizer {
  /// The way after which the pull begins, and which a finger may go sideways until then, in millimetres.
  var slop = 2.0
  /// The way of a whole pull, from where it begins, in millimetres.
  var wholeWay = 20.0
  /// How much of a whole pull was made, from 0 to 1.
  private(set) var progress = 0.0

  override func shouldReceive(_ touch: Touch) -> Bool { numberOfTouches == 0 }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    let way = touch.location - touch.initialLocation
    progress = min(max((way.y - slop) / wholeWay, 0), 1)
    if state != .possible {
      state = .changed
    } else if way.x.magnitude > slop {
      state = .failed
    } else if progress > 0 {
      state = .began
    }
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = state == .possible ? .failed : .ended }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .cancelled }

  override func reset() { progress = 0 }
}

/// The recognizers of the article about arbitration, added in this order.
func recognizersOfACard() -> [GestureRecognizer] {
  let pan = PanGestureRecognizer(name: "pan")
  let tap = TapGestureRecognizer(name: "tap")
  let doubleTap = TapGestureRecognizer(name: "double")
  doubleTap.numberOfTapsRequired = 2
  tap.require(toFail: doubleTap)
  return [pan, tap, doubleTap]
}

/// The example of the article about learned shapes.
func makeSign(from drawn: [[StrokePoint]]) throws -> StrokeGestureRecognizer {
  let sign = StrokeGestureRecognizer(name: "sign")
  sign.templates = [
    try StrokeTemplate(
      name: "hook",
      examples: [
        [[Point(x: 20, y: 10), Point(x: 20, y: 40), Point(x: 40, y: 40), Point(x: 40, y: 30)]],
        [[Point(x: 20, y: 10), Point(x: 21, y: 38), Point(x: 39, y: 41), Point(x: 41, y: 29)]],
      ]),
    try StrokeTemplate(name: "own", examples: [drawn.map { $0.map(\.location) }]),
  ]
  sign.addAction { sign in
    guard let match = sign.match else { return }
    print("\(match.template) \(match.score), then \(match.runnerUp ?? "none")")
  }
  return sign
}

/// The snippets of the article about the recognizers, on one view.
///
/// - Parameter log: what the actions say.
func makeOneOfEach(on view: View, log: @escaping (String) -> Void) {
  let doubleTap = TapGestureRecognizer(name: "double tap")
  doubleTap.numberOfTapsRequired = 2
  doubleTap.addAction { tap in log("zoom at \(tap.location(in: tap.view))") }
  let tap = TapGestureRecognizer(name: "tap")
  tap.require(toFail: doubleTap)
  tap.addAction { tap in log("select at \(tap.location(ofTouch: 0, in: tap.view)!)") }

  let press = LongPressGestureRecognizer(name: "press")
  press.minimumPressDuration = .milliseconds(400)
  press.addAction { press in
    switch press.state {
    case .began: log("lift the card")
    case .changed: log("carry it to \(press.location(in: press.view?.superview))")
    default: log("drop it")
    }
  }

  let pan = PanGestureRecognizer(name: "pan")
  pan.axis = .horizontal
  pan.maximumNumberOfTouches = 1
  pan.addAction { pan in
    pan.view?.center += pan.translation(in: pan.view?.superview)
    pan.setTranslation(.zero, in: pan.view?.superview)
    if pan.state == .ended { log("thrown with \(pan.velocity(in: nil).x) mm/s") }
  }

  let edgePan = ScreenEdgePanGestureRecognizer(name: "edge")
  edgePan.edges = .left
  pan.require(toFail: edgePan)
  edgePan.addAction { edgePan in log("drawer at \(edgePan.translation(in: nil).x) mm") }

  let swipe = SwipeGestureRecognizer(name: "swipe")
  swipe.direction = [.left, .right]
  swipe.numberOfTouchesRequired = 2
  swipe.addAction { swipe in log(swipe.recognizedDirection == .left ? "next" : "back") }

  let pinch = PinchGestureRecognizer(name: "pinch")
  pinch.addAction { pinch in
    guard let view = pinch.view else { return }
    view.transform = view.transform.scaledBy(x: pinch.scale, y: pinch.scale)
    pinch.scale = 1
  }
  let rotation = RotationGestureRecognizer(name: "rotation")
  rotation.simultaneousRecognizers = .some([pinch])
  rotation.addAction { rotation in
    guard let view = rotation.view else { return }
    view.transform = view.transform.rotated(by: rotation.rotation)
    rotation.rotation = 0
  }

  let hold = TransformGestureRecognizer(name: "hold")
  hold.scaleLimits = 0.5...4
  hold.hasMomentum = true
  hold.addAction { hold in hold.moveView() }

  let tickle = TickleGestureRecognizer(name: "tickle")
  tickle.addAction { _ in log("hehe") }
  let (first, second) = (TapGestureRecognizer(name: "top left"), TapGestureRecognizer(name: "bottom right"))
  first.startingPlaces = RimPlaces(corners: [.topLeft])
  second.startingPlaces = RimPlaces(corners: [.bottomRight])
  let sequence = SequenceGestureRecognizer(name: "way out")
  sequence.steps = [[first], [second]]
  sequence.addAction { _ in log("leave the kiosk") }

  let key = PressGestureRecognizer(name: "volume key", code: 115)
  key.minimumPressDuration = .milliseconds(500)
  key.addAction { key in log("held for \(key.duration)") }
  let remote = RemoteCommandGestureRecognizer(name: "remote")
  remote.commands = [.play, .pause]
  remote.addAction { _, event in
    if case .remote(let command) = event.values { log("command \(command.rawValue)") }
  }
  let shake = ShakeGestureRecognizer(name: "shake")
  shake.shake.strokes = 3
  shake.addAction { shake in if shake.state == .began { log("undo") } }
  let knock = KnockGestureRecognizer(name: "knock")
  knock.numberOfKnocksRequired = 2
  knock.addAction { _ in log("come in") }
  let turn = TurnGestureRecognizer(name: "turn")
  turn.addAction { turn in log("now \(turn.orientation?.rawValue ?? "unknown")") }

  for recognizer in [
    doubleTap, tap, press, pan, edgePan, swipe, pinch, rotation, tickle, first, second, sequence, key, remote, shake,
    knock,
    turn,
  ] as [GestureRecognizer] {
    view.addGestureRecognizer(recognizer)
  }
}

final class PageTurner {
  private let swipe = SwipeGestureRecognizer(name: "page")
  private(set) var page = 1

  init(on view: View) {
    swipe.direction = .left
    swipe.addTarget(self, action: { $0.turnPage })
    view.addGestureRecognizer(swipe)
  }

  func turnPage(_ swipe: SwipeGestureRecognizer) { page += swipe.numberOfTouches }
}

/// The example of `GestureValues`.
func report(_ event: GestureEvent, log: (String) -> Void) {
  switch event.values {
  case .pan(let translation, _): log("moved by \(translation.length) mm")
  case .pinch(let scale, _): log("scaled by \(scale)")
  default: break
  }
}

/// The delegate of the article about delegates and views: it decides what the classes of a drawing's gestures leave open.
final class DrawingDelegate: GestureRecognizerDelegate {
  let toolbar: View

  init(toolbar: View) { self.toolbar = toolbar }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard let pan = recognizer as? PanGestureRecognizer else { return true }
    let translation = pan.translation(in: pan.view)
    return translation.x.magnitude > translation.y.magnitude
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    touch.view?.isDescendant(of: toolbar) != true
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
    recognizer.view?.isHidden == false
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    recognizer is PinchGestureRecognizer && other is RotationGestureRecognizer
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    recognizer is LongPressGestureRecognizer && other is TapGestureRecognizer
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    recognizer is SwipeGestureRecognizer && other is PanGestureRecognizer
  }
}

/// A round button: its corners are not part of it.
final class RoundButton: View {
  override func point(inside point: Point) -> Bool {
    point.distance(to: Point(x: bounds.midX, y: bounds.midY)) <= bounds.width / 2
  }
}

/// A layer that holds buttons, and lets touches beside them through to the views behind it.
final class ButtonLayer: View {
  override func hitTest(_ point: Point) -> View? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }
}

/// A canvas that draws with each finger.
final class Canvas: View {
  private(set) var lines: [UInt64: [Point]] = [:]

  override init(name: String, frame: Rect) {
    super.init(name: name, frame: frame)
    isMultipleTouchEnabled = true
  }

  override func touchesBegan(_ touches: [Touch]) { touchesMoved(touches) }

  override func touchesMoved(_ touches: [Touch]) {
    for touch in touches { lines[touch.id, default: []].append(touch.location(in: self)) }
  }

  // A gesture took the touches, or a palm was recognized: nothing was drawn.
  override func touchesCancelled(_ touches: [Touch]) {
    for touch in touches { lines[touch.id] = nil }
  }
}

/// The views of the article about delegates and views.
func arrangeViews(on screen: View) -> View {
  let photo = View(name: "photo", frame: Rect(x: 20, y: 20, width: 60, height: 40))
  let caption = View(name: "caption", frame: Rect(x: 0, y: 30, width: 60, height: 10))
  let veil = View(name: "veil", frame: screen.bounds)
  photo.addSubview(caption)
  screen.addSubview(photo)
  screen.addSubview(veil)

  veil.alpha = 0.01
  caption.isUserInteractionEnabled = false

  photo.center = Point(x: 60, y: 50)
  photo.transform = photo.transform.rotated(by: .pi / 2).scaledBy(x: 1.5, y: 1.5)
  let corner = photo.convert(Point(x: 0, y: 0), to: screen)

  let dial = View(name: "dial", frame: Rect(origin: corner, size: Size(width: 20, height: 20)))
  dial.isExclusiveTouch = true
  screen.insertSubview(dial, belowSubview: photo)
  screen.bringSubviewToFront(dial)
  return dial
}
