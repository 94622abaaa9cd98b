/// Watches the touches of a view and its subviews for one gesture.
///
/// A program that wants a gesture of its own subclasses this, overrides the four `touches…` functions and `reset`, and
/// sets `state`. A recognizer asks for `began` (continuous) or `ended` (discrete; also called `recognized`): it gets there
/// when the other recognizers on the same touches permit it, until then `state` reads `possible`, and it goes on
/// receiving touches.
///
///                 discrete                                 continuous
///
///     possible ──────────────► ended          possible ────► began ──► changed ─┐
///         │                                       │            │ │        │ ▲    │
///         └──────────────────► failed             └─► failed   │ │        │ └────┘
///                                                              │ └► ended ◄┘
///                                                              └──► cancelled ◄── changed
///
/// From `ended`, `cancelled` and `failed` the only way is back to `possible`, by the engine, once all its touches are
/// gone (RS-2). Lengths are millimetres on the screen.
open class GestureRecognizer {
  /// For messages and for the program's own use; the engine does not read it.
  public final var name: String
  /// For the program's own use.
  public final var tag = 0
  /// Asked about its touches and about its relations to others.
  @exclusivity(unchecked) public final weak var delegate: GestureRecognizerDelegate?

  /// Off: it gets no touches. Switched off in mid-flight it is cancelled, or fails; the touches it had are lost to it (ST-7,
  /// ST-8).
  @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled && oldValue { engine?.withdraw(self) } }
  }

  /// When it is recognized, the view gets `touchesCancelled` for its touches and hears no more of them (DL-1).
  @exclusivity(unchecked) public final var cancelsTouchesInView = true
  /// Holds `began` and `moved` back from the view while it is possible (DL-2).
  @exclusivity(unchecked) public final var delaysTouchesBegan = false
  /// How long it may do so.
  @exclusivity(unchecked) public final var delayLimit = DelayLimit.engine { didSet { engine?.deadlinesChanged() } }
  /// Holds `ended` back from the view while it is possible (DL-3).
  @exclusivity(unchecked) public final var delaysTouchesEnded = true
  /// Which touches it takes.
  @exclusivity(unchecked) public final var allowedTouchTypes: Touch.TouchTypes = [.finger, .pen]
  /// Which changes of state it reports. Those that nobody listens to cost nothing.
  @exclusivity(unchecked) public final var reportedStates: States = [.began, .changed, .ended, .cancelled]

  /// Gestures that may be recognized on the same touches as this one; either side's word is enough (ARB-5).
  public final var simultaneousRecognizers: RecognizerSet {
    get { relations.simultaneous }
    set { relations.simultaneous = newValue }
  }
  /// Gestures that this one does not stop, though it may be stopped by them (ARB-10).
  public final var recognizersNotPrevented: RecognizerSet {
    get { relations.notPrevented }
    set { relations.notPrevented = newValue }
  }
  /// Gestures that cannot stop this one, though it may stop them (ARB-10).
  public final var recognizersNotPreventing: RecognizerSet {
    get { relations.notPreventing }
    set { relations.notPreventing = newValue }
  }
  /// How it stands to others.
  @exclusivity(unchecked) final private(set) var relations = Relations()

  /// Where it stands. A subclass sets it to say what it has seen; an illegal transition is a bug of the subclass and traps
  /// in a debug build.
  public final var state: State {
    get { attempt.state }
    set {
      // Each frame of what is under way, mostly without a listener.
      if newValue == .changed, attempt.state == .changed, !reports(.changed) { return }
      request(newValue)
    }
  }

  /// What it holds from its first touch to its reset.
  @exclusivity(unchecked) final private(set) var attempt = Attempt()
  @exclusivity(unchecked) final private(set) var actions: [(GestureEvent) -> Void] = []
  /// Cleared by the view in its deinit.
  @exclusivity(unchecked) final private unowned(unsafe) var attachedView: View?

  /// Whether its class is one of this module's, and not one that another program derived from it.
  private final let isBuiltIn: Bool

  /// A recognizer does nothing until it is added to a view.
  public init(name: String = "") {
    self.name = name
    isBuiltIn = Self.builtInClass == Self.self
  }

  /// The class itself in those of this module; `nil` in a class that another program derives from this one.
  class var builtInClass: GestureRecognizer.Type? { nil }

  /// Spares the built-in classes the questions that only a subclass or a delegate can answer with yes.
  final var mayHaveDynamicRequirements: Bool { !isBuiltIn || delegate != nil }

  /// The view that it was added to, whose touches and whose subviews' it watches.
  public final var view: View? { attachedView }

  /// Called with every reported change of state, after the frame has been settled (ST-4).
  public final func addAction(_ action: @escaping (GestureEvent) -> Void) { actions.append(action) }

  /// The number of its touches that are down.
  public final var numberOfTouches: Int { attempt.touches.count }

  /// Its touches that are down, oldest first.
  @inline(__always)
  final var touches: [Touch] { attempt.touches }

  /// Whether it has asked to leave `possible` and not been answered yet.
  final var isAsking: Bool { attempt.isAsking }

  /// All touches of its attempt, those lifted included.
  final var attemptTouches: [Touch] { attempt.allTouches }

  /// The engine whose touches it has; `nil` outside an attempt.
  @inline(__always)
  final var engine: GestureEngine? { attempt.engine }

  /// Centroid of its touches in `view`'s coordinates (`nil`: the screen's); the last one when none is left (RS-9).
  open func location(in view: View?) -> Point {
    let centroid = touches.centroid() ?? attempt.lastCentroid
    return view?.convertFromScreen(centroid) ?? centroid
  }

  /// Place of its `index`th touch, oldest first, in `view`'s coordinates; `nil` where there is no such touch.
  public final func location(ofTouch index: Int, in view: View?) -> Point? {
    touches.indices.contains(index) ? touches[index].location(in: view) : nil
  }

  /// Drops one of its touches for good: no longer counted, and not cancelled in the view by it (RS-7).
  public final func ignore(_ touch: Touch) { engine?.remove(touch, from: self) }

  // What a subclass overrides.

  /// New touches, each for the first time.
  open func touchesBegan(_ touches: [Touch], at time: Timestamp) {}
  /// The touches of this frame that moved, all of them in one call (ST-5).
  open func touchesMoved(_ touches: [Touch], at time: Timestamp) {}
  /// Touches that lifted; they are counted no more.
  open func touchesEnded(_ touches: [Touch], at time: Timestamp) {}
  /// Touches that were taken away; they are counted no more.
  open func touchesCancelled(_ touches: [Touch], at time: Timestamp) {}
  /// `deadline` has come, whether anything moved or not.
  open func deadlinePassed(at time: Timestamp) {}
  /// It has been granted `began` or `ended`: the place to set the values that count from there.
  open func didBegin(at time: Timestamp) {}
  /// The attempt is over: forget all of it.
  open func reset() {}
  /// What its events report.
  open var values: GestureValues { .none }

  /// Whether it takes a further touch in the attempt that runs (RS-5).
  open func shouldReceive(_ touch: Touch) -> Bool { true }
  /// Whether an attempt without fingers, such as half a double tap, can go on with this touch. If not, the attempt fails
  /// and the touch begins a new one (TAP-8).
  open func canContinue(with touch: Touch, at time: Timestamp) -> Bool { true }
  /// What `canContinue` found against it.
  func reasonNotToContinue(with touch: Touch, at time: Timestamp) -> Reason { Reason(.unstated) }
  /// Asked when it would leave `possible`; no makes it fail.
  open func shouldBegin() -> Bool { true }
  /// Whether its recognition may make `other` fail, which must agree by `canBePrevented(by:)` (ARB-2).
  open func canPrevent(_ other: GestureRecognizer) -> Bool { !recognizersNotPrevented.contains(other) }
  /// Whether the recognition of `other` may make it fail (ARB-2).
  open func canBePrevented(by other: GestureRecognizer) -> Bool { !recognizersNotPreventing.contains(other) }
  /// Asked once an attempt, when both first share a touch (REQ-3).
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
  /// Asked once an attempt, when both first share a touch (REQ-3).
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  /// Fails, and says why to whoever asks: the same as setting `state` otherwise. The reason is not made where nobody asks.
  public final func fail(_ reason: @autoclosure () -> Reason) {
    // Whatever it is: while it waited it was nothing that it lacked (REQ-5).
    engine?.give(attempt.marks.wish == nil ? reason() : Reason(.fingersGone, other: attempt.awaited))
    state = .failed
  }

  /// Ends a gesture that has begun as taken away, and says why to whoever asks.
  public final func cancel(_ reason: @autoclosure () -> Reason) {
    engine?.give(reason())
    state = .cancelled
  }

  /// The last finger was taken away: what has begun is cancelled, what has not fails (ST-2).
  final func cancelOrFail() {
    if state == .possible { fail(Reason(.touchCancelled)) } else { cancel(Reason(.touchCancelled)) }
  }

  /// When `deadlinePassed` is to be called; `nil`: never. One at a time; gone after a terminal state.
  public final var deadline: Timestamp? {
    get { attempt.marks.deadline }
    set {
      guard newValue != attempt.marks.deadline else { return }
      attempt.marks.deadline = newValue
      attempt.withEngine { $0.deadlinesChanged() }
    }
  }

  /// The order among taps that ask in one frame (ARB-8); 0 for what is no tap.
  var tapCountForArbitration: Int { 0 }

  // What the engine asks where a screen is to follow the hand.

  /// The fingers that it needs by its movement: 1 for what begins without one.
  var fewestTouches: Int { 1 }
  /// The part of the fingers' movement that it stands for; `nil`: it has no rivals in that.
  var component: Component? { nil }
  /// How far each finger has travelled for it before it began, in millimetres.
  var travel: Double { 0 }

  /// The distance by which places may be off, in millimetres.
  final var uncertainty: Double { attempt.withEngine { $0.uncertainty } ?? 0 }

  /// Whether a length that is beyond a threshold is beyond the panel's noise too (RS-11). A threshold of 0 asks for the raw
  /// measure. To be called only for such a length: most frames have none, and the engine is not asked in those.
  final func isReal(_ length: Double, beyond threshold: Double) -> Bool { threshold == 0 || length > uncertainty }

  /// Takes back that it has asked to begin, where the hand is followed and this may be a tap after all: the fingers have gone
  /// back to where they landed (PAN-12).
  final func withdrawWish() {
    if attempt.marks.wish == .began, engine?.mayBeTap(recognizer: self) == true { attempt.marks.wish = nil }
  }

  /// Whether it has asked to begin, and its fingers have lifted meanwhile.
  final var isPastFingers: Bool { attempt.marks.wish == .began && touches.isEmpty }

  /// Called when the last finger has lifted and the gesture has not begun: fails, unless it may begin at this moment.
  final func failAtLift(_ reason: @autoclosure () -> Reason) {
    if isPastFingers, engine?.intention.beginsAtLift == true { return }
    fail(reason())
  }

  /// Asks for `began`, unless the fingers have to say more first. Called again with each of their movements.
  final func begin() {
    if engine?.intention.isUIKit == false, engine?.holdsBack(self) == true { return }
    state = .began
  }
}

