import Gestures
import Testing

/// A recognizer of another module that logs the presses of some keys and does nothing else.
private class Keys: GestureRecognizer {
  var codes: Set<UInt16> = [7]
  var log: [String] = []
  private func add(_ phase: String, _ presses: [Press]) {
    log.append("\(phase) \(presses.map { "\($0.code)" }.joined(separator: "+"))")
  }
  override func shouldReceive(_ press: Press) -> Bool { codes.contains(press.code) }
  override func pressesBegan(_ presses: [Press], at time: Timestamp) { add("began", presses) }
  override func pressesChanged(_ presses: [Press], at time: Timestamp) { add("changed", presses) }
  override func pressesEnded(_ presses: [Press], at time: Timestamp) { add("ended", presses) }
  override func pressesCancelled(_ presses: [Press], at time: Timestamp) { add("cancelled", presses) }
}

/// A view that logs the presses that it receives, and becomes the first responder.
private final class Page: View {
  var log: [String] = []
  override var canBecomeFirstResponder: Bool { true }
  override func pressesBegan(_ presses: [Press]) { log += presses.map { "began \($0.code)" } }
  override func pressesEnded(_ presses: [Press]) { log += presses.map { "ended \($0.code)" } }
  override func pressesCancelled(_ presses: [Press]) { log += presses.map { "cancelled \($0.code)" } }
}

private func held(_ name: String, code: UInt16 = 7) -> PressGestureRecognizer {
  let press = PressGestureRecognizer(name: name, code: code)
  press.minimumPressDuration = .zero
  return press
}

/// A root with a page, which is the first responder, and another page beside it.
@Suite("Events for recognizers")
struct EventOfferTests {
  private let root = TestScreen.makeRoot()
  private let page = Page(name: "page", frame: Rect(x: 20, y: 10, width: 100, height: 50))
  private let other = Page(name: "other", frame: Rect(x: 200, y: 0, width: 100, height: 100))

  init() {
    root.addSubview(page)
    root.addSubview(other)
  }

  private func screen(_ recognizers: GestureRecognizer...) -> TestScreen {
    let screen = TestScreen(root: root, recognizers)
    page.becomeFirstResponder()
    return screen
  }

  private func reports(_ screen: TestScreen) -> [String] {
    screen.gestures.map { "\($0.recognizer.name) \($0.state)" }
  }

  @Test func `The recognizers on the first responder's chain get presses, deepest view first (FR-5)`() {
    let presses = ["root", "page", "other"].map { held($0) }
    root.addGestureRecognizer(presses[0])
    page.addGestureRecognizer(presses[1])
    other.addGestureRecognizer(presses[2])
    let screen = screen()
    screen.press(0, .began, 7)
    screen.press(100, .ended, 7)
    #expect(reports(screen) == ["page began", "root began", "page ended", "root ended"])
    #expect(page.log == ["began 7", "ended 7"], "the responder gets them as well")
    other.becomeFirstResponder()
    screen.press(200, .began, 7)
    #expect(reports(screen).suffix(2) == ["other began", "root began"])
  }

  @Test func `If the first responder is not a view, the first view in its chain counts (FR-5)`() {
    final class Controller: Responder {
      var view: View?
      override var next: Responder? { view }
      override var canBecomeFirstResponder: Bool { true }
    }
    let press = held("page")
    page.addGestureRecognizer(press)
    let screen = screen()
    let controller = Controller()
    controller.view = page
    #expect(controller.becomeFirstResponder())
    screen.press(0, .began, 7)
    #expect(reports(screen) == ["page began"])
    // A chain that leads to no screen.
    controller.view = View(frame: Rect(x: 0, y: 0, width: 1, height: 1))
    controller.view?.addGestureRecognizer(held("elsewhere"))
    screen.press(100, .ended, 7)
    screen.press(200, .began, 7)
    #expect(reports(screen) == ["page began", "page ended"])
  }

  @Test func `A recognizer keeps its press when another responder becomes the first one (FR-4)`() {
    let press = held("page")
    page.addGestureRecognizer(press)
    let screen = screen()
    screen.press(0, .began, 7)
    other.becomeFirstResponder()
    screen.press(100, .ended, 7)
    screen.press(200, .began, 7)
    #expect(reports(screen) == ["page began", "page ended"])
  }

