/// A place on a screen or in a view, in millimetres, y downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)
}

/// A way from one point to another in millimetres, or a velocity in millimetres per second.
public struct Vector: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Vector(x: 0, y: 0)

  @inlinable
  public var length: Double { (x * x + y * y).squareRoot() }
}

extension Point {
  @inlinable
  public static func - (end: Point, start: Point) -> Vector { Vector(x: end.x - start.x, y: end.y - start.y) }

  @inlinable
  public static func + (start: Point, way: Vector) -> Point { Point(x: start.x + way.x, y: start.y + way.y) }

  @inlinable
  public static func - (end: Point, way: Vector) -> Point { Point(x: end.x - way.x, y: end.y - way.y) }

  @inlinable
  public func distance(to other: Point) -> Double { (other - self).length }
}

extension Vector {
  @inlinable
  public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }

  @inlinable
  public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }

  @inlinable
  public static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
}

/// A width and a height in millimetres.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in millimetres; half open: its left and top edges are inside, its right and bottom edges are not (HT-2).
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < origin.x + size.width && point.y >= origin.y && point.y < origin.y + size.height
  }
}
