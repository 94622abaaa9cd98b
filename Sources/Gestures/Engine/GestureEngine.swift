// Gestures: touches, views, recognizers, arbitration; a public library. It imports nothing, and knows no clock, file, queue or device.
// Gestures/Engine: the turn of a frame: offers of touches, arbitration, delivery to views, deadlines, events and the reasons for them.

/// Recognizes the gestures on one screen: takes frames and time, and returns events.
///
///     for event in engine.handle(frame) { … }
///     if let deadline = engine.nextDeadline { timer.arm(deadline) }     // then engine.advance(to: deadline)
///
/// The engine reads no clock and no files. Its caller must use it on one queue. A frame first fires the deadlines that are due
/// before it, each at its own time (RS-10), so the same frames give the same events on every machine.
///
/// The engine calls its client: actions, delegates, views and recognizers of the client's own. These may change views and
/// recognizers as they like. What they pass to the engine waits until the present call is over, and its events are among those that
/// the present call returns (RS-14).
public final class GestureEngine {
  /// Something that happened. Events are returned in order.
  public enum Event {
    /// A recognizer has changed its state, and reports that state.
    case gesture(GestureEvent)
    /// A view has received a touch. Only with `reportsTouches`.
    case touch(TouchEvent)
    /// An attempt has progressed or ended. Only with `reportsAttempts`; comes before the change of state that it explains.
    case attempt(AttemptEvent)
  }

  /// The view that covers the screen. Its frame's origin is (0, 0).
  public let root: View
  /// Called with a sentence about a programming error, which is otherwise ignored: a state that cannot follow the recognizer's present
  /// one (ST-1), a dynamic requirement that would close a cycle (REQ-6), a call of the engine while it calls its client (RS-14), or
  /// a view that was added to itself. The module itself has nowhere to log.
  public var onMisuse: ((String) -> Void)?

  /// Called once, when fingers land next, before the recognizers get them.
  package var onLanding: (() -> Void)?
  /// Called when the last finger on the screen lifts, with its touch and the most fingers that were down since the first one landed.
  package var onLastLift: ((Touch, Int) -> Void)?

  let turn: Turn
  let delivery: TouchDelivery
  let focus: Focus
  var motion = MotionTracker()
  let arbiter: Arbiter
  var live = LiveTouches()
  var deadline = NextDeadline()
  /// The `uncertainty` of the last frame, in millimetres.
  var uncertainty = 0.0
  /// Whether a recognizer may have reached a terminal state or lost its last touch.
  var mustEndAttempts = false
  /// The pans that have gone on after their lift since a touch last landed, some of which may have ended (PAN-13).
  var coasts: [PanGestureRecognizer] = []

  /// Whether recognizers are being called, whose requests are answered afterwards.
  var isCallingRecognizers = false
  /// Whether a call is in progress.
  private(set) var isBusy = false
  /// The calls that came meanwhile.
  private var nestedCalls = NestedCalls()
  /// Whether `onMisuse` is being called.
  var isReporting = false

  /// The frames that decide nothing.
  var quiet = QuietFrames()

  /// Creates an engine for a screen.
  ///
  /// - Parameter root: the view that covers the screen. Its frame is in millimetres, with the origin (0, 0). The engine keeps
  ///   it alive.
  public init(root: View) {
    self.root = root
    turn = Turn()
    arbiter = Arbiter(in: turn)
    delivery = TouchDelivery(in: turn, arbiter)
    focus = Focus(root: root, arbiter)
    focus.engineReference = BackReference(self)
    root.rootFocus = focus
  }

  /// Touches and the recognizers that have them reference each other, so the attempts must be ended.
  deinit {
    if root.rootFocus === focus { root.rootFocus = nil }
    focus.engineReference = BackReference()
    // First, as a client that is called for one of them must not get hold of the engine by another one.
    live.leaveEngine()
    for recognizer in arbiter.attempts { recognizer.attempt.leaveEngine() }
    for recognizer in arbiter.attempts { recognizer.endAttemptWithoutEngine() }
  }

  // MARK: Settings