// MARK: - States

extension GestureRecognizer {
  /// What a subclass may set, and what comes of it. All other pairs are programming errors (ST-1, ST-2).
  private func request(_ new: State) {
    switch (attempt.state, new) {
    case (.possible, .began), (.possible, .ended):
      guard let engine else { return illegal(new) }
      if attempt.marks.wish == .began && new == .ended {
        // It was never allowed to begin, and its gesture is over (REQ-5).
        engine.give(Reason(.fingersGone, other: attempt.awaited))
        enter(.failed)
      } else if attempt.marks.wish == nil {
        attempt.marks.wish = new
        if new == .ended { stopListening() }
        engine.ask(self)
      }
    case (.possible, .failed), (.began, .changed), (.began, .ended), (.began, .cancelled),
      (.changed, .changed), (.changed, .ended), (.changed, .cancelled):
      enter(new)
    default:
      illegal(new)
    }
  }

  private func illegal(_ new: State) {
    let sentence = "\(type(of: self)) \"\(name)\": no way from \(attempt.state) to \(new)"
    assertionFailure(sentence)
    engine?.report(misuse: sentence)
  }

  /// The one place where a state changes, but for the reset. Called by the recognizer for a legal transition, by the arbiter
  /// for its verdict, by the engine for the end of what nothing can decide any more.
  func enter(_ new: State) {
    attempt.state = new
    if new == .changed && !reports(.changed) { return }  // Each frame, and mostly without a listener.
    attempt.marks.wish = nil
    if new.isTerminal {
      deadline = nil
      stopListening()
    }
    engine?.didEnter(new, self)
  }

