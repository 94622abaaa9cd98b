import Gestures
import Testing

/// What responders were called with, in order.
private final class Log {
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
  /// Returns the lines since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A program's view as in UIKit: it logs what it receives, and passes it on.
private final class LoggingView: View {
  let log: Log
  var canBecome = true
  var canResign = true
  /// Called when the view has resigned.
  var resigned: () -> Void = {}

  init(_ name: String, _ log: Log, in parent: View? = nil) {
    self.log = log
    super.init(name: name, frame: Rect(x: 0, y: 0, width: 300, height: 100))
    parent?.addSubview(self)
  }

  override var canBecomeFirstResponder: Bool { canBecome }
  override var canResignFirstResponder: Bool { canResign }

  @discardableResult override func becomeFirstResponder() -> Bool {
    log.add("\(name) becomes")
    return super.becomeFirstResponder()
  }

  @discardableResult override func resignFirstResponder() -> Bool {
    log.add("\(name) resigns")
    defer { resigned() }
    return super.resignFirstResponder()
  }

  override func motionBegan(_ motion: MotionKind, with event: MotionEvent?) {
    log.add("\(name) \(motion.name) began")
    if let event { super.motionBegan(motion, with: event) }
  }

  override func motionEnded(_ motion: MotionKind, with event: MotionEvent?) {
    log.add("\(name) \(motion.name) ended")
    if let event { super.motionEnded(motion, with: event) }
  }

  override func motionCancelled(_ motion: MotionKind, with event: MotionEvent?) {
    log.add("\(name) \(motion.name) cancelled")
    if let event { super.motionCancelled(motion, with: event) }
  }

  override func remoteControlReceived(with command: RemoteCommand) {
    log.add("\(name) \(command.subtype)")
    super.remoteControlReceived(with: command)
  }

  private func add(_ phase: String, _ presses: [Press]) {
    log.add("\(name) \(phase) \(presses.map { "\($0.code)" }.joined(separator: "+"))")
  }

  override func pressesBegan(_ presses: [Press]) { add("began", presses) }
  override func pressesChanged(_ presses: [Press]) { add("changed", presses) }
  override func pressesEnded(_ presses: [Press]) { add("ended", presses) }
  override func pressesCancelled(_ presses: [Press]) { add("cancelled", presses) }
}

/// A responder that is not a view, such as a controller above the views.
private final class Controller: Responder {
  let log: Log
  let view: View
  init(_ log: Log, before view: View) {
    self.log = log
    self.view = view
  }
  override var next: Responder? { view }
  override var canBecomeFirstResponder: Bool { true }
  override func remoteControlReceived(with command: RemoteCommand) {
    log.add("controller \(command.subtype)")
    super.remoteControlReceived(with: command)
  }
}

extension MotionSample {
  fileprivate init(_ milliseconds: Double, _ x: Double, _ y: Double = 0, _ z: Double = 9.81) {
    self.init(time: .at(milliseconds), acceleration: Acceleration(x: x, y: y, z: z))
  }
}

extension GestureEngine {
  fileprivate func press(_ time: Double, _ phase: Press.Phase, _ codes: UInt16...) {
    _ = handle(presses: codes.map { Press(code: $0, phase: phase, time: .at(time)) })
  }

  /// Rests for 100 ms, then makes strokes of 100 ms to and fro; returns the time after the last one.
  @discardableResult
  fileprivate func shake(from start: Double, strokes: Int, force: Double = 20) -> Double {
    for step in 0..<10 { _ = handle(sample: MotionSample(start + 10 * Double(step), 0)) }
    for step in 0..<(10 * strokes) {
      let sign = step / 10 % 2 == 0 ? 1.0 : -1.0
      _ = handle(sample: MotionSample(start + 100 + 10 * Double(step), sign * force))
    }
    return start + 100 + 100 * Double(strokes)
  }

  fileprivate func rest(from start: Double, to end: Double) {
    for time in stride(from: start, to: end, by: 10) { _ = handle(sample: MotionSample(time, 0)) }
  }
}

@Suite("First responder")
struct FirstResponderTests {
  private let log = Log()
  private let root: LoggingView
  private let page: LoggingView
  private let field: LoggingView
  private let engine: GestureEngine

  init() {
    root = LoggingView("root", log)
    page = LoggingView("page", log, in: root)
    field = LoggingView("field", log, in: page)
    engine = GestureEngine(root: root)
  }

