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
  /// Called with a sentence about a recognizer's programming error, which is otherwise ignored: an illegal transition, which
  /// traps in a debug build (ST-1), a dynamic requirement that would close a cycle (REQ-6), a call of the engine while it calls its
  /// client (RS-14), or a view that was added to itself. The module itself has nowhere to log.
  public var onMisuse: ((String) -> Void)?

  /// Called when fingers land, before the recognizers get them.
  package var onLanding: (() -> Void)?

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
  private(set) var mustEndAttempts = false
  /// The pans that have gone on after their lift since a touch last landed, some of which may have ended (PAN-13).
  private var coasts: [PanGestureRecognizer] = []

  /// Whether a call is in progress.
  private var isBusy = false
  /// The calls that came meanwhile.
  private var nestedCalls = NestedCalls()
  /// Whether `onMisuse` is being called.
  private var isReporting = false

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
    for recognizer in arbiter.attempts { recognizer.leaveEngine() }
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

// MARK: - The phases of a frame

extension GestureEngine {
  private func beginTouches(_ contacts: [TouchFrame.Contact]) {
    live.beginPhase()
    for place in contacts.indices where contacts[place].phase == .began {
      let contact = contacts[place]
      if !contact.location.isOnEarth || live.touch(contact.id) != nil || !makeRoom() { continue }
      land(contact, in: root.hitTest(contact.location))
    }
    let landed = live.group
    guard !landed.isEmpty else { return }
    if !coasts.isEmpty { endCoasts { $0.stopCoasting(Reason(.stoppedByTouch)) } }
    onLanding?()
    if arbiter.hasAttempts { landed.walk { failThoseThatCannotContinue(with: $0) } }
    landed.walk { offer($0) }
    handOver(landed) { $0.touchesBegan($1, at: now) }
    decideAndRelease()
    deliver(.began, of: landed)
  }

  /// Makes room for a touch that lands. Attempts forget the touch that lifted first if they have too many.
  ///
  /// - Returns: whether there is room.
  private func makeRoom() -> Bool {
    if !live.isFull { return true }
    guard let bit = live.firstLifted?.bit else { return false }
    arbiter.attempts.walk { $0.forget(bit) }
    live.forgetLifted(except: ~bit)
    return true
  }

  @inline(__always)
  private func land(_ contact: TouchFrame.Contact, in view: View?) {
    let touch = live.land(contact, in: view, of: self, at: now)
    delivery.follow(touch, in: view)
    if live.down.count > 1 && touch.delivery.isObserved { delivery.shutOut(touch, by: touches) }
  }

  /// Processes a frame with other phases than `moved`: all began first, then moved and stationary, then ended, then cancelled
  /// (RS-8). A touch that lifts may have moved as well.
  @inline(never)
  private func changeTouches(_ contacts: [TouchFrame.Contact], _ phases: TouchFrame.Phases) {
    quiet.turningPoints &+= 1
    if phases.contains(.began) { beginTouches(contacts) }
    if !phases.isDisjoint(with: [.moved, .ended, .cancelled]) { moveTouches(contacts) }
    if phases.contains(.stationary) { pressTouches(contacts) }
    if phases.contains(.ended) { liftTouches(contacts, .ended) }
    if phases.contains(.cancelled) { liftTouches(contacts, .cancelled) }
  }

  @inline(__always)
  private func moveTouches(_ contacts: [TouchFrame.Contact]) {
    let moved = live.move(contacts, at: now, reportsMovements: delivery.reportsMovements)
    guard moved != 0 else { return }
    handOverMoves(of: moved)
    decideAndRelease()
    if !live.group.isEmpty { deliver(.moved, of: live.group) }
  }

