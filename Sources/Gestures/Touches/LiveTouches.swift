/// The touches that an engine knows, each with a bit of its own: those that are down, and those that have lifted and belong to attempts.
///
/// The engine knows 64 touches at most (RS-16).
///
/// This is a value that calls no code outside this module, so that the engine may change it in place.
struct LiveTouches: ~Copyable {
  /// The touches that are down, in the order of landing.
  private(set) var down: [Touch] = []
  /// The most touches that were down at one time since the first one landed.
  private(set) var mostDown = 0
  /// All touches that the engine knows, in the order of landing.
  private var known: [Touch] = []
  /// The touches of the current phase. Of those that moved, it contains only the ones whose movements are observed.
  private(set) var group: [Touch] = []
  private var downBits: UInt64 = 0
  /// The bits of the touches that the engine knows.
  private var knownBits: UInt64 = 0
  /// Some of the touches that moved last, and some of a recognizer's touches. Usually the same ones are asked for again.
  private var movers = Selection()
  private var held = Selection()
  private var tapCounter = TapCounter()

  /// Some of the touches that are down, in the order of landing.
  private struct Selection {
    private(set) var touches: [Touch] = []
    private var bits: UInt64 = 0

    @inline(never)
    mutating func select(_ new: UInt64, of down: [Touch]) {
      if new == bits { return }
      clear()
      down.walk { if $0.bit & new != 0 { touches.append($0) } }
      bits = new
    }

    mutating func clear() {
      touches.clear()
      bits = 0
    }
  }

  /// Whether there are lifted touches that belong to attempts, or did.
  var hasLifted: Bool { knownBits != downBits }
  /// The touch that landed first of those that have lifted.
  var firstLifted: Touch? { known.first { !$0.isDown } }
  var isFull: Bool { knownBits == .max }

  func touch(_ id: UInt64) -> Touch? { down.first { $0.id == id } }

  /// Called before the phases of a frame.
  @inline(__always)
  func beginFrame() { down.walk { $0.phase = .stationary } }

  /// Called before the first `land` of a frame.
  mutating func beginPhase() { group.clear() }

  /// Begins a touch with the lowest free bit, of which there must be one.
  ///
  /// - Returns: the touch, which is also the last one of the phase.
  mutating func land(
    _ contact: TouchFrame.Contact, in view: View?, of engine: GestureEngine, at time: Timestamp
  ) -> Touch {
    let tapCount = tapCounter.count(for: contact.location, at: time)
    let bit = ~knownBits & (knownBits &+ 1)
    let touch = Touch(contact, at: time, in: view, of: engine, tapCount: tapCount, bit: bit)
    knownBits |= bit
    downBits |= bit
    known.append(touch)
    mostDown = down.isEmpty ? 1 : max(mostDown, down.count + 1)
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
      down.visit(index) { touch in
        if contact.phase != .moved && contact.location == touch.location || !contact.location.isOnEarth { return }
        touch.move(to: contact, at: time)
        moved |= touch.bit
        if touch.delivery.observesMovements(whereReported: reportsMovements) { group.append(touch) }
      }
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
    return down.visit(index) { touch in
      touch.move(to: location, at: time)
      return touch.bit
    }
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

  /// Lifts or cancels touches, and makes them the group of the phase. `removeLifted` must follow.
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
      group.append(touch)
    }
  }

  /// Removes the touches of the phase from those that are down.
  mutating func removeLifted() {
    movers.clear()
    held.clear()
    down.keep { $0.isDown }
    downBits = down.bits
  }

  /// Forgets the touches that have lifted, whose bits are used for other touches then.
  ///
  /// - Parameter held: the bits of those that still belong to attempts.
  mutating func forgetLifted(except held: UInt64) {
    let gone = knownBits & ~downBits & ~held
    if gone == 0 { return }
    known.keep { touch in
      let isGone = touch.bit & gone != 0
      if isGone { touch.holder = BackReference() }
      return !isGone
    }
    knownBits &= ~gone
  }

  /// Called when the engine is deallocated.
  func leaveEngine() { known.walk { $0.holder = BackReference() } }

  /// Returns the touches with these bits that are down, oldest first.
  @inline(__always)
  mutating func movers(_ bits: UInt64) -> [Touch] {
    if bits == downBits { return down }
    movers.select(bits, of: down)
    return movers.touches
  }

  /// Returns the centroid of the touches with these bits that are down; `nil` if there are none.
  func centroid(of bits: UInt64) -> Point? {
    var sum = Point.zero
    var count = 0.0
    down.walk { touch in
      if touch.bit & bits == 0 { return }
      sum = sum + (touch.location - .zero)
      count += 1
    }
    return count == 0 ? nil : Point(x: sum.x / count, y: sum.y / count)
  }

  /// Returns the same for a recognizer's touches, which may be asked for while those that moved are passed to it.
  @inline(__always)
  mutating func down(_ bits: UInt64) -> [Touch] {
    if bits == downBits { return down }
    held.select(bits, of: down)
    return held.touches
  }

  /// Returns the touches with these bits, including those that have lifted, oldest first.
  func touches(of bits: UInt64) -> [Touch] { bits == knownBits ? known : known.filter { $0.bit & bits != 0 } }

  /// Returns the index of a touch. The search starts after the touch that was found last, because contacts usually come in the
  /// order of their touches.
  @inline(__always)
  private func find(_ id: UInt64, near place: inout Int) -> Int? {
    if place < down.count, down.visit(place, { $0.id == id }) {
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
