import Gestures

/// A running estimate of the variance of the positions on each axis.
struct NoiseEstimate {
  /// Estimates of the variance: their sum and their number.
  struct Sample {
    var sum = 0.0
    var count = 0.0
  }

  /// The number of estimates that are needed: 6 for each of the two axes, which take 9 reports of a resting finger.
  private static let fewest = 12.0
  /// The number of estimates, from about ten touches, at which their weight is halved, so that newer ones count for more.
  private static let memory = 512.0

  private var sum = 0.0
  private var count = 0.0

  /// Whether further touches would change the estimate little: with 256 estimates it is accurate to 15 %.
  var isSettled: Bool { count >= Self.memory / 2 }

  var isKnown: Bool { count >= Self.fewest }

  /// Square millimetres.
  var variance: Double { max(0, sum / count) }

  /// The factor by which the estimate may exceed the true variance by chance.
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

/// The latest positions of a touch, from which the noise is estimated.
struct TouchPositions {
  /// The longest distance, in millimetres, at which the finger counts as resting. Over a longer distance it moves, and only deviations
  /// across its direction count as noise: along it, inaccurate times look the same as noise.
  private static let rest = 1.0

  /// The time of the latest report.
  private(set) var latest: Timestamp
  /// The time between the last two reports, in microseconds.
  private var period: Int64 = 0
  /// The last three positions, the newest first; `count` of them are valid.
  private var last: (Point, Point, Point)
  private var count = 1

  init(_ place: Point, at time: Timestamp) {
    latest = time
    last = (place, place, place)
  }

  /// - Parameters:
  ///   - longest: Microseconds; after a longer time without a report the positions begin again.
  ///   - sample: Receives the estimates from four positions at even intervals.
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

  /// Adds an estimate. White noise of variance v gives neighbouring second differences a covariance of -4 v. In a smooth movement they
  /// have the same sign, so movement can only make the noise look smaller.
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
