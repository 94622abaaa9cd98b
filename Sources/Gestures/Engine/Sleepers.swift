/// The recognizers that sleep while one finger is alone on the screen, because a finger that rests, or that has no second one beside it, does
/// not concern them.
///
/// Most fingers tap. A pan then only fails at the lift, and so does a pinch. A recognizer that sleeps is on no other list, and none of its
/// methods are called. The engine wakes it before anything happens that would be different for a recognizer that is awake. It then receives
/// the touch as at its landing, because nothing that concerns it has happened since. If the finger lifts first, the recognizer fails
/// without being called.
struct Sleepers: ~Copyable {
  /// The recognizers that wake when the finger moves, and the others, which wake when a second one lands.
  private var resting = UncountedList<GestureRecognizer>()
  private var alone = UncountedList<GestureRecognizer>()
  /// The touch that they have, which is the only one on the screen. `nil`: no recognizer sleeps.
  private(set) var touch: Unmanaged<Touch>?
  /// The time after the landing at which the first of them has a deadline, in microseconds.
  private var shortestSleep = Int64.max
  /// The engine's uncertainty at the landing.
  private(set) var uncertainty = 0.0
  /// Whether the touch has lifted, so that they have failed and must be reset.
  private(set) var haveFailed = false

  @inline(__always)
  var isEmpty: Bool { touch == nil }

  /// Whether any of them wakes when the finger moves.
  @inline(__always)
  var isAnyResting: Bool { touch != nil && !resting.isEmpty }

  /// The time at which the first of them has a deadline; `nil`: none has, or no recognizer sleeps.
  @inline(__always)
  var deadline: Timestamp? {
    guard shortestSleep != .max, let touch else { return nil }
    return touch._withUnsafeGuaranteedRef { $0.initialTimestamp + shortestSleep }
  }

  /// Called before up to that many gestures fall asleep.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    resting.reserve(more)
    alone.reserve(more)
  }

  /// Called, after `reserve`, when a gesture falls asleep.
  @inline(__always)
  mutating func addReserved(_ recognizer: GestureRecognizer) {
    if recognizer.sleep == .untilMovement {
      resting.appendReserved(recognizer)
      shortestSleep = min(shortestSleep, recognizer.longestSleep)
    } else {
      alone.appendReserved(recognizer)
    }
  }

  /// Called after the recognizers that sleep while this touch is alone were added. The touch lands at this moment.
  ///
  /// - Returns: whether there are any.
  @inline(__always)
  mutating func begin(with touch: Touch, uncertainty: Double) -> Bool {
    if resting.isEmpty && alone.isEmpty { return false }
    self.touch = .passUnretained(touch)
    self.uncertainty = uncertainty
    return true
  }

  /// Returns the recognizers that wake when the finger moves, and forgets them.
  mutating func takeResting() -> UncountedElements<GestureRecognizer> {
    let elements = resting.elements
    resting.clear()
    shortestSleep = .max
    if alone.isEmpty { leaveTouch() }
    return elements
  }

  /// Returns the others, and forgets them.
  mutating func takeAlone() -> UncountedElements<GestureRecognizer> {
    let elements = alone.elements
    alone.clear()
    if resting.isEmpty { leaveTouch() }
    return elements
  }

  @inline(__always)
  private mutating func leaveTouch() {
    touch?._withUnsafeGuaranteedRef { $0.engineOfSleepers = nil }
    touch = nil
  }

  /// Called when the touch lifts.
  @inline(__always)
  mutating func fail() {
    touch?._withUnsafeGuaranteedRef { touch in
      resting.forEach { $0.failAsleep(at: touch.location) }
      alone.forEach { $0.failAsleep(at: touch.location) }
    }
    leaveTouch()
    shortestSleep = .max
    haveFailed = true
  }

  /// Called at the end of the turn in which they failed.
  @inline(__always)
  mutating func reset() {
    resting.forEach { $0.endSleep() }
    alone.forEach { $0.endSleep() }
    resting.clear()
    alone.clear()
    haveFailed = false
  }
}

extension GestureRecognizer {
  /// What wakes a recognizer that sleeps.
  enum Sleep: UInt8 {
    /// It does not sleep.
    case never
    /// The finger moves, or a second one lands.
    case untilMovement
    /// A second finger lands.
    case untilSecondTouch
  }
}

extension GestureEngine {
  /// Called before anything happens that is different for gestures that are awake: a gesture asks to begin, a client looks.
  @inline(__always)
  func wakeSleepers() { if !sleepers.isEmpty { wakeAll() } }

  @inline(never)
  private func wakeAll() {
    guard let touch = sleepers.touch?.takeUnretainedValue() else { return }
    if sleepers.isAnyResting { wake(sleepers.takeResting(), touch) }
    if !sleepers.isEmpty { wake(sleepers.takeAlone(), touch) }
  }

  /// Called before the finger may move.
  @inline(__always)
  func wakeResting() { if sleepers.isAnyResting { wakeAllResting() } }

  @inline(never)
  private func wakeAllResting() {
    if let touch = sleepers.touch?.takeUnretainedValue() { wake(sleepers.takeResting(), touch) }
  }

  /// Wakes the recognizers that a frame concerns. Called before anything else happens in it.
  @inline(never)
  func wakeSleepers(for frame: TouchFrame) {
    for place in frame.contacts.indices {
      let contact = frame.contacts[place]
      switch contact.phase {
      case .began: return wakeAll()
      case .moved: wakeResting()
      case .ended, .cancelled:
        let moves = sleepers.touch?._withUnsafeGuaranteedRef { $0.id == contact.id && $0.location != contact.location }
        if moves == true { wakeResting() }
      case .stationary: break
      }
    }
  }

  /// Passes the touch to gestures that have slept.
  private func wake(_ recognizers: UncountedElements<GestureRecognizer>, _ touch: Touch) {
    let landed = live.movers(touch.bit)
    let present = uncertainty
    uncertainty = sleepers.uncertainty
    recognizers.forEachUncounted { recognizer in
      recognizer.wakeUp()
      arbiter.insert(recognizer)
      listeners.add(recognizer)
      touch.attempts += 1
      recognizer.receive(touch)
      _ = recognizer.clearConcerned()
      touch.recognizers.insertByRank(recognizer)
      recognizer.touchesBegan(landed, at: touch.initialTimestamp)
    }
    uncertainty = present
  }
}

extension UncountedList where Element == GestureRecognizer {
  /// Inserts a recognizer in front of the last ones that have a higher rank.
  mutating func insertByRank(_ recognizer: GestureRecognizer) {
    let elements = elements
    let rank = recognizer.attempt.marks.rank
    var place = elements.count
    while place > 0, elements[uncounted: place - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank > rank }) {
      place -= 1
    }
    insert(recognizer, at: place)
  }
}
