// Gestures/Recognizers: a file for each recognizer, and what recognizers share.

/// Watches the touches of a view and its subviews for one gesture.
///
/// To recognize a gesture of your own, subclass it, override the four `touches…` methods and `reset`, and set `state`. Setting
/// `state` to `began` (continuous gestures) or to `ended` (discrete gestures; also called `recognized`) is a request. It is
/// granted when the other recognizers on the same touches permit it. Until then `state` reads `possible`, except in the method that
/// has set it, and the recognizer continues to receive touches if it has requested `began`.
///
///                 discrete                                 continuous
///
///     possible ──────────────► ended          possible ────► began ──► changed ─┐
///         │                                       │            │ │        │ ▲    │
///         └──────────────────► failed             └─► failed   │ │        │ └────┘
///                                                              │ └► ended ◄┘
///                                                              └──► cancelled ◄── changed
///
/// From `ended`, `cancelled` and `failed`, a recognizer can only return to `possible`. The engine resets it when all its
/// touches have lifted or been cancelled (RS-2).
///
/// A recognizer may also take presses, remote commands and motion, with or without touches (FR-5). An attempt without touches and
/// presses needs a `deadline`, or it fails.
///
/// A press of a key counts while two fingers are on the view:
///
///     final class KeyWithTwoFingers: GestureRecognizer {
///       let code: UInt16
///
///       init(code: UInt16) {
///         self.code = code
///         super.init(name: "key with two fingers")
///       }
///
///       override func shouldReceive(_ press: Press) -> Bool { press.code == code && numberOfTouches == 2 }
///       override func pressesBegan(_ presses: [Press], at time: Timestamp) { state = .recognized }
///       override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
///     }
///
/// Lengths are millimetres on the screen.
open class GestureRecognizer: Referent {
  /// The name, used in messages. The engine does not read it, so the client may use it for its own purposes.
  public final var name: String
  /// A number for the client's own use.
  public final var tag = 0
  /// Decides which touches the recognizer gets and how it relates to other recognizers. The recognizer does not keep it alive; in
  /// Embedded Swift it does (<doc:CallsAndMemory>).
  public final var delegate: GestureRecognizerDelegate? {
    get { mayHaveDelegate ? delegateReference.load() : nil }
    set {
      delegateReference.store(newValue)
      mayHaveDelegate = newValue != nil
    }
  }
  private final var delegateReference = DelegateReference(nil)
  /// Whether a delegate was set, which may be gone by now. Asking for the delegate itself costs more.
  final private(set) var mayHaveDelegate = false

  /// Whether the recognizer receives touches. Setting this to `false` cancels a gesture that has begun and fails one that is
  /// `possible`. The recognizer loses its current touches: it does not get them back when it is enabled again (ST-7, ST-8).
  public final var isEnabled = true {
    didSet { if !isEnabled && oldValue { engine?.withdraw(self) } }
  }

  /// Whether recognition takes the touches from their view: the view gets `touchesCancelled` and no further phases of them
  /// (DL-1).
  public final var cancelsTouchesInView = true
  /// Whether `began` and `moved` are held back from the view while the recognizer is `possible` (DL-2).
  public final var delaysTouchesBegan = false
  /// The longest time for which `delaysTouchesBegan` may hold a touch back.
  public final var delayLimit = DelayLimit.engine { didSet { engine?.deadlinesChanged() } }
  /// Whether `ended` is held back from the view while the recognizer is `possible` (DL-3).
  public final var delaysTouchesEnded = true
  /// The types of touches that the recognizer takes.
  public final var allowedTouchTypes: Touch.TouchTypes = [.finger, .pen]
  /// Whether all touches of an attempt must have the type of the first one, as by default: touches of another type are ignored (RS-15).
  public final var requiresExclusiveTouchType = true
  /// The parts of the view's rim where touches must land; `nil`: anywhere. The gesture does not get touches that land elsewhere
  /// (PL-1). It makes gestures wait that say less exactly where they begin (PL-2).
  public final var startingPlaces: RimPlaces? {
    get { conditions?.start }
    set { changeConditions { $0.start = newValue } }
  }
  /// The parts of the view's rim where all touches must be when the gesture ends; `nil`: anywhere (PL-3).
  public final var endingPlaces: RimPlaces? {
    get { conditions?.end }
    set { changeConditions { $0.end = newValue } }
  }
  /// The fingers that must rest on the view while the gesture is made with others; `nil`: none need to. Gestures that need none wait
  /// for one that does (HF).
  public final var restingTouches: RestingTouches? {
    get { conditions?.resting }
    set { changeConditions { $0.resting = newValue } }
  }
  /// How far apart the fingers must have landed, in millimetres: the distance between the two that are farthest apart, 0 for one
  /// finger. `nil`: any distance (PL-4).
  public final var landingSpread: ClosedRange<Double>? {
    get { conditions?.spread }
    set { changeConditions { $0.spread = newValue } }
  }
  /// What the gesture requires of the places of its touches and of other fingers; `nil`, as for most: nothing.
  final private(set) var conditions: TouchConditions?
  /// The changes of state that are reported to actions and as events. A state that is not reported costs nothing.
  public final var reportedStates: States = [.began, .changed, .ended, .cancelled] {
    didSet { engine?.deadlinesChanged() }
  }
  /// The part of its events that the recognizer fills in.
  package final var reportedDetail = GestureEvent.Detail.all

