import CTouchInput
import Text

/// A device's description of itself, live or in a recording: names, numbers, axes.
package struct DeviceDescription: Sendable {
  /// The kernel protocol in which a touchscreen reports its touches.
  package enum TouchProtocol: String, Sendable {
    /// Protocol B: numbered slots.
    case slots
    /// Protocol A: contacts without slots.
    case anonymous
    /// One finger.
    case single
  }

  /// One absolute axis; `resolution` in units per millimetre, 0 if the device does not declare it.
  package struct Axis: Hashable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    package var resolution: Int32
  }

  /// What the kernel or a recording says, some kilobytes. In an object, because Swift copies such a structure value by value.
  private final class Raw: Sendable {
    let value: ti_description
    init(_ value: ti_description) { self.value = value }
  }

  private let contents: Raw
  var raw: ti_description { _read { yield contents.value } }
  let classification: ti_class
  let hints: UInt32

  init(_ raw: ti_description, hints: UInt32 = 0) {
    contents = Raw(raw)
    self.hints = hints
    classification = withUnsafePointer(to: raw) { ti_classify($0, hints) }
  }

  /// The device's own strings, unchanged, for matching. Escape them (`printable`) before any other use.
  package var name: String { text { $0.name } }
  package var phys: String { text { $0.phys } }
  package var uniq: String { text { $0.uniq } }

  /// The name, with everything escaped that could do harm in a terminal, a log or a page.
  package var printableName: String {
    withTexts { texts in
      var length = 0
      while texts.name[length] != 0 { length += 1 }
      return String(printable: UnsafeRawBufferPointer(start: texts.name, count: length))
    }
  }

  package var bus: UInt16 { raw.bustype }
  package var vendor: UInt16 { raw.vendor }
  package var product: UInt16 { raw.product }
  package var version: UInt16 { raw.version }

  /// `nil` if the device is not a touchscreen.
  package var touchProtocol: TouchProtocol? {
    switch classification.protocol {
    case TI_PROTOCOL_SLOTS: .slots
    case TI_PROTOCOL_ANONYMOUS: .anonymous
    case TI_PROTOCOL_SINGLE: .single
    default: nil
    }
  }

  package var isTouchscreen: Bool { touchProtocol != nil }

  /// The most fingers that the device can distinguish, as far as it declares this.
  package var slots: Int { Int(classification.slots) }

  /// Whether the device counts as a touchscreen only if the user names it (`DeviceHints.named`).
  package var looksLikeMouse: Bool {
    withUnsafePointer(to: raw) { ti_classify($0, hints & ~DeviceHints.named.rawValue) }.reason == TI_REASON_LIKE_A_MOUSE
  }

  /// Whether the device is not a touchscreen, and would be one if the user named it.
  package var mayBeNamed: Bool {
    let named = withUnsafePointer(to: raw) { ti_classify($0, hints | DeviceHints.named.rawValue) }
    return !isTouchscreen && named.protocol != TI_PROTOCOL_NONE
  }

  /// How to make a device a panel that `mayBeNamed`; follows the objection, in parentheses.
  package static let remedy = "if it is a panel, name it in the match of a [[screen]]"

  /// The reason why the device is not a touchscreen, to follow "is not a touchscreen: "; `nil` if it is one.
  package var objection: String? {
    switch classification.reason {
    case TI_REASON_NONE: nil
    case TI_REASON_NO_AXES: "it has no absolute X and Y axes"
    case TI_REASON_TOUCHPAD: "it is a touchpad"
    case TI_REASON_PEN: "it is a pen tablet"
    case TI_REASON_LIKE_A_MOUSE: "it looks like a mouse"
    case TI_REASON_NO_TOUCH_BUTTON: "it has no touch button"
    default: "it is not marked as one (INPUT_PROP_DIRECT, ID_INPUT_TOUCHSCREEN) and has no touch button"
    }
  }

  /// The axes in whose units the device's contacts are given. Only for touchscreens.
  package var x: Axis { axis(Int(classification.x_code), like: ABS_X) }
  package var y: Axis { axis(Int(classification.y_code), like: ABS_Y) }

  /// The axis of contacts' pressure; `nil` if the device has none.
  package var pressure: Axis? { declared(touchProtocol == .single ? ABS_PRESSURE : ABS_MT_PRESSURE) }
  /// The axis of contacts' lengths; `nil` if the device has none.
  package var touchMajor: Axis? { declared(ABS_MT_TOUCH_MAJOR) }
  /// The axis of contacts' widths; `nil` if the device has none.
  package var touchMinor: Axis? { declared(ABS_MT_TOUCH_MINOR) }

  private func declared(_ code: Int32) -> Axis? {
    let axis = rawAxis(Int(code))
    guard axis.present else { return nil }
    return Axis(minimum: axis.minimum, maximum: axis.maximum, resolution: max(0, axis.resolution))
  }

  /// Returns an axis. If it has no resolution, that of the single-touch axis `single` is used, provided that their ranges are the same.
  private func axis(_ code: Int, like single: Int32) -> Axis {
    let axis = rawAxis(code), other = rawAxis(Int(single))
    let sameRange = axis.minimum == other.minimum && axis.maximum == other.maximum
    let resolution = axis.resolution > 0 || !other.present || !sameRange ? axis.resolution : other.resolution
    return Axis(minimum: axis.minimum, maximum: axis.maximum, resolution: max(0, resolution))
  }

  func rawAxis(_ code: Int) -> ti_axis {
    withUnsafeBytes(of: raw.axes) { $0.assumingMemoryBound(to: ti_axis.self)[code] }
  }

  private func text(_ which: (ti_description_texts) -> UnsafePointer<CChar>) -> String {
    withTexts { String(cString: which($0)) }
  }

  private func withTexts<Result>(_ body: (ti_description_texts) -> Result) -> Result {
    withUnsafePointer(to: raw) { body(ti_texts_of_description($0)) }
  }
}
