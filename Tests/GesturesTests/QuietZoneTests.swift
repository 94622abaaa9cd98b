import Testing

@testable import Gestures

@Suite("The quiet zone")
struct QuietZoneTests {
  /// Lands a finger on a screen and moves it by a millimetre, at last so slowly that it would stay in a zone.
  private func drag(_ recognizers: GestureRecognizer...) -> TestScreen {
    let screen = TestScreen(recognizers)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(10, ["1": .at(101, 50)])
    screen.frame(20, ["1": .at(101.01, 50)])
    return screen
  }

  @Test func `ends where a tap ends, and a tap alone leaves room`() {
    let screen = drag(TapGestureRecognizer())
    #expect(screen.engine.quietZone() != nil)
    let place = screen.engine.quietZone()!.places[0]
    for corner in [place.low, place.high, Point(x: place.low.x, y: place.high.y)] {
      #expect((corner - Point(x: 100, y: 50)).length <= TapLimits.movement)
    }
    #expect(place.high.x > 101.5)
  }

  @Test func `is open once a finger that landed alone goes on, and as soon as two are down`() {
    let screen = TestScreen(makeTap(), makePan())
    #expect(screen.engine.quietZone() == nil, "no finger is down")
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.quietZone() == nil, "most fingers lift before they move")
    screen.frame(10, ["1": .at(100.1, 50)])
    #expect(screen.engine.quietZone()?.isIgnored == false)
    screen.frame(20, ["1": .at(100.1, 50), "2": .at(120, 50)])
    #expect(screen.engine.quietZone()?.isIgnored == false)
    let ignored = TestScreen()
    for (time, x) in [100, 101.0].enumerated() { ignored.frame(10 * Double(time), ["1": .at(x, 50)]) }
    #expect(ignored.engine.quietZone()?.isIgnored == true, "nothing depends on the finger")
  }

  @Test func `reaches furthest where the finger goes`() throws {
    let screen = TestScreen(makeTap())
    let limit = TapLimits.movement
    for (time, y) in [50, 50.2, 50.4].enumerated() { screen.frame(10 * Double(time), ["1": .at(100, y)]) }
    let place = try #require(screen.engine.quietZone()?.places.first)
    #expect(place.high.y > 50 + 0.93 * limit && place.high.y < 50 + limit)
    #expect(place.high.x > 100 + 0.3 * limit, "a finger may turn a little")
    #expect((place.high - Point(x: 100, y: 50)).length <= limit)
  }

  @Test func `is around a finger that goes back beside where it landed`() throws {
    let screen = TestScreen(makeTap())
    for (time, place) in [(100, 50), (100.5, 52.2), (100, 52.15), (99.95, 52.1)].enumerated() {
      screen.frame(10 * Double(time), ["1": .at(place.0, place.1)])
    }
    let place = try #require(screen.engine.quietZone()?.places.first)
    #expect(place.low.x < 99.8 && place.high.y > 52.15)
    for x in [place.low.x, place.high.x] {
      #expect((Point(x: x, y: place.high.y) - Point(x: 100, y: 50)).length <= TapLimits.movement)
    }
  }

  @Test func `is closed while a recognizer of a program's own class has the finger`() {
    let own = Probe()
    #expect(drag(TapGestureRecognizer(), own).engine.quietZone() == nil)
    own.isEnabled = false
    #expect(drag(TapGestureRecognizer(), own).engine.quietZone() != nil)
  }

  @Test func `is closed for a subclass of a built-in class`() {
    final class OwnPan: PanGestureRecognizer {}
    #expect(drag(OwnPan()).engine.quietZone() == nil)
    #expect(drag(PanGestureRecognizer()).engine.quietZone() != nil)
  }

  @Test func `is closed while a pan reports its changes, and open while it does not`() {
    let pan = PanGestureRecognizer()
    let screen = drag(pan)
    screen.frame(30, ["1": .at(105, 50)])
    screen.frame(40, ["1": .at(106, 50)])
    #expect(screen.engine.quietZone() == nil)
    pan.reportedStates = [.began, .ended]
    #expect(screen.engine.quietZone() != nil)
  }

  @Test func `is closed without fingers, and while a view sees movements`() {
    final class Sheet: View {}
    #expect(TestScreen(TapGestureRecognizer()).engine.quietZone() == nil)
    let sheet = Sheet(name: "sheet", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    let screen = TestScreen(root: sheet, TapGestureRecognizer())
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(10, ["1": .at(101, 50)])
    #expect(screen.engine.quietZone() == nil)
  }

  @Test func `is not changed by a place that is not a number (RS-13)`() {
    let screen = drag(TapGestureRecognizer())
    screen.frame(30, ["1": .at(.nan, 50)])
    #expect(screen.engine.quietZone() != nil)
    #expect(screen.engine.quietZone()!.places.allSatisfy { $0.low.x < 101 && $0.high.x > 101 && $0.low.x > 90 })
  }

  // MARK: Late failures

  /// A swipe that fails as soon as it cannot be recognized any more.
  private func makeEarlySwipe() -> SwipeGestureRecognizer {
    let swipe = makeSwipe()
    swipe.decision = .atLift
    swipe.failsEarly = true
    swipe.minimumLiftVelocity = 100
    return swipe
  }

  /// Handles frames of a finger in the zone.
  private func follow(_ screen: TestScreen, _ frames: [(time: Double, x: Double, y: Double)]) {
    let id = screen.engine.touches[0].id
    screen.engine.takeQuietFrames {
      for frame in frames {
        screen.engine.beginQuietFrame(at: .at(frame.time))
        screen.engine.moveQuietly(id, to: Point(x: frame.x, y: frame.y))
      }
    }
  }

  @Test func `lets a swipe fail late if its failure is not observed`() {
    let swipe = makeEarlySwipe()
    let screen = drag(swipe)
    #expect(screen.engine.quietZone()?.need == .each)
    #expect(screen.engine.quietZone()!.places[0].high.y == .infinity)
    follow(screen, [(30, 101, 55), (40, 101, 60)])
    #expect(swipe.state == .failed)
    #expect(screen.engine.quietZone()?.isIgnored == true, "nothing is left to be done")
    screen.frame(50, ["1": .lifts])
    #expect(swipe.state == .possible)
    let observed = makeEarlySwipe()
    observed.reportedStates = .all
    let other = drag(observed)
    #expect(other.engine.quietZone().map { $0.places[0].high.y < 52 } ?? true)
  }

  @Test func `has a swipe's deadlines passed between the frames that it sees late`() {
    let (swipe, pan) = (makeEarlySwipe(), makePan(touches: 2...2))
    pan.require(toFail: swipe)
    let screen = drag(swipe, pan)
    #expect(screen.engine.quietZone() != nil)
    // It leaves its place, rests for 90 ms and goes on as a flick would.
    follow(screen, [(30, 103, 50), (120, 115, 50), (130, 118, 50), (140, 121, 50)])
    #expect(swipe.state == .failed)
    let quick = makeEarlySwipe()
    let other = drag(quick)
    #expect(other.engine.quietZone() != nil)
    follow(other, [(30, 103, 50), (40, 106, 50), (50, 109, 50), (60, 112, 50)])
    #expect(quick.state == .possible)
    #expect(other.frame(70, ["1": .liftsAt(112, 50)]).count == 1)
  }

  @Test func `goes on beyond deadlines at which taps and swipes only fail`() {
    let double = makePress("after a tap", taps: 1)
    let screen = drag(makeTap(), makeTap(taps: 2), makeSwipe(), double)
    #expect(screen.engine.nextDeadline == .at(500))
    #expect(screen.engine.nextPunctualDeadline == nil)
    // Nor does it wake the daemon when the second tap does not come.
    screen.frame(100, ["1": .lifts])
    #expect(screen.engine.nextDeadline == .at(450))
    #expect(screen.engine.nextPunctualDeadline == nil)
    #expect(!screen.engine.isAtRest(at: .at(449)))
    #expect(screen.engine.isAtRest(at: .at(450)))
  }

  @Test func `has a late deadline passed before the next finger lands`() {
    let double = makeTap(taps: 2)
    let screen = drag(double)
    screen.frame(100, ["1": .lifts])
    screen.frame(451, ["2": .at(101, 50)])
    #expect(screen.frame(500, ["2": .lifts]).isEmpty, "the first of two taps")
    screen.frame(949, ["3": .at(101, 50)])
    #expect(screen.frame(960, ["3": .lifts]).isEmpty, "the first one again")
    screen.frame(1309, ["4": .at(101, 50)])
    #expect(screen.frame(1320, ["4": .lifts]).count == 1)
  }

  @Test func `is not at rest while a finger is down or a gesture waits`() {
    let tap = makeTap(), double = makeTap(taps: 2)
    tap.require(toFail: double)
    let screen = TestScreen(tap, double)
    #expect(screen.engine.isAtRest(at: .at(0)))
    screen.frame(0, ["1": .at(100, 50)])
    #expect(!screen.engine.isAtRest(at: .at(2000)))
    screen.frame(100, ["1": .lifts])
    #expect(screen.engine.nextPunctualDeadline == .at(450), "the tap waits for it")
    #expect(!screen.engine.isAtRest(at: .at(2000)))
    screen.wait(until: 450)
    #expect(screen.engine.isAtRest(at: .at(450)))
  }

  @Test func `ends at the deadline of a press, which begins`() {
    #expect(drag(makeTap(), makePress()).engine.nextPunctualDeadline == .at(500))
  }

  @Test func `ends at a deadline of a program's own class`() {
    final class OwnTap: TapGestureRecognizer {}
    #expect(drag(OwnTap()).engine.nextPunctualDeadline == .at(750))
  }

  @Test func `ends at each deadline whose failure is observed`() {
    let reported = makeTap()
    reported.reportedStates = .all
    #expect(drag(reported).engine.nextPunctualDeadline == .at(750))

    let read = TestScreen(makeTap())
    read.engine.reportsAttempts = true
    read.frame(0, ["1": .at(100, 50)])
    #expect(read.engine.nextPunctualDeadline == .at(750))

    let step = makeTap(), sequence = SequenceGestureRecognizer()
    sequence.steps = [[step]]
    #expect(drag(step, sequence).engine.nextPunctualDeadline == .at(750))

    let swipe = makeEarlySwipe(), pan = makePan()
    pan.require(toFail: swipe)
    let waiting = drag(swipe, pan)
    #expect(waiting.engine.nextPunctualDeadline == nil)
    waiting.frame(30, ["1": .at(105, 50)])
    #expect(
      waiting.engine.nextPunctualDeadline == .at(100), "the pan waits for the swipe, which fails if the finger rests")

    final class Sheet: View {}
    let holding = makeTap()
    holding.delaysTouchesBegan = true
    let held = TestScreen(root: Sheet(name: "sheet", frame: Rect(x: 0, y: 0, width: 300, height: 100)), holding)
    held.frame(0, ["1": .at(100, 50)])
    #expect(held.engine.nextPunctualDeadline == .at(750))
  }

  @Test func `ends at a deadline as soon as its failure is observed`() {
    let tap = makeTap(), sequence = SequenceGestureRecognizer()
    let changes: [(TestScreen) -> Void] = [
      { $0.engine.reportsAttempts = true }, { _ in tap.reportedStates = .all }, { _ in sequence.steps = [[tap]] },
    ]
    for change in changes {
      let screen = drag(tap)
      #expect(screen.engine.nextPunctualDeadline == nil)
      change(screen)
      #expect(screen.engine.nextPunctualDeadline == .at(750))
      screen.frame(30, ["1": .cancelled])
      tap.reportedStates = [.ended]
      screen.root.removeGestureRecognizer(tap)
    }
  }

  /// The same time as the deadline at which the press would have failed without its finger.
  @Test func `ends at the deadline of a press after a tap`() {
    let press = makePress("after a tap", taps: 1)
    press.minimumPressDuration = .milliseconds(250)
    let screen = TestScreen(press)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(100, ["1": .lifts])
    #expect(screen.engine.nextPunctualDeadline == nil && screen.engine.nextDeadline == .at(450))
    screen.frame(200, ["2": .at(100, 50)])
    #expect(screen.engine.nextPunctualDeadline == .at(450))
  }

  @Test func `does not end at the deadline of a tap that has lost its finger`() {
    let tap = makeTap()
    let screen = drag(tap, makeSwipe())
    screen.perform(at: 30) { tap.ignore(screen.engine.touches[0]) }
    #expect(tap.state == .possible)
    #expect(screen.engine.nextPunctualDeadline == nil && screen.engine.nextDeadline == .at(500))
    screen.wait(until: 750)
    #expect(screen.engine.nextDeadline == nil)
  }

  @Test func `is looked for less often while a gesture reports each frame`() {
    let pan = PanGestureRecognizer()
    let screen = drag(pan)
    screen.frame(30, ["1": .at(105, 50)])
    let count = screen.engine.turningPoints
    screen.frame(40, ["1": .at(106, 50)])
    #expect(pan.state == .changed && screen.engine.turningPoints == count)
    screen.frame(50, ["1": .lifts])
    #expect(screen.engine.turningPoints > count)
  }

  // MARK: Two fingers

  /// Two fingers 40 mm apart whose last movement was too small to leave a zone.
  private func hold(_ recognizers: GestureRecognizer...) -> TestScreen {
    let screen = TestScreen(recognizers)
    screen.frame(0, ["1": .at(100, 50), "2": .at(140, 50)])
    screen.frame(10, ["1": .at(100.01, 50), "2": .at(140, 50)])
    return screen
  }

  @Test func `lets fingers part while a rotation may still begin, and turn while a pinch may`() throws {
    let turning = hold(RotationGestureRecognizer())
    var pair = try #require(turning.engine.quietZone()?.pair)
    #expect(pair.lengths.upperBound == .infinity)
    #expect(try #require(pair.steepest) < Vector.pi / 30, "5° and no more")
    let pinching = hold(PinchGestureRecognizer())
    pair = try #require(pinching.engine.quietZone()?.pair)
    #expect(pair.steepest == nil)
    #expect(pair.lengths.lowerBound > 38.6 && pair.lengths.upperBound < 41.4)
    #expect(pinching.engine.quietZone()!.places[0].low.x == -.infinity)
  }

  @Test func `lets fingers move around their centre while a pan may begin`() throws {
    let screen = hold(PanGestureRecognizer())
    let centre = try #require(screen.engine.quietZone()?.centre)
    #expect((centre.middle - Point(x: 120, y: 50)).length < 0.01)
    #expect(centre.radius > 1.5 && centre.radius < 1.6)
    #expect(screen.engine.quietZone()!.places[0].low.x == -.infinity)
  }

  @Test func `keeps each finger near its place if a pan has only some of them`() {
    let screen = hold(PanGestureRecognizer())
    screen.frame(20, ["3": .at(160, 50)])
    screen.root.gestureRecognizers[0].ignore(screen.engine.touches[2])
    screen.frame(30, ["1": .at(100.02, 50)])
    #expect(screen.engine.quietZone() != nil)
    #expect(screen.engine.quietZone()!.centre == nil)
    #expect(screen.engine.quietZone()!.places[0].low.x > 98)
  }

  // MARK: Random hands

  /// In the zone that the engine finds, wherever the fingers go, nothing happens. The recognizers see each of these frames, so this
  /// shows nothing about what they keep for later.
  @Test(arguments: 1...40)
  func `contains no place at which a recognizer changes its state`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var zones = 0
    for _ in 0..<25 {
      var world = RandomZones(&dice)
      zones += world.play()
    }
    #expect(zones > 20)
  }
}