  @Test func `A tap waits for a double press that has begun, and not for one that may come (FR-5, REQ-4)`() {
    let tap = TapGestureRecognizer(name: "tap")
    let twice = PressGestureRecognizer(name: "twice", code: 7)
    twice.numberOfPressesRequired = 2
    page.addGestureRecognizer(tap)
    page.addGestureRecognizer(twice)
    tap.require(toFail: twice)
    let screen = screen()
    func touch(_ time: Double) {
      screen.frame(time, ["1": .at(70, 35)])
      screen.frame(time + 50, ["1": .lifts])
    }
    touch(0)
    #expect(reports(screen) == ["tap ended"])
    screen.press(1000, .began, 7)
    screen.press(1100, .ended, 7)
    touch(1150)
    #expect(reports(screen) == ["tap ended"])
    screen.wait(until: 2000)
    #expect(reports(screen) == ["tap ended", "tap ended"], "there was no second press")
    screen.press(3000, .began, 7)
    screen.press(3100, .ended, 7)
    touch(3120)
    screen.press(3200, .began, 7)
    screen.press(3300, .ended, 7)
    screen.wait(until: 9000)
    #expect(reports(screen).suffix(1) == ["twice ended"] && screen.gestures.count == 3)
  }

  @Test func `A press waits for a pan that may begin, as long as the finger is down (FR-5, REQ-4)`() {
    let pan = PanGestureRecognizer(name: "pan")
    let once = PressGestureRecognizer(name: "once", code: 7)
    page.addGestureRecognizer(pan)
    page.addGestureRecognizer(once)
    once.require(toFail: pan)
    let screen = screen()
    screen.frame(0, ["1": .at(70, 35)])
    screen.press(100, .began, 7)
    screen.press(200, .ended, 7)
    #expect(reports(screen).isEmpty)
    screen.frame(300, ["1": .lifts])
    #expect(reports(screen) == ["once ended"])
    screen.frame(1000, ["2": .at(70, 35)])
    screen.press(1100, .began, 7)
    screen.press(1200, .ended, 7)
    screen.frame(1300, ["2": .at(100, 35)])
    screen.frame(1400, ["2": .lifts])
    screen.wait(until: 9000)
    #expect(!reports(screen).dropFirst().contains("once ended"))
    screen.press(9000, .began, 7)
    screen.press(9100, .ended, 7)
    #expect(reports(screen).last == "once ended", "nothing is down")
  }

