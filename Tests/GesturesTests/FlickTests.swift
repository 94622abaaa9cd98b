import Foundation
import Gestures
import Testing

/// A swipe that is recognized at the lift, with the daemon's settings.
private func makeFlick(_ directions: Set<SwipeDirection> = Set(SwipeDirection.sides)) -> SwipeGestureRecognizer {
  let swipe = makeSwipe("swipe", directions)
  swipe.decision = .atLift
  swipe.maximumDuration = .milliseconds(800)
  swipe.maximumAngle = 40 * .pi / 180
  swipe.minimumLiftVelocity = 120
  swipe.minimumStraightness = 0.75
  swipe.failsEarly = true
  return swipe
}

@Suite("Flick")
struct FlickTests {
  private let middle = (x: 150.0, y: 50.0)

  /// Moves a finger `length` mm to the right (if negative, to the left) and lifts it at its highest speed.
  private func flick(_ screen: TestScreen, _ length: Double, at time: Double = 0, for duration: Double) -> Double {
    screen.follow(at: time, for: duration) { (middle.x + 2 * length * TestScreen.smooth($0 / 2), middle.y) }
  }

  /// Moves a finger `length` mm to the right and lets it come to rest before it lifts.
  private func drag(_ screen: TestScreen, _ length: Double, at time: Double = 0, for duration: Double) -> Double {
    screen.follow(at: time, for: duration) { (middle.x + length * TestScreen.smooth($0), middle.y) }
  }

  @Test func `A flick is recognized at the lift, in its direction (SW-7)`() {
    for (length, duration) in [(20.0, 200.0), (-20, 200), (40, 300), (60, 100), (12, 120)] {
      let screen = TestScreen(makeFlick())
      let lift = flick(screen, length, for: duration)
      #expect(screen.gestures.map(\.time) == [.at(lift)], "\(length) mm in \(duration) ms")
      #expect(screen.gestures.first?.values == .swipe(direction: length > 0 ? .right : .left))
    }
  }

  @Test func `A drag that comes to rest is not a flick, however fast it was (SW-7)`() {
    for (length, duration) in [(20.0, 300.0), (40, 400), (60, 600), (80, 500)] {
      let swipe = makeFlick()
      let screen = TestScreen(swipe)
      _ = drag(screen, length, for: duration)
      #expect(screen.gestures.isEmpty, "\(length) mm in \(duration) ms")
    }
  }

  @Test func `Fingers that brake before the lift must be faster than others (SW-7)`() {
    // 40 mm in 160 ms, and then slower: 5 mm in 40 ms.
    for (length, isFlick) in [(40.0, true), (24, false)] {
      let swipe = makeFlick()
      let screen = TestScreen(swipe)
      screen.engine.reportsAttempts = true
      screen.follow(at: 0, for: 200) { part in
        (100 + length * min(1, part / 0.8) + 3 * max(0, part / 0.2 - 4), 50)
      }
      #expect(screen.gestures.isEmpty != isFlick, "\(length) mm")
      for case .attempt(let attempt) in screen.events {
        guard case .failed(let reason) = attempt.change else { continue }
        #expect(!isFlick && reason.kind == .tooSlowToFlick && reason.measured < 180 && reason.limit == 180)
      }
    }
  }

  @Test func `Fingers that rest before the lift do not flick (SW-7)`() {
    for (rest, isFlick) in [(60.0, true), (80, false)] {
      let screen = TestScreen(makeFlick())
      screen.follow(at: 0, for: 150, lifts: false) { (100 + 50 * $0, 50) }
      screen.frame(150 + rest, ["1": .lifts])
      #expect(screen.gestures.isEmpty != isFlick, "\(rest) ms")
    }
  }

  @Test func `Circles, arcs and movement back and forth are not flicks (SW-7, SW-8)`() {
    let paths: [(Double) -> (x: Double, y: Double)] = [
      { (150 + 15 * sin(2 * .pi * $0), 50 - 15 * cos(2 * .pi * $0)) },
      { (150 + 25 * sin(.pi * $0), 50 - 25 * cos(.pi * $0)) },
      { (150 + 15 * sin(4 * .pi * $0), 50) },
    ]
    for (number, path) in paths.enumerated() {
      let screen = TestScreen(makeFlick())
      screen.follow(at: 0, for: 400, path)
      #expect(screen.gestures.isEmpty, "path \(number)")
    }
  }