  /// The gestures that may be recognized on the same touches as this one. It is enough that one of the two recognizers names
  /// the other (ARB-5).
  public final var simultaneousRecognizers: RecognizerSet {
    get { relations.simultaneous }
    set { relations.simultaneous = newValue }
  }
  /// The gestures that this one does not prevent, although they may prevent it (ARB-10).
  public final var recognizersNotPrevented: RecognizerSet {
    get { relations.notPrevented }
    set { relations.notPrevented = newValue }
  }
  /// The gestures that cannot prevent this one, although it may prevent them (ARB-10).
  public final var recognizersNotPreventing: RecognizerSet {
    get { relations.notPreventing }
    set { relations.notPreventing = newValue }
  }
  /// The static relations to other recognizers.
  final var relations = Relations()

  /// The current state. A subclass sets it to report what it has seen. A state that cannot follow the present one is ignored and
  /// reported to the engine's `onMisuse`, once in an attempt (ST-1).
  public final var state: State {
    get { attempt.state }
    set {
      // The most frequent case, once per frame of a running gesture, and usually without a listener.
      if newValue == .changed, attempt.state == .changed, !reports(.changed) { return }
      request(newValue)
    }
  }

  /// The recognizer's data from its first touch to its reset.
  final var attempt = Attempt()
  final var actions: [GestureAction] = []
  /// Cleared by the view in its `deinit`.
  final var attachedView = BackReference<View>()

  /// Ends with the recognizer, and with it all weak references to it.
  final var life = Life()

  /// Whether the recognizer's class belongs to this module, and is not a subclass from another one.
  final private(set) var isBuiltIn = false

  /// Creates a recognizer. It does nothing until it is added to a view.
  public init(name: String = "") {
    self.name = name
    isBuiltIn = isOfBuiltInClass
  }

  deinit { life.end() }

  /// Whether this is an instance of the class that overrides this, as each class of this module does, and not of a subclass.
  var isOfBuiltInClass: Bool { false }

  /// Whether the recognizer or its delegate may answer yes to the questions about dynamic requirements. Most built-in classes
  /// without a delegate never do, so they are not asked.
  final var mayHaveDynamicRequirements: Bool { !isBuiltIn || mayHaveDelegate || conditions != nil }

  final func changeConditions(_ change: (TouchConditions) -> Void) {
    let new = conditions ?? TouchConditions()
    change(new)
    conditions = new.isEmpty ? nil : new
  }

  /// Returns whether this recognizer must wait for `other` to fail without being told so: because it says less exactly where it
  /// begins (PL-2), because it needs no resting fingers (HF-2) or no rest before it (PHA-1), or because it is the beginning of a longer sequence (SEQ-4).
  func waitsByItself(for other: GestureRecognizer, about touch: Touch?) -> Bool {
    guard let touch, !relations.simultaneous.contains(other), !other.relations.simultaneous.contains(self) else {
      return false
    }
    if conditions?.press == nil && waitsForPresses && other.conditions?.press != nil { return true }
    return yields(to: other, at: touch) || restingTouches == nil && other.restingTouches != nil
  }

  /// The view to which the recognizer was added. It watches the touches of this view and its subviews.
  public final var view: View? { attachedView.object }

  /// The number of touches that the gesture consists of now: those that are down. A tap and a swipe that are recognized consist of
  /// the touches that made them, also after these have lifted (TAP-10, SW-5).
  public final var numberOfTouches: Int {
    let count = attempt.marks.mask.nonzeroBitCount
    return attempt.marks.isMade ? placesOfTouches?.count ?? count : count
  }