  @Test func `The six methods of a UIKit program are called in the chain's order (FR-1)`() {
    #expect(field.becomeFirstResponder())
    let end = engine.shake(from: 0, strokes: 4)
    engine.rest(from: end, to: end + 600)
    _ = engine.handle(command: RemoteCommand(.togglePlayPause, time: .at(2000)))
    #expect(field.resignFirstResponder())
    #expect(
      log.take() == [
        "field becomes",
        "field shake began", "page shake began", "root shake began",
        "field shake ended", "page shake ended", "root shake ended",
        "field togglePlayPause", "page togglePlayPause", "root togglePlayPause",
        "field resigns",
      ])
    field.becomeFirstResponder()
    engine.shake(from: 3000, strokes: 4)
    _ = engine.cancelMotion(at: .at(4000))
    #expect(
      log.take().suffix(3) == ["field shake cancelled", "page shake cancelled", "root shake cancelled"])
  }

  @Test func `The root is the first responder until another one becomes it (FR-1)`() {
    #expect(engine.firstResponder === root && root.isFirstResponder && !page.isFirstResponder)
    _ = engine.handle(command: RemoteCommand(.play, time: .at(0)))
    #expect(log.take() == ["root play"])
    #expect(page.becomeFirstResponder())
    #expect(engine.firstResponder === page && page.isFirstResponder && !root.isFirstResponder)
    #expect(page.resignFirstResponder())
    #expect(engine.firstResponder === root)
    #expect(!root.resignFirstResponder(), "nothing else can be the first responder")
  }

  @Test func `A responder becomes the first one if it may, and the present one resigns (FR-2)`() {
    page.canBecome = false
    #expect(!page.becomeFirstResponder() && engine.firstResponder === root)
    #expect(field.becomeFirstResponder() && field.becomeFirstResponder())
    page.canBecome = true
    field.canResign = false
    _ = log.take()
    #expect(!page.becomeFirstResponder() && field.isFirstResponder)
    #expect(!field.resignFirstResponder() && field.isFirstResponder)
    field.canResign = true
    #expect(page.becomeFirstResponder() && page.isFirstResponder)
    #expect(
      log.take() == ["page becomes", "field resigns", "field resigns", "page becomes", "field resigns"])
  }

  @Test func `Another one that became it while the first one resigned stays (FR-2)`() {
    field.becomeFirstResponder()
    field.resigned = { [unowned root] in root.becomeFirstResponder() }
    #expect(!page.becomeFirstResponder())
    #expect(root.isFirstResponder && !page.isFirstResponder)
  }

  @Test func `A responder that is not a view finds the engine through its chain (FR-2)`() {
    let controller = Controller(log, before: page)
    #expect(controller.becomeFirstResponder() && engine.firstResponder === controller)
    _ = engine.handle(command: RemoteCommand(.nextTrack, time: .at(0)))
    #expect(log.take() == ["controller nextTrack", "page nextTrack", "root nextTrack"])
    page.removeFromSuperview()
    #expect(engine.firstResponder === root)
    #expect(!controller.becomeFirstResponder(), "its chain does not lead to a screen any more")
  }

  @Test func `A view that leaves the screen resigns, and its presses and its motion are cancelled (FR-3)`() {
    field.becomeFirstResponder()
    field.canResign = false
    engine.press(0, .began, 115, 114)
    engine.shake(from: 100, strokes: 4)
    _ = log.take()
    page.removeFromSuperview()
    #expect(
      log.take() == [
        "field resigns", "field cancelled 115+114",
        "field shake cancelled", "page shake cancelled", "root shake cancelled",
      ])
    #expect(engine.firstResponder === root && !field.isFirstResponder)
    // What was cancelled does not end, and the shake that goes on is not a new one.
    engine.press(700, .ended, 115)
    engine.shake(from: 700, strokes: 6)
    #expect(log.take() == [])
    #expect(!field.becomeFirstResponder(), "it is not on a screen")
  }

  @Test func `Nothing keeps a view alive that has left the screen (FR-3)`() {
    weak var gone: View?
    do {
      let view = LoggingView("view", log, in: root)
      gone = view
      view.becomeFirstResponder()
      engine.press(0, .began, 1)
      engine.shake(from: 0, strokes: 4)
      view.removeFromSuperview()
    }
    #expect(gone == nil)
  }

  @Test func `What has begun stays with its responder (FR-4)`() {
    field.becomeFirstResponder()
    engine.press(0, .began, 1)
    engine.shake(from: 0, strokes: 4)
    page.becomeFirstResponder()
    _ = log.take()
    engine.press(600, .ended, 1)
    engine.press(600, .began, 1)
    engine.rest(from: 600, to: 1200)
    #expect(
      log.take() == ["field ended 1", "page began 1", "field shake ended", "page shake ended", "root shake ended"])
  }

  @Test func `A press begins once and ends once, and presses of one time come together (PRE-1)`() {
    engine.press(0, .ended, 5)
    engine.press(1, .changed, 5)
    engine.press(2, .cancelled, 5)
    engine.press(3, .began, 5, 6)
    engine.press(4, .began, 5)
    engine.press(5, .changed, 5)
    _ = engine.handle(presses: [
      Press(code: 5, phase: .ended, time: .at(6)), Press(code: 6, phase: .ended, time: .at(6)),
      Press(code: 5, phase: .began, time: .at(6)),
    ])
    _ = engine.cancelPresses(at: .at(7))
    _ = engine.cancelPresses(at: .at(8))
    #expect(
      log.take() == ["root began 5+6", "root changed 5", "root ended 5+6", "root began 5", "root cancelled 5"])
    for code in 0..<1000 { engine.press(10, .began, UInt16(code)) }
    #expect(log.take().count == 768)
    _ = engine.cancelPresses(at: .at(11))
    #expect(log.take().count == 1)
  }

  @Test func `The force of a press is from 0 to 1`() {
    let forces = [0.5, 2, -1, .nan, .infinity].map { Press(code: 1, phase: .began, time: .at(0), force: $0).force }
    #expect(forces == [0.5, 1, 0, 0, 1])
  }

  @Test func `Deadlines before an event fire first, and changes that responders make are settled`() {
    final class Disabling: View {
      var press: GestureRecognizer?
      override func pressesBegan(_ presses: [Press]) { press?.isEnabled = false }
    }
    let press = LongPressGestureRecognizer(name: "press")
    let view = Disabling(frame: Rect(x: 0, y: 0, width: 300, height: 100))
    view.press = press
    view.addGestureRecognizer(press)
    let engine = GestureEngine(root: view)
    let contact = TouchFrame.Contact(id: 1, phase: .began, location: Point(x: 10, y: 10))
    _ = engine.handle(TouchFrame(time: .at(0), contacts: [contact]))
    let events = engine.handle(presses: [Press(code: 1, phase: .began, time: .at(5000))])
    let states = events.compactMap { if case .gesture(let event) = $0 { event.state } else { nil } }
    #expect(states == [.began, .cancelled])
  }

  @Test func `Random presses, samples and touches leave nothing stuck, whatever responders do (FR-4)`() {
    for seed in 0..<300 { Mischief(seed: UInt64(seed)).run() }
  }
}

