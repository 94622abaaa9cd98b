/// What a tap allows by default: the numbers that a tap, a press after taps and `Touch.tapCount` have in common. Their
/// sources stand with `TapGestureRecognizer.Defaults`.
enum TapLimits {
  /// Millimetres that a finger may move.
  static let movement = 3.0
  /// From landing to lift.
  static let duration = Duration.milliseconds(750)
  /// From the last lift to the next landing.
  static let interval = Duration.milliseconds(350)
  /// Millimetres between the taps of one gesture.
  static let distance = 7.0
}