  private func stopListening() {
    guard attempt.marks.isListening else { return }
    attempt.marks.isListening = false
    attempt.withEngine { $0.noteSilence() }
  }

  /// Called by the arbiter when nothing stands against the wish.
  ///
  /// - Returns: false where `didBegin` has switched it off.
  func grantWish(at time: Timestamp) -> Bool {
    let granted = attempt.marks.wish
    didBegin(at: time)
    guard let granted, attempt.marks.wish == granted else { return false }
    enter(granted)
    return true
  }

  func reports(_ state: State) -> Bool { reportedStates.contains(States(state)) }
}

// MARK: - The attempt

extension GestureRecognizer {
  /// Called by the engine before the recognizer gets its first touch.
  func beginAttempt(in engine: GestureEngine, rank: UInt64) { attempt.begin(in: engine, rank: rank) }

  /// Called by the engine when a touch lands that the recognizer does not refuse.
  func receive(_ touch: Touch) { attempt.add(touch) }

  /// Called by the engine when it drops a touch for good (RS-7).
  func lose(_ touch: Touch) { attempt.remove(touch) }

  /// Called by the engine for each touch that lifts or is cancelled, before `touchesEnded` or `touchesCancelled`.
  @inline(__always)
  func lift(_ touch: Touch) {
    attempt.concern(touch)
    attempt.removeLifted()
  }

