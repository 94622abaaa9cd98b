/// The last tenth of a second of a path.
struct Trail: ~Copyable {
  private struct Sample {
    var time: Int64
    var way: Vector
  }

  /// The least time between two stored samples, in microseconds. With it, `capacity` samples always cover the longest window.
  private static let spacing: Int64 = 4_000
  /// The number of samples in the ring; a power of 2.
  private static let capacity = 32

  /// A ring: sample number `n` is at `n % capacity`. It has its own storage so that landing fingers don't allocate.
  private let samples = UnsafeMutablePointer<Sample>.allocate(capacity: Trail.capacity)
  /// The number of samples that have been stored.
  private var count = 0
  /// The number of the last sample before the window of `recentVelocity`, or of the oldest sample.
  private var tail = 0
  private var newest = Sample(time: 0, way: .zero)

  deinit { samples.deallocate() }

  mutating func begin(at time: Timestamp) {
    count = 0
    tail = 0
    newest = Sample(time: time.microseconds, way: .zero)
    store(newest)
  }

  mutating func add(_ way: Vector, at time: Timestamp) {
    newest = Sample(time: time.microseconds, way: way)
    if count == 0 || newest.time &- self[count &- 1].time >= Self.spacing { store(newest) }
    let start = newest.time &- FlickCourse.window
    while tail &+ 1 < count, self[tail &+ 1].time <= start { tail &+= 1 }
  }

  private mutating func store(_ sample: Sample) {
    samples[count & (Self.capacity &- 1)] = sample
    count &+= 1
    tail = max(tail, count &- Self.capacity)
  }

  /// Returns the sample of a number from `count - capacity` to `count - 1`.
  private subscript(number: Int) -> Sample { samples[number & (Self.capacity &- 1)] }

  /// The velocity over `FlickCourse.window`, in millimetres per second.
  var recentVelocity: Vector { velocity(since: newest.time &- FlickCourse.window, tail) }

  /// Returns the velocity over the last `window` microseconds, in millimetres per second.
  func velocity(over window: Int64) -> Vector {
    let start = newest.time &- window
    var number = count &- 1
    while number > max(0, count &- Self.capacity), self[number].time > start { number &-= 1 }
    return velocity(since: start, number)
  }

  /// Returns the movement since a time, or since the landing, divided by the duration. The start is interpolated between two
  /// reports, so that the panel's report rate makes no difference.
  ///
  /// - Parameter number: the last sample at or before `start`, or the oldest one.
  private func velocity(since start: Int64, _ number: Int) -> Vector {
    guard count > 0 else { return .zero }
    var from = self[number]
    if from.time < start {
      let next = number &+ 1 < count ? self[number &+ 1] : newest
      let share = Double(start &- from.time) / Double(next.time &- from.time)
      from = Sample(time: start, way: from.way + (next.way - from.way) * share)
    }
    let span = newest.time &- from.time
    return span > 0 ? (newest.way - from.way) * (1e6 / Double(span)) : .zero
  }
}
