import Gestures
import Testing

@testable import TouchInput

/// A finger on a made-up panel: how it moves, and how the panel reports it.
private struct Finger {
  enum Movement: String, CaseIterable {
    case rest, slow, fast

    /// The distance in millimetres and the duration in seconds of a minimum-jerk movement.
    var distanceAndDuration: (Double, Double) {
      switch self {
      case .rest: (0, 1)
      case .slow: (20, 0.8)
      case .fast: (100, 0.3)
      }
    }
  }

  var movement: Movement
  /// Reports per second.
  var rate = 120.0
  /// The standard deviation on each axis, in millimetres.
  var noise = 0.0
  /// The unit that positions are rounded to, in millimetres; 0 if they are not rounded.
  var unit = 0.05
  /// The probability that a report is lost, in `0...1`.
  var loss = 0.0

  /// The frames of a touch of 0.4 s, without those in which the position is unchanged.
  func touch(_ id: UInt64, at start: Int64, _ random: inout Random) -> [TouchFrame] {
    let (distance, duration) = movement.distanceAndDuration
    let direction = random.next() * 2 * .pi
    var frames: [TouchFrame] = []
    var last: Point?
    for index in 0..<Int(0.4 * rate) {
      let time = Double(index) / rate
      let u = min(max((time - 0.05) / duration, 0), 1)
      let way = u * u * u * (10 - 15 * u + 6 * u * u) * distance
      let place = Point(
        x: rounded(150 + way * cosine(direction) + random.normal() * noise),
        y: rounded(150 + way * cosine(direction - .pi / 2) + random.normal() * noise))
      if place == last || index > 0 && random.next() < loss { continue }
      let phase: Touch.Phase = last == nil ? .began : .moved
      last = place
      frames.append(frame(start + Int64(time * 1e6), [.init(id: id, phase: phase, location: place)]))
    }
    frames.append(frame(start + 400_000, [.init(id: id, phase: .ended, location: last!)]))
    return frames
  }

  private func rounded(_ value: Double) -> Double { unit > 0 ? (value / unit).rounded() * unit : value }
}

/// Random numbers that are the same on every machine.
private struct Random {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  /// A number in `0..<1`.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }

  /// A number from an approximately normal distribution with variance 1.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + next() } }
}

/// The cosine, computed by its series so that the tests need no C library for it.
private func cosine(_ angle: Double) -> Double {
  var term = 1.0, sum = 1.0
  for index in 1...24 {
    let divisor = (2 * index - 1) * 2 * index
    term *= -angle * angle / Double(divisor)
    sum += term
  }
  return sum
}

private func frame(_ time: Int64, _ contacts: [TouchFrame.Contact]) -> TouchFrame {
  TouchFrame(time: Timestamp(microseconds: time), contacts: contacts)
}

private func measured(_ finger: Finger, touches: Int, seed: UInt64 = 1) -> PanelModel {
  var model = PanelModel(unit: finger.unit)
  var random = Random(seed)
  for touch in 0..<touches {
    for frame in finger.touch(UInt64(touch), at: Int64(touch) * 1_000_000, &random) { model.measure(frame) }
  }
  return model
}

@Suite struct `The noise of a panel` {
  @Test(arguments: [0.1, 0.2, 0.3, 0.5], Finger.Movement.allCases)
  fileprivate func `is measured to 30 % while fingers rest or move`(noise: Double, movement: Finger.Movement) throws {
    for rate in [60.0, 120, 240] {
      let model = measured(Finger(movement: movement, rate: rate, noise: noise), touches: 20)
      let found = try #require(model.summary.noise)
      #expect(abs(found / noise - 1) < 0.3, "\(found) of \(noise) at \(rate) Hz")
    }
  }

  @Test(arguments: [0.15, 0.3, 0.5], Finger.Movement.allCases)
  fileprivate func `is reacted to from 0.15 mm on`(noise: Double, movement: Finger.Movement) {
    let model = measured(Finger(movement: movement, noise: noise), touches: 60)
    #expect(abs(model.noise / noise - 1) < 0.35)
  }

