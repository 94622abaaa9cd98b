import CTouchInput
import Text

// EVEMU 1.3, as evemu-record writes it. `EvemuReader` documents the lines.

func evemuHead(_ device: WrittenDevice, _ origin: RecordingOrigin) -> String {
  let raw = device.description.raw
  var text = "# EVEMU 1.3\n# Recorded by \(origin.program), kernel \(origin.kernel)\n"
  for remark in device.remarks { text += "# \(remark)\n" }
  text += "N: \(device.name)\n"
  text +=
    "I: \([raw.bustype, raw.vendor, raw.product, raw.version].map { hexadecimal($0, digits: 4) }.joined(separator: " "))\n"
  for line in byteLines(device.properties) { text += "P:\(line)\n" }
  for (type, bits) in device.bits {
    for line in byteLines(bits) { text += "B: \(hexadecimal(type, digits: 2))\(line)\n" }
  }
  for (code, axis) in device.axes {
    text +=
      "A: \(hexadecimal(code, digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)\n"
  }
  return text + "################################\n#      Waiting for events      #\n################################\n"
}

/// Formats eight bytes per line, padded with zeros.
private func byteLines(_ bytes: [UInt8]) -> [String] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    (start..<start + 8).map { " " + hexadecimal($0 < bytes.count ? bytes[$0] : 0, digits: 2) }.joined()
  }
}

func evemuLine(_ event: ti_event, at time: Int64, since span: Int64) -> String {
  let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
  let sign = event.value < 0 ? "-" : ""
  let value = sign + padded("\(event.value.magnitude)", to: 4 - sign.utf8.count, with: "0")
  return "E: \(seconds).\(padded("\(rest)", to: 6, with: "0")) \(hexadecimal(event.type, digits: 4)) "
    + "\(hexadecimal(event.code, digits: 4)) \(value)\t# \(remark(event, since: span))\n"
}
