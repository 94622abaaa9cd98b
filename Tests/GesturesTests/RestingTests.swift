import Testing

@testable import Gestures

@Suite("Resting fingers")
struct RestingTests {
  private func tipTap(_ name: String = "tip", _ count: Int = 1, side: RestingTouches.Side? = nil)
    -> TapGestureRecognizer
  {
    let tap = makeTap(name)
    tap.restingTouches = RestingTouches(count, side: side)
    return tap
  }

  /// Lands resting fingers, taps at a place after a pause, and lifts all. Returns what was recognized.
  private func recognized(
    _ recognizers: [GestureRecognizer], resting: [(Double, Double)], tapAt place: (Double, Double), pause: Double = 200
  ) -> String {
    let screen = TestScreen(recognizers)
    for (index, finger) in resting.enumerated() { screen.frame(Double(index), ["r\(index)": .at(finger.0, finger.1)]) }
    screen.frame(pause, ["1": .at(place.0, place.1)])
    screen.frame(pause + 60, ["1": .lifts])
    screen.frame(pause + 500, resting.indices.map { ("r\($0)", .lifts) })
    screen.wait(until: 5000)
    return screen.gestures.filter { $0.state == .ended }.map(\.recognizer.name).joined(separator: " ")
  }

  @Test func `A gesture may need exactly so many resting fingers (HF-1)`() {
    for (needed, resting, expected) in [(1, 0, ""), (1, 1, "tip"), (1, 2, ""), (2, 1, ""), (2, 2, "tip")] {
      let fingers = (0..<resting).map { (100 + 20 * Double($0), 50.0) }
      #expect(
        recognized([tipTap("tip", needed)], resting: fingers, tapAt: (200, 50)) == expected, "\(needed), \(resting)")
    }
  }

  @Test func `Fingers that land together do not rest (HF-1)`() {
    #expect(recognized([tipTap()], resting: [(100, 50)], tapAt: (120, 50), pause: 79) == "")
    #expect(recognized([tipTap()], resting: [(100, 50)], tapAt: (120, 50), pause: 80) == "tip")
  }

  /// Lands a thumb and a finger that flicks 50 mm to the left. Both end with the flick.
  private func flick(thumbTo end: Double, after pause: Double, _ decision: SwipeGestureRecognizer.Decision) -> [String]
  {
    let plain = makeSwipe("plain", .left), held = makeSwipe("held", .left)
    for swipe in [plain, held] {
      swipe.decision = decision
      swipe.failsEarly = true
    }
    held.restingTouches = RestingTouches(1)
    let screen = TestScreen([plain, held])
    screen.frame(0, ["thumb": .at(20, 80)])
    screen.frame(pause, ["1": .at(200, 50)])
    for step in 1...10 {
      let share = Double(step) / 10
      screen.frame(pause + share * 200, ["1": .at(200 - 50 * share, 50), "thumb": .at(20 + (end - 20) * share, 80)])
    }
    screen.frame(pause + 210, ["1": .lifts])
    screen.frame(1000, ["thumb": .lifts])
    return screen.gestures.filter { $0.state == .ended }.map(\.recognizer.name)
  }

  @Test func `A thumb that lands with the finger may rest beside a flick (HF-3)`() {
    for pause in [10.0, 50, 79, 80, 300] {
      #expect(flick(thumbTo: 20, after: pause, .atLift) == ["held"], "\(pause)")
    }
    #expect(flick(thumbTo: 21.9, after: 50, .atLift) == ["held"])
    #expect(flick(thumbTo: 22.5, after: 50, .atLift) == [], "it moves with the finger")
    #expect(flick(thumbTo: 24.9, after: 100, .atLift) == ["held"], "one that was there before may move more (HF-1)")
    #expect(flick(thumbTo: 20, after: 50, .duringMovement) == [], "what begins early cannot tell")
  }

  @Test(arguments: [
    (RestingTouches.Side.left, (80.0, 50.0)), (.right, (120, 50)), (.above, (100, 30)), (.below, (100, 70)),
  ])
  func `The touch may have to land on one side (HF-1)`(side: RestingTouches.Side, place: (Double, Double)) {
    #expect(recognized([tipTap(side: side)], resting: [(100, 50)], tapAt: place) == "tip")
    let opposite = (200 - place.0, 100 - place.1)
    #expect(recognized([tipTap(side: side)], resting: [(100, 50)], tapAt: opposite) == "")
  }

  @Test func `It can be repeated while the finger rests (HF-1)`() {
    let tip = tipTap()
    let screen = TestScreen(tip)
    screen.frame(0, ["rest": .at(100, 50)])
    for index in 1...5 {
      screen.frame(Double(index) * 300, ["1": .at(140, 50)])
      screen.frame(Double(index) * 300 + 60, ["1": .lifts])
    }
    #expect(screen.events(of: tip).count == 5)
  }

  @Test func `The finger must still rest at the end, and not have moved (HF-1)`() {
    for (moved, lifts, count) in [(4.0, false, 1), (6, false, 0), (0, true, 0)] {
      let tip = tipTap()
      let screen = TestScreen(tip)
      screen.frame(0, ["rest": .at(100, 50)])
      screen.frame(200, ["1": .at(140, 50)])
      screen.frame(220, ["rest": lifts ? .lifts : .at(100 + moved, 50)])
      screen.frame(260, ["1": .lifts])
      #expect(screen.events(of: tip).count == count, "\(moved) mm, lifts: \(lifts)")
    }
  }

  @Test func `Fingers outside of the gesture's view do not count (HF-1)`() {
    let root = TestScreen.makeRoot()
    let view = root.add("view", 0, 0, 150, 100)
    let tip = tipTap()
    view.addGestureRecognizer(tip)
    for (x, count) in [(200.0, 0), (100, 1)] {
      let screen = TestScreen(root: root, tip)
      screen.frame(0, ["rest": .at(x, 50)])
      screen.frame(200, ["1": .at(40, 50)])
      screen.frame(260, ["1": .lifts])
      screen.frame(400, ["rest": .lifts])
      #expect(screen.events(of: tip).count == count)
    }
  }

  @Test func `Gestures that need no resting finger wait for one that does (HF-2)`() {
    let swipe = makeSwipe("swipe")
    swipe.decision = .atLift
    swipe.failsEarly = true
    swipe.restingTouches = RestingTouches(1)
    let pan = makePan()
    let screen = TestScreen(pan, swipe)
    screen.frame(0, ["rest": .at(100, 80)])
    screen.stroke(from: (100, 50), to: (140, 50), at: 200, for: 60)
    screen.frame(270, ["1": .lifts])
    screen.frame(600, ["rest": .lifts])
    #expect(screen.gestures.map(\.recognizer.name) == ["swipe"])
    // Without a resting finger it is a pan.
    screen.stroke(from: (100, 50), to: (140, 50), at: 1000, for: 60)
    screen.frame(1070, ["1": .lifts])
    #expect(screen.gestures.last?.recognizer.name == "pan")
  }
}
