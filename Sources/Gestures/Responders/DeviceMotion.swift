/// A sample of the accelerometer, and what the samples before it say about gravity and rest.
public struct DeviceMotion: Hashable, Sendable {
  /// The time of the sample.
  public let time: Timestamp
  /// The time of the sample before; `nil` for the first one, and after 1 s or more without samples (SHK-5).
  public let previous: Timestamp?
  /// What was measured, with gravity, in metres per second squared.
  public let acceleration: Acceleration
  /// Gravity in the samples before, by a low-pass filter of 1 s (SHK-1). It points up: a device that lies on a table measures 9.8
  /// along the axis that points up.
  public let gravity: Acceleration
  /// How long the device had rested until the sample before: the time for which no sample was more than 1 m/s² from the mean of
  /// that time (KNO-1).
  public let restDuration: Duration
  /// The mean of the samples of that time, which is gravity if the time was long.
  public let restingAcceleration: Acceleration

  /// The acceleration without gravity, in metres per second squared.
  public var force: Acceleration { acceleration - gravity }
}

/// Follows gravity and rest in the samples of an accelerometer.
struct MotionTracker {
  /// The largest distance of a sample from the mean of a rest, in metres per second squared. Cheap sensors have a noise of 0.3 on each
  /// axis; a hand that lifts or lowers a device by 10 cm in half a second causes 1.6.
  static let restTolerance = 1.0
  /// The time constant of the low-pass filter that gravity is taken from, in microseconds: several strokes long, so that a
  /// shake does not move the estimate, and short enough for it to follow a device that is turned (SHK-1).
  private static let settling = 1_000_000.0
  /// A pause after which nothing is known about gravity any more, in microseconds (SHK-5).
  private static let longestGap: Int64 = 1_000_000
  /// The largest acceleration that is not an error of the sensor, in metres per second squared: 100 g. Sensors of phones and
  /// tablets measure up to 16 g.
  private static let limit = 981.0

  /// The samples that were close to each other, up to the latest one.
  private struct Rest {
    let began: Timestamp
    var samples = 1.0
    var mean: Acceleration

    mutating func note(_ sample: MotionSample) {
      let distance = sample.acceleration - mean
      if distance.length > MotionTracker.restTolerance {
        self = Rest(began: sample.time, mean: sample.acceleration)
      } else {
        samples += 1
        mean = mean + distance * (1 / samples)
      }
    }
  }

  /// The time of the latest sample that was used; `nil` if nothing is known.
  private var latest: Timestamp?
  private var gravity = Acceleration(x: 0, y: 0, z: 0)
  private var rest = Rest(began: Timestamp(microseconds: 0), mean: Acceleration(x: 0, y: 0, z: 0))

  /// Takes a sample. Returns `nil` if it must be ignored (SHK-5).
  mutating func note(_ sample: MotionSample) -> DeviceMotion? {
    guard sample.acceleration.length <= Self.limit else { return nil }  // A value that is not a number is not, either.
    let passed = latest.map { sample.time - $0 } ?? .max
    if passed <= 0 { return nil }
    if passed > Self.longestGap {
      latest = nil
      gravity = sample.acceleration
      rest = Rest(began: sample.time, mean: sample.acceleration)
    }
    let motion = DeviceMotion(
      time: sample.time, previous: latest, acceleration: sample.acceleration, gravity: gravity,
      restDuration: .microseconds(latest.map { $0 - rest.began } ?? 0), restingAcceleration: rest.mean)
    if latest != nil {
      gravity = gravity + motion.force * (Double(passed) / (Self.settling + Double(passed)))
      rest.note(sample)
    }
    latest = sample.time
    return motion
  }
}
