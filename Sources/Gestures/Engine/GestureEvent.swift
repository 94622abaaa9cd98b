/// What a recognizer reports: a change of its state, with its values at that moment.
///
/// The values are those of the change itself, whatever happens to the recognizer later in the same frame (ST-4, ST-6).
public struct GestureEvent {
  /// Whose state changed; by now it may be in another one.
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
  /// What the gesture measured at that moment.
  public let values: GestureValues
}

/// What a hit view received, and when: after the delays and the cancellations that the recognizers asked for.
public struct TouchEvent {
  /// Whose view is the one that received it.
  public let touch: Touch
  /// `began`, `moved`, `ended` or `cancelled`.
  public let phase: Touch.Phase
  /// When it was handed over; a phase that was held back has an earlier `timestamp`.
  public let time: Timestamp
  /// When the finger did it.
  public let timestamp: Timestamp
  /// Where the finger was at `timestamp`: on the screen, in millimetres.
  public let location: Point
  /// Where it was in the frame before.
  public let previousLocation: Point
}
