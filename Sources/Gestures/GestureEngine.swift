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
  /// Told, in a sentence, of what a recognizer may not do and what is therefore ignored: an illegal transition, which traps in
  /// a debug build (ST-1), and a dynamic requirement that would close a cycle (REQ-6). The module itself has nowhere to log.
  public var onMisuse: ((String) -> Void)?
  /// The time of the last frame or deadline.
  @exclusivity(unchecked) public private(set) var now = Timestamp(microseconds: .min)
  /// The touches that are down.
  @exclusivity(unchecked) public private(set) var touches: [Touch] = []

  // For TouchDelivery.
  @exclusivity(unchecked) var touchesWithheld: [Touch] = []
  @exclusivity(unchecked) var collected: [(touch: Touch, news: TouchDelivery.Withheld)] = []

  private let arbiter = Arbiter()
  @exclusivity(unchecked) private var tapCounter = TapCounter()
  /// The events of this turn, and those that the last caller may still hold: two arrays, so that neither is copied.
  @exclusivity(unchecked) private var events: [Event] = []
  @exclusivity(unchecked) private var handedOut: [Event] = []
  @exclusivity(unchecked) private var eventsWithoutAction = 0
  @exclusivity(unchecked) private var earliestDeadline: Timestamp?
  @exclusivity(unchecked) private var mustFindDeadline = false
  @exclusivity(unchecked) private var mustEndAttempts = false
  /// The recognizers that listen to touches, by rank. Unmanaged, as a frame must not count references for each of them; the
  /// arbiter's attempts keep them alive.
  @exclusivity(unchecked) private var listeners: [Unmanaged<GestureRecognizer>] = []
  /// The places in masks that live touches have taken.
  @exclusivity(unchecked) private var takenBits: UInt64 = 0
  /// The touches of the phase at hand; of the moved ones those that somebody besides the recognizers observes.
  @exclusivity(unchecked) private var group: [Touch] = []

  /// - Parameter root: its frame is the screen, in millimetres, with the origin (0, 0). The engine keeps it alive.
  public init(root: View) {
    self.root = root
  }

  /// Touches and recognizers that are at work hold each other.
  deinit {
    for recognizer in arbiter.attempts {
      recognizer.engine = nil
      recognizer.endAttempt()
    }
  }

  /// Takes what the screen reports at one moment. A frame older than the last one counts as one of that time.
  public func handle(_ frame: TouchFrame) -> [Event] {
    fireDeadlines(upTo: frame.time)
    now = max(now, frame.time)
    for touch in touches { touch.phase = .stationary }
    // All began, then moved, then ended, then cancelled (RS-8).
    beginTouches(frame.contacts)
    moveTouches(frame.contacts)
    liftTouches(frame.contacts, .ended)
    liftTouches(frame.contacts, .cancelled)
    endTurn()
    fireDeadlines(upTo: now)  // Those of no length, such as a press of 0 s.
    return handOut()
  }

  /// When `advance` is to be called, should no frame come before.
  public var nextDeadline: Timestamp? {
    if mustFindDeadline {
      mustFindDeadline = false
      earliestDeadline = arbiter.attempts.lazy.compactMap(\.deadline).min()
    }
    return earliestDeadline
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

  private func handOut() -> [Event] {
    if events.isEmpty { return [] }
    handedOut.removeAll(keepingCapacity: true)
    swap(&events, &handedOut)
    eventsWithoutAction = 0
    return handedOut
  }
}

// MARK: - The phases of a frame

extension GestureEngine {
  private func beginTouches(_ contacts: [TouchFrame.Contact]) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    for contact in contacts where contact.phase == .began && touch(contact.id) == nil {
      let view = root.hitTest(contact.location)
      let touch = Touch(
        contact, at: now, view: view, tapCount: tapCounter.count(for: contact.location, at: now))
      touch.delivery.isObserved = reportsTouches || view?.hasOwnTouchHandling == true
      touch.bit = takeBit()
      touches.append(touch)
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    for touch in group { failThoseThatCannotContinue(with: touch) }
    for touch in group { offer(touch) }
    handOver(batches: { $0.touchesBegan($1, at: now) })
    settle()
    deliver(.began, of: group)
  }

