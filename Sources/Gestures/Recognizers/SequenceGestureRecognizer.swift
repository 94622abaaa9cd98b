/// Recognizes other gestures that are recognized one after the other, such as taps in the four corners (SEQ).
///
///     let sequence = SequenceGestureRecognizer(name: "way out")
///     sequence.steps = [[first], [second]]
///     sequence.addAction { _ in log("leave the kiosk") }
///
/// Add it to a view that contains the views of all steps, after the steps: it gets the touches that its steps have got. A step may also
/// be a gesture without touches, such as a press of a key (SEQ-6). The sequence leaves
/// touches and other gestures alone: it takes no touch from a view, prevents no gesture and is prevented by none (SEQ-5).
public final class SequenceGestureRecognizer: GestureRecognizer {
  /// The steps in order. Each is one recognizer, or several of which any one counts. They must be in the same engine, and none may
  /// be a sequence. Without steps, nothing is recognized. Set this while no finger is down.
  public var steps: [[GestureRecognizer]] = [] {
    didSet {
      for step in oldValue.joined() { step.leave(self) }
      for step in steps.joined() { step.join(self) }
    }
  }
  /// The longest time from the first landing, or from the recognition of a first step without touches, to the recognition of the last
  /// step. The default of 5 s suffices for a code of four
  /// taps at the pace of a careful hand.
  public var maximumDuration = Duration.seconds(5)
  /// The longest time from the recognition of a step to the first landing of the next one.
  public var maximumInterval = Duration.seconds(2)
  /// Whether a touch that does not belong to the expected step fails the sequence. If not, such touches are ignored, unless another
  /// step is recognized (SEQ-2).
  public var isStrict = true
  /// Whether a step counts that is recognized in a touch of the step before it. `nil`: if that step is a press whose fingers are still
  /// down (SEQ-7).
  public var allowsSameTouch: Bool?

  /// The number of steps that were recognized.
  public private(set) var stepsDone = 0
  /// When the first finger landed, or a first step without touches was recognized.
  private var start = Timestamp(microseconds: 0)
  /// The last step that was recognized, and when; `nil`: none was.
  private var last: GestureRecognizer?
  private var lastStep: Timestamp?
  /// Whether the next step was recognized in a touch of the last one, which does not count (SEQ-1).
  private var hasSharedTouch = false

  /// Creates a sequence without steps.
  public override init(name: String = "") {
    super.init(name: name)
    cancelsTouchesInView = false
    delaysTouchesEnded = false
    allowedTouchTypes = [.finger, .pen, .palm]
    requiresExclusiveTouchType = false
  }

  // Not a built-in class as far as dynamic requirements are concerned: it has its own (SEQ-4).

  public override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  public override func canBePrevented(by other: GestureRecognizer) -> Bool { false }

  /// The recognizers that count as the next step.
  private var expected: [GestureRecognizer] { stepsDone < steps.count ? steps[stepsDone] : [] }

  private func isExpected(_ touch: Touch) -> Bool {
    expected.contains { $0.attempt.has(touch) }
  }

  private func belongsToStep(_ touch: Touch) -> Bool {
    steps.contains { step in step.contains { $0.attempt.has(touch) } }
  }

  public override func shouldReceive(_ touch: Touch) -> Bool {
    (isStrict && attempt.isRunning) || isExpected(touch)
  }

