/// How the device is held, by UIKit's names.
///
/// Portrait is the orientation in which the second axis of the accelerometer points up, whatever the shape of the screen. The axes
/// are those of the Linux kernel's documentation of `mount-matrix`: as seen by the user, the first axis points to the right of the
/// screen, the second one to its top, and the third one out of it. An axis that points up measures 9.8 m/s². iio-sensor-proxy calls
/// the first four orientations normal, bottom-up, right-up and left-up.
public enum DeviceOrientation: String, Sendable, CaseIterable {
  /// The device is upright.
  case portrait
  /// The device is upright, with its top down.
  case portraitUpsideDown
  /// The device is on its side, with its top at the left.
  case landscapeLeft
  /// The device is on its side, with its top at the right.
  case landscapeRight
  /// The device lies flat with the screen up.
  case faceUp
  /// The device lies flat with the screen down.
  case faceDown
}
