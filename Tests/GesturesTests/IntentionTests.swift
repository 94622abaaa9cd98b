import Foundation
import Gestures
import Testing

/// The engine's options that follow what a hand intends, beyond UIKit's rules.
@Suite("Intention")
struct IntentionTests {
  private func makeScreen(_ recognizers: GestureRecognizer..., intention: Intention) -> TestScreen {
    let screen = TestScreen(recognizers)
    screen.engine.intention = intention
    return screen
  }

  private var leading: Intention {
    var intention = Intention()
    intention.followsLeader = true
    return intention
  }

  private func makeThree() -> [GestureRecognizer] {
    [makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "rotation")]
  }

  /// Moves two fingers, at first 40 mm apart, at constant speed for half a second: their middle moves `pan` mm to the right,
  /// each finger moves `pinch` mm away from it, and each turns around it by an arc of `rotation` mm.
  private func twoFingers(_ screen: TestScreen, pan: Double, pinch: Double, rotation: Double, at time: Double = 0) {
    for step in 0...50 {
      let part = Double(step) / 50
      let (radius, angle) = (20 + pinch * part, rotation / 20 * part)
      let (dx, dy) = (radius * cos(angle), radius * sin(angle))
      let x = 150 + pan * part
      screen.frame(time + Double(step) * 10, ["1": .at(x - dx, 50 - dy), "2": .at(x + dx, 50 + dy)])
    }
    screen.frame(time + 520, ["1": .lifts, "2": .lifts])
  }

  @Test func `The component that leads begins, even if another one passed its threshold first (ARB-12)`() {
    // In the first case, the fingers' distance changes by 1.3 mm before they have turned by 5 degrees.
    for (pan, pinch, rotation, name) in [
      (0.0, 5.0, 10.0, "rotation"), (15, 5, 0, "pan"), (30, 5, 5, "pan"), (5, 30, 5, "pinch"), (5, -12, 5, "pinch"),
      (8, 4, 30, "rotation"), (8, 4, -30, "rotation"),
    ] {
      let screen = TestScreen(makeThree())
      screen.engine.intention = leading
      twoFingers(screen, pan: pan, pinch: pinch, rotation: rotation)
      let began = screen.gestures.filter { $0.state == .began }.map(\.recognizer.name)
      #expect(began == [name], "\(pan), \(pinch), \(rotation)")
    }
  }

  @Test
  func `A component leads only after 1.6 mm of travel, and with 1.5 times the travel of the next one (ARB-12)`() {
    // Each finger moves 2 mm for the pinch, which is too small a lead, and 2.3 mm for the pan, which is too little to lead.
    let screen = TestScreen(makeThree())
    screen.engine.intention = leading
    twoFingers(screen, pan: 4.3, pinch: 2, rotation: 0)
    #expect(screen.gestures.isEmpty)
    twoFingers(screen, pan: 3.5, pinch: 2.5, rotation: 0, at: 1000)
    #expect(screen.gestures.first?.recognizer.name == "pinch")
  }

  @Test func `After 6.4 mm of travel, any lead is enough (ARB-12)`() {
    let screen = TestScreen(makeThree())
    screen.engine.intention = leading
    twoFingers(screen, pan: 19, pinch: 10, rotation: 0)
    #expect(screen.gestures.first?.recognizer.name == "pinch")
    let time = screen.gestures.first?.time
    #expect(time.map { $0 >= .at(320) && $0 <= .at(340) } == true)
  }

  @Test func `A rotation leads only after 4 mm of travel (ARB-12)`() {
    for (rotation, count) in [(3.8, 0), (4.2, 1)] {
      let screen = TestScreen(makeThree())
      screen.engine.intention = leading
      twoFingers(screen, pan: 0, pinch: 0, rotation: rotation)
      #expect(screen.gestures.filter { $0.state == .began }.count == count)
    }
  }

  @Test func `A finger that moves beside a thumb that rests pinches (ARB-12)`() {
    let (pan, pinch) = (makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"))
    pinch.reportedStates.remove(.changed)
    expect(
      """
      1      .d-----.
      2      .e-fg--.
      pan    ........
      pinch  ...B...E
      """, pan, pinch, intention: leading)
  }

  @Test func `A finger that moves around a thumb that rests turns (ARB-12)`() {
    let (pan, rotation) = (makePan(touches: 2...2), RotationGestureRecognizer(name: "rotation"))
    rotation.reportedStates.remove(.changed)
    expect(
      """
      1         .a-----.
      2         .b-cd--.
      pan       ........
      rotation  ....B..E
      """, pan, rotation,
      places: ["a": (100, 50), "b": (130, 50), "c": (129.5, 56), "d": (127, 63)], intention: leading)
  }

  @Test func `Where two fingers move beside a thumb that lands last, they pinch (ARB-12, PIN-3)`() {
    for (intention, reports) in [(leading, "...B..E"), (Intention(), ".......")] {
      let (pan, pinch) = (makePan(touches: 3...3), PinchGestureRecognizer(name: "pinch"))
      for recognizer in [pan, pinch] { recognizer.reportedStates.remove(.changed) }
      let moves = intention.followsLeader ? "......." : "...B..E"
      expect(
        """
        1      .a-cd-.
        2      .b-ef-.
        3      ..t---.
        pan    \(moves)
        pinch  \(reports)
        """, pan, pinch,
        places: [
          "a": (100, 40), "b": (100, 60), "c": (105, 40), "d": (115, 40), "e": (105, 60), "f": (115, 60), "t": (70, 50),
        ], intention: intention)
    }
  }

  @Test func `A pinch waits after a landing, as the second finger may start later than the first one (ARB-12)`() {
    var intention = leading
    for (grace, name) in [(80, "pan"), (0, "pinch")] {
      intention.landingGrace = .milliseconds(grace)
      let screen = makeScreen(makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), intention: intention)
      screen.frame(0, ["1": .at(100, 50), "2": .at(140, 50)])
      screen.frame(40, ["1": .at(105, 50)])
      screen.frame(70, ["1": .at(110, 50), "2": .at(145, 50)])
      screen.frame(100, ["1": .at(115, 50), "2": .at(155, 50)])
      #expect(screen.gestures.first?.recognizer.name == name)
    }
  }

  @Test func `A pinch does not wait after a landing if the fingers move apart (ARB-12)`() {
    var intention = leading
    intention.landingGrace = .milliseconds(80)
    let screen = makeScreen(makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), intention: intention)
    screen.frame(0, ["1": .at(100, 50), "2": .at(140, 50)])
    screen.frame(40, ["1": .at(98, 50), "2": .at(145, 50)])
    #expect(screen.gestures.first?.recognizer.name == "pinch")
  }

  @Test func `Fingers of two hands pinch only after 6.4 mm, as one may start later (ARB-12)`() {
    for (distance, name) in [(80.0, "pan"), (60, "pinch")] {
      let screen = makeScreen(makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), intention: leading)
      screen.frame(0, ["1": .at(100, 50), "2": .at(100 + distance, 50)])
      screen.frame(40, ["1": .at(92, 50)])
      screen.frame(60, ["1": .at(85, 50), "2": .at(94 + distance, 50)])
      screen.frame(80, ["1": .at(80, 50), "2": .at(86 + distance, 50)])
      #expect(screen.gestures.first?.recognizer.name == name)
    }
  }

  /// Each failure and cancellation, with its reason and the two numbers, rounded to tenths.
  private func reasons(_ screen: TestScreen) -> [String] {
    screen.events.compactMap { event in
      guard case .attempt(let attempt) = event else { return nil }
      switch attempt.change {
      case .failed(let reason), .cancelled(let reason):
        let (measured, limit) = (Int((reason.measured * 10).rounded()), Int((reason.limit * 10).rounded()))
        return "\(attempt.recognizer.name) \(reason.kind) \(measured) \(limit) \(reason.other?.name ?? "-")"
      default: return nil
      }
    }
  }

  @Test func `The reason says what led, with both travels, where the comparison decided (ARB-12)`() {
    for (intention, says) in [(leading, ["pinch outrun 12 30 pan"]), (Intention(), ["pinch prevented 0 0 pan"])] {
      let screen = makeScreen(makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), intention: intention)
      screen.engine.reportsAttempts = true
      screen.frame(0, ["1": .at(100, 50), "2": .at(140, 50)])
      screen.frame(20, ["1": .at(101.2, 53), "2": .at(138.8, 53)])
      screen.frame(60, ["1": .lifts, "2": .lifts])
      #expect(reasons(screen) == says)
    }
  }

  @Test func `A gesture that lacks its fingers is prevented, and not compared (ARB-12)`() {
    let screen = makeScreen(makePan(touches: 1...1), PinchGestureRecognizer(name: "pinch"), intention: leading)
    screen.engine.reportsAttempts = true
    screen.stroke(from: (100, 50), to: (110, 50), at: 0, for: 100)
    #expect(reasons(screen) == ["pinch prevented 0 0 pan"])
  }

  @Test func `A gesture that never led says so at the lift (ARB-12)`() {
    for (pan, pinch, says) in [
      (4.2, 2.0, ["pan noLead 22 29 -", "pinch noLead 20 33 -"]), (2, 0, ["pan noLead 20 24 -"]),
    ] {
      let screen = makeScreen(makePan(touches: 2...2), PinchGestureRecognizer(name: "pinch"), intention: leading)
      screen.engine.reportsAttempts = true
      twoFingers(screen, pan: pan, pinch: pinch, rotation: 0)
      #expect(Array(reasons(screen).prefix(says.count)) == says)
    }
  }

  @Test func `A gesture whose fingers lift while it waits for another finger says so (ARB-13)`() {
    var intention = Intention()
    intention.landingGrace = .seconds(1)
    let screen = makeScreen(makePan(touches: 1...1), makePan("two", touches: 2...2), intention: intention)
    screen.engine.reportsAttempts = true
    screen.stroke(from: (100, 50), to: (104, 50), at: 0, for: 500)
    screen.frame(600, ["1": .lifts])
    #expect(reasons(screen) == ["pan awaitedFinger 5 10 -", "two tooFewFingers 10 20 -"])
  }

  @Test func `Gestures that may be recognized simultaneously are not compared (ARB-12)`() {
    let three = makeThree()
    for recognizer in three { recognizer.simultaneousRecognizers = .all }
    let screen = TestScreen(three)
    screen.engine.intention = leading
    twoFingers(screen, pan: 6, pinch: 6, rotation: 6)
    #expect(Set(screen.gestures.map(\.recognizer.name)) == ["pan", "pinch", "rotation"])
  }

  @Test func `A gesture without rivals does not wait, and by UIKit's rules the first one begins (ARB-12)`() {
    let alone = PinchGestureRecognizer(name: "pinch")
    let screen = TestScreen(alone)
    screen.engine.intention = leading
    twoFingers(screen, pan: 0, pinch: 0.8, rotation: 0)
    #expect(screen.gestures.first?.recognizer === alone)
    let uikit = TestScreen(makeThree())
    twoFingers(uikit, pan: 8, pinch: 4, rotation: 30)
    #expect(uikit.gestures.first?.recognizer.name == "rotation" || uikit.gestures.first?.recognizer.name == "pan")
  }

  @Test func `The comparison starts when the last finger lands (ARB-12)`() {
    var intention = leading
    intention.landingGrace = .milliseconds(80)
    let screen = makeScreen(makePan(touches: 3...3), PinchGestureRecognizer(name: "pinch"), intention: intention)
    // The first two drift apart by 1 mm each before the third lands; then all three move down.
    screen.frame(0, ["1": .at(100, 50), "2": .at(130, 50)])
    screen.frame(20, ["1": .at(99, 50), "2": .at(131, 50)])
    screen.frame(40, ["3": .at(160, 50)])
    for step in 1...20 {
      let y = 50 + Double(step)
      screen.frame(40 + Double(step) * 10, ["1": .at(99, y), "2": .at(131.5, y), "3": .at(160, y)])
    }
    #expect(screen.gestures.first?.recognizer.name == "pan")
  }

  @Test func `A gesture for fewer fingers waits while more fingers may land (ARB-13)`() {
    var intention = Intention()
    intention.landingGrace = .milliseconds(80)
    let (two, three) = (makePan("two", touches: 2...2), makePan("three", touches: 3...3))
    let screen = makeScreen(two, three, intention: intention)
    screen.frame(0, ["1": .at(100, 50), "2": .at(120, 50)])
    for step in 1...5 {
      screen.frame(Double(step) * 10, ["1": .at(100, 50 + Double(step)), "2": .at(120, 50 + Double(step))])
    }
    screen.frame(60, ["3": .at(140, 56)])
    for step in 1...10 {
      let y = 55 + Double(step)
      screen.frame(60 + Double(step) * 10, ["1": .at(100, y), "2": .at(120, y), "3": .at(140, y)])
    }
    #expect(screen.gestures.filter { $0.state == .began }.map(\.recognizer.name) == ["three"])
  }

  @Test func `The wait for more fingers ends after its time, or once the fingers have moved far (ARB-13)`() {
    for (speed, time) in [(0.05, 80.0), (0.4, 20)] {
      var intention = Intention()
      intention.landingGrace = .milliseconds(80)
      let one = makePan("one", touches: 1...1)
      let screen = makeScreen(one, makePan("two", touches: 2...2), intention: intention)
      screen.follow(at: 0, for: 200) { (100 + speed * 200 * $0, 50) }
      #expect(screen.gestures.first?.time == .at(time), "\(speed) mm/ms")
    }
  }

  @Test func `A gesture does not wait if no other one needs more fingers (ARB-13)`() {
    var intention = Intention()
    intention.landingGrace = .milliseconds(80)
    let screen = makeScreen(makePan("one", touches: 1...1), makeTap(), intention: intention)
    screen.stroke(from: (100, 50), to: (120, 50), at: 0, for: 100)
    #expect(screen.gestures.first?.time == .at(10))
  }

  @Test func `With beginsAtLift, a pan whose wait ends with the lift begins and ends there (REQ-5)`() {
    for follows in [false, true] {
      var intention = Intention()
      intention.beginsAtLift = follows
      let (pan, swipe) = (makePan(), makeSwipe())
      pan.require(toFail: swipe)
      let screen = makeScreen(pan, swipe, intention: intention)
      screen.stroke(from: (100, 50), to: (105, 50), at: 0, for: 50)
      screen.frame(60, ["1": .lifts])
      #expect(screen.gestures.map(\.state) == (follows ? [.began, .ended] : []))
      #expect(screen.gestures.allSatisfy { $0.recognizer === pan && $0.time == .at(60) })
      #expect(screen.gestures.first?.translation.map { $0.isClose(to: 3.4, 0) } ?? !follows)
    }
  }

  @Test func `A pan does not begin at the lift while the gesture it waits for is undecided (REQ-5)`() {
    var intention = Intention()
    intention.beginsAtLift = true
    let (pan, double) = (makePan(), makeTap("double", taps: 2))
    double.allowableMovement = 20
    pan.require(toFail: double)
    let screen = makeScreen(pan, double, intention: intention)
    screen.stroke(from: (100, 50), to: (105, 50), at: 0, for: 50)
    screen.frame(60, ["1": .lifts])
    #expect(pan.state == .possible || pan.state == .failed)
    screen.wait(until: 1000)
    #expect(screen.gestures.isEmpty)
  }

  @Test func `A waiting pan yields to a tap if its finger comes back (PAN-12)`() {
    for (withTap, name) in [(true, "tap"), (false, "pan")] {
      var intention = Intention()
      intention.beginsAtLift = true
      let (pan, swipe, tap) = (makePan(), makeSwipe(), makeTap())
      swipe.maximumDuration = .milliseconds(100)
      pan.require(toFail: swipe)
      let recognizers: [GestureRecognizer] = withTap ? [tap, swipe, pan] : [swipe, pan]
      let screen = TestScreen(recognizers)
      screen.engine.intention = intention
      screen.frame(0, ["1": .at(100, 50)])
      screen.frame(20, ["1": .at(102, 50)])
      screen.frame(60, ["1": .at(100.5, 50)])
      screen.wait(until: 150)
      screen.frame(160, ["1": .lifts])
      #expect(screen.gestures.first?.recognizer.name == name)
    }
  }

  @Test func `Movement within the uncertainty of locations does not count (RS-11)`() {
    for (uncertainty, names) in [(0.0, ["pinch"]), (3, [])] {
      let screen = TestScreen(PinchGestureRecognizer(name: "pinch"), RotationGestureRecognizer(name: "rotation"))
      screen.uncertainty = uncertainty
      screen.frame(0, ["1": .at(100, 50), "2": .at(120, 50)])
      screen.frame(20, ["1": .at(100, 50), "2": .at(122, 50.5)])
      #expect(screen.gestures.map(\.recognizer.name) == names)
    }
    let (pan, press) = (makePan(), makePress())
    let screen = TestScreen(pan, press)
    screen.uncertainty = 3
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(100, ["1": .at(102.5, 50)])
    screen.wait(until: 600)
    #expect(screen.gestures.map(\.recognizer.name) == ["press"])
  }

  @Test func `The uncertainty does not affect a pinch without slop (RS-11)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.slop = 0
    let screen = TestScreen(pinch)
    screen.uncertainty = 3
    screen.frame(0, ["1": .at(100, 50), "2": .at(120, 50)])
    screen.frame(20, ["2": .at(120.2, 50)])
    #expect(screen.gestures.map(\.recognizer.name) == ["pinch"])
  }

  @Test func `Without the rule a pan that waits begins although its finger has returned (PAN-12)`() {
    for (beginsAtLift, expected) in [(false, ["pan"]), (true, [])] {
      let (tap, double, pan) = (makeTap(), makeTap("double", taps: 2), makePan())
      for tap in [tap, double] { tap.allowableMovement = 50 }
      double.maximumDuration = .milliseconds(300)
      pan.require(toFail: double)
      tap.require(toFail: pan)
      let screen = TestScreen([tap, double, pan])
      screen.engine.intention.beginsAtLift = beginsAtLift
      for (time, x) in [(0.0, 50.0), (30, 55), (60, 60), (90, 55), (120, 50)] {
        screen.frame(time, ["1": .at(x, 50)])
      }
      screen.wait(until: 400)
      #expect(screen.gestures.filter { $0.state == .began }.map(\.recognizer.name) == expected)
    }
  }
}
