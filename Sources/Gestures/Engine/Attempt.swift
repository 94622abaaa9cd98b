/// The data of a recognizer from its first touch, or other event, to its reset (RS-1, FR-5).
///
/// The recognizer, the engine and the arbiter change it, each by the methods that say so.
struct Attempt: ~Copyable {
  /// The kind of event that began an attempt without a touch.
  enum Origin {
    case press, command, motion
  }

  /// The plain values of an attempt, in one block that the reset replaces.
  struct Marks {
    /// The recognizer's place in the order: deeper views come first, then the order of adding (RS-8, ARB-9).
    var rank: UInt64 = 0
    /// The bits of the touches that are down.
    var mask: UInt64 = 0
    /// The bits of all touches of the attempt, including those that have lifted.
    var all: UInt64 = 0
    /// The type of the first touch; `nil`: there was none.
    var type: Touch.TouchType?
    /// The time when `deadlinePassed` is due.
    var deadline: Timestamp?
    /// Whether the recognizer only fails then.
    var expires = false
    /// The state that was requested and has not been granted yet: `began` or `ended`.
    var wish: GestureRecognizer.State?
    /// Whether the subclass has set `changed` since it requested `began`.
    var hasChanged = false
    /// Whether a state that does not follow the present one was reported.
    var isMisused = false
    /// Whether the arbiter has the recognizer on its list of those that asked.
    var hasAsked = false
    /// The reason why the recognizer could not ask for `began` when its fingers last moved (ARB-12, ARB-13).
    var hold: Hold?
    /// Whether a discrete gesture was made, and has asked to be recognized.
    var isMade = false
    /// Whether touches are passed to the recognizer. It is `false` at the end of an attempt and while a request for `ended`
    /// waits (RS-2, REQ-5).
    var isListening = false
    /// What the recognizer must see of the frames that are kept.
    var need = QuietZone.Need.none
    /// The event that began the attempt; `nil`: a touch.
    var origin: Origin?
    /// The time of that event. Not set for a touch.
    var beginning = Timestamp(microseconds: 0)
  }

  /// The engine to which the touches belong; `nil` if no attempt runs. Cleared by the engine at the reset and in its `deinit`.
  private(set) var backReference = BackReference<GestureEngine>()
  /// Whether an attempt runs. It does until the end of the reset: `reset` may call another engine, whose touches the recognizer must not get
  /// yet.
  private(set) var isRunning = false
  /// Whether an engine lists the recognizer: from the beginning of the attempt to the end of the turn in which it ends. No other attempt
  /// can begin before.
  private(set) var isListed = false
  var state = GestureRecognizer.State.possible
  /// The present state while `state` reads an earlier one, or one that was requested; otherwise `nil`.
  private var present: GestureRecognizer.State?
  var marks = Marks()
  /// The last centroid of the touches. The reset keeps it (RS-9).
  private(set) var lastCentroid = Point.zero
  /// The recognizer most recently reported as being waited for.
  var awaited: GestureRecognizer?
  /// The codes of the presses that are down, in the order of their beginning.
  private(set) var presses: [UInt16] = []
  /// The dynamic requirements, which are valid for one attempt (REQ-3).
  private(set) var requirements: [GestureRecognizer] = []

  /// The engine, for calls after which it may be gone.
  var engine: GestureEngine? { backReference.object }

  /// Returns whether an attempt runs on touches of this engine.
  @inline(__always)
  func isRunning(in engine: GestureEngine) -> Bool { backReference.isSame(as: BackReference(engine)) }

  /// Returns whether an attempt of this engine runs or may begin.
  func isOpen(to engine: GestureEngine) -> Bool { !isListed || isRunning(in: engine) }

  /// Whether a request of the recognizer awaits its answer.
  var isAsking: Bool { marks.wish != nil }

  /// Whether a touch or a press of the attempt is down.
  var isDown: Bool { marks.mask != 0 || !presses.isEmpty }

  /// Whether all touches and presses of the attempt were released. Commands and motion cannot be released.
  var isReleased: Bool { !isDown && marks.origin != .command && marks.origin != .motion }

  /// Whether the attempt has never had a touch.
  var isTouchless: Bool { marks.origin != nil && marks.all == 0 }

