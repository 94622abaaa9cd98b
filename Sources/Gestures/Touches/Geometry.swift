/// A point on a screen or in a view, in millimetres; y points down.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge, in millimetres.
  public var x: Double
  /// The distance from the top edge, in millimetres.
  public var y: Double

  /// Creates a point from coordinates in millimetres.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// A displacement in millimetres, or a velocity in millimetres per second.
public struct Vector: Hashable, Sendable {
  /// The component to the right.
  public var x: Double
  /// The component downwards.
  public var y: Double

  /// Creates a vector from components in millimetres, or in millimetres per second.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// No displacement, or no movement.
  public static let zero = Vector(x: 0, y: 0)

  /// The vector's length, in its own unit; never negative.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }
}

extension Point {
  /// Returns the displacement from `start` to `end`.
  @inlinable
  public static func - (end: Point, start: Point) -> Vector { Vector(x: end.x - start.x, y: end.y - start.y) }

  /// Returns the point at the displacement `way` from `start`.
  @inlinable
  public static func + (start: Point, way: Vector) -> Point { Point(x: start.x + way.x, y: start.y + way.y) }

  /// Returns the point from which the displacement `way` leads to `end`.
  @inlinable
  public static func - (end: Point, way: Vector) -> Point { Point(x: end.x - way.x, y: end.y - way.y) }

  /// Moves the point by a displacement.
  @inlinable
  public static func += (point: inout Point, way: Vector) { point = point + way }

  /// Moves the point back by a displacement.
  @inlinable
  public static func -= (point: inout Point, way: Vector) { point = point - way }

  /// Returns the distance between two points, in millimetres.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }
}

extension Point {
  /// The largest coordinate that a contact may have, in millimetres. No screen is a kilometre wide.
  static let farthest = 1e6

  /// Whether a contact can be here. Coordinates that are not numbers, or infinite, are nowhere.
  @inline(__always)
  var isOnEarth: Bool { x.magnitude <= Self.farthest && y.magnitude <= Self.farthest }
}

extension Vector {
  /// Returns the sum of two vectors.
  @inlinable
  public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }

  /// Returns the vector that leads from `b` to `a`.
  @inlinable
  public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }

  /// Returns a vector that is `factor` times as long; a negative factor reverses it.
  @inlinable
  public static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }

  /// Returns a vector that is `factor` times as long; a negative factor reverses it.
  public static func * (factor: Double, a: Vector) -> Vector { a * factor }

  /// Returns a vector that is shorter by a divisor; by 0, its components are not finite.
  public static func / (a: Vector, divisor: Double) -> Vector { Vector(x: a.x / divisor, y: a.y / divisor) }

  /// Returns the vector in the opposite direction.
  public static prefix func - (a: Vector) -> Vector { a * -1 }

  /// Adds a vector.
  public static func += (a: inout Vector, b: Vector) { a = a + b }

  /// Subtracts a vector.
  public static func -= (a: inout Vector, b: Vector) { a = a - b }

  /// Returns the product of both lengths and the cosine of the angle between them: negative if one goes against the other.
  public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
}

/// A width and a height, in millimetres.
public struct Size: Hashable, Sendable {
  /// The width, in millimetres.
  public var width: Double
  /// The height, in millimetres.
  public var height: Double

  /// Creates a size in millimetres. The values are not checked.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension Size {
  /// No width and no height.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in millimetres. It is half open: the left and top edges are inside, the right and bottom edges are not (HT-2).
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The size. With a width or height of 0 or less, the rectangle contains no points.
  public var size: Size

  /// Creates a rectangle from its top left corner and its size, in millimetres.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle without size at (0, 0).
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The width, in millimetres.
  public var width: Double { size.width }
  /// The height, in millimetres.
  public var height: Double { size.height }
  /// The left edge, in millimetres.
  public var minX: Double { origin.x }
  /// The vertical middle line, in millimetres.
  public var midX: Double { origin.x + size.width / 2 }
  /// The right edge, in millimetres.
  public var maxX: Double { origin.x + size.width }
  /// The upper edge, in millimetres.
  public var minY: Double { origin.y }
  /// The horizontal middle line, in millimetres.
  public var midY: Double { origin.y + size.height / 2 }
  /// The lower edge, in millimetres.
  public var maxY: Double { origin.y + size.height }

  /// Returns a rectangle with the same centre whose sides are `dx` and `dy` inside of this one's, in millimetres; negative: outside.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns this rectangle at another place, in millimetres.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The middle.
  public var center: Point { Point(x: midX, y: midY) }
  /// Whether it contains no point.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns the part that both have; without one, a rectangle that is empty.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(min(maxX, other.maxX) - left, 0), height: max(min(maxY, other.maxY) - top, 0))
  }

  /// Returns whether both have a point in common.
  public func intersects(_ other: Rect) -> Bool { !isEmpty && !other.isEmpty && !intersection(other).isEmpty }

  /// Returns the smallest rectangle with all points of both. An empty one adds none.
  public func union(_ other: Rect) -> Rect {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns whether `point` is inside. Points on the left and top edges are, points on the right and bottom edges are not.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= origin.y && point.y < origin.y + size.height
  }
}

#if !hasFeature(Embedded)
  extension Point: Codable {}
  extension Vector: Codable {}
  extension Size: Codable {}
  extension Rect: Codable {}
#endif
