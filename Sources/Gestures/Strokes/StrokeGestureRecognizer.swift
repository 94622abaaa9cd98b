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
/// While fingers draw, points are collected and nothing else: the shapes are compared at the end. With one stroke the order
/// of drawing counts, and how the shape is turned; its size and its place do not, unless told to. With several strokes
/// neither their order nor their direction counts.
public final class StrokeGestureRecognizer: GestureRecognizer {
  /// The shapes to tell apart; with one stroke only those of their examples count that have one.
  public var templates: [StrokeTemplate] = []
  /// 0…1: how much a shape must be like a template. With 0.7, and three examples of each shape, 98.7 % of what was meant is
  /// found, and 2.4 % of what was not; 0.75 makes that 97.9 % and 1.1 %. Measured on the logs of 11 people.
  public var minimumScore = 0.7
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

  /// No use in waiting for more than any template has.
  private var mostStrokes: Int {
    templates.isEmpty
      ? maximumNumberOfStrokes : min(maximumNumberOfStrokes, templates.reduce(1) { max($0, $1.strokeCount) })
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
    match = comparison.match(points, templates)
    if let match, match.score >= minimumScore {
      state = .recognized
    } else {
      fail(Reason(.unlike, match?.score ?? 0, limit: minimumScore))
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
      comparison.distance(drawn, StrokeTemplate(name: "", shapes: [$0]))
        < comparison.distance(drawn, StrokeTemplate(name: "", shapes: [$1]))
    }
    return nearest.map { (match, shape.laidOver(by: $0)) }
  }

  private var comparison: StrokeComparison {
    var comparison = StrokeComparison()
    comparison.measure = maximumNumberOfStrokes == 1 ? .stroke : .cloud
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
