import Testing

@testable import Gestures

@Suite("Velocity")
struct VelocityTests {
  /// The velocity that is read `after` ms after the last of `count` samples, which are `step` ms apart and end at 0.
  private func velocity(
    step: Double = 10, count: Int = 9, after: Double = 0, atLift: Bool = false, _ place: (Double) -> (Double, Double)
  ) -> Vector {
    var tracker = VelocityTracker()
    for index in (0..<count).reversed() {
      let time = -Double(index) * step
      let (x, y) = place(time / 1000)
      tracker.add(Point(x: x, y: y), at: .at(time))
    }
    return tracker.velocity(at: .at(after), atLift: atLift)
  }

  @Test func `A constant speed is exact (VEL-1)`() {
    for count in 2...20 {
      let v = velocity(count: count) { (3 + 120 * $0, -7 - 45 * $0) }
      #expect(v.isClose(to: 120, -45, within: 1e-9), "\(count)")
    }
  }

  @Test func `A constant acceleration is exact (VEL-1)`() {
    for count in 3...20 {
      let v = velocity(count: count) { (20 + 80 * $0 + 900 * $0 * $0, 500 - 300 * $0 - 2000 * $0 * $0) }
      #expect(v.isClose(to: 80, -300, within: 1e-7), "\(count)")
    }
  }