  @Test func `The place of a gesture without touches is the centre of its view (FR-5)`() {
    let press = held("page")
    page.addGestureRecognizer(press)
    let screen = screen()
    let events = screen.press(0, .began, 7)
    guard case .gesture(let event) = events.first else { return #expect(Bool(false)) }
    #expect(event.location == Point(x: 70, y: 35) && event.locationInView == Point(x: 50, y: 25))
    #expect(event.numberOfTouches == 0)
  }

  @Test func `A view that leaves the screen ends the gestures of its keys (FR-6)`() {
    let running = held("running")
    let waiting = PressGestureRecognizer(name: "waiting", code: 7)
    let above = held("above")
    for press in [running, waiting] {
      press.reportedStates = .all
      page.addGestureRecognizer(press)
    }
    root.addGestureRecognizer(above)
    let screen = screen()
    screen.engine.reportsAttempts = true
    screen.press(0, .began, 7)
    screen.perform(at: 10) { page.removeFromSuperview() }
    #expect(
      reports(screen) == [
        "running began", "above began", "running cancelled", "waiting failed", "running possible", "waiting possible",
      ])
    let kinds = screen.events.compactMap { event -> Reason.Kind? in
      guard case .attempt(let attempt) = event else { return nil }
      switch attempt.change {
      case .failed(let reason), .cancelled(let reason): return reason.kind
      default: return nil
      }
    }
    #expect(kinds == [.leftScreen, .leftScreen])
    #expect(page.log == ["began 7", "cancelled 7"])
    screen.press(20, .ended, 7)
    #expect(reports(screen).last == "above ended", "it stays on the screen, and keeps its press")
    #expect(page.log.count == 2)
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `A recognizer that is disabled or removed loses its press (ST-7)`() {
    for change in [{ (press: GestureRecognizer) in press.isEnabled = false }, { $0.view?.removeGestureRecognizer($0) }]
    {
      let press = held("press")
      let waiting = PressGestureRecognizer(name: "waiting", code: 7)
      waiting.reportedStates = .all
      page.addGestureRecognizer(press)
      page.addGestureRecognizer(waiting)
      let screen = screen()
      screen.press(0, .began, 7)
      screen.perform(at: 10) {
        change(press)
        change(waiting)
      }
      #expect(reports(screen) == ["press began", "press cancelled", "waiting failed", "waiting possible"])
      // It does not get the press back (ST-8).
      press.isEnabled = true
      page.addGestureRecognizer(press)
      screen.press(20, .ended, 7)
      #expect(screen.gestures.count == 4 && screen.engine.nextDeadline == nil)
      screen.press(30, .began, 7)
      #expect(reports(screen).last == "press began")
      page.removeGestureRecognizer(press)
      page.removeGestureRecognizer(waiting)
    }
  }

  @Test func `Keys whose device is removed cancel their gestures (KEY-5)`() {
    let press = held("press")
    let screen = screen(press)
    screen.press(0, .began, 7)
    let events = screen.engine.cancelPresses(at: .at(10))
    guard case .gesture(let event) = events.first else { return #expect(Bool(false)) }
    #expect(event.state == .cancelled && press.state == .possible)
    screen.press(20, .began, 7)
    #expect(press.state == .began)
  }

  @Test(arguments: [Exclusion.touch, .screen])
  func `Keys and fingers do not prevent each other, whatever excludes what (FR-5)`(exclusion: Exclusion) {
    let pan = PanGestureRecognizer(name: "pan")
    expect(
      """
      1      .abcd....
      key7   ..##.....
      key8   ...##....
      pan    ..BCCE...
      key    ..B.E....
      press  .....R...
      """, pan, held("key"), PressGestureRecognizer(name: "press", code: 8), exclusion: exclusion)
  }

  @Test func `A recognizer of presses does not refuse touches in the report of attempts (FR-5)`() {
    let screen = screen(held("press"))
    screen.engine.reportsAttempts = true
    screen.frame(0, ["1": .at(50, 50)])
    #expect(screen.events.isEmpty)
  }

  @Test func `A recognizer of another module gets the presses that it takes, all in one call (FR-5)`() {
    let keys = Keys(name: "keys")
    keys.codes = [7, 8]
    keys.reportedStates = .all
    let screen = screen(keys)
    screen.handle([7, 9, 8].map { Press(code: $0, phase: .began, time: .at(0)) })
    screen.handle([Press(code: 7, phase: .changed, time: .at(10), force: 0.5)])
    screen.press(20, .ended, 7)
    #expect(reports(screen).isEmpty, "a key is still down")
    screen.press(30, .cancelled, 8)
    #expect(keys.log == ["began 7+8", "changed 7", "ended 7", "cancelled 8"])
    #expect(reports(screen) == ["keys failed", "keys possible"], "nothing is left that could decide it")
  }

  @Test func `A gesture may need a key and a finger (FR-5)`() {
    /// A tap while a key is held.
    final class KeyTap: Keys {
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
        state = log == ["began 7"] ? .recognized : .failed
      }
      override func pressesEnded(_ presses: [Press], at time: Timestamp) { if state == .possible { state = .failed } }
      override func reset() { log = [] }
    }
    expect(
      """
      1      ..A..A.....A..
      key7   .###.....####.
      tap    ..R..F.....R..
      """, KeyTap(name: "tap"))
  }

  @Test func `Presses of different times are handled each at its own time (PRE-1)`() {
    let press = PressGestureRecognizer(name: "press", code: 7)
    let screen = screen(press)
    let phases: [(Double, Press.Phase)] = [
      (0, .began), (100, .ended), (100, .began), (900, .ended), (1000, .began), (1200, .ended),
    ]
    screen.handle(phases.map { Press(code: 7, phase: $0.1, time: .at($0.0)) })
    #expect(screen.gestures.map(\.time) == [.at(100), .at(1200)])
    // Two keys with different times in one call, and a deadline between.
    let other = PressGestureRecognizer(name: "other", code: 8)
    screen.root.addGestureRecognizer(other)
    screen.handle([(7, 2000.0), (8, 2400)].map { Press(code: $0.0, phase: .began, time: .at($0.1)) })
    screen.handle([(8, 2450.0), (7, 2600)].map { Press(code: $0.0, phase: .ended, time: .at($0.1)) })
    #expect(screen.events(of: other).map(\.values) == [.press(presses: 1, duration: .milliseconds(50))])
    #expect(
      screen.events(of: press).map(\.values) == [100, 200].map { .press(presses: 1, duration: .milliseconds($0)) })
  }

