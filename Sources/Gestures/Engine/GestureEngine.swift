/// One screen's gestures: takes frames and time, gives events.
///
///     for event in engine.handle(frame) { … }
///     if let deadline = engine.nextDeadline { timer.arm(deadline) }     // then engine.advance(to: deadline)
///
/// It reads no clock and no file and belongs to whoever calls it, on one queue. A frame first fires the deadlines that
/// fell due before it, each at its own time (RS-10), so that the same frames give the same events on every machine.
public final class GestureEngine {
  /// In the order in which they happen.
  public enum Event {
    /// A recognizer has changed its state, and reports that state.
    case gesture(GestureEvent)
    /// Only with `reportsTouches`.
    case touch(TouchEvent)
    /// Only with `reportsAttempts`: before the change of state that it explains.
    case attempt(AttemptEvent)
  }

  /// Covers the screen; its frame's origin is (0, 0).
  public let root: View
  /// Whether a recognition excludes the other gestures on its touches, or all those on the screen.
  public var exclusion: Exclusion {
    get { arbiter.exclusion }
    set { arbiter.exclusion = newValue }
  }
  /// Whether `Event.touch` is reported.
  @exclusivity(unchecked) public var reportsTouches = false
  /// Whether `Event.attempt` is reported: how attempts begin, what they wait for, and why they fail.
  @exclusivity(unchecked) public var reportsAttempts = false
  /// The longest that `delaysTouchesBegan` may keep a touch from its view; `nil`: as long as a recognizer takes. UIKit has no
  /// such bound; its scroll views wait for 150 ms.
  public var maximumDelay: Duration? {
    didSet {
      longestDelay = maximumDelay?.microseconds
      deadlinesChanged()
    }
  }
  /// Whether movements are among them: not for who knows of these by other ways, and asks what becomes of a touch.
  @exclusivity(unchecked) public var reportsTouchMovements = true
  /// Told, in a sentence, of what a recognizer may not do and what is therefore ignored: an illegal transition, which traps in
  /// a debug build (ST-1), and a dynamic requirement that would close a cycle (REQ-6). The module itself has nowhere to log.
  public var onMisuse: ((String) -> Void)?
  /// The time of the last frame or deadline.
  @exclusivity(unchecked) public private(set) var now = Timestamp(microseconds: .min)
  /// The touches that are down.
  @exclusivity(unchecked) public internal(set) var touches: [Touch] = []

  // For TouchDelivery.
  /// Microseconds.
  @exclusivity(unchecked) private(set) var longestDelay: Int64?
  @exclusivity(unchecked) var touchesWithheld: [Touch] = []
  @exclusivity(unchecked) var collected: [(touch: Touch, news: TouchDelivery.Withheld)] = []

  let arbiter = Arbiter()
  @exclusivity(unchecked) var tapCounter = TapCounter()
  /// The events of this turn, and those that the last caller may still hold: two arrays, so that neither is copied.
  @exclusivity(unchecked) var events: [Event] = []
  @exclusivity(unchecked) var handedOut: [Event] = []
  @exclusivity(unchecked) var eventsWithoutAction = 0
  /// Of the change of state that comes next; `nil` where nobody asks.
  @exclusivity(unchecked) var reasonAtHand: Reason?
  @exclusivity(unchecked) var earliestDeadline: Timestamp?
  @exclusivity(unchecked) var mustFindDeadline = false
  @exclusivity(unchecked) var mustEndAttempts = false
  /// The recognizers that listen to touches, by rank. Unmanaged, as a frame must not count references for each of them; the
  /// arbiter's attempts keep them alive.
  @exclusivity(unchecked) var listeners: [Unmanaged<GestureRecognizer>] = []
  /// Whether some among them listen no more.
  @exclusivity(unchecked) var mustSweepListeners = false
  /// The places in masks that live touches have taken.
  @exclusivity(unchecked) var takenBits: UInt64 = 0
  /// The touches of the phase at hand; of the moved ones those that somebody besides the recognizers observes.
  @exclusivity(unchecked) var group: [Touch] = []
  /// Of the group, those of the recognizer at hand, where it has not all.
  @exclusivity(unchecked) var part: [Touch] = []
  /// The touches that moved last, in the order of their landing, and their bits: the same ones move again, mostly.
  @exclusivity(unchecked) var movers: [Touch] = []
  @exclusivity(unchecked) var moverBits: UInt64 = 0

  /// - Parameter root: its frame is the screen, in millimetres, with the origin (0, 0). The engine keeps it alive.
  public init(root: View) {
    self.root = root
  }

  /// Touches and recognizers that are at work hold each other.
  deinit {
    for recognizer in arbiter.attempts {
      recognizer.endAttemptWithoutEngine()
    }
  }

  /// Takes what the screen reports at one moment. A frame older than the last one counts as one of that time.
  public func handle(_ frame: TouchFrame) -> [Event] { process(frame) ? handOut() : [] }

