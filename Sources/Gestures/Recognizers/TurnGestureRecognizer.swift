/// Recognizes that the device was turned, and has come to rest in another orientation (TRN). Discrete.
public final class TurnGestureRecognizer: TouchlessGestureRecognizer {
  /// The orientations that are recognized; all six at first.
  public var orientations = Set(DeviceOrientation.allCases)
  /// The time for which the device must rest in the new orientation.
  public var minimumRestDuration = Duration.milliseconds(500)

  /// Creates a recognizer of all orientations.
  public override init(name: String = "") { super.init(name: name) }
}