/// A screen with random recognizers, on which fingers move at random, and now and then anywhere in the quiet zone.
private struct RandomZones {
  private let screen: TestScreen
  private let recognizers: [GestureRecognizer]
  private var places: [(name: String, place: Point)] = []
  private var time = 0.0
  private var dice: SplitMix64

  init(_ dice: inout SplitMix64) {
    self.dice = SplitMix64(seed: dice.next())
    recognizers = Self.some(&self.dice)
    screen = TestScreen(recognizers)
    if Bool.random(using: &self.dice) {
      screen.engine.intention.followsLeader = true
      screen.engine.intention.landingGrace = .milliseconds(60)
      screen.engine.intention.beginsAtLift = true
    }
  }

  private static func some(_ dice: inout SplitMix64) -> [GestureRecognizer] {
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    let two = PanGestureRecognizer()
    two.minimumNumberOfTouches = 2
    let across = PanGestureRecognizer()
    across.axis = .horizontal
    let early = SwipeGestureRecognizer()
    early.decision = .atLift
    early.failsEarly = true
    early.direction = [.right]
    let short = SwipeGestureRecognizer()
    short.direction = [.left, .up]
    short.numberOfTouchesRequired = 2
    let all: [GestureRecognizer] = [
      TapGestureRecognizer(), double, PanGestureRecognizer(), two, across, PinchGestureRecognizer(),
      RotationGestureRecognizer(), LongPressGestureRecognizer(), SwipeGestureRecognizer(), early, short,
      QuietTickle(), TransformGestureRecognizer(),
    ]
    let chosen = all.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }
    for recognizer in chosen {
      if Bool.random(using: &dice) { recognizer.simultaneousRecognizers = .all }
      if Bool.random(using: &dice) { recognizer.reportedStates.remove(.changed) }
      if Bool.random(using: &dice) { recognizer.reportedStates.insert(.failed) }
    }
    return chosen
  }

  private mutating func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }

  /// - Returns: the number of places in zones that were tried.
  mutating func play() -> Int {
    var tried = 0
    for name in ["1", "2", "3"].prefix(Int.random(in: 1...3, using: &dice)) {
      places.append((name, Point(x: random(60...240), y: random(20...80))))
    }
    screen.frame(time, places.map { ($0.name, .at($0.place.x, $0.place.y)) })
    for _ in 0..<60 {
      time += 8
      let reach = Bool.random(using: &dice) ? 0.05 : 1.5
      for index in places.indices {
        let place = places[index].place
        places[index].place = Point(
          x: min(max(place.x + random(-reach...reach), 1), 298), y: min(max(place.y + random(-reach...reach), 1), 98))
      }
      screen.frame(time, places.map { ($0.name, .at($0.place.x, $0.place.y)) })
      if let zone = screen.engine.quietZone(), let target = place(in: zone) {
        tried += 1
        jump(to: target)
      }
    }
    return tried
  }

  private mutating func jump(to target: [Point]) {
    if let deadline = screen.engine.nextDeadline, deadline <= .at(time + 8) { return }
    time += 8
    let before = states, count = screen.events.count
    for index in places.indices { places[index].place = target[index] }
    screen.frame(time, places.map { ($0.name, .at($0.place.x, $0.place.y)) })
    #expect(states == before)
    #expect(screen.events.count == count)
  }

  /// The recognizers' states. A gesture that has begun and moves on without a report has not changed anything, and neither has a swipe
  /// whose failure is not observed.
  private var states: [GestureRecognizer.State] {
    recognizers.map { recognizer in
      let mayFail = (recognizer as? SwipeGestureRecognizer)?.failsEarly == true && !recognizer.failureIsObserved
      if mayFail && recognizer.state == .failed { return .possible }
      return recognizer.state == .changed ? .began : recognizer.state
    }
  }

  /// Returns places for all fingers that the zone allows; `nil` if none was found.
  private mutating func place(in zone: QuietZone) -> [Point]? {
    let touches = screen.engine.touches
    guard zone.places.count == places.count else { return nil }
    for _ in 0..<8 {
      let reach = random(0.1...40)
      let target = zone.places.indices.map { index in
        let place = zone.places[index], here = touches[index].location
        return Point(
          x: random(max(place.low.x, here.x - reach, 0)...min(place.high.x, here.x + reach, 299)),
          y: random(max(place.low.y, here.y - reach, 0)...min(place.high.y, here.y + reach, 99)))
      }
      if contains(zone, target, touches) { return target }
    }
    return nil
  }

  private func contains(_ zone: QuietZone, _ target: [Point], _ touches: [Touch]) -> Bool {
    if let centre = zone.centre {
      let sum = target.reduce(Vector.zero) { $0 + ($1 - .zero) }
      let mean = Point.zero + sum * (1 / Double(target.count))
      if (mean - centre.middle).length > centre.radius { return false }
    }
    guard let pair = zone.pair, let first = touches.firstIndex(where: { $0.id == pair.first }),
      let second = touches.firstIndex(where: { $0.id == pair.second })
    else { return zone.pair == nil }
    let way = target[second] - target[first]
    if !pair.lengths.contains(way.length) { return false }
    guard let steepest = pair.steepest else { return true }
    let along = way.x * pair.way.x + way.y * pair.way.y, across = way.x * pair.way.y - way.y * pair.way.x
    return along > 0 && abs(across) <= steepest * along
  }
}