  @Test(arguments: Finger.Movement.allCases, [0, 0.2])
  fileprivate func `is 0 on a clean panel at all times`(movement: Finger.Movement, loss: Double) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var model = PanelModel(unit: 0.1)
      var random = Random(seed)
      let finger = Finger(movement: movement, rate: 100, noise: 0.03, unit: 0.1, loss: loss)
      for touch in 0..<5 {
        for frame in finger.touch(UInt64(touch), at: Int64(touch) * 1_000_000, &random) {
          model.measure(frame)
          #expect(model.noise == 0)
        }
      }
    }
  }

  @Test func `is noticed within 80 ms of the first touch`() {
    var found: [Bool] = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var model = PanelModel(unit: 0.05)
      var random = Random(seed)
      for frame in Finger(movement: .rest, noise: 0.3).touch(1, at: 0, &random) where frame.time.microseconds <= 80_000
      {
        model.measure(frame)
      }
      found.append(model.noise > 0)
    }
    #expect(found.filter { $0 }.count >= 34, "by chance, it is not noticed in each case")
  }

  @Test func `is forgotten when the panel has become clean`() throws {
    var model = measured(Finger(movement: .slow, noise: 0.4), touches: 20)
    #expect(model.noise > 0.3)
    var random = Random(2)
    for touch in 100..<160 {
      for frame in Finger(movement: .slow).touch(UInt64(touch), at: Int64(touch) * 1_000_000, &random) {
        model.measure(frame)
      }
    }
    #expect(model.noise == 0)
    #expect(try #require(model.summary.noise) < 0.07)
  }

  @Test func `is not known from taps alone`() {
    var model = PanelModel(unit: 0.05)
    for tap in 0..<100 as Range<Int64> {
      let place = Point(x: Double(tap), y: 10)
      model.measure(frame(tap * 300_000, [.init(id: UInt64(tap), phase: .began, location: place)]))
      model.measure(frame(tap * 300_000 + 80_000, [.init(id: UInt64(tap), phase: .ended, location: place)]))
    }
    #expect(model.summary.noise == nil && model.summary.reportPeriod == nil && model.summary.landingSkew == nil)
    #expect(model.summary.touches == 100)
    #expect(model.summary.sentence == "unit 0.05 mm, 0 ghosts in 100 touches")
  }

  @Test func `is measured the same each time`() {
    let finger = Finger(movement: .slow, noise: 0.3, loss: 0.1)
    #expect(measured(finger, touches: 30).summary == measured(finger, touches: 30).summary)
  }

  @Test func `is measured again when the unit changes, and the rest stays`() {
    var model = measured(Finger(movement: .slow, noise: 0.3), touches: 10)
    let before = model.summary
    model.restart(unit: 0.05)
    #expect(model.summary == before && model.noise > 0)
    model.restart(unit: 0.1)
    #expect(model.noise == 0 && model.summary.noise == nil)
    #expect(model.summary.reportPeriod == before.reportPeriod && model.summary.touches == 10)
  }
}

@Suite struct `The rate of a panel` {
  @Test(arguments: [60.0, 90, 125, 240]) func `is that of its reports`(rate: Double) throws {
    let model = measured(Finger(movement: .slow, rate: rate, noise: 0.1, loss: 0.1), touches: 3)
    #expect(abs(try #require(model.summary.rate) / rate - 1) < 0.01)
  }

  @Test func `is not known from a few reports`() {
    var model = PanelModel(unit: 0)
    for index in 0...5 as ClosedRange<Int64> {
      #expect(model.summary.rate == nil)
      let phase: Touch.Phase = index == 0 ? .began : .moved
      model.measure(frame(index * 8000, [.init(id: 1, phase: phase, location: Point(x: Double(index), y: 0))]))
    }
    #expect(model.summary.rate == 125)
  }

  @Test func `is measured only for some frames after a landing`() {
    var model = PanelModel(unit: 0.05)
    for index in 0..<100 as Range<Int64> {
      let phase: Touch.Phase = index == 0 ? .began : .moved
      model.measure(frame(index * 8000, [.init(id: 1, phase: phase, location: Point(x: Double(index), y: 0))]))
      #expect(model.framesToMeasure == max(0, PanelModel.measuredFrames - Int(index)))
    }
  }
}

