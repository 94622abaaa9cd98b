import Foundation
import Gestures
import Testing

@Suite("Pinch")
struct PinchTests {
  private let pinch = PinchGestureRecognizer(name: "pinch")
  private let screen: TestScreen

  init() { screen = TestScreen(pinch) }

  /// Moves two fingers to `distance` mm apart on a horizontal line, with their middle at x = 100.
  private func fingers(_ distance: Double, at time: Double) {
    screen.frame(time, ["1": .at(100 - distance / 2, 50), "2": .at(100 + distance / 2, 50)])
  }

  private var states: [GestureRecognizer.State] { screen.gestures.map(\.state) }

  @Test func `A pinch begins beyond the slop, not at it (PIN-1)`() {
    fingers(20, at: 0)
    fingers(21.3, at: 10)
    #expect(states == [])
    fingers(21.30001, at: 20)
    #expect(states == [.began])
  }

  @Test func `A pinch also begins when the fingers come together (PIN-1)`() {
    fingers(20, at: 0)
    fingers(18, at: 10)
    #expect(states == [.began])
  }

  @Test func `Fingers that move in the same direction do not pinch (PIN-1)`() {
    expect(
      """
      1      .abcd.
      2      .cdef.
      pinch  ......
      """, PinchGestureRecognizer(name: "pinch"))
  }