  private func moveTouches(_ contacts: [TouchFrame.Contact]) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    var place = 0
    var moved: UInt64 = 0
    for contact in contacts where contact.phase != .began && contact.phase != .stationary {
      guard let touch = touch(contact.id, near: &place) else { continue }
      if contact.phase != .moved && contact.location == touch.location { continue }
      touch.move(to: contact, at: now)
      moved |= touch.bit
      if touch.delivery.isObserved { group.append(touch) }
    }
    guard moved != 0 else { return }
    handOverMoves(of: moved)
    settle()
    if !group.isEmpty { deliver(.moved, of: group) }
  }

  private func liftTouches(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    var place = 0
    for contact in contacts where contact.phase == phase {
      guard let touch = touch(contact.id, near: &place), touch.isDown else { continue }
      touch.phase = phase
      touch.timestamp = now
      if phase == .ended { tapCounter.lift(touch, at: now) }
      takenBits &= ~touch.bit
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    touches.removeAll { $0.phase == phase }
    for touch in group {
      for recognizer in touch.gestureRecognizers where recognizer.isListening { recognizer.batch.append(touch) }
    }
    for touch in group {
      for recognizer in touch.gestureRecognizers where recognizer.touches.contains(where: { $0 === touch }) {
        recognizer.dropLiftedTouches()
      }
    }
    mustEndAttempts = true
    handOver { recognizer, touches in
      if phase == .ended {
        recognizer.touchesEnded(touches, at: now)
      } else {
        recognizer.touchesCancelled(touches, at: now)
      }
    }
    settle()
    deliver(phase, of: group)
  }

  private func touch(_ id: UInt64) -> Touch? {
    for touch in touches where touch.id == id { return touch }
    return nil
  }

  /// The same, beginning where the last one was found: contacts come in the order of their touches, mostly.
  private func touch(_ id: UInt64, near place: inout Int) -> Touch? {
    for _ in touches.indices {
      if place >= touches.count { place = 0 }
      defer { place += 1 }
      if touches[place].id == id { return touches[place] }
    }
    return nil
  }

  /// Calls each recognizer that has a batch, in order, with all of it.
  private func handOver(batches body: (GestureRecognizer, [Touch]) -> Void) {
    for listener in listeners {
      let recognizer = listener.takeUnretainedValue()
      if recognizer.batch.isEmpty { continue }
      // One of those before it may have ended it.
      if recognizer.isListening { body(recognizer, recognizer.batch) }
      recognizer.batch.removeAll(keepingCapacity: true)
    }
  }

  /// Calls each recognizer that has one of the touches that moved, in order, with all those that it has.
  private func handOverMoves(of moved: UInt64) {
    for listener in listeners {
      listener._withUnsafeGuaranteedRef { recognizer in
        let concerned = recognizer.isListening ? recognizer.touchMask & moved : 0
        if concerned == 0 { return }
        if concerned == recognizer.touchMask && concerned & Self.sharedBit == 0 {
          recognizer.touchesMoved(recognizer.touches, at: now)
        } else {
          for touch in recognizer.touches where touch.phase == .moved { recognizer.batch.append(touch) }
          recognizer.touchesMoved(recognizer.batch, at: now)
          recognizer.batch.removeAll(keepingCapacity: true)
        }
      }
    }
  }

  private func addListener(_ recognizer: GestureRecognizer) {
    recognizer.isListening = true
    let place = listeners.firstIndex { $0._withUnsafeGuaranteedRef { $0.rank } > recognizer.rank }
    listeners.insert(Unmanaged.passUnretained(recognizer), at: place ?? listeners.count)
  }

  func dropListener(_ recognizer: GestureRecognizer) {
    recognizer.isListening = false
    let pointer = Unmanaged.passUnretained(recognizer).toOpaque()
    if let place = listeners.firstIndex(where: { $0.toOpaque() == pointer }) { listeners.remove(at: place) }
  }

  /// More touches than a mask has bits share the last one, which then says only that some of them moved.
  private static let sharedBit: UInt64 = 1 << 63

  private func takeBit() -> UInt64 {
    let free = ~takenBits
    let bit = free == 0 ? Self.sharedBit : free & (~free &+ 1)
    takenBits |= bit
    return bit
  }
}

// MARK: - Attempts

extension GestureEngine {
  /// Offers a new touch to the recognizers of its view and of all its ancestors (RS-5).
  private func offer(_ touch: Touch) {
    let depth = touch.view?.depth ?? 0
    var level = 0
    var view = touch.view
    while let here = view {
      for (index, recognizer) in here.gestureRecognizers.enumerated() where accepts(recognizer, touch) {
        if recognizer.engine == nil {
          recognizer.engine = self
          recognizer.rank = UInt64(0xffff - min(depth - level, 0xffff)) << 32 | UInt64(index)
          arbiter.begin(recognizer)
          addListener(recognizer)
        }
        recognizer.attemptTouches.append(touch)
        recognizer.touches.append(touch)
        recognizer.touchMask |= touch.bit
        recognizer.batch.append(touch)
        touch.gestureRecognizers.append(recognizer)
      }
      level += 1
      view = here.superview
    }
    for a in touch.gestureRecognizers where a.mayHaveDynamicRequirements {
      for b in touch.gestureRecognizers where b !== a && !a.hasAsked(b, besides: touch) {
        a.askForRequirements(with: b)
        if !b.mayHaveDynamicRequirements { b.askForRequirements(with: a) }
      }
    }
  }

