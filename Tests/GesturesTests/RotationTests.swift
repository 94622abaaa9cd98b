import Foundation
import Gestures
import Testing

@Suite("Rotation")
struct RotationTests {
  private let rotation = RotationGestureRecognizer(name: "rotation")
  private let screen: TestScreen

  init() { screen = TestScreen(rotation) }

  /// Moves two fingers around (100, 50). The direction from the first to the second is `degrees` clockwise from the right.
  private func fingers(_ degrees: Double, at time: Double, distance: Double = 40) {
    let angle = degrees * .pi / 180
    let (x, y) = (cos(angle) * distance / 2, sin(angle) * distance / 2)
    screen.frame(time, ["1": .at(100 - x, 50 - y), "2": .at(100 + x, 50 + y)])
  }

  private var states: [GestureRecognizer.State] { screen.gestures.map(\.state) }
  private var degrees: Double { rotation.rotation * 180 / .pi }

  @Test func `A rotation begins beyond the slop and ends when both fingers have lifted (ROT-1)`() {
    fingers(0, at: 0)
    fingers(5, at: 10)
    #expect(states == [])
    fingers(6, at: 20)
    fingers(20, at: 30)
    screen.frame(40, ["1": .lifts])
    screen.frame(50, ["2": .at(10, 10)])
    #expect(states == [.began, .changed])
    screen.frame(60, ["2": .lifts])
    #expect(states == [.began, .changed, .ended])
  }

  @Test func `One finger does not rotate (ROT-1)`() {
    expect(
      """
      1         .abcb.
      rotation  ......
      """, RotationGestureRecognizer(name: "rotation"))
  }

  /// Turns one finger around the middle of a view of 60 × 60 mm at 100, 20 mm.
  private func dial(_ degrees: [Double], radius: Double = 20, _ change: (RotationGestureRecognizer) -> Void = { _ in })
    -> (RotationGestureRecognizer, TestScreen)
  {
    let dial = RotationGestureRecognizer(name: "dial")
    dial.numberOfTouchesRequired = 1
    change(dial)
    let screen = TestScreen()
    let view = View(name: "knob", frame: Rect(x: 100, y: 20, width: 60, height: 60))
    screen.root.addSubview(view)
    view.addGestureRecognizer(dial)
    for (index, angle) in degrees.enumerated() {
      let angle = angle * .pi / 180
      screen.frame(Double(index) * 10, ["1": .at(130 + radius * cos(angle), 50 + radius * sin(angle))])
    }
    return (dial, screen)
  }

  @Test func `One finger turns around the middle of the view, counted from where it landed (ROT-9)`() {
    let (dial, screen) = dial(Array(stride(from: -90.0, through: 630, by: 6)))
    #expect((dial.rotation - 4 * .pi).magnitude < 1e-9)
    #expect(dial.location(in: nil).distance(to: Point(x: 130, y: 30)) < 1e-9, "under the finger")
    #expect(screen.events(of: dial).first?.rotation.map { ($0 * 180 / .pi).isClose(to: 6) } == true)
    screen.frame(2000, ["1": .lifts])
    #expect(dial.state == .possible && screen.gestures.last?.state == .ended)
  }

  @Test func `A finger near the middle must also go as far as a pan (ROT-9)`() {
    #expect(dial([0, 14], radius: 6).1.gestures.isEmpty)
    #expect(dial([0, 16], radius: 6).1.gestures.map(\.state) == [.began])
    #expect(dial([0, 90, 180], radius: 4).1.gestures.isEmpty, "too close (ROT-5)")
  }

  @Test func `A second finger fails a dial for one, or takes it over (ROT-9)`() {
    for allowsMore in [false, true] {
      let (dial, screen) = dial([0]) { $0.allowsMoreTouches = allowsMore }
      screen.frame(10, ["2": .at(110, 50)])
      screen.frame(20, ["1": .at(150, 60), "2": .at(110, 40)])
      #expect(dial.state == (allowsMore ? .began : .failed))
      let before = dial.rotation
      screen.frame(30, ["2": .lifts])
      screen.frame(40, ["1": .at(150, 60)])
      if allowsMore { #expect(dial.rotation == before, "no jump when a finger lifts") }
    }
  }

  @Test func `The rotation is 0 where it begins, and positive clockwise (ROT-2)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    #expect(screen.gestures.last?.rotation == 0)
    fingers(40, at: 20)
    #expect(degrees.isClose(to: 30))
    fingers(-5, at: 30)
    #expect(degrees.isClose(to: -15))
  }

  @Test func `Full turns are counted (ROT-2)`() {
    fingers(0, at: 0)
    for step in 1...30 { fingers(Double(step) * 30, at: Double(step) * 10) }
    #expect(degrees.isClose(to: 870))
    for step in 1...60 { fingers(900 - Double(step) * 30, at: 300 + Double(step) * 10) }
    #expect(degrees.isClose(to: -930))
  }

  @Test func `A panel that exchanges two fingers causes no rotation (ROT-3)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(30, at: 20)
    fingers(212, at: 30)  // Exchanged, and 2° further, which are lost.
    #expect(degrees.isClose(to: 20))
    fingers(222, at: 40)
    #expect(degrees.isClose(to: 30))
    fingers(45, at: 50)
    #expect(degrees.isClose(to: 30))
  }

  @Test func `Fingers that are exchanged do not begin a rotation (ROT-3)`() {
    fingers(0, at: 0)
    fingers(180, at: 10)
    fingers(2, at: 20)
    #expect(states == [])
  }

  @Test func `A step across 180 degrees is measured in the shorter direction (ROT-3)`() {
    fingers(170, at: 0)
    fingers(179, at: 10)
    fingers(-171, at: 20)
    #expect(degrees.isClose(to: 10))
  }

