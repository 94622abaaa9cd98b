/// How far the fingers may move before a recognizer must see them: a cautious estimate, which each recognizer narrows for its own
/// touches.
///
/// As long as the fingers that are down stay inside, and no deadline is due, no recognizer changes its state or asks for a change,
/// and no event is reported. The frames may then be handled later, all at once, in their order. A recognizer that cannot say this
/// closes the zone, and sees every frame.
package struct QuietZone {
  /// Where one touch may be on the screen, in millimetres, sides included.
  package struct Place {
    package let id: UInt64
    package fileprivate(set) var low = Point(x: -.infinity, y: -.infinity)
    package fileprivate(set) var high = Point(x: .infinity, y: .infinity)
  }

  /// Where the vector from one touch to another may point, in millimetres, sides included.
  package struct Pair {
    package let first: UInt64
    package let second: UInt64
    package fileprivate(set) var low: Vector
    package fileprivate(set) var high: Vector
  }

  /// What a recognizer must see of the frames in which fingers stay in the zone.
  enum Need: UInt8 {
    /// Nothing: it does nothing with them.
    case none
    /// Only the last frame: what it keeps depends on where the fingers are, not on how they came there.
    case last
    /// The frames that determine the velocities of its touches. It computes another velocity from the same ones.
    case recent
    /// Each frame, even if later.
    case each
  }

  /// Whether the fingers may move at all.
  package private(set) var isOpen = false
  /// The places of the touches that are down.
  package private(set) var places: [Place] = []
  package private(set) var pair: Pair?

  /// The part of a distance that is used: rounding must not make a zone too large.
  private static let caution = 0.999
  /// A zone that leaves a finger less than this, in millimetres, is closed: the finger would leave it at once.
  private static let least = 0.1

  /// Begins a zone in which the touches that are down may be anywhere.
  mutating func begin(with touches: [Touch]) {
    places.clear()
    touches.forEachUncounted { places.append(Place(id: $0.id)) }
    pair = nil
    isOpen = !places.isEmpty
  }

  /// Lets no finger move.
  mutating func close() { isOpen = false }

  /// Closes the zone, unless a condition holds.
  ///
  /// - Returns: `need`.
  mutating func close(unless condition: Bool, _ need: Need) -> Need {
    if !condition { close() }
    return need
  }

  /// Closes the zone if a finger that goes on as it last moved leaves it too soon.
  mutating func closeIfLeft(by touches: [Touch], in frames: Double) {
    for index in places.indices {
      let touch = Unmanaged.passUnretained(touches[index])
      touch._withUnsafeGuaranteedRef { touch in
        let step = touch.location - touch.previousLocation
        let x = touch.location.x + frames * step.x, y = touch.location.y + frames * step.y
        let place = places[index]
        if !(x >= place.low.x && x <= place.high.x && y >= place.low.y && y <= place.high.y) { close() }
      }
    }
  }

  /// Keeps a touch within a distance of a point, in millimetres.
  mutating func keep(_ touch: Touch, within distance: Double, of centre: Point) {
    let way = touch.location - centre
    // The square in the circle; if the finger is beside it, a smaller one around the finger.
    let half = distance * Self.caution * 0.5.squareRoot()
    if way.x.magnitude < half && way.y.magnitude < half {
      keep(touch, within: half, around: centre)
    } else {
      let rest = (distance * Self.caution - way.length) * 0.5.squareRoot()
      if rest >= Self.least { keep(touch, within: rest, around: touch.location) } else { close() }
    }
  }

  /// Keeps a touch within a distance of its present location, in millimetres.
  mutating func keep(_ touch: Touch, within distance: Double) { keep(touch, within: distance, of: touch.location) }

  private mutating func keep(_ touch: Touch, within half: Double, around centre: Point) {
    keep(
      touch, from: Point(x: centre.x - half, y: centre.y - half), to: Point(x: centre.x + half, y: centre.y + half))
  }

  /// Keeps a touch in a rectangle, in millimetres.
  mutating func keep(_ touch: Touch, from low: Point, to high: Point) {
    guard let index = places.firstIndex(where: { $0.id == touch.id }) else { return close() }
    places[index].low = Point(x: max(places[index].low.x, low.x), y: max(places[index].low.y, low.y))
    places[index].high = Point(x: min(places[index].high.x, high.x), y: min(places[index].high.y, high.y))
  }

  /// Keeps the vector from one touch to another within a distance of what it is now, in millimetres.
  mutating func keep(_ first: Touch, _ second: Touch, within distance: Double) {
    guard distance >= Self.least else { return close() }
    let half = distance * Self.caution * 0.5.squareRoot()
    let way = second.location - first.location
    let low = Vector(x: way.x - half, y: way.y - half), high = Vector(x: way.x + half, y: way.y + half)
    guard let old = pair else {
      pair = Pair(first: first.id, second: second.id, low: low, high: high)
      return
    }
    // There is one pair, which is enough for the fingers of one hand.
    guard old.first == first.id, old.second == second.id else { return close() }
    pair?.low = Vector(x: max(old.low.x, low.x), y: max(old.low.y, low.y))
    pair?.high = Vector(x: min(old.high.x, high.x), y: min(old.high.y, high.y))
  }
}