  @Test func `A delegate may refuse presses, and may make one gesture wait for another (REQ-3, FR-5)`() {
    final class Doorman: GestureRecognizerDelegate {
      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { press.force > 0.5 }
      func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
      ) -> Bool { other.name == "double" }
    }
    let doorman = Doorman()
    let single = PressGestureRecognizer(name: "single", code: 7)
    single.delegate = doorman
    let double = PressGestureRecognizer(name: "double", code: 7)
    double.numberOfPressesRequired = 2
    expect(
      """
      key7    .#.........#.#....
      single  .....R............
      double  ..............R...
      """, single, double)
    let screen = screen(single)
    screen.handle([Press(code: 7, phase: .began, time: .at(0), force: 0.4)])
    #expect(single.state == .possible)
    screen.press(10, .ended, 7)
    #expect(screen.gestures.isEmpty)
  }

  @Test func `Responders are called in pairs even if a recognizer removes their view (FR-3)`() {
    final class Remover: Keys {
      var act: () -> Void = {}
      override func pressesBegan(_ presses: [Press], at time: Timestamp) { act() }
    }
    let remover = Remover(name: "remover")
    let screen = screen(remover)
    remover.act = { [page] in page.removeFromSuperview() }
    screen.press(0, .began, 7)
    screen.press(10, .ended, 7)
    #expect(page.log.isEmpty, "the root is the first responder by then")
  }

  @Test func `A command is recognized at once, and only those of the set are (RMT-1)`() {
    let skip = RemoteCommandGestureRecognizer(name: "skip")
    #expect(skip.commands.isEmpty)
    skip.commands = [.nextTrack, .previousTrack]
    let screen = screen(skip)
    screen.command(0, .play)
    screen.command(10, .nextTrack)
    screen.command(10, .previousTrack)
    #expect(reports(screen) == ["skip ended", "skip ended"])
    #expect(screen.gestures.map(\.values) == [.remote(.nextTrack), .remote(.previousTrack)])
  }

  @Test func `A command waits for a press that it requires to fail (RMT-1, REQ-1)`() {
    let play = RemoteCommandGestureRecognizer(name: "play")
    play.commands = [.play]
    let press = PressGestureRecognizer(name: "press", code: 7)
    play.require(toFail: press)
    let screen = screen(play, press)
    screen.press(0, .began, 7)
    screen.command(10, .play)
    screen.command(20, .play)
    #expect(reports(screen).isEmpty)
    screen.wait(until: 600)
    #expect(screen.gestures.map(\.time) == [.at(500)], "the second command came while the first one waited")
  }

  @Test func `An event without a deadline fails at once (RS-2)`() {
    final class Idle: GestureRecognizer {
      override func shouldReceive(_ command: RemoteCommand) -> Bool { true }
      override var followsMotion: Bool { true }
      override func shouldReceive(_ motion: DeviceMotion) -> Bool { true }
    }
    let idle = Idle(name: "idle")
    idle.reportedStates = .all
    let screen = screen(idle)
    screen.command(0, .play)
    #expect(reports(screen) == ["idle failed", "idle possible"])
    let sample = MotionSample(time: .at(10), acceleration: Acceleration(x: 0, y: 0, z: 9.8))
    #expect(screen.engine.handle(sample: sample).count == 2)
  }

  @Test func `A recognizer that disables itself when it is asked gets no command (RS-5)`() {
    final class Shy: GestureRecognizer {
      var count = 0
      override func shouldReceive(_ command: RemoteCommand) -> Bool {
        isEnabled = false
        return true
      }
      override func remoteControlReceived(_ command: RemoteCommand) { count += 1 }
    }
    let shy = Shy(name: "shy")
    let screen = screen(shy)
    screen.engine.reportsAttempts = true
    screen.command(0, .play)
    #expect(shy.count == 0 && screen.events.isEmpty)
  }

  @Test func `Samples go to the recognizers that take them, which ask for requirements once (FR-5, REQ-3)`() {
    final class Follower: GestureRecognizer {
      var (takes, samples, questions) = (true, 0, 0)
      override var followsMotion: Bool { true }
      override func shouldReceive(_ motion: DeviceMotion) -> Bool { takes }
      override func deviceMoved(_ motion: DeviceMotion) {
        samples += 1
        deadline = motion.time + 1_000_000
      }
      override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
        questions += 1
        return false
      }
    }
    let followers = ["a", "b", "c"].map { Follower(name: $0) }
    followers[2].takes = false
    let screen = TestScreen(root: root, followers)
    for time in stride(from: 0.0, to: 50, by: 10) {
      _ = screen.engine.handle(sample: MotionSample(time: .at(time), acceleration: Acceleration(x: 0, y: 0, z: 9.8)))
    }
    #expect(followers.map(\.samples) == [5, 5, 0])
    #expect(followers.map(\.questions) == [1, 1, 0])
  }
}