  /// A sequence waits for a longer one that begins with the same steps (SEQ-4).
  override func waitsByItself(for other: GestureRecognizer, about touch: Touch?) -> Bool {
    guard let longer = other as? SequenceGestureRecognizer, longer.steps.count > steps.count else { return false }
    return zip(steps, longer.steps).allSatisfy { mine, theirs in
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0 === $1 }
    }
  }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if attemptTouches.count == touches.count && stepsDone == 0 { start = time }
    // A touch of another step becomes a wrong step when that is recognized.
    if isStrict, touches.contains(where: { !belongsToStep($0) }) {
      fail(shortcoming(.strayTouch, expected.first))
    } else {
      deadline = end
    }
  }

  public override func deadlinePassed(at time: Timestamp) {
    // Fingers that have landed in time may need longer, for example for a press.
    if time < end {
      deadline = end
    } else {
      fail(shortcoming(hasSharedTouch ? .sameTouch : .lateStep, expected.first))
    }
  }

  /// The time at which the sequence fails if nothing happens.
  private var end: Timestamp {
    let end = start + maximumDuration.microseconds
    guard let lastStep, !attemptTouches.contains(where: { $0.initialTimestamp > lastStep }), !isHeld,
      !expected.contains(where: { $0.attempt.isTouchless && $0.state == .possible })
    else { return end }
    return min(end, lastStep + maximumInterval.microseconds)
  }

  /// Returns whether an attempt begins when this step is recognized without a touch (SEQ-6).
  func begins(with step: GestureRecognizer) -> Bool {
    step.attempt.isTouchless && steps.first?.contains { $0 === step } == true
  }

  /// Called when one of the steps was recognized.
  func note(recognized step: GestureRecognizer, at time: Timestamp) {
    guard attempt.isRunning, state == .possible, !isAsking else { return }
    let isExpected = expected.contains { $0 === step }
    guard isNew(step) || isExpected && mayShareTouch && time > lastStep ?? time else {
      if isExpected { hasSharedTouch = true }
      return
    }
    if stepsDone == 0 && attemptTouches.isEmpty { start = time }
    guard isExpected else { return fail(shortcoming(.wrongStep, step)) }
    stepsDone += 1
    last = step
    hasSharedTouch = false
    lastStep = time
    if stepsDone == steps.count {
      deadline = nil
      state = .recognized
    } else {
      deadline = end
      engine?.report(progress: shortcoming(.awaitsStep, expected.first), of: self)
    }
  }

  /// Called when one of the steps has failed. If its touches can be no other step, a strict sequence fails, and one of which no step
  /// was recognized is over.
  func note(failed step: GestureRecognizer) {
    guard attempt.isRunning, state == .possible, !isAsking else { return }
    if step.attempt.isTouchless {
      deadline = end  // It may have been later than the interval allows while the step was tried.
      // Motion and commands fail by themselves, for example a knock that is only a touch of the screen (SEQ-6).
      if step.attempt.marks.origin != .press { return }
    }
    guard isStrict || stepsDone == 0, isNew(step),
      !steps.joined().contains(where: { $0 !== step && $0.state == .possible && isNew($0) })
    else { return }
    let isExpected = expected.contains { $0 === step }
    fail(shortcoming(isExpected ? .failedStep : .strayTouch, isExpected ? step : expected.first))
  }

  /// Whether a step has touches of its own: one that landed after the last step was recognized. A step without touches must have begun
  /// after it.
  private func isNew(_ step: GestureRecognizer) -> Bool {
    if step.attempt.isTouchless {
      return attemptTouches.isEmpty && stepsDone == 0 || step.attempt.marks.beginning > lastStep ?? start
    }
    guard let lastStep else { return step.attempt.sharesTouch(with: attempt, besides: nil) }
    return step.attemptTouches.contains { $0.initialTimestamp > lastStep }
  }

  /// Whether the next step may be made in the touches of the last one (SEQ-7).
  private var mayShareTouch: Bool {
    guard let last else { return false }
    // Its fingers may lift in this frame.
    let isPressed = last is LongPressGestureRecognizer && [.began, .changed, .ended].contains(last.state)
    return allowsSameTouch ?? isPressed
  }

  /// Whether the fingers of the last step are still down and may make the next one.
  private var isHeld: Bool { mayShareTouch && last?.touches.isEmpty == false }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if state == .possible, lastStep != nil { deadline = end }
  }

  /// The reason why the sequence does not take a touch that is not the expected step's.
  var reasonToRefuse: Reason { shortcoming(.strayTouch, expected.first) }

  private func shortcoming(_ kind: Reason.Kind, _ step: GestureRecognizer?) -> Reason {
    Reason(kind, Double(stepsDone), limit: Double(steps.count), other: step)
  }

  public override func reset() {
    stepsDone = 0
    last = nil
    lastStep = nil
    hasSharedTouch = false
  }
}
