// Gestures/Strokes: drawn shapes: learned templates, and their comparison with what a finger has drawn.

/// Recognizes shapes that were learned from a few examples, when the finger lifts.
///
///                        the fingers are down              one lifts
///     idle ──► landing ──────────────────────► drawing ──────────────► lifting
///                 ▲                                                       │ the last one lifts
///                 │ a finger lands                                        ▼
///                 └────────────────────── pausing ◄── strokes may follow ─┴─► recognized, failed
///                                            │
///                                            └── the interval is over ──────► recognized, failed
///
/// While fingers draw, only points are collected. At the end, the shape is compared with the examples that have the same number
/// of strokes. For a single stroke, the order of drawing and the orientation of the shape count; its size and place do not,
/// unless `maximumScale` or `maximumOffset` is set. For several strokes, neither their order nor their direction matters much.
///
/// `templates` has the shapes. An action reads the one that was drawn:
///
///     sign.addAction { sign in
///       guard let match = sign.match else { return }
///       print("\(match.template) \(match.score), then \(match.runnerUp ?? "none")")
///     }
public final class StrokeGestureRecognizer: GestureRecognizer {
  /// The shapes to recognize. A drawing is compared with the examples that have the same number of strokes, and with all
  /// examples of a template that allows any number.
  public var templates: [StrokeTemplate] = [] {
    didSet { thresholds = StrokeThresholds(templates) }
  }
  /// The least score that counts, 0…1. At the default of 0.7, each template has its own threshold: its `minimumScore`, or one
  /// that follows from its examples, from 0.63 to 0.8, which is stricter the more alike they are. Another value makes all
  /// thresholds stricter or more lenient in proportion: at 0 everything counts, and at 1 only the same shape.
  public var minimumScore = StrokeThresholds.usual
  /// The largest number of strokes, 1 or more. With several, shapes of fewer strokes are found as well, after the pause in
  /// which no further stroke followed.
  public var maximumNumberOfStrokes = 1
  /// The longest time from a lift to the next stroke's landing. In the logs of 20 people, 9 of 10 pauses within a gesture were
  /// shorter than the default.
  public var maximumInterval = Duration.seconds(1)
  /// The exact number of fingers, 1 or more. The shape is the path of their centroid while all of them are down.
  public var numberOfTouchesRequired = 1
  /// The least length of the shape's longer side, in millimetres. The default is the least distance of a swipe. A tap that
  /// wobbles stays below 6 mm, twice the movement that it allows.
  public var minimumSize = 8.0
  /// Whether a stroke may be drawn from its end to its start.
  public var allowsAnyDirection = false
  /// The largest factor by which a drawing may be larger or smaller than an example, by its longer side. 1 or more.
  public var maximumScale = Double.infinity
  /// The largest distance of the drawing's middle from that of an example, on the screen, in millimetres.
  public var maximumOffset = Double.infinity

  private enum Stage {
    /// Before the first landing. The previous drawing can still be read.
    case idle
    /// Some fingers are not down yet.
    case landing
    case drawing
    /// A finger has lifted: no other may land.
    case lifting
    /// Between two strokes.
    case pausing
  }

  private var stage = Stage.idle
  private var path = StrokePath()
  private var finished: [[StrokePoint]] = []
  private var thresholds = StrokeThresholds([])

  /// The best template for the last drawing, whether its score was high enough or not; `nil` if there was none to compare with.
  /// Kept until the next attempt begins.
  public private(set) var match: StrokeMatch?

  /// The strokes drawn in this attempt, including the one being drawn. Each has at most 256 points and the latest location.
  /// Kept until the next attempt begins.
  public var strokes: [[StrokePoint]] { path.isEmpty ? finished : finished + [path.points] }

  /// Returns the place where the first stroke began, in millimetres, as with a swipe.
  public override func location(in view: View?) -> Point {
    guard let start = finished.first?.first?.location ?? path.start else { return super.location(in: view) }
    return view?.convertFromScreen(start) ?? start
  }

  override var isOfBuiltInClass: Bool { isExactly(StrokeGestureRecognizer.self) }

  public override var values: GestureValues { match.map { .stroke($0) } ?? .none }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    switch stage {
    case .idle: forget()
    case .pausing: deadline = nil
    case .landing: break
    case .drawing, .lifting:
      fail(
        stage == .lifting
          ? Reason(.landedAfterLift) : Reason(.tooManyFingers, numberOfTouches, limit: numberOfTouchesRequired))
      return
    }
    if fails(ifMoreThan: numberOfTouchesRequired) { return }
    stage = numberOfTouches == numberOfTouchesRequired ? .drawing : .landing
    draw(at: time)
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) { draw(at: time) }

  /// Points are only collected until a finger lifts.
  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need { .each }

  private func draw(at time: Timestamp) {
    guard stage == .drawing, let place = touches.centroid() else { return }
    path.append(place, at: time)
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    guard stage != .landing else {
      fail(Reason(.tooFewFingers, numberOfTouches + touches.count, limit: numberOfTouchesRequired))
      return
    }
    stage = .lifting
    guard numberOfTouches == 0 else { return }
    stage = .pausing
    finished.append(path.points)
    path.removeAll()
    if finished.count < mostStrokes {
      deadline = time + maximumInterval.microseconds
    } else {
      decide()
    }
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  public override func deadlinePassed(at time: Timestamp) { decide() }

  public override func reset() { stage = .idle }

  /// Once the drawing has as many strokes as any template can have, there is no need to wait for more.
  private var mostStrokes: Int {
    if templates.isEmpty || templates.contains(where: { $0.allowsAnyStrokeCount }) { return maximumNumberOfStrokes }
    return min(maximumNumberOfStrokes, templates.reduce(1) { max($0, $1.strokeCount) })
  }

  /// Called with every finished drawing, recognized or not.
  package var onDrawn: (([[StrokePoint]]) -> Void)?

  private func decide() {
    onDrawn?(finished)
    let points = finished.map { $0.map { $0.location } }
    let bounds = Rect(around: points)
    let size = max(bounds.size.width, bounds.size.height)
    guard size >= minimumSize - Thresholds.tolerance else {
      fail(Reason(.tooSmall, size, limit: minimumSize))
      return
    }
    let nearest = comparison.nearest(points, templates)
    match = nearest?.match
    let leastScore = nearest.map { thresholds.leastScore(of: $0.index, at: minimumScore) } ?? minimumScore
    if let match, match.score >= leastScore {
      state = .recognized
    } else {
      fail(Reason(.unlike, match?.score ?? 0, limit: leastScore))
    }
  }

  /// The last match, and the points of its nearest example scaled and moved onto the drawing, for displaying the comparison.
  package var likeness: (match: StrokeMatch, points: [Point])? {
    let comparison = comparison
    let drawn = comparison.shapes(of: finished.map { $0.map { $0.location } })
    guard let match, let shape = drawn.first, let template = templates.first(where: { $0.name == match.template })
    else {
      return nil
    }
    let nearest = template.shapes.min {
      comparison.distance(drawn, $0, of: template) < comparison.distance(drawn, $1, of: template)
    }
    return nearest.map { (match, shape.laidOver(by: $0)) }
  }

  private var comparison: StrokeComparison {
    var comparison = StrokeComparison()
    comparison.allowsAnyDirection = allowsAnyDirection
    comparison.maximumScale = maximumScale
    comparison.maximumOffset = maximumOffset
    return comparison
  }

  private func forget() {
    finished.removeAll(keepingCapacity: true)
    path.removeAll()
    match = nil
  }
}
