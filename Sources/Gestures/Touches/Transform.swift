/// An affine transform, as UIKit's `CGAffineTransform`: it moves (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
///
///     view.transform = view.transform.rotated(by: rotation.rotation).scaledBy(x: pinch.scale, y: pinch.scale)
public struct Transform: Hashable, Sendable {
  /// A coefficient, without a unit.
  public var a, b, c, d: Double
  /// A part of the translation, in millimetres.
  public var tx, ty: Double

  /// Creates a transform from its coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates the identity.
  public init() { self = .identity }

  /// Creates a translation, in millimetres.
  public init(translationX tx: Double, y ty: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

  /// Creates a scaling.
  public init(scaleX sx: Double, y sy: Double) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

  /// Creates a rotation by an angle in radians, clockwise positive because y points down. An angle that is not finite counts as 0.
  public init(rotationAngle angle: Double) {
    let rest = angle.isFinite ? angle.remainder(dividingBy: 2 * Vector.pi) : 0
    let (sine, cosine) = Vector.sineAndCosine(rest)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The transform that changes nothing.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Whether the transform changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this one and then `next`.
  public func concatenating(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Returns a transform that first moves by a distance in millimetres.
  public func translatedBy(x: Double, y: Double) -> Transform {
    Transform(translationX: x, y: y).concatenating(self)
  }

  /// Returns a transform that first scales.
  public func scaledBy(x: Double, y: Double) -> Transform { Transform(scaleX: x, y: y).concatenating(self) }

  /// Returns a transform that first rotates by an angle in radians, clockwise positive.
  public func rotated(by angle: Double) -> Transform { Transform(rotationAngle: angle).concatenating(self) }

  /// Returns the transform that undoes this one. One that cannot be undone, because it makes everything a line or a point or is not
  /// finite, is returned as it is.
  public func inverted() -> Transform { inverse ?? self }

  /// The transform that undoes this one; `nil` if none does.
  var inverse: Transform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
    let linear = Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant, tx: 0, ty: 0)
    let back = linear.apply(to: Vector(x: tx, y: ty))
    return Transform(a: linear.a, b: linear.b, c: linear.c, d: linear.d, tx: -back.x, ty: -back.y)
  }

  /// Returns a displacement, turned and scaled but not moved.
  func apply(to way: Vector) -> Vector { Vector(x: a * way.x + c * way.y, y: b * way.x + d * way.y) }
}

extension Point {
  /// Returns the point to which a transform moves this one.
  public func applying(_ transform: Transform) -> Point {
    Point(x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension Size {
  /// Returns the width and the height of the displacement that a transform makes of this one; negative if it points left or up.
  public func applying(_ transform: Transform) -> Size {
    let way = transform.apply(to: Vector(x: width, y: height))
    return Size(width: way.x, height: way.y)
  }
}

extension Rect {
  /// Returns the smallest rectangle that contains the four corners that a transform makes of this one.
  public func applying(_ transform: Transform) -> Rect { bounding { $0.applying(transform) } }

  /// Returns the smallest rectangle that contains the four corners, each converted.
  func bounding(_ convert: (Point) -> Point) -> Rect {
    let corners = [
      Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: minX, y: maxY), Point(x: maxX, y: maxY),
    ].map(convert)
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
