/// What a recognizer holds from its first touch to its reset (RS-1).
///
/// Only the recognizer changes its attempt, called by the engine and the arbiter.
struct Attempt {
  /// The plain values of an attempt, in one block: the reset puts new ones in their place.
  struct Marks {
    /// The order among recognizers: deeper views come first, then the order of adding (RS-8, ARB-9).
    var rank: UInt64 = 0
    /// The bits of the touches that are down.
    var mask: UInt64 = 0
    /// The bits of the landing or lifting touches that are about to be handed over.
    var concerned: UInt64 = 0
    /// The time when `deadlinePassed` is due.
    var deadline: Timestamp?
    /// The state that the recognizer has asked for and not been granted yet: `began` or `ended`.
    var wish: GestureRecognizer.State?
    /// Whether touches are still handed over: the attempt is neither at its end nor waits for its wish (RS-2, REQ-5).
    var isListening = false
  }

  /// Unmanaged, as each look at an unowned reference counts. The engine clears it, at the reset and in its deinit.
  private var owner: Unmanaged<GestureEngine>?
  var state = GestureRecognizer.State.possible
  var marks = Marks()
  /// The last centroid of the touches; the reset keeps it (RS-9).
  private(set) var lastCentroid = Point.zero
  /// The recognizer most recently reported as being waited for.
  var awaited: GestureRecognizer?
  /// The touches that are down, oldest first.
  private(set) var touches: [Touch] = []
  /// All touches of the attempt, those lifted included.
  private(set) var allTouches: [Touch] = []
  /// The dynamic requirements, which hold for one attempt (REQ-3).
  private(set) var requirements: [GestureRecognizer] = []

  /// The engine whose touches they are; `nil`: no attempt runs.
  var engine: GestureEngine? { owner?.takeUnretainedValue() }

  /// Whether an attempt runs.
  var isRunning: Bool { owner != nil }

  /// Whether an attempt runs, on touches of this engine.
  func isRunning(in engine: GestureEngine) -> Bool { owner?.toOpaque() == Unmanaged.passUnretained(engine).toOpaque() }

  /// Calls `body` with the engine, if there is one, without counting it. It must call no code of other modules, which might
  /// release the engine.
  @inline(__always)
  func withEngine<Result>(_ body: (GestureEngine) -> Result) -> Result? { owner?._withUnsafeGuaranteedRef(body) }

  /// Whether the recognizer has asked and not been answered yet.
  var isAsking: Bool { marks.wish != nil }

  /// Begins with the first touch that the recognizer gets.
  mutating func begin(in engine: GestureEngine, rank: UInt64) {
    owner = Unmanaged.passUnretained(engine)
    marks.rank = rank
    marks.isListening = true
  }

  /// Adds a touch that lands.
  mutating func add(_ touch: Touch) {
    allTouches.append(touch)
    touches.append(touch)
    marks.mask |= touch.bit
    marks.concerned |= touch.bit
  }

  /// Drops a touch as if it had never been the attempt's (RS-7).
  mutating func remove(_ touch: Touch) {
    lastCentroid = touches.centroid() ?? lastCentroid
    touches.removeAll { $0 === touch }
    marks.mask &= ~touch.bit
    allTouches.removeAll { $0 === touch }
  }

  /// Takes the touches that have lifted or were cancelled out of those that are down.
  mutating func removeLifted() {
    guard let centroid = touches.centroid() else { return }
    lastCentroid = centroid
    touches.removeLifted()
    marks.mask = 0
    for touch in touches { marks.mask |= touch.bit }
  }

  /// Notes that one of its touches lifts, which has yet to be handed over.
  @inline(__always)
  mutating func concern(_ touch: Touch) { marks.concerned |= touch.bit }

  /// Called when touches are handed over.
  ///
  /// - Returns: the bits of those that landed or lifted.
  @inline(__always)
  mutating func clearConcerned() -> UInt64 {
    defer { marks.concerned = 0 }
    return marks.concerned
  }

  /// Adds a dynamic requirement.
  mutating func require(_ recognizer: GestureRecognizer) { requirements.append(recognizer) }

  /// Whether both have had a touch in common, `touch` not counted.
  func sharesTouch(with other: Attempt, besides touch: Touch?) -> Bool {
    for mine in allTouches where mine !== touch {
      for theirs in other.allTouches where theirs === mine { return true }
    }
    return false
  }

  /// Becomes an attempt without touches and requirements, which has yet to begin. Engine and state are those of the end,
  /// which `reset` may read, until `close`. The arrays keep their storage: a finger that lands must not allocate.
  mutating func startOver() {
    marks = Marks()
    awaited = nil
    touches.clear()
    allTouches.clear()
    requirements.clear()
  }

  /// Called after `reset`: the recognizer belongs to no engine until a touch begins the next attempt.
  mutating func close() {
    state = .possible
    leaveEngine()
  }

  /// Called when the engine goes.
  mutating func leaveEngine() { owner = nil }
}
