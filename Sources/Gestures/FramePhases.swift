/// The phases of a frame: what becomes of its contacts, in order (RS-8).
extension GestureEngine {
  func beginTouches(_ contacts: [TouchFrame.Contact]) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    for contact in contacts where contact.phase == .began && touch(contact.id) == nil {
      let view = root.hitTest(contact.location)
      let touch = Touch(
        contact, at: now, view: view, tapCount: tapCounter.count(for: contact.location, at: now))
      touch.delivery.reachesCode = view?.hasOwnTouchHandling == true
      touch.delivery.isObserved = reportsTouches || touch.delivery.reachesCode
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

  func moveTouches(_ contacts: [TouchFrame.Contact]) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    var place = 0
    var moved: UInt64 = 0
    for contact in contacts where contact.phase != .began && contact.phase != .stationary {
      guard let index = index(contact.id, near: &place) else { continue }
      Unmanaged.passUnretained(touches[index])._withUnsafeGuaranteedRef { touch in
        if contact.phase != .moved && contact.location == touch.location { return }
        touch.move(to: contact, at: now)
        moved |= touch.bit
        if touch.delivery.reachesCode || (touch.delivery.isObserved && reportsTouchMovements) { group.append(touch) }
      }
    }
    guard moved != 0 else { return }
    handOverMoves(of: moved)
    settle()
    if !group.isEmpty { deliver(.moved, of: group) }
  }

  func liftTouches(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase) {
    if !group.isEmpty { group.removeAll(keepingCapacity: true) }
    var place = 0
    for contact in contacts where contact.phase == phase {
      guard let touch = index(contact.id, near: &place).map({ touches[$0] }), touch.isDown else { continue }
      touch.phase = phase
      touch.timestamp = now
      if phase == .ended { tapCounter.lift(touch, at: now) }
      takenBits &= ~touch.bit
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    forgetMovers()
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

  func touch(_ id: UInt64) -> Touch? {
    for touch in touches where touch.id == id { return touch }
    return nil
  }

  /// The same, beginning where the last one was found: contacts come in the order of their touches, mostly.
  func index(_ id: UInt64, near place: inout Int) -> Int? {
    for _ in touches.indices {
      if place >= touches.count { place = 0 }
      defer { place += 1 }
      if touches[place].id == id { return place }
    }
    return nil
  }

  /// Calls each recognizer that has a batch, in order, with all of it.
  func handOver(batches body: (GestureRecognizer, [Touch]) -> Void) {
    for listener in listeners {
      let recognizer = listener.takeUnretainedValue()
      if recognizer.batch.isEmpty { continue }
      // One of those before it may have ended it.
      if recognizer.isListening { body(recognizer, recognizer.batch) }
      recognizer.batch.removeAll(keepingCapacity: true)
    }
  }

  /// Calls each recognizer that has one of the touches that moved, in order, with all those that it has.
  func handOverMoves(of moved: UInt64) {
    // Most have all touches that moved: for those one array is held, not one made for each.
    let isShared = moved & Self.sharedBit != 0
    if !isShared && moved != moverBits { findMovers(moved) }
    let all = movers
    for listener in listeners {
      listener._withUnsafeGuaranteedRef { recognizer in
        let concerned = recognizer.isListening ? recognizer.touchMask & moved : 0
        if concerned == 0 { return }
        if !isShared && concerned == moved {
          recognizer.touchesMoved(all, at: now)
        } else if concerned == recognizer.touchMask && concerned & Self.sharedBit == 0 {
          recognizer.touchesMoved(recognizer.touches, at: now)
        } else {
          for touch in recognizer.touches where touch.phase == .moved { recognizer.batch.append(touch) }
          recognizer.touchesMoved(recognizer.batch, at: now)
          recognizer.batch.removeAll(keepingCapacity: true)
        }
      }
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
    if !movers.isEmpty { movers.removeAll(keepingCapacity: true) }
  }

  func addListener(_ recognizer: GestureRecognizer) {
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

    init(of contacts: [TouchFrame.Contact]) {
      rawValue = contacts.reduce(0) { $0 | 1 << $1.phase.rawValue }
    }
  }
}

extension View {
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