  @Test func `The minimum speed at the lift can be set (SW-7)`() {
    for (least, count) in [(0.0, 1), (120, 1), (300, 0)] {
      let swipe = makeFlick()
      swipe.minimumLiftVelocity = least
      swipe.failsEarly = false
      let screen = TestScreen(swipe)
      _ = flick(screen, 20, for: 200)
      #expect(screen.gestures.count == count, "\(least) mm/s")
    }
  }

  @Test func `The minimum straightness can be set (SW-7)`() {
    // A right angle: 20 mm down, then 20 mm to the right, of which the direct path is 71 %.
    for (least, count) in [(0.6, 1), (0.75, 0)] {
      let swipe = makeFlick([.right])
      swipe.maximumAngle = .pi / 2
      swipe.minimumStraightness = least
      swipe.failsEarly = false
      let screen = TestScreen(swipe)
      screen.follow(at: 0, for: 200) { part in
        (150 + 40 * max(0, part - 0.5), 50 + 40 * min(0.5, part))
      }
      #expect(screen.gestures.count == count, "\(least)")
    }
  }

  @Test func `The first of several fingers to lift decides (SW-7)`() {
    let swipe = makeFlick()
    swipe.numberOfTouchesRequired = 2
    let screen = TestScreen(swipe)
    for step in 0...10 {
      let x = 100 + 4 * Double(step)
      screen.frame(Double(step) * 10, ["1": .at(x, 40), "2": .at(x + 3, 60)])
    }
    screen.frame(110, ["1": .lifts])
    #expect(screen.gestures.map(\.values) == [.swipe(direction: .right)])
    screen.frame(130, ["2": .lifts])
    #expect(screen.gestures.count == 1)
  }

  @Test func `The same movement has the same outcome at any report rate (SW-7, SW-8)`() {
    for step in [2.0, 4, 8, 10, 16, 20] {
      let screens = [TestScreen(makeFlick()), TestScreen(makeFlick())]
      screens[0].follow(at: 0, for: 240, step: step) { (100 + 60 * TestScreen.smooth($0 / 2), 50) }
      screens[1].follow(at: 0, for: 480, step: step) { (100 + 30 * TestScreen.smooth($0), 50) }
      #expect(screens.map(\.gestures.count) == [1, 0], "a report each \(step) ms")
    }
  }

  /// The time and reason of the failure of a swipe for which a pan waits; `nil` if it doesn't fail before the lift.
  private func failure(
    _ directions: Set<SwipeDirection>, _ path: (Double) -> (x: Double, y: Double), for duration: Double
  )
    -> (time: Double, reason: Reason.Kind)?
  {
    let (swipe, pan) = (makeFlick(directions), makePan())
    pan.require(toFail: swipe)
    let screen = TestScreen(swipe, pan)
    screen.engine.reportsAttempts = true
    screen.follow(at: 0, for: duration, lifts: false, path)
    screen.wait(until: duration)
    for case .attempt(let attempt) in screen.events where attempt.recognizer === swipe {
      if case .failed(let reason) = attempt.change { return (Double(attempt.time.microseconds) / 1000, reason.kind) }
    }
    return nil
  }

  @Test func `A flick fails as soon as the finger has left its directions (SW-8)`() throws {
    let up = try #require(failure([.left], { (150, 50 - 30 * $0) }, for: 300))
    #expect(up.reason == .wrongDirection && up.time <= 30)
    let right = try #require(failure([.left], { (150 + 30 * $0, 50) }, for: 300))
    #expect(right.time <= 30)
    #expect(failure([.left, .up], { (150, 50 - 60 * $0) }, for: 300) == nil)
  }

  @Test func `A flick fails as soon as the finger turns back (SW-8)`() throws {
    let path: (Double) -> (x: Double, y: Double) = { part in (150 - 30 * sin(2 * Double.pi * part), 50) }
    let failed = try #require(failure([.left], path, for: 400))
    #expect(failed.reason == .turnedBack && failed.time < 180)
  }

