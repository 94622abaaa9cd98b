/// Estimates a velocity from the samples of one finger, or of one measure such as a scale (VEL-1 to VEL-4, VEL-8).
///
/// It fits a quadratic polynomial per axis by least squares and evaluates its slope at the newest sample. A linear fit lags
/// behind a finger that accelerates, as it does in a flick.
struct VelocityTracker: ~Copyable {
  /// The time window, in microseconds: five frames of a 60 Hz panel. Chosen by measurement against strokes of known speed.
  static let window: Int64 = 85_000
  static let capacity = 20
  /// The pause in microseconds after which a finger is assumed to have stopped; as in Android and Flutter.
  static let longestGap: Int64 = 40_000
  /// `longestGap` for a pause before the lift. It is shorter because a lift normally follows the last movement
  /// immediately.
  static let longestGapAtLift: Int64 = 25_000
  /// Samples that are less than this apart, in microseconds, came late and at once: a bus or a kernel that was busy gives several reports the
  /// same time. A USB device of full speed reports every millisecond at most.
  static let leastPeriod: Int64 = 1_000
  /// The least duration in microseconds of what the velocity at a lift is taken from.
  static let leastSpanAtLift: Int64 = 20_000
  /// The least movement in the last 25 ms for which a change of direction is believed, in the unit of the samples.
  var leastTurn = 0.5

  private struct Sample {
    var time: Int64
    var x: Double
    var y: Double
  }

  /// A ring of `capacity` samples; the newest is before `end`. It has its own storage because a moving finger must not pay for
  /// an array's checks. Every index is below `capacity`.
  private let samples = UnsafeMutablePointer<Sample>.allocate(capacity: VelocityTracker.capacity)
  private var count = 0
  private var end = 0
  /// The time of the newest sample, in microseconds.
  private var time: Int64 = 0
  /// The time of the last report, which may be part of the newest sample.
  private var latest: Int64 = 0
  /// The number of the latest reports that came at once; 1: the newest one came alone, 0: only the landing has been reported.
  private var burst: Int64 = 0
  /// The last sample before these reports, if there are any.
  private var origin = Sample(time: 0, x: 0, y: 0)

  deinit { samples.deallocate() }

  @inline(__always)
  mutating func add(_ point: Point, at time: Timestamp) {
    if count > 0 {
      if time.microseconds &- latest < Self.leastPeriod { return addLate(point, at: max(time.microseconds, latest)) }
      addAlone(point, at: time.microseconds)
    } else {
      burst = 0
      store(Sample(time: time.microseconds, x: point.x, y: point.y))
    }
  }

  /// Adds a report that came in its own time.
  private mutating func addAlone(_ point: Point, at now: Int64) {
    origin = self[newest: 0]
    burst = 1
    if now &- time > Self.longestGap { clear() }
    store(Sample(time: now, x: point.x, y: point.y))
  }

  private mutating func store(_ sample: Sample) {
    time = sample.time
    latest = sample.time
    samples[end] = sample
    end = end == Self.capacity - 1 ? 0 : end + 1
    if count < Self.capacity { count += 1 }
  }

  /// Adds a report that came at once with the one before, and spreads the times of all that did over the pause before them. As long as these
  /// are too few for that pause, as after a rest, they are one sample.
  private mutating func addLate(_ point: Point, at now: Int64) {
    var step: Int64 = 0
    if burst > 0 {
      burst += 1
      step = (now &- origin.time) / burst
    }
    // A device that is faster than all panels.
    if step < Self.leastPeriod, now &- time >= Self.leastPeriod { return addAlone(point, at: now) }
    guard step >= Self.leastPeriod, step <= Self.longestGap else {
      latest = now
      samples[index(newest: 0)] = Sample(time: time, x: point.x, y: point.y)
      return
    }
    if count == 1 {
      // The pause has cleared what was before it.
      let first = self[newest: 0]
      clear()
      store(origin)
      store(first)
    }
    store(Sample(time: now, x: point.x, y: point.y))
    var age = 1
    while age < count, self[newest: age].time > origin.time {
      samples[index(newest: age)].time = now - step * Int64(age)
      age += 1
    }
  }