  private func accepts(_ recognizer: GestureRecognizer, _ touch: Touch) -> Bool {
    guard recognizer.isEnabled, !recognizer.currentState.isTerminal, recognizer.wish == nil,
      recognizer.engine == nil || recognizer.engine === self,
      recognizer.allowedTouchTypes.contains(Touch.TouchTypes(touch.type))
    else { return false }
    return arbiter.mayTake(touch, recognizer) && recognizer.shouldReceive(touch)
      && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) != false
  }

  /// Before a touch is offered, attempts that it cannot continue are over, and who waited for them moves on (TAP-8).
  private func failThoseThatCannotContinue(with touch: Touch) {
    var failed = false
    var view = touch.view
    while let here = view {
      for recognizer in here.gestureRecognizers
      where recognizer.engine === self && recognizer.currentState == .possible && recognizer.wish == nil
        && recognizer.touches.isEmpty && !recognizer.canContinue(with: touch, at: now)
      {
        recognizer.enter(.failed)
        failed = true
      }
      view = here.superview
    }
    if failed {
      settle()
      endTurn()
    }
  }

  /// Drops a touch from a recognizer for good (RS-7).
  func remove(_ touch: Touch, from recognizer: GestureRecognizer) {
    recognizer.lastCentroid = recognizer.touches.centroid() ?? recognizer.lastCentroid
    recognizer.touches.removeAll { $0 === touch }
    recognizer.touchMask &= ~touch.bit
    recognizer.attemptTouches.removeAll { $0 === touch }
    touch.gestureRecognizers.removeAll { $0 === recognizer }
    mustEndAttempts = true
  }

  /// A recognizer was switched off or taken from its view (ST-7).
  func withdraw(_ recognizer: GestureRecognizer) {
    switch recognizer.currentState {
    case .began, .changed: recognizer.enter(.cancelled)
    case .possible: recognizer.enter(.failed)
    case .ended, .cancelled, .failed: break
    }
    for touch in recognizer.touches { remove(touch, from: recognizer) }
    mustEndAttempts = true
  }

  /// Resets the recognizers that are through with their touches (RS-2), and ends those attempts that nothing can decide any
  /// more.
  private func endAttempts() {
    guard mustEndAttempts else { return }
    mustEndAttempts = false
    for recognizer in arbiter.attempts where recognizer.touches.isEmpty {
      if recognizer.wish == nil && recognizer.deadline == nil {
        switch recognizer.currentState {
        case .possible: recognizer.enter(.failed)
        case .began, .changed: recognizer.enter(.cancelled)
        case .ended, .cancelled, .failed: break
        }
      }
      if recognizer.currentState.isTerminal {
        recognizer.endAttempt()
        report(.possible, recognizer)
        mustFindDeadline = true
      }
    }
    arbiter.forgetEndedAttempts()
  }
}

// MARK: - Turns

extension GestureEngine {
  private func fireDeadlines(upTo time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time {
      now = max(now, deadline)
      guard let recognizer = arbiter.attempts.filter({ $0.deadline == deadline }).min(by: { $0.rank < $1.rank })
      else { return }
      recognizer.deadline = nil
      // One that waits for its wish is touched by nothing, nor is one that has come to its end (REQ-5).
      if recognizer.wish != .ended && !recognizer.currentState.isTerminal { recognizer.deadlinePassed(at: now) }
      mustEndAttempts = true
      settle()
      endTurn()
    }
  }

  private func settle() {
    if arbiter.isAnybodyAsking { arbiter.settle(at: now) }
    releaseWithheld()
  }

  /// Calls the actions, then resets, until neither changes anything (ST-4, ST-6).
  private func endTurn() {
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
    report(state, recognizer)
    // Last: a view that is told may switch the recognizer off, which is the next event.
    sendCollected()
  }

  private func report(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    guard recognizer.reports(state) else { return }
    append(
      .gesture(
        GestureEvent(
          recognizer: recognizer, state: state, time: now, numberOfTouches: recognizer.numberOfTouches,
          location: recognizer.location(in: nil), locationInView: recognizer.location(in: recognizer.view),
          values: recognizer.values)))
  }
}

extension View {
  /// 0 for the root.
  fileprivate var depth: Int {
    var depth = 0
    var ancestor = superview
    while let view = ancestor {
      depth += 1
      ancestor = view.superview
    }
    return depth
  }

  /// Whether a touch that lands here could reach code that is not this module's.
  fileprivate var hasOwnTouchHandling: Bool {
    var responder: Responder? = self
    while let here = responder {
      if type(of: here) != View.self { return true }
      responder = here.next
    }
    return false
  }
}

extension GestureRecognizer {
  /// Whether the question was put when both shared an earlier touch (REQ-3).
  fileprivate func hasAsked(_ other: GestureRecognizer, besides touch: Touch) -> Bool {
    attemptTouches.contains { earlier in earlier !== touch && other.attemptTouches.contains { $0 === earlier } }
  }
}
