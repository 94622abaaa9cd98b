/// The path of a swipe that turns corners, and whether it can be divided into legs in the given directions (SW-11).
///
/// A few dozen places of the path are kept. For each of them it is known which numbers of complete legs can end there; a leg is long enough,
/// straight enough and near enough to its direction. So a corner is found wherever it is, round or sharp, whatever the lengths of the legs.
package struct SwipePath {
  /// The most legs.
  package static let mostLegs = 8
  /// The least distance between two places at first, in millimetres; it doubles when `capacity` is reached.
  private static let firstSpacing = 2.0
  private static let capacity = 64
  /// The angle, in radians, by which a leg that has not ended may deviate in addition.
  private static let furtherAngle = 0.14

  private struct Place {
    var point: Point
    /// The length of the path until here.
    var length: Double
    /// Bit n is set if n legs can end here.
    var ends: UInt16
  }

  let directions: [SwipeDirection]
  var leastLength = 8.0
  var largestAngle = Vector.pi / 6 { didSet { updateAngles() } }
  var straightness = 0.75
  private var cosine = 0.0
  private var furtherCosine = 0.0
  private var places: [Place] = []
  private var spacing = Self.firstSpacing

  /// Creates a path. The first directions count if there are more than `mostLegs`.
  init(_ directions: [SwipeDirection]) {
    self.directions = Array(directions.prefix(Self.mostLegs))
    updateAngles()
  }

  private mutating func updateAngles() {
    cosine = Vector.sineAndCosine(min(largestAngle, .pi)).cosine
    furtherCosine = Vector.sineAndCosine(min(largestAngle + Self.furtherAngle, .pi)).cosine
  }

  mutating func begin(at point: Point) {
    if places.isEmpty { places.reserveCapacity(Self.capacity + 1) } else { places.clear() }
    spacing = Self.firstSpacing
    places.append(Place(point: point, length: 0, ends: 1))
  }

  /// Adds where the fingers are; a place that is near the last one is not kept.
  mutating func add(_ point: Point) {
    guard let last = places.last, point.distance(to: last.point) >= spacing else { return }
    append(point)
    if places.count > Self.capacity { thinOut() }
  }

  private mutating func append(_ point: Point) {
    let last = places[places.count - 1]
    var place = Place(point: point, length: last.length + point.distance(to: last.point), ends: 0)
    for start in places where start.ends != 0 {
      for leg in directions.indices where start.ends >> UInt16(leg) & 1 == 1 && isLeg(leg, from: start, to: place) {
        place.ends |= 1 << UInt16(leg + 1)
      }
    }
    places.append(place)
  }

  /// Keeps every other place.
  private mutating func thinOut() {
    let kept = stride(from: 0, to: places.count, by: 2).map { places[$0].point }
    let newest = places[places.count - 1].point
    spacing *= 2
    places.clear()
    places.append(Place(point: kept[0], length: 0, ends: 1))
    for point in kept.dropFirst() { append(point) }
    if places[places.count - 1].point != newest { append(newest) }
  }

  private func isLeg(_ leg: Int, from start: Place, to end: Place) -> Bool {
    let way = end.point - start.point, length = way.length
    return length >= leastLength - Thresholds.tolerance && goes(way, leg) >= cosine * length
      && length >= straightness * (end.length - start.length)
  }

  /// How far a way goes in the direction of a leg.
  private func goes(_ way: Vector, _ leg: Int) -> Double {
    let unit = directions[leg].unit
    return way.x * unit.x + way.y * unit.y
  }

  /// Whether the path, which ends here, has all legs.
  mutating func isComplete(at point: Point) -> Bool {
    guard let last = places.last else { return false }
    if point != last.point { append(point) }
    return places[places.count - 1].ends >> UInt16(directions.count) & 1 == 1
  }

  /// The length of the path from the landing, in millimetres.
  var length: Double { places.last?.length ?? 0 }

  /// The most legs that can have been completed on the way.
  var legsDone: Int {
    places.reduce(0) { most, place in max(most, 15 - place.ends.leadingZeroBitCount) }
  }

  /// Whether the path can no longer become one of all legs.
  var isHopeless: Bool {
    guard let last = places.last else { return false }
    return !places.contains { start in
      directions.indices.contains { leg in
        guard start.ends >> UInt16(leg) & 1 == 1 else { return false }
        let way = last.point - start.point, length = way.length
        return length < leastLength || goes(way, leg) >= furtherCosine * length
      }
    }
  }
}
