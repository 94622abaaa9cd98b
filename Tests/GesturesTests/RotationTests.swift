import Foundation
import Gestures
import Testing

@Suite("Rotation")
struct RotationTests {
  private let rotation = RotationGestureRecognizer(name: "rotation")
  private let screen: TestScreen

  init() { screen = TestScreen(rotation) }

  /// Two fingers round (100, 50), the second one in this direction from the first, in degrees clockwise from the right.
  private func fingers(_ degrees: Double, at time: Double, distance: Double = 40) {
    let angle = degrees * .pi / 180
    let (x, y) = (cos(angle) * distance / 2, sin(angle) * distance / 2)
    screen.frame(time, ["1": .at(100 - x, 50 - y), "2": .at(100 + x, 50 + y)])
  }

  private var states: [GestureRecognizer.State] { screen.gestures.map(\.state) }
  private var degrees: Double { rotation.rotation * 180 / .pi }

  @Test func `Two fingers turn beyond the slop, and lift (ROT-1)`() {
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

  @Test func `One finger turns nothing (ROT-1)`() {
    expect(
      """
      1         .abcb.
      rotation  ......
      """, RotationGestureRecognizer(name: "rotation"))
  }

  @Test func `It is 0 where it begins, and clockwise positive (ROT-2)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    #expect(screen.gestures.last?.rotation == 0)
    fingers(40, at: 20)
    #expect(degrees.isClose(to: 30))
    fingers(-5, at: 30)
    #expect(degrees.isClose(to: -15))
  }

  @Test func `It counts full turns (ROT-2)`() {
    fingers(0, at: 0)
    for step in 1...30 { fingers(Double(step) * 30, at: Double(step) * 10) }
    #expect(degrees.isClose(to: 870))
    for step in 1...60 { fingers(900 - Double(step) * 30, at: 300 + Double(step) * 10) }
    #expect(degrees.isClose(to: -930))
  }

  @Test func `A panel that exchanges two fingers turns nothing (ROT-3)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(30, at: 20)
    fingers(212, at: 30)  // Exchanged, and 2° further: lost.
    #expect(degrees.isClose(to: 20))
    fingers(222, at: 40)
    #expect(degrees.isClose(to: 30))
    fingers(45, at: 50)
    #expect(degrees.isClose(to: 30))
  }

  @Test func `Fingers exchanged before it begins do not begin it (ROT-3)`() {
    fingers(0, at: 0)
    fingers(180, at: 10)
    fingers(2, at: 20)
    #expect(states == [])
  }

  @Test func `Steps over the back are the short way round (ROT-3)`() {
    fingers(170, at: 0)
    fingers(179, at: 10)
    fingers(-171, at: 20)
    #expect(degrees.isClose(to: 10))
  }

  @Test func `One finger lifts and returns: it goes on from where it was (ROT-4)`() {
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

  @Test func `A third finger that waits takes the place of one that lifts, without a jump (ROT-4)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(40, at: 20)
    screen.frame(30, ["3": .at(10, 10)])
    screen.frame(40, ["1": .lifts])
    #expect(degrees.isClose(to: 30))
    screen.frame(50, ["3": .at(10, 10.001)])
    #expect(degrees.isClose(to: 30, within: 0.01))
  }

  @Test func `A finger that is ignored makes no jump (ROT-4, RS-7)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(40, at: 20)
    screen.frame(30, ["3": .at(10, 10)])
    screen.perform(at: 35) { rotation.ignore(screen.touch("1")!) }
    screen.frame(40, ["3": .at(10, 11)])
    #expect(degrees.isClose(to: 30))
  }

  @Test func `It may be set; the velocity starts afresh (ROT-4)`() {
    fingers(0, at: 0)
    for step in 1...8 { fingers(Double(step) * 10, at: Double(step) * 10) }
    // 1000° a second.
    #expect(rotation.velocity.isClose(to: 1000 * .pi / 180, within: 1e-6))
    screen.perform(at: 85) { rotation.rotation = 1 }
    #expect(rotation.rotation == 1 && rotation.velocity == 0)
    fingers(90, at: 90)
    #expect(rotation.rotation.isClose(to: 1 + 10 * .pi / 180))
  }

  @Test func `Fingers closer than 5 mm give no steps (ROT-5)`() {
    fingers(0, at: 0)
    fingers(10, at: 10)
    fingers(20, at: 20)
    fingers(60, at: 30, distance: 4.9)
    fingers(100, at: 40, distance: 4.9)
    #expect(degrees.isClose(to: 10))
    // Apart again, the first frame only says where they are.
    fingers(120, at: 50)
    #expect(degrees.isClose(to: 10))
    fingers(130, at: 60)
    #expect(degrees.isClose(to: 20))
  }

  @Test func `Fingers closer than 5 mm do not begin it (ROT-5)`() {
    for step in 0...10 { fingers(Double(step) * 20, at: Double(step) * 10, distance: 4) }
    #expect(states == [])
  }

  @Test func `Without a slop the measure is raw (ROT-5)`() {
    rotation.slop = 0
    fingers(0, at: 0, distance: 2)
    fingers(1, at: 10, distance: 2)
    fingers(11, at: 20, distance: 2)
    #expect(degrees.isClose(to: 10))
  }

  @Test func `Two fingers may pinch and turn at once (ROT-1, ARB-5)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.simultaneousRecognizers = .some([rotation])
    screen.root.addGestureRecognizer(pinch)
    fingers(0, at: 0)
    fingers(10, at: 10, distance: 50)
    fingers(20, at: 20, distance: 75)
    #expect(degrees.isClose(to: 10))
    #expect(pinch.scale.isClose(to: 1.5))
  }
}
