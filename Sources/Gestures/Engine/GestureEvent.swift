/// A change of a recognizer's state, with its values at that time.
///
/// The values are those at the change itself, whatever happens to the recognizer later in the same frame (ST-4, ST-6).
public struct GestureEvent {
  /// The recognizer that changed its state. Its current state may be a later one.
  public let recognizer: GestureRecognizer
  /// The state. `ended` also stands for the recognition of a discrete gesture.
  public let state: GestureRecognizer.State
  /// The time of the change: of the frame or the deadline that caused it.
  public let time: Timestamp
  /// The number of fingers still down: 0 when the last one has lifted.
  public let numberOfTouches: Int
  /// The centroid of the gesture's touches on the screen, in millimetres.
  public let location: Point
  /// The centroid relative to the top left corner of the recognizer's view, in millimetres.
  public let locationInView: Point
  /// The place of its first finger on the screen, in millimetres: where it is or, of a tap or a swipe, where it landed.
  package internal(set) var firstLocation = Point.zero
  /// The values that the gesture measured.
  public let values: GestureValues
}

extension GestureEvent {
  /// The part of an event that its readers use. The rest is not computed: it reads 0 or `none`.
  package enum Detail: Comparable {
    /// The state, the time and the number of touches.
    case state
    /// Also `GestureValues.progress`.
    case progress
    /// Everything but the place of the first finger.
    case all
    /// Everything.
    case first
  }

  package var tag: Int { recognizer.tag }
}

extension GestureEvent {
  /// What an event says, without its recognizer: a value that other tasks and threads may have.
  public struct Snapshot: Hashable, Sendable {
    /// The name of the recognizer.
    public let name: String
    /// The name of its view; `nil`: it is on none.
    public let view: String?
    /// The recognizer's number.
    public let tag: Int
    /// The state. `ended` also stands for the recognition of a discrete gesture.
    public let state: GestureRecognizer.State
    /// The time of the change.
    public let time: Timestamp
    /// The number of fingers still down.
    public let numberOfTouches: Int
    /// The centroid of the gesture's touches on the screen, in millimetres.
    public let location: Point
    /// The centroid relative to the top left corner of the view, in millimetres.
    public let locationInView: Point
    /// The values that the gesture measured.
    public let values: GestureValues
  }

  /// The event as a value that other tasks and threads may have.
  public var snapshot: Snapshot {
    Snapshot(
      name: recognizer.name, view: recognizer.view?.name, tag: recognizer.tag, state: state, time: time,
      numberOfTouches: numberOfTouches, location: location, locationInView: locationInView, values: values)
  }
}

/// A phase of a touch that its view received, after the delays and cancellations that recognizers asked for.
public struct TouchEvent {
  /// The touch. Its view received the phase.
  public let touch: Touch
  /// The phase: `began`, `moved`, `ended` or `cancelled`.
  public let phase: Touch.Phase
  /// The time of delivery. If the phase was held back, `timestamp` is earlier.
  public let time: Timestamp
  /// The time when the finger landed, moved, pressed harder or less hard, or lifted.
  public let timestamp: Timestamp
  /// The location of the finger at `timestamp`, on the screen, in millimetres.
  public let location: Point
  /// The location in the frame before, in millimetres.
  public let previousLocation: Point
  /// The force and the size of the contact at `timestamp`, as far as the panel measures them.
  public let imprint: Touch.Imprint
}

#if !hasFeature(Embedded)
  extension GestureEvent.Snapshot: Codable {}
#endif
