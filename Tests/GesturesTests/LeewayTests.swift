import Testing

@testable import Gestures

@Suite("The leeway of a finger that has landed alone")
struct LeewayTests {
  /// A gesture that sleeps until the finger moves: only beside one is there a leeway. It lets the finger go farther than the others.
  private static func sleeper() -> GestureRecognizer { makePan(touches: 2...2) }

  private static func set<Recognizer>(_ recognizer: Recognizer, _ change: (Recognizer) -> Void) -> Recognizer {
    change(recognizer)
    return recognizer
  }

  /// Gestures, with settings that were changed after they were made, and their leeway; `nil`: they have none.
  private static var gestures: [(recognizer: GestureRecognizer, leeway: Double?)] {
    [
      (makeTap(), TapLimits.movement),
      (set(makeTap(taps: 2, touches: 2)) { $0.allowableMovement = 0.9 }, 0.9),
      (makePress(), 1.6),
      (set(makePress()) { $0.allowableMovement = 5 }, 5),
      (set(makePress(taps: 1)) { $0.allowableMovement = 5 }, TapLimits.movement),
      (set(makePress(taps: 1)) { $0.allowableMovement = 0.7 }, 0.7),
      (set(makePress()) { $0.minimumForce = 0.5 }, nil),
      (makePan(), 1.6),
      (set(makePan()) { $0.slop = 0.4 }, 0.4),
      (set(makePan()) { $0.slop = 0.05 }, nil),
      (makePan(touches: 2...3), .infinity),
      (makeSwipe(), 8),
      (set(makeSwipe()) { $0.minimumDistance = 3 }, 3),
      (set(makeSwipe()) { $0.distances = [.right: 2...20] }, 2),
      (set(makeSwipe()) { $0.failsEarly = true }, 8),
      (set(makeSwipe()) { $0.decision = .atLift }, .infinity),
      (set(makeSwipe()) { $0.numberOfTouchesRequired = 2 }, .infinity),
      (set(makeSwipe()) { ($0.numberOfTouchesRequired, $0.failsEarly) = (2, true) }, .infinity),
      (TickleGestureRecognizer(), 25 * Thresholds.millimetresPerPoint),
      (set(TickleGestureRecognizer()) { $0.strokeDistance = 2 }, 2),
      (PinchGestureRecognizer(), .infinity),
      (RotationGestureRecognizer(), .infinity),
      (StrokeGestureRecognizer(), .infinity),
      (ScreenEdgePanGestureRecognizer(), nil),
      (set(makeTap()) { $0.reportedStates = .all }, nil),
      (set(makePan()) { $0.endingPlaces = RimPlaces(edges: [.left]) }, nil),
      (Probe(), nil),
    ]
  }

  @Test func `is what each gesture allows, and no more than the zone that it would allow`() throws {
    for (recognizer, expected) in Self.gestures {
      let screen = TestScreen(recognizer, Self.sleeper())
      screen.frame(0, ["1": .at(100, 50)])
      let name = "\(recognizer.className), \(String(describing: expected))"
      let found = screen.engine.findLeeway()
      #expect(found?.circle.radius == expected.map { $0 * 0.999 }, "\(name)")
      // Behind a recognizer that may call a client, none sleeps.
      #expect(screen.engine.zoneSource == (expected != nil ? .leeway : recognizer.isPlain ? .none : .search), "\(name)")
      guard let found else { continue }
      #expect(found.touch == screen.engine.touches[0].id)
      #expect(recognizer.attempt.marks.isAsleep == (recognizer.sleep != .never), "it wakes nobody: \(name)")
      #expect(screen.engine.findPendingZone(), "\(name)")
      let place = try #require(screen.engine.quietZone.places.first)
      // The zone is the largest square in the circle.
      #expect(found.circle.middle == Point(x: 100, y: 50))
      let side = min(found.circle.radius, 1000) * 0.5.squareRoot() * 0.999_999
      for (x, y) in [(side, side), (-side, -side)] {
        let corner = Point(x: 100 + x, y: 50 + y)
        #expect(corner.x >= place.low.x && corner.x <= place.high.x, "\(name)")
        #expect(corner.y >= place.low.y && corner.y <= place.high.y, "\(name)")
      }
    }
  }