  /// The places of the touches that made a discrete gesture, oldest first; `nil` if they are those of the touches that are down.
  /// Read only once the gesture has asked to be recognized.
  var placesOfTouches: [Point]? { nil }

  /// The recognizer's touches that are down, oldest first.
  @inline(__always)
  final var touches: [Touch] { attempt.backReference.read { $0.live.down(attempt.marks.mask) } ?? [] }

  /// Whether the recognizer has requested to leave `possible` and awaits the answer.
  final var isAsking: Bool { attempt.isAsking }

  /// All touches of the attempt, including those that have lifted.
  final var attemptTouches: [Touch] { attempt.backReference.read { $0.live.touches(of: attempt.marks.all) } ?? [] }

  /// The engine of the current attempt; `nil` outside an attempt.
  @inline(__always)
  final var engine: GestureEngine? { attempt.engine }

  /// Returns the centroid of the touches in `view`'s coordinates, in millimetres; `nil` stands for the screen. When no touch is
  /// left, this is the last centroid (RS-9).
  open func location(in view: View?) -> Point {
    let centroid = touches.centroid() ?? attempt.lastCentroid
    return view?.convertFromScreen(centroid) ?? centroid
  }

  /// Returns the location of a touch, in millimetres: of a tap, where it landed for the first tap (TAP-10); of a swipe, where it
  /// began (SW-5).
  ///
  /// - Parameters:
  ///   - index: the touch's index among the `numberOfTouches`, oldest first.
  ///   - view: the view whose coordinates the location is in; `nil` stands for the screen.
  /// - Returns: `nil` if there are not that many touches.
  public final func location(ofTouch index: Int, in view: View?) -> Point? {
    let places = (attempt.marks.isMade ? placesOfTouches : nil) ?? touches.map { place(of: $0) }
    guard places.indices.contains(index) else { return nil }
    return view?.convertFromScreen(places[index]) ?? places[index]
  }

  /// Returns the location that counts for one of the touches that are down.
  func place(of touch: Touch) -> Point { touch.location }

  /// Drops one of the recognizer's touches permanently. It no longer counts, and the recognizer does not cancel it in the view
  /// (RS-7).
  public final func ignore(_ touch: Touch) {
    engine?.remove(touch, from: self)
  }

  /// Fails the gesture if more fingers are down than it takes, and returns whether it did.
  final func fails(ifMoreThan most: Int) -> Bool {
    if numberOfTouches <= most { return false }
    fail(Reason(.tooManyFingers, numberOfTouches, limit: most))
    return true
  }

  // Methods for subclasses to override.

  /// Called with touches that are new to the recognizer.
  open func touchesBegan(_ touches: [Touch], at time: Timestamp) {}
  /// Called with the touches that moved in this frame, all in one call (ST-5).
  open func touchesMoved(_ touches: [Touch], at time: Timestamp) {}
  /// Called with touches that rest while their force or size changes. Those that move have their new values in `touchesMoved`.
  open func touchesPressed(_ touches: [Touch], at time: Timestamp) {}
  /// Called with touches that have lifted. They are no longer part of `numberOfTouches`.
  open func touchesEnded(_ touches: [Touch], at time: Timestamp) {}
  /// Called with touches that were cancelled. They are no longer part of `numberOfTouches`.
  open func touchesCancelled(_ touches: [Touch], at time: Timestamp) {}
  /// Called with presses that the recognizer takes and that begin (FR-5).
  open func pressesBegan(_ presses: [Press], at time: Timestamp) {}
  /// Called with presses whose force has changed.
  open func pressesChanged(_ presses: [Press], at time: Timestamp) {}
  /// Called with presses that were released.
  open func pressesEnded(_ presses: [Press], at time: Timestamp) {}
  /// Called with presses that were cancelled, because their device was removed.
  open func pressesCancelled(_ presses: [Press], at time: Timestamp) {}
  /// Called with a command that the recognizer takes (FR-5).
  open func remoteControlReceived(_ command: RemoteCommand) {}
  /// Called with each sample of the accelerometer from the one that began the attempt to the end of the attempt.
  open func deviceMoved(_ motion: DeviceMotion) {}
  /// Called during an attempt that motion began, when the sensor is removed or has given no samples for 1 s (SHK-5).
  open func motionCancelled(at time: Timestamp) {}
  /// Called when `deadline` is reached, whether touches moved or not.
  open func deadlinePassed(at time: Timestamp) {}
  /// Called when the request for `began` or `ended` has been granted: the place to set values that count from this moment.
  open func didBegin(at time: Timestamp) {}
  /// Called at the end of an attempt. Discard everything that belongs to it.
  open func reset() {}
  /// The values that events report.
  open var values: GestureValues { .none }

