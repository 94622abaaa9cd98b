import Gestures

/// Fingers that land, move and lift at random, and some reports that no panel should make.
struct MischiefHand {
  static let screen = Rect(x: 0, y: 0, width: 120, height: 80)

  private(set) var places: [UInt64: Point] = [:]
  private(set) var nextID: UInt64 = 1
  /// How many fingers land at most.
  let fingers: Int
  /// How often a contact is odd: in a place that is none, reported twice, or known no more.
  let oddness: Double

  /// Forgets the fingers, which are cancelled.
  mutating func letGo() { places = [:] }

  /// Notes where a finger has gone.
  mutating func note(_ id: UInt64, at place: Point) { if places[id] != nil { places[id] = place } }

  mutating func contacts(_ random: inout SplitMix64) -> [TouchFrame.Contact] {
    var contacts: [TouchFrame.Contact] = []
    for id in places.keys.sorted() where random.chance(0.6) { contacts.append(change(of: id, &random)) }
    while places.count < fingers && random.chance(places.isEmpty ? 0.6 : places.count < 3 ? 0.1 : 0.8) {
      contacts.append(landing(&random))
    }
    if random.chance(oddness) { contacts.append(oddity(after: contacts, &random)) }
    return contacts
  }

  private mutating func change(of id: UInt64, _ random: inout SplitMix64) -> TouchFrame.Contact {
    let place = places[id]!
    if random.chance(0.1) {
      places[id] = nil
      return TouchFrame.Contact(id: id, phase: random.chance(0.8) ? .ended : .cancelled, location: place)
    }
    if random.chance(0.1) {
      var contact = TouchFrame.Contact(id: id, phase: .stationary, location: place)
      contact.imprint = Touch.Imprint(force: random.unit())
      return contact
    }
    let step = Vector(x: Double(random.below(9)) - 4, y: Double(random.below(5)) - 2)
    places[id] = place + step
    return TouchFrame.Contact(id: id, phase: .moved, location: place + step)
  }

  private mutating func landing(_ random: inout SplitMix64) -> TouchFrame.Contact {
    let place = Point(x: random.unit() * Self.screen.size.width, y: random.unit() * Self.screen.size.height)
    places[nextID] = place
    defer { nextID += 1 }
    let type = random.chance(0.9) ? .finger : random.pick(Touch.TouchType.allCases)
    return TouchFrame.Contact(id: nextID, phase: .began, location: place, type: type)
  }

  /// Returns a contact that no panel should report.
  private mutating func oddity(
    after contacts: [TouchFrame.Contact], _ random: inout SplitMix64
  ) -> TouchFrame.Contact {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e7, 999_999, 0]
    let nowhere = Point(x: random.pick(numbers), y: random.pick(numbers))
    switch random.below(4) {
    case 0: return TouchFrame.Contact(id: nextID, phase: .began, location: nowhere)
    case 1:
      let phase = random.pick([Touch.Phase.began, .moved, .stationary, .ended, .cancelled])
      let id = 1 + UInt64(random.below(Int(nextID)))
      return TouchFrame.Contact(id: id, phase: phase, location: nowhere)
    case 2:
      if let contact = contacts.last { return contact }
      fallthrough
    default:
      // A finger that lands again, or one that landed before and has lifted.
      let id = 1 + UInt64(random.below(Int(nextID)))
      return TouchFrame.Contact(id: id, phase: .began, location: Point(x: 60, y: 40))
    }
  }
}

extension MischiefHand {
  /// Moves a finger inside the quiet zone; `nil`: it rests, or is not known.
  mutating func step(of id: UInt64, in zone: borrowing QuietZone, _ random: inout SplitMix64) -> Point? {
    guard let here = places[id], let place = zone.places.first(where: { $0.id == id }), random.chance(0.7) else {
      return nil
    }
    // Where fingers depend on each other, each goes almost nowhere.
    let reach = zone.pair == nil && zone.centre == nil ? random.pick([0.05, 3]) : 0.005
    let there = here + Vector(x: (random.unit() * 2 - 1) * reach, y: (random.unit() * 2 - 1) * reach)
    let target = Point(
      x: min(max(there.x, place.low.x), place.high.x), y: min(max(there.y, place.low.y), place.high.y))
    places[id] = target
    return target
  }
}
