/// When movements of the device are a shake.
public struct Shake: Hashable, Sendable {
  /// The acceleration that a stroke needs, without gravity, in metres per second squared; 12 by default (SHK-2). React Native's
  /// detector needs 13.0 (1.33 g). A person who walks causes 4, and a fall 9.8.
  public var force = 12.0
  /// The number of strokes of a shake; 4 by default (SHK-3). At least 2 are needed, whatever the value.
  public var strokes = 4
  /// The longest time between two strokes, and the time without a stroke after which the shake is over; 500 ms by default
  /// (SHK-3, SHK-4).
  public var interval = Duration.milliseconds(500)
  /// The longest duration of a shake; 5 s by default (SHK-4).
  public var maximumDuration = Duration.seconds(5)

  /// Creates the default settings.
  public init() {}
}

/// Finds shakes in the samples of an accelerometer.
struct ShakeDetector {
  enum Change { case began, ended, cancelled }

  /// The strokes so far, each a reversal of the one before.
  private struct Run {
    let began: Timestamp
    var last: Timestamp
    var strokes = 1
    /// The direction of the latest stroke, a unit vector.
    var direction: Acceleration
    /// The largest acceleration of the latest stroke.
    var peak: Double
  }

  private enum Phase {
    case quiet
    case shaking
    /// The shake was cancelled, and its end is awaited.
    case exhausted
  }

  /// The time constant of the low-pass filter that gravity is taken from, in microseconds: several strokes long, so that a
  /// shake does not move the estimate, and short enough for it to follow a device that is turned (SHK-1).
  private static let settling = 1_000_000.0
  /// A pause after which nothing is known about gravity any more, in microseconds (SHK-5).
  private static let longestGap: Int64 = 1_000_000
  /// The largest acceleration that is not an error of the sensor, in metres per second squared: 100 g. Sensors of phones and
  /// tablets measure up to 16 g.
  private static let limit = 981.0

  var settings = Shake()
  private var phase = Phase.quiet
  private var run: Run?
  /// The latest sample that was used, and the gravity in it as far as is known.
  private var latest: (time: Timestamp, gravity: Acceleration)?

  /// Takes a sample. Returns what happens to a shake with it.
  mutating func note(_ sample: MotionSample) -> (Change, MotionEvent)? {
    guard sample.acceleration.length <= Self.limit else { return nil }  // A value that is not a number is not, either.
    guard let (before, gravity) = latest else {
      latest = (sample.time, sample.acceleration)
      return nil
    }
    let passed = sample.time - before
    if passed <= 0 { return nil }
    if passed > Self.longestGap {
      let event = startOver()
      latest = (sample.time, sample.acceleration)
      return event.map { (.cancelled, $0) }
    }
    let force = sample.acceleration - gravity
    latest = (sample.time, gravity + force * (Double(passed) / (Self.settling + Double(passed))))
    let end = endRun(at: sample.time)
    addForce(force, at: sample.time)
    return end ?? progress(at: sample.time)
  }

  /// Forgets all samples, for example because the sensor was removed. Returns the event of a shake that is cancelled.
  mutating func startOver() -> MotionEvent? {
    let event = giveUp()
    let settings = settings
    self = ShakeDetector()
    self.settings = settings
    return event
  }

  /// Reports no more of the present shake. Returns its last event.
  mutating func giveUp() -> MotionEvent? {
    guard phase == .shaking, let run, let latest else { return nil }
    phase = .exhausted
    return event(run, at: latest.time)
  }

  private func event(_ run: Run, at time: Timestamp) -> MotionEvent {
    MotionEvent(motion: .shake, time: time, strokes: run.strokes)
  }

  /// Ends the strokes if the last one was too long ago.
  private mutating func endRun(at time: Timestamp) -> (Change, MotionEvent)? {
    guard let run, time - run.last > settings.interval.microseconds else { return nil }
    let wasShaking = phase == .shaking
    self.run = nil
    phase = .quiet
    return wasShaking ? (.ended, event(run, at: time)) : nil
  }

  private mutating func addForce(_ force: Acceleration, at time: Timestamp) {
    let length = force.length
    guard length > 0, length >= settings.force else { return }
    let direction = force * (1 / length)
    guard let present = run else {
      run = Run(began: time, last: time, direction: direction, peak: length)
      return
    }
    let along = force.dot(present.direction)
    if along <= -settings.force {
      run?.strokes += 1
      run?.last = time
      run?.direction = direction
      run?.peak = length
    } else if length > present.peak {
      if along >= settings.force {
        run?.direction = direction
        run?.peak = length
      } else if phase == .quiet {
        // A larger movement along another axis: the strokes before it were not along the axis of the largest movement.
        run = Run(began: time, last: time, direction: direction, peak: length)
      }
    }
  }

  private mutating func progress(at time: Timestamp) -> (Change, MotionEvent)? {
    guard let run else { return nil }
    switch phase {
    case .quiet where run.strokes >= max(2, settings.strokes):
      phase = .shaking
      return (.began, event(run, at: time))
    case .shaking where time - run.began > settings.maximumDuration.microseconds:
      phase = .exhausted
      return (.cancelled, event(run, at: time))
    default:
      return nil
    }
  }
}
