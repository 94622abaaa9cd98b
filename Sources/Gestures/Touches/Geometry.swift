/// A place on a screen or in a view, in millimetres, y downwards.
public struct Point: Hashable, Sendable {
  /// From the left edge, in millimetres.
  public var x: Double
  /// From the top edge, in millimetres.
  public var y: Double

  /// In millimetres.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// A way from one point to another in millimetres, or a velocity in millimetres per second.
public struct Vector: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// In millimetres, or millimetres per second.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// No way, or no movement.
  public static let zero = Vector(x: 0, y: 0)

  /// Never negative; in the vector's unit.
  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }
}

extension Point {
  /// The way from `start` to `end`.
  @inlinable
  public static func - (end: Point, start: Point) -> Vector { Vector(x: end.x - start.x, y: end.y - start.y) }

  /// Where `way` leads from `start`.
  @inlinable
  public static func + (start: Point, way: Vector) -> Point { Point(x: start.x + way.x, y: start.y + way.y) }

  /// Where `way` comes from that leads to `end`.
  @inlinable
  public static func - (end: Point, way: Vector) -> Point { Point(x: end.x - way.x, y: end.y - way.y) }

  /// In millimetres.
  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }
}

extension Vector {
  /// One way after the other.
  @inlinable
  public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }

  /// What is missing from `b` to `a`.
  @inlinable
  public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }

  /// `factor` times as long; a negative one turns it round.
  @inlinable
  public static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
}

/// A width and a height in millimetres.
public struct Size: Hashable, Sendable {
  /// In millimetres.
  public var width: Double
  /// In millimetres.
  public var height: Double

  /// In millimetres; neither is checked.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in millimetres; half open: its left and top edges are inside, its right and bottom edges are not (HT-2).
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// A width or a height of 0 or less contains nothing.
  public var size: Size

  /// The top left corner and the size, in millimetres.
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// Whether `point` lies in it: on the left and top edges yes, on the right and bottom edges no.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= origin.y && point.y < origin.y + size.height
  }
}
