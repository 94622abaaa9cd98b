import Testing

@testable import Gestures

@Suite("Momentum")
struct MomentumTests {
  private func makeMomentum(_ name: String = "pan", touches: ClosedRange<Int> = 1...Int.max) -> PanGestureRecognizer {
    let pan = makePan(name, touches: touches)
    pan.hasMomentum = true
    return pan
  }

  /// Moves a finger to the right from (20, 50) for 100 ms and lifts it at 100 ms.
  private func flick(_ screen: TestScreen, speed: Double, at time: Double = 0) {
    for step in 0..<10 { screen.frame(time + Double(step) * 10, ["1": .at(20 + Double(step) * speed / 100, 50)]) }
    screen.frame(time + 100, ["1": .lifts])
  }

  /// The events after the lift at 100 ms.
  private func after(_ screen: TestScreen) -> [GestureEvent] { screen.gestures.filter { $0.time > .at(90) } }

  @Test func `A pan ends at the lift unless it has momentum (PAN-13)`() {
    let screen = TestScreen(makePan())
    flick(screen, speed: 500)
    #expect(screen.gestures.last?.state == .ended)
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `A pan goes on after a fast lift, 60 times per second, until it is slow (PAN-13)`() throws {
    let pan = makeMomentum()
    let screen = TestScreen(pan)
    flick(screen, speed: 500)
    let lifted = pan.translation(in: nil)
    #expect(screen.gestures.allSatisfy { $0.state != .ended })
    screen.wait(until: 10_000)
    let events = after(screen)
    // ln(500 / 5) time constants of 500 ms are 2.303 s, which is 138.2 steps.
    #expect(events.count == 139)
    #expect(events.map(\.time.microseconds).prefix(3) == [116_666, 133_333, 150_000])
    #expect(events.dropLast().allSatisfy { $0.state == .changed && $0.numberOfTouches == 0 })
    let last = try #require(events.last)
    #expect(last.state == .ended)
    #expect(last.time == .at(100) + 139 * 1_000_000 / 60)
    #expect(last.velocity == .zero)
    // All of the velocity but what is left at the end has become movement: 0.5 s at 500 mm/s.
    let way = try #require(last.translation) - lifted
    #expect(way.isClose(to: 247.5, 0, within: 0.1))
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `The velocity falls to 1/e in 500 ms, and the translation follows it (PAN-13)`() throws {
    let screen = TestScreen(makeMomentum())
    flick(screen, speed: 500)
    screen.wait(until: 1000)
    let events = after(screen)
    let half = try #require(events.first { $0.time == .at(350) })
    let whole = try #require(events.first { $0.time == .at(600) })
    #expect(half.velocity!.isClose(to: 500 * 0.6065306597126334, 0, within: 1e-6))
    #expect(whole.velocity!.isClose(to: 500 * 0.36787944117144233, 0, within: 1e-6))
    for (one, next) in zip(events, events.dropFirst()) {
      let step = next.translation! - one.translation!
      #expect(step.isClose(to: (one.velocity!.x - next.velocity!.x) * 0.5, 0))
    }
  }

  @Test func `A slow lift throws nothing, and an impossible speed is limited (PAN-13)`() throws {
    let slow = TestScreen(makeMomentum())
    flick(slow, speed: 49)
    #expect(slow.gestures.last?.state == .ended)
    let slowest = TestScreen(makeMomentum())
    flick(slowest, speed: 51)
    #expect(slowest.gestures.last?.state == .changed)
    let fastest = TestScreen(makeMomentum())
    flick(fastest, speed: 40_000)
    fastest.wait(until: 120)
    #expect(try #require(fastest.gestures.last?.velocity).length < 5000)
    fastest.wait(until: 10_000)
    #expect(fastest.gestures.last?.time == .at(100) + 208 * 1_000_000 / 60)
  }

  @Test func `A finger that rests before it lifts throws nothing (PAN-13)`() {
    let screen = TestScreen(makeMomentum())
    screen.stroke(from: (20, 50), to: (70, 50), at: 0, for: 100)
    screen.frame(130, ["1": .lifts])
    #expect(screen.gestures.last?.state == .ended)
  }

  @Test func `The location goes on as well, up to the edge of the screen (PAN-13)`() throws {
    let root = TestScreen.makeRoot()
    let view = root.add("view", 10, 0, 290, 100)
    let pan = makeMomentum()
    view.addGestureRecognizer(pan)
    let screen = TestScreen(root: root)
    flick(screen, speed: 1000)
    screen.wait(until: 120)
    let first = try #require(screen.gestures.last)
    #expect(first.location.x > 120 && first.location.x < 130)
    #expect(first.locationInView == Point(x: first.location.x - 10, y: 50))
    screen.wait(until: 10_000)
    #expect(screen.gestures.last?.location == Point(x: 300, y: 50))
    // After the reset, it is where the finger lifted.
    #expect(pan.location(in: nil) == Point(x: 110, y: 50))
  }

  @Test func `The translation can be set while a pan goes on (PAN-13, PAN-9)`() throws {
    let pan = makeMomentum()
    pan.addAction { [unowned pan] _ in pan.setTranslation(.zero, in: nil) }
    let screen = TestScreen(pan)
    flick(screen, speed: 500)
    screen.wait(until: 10_000)
    let way = after(screen).reduce(0) { $0 + $1.translation!.x }
    #expect(way.isClose(to: 247.5, within: 0.1))
  }

  @Test func `Fingers that lift together throw a pan, a finger that stays behind does not (PAN-13)`() {
    for (stay, state) in [(60.0, GestureRecognizer.State.changed), (100, .ended)] {
      let screen = TestScreen(makeMomentum(touches: 2...2))
      for step in 0...10 {
        let x = 20 + Double(step) * 5
        screen.frame(Double(step) * 10, ["1": .at(x, 40), "2": .at(x, 60)])
      }
      screen.frame(110, ["2": .lifts])
      var time = 110.0
      while time < 110 + stay {
        time += 10
        screen.frame(time, ["1": .at(20 + (time - 10) / 2, 40)])
      }
      screen.frame(time, ["1": .lifts])
      screen.wait(until: time + 20)
      #expect(screen.gestures.last?.state == state, "\(stay) ms")
    }
  }

  @Test func `A landing anywhere stops a pan that goes on, before any gesture gets the touch (PAN-14)`() throws {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 150, 100), root.add("right", 150, 0, 150, 100))
    let (pan, other) = (makeMomentum(), Probe(name: "other"))
    left.addGestureRecognizer(pan)
    right.addGestureRecognizer(other)
    var states: [GestureRecognizer.State] = []
    other.began = { _, _ in states.append(pan.state) }
    let screen = TestScreen(root: root)
    flick(screen, speed: 500)
    screen.frame(200, ["2": .at(200, 50)])
    let events = screen.events(of: pan)
    #expect(events.last?.state == .ended && events.last?.time == .at(200))
    #expect(events.last?.velocity == .zero)
    #expect(states == [.possible])
    screen.wait(until: 5000)
    #expect(screen.events(of: pan).count == events.count)
  }