  @Test func `A constant acceleration is exact on an uneven clock (VEL-1)`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      var tracker = VelocityTracker()
      var (time, last) = (0.0, 0.0)
      for _ in 0..<12 {
        tracker.add(Point(x: 0.4 * time + 0.002 * time * time, y: -0.1 * time + 0.001 * time * time), at: .at(time))
        last = time
        time += Double(random.below(20) + 1)
      }
      let v = tracker.velocity(at: .at(last), atLift: false)
      #expect(v.isClose(to: 400 + 4 * last, -100 + 2 * last, within: 1e-5))
    }
  }

  @Test func `Samples older than 85 ms do not count (VEL-1)`() {
    let v = velocity(step: 5, count: 20) { time in (time < -0.0851 ? 1000 : 100 * time, 0) }
    #expect(v.isClose(to: 100, 0, within: 1e-9))
    let other = velocity(step: 5, count: 20) { time in (time < -0.0801 ? 1000 : 100 * time, 0) }
    #expect(!other.isClose(to: 100, 0, within: 1e-9))
  }

  @Test func `At most 20 samples count (VEL-1)`() {
    let v = velocity(step: 1, count: 60) { time in (time < -0.0195 ? 1000 : 100 * time, 0) }
    #expect(v.isClose(to: 100, 0, within: 1e-6))
  }

  @Test func `Two samples give the slope between them, and one gives zero (VEL-1)`() {
    #expect(velocity(count: 2) { (100 * $0 * (1 + $0), 0) }.isClose(to: 99, 0, within: 1e-9))
    #expect(velocity(count: 1) { (100 * $0, 0) } == .zero)
    #expect(VelocityTracker().velocity(at: .at(0), atLift: false) == .zero)
  }

  @Test func `The newer of two samples with the same time counts (VEL-1)`() {
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: .at(0))
    tracker.add(Point(x: 5, y: 0), at: .at(0))
    tracker.add(Point(x: 1, y: 0), at: .at(0))
    tracker.add(Point(x: 2, y: 0), at: .at(10))
    #expect(tracker.velocity(at: .at(10), atLift: false).isClose(to: 100, 0))
  }

  /// The speed at the lift of a flick of 40 mm in 160 ms on a panel with a period of 8 ms, whose reports from one number on all come with the last
  /// one, `apart` ms after each other.
  private func flick(lateFrom first: Int, apart: Double = 0.2) -> Double {
    var tracker = VelocityTracker()
    for number in 0...20 {
      let share = Double(number) / 20
      let late = 160 - Double(20 - number) * apart
      tracker.add(
        Point(x: 10 + 40 * share * share, y: 50), at: .at(number >= first ? late : Double(number) * 8))
    }
    return tracker.velocity(at: .at(161), atLift: true).length
  }

  @Test(arguments: [0.0, 0.001, 0.2, 0.9])
  func `A flick whose last reports come at once is as fast as an even one (VEL-8)`(apart: Double) {
    let even = flick(lateFrom: 21)
    #expect(abs(even - 500) < 1)
    for first in 2...19 {
      let bunched = flick(lateFrom: first, apart: apart)
      #expect(bunched > even * 0.5 && bunched < even * 1.5, "\(first): \(bunched), not \(even)")
    }
  }

  @Test func `Two reports at once after a rest do not make a velocity (VEL-8)`() {
    var tracker = VelocityTracker()
    for step in 0...5 { tracker.add(Point(x: Double(step), y: 0), at: .at(Double(step) * 8)) }
    tracker.add(Point(x: 6, y: 0), at: .at(540))
    tracker.add(Point(x: 9, y: 0), at: .at(540.5))
    #expect(tracker.velocity(at: .at(541), atLift: true) == .zero)
    tracker.add(Point(x: 10, y: 0), at: .at(548.5))
    #expect(tracker.velocity(at: .at(549), atLift: true).isClose(to: 50, 0, within: 1e-9))
  }

  @Test func `The velocity of a lift is taken from 20 ms or more (VEL-8)`() {
    #expect(velocity(step: 5, count: 2, after: 1, atLift: true) { (1000 * $0, 0) }.isClose(to: 250, 0, within: 1e-9))
    #expect(velocity(step: 5, count: 5, after: 1, atLift: true) { (1000 * $0, 0) }.isClose(to: 1000, 0, within: 1e-6))
    #expect(velocity(step: 5, count: 2) { (1000 * $0, 0) }.isClose(to: 1000, 0, within: 1e-6))
  }

  @Test func `A synthesized location is not a sample (VEL-2)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    for step in 0...8 {
      var contact = TouchFrame.Contact(
        id: 1, phase: step == 0 ? .began : .moved, location: Point(x: 10 + Double(step) * 2, y: 50))
      _ = screen.engine.handle(TouchFrame(time: .at(Double(step) * 10), contacts: [contact]))
      contact.phase = .moved
      contact.location.y += 20
      contact.isSynthesized = true
      _ = screen.engine.handle(TouchFrame(time: .at(Double(step) * 10 + 5), contacts: [contact]))
    }
    #expect(pan.velocity(in: nil).isClose(to: 200, 0, within: 1e-6))
    #expect(pan.location(in: nil) == Point(x: 26, y: 70))
  }

  @Test func `A pause of more than 40 ms resets the estimate (VEL-3)`() {
    for (pause, isFresh) in [(40.0, false), (40.001, true)] {
      var tracker = VelocityTracker()
      for step in 0...4 { tracker.add(Point(x: Double(step), y: 0), at: .at(Double(step) * 10)) }
      tracker.add(Point(x: 8, y: 0), at: .at(40 + pause))
      let v = tracker.velocity(at: .at(40 + pause), atLift: false)
      #expect((v == .zero) == isFresh)
    }
  }

  @Test func `A finger that has not moved for more than 40 ms has stopped (VEL-3)`() {
    #expect(velocity(after: 40) { (100 * $0, 0) } != .zero)
    #expect(velocity(after: 40.001) { (100 * $0, 0) } == .zero)
  }

  @Test func `At the lift, a finger that has not moved for more than 25 ms has stopped (VEL-3)`() {
    #expect(velocity(after: 25, atLift: true) { (100 * $0, 0) }.isClose(to: 100, 0, within: 1e-9))
    #expect(velocity(after: 25.001, atLift: true) { (100 * $0, 0) } == .zero)
  }

  @Test(arguments: [(5.0, 25.0), (16, 25), (17, 25.5), (20, 30), (25, 37.5), (30, 40), (39, 40)])
  func `On a slow panel, the pause at the lift is 1.5 periods, at most 40 ms (VEL-3)`(period: Double, limit: Double) {
    #expect(velocity(step: period, after: limit, atLift: true) { (100 * $0, 0) }.isClose(to: 100, 0, within: 1e-9))
    #expect(velocity(step: period, after: limit + 0.001, atLift: true) { (100 * $0, 0) } == .zero)
  }

  @Test func `A flick on a slow panel keeps its velocity at the lift (VEL-3)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100, step: 20)
    screen.frame(129, ["1": .lifts])
    #expect(screen.gestures.last!.velocity!.isClose(to: 200, 0, within: 1e-6))
  }

  @Test func `A finger that rests before it lifts has no velocity (VEL-3)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    screen.frame(130, ["1": .lifts])
    #expect(screen.gestures.last!.velocity == .zero)
  }

  @Test func `An estimate against the direction of the whole movement counts as zero (VEL-4)`() {
    // 8 mm forwards, then 0.3 mm back.
    var tracker = VelocityTracker()
    for (step, x) in [0, 3, 5, 6.5, 7.5, 8, 8, 7.7].enumerated() {
      tracker.add(Point(x: x, y: 0), at: .at(Double(step) * 10))
    }
    let v = tracker.velocity(at: .at(70), atLift: true)
    #expect(v == .zero)
  }

  @Test func `A finger that has really turned back has a velocity in its new direction (VEL-4)`() {
    var tracker = VelocityTracker()
    for (step, x) in [0, 3, 5, 6.5, 7, 6.5, 5.5, 4].enumerated() {
      tracker.add(Point(x: x, y: 0), at: .at(Double(step) * 10))
    }
    #expect(tracker.velocity(at: .at(70), atLift: true).x < -50)
  }

  @Test func `The velocity is that of the oldest finger still down (VEL-5)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    for step in 0...8 {
      let time = Double(step)
      screen.frame(time * 10, ["1": .at(10 + time, 50), "2": .at(100 + time * 3, 50)])
    }
    #expect(pan.velocity(in: nil).isClose(to: 100, 0, within: 1e-6))
    screen.frame(85, ["1": .lifts])
    #expect(pan.velocity(in: nil).isClose(to: 300, 0, within: 1e-6))
    screen.frame(90, ["2": .lifts])
    #expect(screen.gestures.last!.velocity!.isClose(to: 300, 0, within: 1e-6))
  }

  @Test func `The velocity of an ignored finger does not count (VEL-5, RS-7)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    for step in 0...8 {
      let time = Double(step)
      screen.frame(time * 10, ["1": .at(10 + time, 50), "2": .at(100 + time * 3, 50)])
    }
    screen.perform(at: 85) { pan.ignore(screen.touch("1")!) }
    screen.frame(90, ["1": .at(19, 50), "2": .at(127, 50)])
    #expect(pan.velocity(in: nil).isClose(to: 300, 0, within: 1e-6))
  }

  @Test func `At the end, the velocity is the one before the lift (VEL-6)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    screen.frame(110, ["1": .lifts])
    #expect(screen.gestures.last!.state == .ended)
    #expect(screen.gestures.last!.velocity!.isClose(to: 200, 0, within: 1e-6))
  }

  @Test func `No velocity is too high (VEL-7)`() {
    #expect(velocity(step: 1) { (20_000 * $0, 0) }.isClose(to: 20_000, 0, within: 1e-6))
    // A device of 4 kHz counts as one of 1 kHz.
    #expect(velocity(step: 0.25, count: 81) { (20_000 * $0, 0) }.isClose(to: 20_000, 0, within: 1_200))
  }
}
