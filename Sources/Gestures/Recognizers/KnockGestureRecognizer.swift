/// Recognizes knocks on the device, or on what it lies on. Discrete (KNO).
///
///     at rest ──► impulse ──► quiet ──► impulse ──► quiet ──► recognized
///                   │           │ maximumInterval     │
///                   └───────────┴──► failed ◄─────────┘
///
/// A knock is a short impulse between rest and quiet. That tells it from strides, strokes, falls, and from a device that is picked up or
/// put down: they move the device before or after. A touch of the screen is not a knock.
///
///     let knock = KnockGestureRecognizer(name: "knock")
///     knock.numberOfKnocksRequired = 2
///     knock.addAction { _ in log("come in") }
public final class KnockGestureRecognizer: TouchlessGestureRecognizer {
  /// The numbers of a knock that cannot be set. Times are in microseconds.
  private enum Limits {
    /// The time for which the device must rest before the first knock. A hand that lowers a device moves it for that long.
    static let rest = Duration.milliseconds(500)
    /// The time that the impulse and its ringing may last from the first sample: two samples at 25 Hz. A fast stroke of a shake lasts
    /// that long.
    static let impulse: Int64 = 80_000
    /// The shortest time from one knock to the next one. The device must be quiet between them.
    static let interval: Int64 = 150_000
    /// The time for which the device must be quiet after the last impulse. Steps, drumming and a hand that releases the device come sooner.
    static let quiet: Int64 = 200_000
    /// The time without samples after which the sensor is taken for lost.
    static let silence: Int64 = 250_000
  }

  /// The number of knocks in a row, 1 or more. More knocks than these are not recognized (KNO-4).
  public var numberOfKnocksRequired = 1
  /// The acceleration that a knock needs beyond that of the rest before, in metres per second squared (KNO-2). The default of 5, half of
  /// gravity, is ours. The data sheet of the ADXL345 proposes 3 g as a start for a sensor that measures 3200 times a second; a sensor
  /// at 100 Hz averages an impulse of 5 ms to a half or less.
  public var force = 5.0
  /// The longest time from the beginning of a knock to that of the next one (KNO-4). The default of 400 ms allows two knocks at an easy
  /// pace.
  public var maximumInterval = Duration.milliseconds(400)

  /// The shortest time from one knock to the next one. With a `maximumInterval` of this or less, several knocks are never recognized.
  package static var minimumInterval: Duration { .microseconds(Limits.interval) }

  /// The acceleration at rest before the first knock.
  private var base = Acceleration(x: 0, y: 0, z: 0)
  private var knocks = 0
  /// When the latest knock began.
  private var start = Timestamp(microseconds: 0)
  /// Whether the device has been quiet since then.
  private var wasQuiet = false

  /// Creates a recognizer with the default settings.
  public override init(name: String = "") { super.init(name: name) }

  override var isOfBuiltInClass: Bool { isExactly(KnockGestureRecognizer.self) }

  public override var values: GestureValues { .knock(knocks: knocks) }

  public override var followsMotion: Bool { true }

  private var required: Int { max(1, numberOfKnocksRequired) }

  /// Begins an attempt with an impulse after a rest.
  public override func shouldReceive(_ motion: DeviceMotion) -> Bool {
    motion.restDuration >= Limits.rest
      && (motion.acceleration - motion.restingAcceleration).length >= max(force, MotionTracker.restTolerance)
  }

  public override func deviceMoved(_ motion: DeviceMotion) {
    if knocks == 0 {
      base = motion.restingAcceleration
      knock(at: motion.time)
    }
    let fingers = engine?.touches.count ?? 0
    if fingers > 0 { return fail(Reason(.screenTouched, fingers, limit: 0)) }
    let passed = motion.time - start
    if passed <= Limits.impulse { return }
    let force = (motion.acceleration - base).length
    if force <= MotionTracker.restTolerance {
      wasQuiet = true
      if knocks == required && passed >= Limits.impulse + Limits.quiet { state = .recognized }
    } else if !wasQuiet {
      fail(Reason(.movedOn, Double(passed) / 1e6, limit: Double(Limits.impulse) / 1e6))
    } else if passed < Limits.interval || force < self.force {
      fail(Reason(.notQuiet, force, limit: MotionTracker.restTolerance))
    } else if knocks == required {
      fail(Reason(.tooManyKnocks, knocks + 1, limit: required))
    } else {
      knock(at: motion.time)
    }
  }

  private func knock(at time: Timestamp) {
    knocks += 1
    start = time
    wasQuiet = false
    let limit = knocks < required ? maximumInterval.microseconds : Limits.impulse + Limits.quiet + Limits.silence
    deadline = time + limit
  }

  public override func deadlinePassed(at time: Timestamp) {
    fail(knocks < required ? Reason(.noNextKnock, knocks, limit: required) : Reason(.sensorLost))
  }

  public override func reset() { knocks = 0 }
}