@Test func `A panel is measured after its first two landings, then after one in eight`() {
  var model = PanelModel(unit: 0.05)
  var random = Random(3)
  var measured: [Bool] = []
  for touch in 0..<96 {
    for (index, frame) in Finger(movement: .slow).touch(UInt64(touch), at: Int64(touch) * 1_000_000, &random)
      .enumerated()
    {
      model.measure(frame)
      if index == 0 { measured.append(model.framesToMeasure > 0) }
    }
  }
  #expect(measured.prefix(9) == [true, true, false, false, false, false, false, false, true])
  #expect(measured.suffix(32).filter { $0 }.count == 4)
}

@Test(arguments: PanelGeometry.Orientation.allCases)
func `The unit of a panel is that of its coarser axis, however it is mounted`(orientation: PanelGeometry.Orientation) {
  let geometry = PanelGeometry(
    x: .init(minimum: 0, maximum: 2000, resolution: 0), y: .init(minimum: 0, maximum: 500, resolution: 0),
    settings: .init(size: Size(width: 200, height: 100), orientation: orientation))
  #expect(abs(geometry.unit - 0.2) < 1e-9)
}

@Suite struct `The skew of landings` {
  /// Adds touches that land at the given times and lift together, 300 ms after the last landing.
  private func land(_ milliseconds: [Int64], in model: inout PanelModel, at start: Int64, firstID: UInt64) {
    for (index, time) in milliseconds.enumerated() {
      let place = Point(x: Double(20 * index), y: 5)
      model.measure(
        frame((start + time) * 1000, [.init(id: firstID + UInt64(index), phase: .began, location: place)]))
    }
    let end = (start + milliseconds.last! + 300) * 1000
    model.measure(
      frame(end, milliseconds.indices.map { .init(id: firstID + UInt64($0), phase: .ended, location: .zero) }))
  }

  @Test func `is the time from the first to the last landing, typical and largest`() throws {
    var model = PanelModel(unit: 0)
    for (index, skew) in ([0, 10, 20, 64, 10] as [Int64]).enumerated() {
      land([0, skew / 2, skew], in: &model, at: Int64(index) * 1000, firstID: UInt64(index) * 10)
    }
    #expect(model.summary.landingSkew == .init(typical: 0.01, largest: 0.064))
    model.restart(unit: 0.1)
    #expect(model.summary.landingSkew == .init(typical: 0.01, largest: 0.064))
  }

  @Test func `does not include fingers that land later or alone`() {
    var model = PanelModel(unit: 0)
    land([0], in: &model, at: 0, firstID: 1)
    land([0, 200], in: &model, at: 1000, firstID: 10)
    #expect(model.summary.landingSkew == nil)
    land([0, 200, 230], in: &model, at: 2000, firstID: 20)
    #expect(model.summary.landingSkew == .init(typical: 0.03, largest: 0.03))
  }

  @Test func `is 0 if the fingers of each hand land in one frame`() {
    var model = PanelModel(unit: 0)
    for hand in 0..<3 as Range<UInt64> { land([0, 0], in: &model, at: Int64(hand) * 1000, firstID: hand * 10 + 1) }
    #expect(model.summary.landingSkew == .init(typical: 0, largest: 0))
  }

  @Test func `includes fingers that move`() {
    var model = PanelModel(unit: 0)
    for (time, phases) in [
      (0, [.began]), (20_000, [.stationary, .began]), (28_000, [.moved, .moved]), (300_000, [.ended, .ended]),
    ] as [(Int64, [Touch.Phase])] {
      model.measure(
        frame(time, phases.enumerated().map { .init(id: UInt64($0) + 1, phase: $1, location: Point(x: 5, y: 5)) }))
    }
    #expect(model.summary.landingSkew == .init(typical: 0.02, largest: 0.02))
  }

  @Test func `does not include a finger that may still be a ghost when the next hand lands`() {
    var model = PanelModel(unit: 0)
    land([0, 149, 155], in: &model, at: 0, firstID: 1)
    #expect(model.summary.landingSkew == nil && model.summary.ghosts == 0)
  }

  @Test(arguments: [(11_999, 1), (12_000, 0)] as [(Int64, Int)])
  func `includes no contact that lifts within 12 ms, which is a ghost`(duration: Int64, ghosts: Int) {
    var model = PanelModel(unit: 0)
    model.measure(frame(0, [.init(id: 1, phase: .began, location: .zero)]))
    model.measure(frame(30_000, [.init(id: 2, phase: .began, location: .zero)]))
    model.measure(frame(30_000 + duration, [.init(id: 2, phase: .ended, location: .zero)]))
    model.measure(frame(300_000, [.init(id: 1, phase: .ended, location: .zero)]))
    #expect(model.summary.ghosts == ghosts)
    #expect(model.summary.landingSkew == (ghosts == 0 ? .init(typical: 0.03, largest: 0.03) : nil))
  }

