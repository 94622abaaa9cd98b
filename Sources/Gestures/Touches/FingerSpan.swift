/// The oldest fingers of a gesture, which a pinch and a rotation measure: two, or as many as the gesture requires.
///
/// More than two fingers are represented by two places with the same centroid and the same mean distance from it.
struct FingerSpan {
  // Ids and locations instead of the touches, because these would be reference counted in each frame.
  private let first: UInt64
  /// The id of the second finger, or the sum of the other fingers' ids.
  private let others: UInt64
  /// The location of the first finger.
  private let place: Point
  /// The vector from the first finger to the second. Of more than two fingers, only its length is of use: twice their mean
  /// distance from the centroid (PIN-9).
  let way: Vector
  /// The centroid of the fingers (PIN-8).
  var centre: Point { place + way * 0.5 }

  /// Returns the centroid in a view, or on the screen for `nil`.
  func location(in view: View?) -> Point { view?.convertFromScreen(centre) ?? centre }

  /// Creates a span of the first two touches; `nil` if there are fewer. Further touches are ignored (PIN-3).
  @inline(__always)
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    let one = touches.visit(0) { ($0.id, $0.location) }, other = touches.visit(1) { ($0.id, $0.location) }
    first = one.0
    place = one.1
    others = other.0
    way = other.1 - one.1
  }

  /// Creates a span of the first touches, at most `count`; `nil` if there are fewer than two.
  @inline(__always)
  init?(_ touches: [Touch], upTo count: Int) {
    if touches.count < 2 { return nil }
    self.init(two: touches, or: count)
  }

  /// The same of at least two touches.
  private init?(two touches: [Touch], or count: Int) {
    if count == 2 { self.init(touches) } else { self.init(many: touches.prefix(count)) }
  }

  /// Creates a span from a fixed point to one finger, whose turn around that point is measured (ROT-9).
  init(_ touch: Touch, around middle: Point) {
    first = touch.id
    others = 0
    place = middle
    way = touch.location - middle
  }

  private init(many touches: ArraySlice<Touch>) {
    let centre = Self.centroid(of: touches)
    first = touches[0].id
    others = touches.dropFirst().reduce(0) { $0 &+ $1.id }
    way = Vector(x: 2 * touches.reduce(0) { $0 + ($1.location - centre).length } / Double(touches.count), y: 0)
    place = centre - way * 0.5
  }

  /// Returns whether the fingers are the same, wherever they are.
  @inline(__always)
  func isSame(as other: FingerSpan?) -> Bool {
    guard let other else { return false }
    return first == other.first && others == other.others
  }

  /// Returns whether one of two fingers is among `touches`.
  @inline(__always)
  func contains(anyOf touches: [Touch]) -> Bool {
    for touch in touches where touch.id == first || touch.id == others { return true }
    return false
  }

  /// Returns the vectors from the centroid of the touches to each of them.
  static func radii(of touches: ArraySlice<Touch>) -> [Vector] {
    let centroid = centroid(of: touches)
    return touches.map { $0.location - centroid }
  }

  private static func centroid(of touches: ArraySlice<Touch>) -> Point {
    let sum = touches.reduce(into: Vector.zero) { $0 = $0 + ($1.location - Point.zero) }
    return Point.zero + sum * (1 / Double(touches.count))
  }

  /// Returns how fast the fingers move apart, in millimetres per second of a span's length, and how fast they turn about their
  /// centroid, in radians per second. Both are 0 for fewer than two touches.
  static func velocity(of touches: ArraySlice<Touch>, at time: Timestamp) -> (
    stretch: Double, turn: Double
  ) {
    guard touches.count >= 2 else { return (0, 0) }
    let radii = radii(of: touches)
    let velocities = touches.map { $0.velocityTracker.velocity(at: time, atLift: false) }
    let mean = velocities.reduce(Vector.zero) { $0 + $1 } * (1 / Double(velocities.count))
    var (outwards, across, squares) = (0.0, 0.0, 0.0)
    for (radius, velocity) in zip(radii, velocities) {
      let own = velocity - mean
      let length = radius.length
      if length > 0 { outwards += (radius.x * own.x + radius.y * own.y) / length }
      across += radius.x * own.y - radius.y * own.x
      squares += length * length
    }
    return (2 * outwards / Double(radii.count), squares > 0 ? across / squares : 0)
  }

  /// Returns the rotation about the centroid that fits the movement of fingers best, in radians, clockwise positive (ROT-6).
  static func turn(from before: [Vector], to after: [Vector]) -> Double {
    var (cross, dot) = (0.0, 0.0)
    for (old, new) in zip(before, after) {
      cross += old.x * new.y - old.y * new.x
      dot += old.x * new.x + old.y * new.y
    }
    return Vector.arctangent(cross, dot)
  }
}