  private func pressTouches(_ contacts: [TouchFrame.Contact]) {
    let pressed = live.press(contacts, at: now, reportsMovements: delivery.reportsMovements)
    guard pressed != 0 else { return }
    let time = now
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.mask & pressed
      if concerned != 0 { recognizer.touchesPressed(live.movers(concerned), at: time) }
    }
    decideAndRelease()
    if !live.group.isEmpty { deliver(.moved, of: live.group) }
  }

  private func liftTouches(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase) {
    live.lift(contacts, phase, at: now)
    let lifted = live.group
    guard !lifted.isEmpty else { return }
    let bits = lifted.bits
    arbiter.attempts.walk { recognizer in
      let mask = recognizer.attempt.marks.mask
      if mask & bits != 0 { recognizer.lift(bits, from: live.centroid(of: mask)) }
    }
    live.removeLifted()
    mustEndAttempts = true
    handOver(lifted) { recognizer, touches in
      if phase == .ended {
        recognizer.touchesEnded(touches, at: now)
      } else {
        recognizer.touchesCancelled(touches, at: now)
      }
    }
    decideAndRelease()
    deliver(phase, of: lifted)
  }

  /// Fails the attempts that a touch cannot continue, before the touch is offered. Recognizers that waited for them proceed
  /// (TAP-8).
  private func failThoseThatCannotContinue(with touch: Touch) {
    var failed = false
    var view = touch.view
    while let here = view {
      for recognizer in here.gestureRecognizers {
        guard
          recognizer.attempt.isRunning(in: self) && recognizer.state == .possible && !recognizer.attempt.isAsking
            && recognizer.attempt.marks.mask == 0 && !recognizer.canContinue(with: touch, at: now)
            && recognizer.state == .possible && !recognizer.attempt.isAsking  // Still, after it was asked.
        else { continue }
        give(recognizer.reasonNotToContinue(with: touch, at: now))
        recognizer.enter(.failed)
        failed = true
      }
      view = here.superview
    }
    if failed {
      decideAndRelease()
      endTurn()
    }
  }

  /// Ends the pans that go on after their lift, so that a touch that lands can begin the next one (PAN-14).
  @inline(never)
  private func endCoasts(_ end: (PanGestureRecognizer) -> Void) {
    let pans = coasts
    coasts.removeAll()
    for pan in pans { end(pan) }
    decideAndRelease()
    endTurn()
  }

  /// Calls each recognizer that has some of these touches, in order, with all of its own.
  private func handOver(_ all: [Touch], _ body: (GestureRecognizer, [Touch]) -> Void) {
    let bits = all.bits
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.all & bits
      if concerned == 0 { return }
      // Most recognizers have all touches that landed or lifted. They share one array instead of getting one each.
      if concerned == bits { return body(recognizer, all) }
      body(recognizer, all.filter { $0.bit & concerned != 0 })
    }
  }

  /// Calls each recognizer that has some of the touches that moved, in order, with all of its own, if it is concerned.
  @inline(__always)
  func handOverMoves(of moved: UInt64, where isConcerned: (GestureRecognizer) -> Bool = { _ in true }) {
    let time = now
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.mask & moved
      if concerned == 0 || !isConcerned(recognizer) { return }
      recognizer.touchesMoved(live.movers(concerned), at: time)
    }
  }

  /// Calls each listening recognizer, in order. Skips those that stop listening while others are called.
  @inline(__always)
  func forEachListener(_ body: (GestureRecognizer) -> Void) {
    arbiter.inOrder.walk { if $0.attempt.marks.isListening { body($0) } }
  }

  private func deliver(_ phase: Touch.Phase, of touches: [Touch]) {
    guard touches.contains(where: { $0.delivery.isObserved }) else { return }
    if delivery.deliver(phase, of: touches) { deadline.forget() }
    if delivery.mustCallViews { delivery.callViews() }
  }
}

// MARK: - Turns

extension GestureEngine {
  @inline(__always)
  func fireDeadlines(upTo time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time { fire(deadline) }
  }

  private func fire(_ time: Timestamp) {
    turn.advance(to: time)
    arbiter.forgetCensus()
    guard let first = arbiter.first(dueAt: time) else {
      deadline.forget()
      return delivery.release()
    }
    first.deadline = nil
    // A recognizer whose request for `ended` waits is not affected by a deadline, and neither is one that has ended (REQ-5).
    if first.attempt.marks.wish != .ended && !first.state.isTerminal { first.deadlinePassed(at: now) }
    mustEndAttempts = true
    decideAndRelease()
    endTurn()
  }

  /// Called after recognizers were called: answers those that ask, and delivers to views what is no longer held back.
  @inline(__always)
  private func decideAndRelease() {
    if arbiter.isAnybodyAsking { arbiter.settle(at: now) }
    if delivery.isHoldingBack { delivery.release() }
  }

  /// Calls the actions and then resets, until neither changes anything (ST-4, ST-6).
  @inline(__always)
  func endTurn() {
    if mustEndAttempts || turn.awaitsActions || arbiter.isAnybodyAsking { callActionsAndReset() }
  }

  private func callActionsAndReset() {
    repeat {
      while turn.awaitsActions {
        if case .gesture(let event) = turn.nextForActions(), !event.recognizer.actions.isEmpty {
          event.recognizer.callActions(event)
        }
      }
      endAttempts()
      decideAndRelease()
    } while turn.awaitsActions || mustEndAttempts
  }

  /// Resets the recognizers that have ended and have no touches and presses left (RS-2), and ends the attempts that nothing can
  /// decide any more.
  private func endAttempts() {
    guard mustEndAttempts else { return }
    mustEndAttempts = false
    var haveEnded = false
    arbiter.attempts.walk { recognizer in
      if recognizer.attempt.isDown { return }
      if !recognizer.attempt.isAsking && recognizer.deadline == nil {
        switch recognizer.state {
        case .possible:
          give(Reason(.nothingLeft))
          recognizer.enter(.failed)
        case .began, .changed:
          give(Reason(.nothingLeft))
          recognizer.enter(.cancelled)
        case .ended, .cancelled, .failed: break
        }
      }
      if recognizer.state.isTerminal {
        recognizer.endAttempt()
        haveEnded = true
        turn.report(.possible, of: recognizer)
        deadline.forget()
      }
    }
    if live.hasLifted { live.forgetLifted(except: arbiter.touchesOfAttempts) }
    if haveEnded { arbiter.forgetEndedAttempts() }
  }
}

