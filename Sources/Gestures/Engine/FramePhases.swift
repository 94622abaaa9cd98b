/// The phases of a frame: what becomes of its contacts, in order (RS-8).
extension GestureEngine {
  func beginTouches(_ contacts: [TouchFrame.Contact]) {
    group.clear()
    for contact in contacts where contact.phase == .began && touch(contact.id) == nil {
      let view = root.hitTest(contact.location)
      let touch = Touch(
        id: contact.id, type: contact.type, location: contact.location, isSample: !contact.isSynthesized, at: now,
        view: view, tapCount: tapCounter.count(for: contact.location, at: now))
      touch.delivery.reachesCode = view?.hasOwnTouchHandling == true
      touch.delivery.isObserved = reportsTouches || touch.delivery.reachesCode
      touch.bit = takeBit()
      touches.append(touch)
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    if !arbiter.attempts.isEmpty {
      for touch in group { failThoseThatCannotContinue(with: touch) }
    }
    for touch in group { offer(touch) }
    handOver { $0.touchesBegan($1, at: now) }
    settle()
    deliver(.began, of: group)
  }

  func moveTouches(_ contacts: [TouchFrame.Contact]) {
    group.clear()
    var place = 0
    var moved: UInt64 = 0
    for contact in contacts where contact.phase != .began && contact.phase != .stationary {
      guard let index = index(contact.id, near: &place) else { continue }
      let touch = Unmanaged.passUnretained(touches[index])
      let bit = touch._withUnsafeGuaranteedRef { touch in
        if contact.phase != .moved && contact.location == touch.location { return UInt64(0) }
        touch.move(to: contact.location, isSample: !contact.isSynthesized, at: now)
        return touch.bit
      }
      moved |= bit
      if bit != 0 && touch._withUnsafeGuaranteedRef({ isObserving($0) }) { group.append(touch.takeUnretainedValue()) }
    }
    guard moved != 0 else { return }
    handOverMoves(of: moved)
    settle()
    if !group.isEmpty { deliver(.moved, of: group) }
  }

  /// Whether somebody besides the recognizers wants to know how a touch moves.
  @inline(__always)
  private func isObserving(_ touch: Touch) -> Bool {
    touch.delivery.reachesCode || (touch.delivery.isObserved && reportsTouchMovements)
  }

  func liftTouches(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase) {
    group.clear()
    var place = 0
    for contact in contacts where contact.phase == phase {
      guard let touch = index(contact.id, near: &place).map({ touches[$0] }), touch.isDown else { continue }
      touch.phase = phase
      touch.timestamp = now
      if phase == .ended {
        tapCounter.lift(
          from: touch.initialLocation, landed: touch.initialTimestamp, distance: touch.displacement.length,
          tapCount: touch.tapCount, at: now)
      }
      takenBits &= ~touch.bit
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    forgetMovers()
    touches.removeLifted()
    for touch in group {
      touch.gestureRecognizers.forEachUncounted { recognizer in
        recognizer.lift(touch)
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

  func touch(_ id: UInt64) -> Touch? {
    for touch in touches where touch.id == id { return touch }
    return nil
  }

  /// The same, beginning where the last one was found: contacts come in the order of their touches, mostly.
  @inline(__always)
  func index(_ id: UInt64, near place: inout Int) -> Int? {
    if place < touches.count, touches[place].id == id {
      place += 1
      return place - 1
    }
    return search(id, from: &place)
  }

  private func search(_ id: UInt64, from place: inout Int) -> Int? {
    for _ in touches.indices {
      if place >= touches.count { place = 0 }
      defer { place += 1 }
      if touches[place].id == id { return place }
    }
    return nil
  }

  /// Calls each recognizer that is concerned by some touches of the group, in order, with all of them.
  func handOver(_ body: (GestureRecognizer, [Touch]) -> Void) {
    let all = group
    let bits = all.reduce(0) { $0 | $1.bit }
    forEachListener { recognizer in
      let concerned = recognizer.concernedTouches()
      if concerned == 0 { return }
      // Most have all that landed or lifted: for those one array is held, not one made for each.
      if concerned == bits && bits & Self.sharedBit == 0 { return body(recognizer, all) }
      part.clear()
      for touch in all where recognizer.attempt.allTouches.contains(where: { $0 === touch }) { part.append(touch) }
      if !part.isEmpty { body(recognizer, part) }
    }
  }

  /// Calls each recognizer that has one of the touches that moved, in order, with all those that it has.
  func handOverMoves(of moved: UInt64) {
    // Most have all touches that moved, as above.
    let isShared = moved & Self.sharedBit != 0
    if !isShared && moved != moverBits { findMovers(moved) }
    let all = movers
    forEachListener { recognizer in
      let concerned = recognizer.attempt.mask & moved
      if concerned == 0 { return }
      if !isShared && concerned == moved {
        recognizer.touchesMoved(all, at: now)
      } else if concerned == recognizer.attempt.mask && concerned & Self.sharedBit == 0 {
        recognizer.touchesMoved(recognizer.attempt.touches, at: now)
      } else {
        part.clear()
        for touch in recognizer.attempt.touches where touch.phase == .moved { part.append(touch) }
        recognizer.touchesMoved(part, at: now)
      }
    }
  }

  /// Calls each recognizer that listens, in order; not one of them that another one's turn has ended.
  @inline(__always)
  private func forEachListener(_ body: (GestureRecognizer) -> Void) {
    var place = 0
    while place < listeners.count {
      listeners[place]._withUnsafeGuaranteedRef { if $0.attempt.isListening { body($0) } }
      place += 1
    }
  }

  private func findMovers(_ moved: UInt64) {
    forgetMovers()
    for touch in touches where touch.bit & moved != 0 { movers.append(touch) }
    moverBits = moved
  }

  /// To be called when a bit is given to another touch, or to none.
  private func forgetMovers() {
    moverBits = 0
    movers.clear()
  }

  func addListener(_ recognizer: GestureRecognizer) {
    let rank = recognizer.attempt.rank
    // It is asked in the order of rank, and so is the last one mostly.
    var place = listeners.count
    while place > 0, listeners[place - 1]._withUnsafeGuaranteedRef({ $0.attempt.rank > rank }) { place -= 1 }
    let listener = Unmanaged.passUnretained(recognizer)
    if place == listeners.count { listeners.append(listener) } else { listeners.insert(listener, at: place) }
  }

  /// Before those are let go of whose attempts have ended.
  func sweepListeners() {
    guard mustSweepListeners else { return }
    mustSweepListeners = false
    var kept = 0
    for place in listeners.indices where listeners[place]._withUnsafeGuaranteedRef({ $0.attempt.isListening }) {
      listeners[kept] = listeners[place]
      kept += 1
    }
    while listeners.count > kept { listeners.removeLast() }
  }

  /// More touches than a mask has bits share the last one, which then says only that some of them moved.
  private static let sharedBit: UInt64 = 1 << 63

  func takeBit() -> UInt64 {
    let free = ~takenBits
    let bit = free == 0 ? Self.sharedBit : free & (~free &+ 1)
    takenBits |= bit
    return bit
  }
}

extension Touch {
  /// Those that occur in a frame: most have moves alone, and then the others' steps cost nothing.
  struct Phases: OptionSet {
    let rawValue: UInt8

    static let began = Phases(.began), moved = Phases(.moved), ended = Phases(.ended), cancelled = Phases(.cancelled)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ phase: Phase) { rawValue = 1 << phase.rawValue }

    @inline(__always)
    init(of contacts: [TouchFrame.Contact]) {
      var bits: UInt8 = 0
      for contact in contacts { bits |= 1 &<< contact.phase.rawValue }
      rawValue = bits
    }
  }
}

extension View {
  /// Whether a touch that lands here could reach code that is not this module's.
  fileprivate var hasOwnTouchHandling: Bool {
    var view: View? = self
    while let here = view {
      if type(of: here) != View.self { return true }  // Whose `next` may be anybody.
      view = here.superview
    }
    return false
  }
}
