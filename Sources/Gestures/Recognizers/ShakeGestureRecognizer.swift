/// Recognizes that the device is shaken (SHK). Continuous.
public final class ShakeGestureRecognizer: TouchlessGestureRecognizer {
  /// When movements are a shake.
  public var shake = Shake()

  /// Creates a recognizer with the default settings.
  public override init(name: String = "") { super.init(name: name) }
}
