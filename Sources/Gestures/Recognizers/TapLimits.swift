/// The default limits of a tap, shared by taps, presses after taps and `Touch.tapCount`. `TapGestureRecognizer.Defaults` gives
/// their sources.
enum TapLimits {
  /// The largest movement of a finger, in millimetres.
  static let movement = 3.0
  /// The longest time from landing to lift.
  static let duration = Duration.milliseconds(750)
  /// The longest time from the last lift to the next landing.
  static let interval = Duration.milliseconds(350)
  /// The largest distance between the taps of one gesture, in millimetres.
  static let distance = 7.0
}