  @Test func `does not include ghosts`() {
    var model = PanelModel(unit: 0)
    model.measure(frame(0, [.init(id: 1, phase: .began, location: .zero)]))
    model.measure(frame(30_000, [.init(id: 2, phase: .began, location: .zero)]))
    model.measure(frame(38_000, [.init(id: 2, phase: .ended, location: .zero)]))
    model.measure(frame(300_000, [.init(id: 1, phase: .ended, location: .zero)]))
    #expect(model.summary.landingSkew == nil)
    #expect(model.summary.ghosts == 1 && model.summary.touches == 2)
    #expect(model.summary.sentence == "1 ghost in 2 touches")
  }
}

@Test func `A lift of an unknown contact does not make a landing the first one`() {
  var model = PanelModel(unit: 0)
  func contact(_ id: UInt64, _ phase: Touch.Phase) -> TouchFrame.Contact {
    .init(id: id, phase: phase, location: .zero)
  }
  model.measure(frame(0, [contact(1, .began)]))
  #expect(model.suspicion(of: 1) == nil, "it landed alone")
  model.measure(frame(500_000, [contact(9, .ended), contact(2, .began)]))
  #expect(model.suspicion(of: 2) == Timestamp(microseconds: 512_000))
  model.measure(frame(900_000, [contact(1, .ended), contact(2, .ended), contact(3, .began)]))
  #expect(model.suspicion(of: 3) == nil)
}

@Test func `Positions that are reported seldom say nothing of the noise`() {
  for (period, count) in [(10_000, 6.0), (50_000, 6), (50_001, 0), (100_000, 0)] as [(Int64, Double)] {
    var positions = TouchPositions(.zero, at: Timestamp(microseconds: 0))
    var sample = NoiseEstimate.Sample()
    for report in 1...5 as ClosedRange<Int64> {
      positions.add(.zero, at: Timestamp(microseconds: report * period), longest: 50_000, to: &sample)
    }
    #expect(Double(sample.count) == count, "\(period)")
  }
}

@Suite struct `A median of the latest values` {
  @Test func `forgets older values`() {
    var median = RecentMedian()
    #expect(median.value == nil)
    for value in [5, 1, 9] as [Int64] { median.add(value) }
    #expect(median.value == 5)
    for value in 0..<1000 as Range<Int64> { median.add(value) }
    #expect(median.value == 968)
    for _ in 0..<63 { median.add(-3) }
    #expect(median.value == -3)
  }

  @Test func `is the middle one of the sorted values`() {
    var median = RecentMedian()
    var values: [Int64] = []
    for index in 0..<500 as Range<Int64> {
      // Rising, falling and equal values, in no order.
      values.append(index * index * 7919 % 101 % 23)
      median.add(values[values.count - 1])
      let latest = values.suffix(63).sorted()
      #expect(median.value == latest[latest.count / 2])
    }
  }
}

@Test func `What is known about a panel is summed up in a sentence`() {
  var summary = PanelModel.Summary()
  #expect(summary.sentence == nil)
  summary.touches = 1
  #expect(summary.sentence == "0 ghosts in 1 touch")
  summary.unit = 0.05
  summary.reportPeriod = 0.016_667
  summary.noise = 0.121
  summary.landingSkew = .init(typical: 0.018, largest: 0.064)
  summary.touches = 412
  summary.ghosts = 3
  #expect(
    summary.sentence == "60 Hz, unit 0.05 mm, noise 0.12 mm, skew 18 ms (at most 64), 3 ghosts in 412 touches")
  summary.reportPeriod = nil
  (summary.unit, summary.noise, summary.steadied) = (0.0052, 0.004, 0.12)
  (summary.landingSkew, summary.breaks, summary.touches, summary.ghosts) = (nil, true, 1, 1)
  #expect(
    summary.sentence == "unit 0.005 mm, no noise, steadied, loses contacts for a moment, 1 ghost in 1 touch")
}
