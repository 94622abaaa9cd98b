import CTouchInput

/// Reads the EVEMU format: a device's description and its events in one text file.
///
///     N: name
///     I: bustype vendor product version          hexadecimal
///     P: 02 00 …                                 property bits, bytes in hexadecimal
///     B: 03 0b 00 …                              event type, then bits of its codes; lines of one type continue each other
///     A: 35 0 4095 0 0 12                        axis in hexadecimal; minimum, maximum, fuzz, flat, resolution (may be missing)
///     L:, S:                                     state of LEDs and switches, ignored
///     E: 0.012345 0003 0035 1234                 seconds.microseconds, type and code in hexadecimal, value
///
/// A comment begins with `#` and ends with its line. The microseconds are a decimal number, padded or not: `1.5` is 1 s and 5 µs.
struct EvemuReader: LineReader {
  private(set) var device = RecordedDevice()

  var lines: TextLines
  private var nextBit: [Int: Int] = [:]  // by event type: the byte at which its next B: line continues
  private var nextProperty = 0

  init(_ lines: TextLines) { self.lines = lines }

  // MARK: Lines

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard let key = text.first else { return }
    if key == UInt8(ascii: "#") { return try device.readComment(text) }
    guard text.count >= 2, text[text.startIndex + 1] == UInt8(ascii: ":") else { throw stranger(text) }
    let rest = text.dropFirst(2)
    var fields = Fields(key == UInt8(ascii: "N") ? rest : rest.prefix { $0 != UInt8(ascii: "#") })
    if key == UInt8(ascii: "E") { return try readEvent(&fields) }
    switch key {
    case UInt8(ascii: "N"): device.setName(rest.drop(while: isSpace))
    case UInt8(ascii: "I"): try readIdentity(&fields)
    case UInt8(ascii: "P"): try readProperties(&fields)
    case UInt8(ascii: "B"): try readBits(&fields)
    case UInt8(ascii: "A"): try readAxis(&fields)
    case UInt8(ascii: "L"), UInt8(ascii: "S"): break
    default: throw stranger(text)
    }
    device.isDescribed = true
  }

  private func stranger(_ text: ArraySlice<UInt8>) -> LineProblem {
    LineProblem("is not a line of an EVEMU recording: \(excerpt(text))")
  }

  private mutating func readEvent(_ fields: inout Fields) throws(LineProblem) {
    guard let time = fields.time() else { throw LineProblem("the time is not SECONDS.MICROSECONDS") }
    guard let type = fields.hexadecimal(), let code = fields.hexadecimal() else {
      throw LineProblem("the type or the code is not a 16-bit hexadecimal number")
    }
    guard let value = fields.decimal() else { throw LineProblem("the value is not a 32-bit number") }
    guard fields.isAtEnd else { throw LineProblem("has more than a time, a type, a code and a value") }
    device.append(ti_event(time: time, type: type, code: code, value: value))
  }

  private mutating func readIdentity(_ fields: inout Fields) throws(LineProblem) {
    guard let bus = fields.hexadecimal(), let vendor = fields.hexadecimal(), let product = fields.hexadecimal(),
      let version = fields.hexadecimal(), fields.isAtEnd
    else { throw LineProblem("I: expected four 16-bit hexadecimal numbers") }
    device.description.bustype = bus
    device.description.vendor = vendor
    device.description.product = product
    device.description.version = version
  }

  private mutating func readProperties(_ fields: inout Fields) throws(LineProblem) {
    try readBytes(&fields, what: "P:") { reader, byte in
      withUnsafeMutableBytes(of: &reader.device.description.properties) { or($0, reader.nextProperty, byte) }
      reader.nextProperty += 1
    }
  }

  private mutating func readBits(_ fields: inout Fields) throws(LineProblem) {
    guard let type = fields.hexadecimal(), type < EV_CNT else {
      throw LineProblem("B: does not begin with an event type")
    }
    try readBytes(&fields, what: "B:") { reader, byte in
      let at = reader.nextBit[Int(type), default: 0]
      reader.nextBit[Int(type)] = at + 1
      reader.device.withBits(ofType: Int32(type)) { or($0, at, byte) }
    }
  }

  private mutating func readBytes(
    _ fields: inout Fields, what: String, _ body: (inout EvemuReader, UInt8) -> Void
  ) throws(LineProblem) {
    while !fields.isAtEnd {
      guard let byte = fields.hexadecimal(), byte <= 0xFF else {
        throw LineProblem("\(what) expected hexadecimal bytes")
      }
      body(&self, UInt8(byte))
    }
  }

  private mutating func readAxis(_ fields: inout Fields) throws(LineProblem) {
    guard let code = fields.hexadecimal(), code < ABS_CNT else { throw LineProblem("A: does not begin with an axis") }
    guard let minimum = fields.decimal(), let maximum = fields.decimal(), let fuzz = fields.decimal(),
      let flat = fields.decimal(), let resolution = fields.isAtEnd ? 0 : fields.decimal(), fields.isAtEnd
    else { throw LineProblem("A: expected an axis and four or five 32-bit numbers") }
    device.setAxis(
      Int(code),
      ti_axis(present: true, minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution))
  }
}

/// Sets bits of a field; ignores bytes beyond its end.
private func or(_ field: UnsafeMutableRawBufferPointer, _ at: Int, _ byte: UInt8) {
  if at < field.count { field[at] |= byte }
}
