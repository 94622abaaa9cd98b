/// The default limits of a tap, shared by taps, presses after taps and `Touch.tapCount`. `TapGestureRecognizer.Defaults` gives
/// their sources.
enum TapLimits {
  /// The largest movement of a finger, in millimetres.
  static let movement = 3.0
  /// The longest time from landing to lift.
  static let duration = Duration.microseconds(longestDuration)
  /// The longest time from the last lift to the next landing.
  static let interval = Duration.microseconds(longestInterval)
  /// `duration` and `interval` in microseconds, for code that each landing and lift calls.
  static let longestDuration: Int64 = 750_000
  static let longestInterval: Int64 = 350_000
  /// The largest distance between the taps of one gesture, in millimetres.
  static let distance = 7.0
}
