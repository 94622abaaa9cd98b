/// Recognizes knocks on the device or on what it lies on (KNO). Discrete.
public final class KnockGestureRecognizer: TouchlessGestureRecognizer {
  /// The number of knocks in a row, 1 or more.
  public var numberOfKnocksRequired = 1
  /// The acceleration that a knock needs, without gravity, in metres per second squared.
  public var force = 5.0
  /// The longest time from one knock to the next one.
  public var maximumInterval = Duration.milliseconds(400)

  /// Creates a recognizer with the default settings.
  public override init(name: String = "") { super.init(name: name) }
}