  @Test func `A flick fails as soon as the path is crooked (SW-8)`() throws {
    let path: (Double) -> (x: Double, y: Double) = { part in
      let aside: Double = Int(part * 20) % 2 == 0 ? 0 : 4
      return (150 - 40 * part, 50 + aside)
    }
    let failed = try #require(failure([.left], path, for: 300))
    #expect(failed.reason == .crooked)
  }

  @Test func `A flick fails as soon as the finger is too slow (SW-8)`() throws {
    let slow = try #require(failure([.left], { (150 - 20 * $0, 50) }, for: 500))
    #expect(slow.reason == .tooSlowToFlick && slow.time < 140)
    // Fast at first, then slow.
    let path: (Double) -> (x: Double, y: Double) = { part in
      let share: Double = part < 0.2 ? 4 * part : 0.8 + 0.05 * part
      return (150 - 40 * share, 50)
    }
    let slower = try #require(failure([.left], path, for: 500))
    #expect(slower.reason == .tooSlowToFlick && slower.time > 100 && slower.time < 200)
  }

  @Test func `A flick fails when the finger rests on its path (SW-8)`() {
    let (swipe, pan) = (makeFlick(), makePan())
    pan.require(toFail: swipe)
    let screen = TestScreen(swipe, pan)
    screen.stroke(from: (100, 50), to: (110, 50), at: 0, for: 50)
    screen.wait(until: 119)
    #expect(swipe.state == .possible)
    screen.wait(until: 121)
    #expect(swipe.state == .failed)
    #expect(pan.state == .began)
    // A finger that has not moved yet may rest longer.
    let still = makeFlick()
    let other = TestScreen(still)
    other.frame(0, ["1": .at(100, 50)])
    other.wait(until: 400)
    #expect(still.state == .possible)
  }

  @Test func `While nothing waits for it, a swipe that began slowly or rested is decided at the lift (SW-8)`() {
    for rest in [0.0, 150] {
      for isAwaited in [false, true] {
        let (swipe, pan) = (makeFlick([.left]), makePan())
        if isAwaited { pan.require(toFail: swipe) } else { pan.yield(to: swipe) }
        let screen = TestScreen(swipe, pan)
        // 6 mm at 30 mm/s, perhaps a rest, then 40 mm at 400 mm/s.
        screen.stroke(from: (150, 50), to: (144, 50), at: 0, for: 200)
        screen.wait(until: 200 + rest)
        screen.stroke(from: (144, 50), to: (104, 50), at: 200 + rest, for: 100)
        screen.frame(300 + rest, ["1": .lifts])
        #expect(screen.gestures.contains { $0.recognizer === swipe } == !isAwaited, "rests for \(rest) ms")
      }
    }
  }

  @Test func `A finger that rests where it landed and then flicks is not too slow (SW-8)`() {
    let swipe = makeFlick([.left])
    swipe.maximumDuration = .seconds(10)
    // A swipe would be out of time before the movement, and nothing would wait any more.
    let waiting = makePan("waiting")
    waiting.require(toFail: swipe)
    let screen = TestScreen(swipe, waiting)
    screen.frame(0, ["1": .at(200, 50)])
    // The panel reports nothing while it rests; then 2 mm in each report, at 60 Hz.
    for step in 1...20 { screen.frame(800 + Double(step) * 50 / 3, ["1": .at(200 - 2 * Double(step), 50)]) }
    screen.frame(1150, ["1": .lifts])
    #expect(screen.gestures.map(\.recognizer.name) == ["swipe"])
  }

  @Test func `A swipe beside a gesture that does not yield to it fails as soon as it is too slow (SW-8)`() {
    let (swipe, pan) = (makeFlick([.left]), makePan())
    pan.simultaneousRecognizers = .all
    let screen = TestScreen(swipe, pan)
    screen.follow(at: 0, for: 500, lifts: false) { (150 - 20 * $0, 50) }
    #expect(pan.state == .changed && swipe.state == .failed)
  }

  @Test func `A gesture of another finger does not make a slow swipe fail (SW-8)`() {
    let root = TestScreen.makeRoot()
    let (swipe, pan) = (makeFlick([.left]), makePan())
    root.add("left", 0, 0, 160, 100).addGestureRecognizer(swipe)
    root.add("right", 160, 0, 140, 100).addGestureRecognizer(pan)
    let screen = TestScreen(root: root)
    screen.stroke("2", from: (200, 50), to: (240, 50), at: 0, for: 100)
    #expect(pan.state == .changed)
    screen.stroke(from: (150, 50), to: (140, 50), at: 200, for: 400)
    #expect(swipe.state == .possible)
  }