  @Test func `is the least of all gestures on the view and above it`() {
    let screen = TestScreen(Self.set(makePan()) { $0.slop = 0.5 })
    let card = screen.root.add("card", 0, 0, 200, 100)
    card.addGestureRecognizer(makeTap())
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.findLeeway()?.circle.radius == 0.5 * 0.999)
    screen.frame(50, ["1": .lifts])
    screen.frame(1000, ["1": .at(250, 50)])
    card.addGestureRecognizer(Self.set(makePan()) { $0.slop = 0.2 })
    #expect(screen.engine.findLeeway()?.circle.radius == 0.5 * 0.999, "the finger is beside the card")
    screen.frame(1050, ["1": .lifts])
    screen.frame(2000, ["1": .at(100, 50)])
    #expect(screen.engine.findLeeway()?.circle.radius == 0.2 * 0.999)
  }

  @Test func `is there until the finger moves, lifts, or is not alone, and nothing is waited for`() {
    let screen = TestScreen(makePan(), makeTap())
    #expect(screen.engine.findLeeway() == nil && screen.engine.zoneSource == .none)
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.zoneSource == .leeway)
    screen.frame(10, ["1": .at(100.2, 50)])
    #expect(screen.engine.findLeeway() == nil && screen.engine.zoneSource == .search)
    screen.frame(20, ["1": .lifts])
    #expect(screen.engine.findLeeway() == nil && screen.engine.zoneSource == .none)
    screen.frame(1000, ["1": .at(100, 50), "2": .at(120, 50)])
    #expect(screen.engine.findLeeway() == nil && screen.engine.zoneSource == .search)

    let bare = TestScreen()
    bare.frame(0, ["1": .at(100, 50)])
    #expect(bare.engine.zoneSource == .none, "nothing depends on where it goes")

    let observed = TestScreen(makePan(), makeTap())
    observed.engine.reportsAttempts = true
    observed.frame(0, ["1": .at(100, 50)])
    #expect(observed.engine.findLeeway() == nil && observed.engine.zoneSource == .search)

    let tap = makeTap()
    tap.delaysTouchesBegan = true
    let held = TestScreen(makePan(), tap)
    held.engine.reportsTouches = true
    held.frame(0, ["1": .at(100, 50)])
    #expect(held.engine.findLeeway() == nil)
  }

  @Test func `is not there while something waits for the failure of gestures`() {
    final class Sheet: View {}
    let screen = TestScreen(makePan())
    let sheet = Sheet(name: "sheet", frame: Rect(x: 0, y: 0, width: 50, height: 50))
    screen.root.addSubview(sheet)
    sheet.addGestureRecognizer(makeTap(taps: 2))
    screen.frame(0, ["1": .at(20, 20)])
    screen.frame(50, ["1": .lifts])
    screen.frame(100, ["2": .at(200, 80)])
    #expect(screen.engine.delivery.isHoldingBack, "the lift on the sheet, until a second tap cannot come any more")
    #expect(screen.engine.sleepers.isAnyResting && screen.engine.findLeeway() == nil)
    screen.frame(110, ["2": .lifts])
    screen.frame(1000, ["3": .at(200, 80)])
    #expect(screen.engine.findLeeway() != nil)
  }

  @Test func `is given up where a client may be called for a touch`() {
    let screen = TestScreen(Self.sleeper(), Probe())
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.quiet.leeway == 0)
  }

  @Test func `gives the recognizers what they would have seen of a finger that moves`() throws {
    let swipe = makeSwipe(), pan = makePan()
    swipe.decision = .atLift
    let screen = TestScreen(swipe, pan)
    screen.frame(0, ["1": .at(100, 50)])
    let found = try #require(screen.engine.findLeeway())
    #expect(swipe.attempt.marks.isAsleep && pan.attempt.marks.isAsleep)
    #expect(screen.engine.findPendingZone() && screen.engine.mustFollowEachFrame)
    #expect(!swipe.attempt.marks.isAsleep && !pan.attempt.marks.isAsleep, "they have the touch as it landed")
    screen.engine.beginQuietFrame(at: .at(10))
    screen.engine.moveQuietly(found.touch, to: Point(x: 101, y: 50))
    screen.engine.endQuietFrame()
    screen.engine.endQuietFrames()
    #expect(pan.state == .possible)
    screen.frame(20, ["1": .at(102, 50)])
    #expect(pan.state == .began)
  }

  @Test func `is forgotten with the touch`() {
    let screen = TestScreen(makePan())
    screen.frame(0, ["1": .at(100, 50)])
    #expect(screen.engine.findLeeway() != nil)
    screen.frame(10, ["1": .lifts])
    #expect(screen.engine.findPendingZone() == false, "no finger is down")
    #expect(screen.engine.findPendingZone(), "the zone has been computed")
  }
}