  /// Whether a recognition excludes the other gestures on its touches, or all others on the screen.
  public var exclusion: Exclusion {
    get { arbiter.exclusion }
    set { arbiter.exclusion = newValue }
  }
  /// Rules beyond UIKit's that decide which of several gestures the fingers mean; none by default. Set this only while no
  /// finger is down.
  public var intention: Intention {
    get { arbiter.intention }
    set { arbiter.intention = newValue }
  }
  /// Whether `Event.touch` is reported.
  public var reportsTouches: Bool {
    get { delivery.reportsTouches }
    set { delivery.reportsTouches = newValue }
  }
  /// Whether `Event.touch` includes movements. Turn this off if you get movements elsewhere and only need to know whether
  /// touches reach their views.
  public var reportsTouchMovements: Bool {
    get { delivery.reportsMovements }
    set { delivery.reportsMovements = newValue }
  }
  /// Whether `Event.attempt` is reported: how attempts begin, which recognizers they wait for, and why they fail.
  public var reportsAttempts: Bool {
    get { turn.reportsAttempts }
    set {
      turn.reportsAttempts = newValue
      deadline.forget()
    }
  }
  /// The longest time for which `delaysTouchesBegan` may hold a touch back from its view; `nil`: until the recognizer is
  /// decided. UIKit has no such limit; its scroll views wait for 150 ms. A recognizer's `delayLimit` overrides this.
  public var maximumDelay: Duration? {
    get { delivery.maximumDelay }
    set {
      delivery.maximumDelay = newValue
      deadline.forget()
    }
  }

  // MARK: Frames and time

  /// The time of the last frame or deadline.
  public var now: Timestamp { turn.now }
  /// The touches that are down.
  public var touches: [Touch] { live.down }
  /// The touches that were lifted or cancelled in the present phase.
  var lifted: [Touch] { live.group.filter { !$0.isDown && $0.timestamp == now } }

  /// Processes what the screen reports at one time. If the frame is older than the last one, the time of the last one is used.
  ///
  /// - Returns: the events of the frame and of the deadlines before it, in order.
  public func handle(_ frame: TouchFrame) -> [Event] { process(frame) ? handOut() : [] }

  /// Like `handle(_:)`, for callers on the per-frame path.
  ///
  /// - Returns: whether there are events, which must be fetched with `handOut`.
  @usableFromInline package func process(_ frame: TouchFrame) -> Bool {
    if isBusy { return postpone(.frame(frame)) }
    isBusy = true
    take(frame)
    finish()
    return turn.hasEvents
  }

  @inline(__always)
  private func take(_ frame: TouchFrame) {
    fireDeadlines(upTo: frame.time)
    turn.advance(to: frame.time)
    live.beginFrame()
    arbiter.forgetCensus()
    uncertainty = frame.uncertainty > 0 ? frame.uncertainty : 0  // Also if it is not a number.
    let phases = TouchFrame.Phases(of: frame.contacts)
    if phases == .moved { moveTouches(frame.contacts) } else { changeTouches(frame.contacts, phases) }
    endTurn()
    fireDeadlines(upTo: now)  // Deadlines without a delay, such as a press of 0 s.
  }

  package func handOut() -> [Event] { turn.handOut() }
  /// Takes out the only event and calls `body` with it, if it is a gesture's, as most are. An optional event would be looked through
  /// where it is destroyed.
  ///
  /// - Returns: `false` if there are others, which `handOut` returns.
  package func withOnlyGesture(_ body: (GestureEvent) -> Void) -> Bool { turn.withOnlyGesture(body) }

  /// The time at which `advance` must be called if no frame comes before; `nil`: never.
  public var nextDeadline: Timestamp? { deadlines.any }

  /// The same, without the deadlines at which a recognizer only fails and its failure is not observed. These fire when the engine is
  /// called for something else, each at its own time.
  package var nextPunctualDeadline: Timestamp? {
    // Gestures and touches may wait for any failure.
    arbiter.isAnybodyAsking || delivery.isHoldingBack ? deadlines.any : deadlines.punctual
  }

  /// Whether no finger is down and no gesture waits for a deadline that comes after `time`. Between the two taps of a double tap, an
  /// engine is not at rest.
  package func isAtRest(at time: Timestamp) -> Bool {
    live.down.isEmpty && nextPunctualDeadline == nil && arbiter.areOver(by: time)
  }