// MARK: - Called by recognizers

extension GestureEngine {
  /// Called when a recognizer requests to leave `possible`.
  func ask(_ recognizer: GestureRecognizer) { arbiter.ask(recognizer) }

  /// Called when a pan goes on after the lift of its fingers.
  func noteCoast(of pan: PanGestureRecognizer) { coasts.append(pan) }

  /// Called when a recognizer has set or cleared its deadline.
  func deadlinesChanged() { deadline.forget() }

  /// Called with the reason for the next change of state.
  func give(_ reason: @autoclosure () -> Reason) { turn.give(reason()) }

  /// Called when the change of state for which a reason was given does not happen.
  func forgetReason() { turn.forgetReason() }

  /// Called when a pan that could have gone on after the lift does not, or goes on no more.
  func report(stop reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    turn.report(stop: reason(), of: recognizer)
  }

  /// Called when an attempt has come closer to its recognition, and waits for something else.
  func report(progress reason: @autoclosure () -> Reason, of recognizer: GestureRecognizer) {
    turn.report(progress: reason(), of: recognizer)
  }

  /// Called when a recognizer has changed its state.
  @inline(__always)
  func didEnter(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    if state != .changed { quiet.turningPoints &+= 1 }
    arbiter.forgetCensus()
    if state.isTerminal { mustEndAttempts = true }
    if delivery.isHoldingBack { deadline.forget() }  // A touch that waited for this recognizer may wait for another.
    if state == .began || state == .ended { delivery.claimTouches(of: recognizer) }
    if state == .failed || state == .cancelled { turn.reportEnd(state, of: recognizer) }
    turn.report(state, of: recognizer)
    // Last, because a view that is called may disable the recognizer, and that is a later event.
    if delivery.mustCallViews { delivery.callViews() }
  }

  /// Called when a recognizer drops a touch permanently (RS-7).
  func remove(_ touch: Touch, from recognizer: GestureRecognizer) {
    recognizer.lose(touch)
    mustEndAttempts = true
    deadline.forget()
  }

  /// Called when a recognizer was disabled or removed from its view (ST-7), or when its view left the screen (FR-6).
  func withdraw(_ recognizer: GestureRecognizer, _ kind: Reason.Kind = .switchedOff) {
    recognizer.showPresentState()
    give(Reason(kind))
    switch recognizer.state {
    case .began, .changed: recognizer.enter(.cancelled)
    case .possible: recognizer.enter(.failed)
    case .ended, .cancelled, .failed: turn.forgetReason()
    }
    while let touch = recognizer.touches.first { remove(touch, from: recognizer) }
    recognizer.losePresses()
    mustEndAttempts = true
  }

  /// Called when a recognizer has made a programming error, which is ignored.
  func report(misuse sentence: String) {
    if isReporting { return }  // It calls the engine itself.
    isReporting = true
    onMisuse?(sentence)
    isReporting = false
  }

  /// Called when a view leaves the screen: cancels the touches that landed on it or on a view below it for their views (RS-6). Their
  /// other gestures keep them.
  func cancelDelivery(to view: View) {
    delivery.cancel(touches) { $0.isDescendant(of: view) }
  }
}

// MARK: - For offering touches and other events

extension GestureEngine {
  /// Begins an attempt.
  ///
  /// - Parameter origin: the event that begins it; `nil`: a touch, which follows.
  @inline(__always)
  func beginAttempt(of recognizer: GestureRecognizer, rank: UInt64, origin: Attempt.Origin? = nil) {
    recognizer.rank(rank)
    recognizer.beginAttempt(in: self)
    if let origin { recognizer.note(origin, at: now) }
    arbiter.begin(recognizer)
    turn.reportBeginning(of: recognizer)
  }

  /// Called when recognizers have received an event without touches: answers those that ask. The attempts that are over end with
  /// the turn.
  func settleEvent() {
    mustEndAttempts = true
    decideAndRelease()
  }

  /// Returns the recognizers that receive a touch, in the order in which they get it.
  func recognizers(of touch: Touch) -> [GestureRecognizer] { arbiter.inOrder.filter { $0.attempt.has(touch) } }

  /// The recognizers that have an attempt, in the order of their start.
  var attempts: [GestureRecognizer] { arbiter.attempts }

  /// Calls `body` with each undecided recognizer that the recognition of `recognizer` would exclude.
  func forEachRival(of recognizer: GestureRecognizer, _ body: (GestureRecognizer) -> Void) {
    arbiter.forEachRival(of: recognizer, body)
  }

  /// What the undecided recognizers are, in short.
  var census: Arbiter.Census { arbiter.census }

  /// Returns the running gesture that keeps a touch from another one.
  func keeper(of touch: Touch, from recognizer: GestureRecognizer) -> GestureRecognizer? {
    arbiter.keeper(of: touch, from: recognizer)
  }
}
