import Gestures

/// A running estimate of the variance of the positions on each axis.
struct NoiseEstimate {
  /// Estimates of the variance: their sum and how many they are.
  struct Sample {
    var sum = 0.0
    var count = 0.0
  }

  /// The estimates needed: 6 of both axes, which a resting finger gives in 9 reports.
  private static let fewest = 12.0
  /// The older half is forgotten at this number, which is that of about ten touches.
  private static let memory = 512.0

  private var sum = 0.0
  private var count = 0.0

  /// Whether more touches change little: 256 estimates are known to 15 %.
  var isSettled: Bool { count >= Self.memory / 2 }

  var isKnown: Bool { count >= Self.fewest }

  /// Square millimetres.
  var variance: Double { max(0, sum / count) }

  /// How many times the variance of a clean panel may be exceeded by chance.
  var uncertainty: Double { 1 + 12 / count }

  mutating func add(_ sample: Sample) {
    sum += sample.sum
    count += sample.count
    if count >= Self.memory {
      sum /= 2
      count /= 2
    }
  }
}

/// The latest positions of a touch: what the noise is estimated from.
struct TouchPositions {
  /// Millimetres. Over a longer distance the finger moves, and only what is across its direction is noise: along it, times that
  /// are off look the same.
  private static let rest = 1.0

  /// When the touch was last reported.
  private(set) var latest: Timestamp
  /// Microseconds: the time between the last two of them.
  private var period: Int64 = 0
  /// The last three, the newest first; `count` of them are valid.
  private var last: (Point, Point, Point)
  private var count = 1

  init(_ place: Point, at time: Timestamp) {
    latest = time
    last = (place, place, place)
  }

  /// - Parameters:
  ///   - longest: microseconds; after a longer time without a report the positions begin again.
  ///   - sample: takes what four positions at even times say of the noise.
  @inline(__always)
  mutating func add(_ place: Point, at time: Timestamp, longest: Int64, to sample: inout NoiseEstimate.Sample) {
    let elapsed = time - latest
    if elapsed <= 0 || elapsed > longest {
      count = 0
    } else if count > 1 && (elapsed * 5 > period * 8 || period * 5 > elapsed * 8) {
      count = 1
    }
    if count == 3 { add(place, to: &sample) }
    last = (place, last.0, last.1)
    latest = time
    period = elapsed
    count = min(count + 1, 3)
  }

  /// White noise of the variance v makes neighbouring second differences vary together by -4 v. Those of a smooth movement have the
  /// same sign, so movement can only make the noise look smaller.
  @inline(__always)
  private func add(_ place: Point, to sample: inout NoiseEstimate.Sample) {
    let ax = last.0.x - 2 * last.1.x + last.2.x, ay = last.0.y - 2 * last.1.y + last.2.y
    let bx = place.x - 2 * last.0.x + last.1.x, by = place.y - 2 * last.0.y + last.1.y
    let dx = place.x - last.2.x, dy = place.y - last.2.y
    let squared = dx * dx + dy * dy
    if squared <= Self.rest * Self.rest {
      sample.sum -= (ax * bx + ay * by) / 4
      sample.count += 2
    } else {
      sample.sum -= (ay * dx - ax * dy) * (by * dx - bx * dy) / (4 * squared)
      sample.count += 1
    }
  }
}