  @Test func `When one finger lifts and returns, the rotation continues from its value (ROT-4)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(40, at: 20)
    screen.frame(30, ["2": .lifts])
    screen.frame(40, ["2": .at(100, 90)])
    #expect(degrees.isClose(to: 30))
    fingers(90, at: 50)
    let before = degrees
    fingers(100, at: 60)
    #expect(degrees.isClose(to: before + 10))
  }

  @Test func `A third finger that is down replaces one that lifts, without a jump (ROT-4)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(40, at: 20)
    screen.frame(30, ["3": .at(10, 10)])
    screen.frame(40, ["1": .lifts])
    #expect(degrees.isClose(to: 30))
    screen.frame(50, ["3": .at(10, 10.001)])
    #expect(degrees.isClose(to: 30, within: 0.01))
  }

  @Test func `Ignoring a finger causes no jump (ROT-4, RS-7)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(40, at: 20)
    screen.frame(30, ["3": .at(10, 10)])
    screen.perform(at: 35) { rotation.ignore(screen.touch("1")!) }
    screen.frame(40, ["3": .at(10, 11)])
    #expect(degrees.isClose(to: 30))
  }

  @Test func `The rotation can be set, which resets the velocity (ROT-4)`() {
    fingers(0, at: 0)
    for step in 1...8 { fingers(Double(step) * 10, at: Double(step) * 10) }
    // 1000° per second.
    #expect(rotation.velocity.isClose(to: 1000 * .pi / 180, within: 1e-6))
    screen.perform(at: 85) { rotation.rotation = 1 }
    #expect(rotation.rotation == 1 && rotation.velocity == 0)
    fingers(90, at: 90)
    #expect(rotation.rotation.isClose(to: 1 + 10 * .pi / 180))
  }

  @Test func `Fingers closer than 5 mm do not change the rotation (ROT-5)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(20, at: 20)
    fingers(60, at: 30, distance: 4.9)
    fingers(100, at: 40, distance: 4.9)
    #expect(degrees.isClose(to: 10))
    // When they are apart again, the first frame is only a new reference.
    fingers(120, at: 50)
    #expect(degrees.isClose(to: 10))
    fingers(130, at: 60)
    #expect(degrees.isClose(to: 20))
  }

  @Test func `Fingers closer than 5 mm do not begin a rotation (ROT-5)`() {
    for step in 0...10 { fingers(Double(step) * 20, at: Double(step) * 10, distance: 4) }
    #expect(states == [])
  }

  @Test func `Without a slop, fingers at any distance rotate (ROT-5)`() {
    rotation.slop = 0
    fingers(0, at: 0, distance: 2)
    fingers(1, at: 10, distance: 2)
    fingers(11, at: 20, distance: 2)
    #expect(degrees.isClose(to: 10))
  }

  @Test func `Two fingers can pinch and rotate at once (ROT-1, ARB-5)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.simultaneousRecognizers = .some([rotation])
    screen.root.addGestureRecognizer(pinch)
    fingers(0, at: 0)
    fingers(10, at: 10, distance: 50)
    fingers(20, at: 20, distance: 75)
    #expect(degrees.isClose(to: 10))
    #expect(pinch.scale.isClose(to: 1.5))
  }

  /// Turns evenly spread fingers around (100, 50).
  private func wheel(_ count: Int, _ degrees: Double, on screen: TestScreen, at time: Double) {
    screen.frame(
      time,
      (0..<count).map { finger in
        let angle = degrees * .pi / 180 + 2 * .pi * Double(finger) / Double(count)
        return ("\(finger)", .at(100 + 30 * cos(angle), 50 + 30 * sin(angle)))
      })
  }

  @Test(arguments: 2...5)
  func `Each number of fingers makes its own rotation, by the angle they turn (ROT-6)`(count: Int) {
    let rotations = (2...5).map { count in
      let rotation = RotationGestureRecognizer(name: "\(count)")
      rotation.numberOfTouchesRequired = count
      rotation.allowsMoreTouches = false
      return rotation
    }
    let screen = TestScreen(rotations)
    for step in 0...20 { wheel(count, Double(step) * 5, on: screen, at: Double(step) * 10) }
    #expect(Set(screen.gestures.map(\.recognizer.name)) == ["\(count)"])
    // 100° in all, of which the first 10° begin it.
    #expect((screen.gestures.last!.rotation! * 180 / .pi).isClose(to: 90))
  }

  @Test func `Fingers of which one turns a little do not rotate all (ROT-6)`() {
    let rotation = RotationGestureRecognizer(name: "three")
    rotation.numberOfTouchesRequired = 3
    let screen = TestScreen(rotation)
    wheel(3, 0, on: screen, at: 0)
    screen.frame(10, ["0": .at(130, 53)])
    #expect(screen.gestures.isEmpty)
    screen.frame(20, ["0": .lifts, "1": .lifts, "2": .lifts])
    #expect(rotation.state == .possible)
  }

  @Test func `A rotation begins in its directions only, and then turns in both (ROT-7)`() {
    for (direction, angle, begins) in [
      (RotationGestureRecognizer.Direction.clockwise, 20.0, true), (.clockwise, -20, false),
      (.counterclockwise, 20, false), (.counterclockwise, -20, true),
    ] {
      let rotation = RotationGestureRecognizer(name: "turn")
      rotation.direction = [direction]
      let screen = TestScreen(rotation)
      for (time, degrees) in [(0.0, 0.0), (10, angle), (20, -angle)] { wheel(2, degrees, on: screen, at: time) }
      #expect(screen.gestures.map(\.state) == (begins ? [.began, .changed] : []), "\(direction), \(angle)°")
      #expect(rotation.state == (begins ? .changed : .failed))
    }
  }
}