  /// The same, for who is called for each frame.
  /// - Returns: whether there are events: they are to be taken by `handOut`.
  package func process(_ frame: TouchFrame) -> Bool {
    fireDeadlines(upTo: frame.time)
    now = max(now, frame.time)
    for touch in touches { touch.phase = .stationary }
    let phases = Touch.Phases(of: frame.contacts)
    // All began, then moved, then ended, then cancelled (RS-8); one that lifts may have moved as well.
    if phases.contains(.began) { beginTouches(frame.contacts) }
    if !phases.isDisjoint(with: [.moved, .ended, .cancelled]) { moveTouches(frame.contacts) }
    if phases.contains(.ended) { liftTouches(frame.contacts, .ended) }
    if phases.contains(.cancelled) { liftTouches(frame.contacts, .cancelled) }
    endTurn()
    fireDeadlines(upTo: now)  // Those of no length, such as a press of 0 s.
    return !events.isEmpty
  }

  /// When `advance` is to be called, should no frame come before.
  public var nextDeadline: Timestamp? {
    if mustFindDeadline { findDeadline() }
    return earliestDeadline
  }

  private func findDeadline() {
    mustFindDeadline = false
    var earliest = nextOverdue
    arbiter.attempts.forEachUncounted { recognizer in
      guard let deadline = recognizer.deadline else { return }
      earliest = min(deadline, earliest ?? deadline)
    }
    earliestDeadline = earliest
  }

  /// Lets time pass without a frame.
  public func advance(to time: Timestamp) -> [Event] {
    fireDeadlines(upTo: time)
    now = max(now, time)
    return handOut()
  }

  /// Takes all touches away, as when the panel is unplugged.
  public func cancelTouches(at time: Timestamp) -> [Event] {
    let contacts = touches.map {
      TouchFrame.Contact(id: $0.id, phase: .cancelled, location: $0.location, type: $0.type)
    }
    return handle(TouchFrame(time: time, contacts: contacts))
  }

  /// A change from outside, such as switching a recognizer off: settled as a frame is, and its events returned.
  public func perform(at time: Timestamp, _ change: () -> Void) -> [Event] {
    fireDeadlines(upTo: time)
    now = max(now, time)
    change()
    settle()
    endTurn()
    fireDeadlines(upTo: now)
    return handOut()
  }

  package func handOut() -> [Event] {
    if events.isEmpty { return [] }
    handedOut.removeAll(keepingCapacity: true)
    swap(&events, &handedOut)
    eventsWithoutAction = 0
    return handedOut
  }
}

// MARK: - Turns

extension GestureEngine {
  @inline(__always)
  func fireDeadlines(upTo time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time { fire(deadline) }
  }

  private func fire(_ deadline: Timestamp) {
    now = max(now, deadline)
    var first: GestureRecognizer?
    for recognizer in arbiter.attempts where recognizer.deadline == deadline {
      if recognizer.attempt.rank < first?.attempt.rank ?? .max { first = recognizer }
    }
    guard let first else { return releaseOverdue(at: deadline) }
    first.clearDeadline()
    // One that waits for its wish is touched by nothing, nor is one that has come to its end (REQ-5).
    if first.attempt.wish != .ended && !first.attempt.state.isTerminal { first.deadlinePassed(at: now) }
    mustEndAttempts = true
    settle()
    endTurn()
  }

  @inline(__always)
  func settle() {
    if arbiter.isAnybodyAsking { arbiter.settle(at: now) }
    if !touchesWithheld.isEmpty { releaseWithheld() }
  }

  /// Calls the actions, then resets, until neither changes anything (ST-4, ST-6).
  @inline(__always)
  func endTurn() {
    if mustEndAttempts || eventsWithoutAction < events.count || arbiter.isAnybodyAsking { callActionsAndReset() }
  }

  private func callActionsAndReset() {
    repeat {
      while eventsWithoutAction < events.count {
        let event = events[eventsWithoutAction]
        eventsWithoutAction += 1
        if case .gesture(let gesture) = event {
          for action in gesture.recognizer.actions { action(gesture) }
        }
      }
      endAttempts()
      settle()
    } while eventsWithoutAction < events.count || mustEndAttempts
  }

  func ask(_ recognizer: GestureRecognizer) { arbiter.ask(recognizer) }

  func deadlinesChanged() { mustFindDeadline = true }

  func append(_ event: Event) { events.append(event) }

  func didEnter(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    if state.isTerminal { mustEndAttempts = true }
    if state == .began || state == .ended { claimTouches(of: recognizer) }
    if state == .failed || state == .cancelled { explain(state, recognizer) }
    report(state, recognizer)
    // Last: a view that is told may switch the recognizer off, which is the next event.
    sendCollected()
  }

  func report(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    guard recognizer.reports(state) else { return }
    append(
      .gesture(
        GestureEvent(
          recognizer: recognizer, state: state, time: now, numberOfTouches: recognizer.numberOfTouches,
          location: recognizer.location(in: nil), locationInView: recognizer.location(in: recognizer.view),
          values: recognizer.values)))
  }
}
