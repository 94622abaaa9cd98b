/// What a recognizer reports: a change of its state, with its values at that moment.
///
/// The values are those of the change itself, whatever happens to the recognizer later in the same frame (ST-4, ST-6).
public struct GestureEvent {
  public let recognizer: GestureRecognizer
  /// `ended` stands for the recognition of a discrete gesture too.
  public let state: GestureRecognizer.State
  /// The moment of the change: of the frame, or of the deadline that brought it about.
  public let time: Timestamp
  /// The fingers still down: 0 when the last one has lifted.
  public let numberOfTouches: Int
  /// Centroid of the gesture's touches on the screen, in millimetres.
  public let location: Point
  /// The same, from the top left corner of the recognizer's view.
  public let locationInView: Point
  public let values: GestureValues
}

/// What a gesture measures, by kind. Millimetres, radians (clockwise positive), ratios, and each of them per second.
public enum GestureValues: Hashable, Sendable {
  case none
  case tap(taps: Int)
  case longPress(duration: Duration)
  case pan(translation: Vector, velocity: Vector)
  case edgePan(translation: Vector, velocity: Vector, edge: ScreenEdge)
  case swipe(direction: SwipeDirection)
  case pinch(scale: Double, velocity: Double)
  case rotation(rotation: Double, velocity: Double)
  case tickle(tickles: Int)
}

/// What a hit view received, and when: after the delays and the cancellations that the recognizers asked for.
public struct TouchEvent {
  public let touch: Touch
  public let phase: Touch.Phase
  /// When it was handed over; a phase that was held back has an earlier `timestamp`.
  public let time: Timestamp
  /// When the finger did it.
  public let timestamp: Timestamp
  public let location: Point
  public let previousLocation: Point
}
