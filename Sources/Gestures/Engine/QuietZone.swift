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

  /// How the vector from one touch to another may change.
  package struct Pair {
    package let first: UInt64
    package let second: UInt64
    /// The vector as it is now, in millimetres.
    package let way: Vector
    /// The lengths that it may have, in millimetres, both included.
    package fileprivate(set) var lengths = 0...Double.infinity
    /// The tangent of the angle by which it may turn, less than a quarter turn; `nil`: any angle.
    package fileprivate(set) var steepest: Double?
  }

  /// Where the centroid of all touches may be.
  package struct Centre {
    /// Where it is now.
    package let middle: Point
    /// The distance that it may have from there, in millimetres, included.
    package fileprivate(set) var radius: Double

    /// - Parameter distance: the distance that it may have from there, in millimetres, before rounding is considered.
    init(of distance: Double, around middle: Point) {
      self.middle = middle
      radius = distance * caution
    }
  }

  /// What a recognizer must see of the frames in which fingers stay in the zone.
  package enum Need: Comparable {
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
  /// `nil`: the centroid may be anywhere.
  package private(set) var centre: Centre?
  /// The most that a recognizer must see of the frames.
  package private(set) var need = Need.none
  /// Whether no recognizer, view or reader gets the movements of the fingers.
  package private(set) var isIgnored = true

  /// The part of a distance that is used: rounding must not make a zone too large.
  private static let caution = 0.999
  /// A zone that leaves a finger less than this, in millimetres, is closed: the finger would leave it at once.
  static let least = 0.1

  /// The least ratio of the sides of a place: room for a finger that turns by 20° or trembles.
  private static let leastShare = 0.35

  /// Begins a zone in which the touches that are down may be anywhere.
  mutating func begin(with touches: [Touch]) {
    places.clear()
    for touch in touches { places.append(Place(id: touch.id)) }
    pair = nil
    centre = nil
    need = .none
    isIgnored = true
    isOpen = !places.isEmpty
  }

  /// Notes a recognizer that follows fingers, and what it must see of the frames.
  mutating func note(_ need: Need) {
    self.need = max(self.need, need)
    isIgnored = false
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

  /// Closes the zone if fingers that go on as they last moved leave it too soon.
  mutating func closeIfLeft(by touches: [Touch], in frames: Double) {
    var sum = Vector.zero, ends = (Point.zero, Point.zero)
    for index in places.indices {
      let touch = touches[index], place = places[index]
      let end = touch.location + (touch.location - touch.previousLocation) * frames
      if !end.isWithin(place.low, place.high) { close() }
      sum = sum + (end - .zero)
      if place.id == pair?.first { ends.0 = end }
      if place.id == pair?.second { ends.1 = end }
    }
    if let centre {
      let way = Point.zero + sum * (1 / Double(places.count)) - centre.middle
      if !(way.length <= centre.radius) { close() }
    }
    if let pair {
      let way = ends.1 - ends.0
      if !pair.lengths.contains(way.length) { close() }
      if let steepest = pair.steepest {
        let across = pair.way.x * way.y - pair.way.y * way.x, along = pair.way.x * way.x + pair.way.y * way.y
        if !(across.magnitude <= steepest * along) { close() }
      }
    }
  }

  /// Keeps a touch within a distance of a point, in millimetres.
  mutating func keep(_ touch: Touch, within distance: Double, of centre: Point) {
    let way = touch.location - centre, step = touch.location - touch.previousLocation
    let radius = distance * Self.caution, rest = radius - way.length
    guard rest >= Self.least else { return close() }
    // A rectangle in the circle, one corner of which is where the finger will leave it; if the finger is beside that, a smaller one
    // around the finger.
    let length = step.length
    let corner = Self.corner(at: radius, towards: length > 0 ? way + step * (rest / length) : way)
    if way.x.magnitude < corner.x && way.y.magnitude < corner.y {
      keep(touch, from: centre - corner, to: centre + corner)
    } else {
      let corner = Self.corner(at: rest, towards: step)
      keep(touch, from: touch.location - corner, to: touch.location + corner)
    }
  }

  /// Keeps a touch within a distance of its present location, in millimetres.
  mutating func keep(_ touch: Touch, within distance: Double) { keep(touch, within: distance, of: touch.location) }

  /// Returns half the width and half the height of a rectangle whose corners are this far from its middle, in millimetres. It leaves most
  /// room in one direction, and some in all.
  private static func corner(at radius: Double, towards way: Vector) -> Vector {
    let longest = max(way.x.magnitude, way.y.magnitude)
    if !(longest > 0) { return Vector(x: radius, y: radius) * 0.5.squareRoot() }
    let least = longest * leastShare
    let corner = Vector(x: max(way.x.magnitude, least), y: max(way.y.magnitude, least))
    return corner * (radius / corner.length)
  }

  /// Keeps a touch in a rectangle, in millimetres.
  mutating func keep(_ touch: Touch, from low: Point, to high: Point) {
    guard let index = places.firstIndex(where: { $0.id == touch.id }) else { return close() }
    places[index].low = Point(x: max(places[index].low.x, low.x), y: max(places[index].low.y, low.y))
    places[index].high = Point(x: min(places[index].high.x, high.x), y: min(places[index].high.y, high.y))
  }

  /// Keeps the centroid of touches within a distance of where it is now, in millimetres.
  mutating func keepCentre(of touches: [Touch], within distance: Double) {
    // However the fingers move, their centroid moves no farther than the one that moves farthest.
    guard touches.count > 1, touches.count == places.count else {
      for touch in touches { keep(touch, within: distance) }
      return
    }
    guard distance >= Self.least else { return close() }
    guard centre == nil else { return centre!.radius = min(centre!.radius, distance * Self.caution) }
    var sum = Vector.zero
    for touch in touches { sum = sum + (touch.location - .zero) }
    centre = Centre(of: distance, around: Point.zero + sum * (1 / Double(touches.count)))
  }

  /// Keeps the distance of two touches in a range, in millimetres.
  mutating func keepDistance(of first: Touch, _ second: Touch, from shortest: Double, to longest: Double) {
    guard var pair = pair(first, second) else { return close() }
    let now = pair.way.length
    guard now - shortest >= Self.least, longest - now >= Self.least else { return close() }
    pair.lengths =
      max(
        pair.lengths.lowerBound, now - (now - shortest) * Self.caution)...min(
        pair.lengths.upperBound, now + (longest - now) * Self.caution)
    self.pair = pair
  }

  /// Keeps the vector from one touch to another from turning by more than an angle, in radians.
  mutating func keepDirection(from first: Touch, to second: Touch, within angle: Double) {
    guard var pair = pair(first, second), angle * pair.way.length >= Self.least else { return close() }
    // The first terms of the tangent's series: a little less than the tangent.
    let steepest = (angle + angle * angle * angle / 3) * Self.caution
    pair.steepest = min(pair.steepest ?? steepest, steepest)
    self.pair = pair
  }

  /// Returns what has been required of two touches; `nil` if it was required of two others. There is one pair, which is enough for the
  /// fingers of one hand.
  private func pair(_ first: Touch, _ second: Touch) -> Pair? {
    guard let pair else { return Pair(first: first.id, second: second.id, way: second.location - first.location) }
    return pair.first == first.id && pair.second == second.id ? pair : nil
  }
}

extension Point {
  fileprivate func isWithin(_ low: Point, _ high: Point) -> Bool {
    x >= low.x && x <= high.x && y >= low.y && y <= high.y
  }
}