  @Test func `The finger that stops a pan can begin the next one (PAN-14)`() {
    let pan = makeMomentum()
    let screen = TestScreen(pan)
    flick(screen, speed: 500)
    flick(screen, speed: 500, at: 305)
    let states = screen.gestures.filter { $0.time >= .at(305) }.map(\.state)
    #expect(states.prefix(2) == [.ended, .began])
    #expect(states.last == .changed)
    screen.frame(500, ["2": .liftsAt(50, 50)])
    #expect(screen.gestures.last?.state == .ended)
  }

  @Test func `A finger that is already down does not stop a pan (PAN-14)`() {
    let root = TestScreen.makeRoot()
    let left = root.add("left", 0, 0, 250, 100)
    left.addGestureRecognizer(makeMomentum())
    let screen = TestScreen(root: root)
    screen.frame(0, ["2": .at(280, 50)])
    flick(screen, speed: 500)
    screen.frame(150, ["2": .at(281, 50)])
    screen.frame(160, ["2": .lifts])
    screen.wait(until: 400)
    #expect(screen.gestures.last?.state == .changed)
  }

  @Test func `While it goes on, a pan is as active as with fingers (PAN-14, ARB-6)`() {
    let root = TestScreen.makeRoot()
    let (pan, tap) = (makeMomentum(touches: 1...1), makeTap())
    root.addGestureRecognizer(pan)
    root.addGestureRecognizer(tap)
    let screen = TestScreen(root: root)
    // A tap whose finger was down before the lift is prevented, if one recognition excludes all others on the screen.
    screen.engine.exclusion = .screen
    for step in 0..<10 { screen.frame(Double(step) * 10, ["1": .at(20 + Double(step) * 5, 50)]) }
    screen.frame(95, ["2": .at(200, 50)])
    screen.frame(100, ["1": .lifts])
    screen.frame(120, ["2": .lifts])
    #expect(screen.events(of: tap).isEmpty)
    #expect(screen.events(of: pan).last?.state == .changed)
    // A landing ends the pan first, so its tap is recognized.
    screen.frame(200, ["3": .at(200, 50)])
    screen.frame(250, ["3": .lifts])
    #expect(screen.events(of: tap).map(\.state) == [.ended])
    #expect(screen.events(of: pan).last?.time == .at(200))
  }

