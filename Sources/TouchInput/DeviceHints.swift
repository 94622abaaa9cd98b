import CTouchInput

/// What udev or the user knows of a device that the device itself does not say.
package struct DeviceHints: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let touchscreen = DeviceHints(rawValue: UInt32(TI_HINT_TOUCHSCREEN))
  package static let touchpad = DeviceHints(rawValue: UInt32(TI_HINT_TOUCHPAD))
  /// The user means this very device: a panel that looks like an absolute mouse is a touchscreen then.
  package static let named = DeviceHints(rawValue: UInt32(TI_HINT_NAMED))
}
