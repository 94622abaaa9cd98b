/// What a `haptic` action plays on a device's vibration motor.
package struct Haptic: Hashable, Sendable {
  /// A node such as /dev/input/event3, or a pattern for a device's name; `nil`: the panel that was touched if it can rumble,
  /// otherwise the first device that can.
  package var device: String?
  /// At most 65 s.
  package var time: Duration
  /// 0…1
  package var strength: Double

  package init(device: String? = nil, time: Duration = .milliseconds(50), strength: Double = 1) {
    self.device = device
    self.time = time
    self.strength = strength
  }
}