  /// Called by the engine once for the touches that landed or lifted.
  ///
  /// - Returns: their bits; 0 where none is the recognizer's.
  @inline(__always)
  func clearConcerned() -> UInt64 { attempt.clearConcerned() }

  /// Called by the turn before it reports that the recognizer waits.
  ///
  /// - Returns: whether that is news in this attempt.
  func notesWaiting(for other: GestureRecognizer) -> Bool {
    guard attempt.awaited !== other else { return false }
    attempt.awaited = other
    return true
  }

  /// Called by the engine once the touches are gone (RS-2): back to the beginning. The touches may live on in other
  /// recognizers.
  func endAttempt() {
    // A touch that is gone needs no tidying, unless a phase of it is held back.
    attempt.allTouches.forEachUncounted { touch in
      if touch.isDown || !touch.delivery.withheld.isEmpty { touch.gestureRecognizers.removeAll { $0 === self } }
    }
    stopListening()
    attempt.startOver()
    reset()
    attempt.close()
  }

  /// Called by the engine in its deinit: the attempt ends, and the engine is told nothing.
  func endAttemptWithoutEngine() {
    attempt.leaveEngine()
    endAttempt()
  }
}

// MARK: - Relations and the view

extension GestureRecognizer {
  func addRequirement(_ other: GestureRecognizer) { relations.require(other) }

  func addRequirementOfAttempt(_ other: GestureRecognizer) { attempt.require(other) }

  func attach(to view: View) { attachedView = view }

  func detach() {
    engine?.withdraw(self)
    attachedView = nil
  }
}
