/// Recognizes that the device was turned, and has come to rest in another orientation. Discrete (TRN).
///
///     let turn = TurnGestureRecognizer(name: "turn")
///     turn.addAction { turn in log("now \(turn.orientation?.rawValue ?? "unknown")") }
public final class TurnGestureRecognizer: TouchlessGestureRecognizer {
  /// The time for which the device rests before an attempt begins. A shorter rest is part of the movement.
  private static let shortestRest = Duration.milliseconds(100)
  /// The time without samples after which the sensor is taken for lost, in microseconds.
  private static let silence: Int64 = 250_000

  /// The orientations that are recognized; all six at first.
  public var orientations = Set(DeviceOrientation.allCases)
  /// The time for which the device must rest in the new orientation (TRN-2). The default of 500 ms is the time that Android waits after
  /// the end of an acceleration before it turns the screen.
  public var minimumRestDuration = Duration.milliseconds(500)

  /// The orientation in which the device rested last; `nil` before it has rested.
  public private(set) var orientation: DeviceOrientation?
  /// The time of the latest sample.
  private var latest: Timestamp?
  /// How long the device has rested in the present attempt.
  private var rested = Duration.zero

  /// Creates a recognizer of all orientations.
  public override init(name: String = "") { super.init(name: name) }

  override var isOfBuiltInClass: Bool { isExactly(TurnGestureRecognizer.self) }

  public override var values: GestureValues { orientation.map { .turn($0) } ?? .none }

  public override var followsMotion: Bool { true }

  /// Begins an attempt when the device pauses in another orientation.
  public override func shouldReceive(_ motion: DeviceMotion) -> Bool {
    // The device may have been turned during a pause, or while the view was not on the first responder's chain.
    if motion.previous == nil || motion.previous != latest { orientation = nil }
    latest = motion.time
    guard motion.restDuration >= min(Self.shortestRest, minimumRestDuration),
      let present = DeviceOrientation(motion.restingAcceleration)
    else { return false }
    if orientation == nil && motion.restDuration >= minimumRestDuration { orientation = present }
    return orientation != nil && orientation != present
  }

  public override func deviceMoved(_ motion: DeviceMotion) {
    latest = motion.time
    if rested == .zero { deadline = motion.time + minimumRestDuration.microseconds + Self.silence }
    guard motion.restDuration >= rested, let present = DeviceOrientation(motion.restingAcceleration) else {
      return fail(Reason(.restedTooShort, rested.seconds, limit: minimumRestDuration.seconds))
    }
    rested = motion.restDuration
    if rested < minimumRestDuration { return }
    orientation = present
    if orientations.contains(present) { state = .recognized } else { fail(Reason(.otherOrientation)) }
  }

  public override func deadlinePassed(at time: Timestamp) { fail(Reason(.sensorLost)) }

  public override func reset() { rested = .zero }
}