  /// Whether `state` reads another state than the present one.
  var showsOtherState: Bool { present != nil }

  /// Lets `state` read an earlier state while an action is called about that, or one that was requested until the answer.
  mutating func show(_ other: GestureRecognizer.State) {
    if other == state { return }
    present = state
    state = other
  }

  /// Lets `state` read the present state again.
  mutating func showPresent() {
    guard let present else { return }
    state = present
    self.present = nil
  }

  /// Begins the attempt with the first touch that the recognizer gets, which follows, or with another event.
  @inline(__always)
  mutating func begin(in engine: GestureEngine, rank: UInt64) {
    marks.rank = rank
    backReference = BackReference(engine)
    isRunning = true
    isListed = true
    marks.isListening = true
  }

  /// Notes that the attempt began without a touch.
  mutating func note(_ origin: Origin, at time: Timestamp) {
    marks.origin = origin
    marks.beginning = time
  }

  /// Adds presses that begin and that the recognizer takes.
  mutating func add(_ presses: [Press]) { self.presses += presses.map { $0.code } }

  /// Removes presses that were released or cancelled.
  mutating func remove(_ presses: [Press]) {
    self.presses.removeAll { code in presses.contains { $0.code == code } }
  }

  /// Drops all presses, as if they had never belonged to the attempt.
  mutating func removePresses() { presses.removeAll() }

  /// Adds a touch that lands and that the recognizer takes.
  @inline(__always)
  mutating func add(_ touch: Touch) {
    if marks.all == 0 { marks.type = touch.type }
    marks.mask |= touch.bit
    marks.all |= touch.bit
  }

  /// Removes touches that lift or are cancelled from those that are down, before the recognizer sees that.
  ///
  /// - Parameter centroid: the centroid of those that were down.
  mutating func lift(_ bits: UInt64, from centroid: Point?) {
    lastCentroid = centroid ?? lastCentroid
    marks.mask &= ~bits
  }

  /// Drops touches as if they had never belonged to the attempt (RS-7).
  mutating func forget(_ bits: UInt64) {
    marks.mask &= ~bits
    marks.all &= ~bits
  }

  /// Returns whether a touch belongs to the attempt.
  func has(_ touch: Touch) -> Bool { marks.all & touch.bit != 0 && touch.holder.isSame(as: backReference) }

  /// Adds a dynamic requirement.
  mutating func require(_ recognizer: GestureRecognizer) { requirements.append(recognizer) }

  /// Returns whether both attempts have had a touch in common, other than `touch`.
  func sharesTouch(with other: borrowing Attempt, besides touch: Touch?) -> Bool {
    marks.all & other.marks.all & ~(touch?.bit ?? 0) != 0 && backReference.isSame(as: other.backReference)
  }

  /// Returns whether the attempt began with a touch of another type.
  @inline(__always)
  func hasOtherType(than type: Touch.TouchType) -> Bool {
    marks.type != nil && marks.type != type
  }

  /// Becomes an attempt without touches and presses that has not begun. Engine and state keep their last values until `close`, because
  /// `reset` may read them.
  @inline(__always)
  mutating func startOver() {
    marks = Marks()
    presses.clear()
  }

  /// Whether the attempt has requirements of its own, or was reported as waiting.
  var refersToOthers: Bool { !requirements.isEmpty || awaited != nil }

  /// Drops the other recognizers to which the attempt refers.
  ///
  /// - Returns: these. They must be released when nothing of the attempt is being changed: a client's `deinit` may look at it.
  @inline(never)
  mutating func takeOthers() -> [GestureRecognizer] {
    var others: [GestureRecognizer] = []
    swap(&others, &requirements)
    if let awaited { others.append(awaited) }
    awaited = nil
    return others
  }

  /// Called after `reset`. The recognizer belongs to no engine until a touch begins the next attempt, but is still listed.
  mutating func close() {
    state = .possible
    isRunning = false
    leaveEngine()
  }

  /// Called when the engine, which has the touches, is deallocated.
  mutating func leaveEngine() {
    forget(marks.all)
    backReference = BackReference()
  }

  /// Called when the recognizer was taken off the lists.
  @inline(__always)
  mutating func leaveLists() { isListed = false }
}