  @Test func `The scale is 1 where the pinch begins, then the ratio of the distances (PIN-2)`() {
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

  @Test func `A third finger changes nothing while the pinch runs (PIN-3)`() {
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

  @Test func `A third finger changes nothing before the pinch begins (PIN-3)`() {
    fingers(20, at: 0)
    fingers(21, at: 10)
    screen.frame(20, ["3": .at(200, 90)])
    screen.frame(30, ["3": .lifts])
    fingers(21.5, at: 40)
    #expect(states == [.began])
  }

  @Test func `When one finger lifts and returns, the scale continues from its value (PIN-4)`() {
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

  @Test func `A third finger that is down replaces one that lifts (PIN-4)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    fingers(50, at: 20)
    screen.frame(30, ["3": .at(125, 90)])
    screen.frame(40, ["1": .lifts])
    #expect(pinch.scale.isClose(to: 2))
    screen.frame(50, ["3": .at(125, 70)])
    #expect(pinch.scale.isClose(to: 1))
  }

  @Test func `Ignoring a finger causes no jump (PIN-4, RS-7)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    fingers(50, at: 20)
    screen.frame(30, ["3": .at(125, 90)])
    screen.perform(at: 35) { pinch.ignore(screen.touch("1")!) }
    screen.frame(40, ["3": .at(125, 91)])
    #expect(pinch.scale.isClose(to: 2, within: 0.1))
  }

  @Test func `The last finger decides whether the pinch ends or is cancelled (PIN-4)`() {
    fingers(20, at: 0)
    fingers(25, at: 10)
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["2": .cancelled])
    #expect(states == [.began, .cancelled])
  }

  @Test func `The scale can be set, and later values continue from there (PIN-5)`() {
    fingers(20, at: 0)
    for (index, distance) in [25.0, 30, 35, 40].enumerated() { fingers(distance, at: 10 + Double(index) * 10) }
    #expect(pinch.velocity > 0)
    screen.perform(at: 45) { pinch.scale = 1 }
    #expect(pinch.scale == 1)
    #expect(pinch.velocity == 0)
    fingers(60, at: 50)
    #expect(pinch.scale.isClose(to: 1.5))
  }

  @Test func `The velocity is the scale's change per second (PIN-6)`() {
    fingers(20, at: 0)
    for step in 1...12 { fingers(20 + Double(step) * 2, at: Double(step) * 10) }
    // 200 mm/s, relative to the distance of 22 mm at the beginning.
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

  @Test func `Two contacts in one place do not produce an extreme scale (PIN-7)`() {
    fingers(0, at: 0)
    fingers(3, at: 10)
    #expect(states == [])
    fingers(4, at: 20)
    #expect(states == [.began])
    fingers(8, at: 30)
    #expect(pinch.scale.isClose(to: 2))
  }

  @Test func `Without a slop, distances below 2 mm count as they are (PIN-7)`() {
    pinch.slop = 0
    fingers(1, at: 0)
    fingers(0.5, at: 10)
    fingers(0.25, at: 20)
    #expect(pinch.scale.isClose(to: 0.5))
  }

  @Test func `A pinch's location is halfway between its two fingers, wherever a third one is (PIN-8)`() {
    fingers(20, at: 0)
    screen.frame(5, ["3": .at(290, 90)])
    fingers(25, at: 10)
    #expect(screen.gestures.last?.location == Point(x: 100, y: 50))
    #expect(pinch.numberOfTouches == 3)
  }

  @Test(arguments: 2...5)
  func `Each number of fingers makes its own pinch (PIN-9)`(fingers: Int) {
    let pinches = (2...5).map { count in
      let pinch = PinchGestureRecognizer(name: "\(count)")
      pinch.numberOfTouchesRequired = count
      pinch.allowsMoreTouches = false
      return pinch
    }
    let screen = TestScreen(pinches)
    screen.engine.intention.landingGrace = .milliseconds(150)
    // The fingers land one after another and begin to move apart before the last one is down.
    for frame in 0...40 {
      let radius = 15 + Double(frame) * 0.5
      screen.frame(
        Double(frame) * 10,
        (0..<min(fingers, frame + 1)).map { finger in
          let angle = 2 * .pi * Double(finger) / Double(fingers)
          return ("\(finger)", .at(100 + radius * cos(angle), 50 + radius * sin(angle)))
        })
    }
    #expect(Set(screen.gestures.map(\.recognizer.name)) == ["\(fingers)"])
  }

  @Test func `The scale of more than two fingers is the ratio of their mean distances from the centroid (PIN-9)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.numberOfTouchesRequired = 3
    let screen = TestScreen(pinch)
    func triangle(_ radius: Double, at time: Double, x: Double = 100) {
      let height = radius * 3.0.squareRoot() / 2
      screen.frame(
        time,
        [
          "1": .at(x + radius, 50), "2": .at(x - radius / 2, 50 + height), "3": .at(x - radius / 2, 50 - height),
        ])
    }
    triangle(20, at: 0)
    triangle(24, at: 10)
    triangle(36, at: 20, x: 110)
    triangle(12, at: 30)
    #expect(screen.gestures.map(\.state) == [.began, .changed, .changed])
    #expect(screen.gestures[1].scale!.isClose(to: 1.5) && screen.gestures[2].scale!.isClose(to: 0.5))
    // Two of the fingers continue, without a jump.
    screen.frame(40, ["1": .lifts])
    screen.frame(50, ["2": .at(94, 70)])
    #expect(screen.gestures.last!.scale! > 0.5 && screen.gestures.last!.scale! < 1)
    screen.frame(60, ["2": .lifts, "3": .lifts])
    #expect(screen.gestures.last?.state == .ended)
  }

  @Test func `Too few fingers do not pinch (PIN-9)`() {
    pinch.numberOfTouchesRequired = 3
    fingers(20, at: 0)
    fingers(60, at: 10)
    screen.frame(20, ["1": .lifts, "2": .lifts])
    #expect(states == [])
  }

  @Test func `A pinch begins in its directions only, and then moves in both (PIN-10)`() {
    for (direction, distance, count) in [
      (PinchGestureRecognizer.Direction.in, 15.0, 1), (.in, 25, 0), (.out, 15, 0), (.out, 25, 1),
    ] {
      let pinch = PinchGestureRecognizer(name: "pinch")
      pinch.direction = [direction]
      let screen = TestScreen(pinch)
      for (time, distance) in [(0.0, 20.0), (10, distance), (20, 40 - distance)] {
        screen.frame(time, ["1": .at(100 - distance / 2, 50), "2": .at(100 + distance / 2, 50)])
      }
      #expect(screen.gestures.map(\.state) == (count == 1 ? [.began, .changed] : []), "\(direction), \(distance) mm")
      #expect(pinch.state == (count == 1 ? .changed : .failed))
    }
  }
}