/// A world in which responders change the views and the first responder while they are called.
private final class Mischief {
  private final class Player: View {
    weak var world: Mischief?
    var down: Set<UInt16> = []
    var isMoved = false

    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: [Press]) {
      for press in presses { #expect(down.insert(press.code).inserted) }
      world?.act()
    }
    override func pressesEnded(_ presses: [Press]) {
      for press in presses { #expect(down.remove(press.code) != nil) }
      world?.act()
    }
    override func pressesCancelled(_ presses: [Press]) { pressesEnded(presses) }
    override func motionBegan(_ motion: MotionKind, with event: MotionEvent) {
      #expect(!isMoved)
      isMoved = true
      world?.act()
    }
    override func motionEnded(_ motion: MotionKind, with event: MotionEvent) {
      #expect(isMoved)
      isMoved = false
      world?.act()
    }
    override func motionCancelled(_ motion: MotionKind, with event: MotionEvent) { motionEnded(motion, with: event) }
    @discardableResult override func resignFirstResponder() -> Bool {
      world?.act()
      return super.resignFirstResponder()
    }
  }

  private var random: SplitMix64
  private var depth = 0
  private let views: [Player]
  private let engine: GestureEngine
  private let tap = TapGestureRecognizer(name: "tap")

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    views = (0..<5).map { Player(name: "\($0)", frame: Rect(x: 0, y: 0, width: 300, height: 100)) }
    engine = GestureEngine(root: views[0])
    views[0].addGestureRecognizer(tap)
    for view in views { view.world = self }
  }

  private func any(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  /// Changes the views or the first responder.
  func act() {
    guard depth < 3 else { return }
    depth += 1
    defer { depth -= 1 }
    switch any(6) {
    case 0: views[any(5)].becomeFirstResponder()
    case 1: views[any(5)].resignFirstResponder()
    case 2: views[1 + any(4)].removeFromSuperview()
    case 3:
      let child = 1 + any(4)
      views[any(child)].addSubview(views[child])
    default: break
    }
  }

  func run() {
    var time = 0.0
    var isDown = false
    var x = 0.0
    for _ in 0..<300 {
      time += Double(1 + any(40))
      switch any(4) {
      case 0: act()
      case 1:
        _ = engine.handle(
          presses: (0...any(3)).map { _ in
            Press(code: UInt16(any(4)), phase: Press.Phase.allCases[any(4)], time: .at(time))
          })
      case 2:
        let contact = TouchFrame.Contact(
          id: 1, phase: isDown ? .ended : .began, location: Point(x: Double(any(300)), y: 50))
        isDown.toggle()
        _ = engine.handle(TouchFrame(time: .at(time), contacts: [contact]))
      default:
        x = x > 0 ? -25 : 25
        _ = engine.handle(sample: MotionSample(time, any(4) == 0 ? 0 : x))
      }
    }
    _ = engine.cancelTouches(at: .at(time))
    _ = engine.cancelPresses(at: .at(time))
    _ = engine.cancelMotion(at: .at(time))
    for view in views { #expect(view.down.isEmpty && !view.isMoved) }
    // The engine works on.
    depth = 3
    for index in 1..<5 { views[index].removeFromSuperview() }
    var taps = 0
    for (phase, after) in [(Touch.Phase.began, 2000.0), (.ended, 2050)] {
      let contact = TouchFrame.Contact(id: 9, phase: phase, location: Point(x: 50, y: 50))
      for case .gesture(let event) in engine.handle(TouchFrame(time: .at(time + after), contacts: [contact]))
      where event.recognizer === tap && event.state == .recognized { taps += 1 }
    }
    #expect(taps == 1 && tap.state == .possible)
  }
}
