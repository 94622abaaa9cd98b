import CTouchInput

// Which devices are used for their buttons and switches. The udev rules that give such devices to the service's group
// (71-tickled-inputs.rules, buttons-only) decide alike; a test compares them.

extension DiscoveredDevice {
  /// The reason why the device's keys and switches are not used, to follow "is not used for buttons: "; `nil` if they are.
  ///
  /// - Parameter isNamed: whether the configuration names this device. Then any keys and switches are used, a keyboard's too.
  package func objectionToButtons(isNamed: Bool) -> String? {
    if traits.contains(.iio) || codes.isEmpty { return "it has no keys or switches" }
    if isMadeByTickled { return "tickled made it" }
    if isNamed { return nil }
    if traits.contains(.keyboard) || EventCode.typewriter.isSubset(of: codes) { return "it is a keyboard" }
    // The digits of a remote control choose channels, those of other devices may be a PIN. The kernel says of each remote control that
    // it is a pointing stick.
    if traits.contains(.remote) { return nil }
    if traits.contains(.pointing) || !EventCode.pointing.isDisjoint(with: codes) {
      return "it is a mouse, touchpad, tablet or touchscreen"
    }
    if !EventCode.typing.isDisjoint(with: codes) || EventCode.numbered.isSubset(of: codes) {
      return "it has keys for letters or digits"
    }
    return nil
  }

  /// Whether this is a clone of a panel, a virtual keyboard or a virtual pointer, made by this process or another instance of tickled.
  package var isMadeByTickled: Bool { phys.hasPrefix(TouchClone.physPrefix) }
}

extension EventCode {
  /// The keys 1 to 31, which udev expects of a keyboard.
  static let typewriter = keys(KEY_ESC...KEY_S)

  /// The keys that type letters or digits. buttons-only has the same ones.
  static let typing = keys(
    KEY_1...KEY_0, KEY_Q...KEY_P, KEY_A...KEY_L, KEY_Z...KEY_M, KEY_KP7...KEY_KP9, KEY_KP4...KEY_KP6, KEY_KP1...KEY_KP0,
    KEY_NUMERIC_0...KEY_NUMERIC_9)

  /// The digits of some number pads. Fewer of them are none: the kernel gives these codes to keys that it does not know, too.
  static let numbered = keys(BTN_0...BTN_9)

  /// The buttons of mice, and of what pens and fingers touch.
  static let pointing = keys(BTN_LEFT...BTN_TASK, BTN_TOOL_PEN...BTN_TOOL_QUADTAP)

  private static func keys(_ ranges: ClosedRange<Int32>...) -> Set<EventCode> {
    Set(ranges.joined().map { .key(UInt16($0)) })
  }
}