  /// Returns whether the recognizer takes another touch during a running attempt (RS-5).
  open func shouldReceive(_ touch: Touch) -> Bool { true }
  /// Returns whether the recognizer takes a press that begins (FR-5). Its later phases follow the beginning.
  open func shouldReceive(_ press: Press) -> Bool { false }
  /// Returns whether the recognizer takes a remote command (FR-5).
  open func shouldReceive(_ command: RemoteCommand) -> Bool { false }
  /// Whether the recognizer follows the motion of the device, which needs an accelerometer.
  open var followsMotion: Bool { false }
  /// Returns whether an attempt begins with this sample. Called with each sample while no attempt runs, if `followsMotion` is true
  /// (FR-5).
  open func shouldReceive(_ motion: DeviceMotion) -> Bool { false }
  /// Returns whether an attempt without fingers, such as a double tap after its first tap, can continue with this touch. If
  /// not, the attempt fails and the touch begins a new one (TAP-8).
  open func canContinue(with touch: Touch, at time: Timestamp) -> Bool { objection(to: touch, at: time) == nil }
  /// Returns the reason why `canContinue` refuses the touch; `nil` if it does not, or if a class overrides only that.
  func objection(to touch: Touch, at time: Timestamp) -> Reason? { nil }
  /// Returns the reason why `canContinue` refused the touch.
  final func reasonNotToContinue(with touch: Touch, at time: Timestamp) -> Reason {
    objection(to: touch, at: time) ?? Reason(.unstated)
  }
  /// Called before the recognizer leaves `possible`. If this returns `false`, the recognizer fails. Its view is asked next, and then its
  /// delegate.
  open func shouldBegin() -> Bool { true }
  /// Returns whether this recognizer's recognition may make `other` fail. `other` must agree in `canBePrevented(by:)` (ARB-2).
  open func canPrevent(_ other: GestureRecognizer) -> Bool { !recognizersNotPrevented.contains(other) }
  /// Returns whether the recognition of `other` may make this recognizer fail (ARB-2).
  open func canBePrevented(by other: GestureRecognizer) -> Bool { !recognizersNotPreventing.contains(other) }
  /// Returns whether this recognizer must wait for `other` to fail. Called once per attempt, when both first share a touch
  /// (REQ-3).
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
  /// Returns whether `other` must wait for this recognizer to fail. Called once per attempt, when both first share a touch
  /// (REQ-3).
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  /// Whether the gesture begins at an edge of the screen even without `startingPlaces`.
  var isBoundToEdge: Bool { false }

  /// The number of taps, which orders taps that request recognition in the same frame (ARB-8); 0 if this is not a tap.
  var tapCountForArbitration: Int { 0 }

  /// Called between two frames with the zone of all recognizers that watch the same fingers. Narrows it to where this one's touches may
  /// move without a change of its state, a request, a report, or another deadline. A class that cannot tell sees each frame.
  ///
  /// - Returns: what the recognizer must see of the frames in which its touches stay in the zone.
  func narrow(_ zone: inout QuietZone) -> QuietZone.Need { zone.close(unless: false, .each) }

  // Properties for the comparison of rival gestures, which the engine makes if its `intention` asks for it.

  /// The number of fingers that the gesture's movement needs; 1 for a gesture without movement.
  var fewestTouches: Int { 1 }
  /// The number of fingers that the gesture needs, with or without movement.
  var neededFingers: Int { fewestTouches }
  /// The most fingers that the gesture is made of.
  var mostFingers: Int { neededFingers }
  /// Whether fingers that land with those of the gesture may rest beside it (HF-3).
  var restsTogether: Bool { false }
  /// Whether it waits for a gesture that moves like this one, after a rest (PHA-1).
  var waitsForPresses: Bool { false }
  /// Whether a further finger that lands before the gesture begins fails it.
  var failsWithMoreTouches: Bool { false }
  /// The component of the fingers' movement that this gesture represents; `nil` if it has no rivals in that.
  var component: Component? { nil }
  /// The distance that each finger has travelled for this gesture before it began, in millimetres.
  var travel: Double { 0 }
}
