/// Parts of the rim of a view: edges, segments of edges and corners. A gesture's touches must land or lift there (PL).
///
///       corner                   segment of the upper edge
///     ┌────────┬────────────────███████████─────┬────────┐
///     │        │                                │        │
///     ├────────┘                                └────────┤
///     █ left edge, `edgeWidth` wide                      │
public struct RimPlaces: Equatable, Sendable {
  /// A corner of the view, as the user sees it.
  public enum Corner: String, Sendable, CaseIterable {
    /// A corner of the view's frame.
    case topLeft = "top-left"
    /// A corner of the view's frame.
    case topRight = "top-right"
    /// A corner of the view's frame.
    case bottomLeft = "bottom-left"
    /// A corner of the view's frame.
    case bottomRight = "bottom-right"
  }

  /// A part of an edge.
  public struct Segment: Hashable, Sendable {
    /// The side of the view.
    public var edge: ScreenEdge
    /// The part of the side, in millimetres from its left or upper end.
    public var range: ClosedRange<Double>

    /// Creates a segment; by default the whole edge, with its corners.
    public init(_ edge: ScreenEdge, _ range: ClosedRange<Double> = 0...Double.infinity) {
      self.edge = edge
      self.range = range
    }
  }

  /// The segments of edges.
  public var segments: [Segment]
  /// The corners.
  public var corners: Set<Corner>
  /// How far an edge reaches into the view, in millimetres. The default is 5 mm: a finger that comes over the bezel is first
  /// reported within 3 mm, and a finger that lands at an edge on purpose has its middle within 5 mm.
  public var edgeWidth: Double
  /// The sides of the square of a corner, in millimetres. The default is 15 mm, one and a half times the least size of a button.
  public var cornerSize: Double

  /// Creates a set of places.
  public init(
    segments: [Segment] = [], corners: Set<Corner> = [], edgeWidth: Double = 5, cornerSize: Double = 15
  ) {
    self.segments = segments
    self.corners = corners
    self.edgeWidth = edgeWidth
    self.cornerSize = cornerSize
  }

  /// Creates a set of whole edges, with the default width.
  public init(edges: Set<ScreenEdge>) { self.init(segments: edges.map { Segment($0) }) }

  /// Returns whether a point is in one of the places of a view of this size. Coordinates are those of the view; a point beyond an
  /// edge counts as on it.
  public func contains(_ point: Point, in size: Size) -> Bool { distance(to: point, in: size) <= Thresholds.tolerance }

  func hasCorner(at point: Point, in size: Size) -> Bool {
    corners.contains { distance(to: $0, point, in: size) <= Thresholds.tolerance }
  }

  /// Returns the distance from a point to the nearest of the places, in millimetres; 0 inside, infinite if there are no places.
  func distance(to point: Point, in size: Size) -> Double {
    min(
      segments.map { distance(to: $0, point, in: size) }.min() ?? .infinity,
      corners.map { distance(to: $0, point, in: size) }.min() ?? .infinity)
  }

  private func distance(to corner: Corner, _ point: Point, in size: Size) -> Double {
    let x = corner == .topLeft || corner == .bottomLeft ? point.x : size.width - point.x
    let y = corner == .topLeft || corner == .topRight ? point.y : size.height - point.y
    return Vector(x: max(0, x - cornerSize), y: max(0, y - cornerSize)).length
  }

  private func distance(to segment: Segment, _ point: Point, in size: Size) -> Double {
    // A point beyond the end of the view is at the end of its edge.
    let place = segment.edge.isUpright ? min(max(0, point.y), size.height) : min(max(0, point.x), size.width)
    let aside = max(segment.range.lowerBound - place, place - segment.range.upperBound, 0)
    return Vector(x: max(0, segment.edge.distance(to: point, in: size) - edgeWidth), y: aside).length
  }
}

// MARK: - The places of a gesture

extension GestureRecognizer {
  /// How exactly a gesture says where its touches land. A gesture waits for those that say it more exactly (PL-2).
  enum Exactness: Comparable {
    case anywhere, edge, corner
  }

  /// How exactly the gesture says that this touch lands here.
  func exactness(of touch: Touch) -> Exactness {
    guard let startingPlaces else { return isBoundToEdge ? .edge : .anywhere }
    guard let view else { return .anywhere }
    return startingPlaces.hasCorner(at: view.convertFromScreen(touch.initialLocation), in: view.bounds.size)
      ? .corner : .edge
  }

  /// Whether the gesture must wait for another one that says more exactly where this touch lands (PL-2). An edge pan does not make
  /// gestures without a place wait, because UIKit's does not.
  func yields(to other: GestureRecognizer, at touch: Touch) -> Bool {
    other.startingPlaces != nil && exactness(of: touch) < other.exactness(of: touch)
  }

  /// The distance of a new touch from the nearest place where the gesture may begin, in millimetres; 0 if it may begin here.
  func distanceFromStart(of touch: Touch) -> Double {
    guard let startingPlaces, let view else { return 0 }
    return startingPlaces.distance(to: view.convertFromScreen(touch.initialLocation), in: view.bounds.size)
  }

  /// The largest distance of a finger from the nearest place where the gesture must end, in millimetres; 0 if all are there.
  var distanceFromEnd: Double {
    guard let endingPlaces, let view else { return 0 }
    return attemptTouches.map { endingPlaces.distance(to: $0.location(in: view), in: view.bounds.size) }.max() ?? 0
  }
}
