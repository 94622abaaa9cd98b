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

extension DeviceOrientation {
  /// The cosine of the largest angle between an axis and the vertical in that axis's orientation: 35°, so that the device must be
  /// turned by 10° more than half way. In between it keeps its orientation (TRN-1).
  private static let leastShare = 0.8191520442889918
  /// The gravity that is plausible, in metres per second squared. Outside of that range the device does not rest. Android's limits.
  private static let gravity = 5.8...13.8

  /// Returns the orientation of a device that rests; `nil` between two orientations.
  init?(_ resting: Acceleration) {
    let length = resting.length
    guard Self.gravity.contains(length) else { return nil }
    let least = length * Self.leastShare
    if resting.y.magnitude >= least {
      self = resting.y > 0 ? .portrait : .portraitUpsideDown
    } else if resting.x.magnitude >= least {
      self = resting.x > 0 ? .landscapeLeft : .landscapeRight
    } else if resting.z.magnitude >= least {
      self = resting.z > 0 ? .faceUp : .faceDown
    } else {
      return nil
    }
  }
}

#if !hasFeature(Embedded)
  extension DeviceOrientation: Codable {}
#endif
