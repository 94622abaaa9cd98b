/// The touches that are down, each with a bit of its own, and those of the frame's current phase.
///
/// A value that calls no code outside this module, so that the engine may change it in place.
struct LiveTouches {
  /// In the order of their landing.
  private(set) var down: [Touch] = []
  /// The touches of the current phase; of those that moved only those whose movements are observed.
  private(set) var group: [Touch] = []
  /// The bits that touches have taken.
  private var takenBits: UInt64 = 0
  /// The touches that moved last, in the order of their landing, and their bits: mostly the same ones move again.
  private var movers: [Touch] = []
  private var moverBits: UInt64 = 0
  /// The touches of a group that one recognizer has, where it does not have all.
  private var part: [Touch] = []
  private var tapCounter = TapCounter()

  /// The last bit. All touches that find the 63 others taken share it, so it says only that some of them moved.
  static let sharedBit: UInt64 = 1 << 63

  func touch(_ id: UInt64) -> Touch? {
    for touch in down where touch.id == id { return touch }
    return nil
  }

  /// Called before the phases of a frame.
  @inline(__always)
  func beginFrame() {
    for touch in down { touch.phase = .stationary }
  }

  /// Called before the first `land` of a frame.
  mutating func beginPhase() { group.clear() }

  /// Begins a touch with the lowest free bit.
  mutating func land(_ contact: TouchFrame.Contact, in view: View?, at time: Timestamp) -> Touch {
    let touch = Touch(
      id: contact.id, type: contact.type, location: contact.location, isSample: !contact.isSynthesized, at: time,
      view: view, tapCount: tapCounter.count(for: contact.location, at: time))
    touch.bit = freeBit()
    down.append(touch)
    group.append(touch)
    return touch
  }

  /// Moves touches, those that lift elsewhere than they were included (RS-8).
  ///
  /// - Parameter reportsMovements: whether movements are reported that no view's own code sees.
  /// - Returns: the bits of those that moved.
  @inline(__always)
  mutating func move(_ contacts: [TouchFrame.Contact], at time: Timestamp, reportsMovements: Bool) -> UInt64 {
    group.clear()
    var place = 0
    var moved: UInt64 = 0
    for contact in contacts where contact.phase != .began && contact.phase != .stationary {
      guard let index = index(contact.id, near: &place) else { continue }
      let touch = Unmanaged.passUnretained(down[index])
      let bit = touch._withUnsafeGuaranteedRef { touch in
        if contact.phase != .moved && contact.location == touch.location { return UInt64(0) }
        touch.move(to: contact.location, isSample: !contact.isSynthesized, at: time)
        return touch.bit
      }
      moved |= bit
      if bit != 0
        && touch._withUnsafeGuaranteedRef({ $0.delivery.observesMovements(whereReported: reportsMovements) })
      {
        group.append(touch.takeUnretainedValue())
      }
    }
    return moved
  }

  /// Lifts or cancels touches: they leave those that are down and become the phase's group.
  mutating func lift(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase, at time: Timestamp) {
    group.clear()
    var place = 0
    for contact in contacts where contact.phase == phase {
      guard let touch = index(contact.id, near: &place).map({ down[$0] }), touch.isDown else { continue }
      touch.phase = phase
      touch.timestamp = time
      if phase == .ended {
        tapCounter.lift(
          from: touch.initialLocation, landed: touch.initialTimestamp, distance: touch.displacement.length,
          tapCount: touch.tapCount, at: time)
      }
      takenBits &= ~touch.bit
      group.append(touch)
    }
    guard !group.isEmpty else { return }
    // Their bits will be given to others.
    forgetMovers()
    down.removeLifted()
  }

  /// The touches with these bits, oldest first; none where the shared bit is among them.
  @inline(__always)
  mutating func movers(_ moved: UInt64) -> [Touch] {
    if moved & Self.sharedBit == 0 && moved != moverBits { findMovers(moved) }
    return movers
  }

  /// Those of `touches` for which `isIncluded` holds, in an array that keeps its storage.
  @inline(__always)
  mutating func part(of touches: [Touch], where isIncluded: (Touch) -> Bool) -> [Touch] {
    part.clear()
    for touch in touches where isIncluded(touch) { part.append(touch) }
    return part
  }

  private mutating func findMovers(_ moved: UInt64) {
    forgetMovers()
    for touch in down where touch.bit & moved != 0 { movers.append(touch) }
    moverBits = moved
  }

  private mutating func forgetMovers() {
    moverBits = 0
    movers.clear()
  }

  private mutating func freeBit() -> UInt64 {
    let free = ~takenBits
    let bit = free == 0 ? Self.sharedBit : free & (~free &+ 1)
    takenBits |= bit
    return bit
  }

  /// Where a touch is, looked for from where the last one was found: contacts mostly come in the order of their touches.
  @inline(__always)
  private func index(_ id: UInt64, near place: inout Int) -> Int? {
    if place < down.count, down[place].id == id {
      place += 1
      return place - 1
    }
    return search(id, from: &place)
  }

  private func search(_ id: UInt64, from place: inout Int) -> Int? {
    for _ in down.indices {
      if place >= down.count { place = 0 }
      defer { place += 1 }
      if down[place].id == id { return place }
    }
    return nil
  }
}

extension [Touch] {
  /// Leaves those that are down.
  mutating func removeLifted() { keepUncounted { $0.isDown } }
}
