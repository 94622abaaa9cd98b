/// Recognizes fingers that enter over an edge of the screen, and follows them as a pan does (EP).
///
/// It begins or fails at its first movement past the slop, so other pans can require it to fail (EP-3).
///
///     let edgePan = ScreenEdgePanGestureRecognizer(name: "edge")
///     edgePan.edges = .left
///     pan.require(toFail: edgePan)
///     edgePan.addAction { edgePan in log("drawer at \(edgePan.translation(in: nil).x) mm") }
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The edges over which the fingers may enter. The default is none, with which the gesture always fails.
  public final var edges: Set<ScreenEdge> = []
  /// The distance from the edge within which a finger must land, in millimetres. Panels report the first contact of a stroke
  /// from the bezel late (EP-4).
  public final var edgeWidth = 3.0

  /// The distance from the edge within which a finger may land that is so fast that it came over the edge since the panel's last
  /// report, in millimetres (EP-5). 0, the default: as far as `edgeWidth`.
  public final var fastEdgeWidth = 0.0

  /// How near the edge a fast finger was one report before it landed, in millimetres: people's fingers are first seen there.
  private static let unseenWidth = 1.5
  /// The longest time from its landing to its next report, in microseconds.
  private static let longestReport: Int64 = 40_000

  /// The edge over which the fingers entered; `nil` until their direction is known.
  public final private(set) var edge: ScreenEdge?
  /// Whether a fast finger has landed whose first step decides.
  private var awaitsStep = false
  /// The edges near which all fingers have landed: several in a corner.
  private var candidates: Set<ScreenEdge> = []

  /// Creates an edge pan for one finger; a pan by default takes any number.
  public override init(name: String = "") {
    super.init(name: name)
    minimumNumberOfTouches = 1
    maximumNumberOfTouches = 1
  }

  override var isBoundToEdge: Bool { true }

  override var isOfBuiltInClass: Bool { isExactly(ScreenEdgePanGestureRecognizer.self) }

  /// `none` until the edge is known, and if the edge pan failed before.
  open override var values: GestureValues {
    guard let edge else { return .none }
    let velocity = reportedDetail >= .all ? velocity(in: nil) : .zero
    return .edgePan(translation: translation(in: nil), velocity: velocity, edge: edge)
  }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible {
      if numberOfTouches == touches.count { candidates = edges }
      let widest = max(edgeWidth, fastEdgeWidth) + Thresholds.tolerance
      for touch in touches { candidates = candidates.filter { distance(from: $0, touch.initialLocation) <= widest } }
      if candidates.isEmpty {
        fail(Reason(.farFromEdge, distanceFromEdges(touches), limit: edgeWidth))
        return
      }
    }
    super.touchesBegan(touches, at: time)
    awaitsStep = state == .possible && mustBeFast
    if awaitsStep { expire(at: time + Self.longestReport) }
  }

  /// Whether a finger landed beyond `edgeWidth` of one of the edges, so that only its speed shows whether it came over that edge.
  private var mustBeFast: Bool { !candidates.allSatisfy(haveLandedNear) }

  private func haveLandedNear(_ edge: ScreenEdge) -> Bool { touches.allSatisfy { isNear(edge, $0.initialLocation) } }

  /// Takes the first step of a finger for the step before its landing, which the panel did not report (EP-5).
  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if state == .possible && awaitsStep {
      candidates = candidates.filter { edge in
        self.touches.allSatisfy { touch in
          let landing = distance(from: edge, touch.initialLocation)
          return landing <= edgeWidth + Thresholds.tolerance
            || 2 * landing - distance(from: edge, touch.location) <= Self.unseenWidth
        }
      }
      if candidates.isEmpty { return fail(Reason(.farFromEdge, distanceFromEdges(touches), limit: edgeWidth)) }
      deadline = nil
      awaitsStep = false
    }
    super.touchesMoved(touches, at: time)
  }

  open override func deadlinePassed(at time: Timestamp) {
    if state != .possible || !awaitsStep { return super.deadlinePassed(at: time) }
    candidates = candidates.filter(haveLandedNear)
    if candidates.isEmpty { fail(Reason(.farFromEdge, distanceFromEdges(touches), limit: edgeWidth)) }
  }

  /// The first movement past the slop must point inwards more than along the edge (EP-2).
  override func verdict(on moved: Vector) -> Verdict {
    // The direction is decided, although the gesture may still wait for others.
    guard edge == nil else { return .pan }
    let length = moved.length
    guard length > slop + Thresholds.tolerance, isReal(length, beyond: slop) else { return .tooShort }
    edge = ScreenEdge.allCases.first { candidates.contains($0) && points(moved, inwardsFrom: $0) }
    return edge == nil ? .somethingElse : .pan
  }

  /// Once the edge is known, each movement asks to begin. The first step of a fast finger must be seen on its own.
  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    state == .possible && (edge != nil || awaitsStep) ? zone.close(unless: false, .each) : super.narrow(&zone)
  }

  private func isNear(_ edge: ScreenEdge, _ point: Point) -> Bool {
    distance(from: edge, point) <= edgeWidth + Thresholds.tolerance
  }

  private func distance(from edge: ScreenEdge, _ point: Point) -> Double {
    engine.map { edge.distance(to: point, in: $0.root.frame.size) } ?? .infinity
  }

  /// Returns the largest distance of a touch from its nearest edge, in millimetres.
  private func distanceFromEdges(_ touches: [Touch]) -> Double {
    let distances = touches.map { touch in edges.map { distance(from: $0, touch.initialLocation) }.min() ?? 0 }
    return distances.max() ?? 0
  }

  /// A movement points inwards if it is within 45° of the edge's normal.
  override func shortcoming(of moved: Vector) -> Reason {
    guard moved.length > slop else { return super.shortcoming(of: moved) }
    let angles = candidates.map { $0.inwards.angle(to: moved).magnitude }
    return Reason(.wrongDirection, angles.min() ?? .pi, limit: .pi / 4)
  }

  private func points(_ moved: Vector, inwardsFrom edge: ScreenEdge) -> Bool {
    let (along, across) = edge.isUpright ? (moved.x * edge.inwards.x, moved.y) : (moved.y * edge.inwards.y, moved.x)
    return along > across.magnitude
  }

  open override func reset() {
    super.reset()
    edge = nil
    awaitsStep = false
    candidates = []
  }
}