  mutating func clear() {
    count = 0
    end = 0
  }

  /// Returns the velocity in units per second at `time`; 0 if the finger has stopped.
  func velocity(at time: Timestamp, atLift: Bool) -> Vector {
    guard count > 0 else { return .zero }
    let newest = self[newest: 0]
    let count = countInWindow
    guard count > 1, time.microseconds &- newest.time <= (atLift ? gapAtLift(count) : Self.longestGap) else {
      return .zero
    }
    let oldest = self[newest: count - 1]
    let way = Vector(x: newest.x - oldest.x, y: newest.y - oldest.y)
    var estimate = slope(count)
    if atLift { estimate = estimate * min(1, Double(newest.time - oldest.time) / Double(Self.leastSpanAtLift)) }
    if dot(estimate, way) < 0 && !hasTurned(towards: estimate) { return .zero }
    return estimate
  }

  /// Returns the sample before the newest by `age`, which must be below `count`.
  private subscript(newest age: Int) -> Sample { samples[index(newest: age)] }

  private func index(newest age: Int) -> Int {
    let index = end - 1 - age
    return index < 0 ? index + Self.capacity : index
  }

  private var countInWindow: Int {
    let newest = self[newest: 0].time
    var count = 1
    while count < self.count, newest - self[newest: count].time <= Self.window { count += 1 }
    return count
  }

  /// Returns 25 ms, or 1.5 report periods of a slow panel, but never more than 40 ms. The period is the shortest one seen: a
  /// panel sends nothing for a finger that rests, so longer ones say nothing about the panel.
  private func gapAtLift(_ count: Int) -> Int64 {
    var period = Int64.max
    for age in 1..<count { period = min(period, self[newest: age - 1].time - self[newest: age].time) }
    return min(max(Self.longestGapAtLift, period &* 3 / 2), Self.longestGap)
  }

  private func slope(_ count: Int) -> Vector {
    let newest = self[newest: 0]
    let oldest = self[newest: count - 1]
    let span = Double(newest.time - oldest.time) / 1e6
    let chord = Vector(x: (newest.x - oldest.x) / span, y: (newest.y - oldest.y) / span)
    guard count > 2 else { return chord }
    // Times are counted back from the newest sample in units of the window's span, which keeps the sums near 1.
    var t1 = 0.0, t2 = 0.0, t3 = 0.0, t4 = 0.0
    var x0 = 0.0, x1 = 0.0, x2 = 0.0, y0 = 0.0, y1 = 0.0, y2 = 0.0
    for age in 0..<count {
      let sample = self[newest: age]
      let t = Double(sample.time - newest.time) / 1e6 / span
      let x = sample.x - newest.x
      let y = sample.y - newest.y
      let tt = t * t
      t1 += t
      t2 += tt
      t3 += tt * t
      t4 += tt * tt
      x0 += x
      x1 += x * t
      x2 += x * tt
      y0 += y
      y1 += y * t
      y2 += y * tt
    }
    // Cramer's rule for the linear coefficient of the normal equations.
    let n = Double(count)
    let determinant = n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t2 * t3) + t2 * (t1 * t3 - t2 * t2)
    guard determinant > 1e-12 else { return chord }
    func linear(_ s0: Double, _ s1: Double, _ s2: Double) -> Double {
      (n * (s1 * t4 - s2 * t3) - s0 * (t1 * t4 - t2 * t3) + t2 * (t1 * s2 - t2 * s1)) / determinant / span
    }
    return Vector(x: linear(x0, x1, x2), y: linear(y0, y1, y2))
  }

  /// Returns whether the movement in the last 25 ms agrees with the estimate's direction, so that the finger has turned back
  /// (VEL-4).
  private func hasTurned(towards estimate: Vector) -> Bool {
    let newest = self[newest: 0]
    var age = 0
    while age + 1 < count, newest.time - self[newest: age + 1].time <= Self.longestGapAtLift { age += 1 }
    let start = self[newest: age]
    return dot(Vector(x: newest.x - start.x, y: newest.y - start.y), estimate) >= leastTurn * estimate.length
  }

  private func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y }
}
