/// One side of the screen, as its user sees it.
public enum ScreenEdge: String, Sendable, CaseIterable {
  /// A side of the screen, as the root view's frame has it.
  case left, right, top, bottom
}

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

  public override var values: GestureValues {
    .edgePan(translation: translation(in: nil), velocity: velocity(in: nil), edge: edge ?? .left)
  }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible {
      if numberOfTouches == touches.count { candidates = edges }
      for touch in touches { candidates = candidates.filter { isNear($0, touch.initialLocation) } }
      if candidates.isEmpty {
        state = .failed
        return
      }
    }
    super.touchesBegan(touches, at: time)
  }

  /// The first movement past the slop must point inwards more than along the edge (EP-2).
  override func verdict(on moved: Vector) -> Verdict {
    // Decided, though it may still wait for its turn.
    guard edge == nil else { return .pan }
    guard moved.length > slop + Thresholds.tolerance else { return .tooShort }
    edge = ScreenEdge.allCases.first { candidates.contains($0) && points(moved, inwardsFrom: $0) }
    return edge == nil ? .somethingElse : .pan
  }

  private func isNear(_ edge: ScreenEdge, _ point: Point) -> Bool {
    guard let screen = engine?.root.frame.size else { return false }
    let limit = edgeWidth + Thresholds.tolerance
    switch edge {
    case .left: return point.x <= limit
    case .right: return point.x >= screen.width - limit
    case .top: return point.y <= limit
    case .bottom: return point.y >= screen.height - limit
    }
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
