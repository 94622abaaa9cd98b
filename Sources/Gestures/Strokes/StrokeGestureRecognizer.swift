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
/// While fingers draw, points are collected and nothing else: the shapes are compared at the end, with the examples of as many
/// strokes. With one stroke the order of drawing counts, and how the shape is turned; its size and its place do not, unless
/// told to. With several strokes neither their order nor their direction matters much.
public final class StrokeGestureRecognizer: GestureRecognizer {
  /// The shapes to tell apart. A drawing is compared with the examples that have as many strokes, and with all those of a
  /// template that allows any number of them.
  public var templates: [StrokeTemplate] = [] {
    didSet { thresholds = StrokeThresholds(templates) }
  }
  /// 0…1: how much a shape must be like a template. At 0.7 each template counts from its own score on: its `minimumScore`, or
  /// one that its examples give, from 0.63 to 0.8, the stricter the more alike they are. Another value makes all of these
  /// stricter or more lenient in proportion: anything counts at 0, and only the same shape at 1.
  public var minimumScore = StrokeThresholds.usual
  /// 1 or more. With several, shapes of fewer strokes are found too, after the pause that tells that no other follows.
  public var maximumNumberOfStrokes = 1
  /// From a lift to the next stroke's landing. 9 of 10 pauses within a gesture were shorter in the logs of 20 people.
  public var maximumInterval = Duration.seconds(1)
  /// Fingers, exactly: 1 or more. What counts is the way of their centroid while all of them are down.
  public var numberOfTouchesRequired = 1
  /// The longer side of the shape must be so long, in millimetres: a swipe's least distance. A tap that wobbles stays below
  /// 6 mm, twice what it may move.
  public var minimumSize = 8.0
  /// Whether a stroke may be drawn from its end to its start.
  public var allowsAnyDirection = false
  /// How many times larger or smaller than an example it may be drawn; by the longer side. 1 or more.
  public var maximumScale = Double.infinity
  /// How far its middle may be from that of an example, on the screen, in millimetres.
  public var maximumOffset = Double.infinity

  private enum Stage {
    /// Before the first landing. What was drawn last can still be read.
    case idle
    /// Not all fingers are down.
    case landing
    case drawing
    /// One has lifted: no other may land.
    case lifting
    /// Between two strokes.
    case pausing
  }

  @exclusivity(unchecked) private var stage = Stage.idle
  @exclusivity(unchecked) private var path = StrokePath()
  private var finished: [[StrokePoint]] = []
  private var thresholds = StrokeThresholds([])

  /// What its last shape was taken for, whether the score sufficed or not; `nil` where nothing could be compared. Kept until
  /// the next attempt begins.
  public private(set) var match: StrokeMatch?

  /// What was drawn so far, stroke by stroke, at most 256 points of each; kept until the next attempt begins.
  public var strokes: [[StrokePoint]] { path.isEmpty ? finished : finished + [path.points] }

  /// Where the first stroke began, as with a swipe.
  public override func location(in view: View?) -> Point {
    guard let start = finished.first?.first?.location ?? path.start else { return super.location(in: view) }
    return view?.convertFromScreen(start) ?? start
  }

  override class var builtInClass: GestureRecognizer.Type? { StrokeGestureRecognizer.self }

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
    guard numberOfTouches <= numberOfTouchesRequired else {
      fail(Reason(.tooManyFingers, numberOfTouches, limit: numberOfTouchesRequired))
      return
    }
    stage = numberOfTouches == numberOfTouchesRequired ? .drawing : .landing
    draw(at: time)
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) { draw(at: time) }

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

  /// Waiting for more strokes than any template can have is of no use.
  private var mostStrokes: Int {
    if templates.isEmpty || templates.contains(where: \.allowsAnyStrokeCount) { return maximumNumberOfStrokes }
    return min(maximumNumberOfStrokes, templates.reduce(1) { max($0, $1.strokeCount) })
  }

  /// Told what was drawn to its end, whatever it is like.
  package var onDrawn: (([[StrokePoint]]) -> Void)?

  private func decide() {
    onDrawn?(finished)
    let points = finished.map { $0.map(\.location) }
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

  /// What was drawn last, and the example that it is most like, laid over it: for those who show the comparison.
  package var likeness: (match: StrokeMatch, points: [Point])? {
    let comparison = comparison
    let drawn = comparison.shapes(of: finished.map { $0.map(\.location) })
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
