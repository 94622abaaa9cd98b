/// The touches that are down, each with a bit of its own, and the touches of the phase that is being processed.
///
/// This is a value that calls no code outside this module, so that the engine may change it in place.
struct LiveTouches: ~Copyable {
  /// The touches that are down, in the order of landing.
  private(set) var down: [Touch] = []
  /// The touches that have lifted and belong to attempts that go on.
  private var lifted: [Touch] = []
  /// The touches of the current phase. Of those that moved, it contains only the ones whose movements are observed.
  private(set) var group: [Touch] = []
  /// The bits in use.
  private var takenBits: UInt64 = 0
  /// The touches that moved last, in the order of landing, and their bits. They are kept because usually the same ones move
  /// again.
  private var movers: [Touch] = []
  private var moverBits: UInt64 = 0
  /// The touches of a group that one recognizer has, if it does not have all of them.
  private var part: [Touch] = []
  private var tapCounter = TapCounter()

  /// The last bit. It is shared by all touches that land while the 63 other bits are taken, so it only says that some of them
  /// moved.
  static let sharedBit: UInt64 = 1 << 63

  /// Whether there are lifted touches that belong to attempts.
  var hasLifted: Bool { !lifted.isEmpty }

  /// Returns a touch that is down.
  func touch(_ id: UInt64) -> Touch? { down.first { $0.id == id } }

  /// Called before the phases of a frame.
  @inline(__always)
  func beginFrame() { down.walk { $0.phase = .stationary } }

  /// Called before the first `land` of a frame.
  mutating func beginPhase() {
    group.clear()
    part.clear()  // It may have the only other references to touches that are over.
  }

  /// Begins a touch with the lowest free bit.
  ///
  /// - Returns: the touch, which is also the last one of the phase.
  mutating func land(_ contact: TouchFrame.Contact, in view: View?, at time: Timestamp) -> Touch {
    let tapCount = tapCounter.count(for: contact.location, at: time)
    let touch = Touch(contact, at: time, in: view, tapCount: tapCount, bit: freeBit())
    down.append(touch)
    group.append(touch)
    return touch
  }

  /// Moves touches, including those that lift at a new location (RS-8).
  ///
  /// - Parameter reportsMovements: whether movements are reported as events, even if no view's own code sees them.
  /// - Returns: the bits of the touches that moved.
  @inline(__always)
  mutating func move(_ contacts: [TouchFrame.Contact], at time: Timestamp, reportsMovements: Bool) -> UInt64 {
    group.clear()
    var place = 0
    var moved: UInt64 = 0
    for number in contacts.indices where contacts[number].phase != .began && contacts[number].phase != .stationary {
      let contact = contacts[number]
      guard let index = find(contact.id, near: &place) else { continue }
      let touch = down[index]
      if contact.phase != .moved && contact.location == touch.location || !contact.location.isOnEarth { continue }
      touch.move(to: contact, at: time)
      moved |= touch.bit
      if touch.delivery.observesMovements(whereReported: reportsMovements) { group.append(touch) }
    }
    return moved
  }

  /// Moves a touch in a frame that was kept.
  ///
  /// - Parameter place: where the search begins; moves on to the next touch.
  /// - Returns: the touch's bit; 0 if it is not down.
  @inline(__always)
  mutating func move(_ id: UInt64, to location: Point, at time: Timestamp, near place: inout Int) -> UInt64 {
    guard let index = find(id, near: &place) else { return 0 }
    down[index].move(to: location, at: time)
    return down[index].bit
  }

  /// Takes the imprints of touches that rest, and makes those that are observed the group of the phase.
  ///
  /// - Parameter reportsMovements: as in `move`.
  /// - Returns: the bits of these touches.
  mutating func press(_ contacts: [TouchFrame.Contact], at time: Timestamp, reportsMovements: Bool) -> UInt64 {
    group.clear()
    var place = 0
    var pressed: UInt64 = 0
    for contact in contacts where contact.phase == .stationary {
      guard let touch = find(contact.id, near: &place).map({ down[$0] }), touch.phase == .stationary else { continue }
      touch.press(contact, at: time)
      pressed |= touch.bit
      if touch.delivery.observesMovements(whereReported: reportsMovements) { group.append(touch) }
    }
    return pressed
  }

  /// Lifts or cancels touches: removes them from those that are down and makes them the group of the phase.
  mutating func lift(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase, at time: Timestamp) {
    group.clear()
    var place = 0
    for number in contacts.indices where contacts[number].phase == phase {
      guard let index = find(contacts[number].id, near: &place) else { continue }
      let touch = down[index]
      if !touch.isDown { continue }
      touch.phase = phase
      touch.timestamp = time
      if phase == .ended {
        tapCounter.lift(
          from: touch.initialLocation, landed: touch.initialTimestamp, distance: touch.displacement.length,
          tapCount: touch.tapCount, at: time)
      }
      takenBits &= ~touch.bit
      group.append(touch)
      if touch.attempts > 0 { lifted.append(touch) }
    }
    guard !group.isEmpty else { return }
    // The bits will be reused for other touches.
    forgetMovers()
    down.keep { $0.isDown }
  }

  /// Called when attempts have ended, before their recognizers may be gone: takes these off the touches' lists, and forgets the lifted
  /// touches that belonged only to them.
  mutating func forgetEndedAttempts() {
    down.walk { $0.forgetEndedAttempts() }
    lifted.keep { touch in
      touch.forgetEndedAttempts()
      return touch.attempts > 0
    }
  }

  /// Returns the touches with these bits, oldest first; none if the shared bit is among them.
  @inline(__always)
  mutating func movers(_ moved: UInt64) -> [Touch] {
    if moved & Self.sharedBit == 0 && moved != moverBits { findMovers(moved) }
    return movers
  }

  /// Returns the elements of `touches` for which `isIncluded` holds, in an array that keeps its storage.
  @inline(__always)
  mutating func part(of touches: [Touch], where isIncluded: (Touch) -> Bool) -> [Touch] {
    part.clear()
    touches.walk { if isIncluded($0) { part.append($0) } }
    return part
  }

  private mutating func findMovers(_ moved: UInt64) {
    forgetMovers()
    down.walk { if $0.bit & moved != 0 { movers.append($0) } }
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

  /// Returns the index of a touch. The search starts after the touch that was found last, because contacts usually come in the
  /// order of their touches.
  @inline(__always)
  private func find(_ id: UInt64, near place: inout Int) -> Int? {
    if place < down.count, down[place].id == id {
      place += 1
      return place - 1
    }
    return search(id, from: &place)
  }

  private func search(_ id: UInt64, from place: inout Int) -> Int? {
    for _ in 0..<down.count {
      if place >= down.count { place = 0 }
      defer { place += 1 }
      if down[place].id == id { return place }
    }
    return nil
  }
}
