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

/// The strokes of a shake, each a reversal of the one before (SHK-2).
struct ShakeStrokes {
  /// The strokes up to now.
  struct Run {
    let began: Timestamp
    fileprivate(set) var last: Timestamp
    fileprivate(set) var strokes = 1
    /// The direction of the latest stroke, a unit vector.
    fileprivate var direction: Acceleration
    /// The largest acceleration of the latest stroke.
    fileprivate var peak: Double
  }

  var settings = Shake()
  /// The present strokes; `nil`: there was none for `Shake.interval`.
  private(set) var run: Run?

  /// The number of strokes that a shake needs.
  var required: Int { max(2, settings.strokes) }

  /// Whether there are enough strokes for a shake (SHK-3).
  var areEnough: Bool { run.map { $0.strokes >= required } ?? false }

  /// The time after which the strokes are over if no other one follows.
  var end: Timestamp? { run.map { $0.last + settings.interval.microseconds } }

  /// Returns whether the shake has lasted for too long (SHK-4).
  func areTooMany(at time: Timestamp) -> Bool {
    run.map { time - $0.began > settings.maximumDuration.microseconds } ?? false
  }

  mutating func clear() { run = nil }

  /// Ends the strokes if the last one was too long ago. Returns those that have ended.
  mutating func expire(at time: Timestamp) -> Run? {
    guard let run, time - run.last > settings.interval.microseconds else { return nil }
    self.run = nil
    return run
  }

  /// Takes the force of a sample, without gravity.
  ///
  /// - Parameter isShaking: whether the strokes are a shake already. If not, a larger movement along another axis starts over.
  mutating func add(_ force: Acceleration, at time: Timestamp, isShaking: Bool) {
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
      } else if !isShaking {
        // A larger movement along another axis: the strokes before it were not along the axis of the largest movement.
        run = Run(began: time, last: time, direction: direction, peak: length)
      }
    }
  }
}

/// Finds the shakes that responders receive.
struct ShakeDetector {
  enum Change { case began, ended, cancelled }

  private enum Phase {
    case quiet
    case shaking
    /// The shake was cancelled, and its end is awaited.
    case exhausted
  }

  var settings: Shake {
    get { strokes.settings }
    set { strokes.settings = newValue }
  }
  private var strokes = ShakeStrokes()
  private var phase = Phase.quiet
  /// The time of the latest sample.
  private var latest = Timestamp(microseconds: 0)

  /// Takes a sample. Returns what happens to a shake with it.
  mutating func note(_ motion: DeviceMotion) -> (Change, MotionEvent)? {
    if motion.previous == nil {
      let event = startOver()
      latest = motion.time
      return event.map { (.cancelled, $0) }
    }
    latest = motion.time
    let wasShaking = phase == .shaking
    let ended = strokes.expire(at: motion.time)
    if ended != nil { phase = .quiet }
    strokes.add(motion.force, at: motion.time, isShaking: phase != .quiet)
    if let ended, wasShaking { return (.ended, event(ended)) }
    return progress()
  }

  /// Forgets all strokes, for example because the sensor was removed. Returns the event of a shake that is cancelled.
  mutating func startOver() -> MotionEvent? {
    let event = giveUp()
    strokes.clear()
    phase = .quiet
    return event
  }

  /// Reports no more of the present shake. Returns its last event.
  mutating func giveUp() -> MotionEvent? {
    guard phase == .shaking, let run = strokes.run else { return nil }
    phase = .exhausted
    return event(run)
  }

  private func event(_ run: ShakeStrokes.Run) -> MotionEvent {
    MotionEvent(motion: .shake, time: latest, strokes: run.strokes)
  }

  private mutating func progress() -> (Change, MotionEvent)? {
    guard let run = strokes.run else { return nil }
    switch phase {
    case .quiet where strokes.areEnough:
      phase = .shaking
      return (.began, event(run))
    case .shaking where strokes.areTooMany(at: latest):
      phase = .exhausted
      return (.cancelled, event(run))
    default:
      return nil
    }
  }
}
