import CTouchInput

extension DeviceDescription {
  /// Faults and surprising properties of this touchscreen, as sentences without a full stop.
  package var oddities: [String] {
    var found = rangeOddities + resolutionOddities
    if touchProtocol == .slots { found += slotOddities }
    if classification.coordinates_on_z_rx { found.append("it sends X and Y as Z and RX") }
    if knowsItsKeys && !hasTouchButton {
      found.append(has(Self.leftButton) ? "BTN_LEFT instead of BTN_TOUCH, like a mouse" : "no BTN_TOUCH")
    }
    if knowsItsKeys && classification.touches_by_pressure { found.append("a finger is down while there is pressure") }
    if !has(property: INPUT_PROP_DIRECT) {
      found.append("it is not marked as a screen (INPUT_PROP_DIRECT)")
    }
    let fuzz = max(rawAxis(Int(classification.x_code)).fuzz, rawAxis(Int(classification.y_code)).fuzz)
    if fuzz > 0 { found.append("fuzz \(fuzz): the kernel suppresses smaller movements") }
    return found
  }

  /// Those of the ranges, as sentences without a full stop.
  package var rangeOddities: [String] {
    [("X", x), ("Y", y)].filter { $0.1.minimum >= $0.1.maximum }.map { letter, axis in
      let ends = "\(axis.minimum) to \(axis.maximum)"
      return axis.minimum == axis.maximum
        ? "\(letter) has no range (\(ends)): its positions are meaningless"
        : "\(letter) runs backwards (\(ends)): its minimum counts as the left or upper edge"
    }
  }

  /// The fuzz of the axes in whose units contacts are given, in those units.
  package var fuzz: (x: Int32, y: Int32) {
    (rawAxis(Int(classification.x_code)).fuzz, rawAxis(Int(classification.y_code)).fuzz)
  }

  private static let touchButton: UInt32 = 0x14a
  private static let leftButton: UInt32 = 0x110

  private var resolutionOddities: [String] {
    if x.resolution <= 0 || y.resolution <= 0 { return ["no resolution: its size is unknown"] }
    var found: [String] = []
    let ratio = Double(x.resolution) / Double(y.resolution)
    if ratio > 1.1 || ratio < 1 / 1.1 {
      found.append("X has \(x.resolution) units per millimetre, Y \(y.resolution)")
    }
    for (letter, axis) in [("X", x), ("Y", y)] {
      let length = abs(Double(axis.maximum) - Double(axis.minimum)) / Double(axis.resolution)
      if length > 0 && !(PanelGeometry.plausibleSides ~= length) {
        found.append("its resolution makes \(letter) \(Int(length)) mm long: no screen has that size")
      }
    }
    return found
  }

  private var slotOddities: [String] {
    var found: [String] = []
    let last = rawAxis(Int(ABS_MT_SLOT)).maximum
    if last <= 0 { found.append("slots without a range: it reports only one finger") }
    if last >= TI_MAX_SLOTS { found.append("\(Int(last) + 1) slots, of which \(TI_MAX_SLOTS) are used") }
    if !rawAxis(Int(ABS_MT_TRACKING_ID)).present { found.append("slots without tracking ids") }
    return found
  }

  private var knowsItsKeys: Bool { withUnsafePointer(to: raw) { ti_knows_its_keys($0) } }

  /// Whether it declares `BTN_TOUCH`.
  var hasTouchButton: Bool { has(Self.touchButton) }

  /// Asked in C, like all that is one bit of an array: the compiler of Embedded Swift 6.3 reads those wrongly where the description is made.
  private func has(_ key: UInt32) -> Bool { withUnsafePointer(to: raw) { ti_has_key($0, key) } }

  /// Whether it has one of `INPUT_PROP_…`.
  func has(property: Int32) -> Bool { withUnsafePointer(to: raw) { ti_has_property($0, UInt32(property)) } }
}
