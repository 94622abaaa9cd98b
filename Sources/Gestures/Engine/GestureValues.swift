/// What a gesture measures, by kind. Millimetres, radians (clockwise positive), ratios, and each of them per second.
public enum GestureValues: Hashable, Sendable {
  /// Nothing: of a subclass that does not override `values`.
  case none
  /// The taps of the gesture: what was required.
  case tap(taps: Int)
  /// Since the fingers landed that are held.
  case longPress(duration: Duration)
  /// Millimetres since began, and millimetres per second.
  case pan(translation: Vector, velocity: Vector)
  /// As a pan, and the edge over which the fingers came.
  case edgePan(translation: Vector, velocity: Vector, edge: ScreenEdge)
  /// The allowed direction that the fingers took.
  case swipe(direction: SwipeDirection)
  /// A ratio to the distance at began, 1 there, and its change per second.
  case pinch(scale: Double, velocity: Double)
  /// Radians since began, clockwise positive, and radians per second.
  case rotation(rotation: Double, velocity: Double)
  /// The strokes counted so far.
  case tickle(tickles: Int)
  /// What the drawn shape was taken for.
  case stroke(StrokeMatch)
}

extension GestureValues {
  /// One of the values, with its unit.
  @usableFromInline package enum Measure {
    case count(Int)
    case duration(Duration)
    /// Millimetres.
    case displacement(Vector)
    /// Millimetres per second.
    case velocity(Vector)
    case ratio(Double)
    case radians(Double)
    /// Change of a ratio or of radians, per second.
    case rate(Double)
    /// 0…1.
    case share(Double)
    case word(String)
  }

  /// Calls `body` with each value and its name, in the order in which they are written. Inlinable, as each event is written by it.
  @inlinable @inline(__always)
  package func forEachMeasure(_ body: (_ name: StaticString, Measure) -> Void) {
    switch self {
    case .none: break
    case .tap(let taps): body("taps", .count(taps))
    case .longPress(let duration): body("duration", .duration(duration))
    case .pan(let translation, let velocity):
      body("translation", .displacement(translation))
      body("velocity", .velocity(velocity))
    case .edgePan(let translation, let velocity, let edge):
      body("translation", .displacement(translation))
      body("velocity", .velocity(velocity))
      body("edge", .word(edge.rawValue))
    case .swipe(let direction): body("direction", .word(direction.rawValue))
    case .pinch(let scale, let velocity):
      body("scale", .ratio(scale))
      body("velocity", .rate(velocity))
    case .rotation(let rotation, let velocity):
      body("rotation", .radians(rotation))
      body("velocity", .rate(velocity))
    case .tickle(let tickles): body("tickles", .count(tickles))
    case .stroke(let match):
      body("template", .word(match.template))
      body("score", .share(match.score))
      if let runnerUp = match.runnerUp {
        body("runner_up", .word(runnerUp))
        body("runner_up_score", .share(match.runnerUpScore))
      }
    }
  }

  /// What a knob is turned by: the larger component of a pan (right and down are forwards), an edge pan's way into the screen,
  /// the angle of a rotation, the scale of a pinch; `nil` where nothing could be counted off in steps.
  package var progress: Double? {
    switch self {
    case .pan(let translation, _):
      translation.x.magnitude >= translation.y.magnitude ? translation.x : translation.y
    case .edgePan(let translation, _, let edge):
      switch edge {
      case .left: translation.x
      case .right: -translation.x
      case .top: translation.y
      case .bottom: -translation.y
      }
    case .rotation(let rotation, _): rotation
    case .pinch(let scale, _): scale
    case .none, .tap, .longPress, .swipe, .tickle, .stroke: nil
    }
  }
}
