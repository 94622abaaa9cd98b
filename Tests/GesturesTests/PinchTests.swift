import Gestures
import Testing

@Suite("Pinch")
struct PinchTests {
  private let pinch = PinchGestureRecognizer(name: "pinch")
  private let screen: TestScreen

  init() { screen = TestScreen(pinch) }

  /// Two fingers on a line round x = 100, so far apart.
  private func fingers(_ distance: Double, at time: Double) {
    screen.frame(time, ["1": .at(100 - distance / 2, 50), "2": .at(100 + distance / 2, 50)])
  }

  private var states: [GestureRecognizer.State] { screen.gestures.map(\.state) }

  @Test func `It begins beyond the slop, not at it (PIN-1)`() {
    fingers(20, at: 0)
    fingers(21.3, at: 10)
    #expect(states == [])
    fingers(21.30001, at: 20)
    #expect(states == [.began])
  }

  @Test func `It begins when the fingers come together, too (PIN-1)`() {
    fingers(20, at: 0)
    fingers(18, at: 10)
    #expect(states == [.began])
  }

  @Test func `Fingers that go the same way are no pinch (PIN-1)`() {
    expect(
      """
      1      .abcd.
      2      .cdef.
      pinch  ......
      """, PinchGestureRecognizer(name: "pinch"))
  }

  @Test func `The scale is 1 where it begins, then the ratio of the distances (PIN-2)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    #expect(screen.gestures.last?.scale == 1)
    fingers(50, at: 20)
    #expect(screen.gestures.last!.scale!.isClose(to: 2))
    fingers(12.5, at: 30)
    #expect(screen.gestures.last!.scale!.isClose(to: 0.5))
    screen.frame(40, ["1": .lifts, "2": .lifts])
    #expect(states == [.began, .changed, .changed, .ended])
    #expect(screen.gestures.last!.scale!.isClose(to: 0.5))
    #expect(pinch.scale == 1)
  }

  @Test func `A third finger changes nothing while it runs (PIN-3)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    screen.frame(20, ["3": .at(200, 90)])
    screen.frame(30, ["3": .at(250, 10)])
    #expect(states == [.began])
    fingers(50, at: 40)
    #expect(pinch.scale.isClose(to: 2))
    screen.frame(50, ["3": .lifts])
    fingers(75, at: 60)
    #expect(pinch.scale.isClose(to: 3))
  }

  @Test func `A third finger changes nothing before it begins (PIN-3)`() {
    fingers(20, at: 0)
    fingers(21, at: 10)
    screen.frame(20, ["3": .at(200, 90)])
    screen.frame(30, ["3": .lifts])
    fingers(21.5, at: 40)
    #expect(states == [.began])
  }

  @Test func `One finger lifts and returns: the scale goes on from where it was (PIN-4)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    fingers(50, at: 20)
    screen.frame(30, ["2": .lifts])
    screen.frame(40, ["1": .at(70, 50)])
    #expect(states == [.began, .changed])
    #expect(pinch.scale.isClose(to: 2))
    screen.frame(50, ["2": .at(80, 50)])
    #expect(pinch.scale.isClose(to: 2))
    screen.frame(60, ["2": .at(85, 50)])
    #expect(pinch.scale.isClose(to: 3))
    screen.frame(70, ["2": .lifts])
    screen.frame(80, ["1": .lifts])
    #expect(states == [.began, .changed, .changed, .ended])
  }

  @Test func `A third finger that waits takes the place of one that lifts (PIN-4)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    fingers(50, at: 20)
    screen.frame(30, ["3": .at(125, 90)])
    screen.frame(40, ["1": .lifts])
    #expect(pinch.scale.isClose(to: 2))
    screen.frame(50, ["3": .at(125, 70)])
    #expect(pinch.scale.isClose(to: 1))
  }

  @Test func `A finger that is ignored makes no jump (PIN-4, RS-7)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    fingers(50, at: 20)
    screen.frame(30, ["3": .at(125, 90)])
    screen.perform(at: 35) { pinch.ignore(screen.touch("1")!) }
    screen.frame(40, ["3": .at(125, 91)])
    #expect(pinch.scale.isClose(to: 2, within: 0.1))
  }

  @Test func `The last of its fingers decides between ended and cancelled (PIN-4)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["2": .cancelled])
    #expect(states == [.began, .cancelled])
  }

  @Test func `The scale may be set; later values count from there (PIN-5)`() {
    fingers(20, at: 0)
    for (index, distance) in [25.0, 30, 35, 40].enumerated() { fingers(distance, at: 10 + Double(index) * 10) }
    #expect(pinch.velocity > 0)
    screen.perform(at: 45) { pinch.scale = 1 }
    #expect(pinch.scale == 1)
    #expect(pinch.velocity == 0)
    fingers(60, at: 50)
    #expect(pinch.scale.isClose(to: 1.5))
  }

  @Test func `The velocity is the scale's change in a second (PIN-6)`() {
    fingers(20, at: 0)
    for step in 1...12 { fingers(20 + Double(step) * 2, at: Double(step) * 10) }
    // 200 mm/s of a distance of 22 mm at began.
    guard case .pinch(_, let velocity) = screen.gestures.last!.values else { return }
    #expect(velocity.isClose(to: 200 / 22, within: 1e-6))
    screen.wait(until: 200)
    screen.frame(200, ["1": .lifts])
    #expect(pinch.velocity == 0)
  }

  @Test func `A pinch inwards has a negative velocity (PIN-6)`() {
    fingers(60, at: 0)
    for step in 1...12 { fingers(60 - Double(step) * 2, at: Double(step) * 10) }
    #expect(pinch.velocity.isClose(to: -200 / 58, within: 1e-6))
  }

  @Test func `Fingers closer than 2 mm count as 2 mm apart (PIN-7)`() {
    fingers(10, at: 0)
    fingers(8, at: 10)
    fingers(0.5, at: 20)
    #expect(pinch.scale.isClose(to: 0.25))
    fingers(0, at: 30)
    #expect(pinch.scale.isClose(to: 0.25))
    fingers(4, at: 40)
    #expect(pinch.scale.isClose(to: 0.5))
  }

  @Test func `Two contacts in one place make no wild scale (PIN-7)`() {
    fingers(0, at: 0)
    fingers(3, at: 10)
    #expect(states == [])
    fingers(4, at: 20)
    #expect(states == [.began])
    fingers(8, at: 30)
    #expect(pinch.scale.isClose(to: 2))
  }

  @Test func `Without a slop the measure is raw (PIN-7)`() {
    pinch.slop = 0
    fingers(1, at: 0)
    fingers(0.5, at: 10)
    fingers(0.25, at: 20)
    #expect(pinch.scale.isClose(to: 0.5))
  }

  @Test func `It is half way between its two fingers, wherever a third one is (PIN-8)`() {
    fingers(20, at: 0)
    screen.frame(5, ["3": .at(290, 90)])
    fingers(25, at: 10)
    #expect(screen.gestures.last?.location == Point(x: 100, y: 50))
    #expect(pinch.numberOfTouches == 3)
  }
}