  @Test func `A pan that goes on is cancelled when all touches are, or when it is disabled (PAN-15)`() throws {
    let pan = makeMomentum()
    let screen = TestScreen(pan)
    screen.engine.reportsAttempts = true
    flick(screen, speed: 500)
    let events = screen.engine.cancelTouches(at: .at(200))
    var last: (GestureEvent, Reason.Kind)?
    for case .gesture(let event) in events {
      for case .attempt(let attempt) in events {
        if case .cancelled(let reason) = attempt.change { last = (event, reason.kind) }
      }
    }
    let (event, reason) = try #require(last)
    #expect(event.state == .cancelled && event.time == .at(200) && event.velocity == .zero)
    #expect(reason == .panelLost)
    #expect(pan.state == .possible && screen.engine.nextDeadline == nil)
    flick(screen, speed: 500, at: 300)
    screen.perform(at: 450) { pan.isEnabled = false }
    #expect(screen.gestures.last?.state == .cancelled)
    #expect(pan.state == .possible && screen.engine.nextDeadline == nil)
  }

  @Test func `A pan whose last finger is cancelled does not go on (PAN-15)`() {
    let screen = TestScreen(makeMomentum())
    for step in 0..<10 { screen.frame(Double(step) * 10, ["1": .at(20 + Double(step) * 5, 50)]) }
    screen.frame(100, ["1": .cancelled])
    #expect(screen.gestures.last?.state == .cancelled)
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `A pan that ends elsewhere than it must is cancelled at the lift (PAN-15, PL-3)`() {
    for (edge, state) in [(ScreenEdge.left, GestureRecognizer.State.cancelled), (.right, .changed)] {
      let pan = makeMomentum()
      var places = RimPlaces(edges: [edge])
      places.edgeWidth = 200
      pan.endingPlaces = places
      let screen = TestScreen(pan)
      for step in 0..<10 { screen.frame(Double(step) * 10, ["1": .at(210 + Double(step) * 5, 50)]) }
      screen.frame(100, ["1": .lifts])
      #expect(screen.gestures.last?.state == state)
    }
  }

  @Test func `A pan that waited until the lift goes on from there (PAN-13, REQ-5)`() {
    let (pan, swipe) = (makeMomentum(), makeSwipe("swipe", [.up]))
    swipe.decision = .atLift
    swipe.failsEarly = false
    pan.require(toFail: swipe)
    let screen = TestScreen(pan, swipe)
    screen.engine.intention.beginsAtLift = true
    flick(screen, speed: 500)
    #expect(screen.gestures.map(\.state) == [.began])
    screen.wait(until: 150)
    #expect(screen.gestures.map(\.state) == [.began, .changed, .changed, .changed])
    screen.wait(until: 5000)
    #expect(screen.gestures.last?.state == .ended)
    // Without momentum, it begins and ends at the lift.
    pan.hasMomentum = false
    flick(screen, speed: 500, at: 6000)
    #expect(screen.gestures.suffix(2).map(\.state) == [.began, .ended])
  }

  @Test func `An edge pan goes on as a pan does (PAN-13)`() throws {
    let pan = ScreenEdgePanGestureRecognizer(name: "edge")
    pan.edges = [.left]
    pan.hasMomentum = true
    let screen = TestScreen(pan)
    for step in 0..<10 { screen.frame(Double(step) * 10, ["1": .at(1 + Double(step) * 5, 50)]) }
    screen.frame(100, ["1": .lifts])
    screen.wait(until: 10_000)
    let last = try #require(screen.gestures.last)
    #expect(last.state == .ended && last.time == .at(100) + 139 * 1_000_000 / 60)
    guard case .edgePan(_, _, .left) = last.values else {
      Issue.record("the values are \(last.values)")
      return
    }
  }

  @Test func `However the time passes, a pan that goes on reports the same (PAN-13, RS-10)`() {
    func play(_ advance: (TestScreen) -> Void) -> [GestureEvent] {
      let screen = TestScreen(makeMomentum())
      flick(screen, speed: 777)
      advance(screen)
      return screen.gestures
    }
    let whole = play { $0.wait(until: 10_000) }
    let steps = play { screen in
      while let deadline = screen.engine.nextDeadline { screen.wait(until: Double(deadline.microseconds) / 1000) }
    }
    let late = play { screen in for time in stride(from: 130.0, to: 10_000, by: 37) { screen.wait(until: time) } }
    #expect(whole.map(\.time) == steps.map(\.time) && whole.map(\.time) == late.map(\.time))
    #expect(whole.map(\.values) == steps.map(\.values) && whole.map(\.values) == late.map(\.values))
  }
}