  @Test func `A slow swipe fails when a gesture begins to wait for it in mid-touch (SW-8)`() {
    let (swipe, pan) = (makeFlick([.left]), makePan())
    pan.slop = 90
    let screen = TestScreen(swipe, pan)
    screen.stroke(from: (150, 50), to: (144, 50), at: 0, for: 200)
    #expect(swipe.state == .possible)
    pan.require(toFail: swipe)
    screen.stroke(from: (144, 50), to: (142, 50), at: 200, for: 50)
    #expect(swipe.state == .failed)
  }

  @Test func `A swipe that holds a touch back fails as soon as it is too slow (SW-8)`() {
    let swipe = makeFlick([.left])
    swipe.delaysTouchesBegan = true
    let screen = TestScreen(swipe)
    screen.engine.reportsTouches = true
    screen.follow(at: 0, for: 500, lifts: false) { (150 - 20 * $0, 50) }
    #expect(swipe.state == .failed)
    #expect(screen.events.contains { if case .touch(let touch) = $0 { touch.phase == .began } else { false } })
  }

  @Test func `Without a minimum speed at the lift, no movement is too slow (SW-8)`() {
    let swipe = makeFlick()
    swipe.minimumLiftVelocity = 0
    let screen = TestScreen(swipe)
    screen.follow(at: 0, for: 700) { (150 + 30 * TestScreen.smooth($0), 50) }
    #expect(screen.gestures.map(\.recognizer.name) == ["swipe"])
  }

  @Test func `A flick of two fingers does not wait forever for the second one (SW-8)`() {
    let (pan, swipe) = (makePan(), makeFlick())
    swipe.numberOfTouchesRequired = 2
    pan.require(toFail: swipe)
    let screen = TestScreen(pan, swipe)
    screen.follow(at: 0, for: 400) { (100 + 30 * $0, 50) }
    #expect(screen.gestures.first?.time == .at(160))
    // A second finger that lands in time makes it a swipe.
    let late = makeFlick()
    late.numberOfTouchesRequired = 2
    let other = TestScreen(late)
    other.frame(0, ["1": .at(100, 40)])
    for step in 0...12 {
      let x = 101 + 3 * Double(step)
      other.frame(100 + Double(step) * 10, ["1": .at(x, 40), "2": .at(x + 3, 60)])
    }
    other.frame(230, ["1": .lifts])
    #expect(other.gestures.map(\.recognizer.name) == ["swipe"])
  }

  @Test func `Locations that are not finite, and settings that change during a touch, do not trap`() {
    for place in [Double.infinity, -.infinity, .nan, 1e308] {
      let screen = TestScreen(makeFlick())
      screen.frame(0, ["1": .at(100, 50)])
      screen.frame(10, ["1": .at(place, 50)])
      screen.frame(20, ["1": .at(-place, place)])
      screen.frame(30, ["1": .lifts])
      #expect(screen.gestures.isEmpty)
    }
    let swipe = makeSwipe()
    let screen = TestScreen(swipe)
    screen.frame(0, ["1": .at(100, 50)])
    swipe.decision = .atLift
    swipe.failsEarly = true
    screen.stroke(from: (100, 50), to: (140, 50), at: 10, for: 100)
    screen.frame(120, ["1": .lifts])
    #expect(swipe.state == .possible)
  }

  @Test func `A pan that waits for a flick begins soon if the movement is not a flick (SW-8)`() {
    for (name, path, latest) in [
      ("up", { (150, 50 - 30 * $0) }, 60.0), ("slowly to the left", { (150 - 15 * $0, 50) }, 180),
    ] as [(String, (Double) -> (x: Double, y: Double), Double)] {
      let (pan, swipe) = (makePan(), makeFlick([.left]))
      pan.require(toFail: swipe)
      let screen = TestScreen(pan, swipe)
      screen.follow(at: 0, for: 400, path)
      let began = screen.events(of: pan).first { $0.state == .began }
      #expect(began.map { $0.time <= .at(latest) } == true, "\(name)")
    }
  }
}
