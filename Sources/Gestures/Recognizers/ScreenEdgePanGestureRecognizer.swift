/// Recognizes fingers that come in over an edge of the screen, and follows them as a pan does (EP).
///
/// It fails by its first movement, so other pans may require it to fail (EP-3).
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The edges over which the fingers may come. None, the default: it always fails.
  public var edges: Set<ScreenEdge> = []
  /// How far from the edge a finger may land, in millimetres: panels report the first contact of a stroke that comes from
  /// the bezel late (EP-4).
  public var edgeWidth = 3.0

  /// Over which edge the fingers came; `nil` before it began.
  public private(set) var edge: ScreenEdge?
  /// Near which of the edges all fingers landed: several in a corner.
  private var candidates: Set<ScreenEdge> = []

  /// For one finger, unlike a pan.
  public override init(name: String = "") {
    super.init(name: name)
    minimumNumberOfTouches = 1
    maximumNumberOfTouches = 1
  }

  override class var builtInClass: GestureRecognizer.Type? { ScreenEdgePanGestureRecognizer.self }

  public override var values: GestureValues {
    .edgePan(translation: translation(in: nil), velocity: velocity(in: nil), edge: edge ?? .left)
  }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible {
      if numberOfTouches == touches.count { candidates = edges }
      for touch in touches { candidates = candidates.filter { isNear($0, touch.initialLocation) } }
      if candidates.isEmpty {
        fail(Reason(.farFromEdge, distanceFromEdges(touches), limit: edgeWidth))
        return
      }
    }
    super.touchesBegan(touches, at: time)
  }

  /// The first movement past the slop must point inwards more than along the edge (EP-2).
  override func verdict(on moved: Vector) -> Verdict {
    // Decided, though it may still wait for its turn.
    guard edge == nil else { return .pan }
    let length = moved.length
    guard length > slop + Thresholds.tolerance, isReal(length, beyond: slop) else { return .tooShort }
    edge = ScreenEdge.allCases.first { candidates.contains($0) && points(moved, inwardsFrom: $0) }
    return edge == nil ? .somethingElse : .pan
  }

  private func isNear(_ edge: ScreenEdge, _ point: Point) -> Bool {
    distance(from: edge, point) <= edgeWidth + Thresholds.tolerance
  }

  private func distance(from edge: ScreenEdge, _ point: Point) -> Double {
    guard let screen = engine?.root.frame.size else { return .infinity }
    switch edge {
    case .left: return point.x
    case .right: return screen.width - point.x
    case .top: return point.y
    case .bottom: return screen.height - point.y
    }
  }

  /// Of the finger that landed farthest from its nearest edge.
  private func distanceFromEdges(_ touches: [Touch]) -> Double {
    let distances = touches.map { touch in edges.map { distance(from: $0, touch.initialLocation) }.min() ?? 0 }
    return distances.max() ?? 0
  }

  /// Inwards is within 45° of the edge's normal.
  override func shortcoming(of moved: Vector) -> Reason {
    guard moved.length > slop else { return super.shortcoming(of: moved) }
    let angles = candidates.map { $0.inwards.angle(to: moved).magnitude }
    return Reason(.wrongDirection, angles.min() ?? .pi, limit: .pi / 4)
  }

  private func points(_ moved: Vector, inwardsFrom edge: ScreenEdge) -> Bool {
    switch edge {
    case .left: moved.x > moved.y.magnitude
    case .right: -moved.x > moved.y.magnitude
    case .top: moved.y > moved.x.magnitude
    case .bottom: -moved.y > moved.x.magnitude
    }
  }

  public override func reset() {
    super.reset()
    edge = nil
    candidates = []
  }
}
