import CTouchInput

/// Facts about a device that the device itself does not declare, from udev or the user.
package struct DeviceHints: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let touchscreen = DeviceHints(rawValue: UInt32(TI_HINT_TOUCHSCREEN))
  package static let touchpad = DeviceHints(rawValue: UInt32(TI_HINT_TOUCHPAD))
  /// The user named this device, so it is a touchscreen whatever it claims to be, if it has places and says when it is touched.
  package static let named = DeviceHints(rawValue: UInt32(TI_HINT_NAMED))
  /// A mouse with absolute axes: that of a virtual machine, or the panel of a point of sale.
  package static let absoluteMouse = DeviceHints(rawValue: UInt32(TI_HINT_ABSOLUTE_MOUSE))
}