  @inline(__always)
  private var deadlines: NextDeadline.Times {
    if !deadline.isKnown { findDeadlines() }
    return deadline.times
  }

  @inline(__always)
  private func findDeadlines() {
    deadline.found(arbiter.earliestDeadlines(before: delivery.nextOverdue))
  }

  /// Advances the time without a frame, and fires the deadlines that are due.
  public func advance(to time: Timestamp) -> [Event] { enter(.time(time)) }

  /// Cancels all touches, and the pans that go on after their lift, for example when the panel is unplugged.
  public func cancelTouches(at time: Timestamp) -> [Event] { enter(.touchCancellation(time)) }

  /// Applies a change from outside, such as disabling a recognizer, settles it like a frame, and returns its events.
  ///
  /// Actions, delegates, views and recognizers need no `perform` for their changes. If one calls it, the change is applied at once,
  /// settled with the present call, and reported to `onMisuse` (RS-14).
  public func perform(at time: Timestamp, _ change: () -> Void) -> [Event] {
    if isBusy {
      report(misuse: "perform(at:_:) was called while the engine calls its client; the change needs no call of its own")
      change()
      return []
    }
    isBusy = true
    apply(at: time, change)
    finish()
    return handOut()
  }

  /// Returns whether a touch's view may receive further phases: it has received the beginning and not the end, or will receive
  /// both unless a recognizer takes the touch.
  public func isDelivering(touch id: UInt64) -> Bool {
    (live.touch(id) ?? delivery.withheldTouch(id)).map { $0.delivery.stage != .over } ?? false
  }
}

// MARK: - Calls

extension GestureEngine {
  /// Carries out a call that is not for each frame, and returns its events; if another call is in progress, the call waits for it.
  func enter(_ call: EngineCall) -> [Event] {
    if isBusy {
      _ = postpone(call)
      return []
    }
    isBusy = true
    carryOut(call)
    finish()
    return handOut()
  }

  /// Carries out a call that has events only if another one came meanwhile; the next call returns them.
  @inline(__always)
  func carryOutQuietly(_ call: () -> Void) {
    isBusy = true
    call()
    finish()
  }

  /// Called when a client calls the engine while the engine calls its client (RS-14).
  ///
  /// - Returns: `false`: there are no events for this call.
  @inline(never)
  private func postpone(_ call: EngineCall) -> Bool {
    if nestedCalls.add(call) {
      report(misuse: "\(call.name) was called while the engine calls its client; it follows the present call")
    } else {
      report(misuse: "\(call.name) was called while the engine calls its client, too often; it was ignored")
    }
    return false
  }

  /// Ends a call.
  @inline(__always)
  private func finish() {
    if !nestedCalls.isEmpty { carryOutNestedCalls() }
    isBusy = false
  }

  @inline(never)
  private func carryOutNestedCalls() {
    while let call = nestedCalls.next() { carryOut(call) }
  }

  @inline(never)
  private func carryOut(_ call: EngineCall) {
    switch call {
    case .frame(let frame): take(frame)
    case .time(let time):
      fireDeadlines(upTo: time)
      turn.advance(to: time)
    case .touchCancellation(let time):
      let contacts = touches.map {
        TouchFrame.Contact(id: $0.id, phase: .cancelled, location: $0.location, type: $0.type)
      }
      take(TouchFrame(time: time, contacts: contacts))
      if !coasts.isEmpty { endCoasts { $0.cancelCoasting() } }
    case .presses(let presses): take(presses)
    case .command(let command): take(command)
    case .sample(let sample): take(sample)
    case .pressCancellation(let time): apply(at: time) { focus.cancelPresses(at: time, in: self) }
    case .motionCancellation(let time):
      apply(at: time) {
        motion = MotionTracker()
        cancelMotion()
        focus.cancelMotion()
      }
    }
  }

  /// Applies a change and settles it.
  func apply(at time: Timestamp, _ change: () -> Void) {
    fireDeadlines(upTo: time)
    turn.advance(to: time)
    change()
    arbiter.forgetCensus()
    decideAndRelease()
    endTurn()
    fireDeadlines(upTo: now)
  }
}
