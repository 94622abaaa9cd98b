import CTouchInput
import Text

/// A device's description for a file.
struct WrittenDevice {
  let description: DeviceDescription
  /// The name, without characters that would end a line.
  let name: String
  let node: String
  /// Lines for comments, safe to print; only the model for an anonymous device.
  let remarks: [String]

  init(_ description: DeviceDescription, node: String, isAnonymous: Bool, _ model: PanelModel.Summary?) {
    self.description = description
    self.node = isAnonymous ? "" : node
    let own = String(String.UnicodeScalarView(description.name.unicodeScalars.map { $0.isPrintable ? $0 : "?" }))
    name = isAnonymous || own.isEmpty ? "Touchscreen" : own
    let identity = isAnonymous ? [] : [("Node", node), ("Phys", description.phys), ("Uniq", description.uniq)]
    remarks =
      identity.filter { !$0.1.isEmpty }.map { "\($0): \($1.printable)" } + (model.map { [$0.remark] } ?? [])
  }

  /// The bits of the codes that the device can send, by event type.
  var bits: [(type: Int32, bits: [UInt8])] {
    let raw = description.raw
    func bytes<T>(_ field: T) -> [UInt8] { withUnsafeBytes(of: field) { Array($0) } }
    var axes = [UInt8](repeating: 0, count: Int(ABS_CNT) / 8)
    for (code, _) in self.axes { axes[code / 8] |= 1 << (code % 8) }
    return [
      (EV_SYN, bytes(raw.event_types)), (EV_KEY, bytes(raw.keys)), (EV_REL, bytes(raw.relative)), (EV_ABS, axes),
      (EV_MSC, bytes(raw.misc)), (EV_SW, bytes(raw.switches)), (EV_LED, bytes(raw.leds)), (EV_SND, bytes(raw.sounds)),
      (EV_REP, bytes(raw.repeats)), (EV_FF, bytes(raw.forces)),
    ]
  }

  var properties: [UInt8] { withUnsafeBytes(of: description.raw.properties) { Array($0) } }

  var axes: [(code: Int, axis: ti_axis)] {
    withUnsafeBytes(of: description.raw.axes) { bytes in
      bytes.assumingMemoryBound(to: ti_axis.self).enumerated().filter { $0.1.present }.map { ($0, $1) }
    }
  }
}

/// Returns an event in words: `EV_ABS / ABS_MT_POSITION_X 1200`.
func remark(_ event: ti_event, since span: Int64) -> String {
  switch (Int32(event.type), Int32(event.code)) {
  case (EV_SYN, SYN_REPORT): return "------------ SYN_REPORT (\(event.value)) ---------- +\(span / 1000)ms"
  case (EV_SYN, SYN_DROPPED): return "!!!!!!!!!!!! SYN_DROPPED (\(event.value)): the kernel lost events"
  default:
    let type = ti_type_name(UInt32(event.type)).map { String(cString: $0) } ?? "?"
    let code = ti_code_name(UInt32(event.type), UInt32(event.code)).map { String(cString: $0) } ?? "?"
    return "\(type) / \(padded(code, to: -20)) \(event.value)"
  }
}
