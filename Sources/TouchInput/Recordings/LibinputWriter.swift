import CTouchInput
import Text

// Version 1 of the format of `libinput record`, as far as `libinput replay` reads it. `LibinputReader` has an example.

func libinputHead(_ device: WrittenDevice, _ origin: RecordingOrigin) -> String {
  let raw = device.description.raw
  var text = """
    # Recorded by \(origin.program)
    version: 1
    ndevices: 1
    system:
      kernel: \(quoted(origin.kernel))
    devices:
    - node: \(quoted(device.node.isEmpty ? "unknown" : device.node))
      evdev:

    """
  for remark in device.remarks { text += "    # \(remark)\n" }
  text += """
        name: \(quoted(device.name))
        id: [\(raw.bustype), \(raw.vendor), \(raw.product), \(raw.version)]
        codes:

    """
  for (type, bits) in device.bits {
    // All event types have codes of their own, except EV_SYN.
    let codes = type == EV_SYN ? Array(0...15) : numbers(bits)
    if codes.isEmpty { continue }
    let name = ti_type_name(UInt32(type)).map { " # " + String(cString: $0) } ?? ""
    text += "      \(type): [\(codes.map(String.init).joined(separator: ", "))]\(name)\n"
  }
  text += "    absinfo:\n"
  for (code, axis) in device.axes {
    text += "      \(code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), \(axis.resolution)]\n"
  }
  text += """
        properties: [\(numbers(device.properties).map(String.init).joined(separator: ", "))]
      udev:
        properties:
        - ID_INPUT=1

    """
  if device.description.hints & DeviceHints.touchscreen.rawValue != 0 { text += "    - ID_INPUT_TOUCHSCREEN=1\n" }
  text += "  quirks:\n  events:\n"
  return text
}

func libinputLine(_ event: ti_event, at time: Int64, since span: Int64) -> String {
  let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
  let cells = [
    padded("\(seconds)", to: 3), padded("\(rest)", to: 6), padded("\(event.type)", to: 3),
    padded("\(event.code)", to: 3),
    padded("\(event.value)", to: 7),
  ]
  return "    - [\(cells.joined(separator: ", "))] # \(remark(event, since: span))\n"
}

/// Returns the numbers of the bits that are set.
private func numbers(_ bits: [UInt8]) -> [Int] {
  (0..<bits.count * 8).filter { bits[$0 / 8] >> ($0 % 8) & 1 == 1 }
}

/// Returns the text in quotation marks, as in YAML and JSON.
private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
