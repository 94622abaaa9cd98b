/// A side of the screen, as the user sees it.
public enum ScreenEdge: String, Sendable, CaseIterable {
  /// A side of the root view's frame.
  case left, right, top, bottom

  /// The unit vector from the edge into the screen.
  package var inwards: Vector {
    switch self {
    case .left: Vector(x: 1, y: 0)
    case .right: Vector(x: -1, y: 0)
    case .top: Vector(x: 0, y: 1)
    case .bottom: Vector(x: 0, y: -1)
    }
  }

  package var isUpright: Bool { self == .left || self == .right }

  /// Returns how far a point is from this edge of a view, in millimetres.
  package func distance(to point: Point, in size: Size) -> Double {
    switch self {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }

  /// Returns the place at a distance along this edge of a view, and at one from it, in millimetres.
  package func place(_ along: Double, inwards: Double, in size: Size) -> Point {
    switch self {
    case .left: Point(x: inwards, y: along)
    case .right: Point(x: size.width - inwards, y: along)
    case .top: Point(x: along, y: inwards)
    case .bottom: Point(x: along, y: size.height - inwards)
    }
  }
}

/// A set of edges reads like UIKit's option set: `.left`, `[.left, .right]`, `.all`.
extension Set where Element == ScreenEdge {
  /// Only the left edge.
  public static var left: Self { [ScreenEdge.left] }
  /// Only the right edge.
  public static var right: Self { [ScreenEdge.right] }
  /// Only the upper edge.
  public static var top: Self { [ScreenEdge.top] }
  /// Only the lower edge.
  public static var bottom: Self { [ScreenEdge.bottom] }
  /// All four edges.
  public static var all: Self { Set(ScreenEdge.allCases) }
}

#if !hasFeature(Embedded)
  extension ScreenEdge: Codable {}
#endif
