/// Recognizes presses of a key or button, a number of times, the last of which may be held (KEY).
///
///     let key = PressGestureRecognizer(name: "volume key", code: 115)
///     key.minimumPressDuration = .milliseconds(500)
///     key.addAction { key in log("held for \(key.duration)") }
///
/// The gesture is continuous with `minimumPressDuration`, and discrete without. Presses of other keys do not matter.
public final class PressGestureRecognizer: TouchlessGestureRecognizer {
  /// The code of the presses that the recognizer takes: `Press.code`.
  public var code: UInt16
  /// The number of presses in a row, 1 or more (KEY-1). With `minimumPressDuration`, the last one is held.
  public var numberOfPressesRequired = 1
  /// The time from the beginning of the last press until the gesture begins; 0: at once. It ends with the release (KEY-2). `nil`: the
  /// gesture is recognized when the last press is released. A good time is the 500 ms of a long press.
  public var minimumPressDuration: Duration?
  /// The longest duration of a press that is not the held one; `nil`: no limit (KEY-3). The default of 500 ms is the default time of a
  /// long press, so that a press is either short or long.
  public var maximumPressDuration: Duration? = .milliseconds(500)
  /// The longest time from a release to the next press (KEY-4). The default is that of taps.
  public var maximumInterval = TapLimits.interval
  /// The times after which a held press reports `changed`, again and again (LP-8). Each must be more than 0.
  public var reportIntervals: [Duration] = []

  /// The number of presses that were released, or held for long enough.
  private var presses = 0
  /// When the latest press began.
  private var start = Timestamp(microseconds: 0)
  /// When the gesture began.
  private var beginning = Timestamp(microseconds: 0)
  private var lastEvent = Timestamp(microseconds: 0)

  /// Creates a recognizer for the presses of the key or button with this `Press.code`.
  public init(name: String = "", code: UInt16) {
    self.code = code
    super.init(name: name)
  }

  override var isOfBuiltInClass: Bool { isExactly(PressGestureRecognizer.self) }

  /// The time from the beginning of the latest press to its release or to the last event while it is held.
  public var duration: Duration { .microseconds(lastEvent - start) }

  public override var values: GestureValues { .press(presses: presses, duration: duration) }

  private var required: Int { max(1, numberOfPressesRequired) }
  /// Whether the present or next press is the one to be held.
  private var isLastHeld: Bool { minimumPressDuration != nil && presses == required - 1 }

  public override func shouldReceive(_ press: Press) -> Bool { press.code == code }

  public override func pressesBegan(_ presses: [Press], at time: Timestamp) {
    start = time
    lastEvent = time
    let limit = isLastHeld ? minimumPressDuration : maximumPressDuration
    deadline = limit.map { time + $0.microseconds }
  }

  public override func pressesChanged(_ presses: [Press], at time: Timestamp) {
    guard state != .possible else { return }
    lastEvent = time
    state = .changed
  }

  public override func pressesEnded(_ presses: [Press], at time: Timestamp) {
    lastEvent = time
    if state != .possible {
      state = .ended
    } else if isLastHeld {
      let limit = minimumPressDuration?.seconds ?? 0
      failAtLift(Reason(.releasedEarly, duration.seconds, limit: limit))
    } else {
      self.presses += 1
      if self.presses >= required {
        deadline = nil
        state = .recognized
      } else {
        deadline = time + maximumInterval.microseconds
      }
    }
  }

  public override func deadlinePassed(at time: Timestamp) {
    if state != .possible {
      lastEvent = time
      state = .changed
      deadline = nextReport(after: time)
    } else if attempt.presses.isEmpty {
      fail(Reason(.noNextPress, presses, limit: required))
    } else if isLastHeld {
      state = .began
    } else {
      let limit = maximumPressDuration?.seconds ?? 0
      fail(Reason(.releasedLate, limit, limit: limit))
    }
  }

  public override func didBegin(at time: Timestamp) {
    guard minimumPressDuration != nil else { return }
    presses += 1
    lastEvent = max(lastEvent, time)
    beginning = time
    deadline = nextReport(after: time)
  }

  /// The next time at which `changed` is reported; `nil` if there is none.
  private func nextReport(after time: Timestamp) -> Timestamp? {
    LongPressGestureRecognizer.nextReport(of: reportIntervals, since: beginning, after: time)
  }

  public override func reset() {
    presses = 0
    lastEvent = start
  }
}
