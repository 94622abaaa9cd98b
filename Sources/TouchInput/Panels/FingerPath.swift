import Gestures

/// Where a contact was according to its latest samples, and whether the next one can be a finger's.
///
/// The limits were found on streams of panels that are known for such samples, and leave all samples of people alone that were recorded.
struct FingerPath {
  /// What a jump turned out to be, once the next sample is known.
  enum Verdict { case finger, wrongSample, wrongLanding }

  /// The length of a jump, in millimetres, from which on a sample may be wrong.
  private static let shortestJump = 8.0
  /// The last sample before a lift may be wrong if it is farther away than this: millimetres, and times the step before it.
  private static let lastJump = (least: 4.0, ofStep: 4.0)
  /// The acceleration from which on a finger cannot have gone that way, in mm/µs²: 25 m/s². Of 17,926 samples of people in 63
  /// recordings, 7 are beyond it and long enough to wait for the next one, which clears all of them.
  private static let leastAcceleration = 25e-9
  /// A finger that was not reported for this long, in microseconds, has rested.
  private static let longestPeriod: Int64 = 50_000

  /// Millimetres per microsecond.
  private static let leastSpeed = 50e-6

  /// A finger that is nearer to its landing than this, in millimetres, may only seem to move: noise of 0.3 mm at 133 Hz is 70 mm/s.
  private static let leastWay = 1.5

  private let landing: Point
  private(set) var place: Point
  private(set) var time: Timestamp
  /// The way from the sample before, in millimetres, and its time in microseconds; 0: the finger has rested, or has just landed.
  private var step = (x: 0.0, y: 0.0, time: Int64(0))
  /// Whether it has landed and was not reported since.
  private(set) var isLanding = true

  init(_ place: Point, at time: Timestamp) {
    landing = place
    self.place = place
    self.time = time
  }

  /// Whether the finger moves faster than one that rolls while it taps: 50 mm/s.
  var moves: Bool {
    step.time > 0 && place.distance(to: landing) > Self.leastWay
      && (step.x * step.x + step.y * step.y).squareRoot() > Self.leastSpeed * Double(step.time)
  }

  /// The place at which the finger is at a time if it goes on as before.
  func place(at later: Timestamp) -> Point {
    let span = later - time
    guard step.time > 0, span <= Self.longestPeriod else { return place }
    let part = Double(span) / Double(step.time)
    return Point(x: place.x + step.x * part, y: place.y + step.y * part)
  }

  /// Takes a sample. A second one of the same time changes nothing.
  mutating func follow(_ sample: Point, at later: Timestamp) {
    let span = later - time
    guard span > 0 else { return }
    step = span <= Self.longestPeriod ? (sample.x - place.x, sample.y - place.y, span) : (0, 0, 0)
    (place, time, isLanding) = (sample, later, false)
  }

  /// Whether a sample is near enough to be a finger's in any case, as nearly all are.
  @inline(__always)
  func isNear(_ sample: Point) -> Bool {
    let x = sample.x - place.x, y = sample.y - place.y
    return x * x + y * y <= Self.lastJump.least * Self.lastJump.least
  }

  /// Whether a sample may be wrong. Only the next one shows whether it is.
  func jumps(to sample: Point, at later: Timestamp) -> Bool {
    let span = Double(later - time)
    let excess = sample.distance(to: place(at: later))
    if span <= 0 || excess <= Self.leastAcceleration * span * span { return false }
    return excess > Self.shortestJump || !isLanding && isFarForALastOne(sample, at: later)
  }

  private func isFarForALastOne(_ sample: Point, at later: Timestamp) -> Bool {
    let before = place.distance(to: place(at: later))
    return sample.distance(to: place) > Self.lastJump.least + Self.lastJump.ofStep * before
  }

  /// What a jump was, as the next sample is known.
  ///
  /// - Parameters:
  ///   - jump: where the finger seemed to go.
  ///   - next: where it was reported next, at `later`.
  func verdict(on jump: Point, next: Point, at later: Timestamp) -> Verdict {
    let there = jump.distance(to: place), back = jump.distance(to: next)
    let aside = min(next.distance(to: place), next.distance(to: place(at: later)))
    if min(there, back) > Self.shortestJump && aside < min(there, back) / 2 { return .wrongSample }
    return isLanding && there > Self.shortestJump && back < there / 4 ? .wrongLanding : .finger
  }

  /// Whether a jump was wrong, as the finger lifts after it. Nothing shows which of two samples is wrong that are all of a touch.
  func isWrongAtLift(_ jump: Point, at time: Timestamp) -> Bool { !isLanding && isFarForALastOne(jump, at: time) }
}
