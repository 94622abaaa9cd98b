/// Recognizes presses of a key or button, a number of times, the last of which may be held (KEY).
///
/// The gesture is continuous with `minimumPressDuration`, and discrete without.
public final class PressGestureRecognizer: TouchlessGestureRecognizer {
  /// The code of the presses that the recognizer takes: `Press.code`.
  public var code: UInt16
  /// The number of presses in a row, 1 or more. With `minimumPressDuration`, the last one is held.
  public var numberOfPressesRequired = 1
  /// The time from the beginning of the last press until the gesture begins; 0: at once. It ends with the release. `nil`: the gesture
  /// is recognized when the last press is released.
  public var minimumPressDuration: Duration?
  /// The longest duration of a press that is not held; `nil`: no limit.
  public var maximumPressDuration: Duration? = .milliseconds(500)
  /// The longest time from a release to the next press.
  public var maximumInterval = Duration.milliseconds(350)
  /// The times after which a held press reports `changed`, again and again. Each must be more than 0.
  public var reportIntervals: [Duration] = []

  /// Creates a recognizer for the presses of one key or button.
  public init(name: String = "", code: UInt16) {
    self.code = code
    super.init(name: name)
  }

  public override var values: GestureValues { .press(presses: 0, duration: .zero) }
}
