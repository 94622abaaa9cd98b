import CTouchInput

/// Reads the EVEMU format: a device's description and its events in one text file.
///
///     N: name
///     I: bustype vendor product version          hexadecimal
///     P: 02 00 …                                 property bits, bytes in hexadecimal
///     B: 03 0b 00 …                              event type, then bits of its codes; lines of one type continue each other
///     A: 35 0 4095 0 0 12                        axis in hexadecimal; minimum, maximum, fuzz, flat, resolution (may be missing)
///     L:, S:                                     state of lamps and switches; of no interest
///     E: 0.012345 0003 0035 1234                 seconds.microseconds, type and code in hexadecimal, value
///
/// What follows `#` on a line is a comment. The microseconds are a decimal number, padded or not: `1.5` is 1 s and 5 µs.
struct EvemuReader {
  private(set) var description = ti_description()
  private(set) var events: [ti_event] = []

  private let bytes: [UInt8]
  private let file: String
  private var line = 0
  private var nextBit: [Int: Int] = [:]  // by event type: where its next B: line goes on
  private var nextProperty = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func read() throws(RecordingError) {
    if bytes.isEmpty { throw error("is empty", at: nil) }
    if bytes.contains(0) { throw error("is no text: is it an EVEMU recording?", at: nil) }
    events.reserveCapacity(bytes.count / 24)
    var start = 0
    while start < bytes.count {
      line += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      do throws(RecordingError) {
        try readLine(bytes[start..<end])
      } catch {
        throw end == bytes.count ? self.error("cut off") : error
      }
      start = end + 1
    }
    if events.isEmpty { throw error("holds no events", at: nil) }
  }

  // MARK: Lines

  private mutating func readLine(_ whole: ArraySlice<UInt8>) throws(RecordingError) {
    var text = whole
    while let last = text.last, isSpace(last) { text.removeLast() }
    text = text.drop(while: isSpace)
    guard let key = text.first, key != UInt8(ascii: "#") else { return }
    guard text.count >= 2, text[text.startIndex + 1] == UInt8(ascii: ":") else {
      throw error("is no line of an EVEMU recording: \(excerpt(text))")
    }
    let rest = text.dropFirst(2)
    var fields = Fields(key == UInt8(ascii: "N") ? rest : rest.prefix { $0 != UInt8(ascii: "#") })
    switch key {
    case UInt8(ascii: "E"): try readEvent(&fields)
    case UInt8(ascii: "N"): setName(rest.drop(while: isSpace))
    case UInt8(ascii: "I"): try readIdentity(&fields)
    case UInt8(ascii: "P"): try readProperties(&fields)
    case UInt8(ascii: "B"): try readBits(&fields)
    case UInt8(ascii: "A"): try readAxis(&fields)
    case UInt8(ascii: "L"), UInt8(ascii: "S"): break
    default: throw error("is no line of an EVEMU recording: \(excerpt(text))")
    }
  }

  private mutating func readEvent(_ fields: inout Fields) throws(RecordingError) {
    guard let time = fields.time() else { throw error("the time is not SECONDS.MICROSECONDS") }
    guard let type = fields.hexadecimal(), let code = fields.hexadecimal() else {
      throw error("the type or the code is no hexadecimal number of 16 bits")
    }
    guard let value = fields.decimal() else { throw error("the value is no number of 32 bits") }
    guard fields.isAtEnd else { throw error("has more than a time, a type, a code and a value") }
    let last = events.last?.time ?? .min
    events.append(ti_event(time: max(time, last), type: type, code: code, value: value))
  }

  /// A longer name than a kernel would give is cut, between two characters where it is UTF-8.
  private mutating func setName(_ name: ArraySlice<UInt8>) {
    var name = name.prefix(Int(TI_NAME_SIZE) - 1)
    if name.endIndex < bytes.count, bytes[name.endIndex] & 0xC0 == 0x80 {
      while let last = name.popLast(), last & 0xC0 == 0x80 {}
    }
    withUnsafeMutableBytes(of: &description.name) { field in
      field.initializeMemory(as: UInt8.self, repeating: 0)
      field.copyBytes(from: name)
    }
  }

  private mutating func readIdentity(_ fields: inout Fields) throws(RecordingError) {
    guard let bus = fields.hexadecimal(), let vendor = fields.hexadecimal(), let product = fields.hexadecimal(),
      let version = fields.hexadecimal(), fields.isAtEnd
    else { throw error("I: is not four hexadecimal numbers of 16 bits") }
    description.bustype = bus
    description.vendor = vendor
    description.product = product
    description.version = version
  }

  private mutating func readProperties(_ fields: inout Fields) throws(RecordingError) {
    try readBytes(&fields, what: "P:") { reader, byte in
      withUnsafeMutableBytes(of: &reader.description.properties) { or($0, reader.nextProperty, byte) }
      reader.nextProperty += 1
    }
  }

  private mutating func readBits(_ fields: inout Fields) throws(RecordingError) {
    guard let type = fields.hexadecimal(), type < EV_CNT else { throw error("B: does not begin with an event type") }
    try readBytes(&fields, what: "B:") { reader, byte in
      let at = reader.nextBit[Int(type), default: 0]
      reader.nextBit[Int(type)] = at + 1
      switch Int32(type) {
      case EV_SYN: withUnsafeMutableBytes(of: &reader.description.event_types) { or($0, at, byte) }
      case EV_KEY: withUnsafeMutableBytes(of: &reader.description.keys) { or($0, at, byte) }
      case EV_REL: withUnsafeMutableBytes(of: &reader.description.relative) { or($0, at, byte) }
      default: break  // the axes have their own lines
      }
    }
  }

  private mutating func readBytes(
    _ fields: inout Fields, what: String, _ body: (inout EvemuReader, UInt8) -> Void
  ) throws(RecordingError) {
    while !fields.isAtEnd {
      guard let byte = fields.hexadecimal(), byte <= 0xFF else {
        throw error("\(what) holds what is no hexadecimal byte")
      }
      body(&self, UInt8(byte))
    }
  }

  private mutating func readAxis(_ fields: inout Fields) throws(RecordingError) {
    guard let code = fields.hexadecimal(), code < ABS_CNT else { throw error("A: does not begin with an axis") }
    guard let minimum = fields.decimal(), let maximum = fields.decimal(), let fuzz = fields.decimal(),
      let flat = fields.decimal(), let resolution = fields.isAtEnd ? 0 : fields.decimal(), fields.isAtEnd
    else { throw error("A: is not an axis and four or five numbers of 32 bits") }
    withUnsafeMutableBytes(of: &description.axes) { axes in
      axes.assumingMemoryBound(to: ti_axis.self)[Int(code)] = ti_axis(
        present: true, minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
    }
  }

  // MARK: Errors

  private func error(_ problem: String) -> RecordingError { error(problem, at: line) }

  private func error(_ problem: String, at line: Int?) -> RecordingError {
    RecordingError(file: file, line: line, problem: problem)
  }

  /// The beginning of a line that makes no sense, fit to be printed.
  private func excerpt(_ text: ArraySlice<UInt8>) -> String {
    "`\(String(printable: text.prefix(40)))\(text.count > 40 ? "…" : "")`"
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D }

/// Sets bits of a field; what lies behind its end is left out.
private func or(_ field: UnsafeMutableRawBufferPointer, _ at: Int, _ byte: UInt8) {
  if at < field.count { field[at] |= byte }
}

/// The words of a line, one after the other.
private struct Fields {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
    skipSpaces()
  }

  var isAtEnd: Bool { at == bytes.endIndex }

  /// A number of 16 bits without sign or prefix.
  mutating func hexadecimal() -> UInt16? {
    var value: UInt16 = 0
    let start = at
    while let digit = digit(radix: 16) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 16)
      if overflow { return nil }
      value = product | UInt16(digit)
    }
    return endOfWord(from: start) ? value : nil
  }

  /// A number of 32 bits with or without a minus.
  mutating func decimal() -> Int32? {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = at
    guard let value = digits(limit: 10), endOfWord(from: start) else { return nil }
    return Int32(exactly: isNegative ? -value : value)
  }

  /// `SECONDS.MICROSECONDS` in microseconds; at most 6 digits behind the point.
  mutating func time() -> Int64? {
    guard let seconds = digits(limit: 12), skip(UInt8(ascii: ".")) else { return nil }
    let start = at
    guard let microseconds = digits(limit: 6), endOfWord(from: start) else { return nil }
    return seconds * 1_000_000 + microseconds
  }

  private mutating func digits(limit: Int) -> Int64? {
    let start = at
    var value: Int64 = 0
    while let digit = digit(radix: 10) {
      if at - start > limit { return nil }
      value = value * 10 + Int64(digit)
    }
    return at > start ? value : nil
  }

  private mutating func digit(radix: UInt8) -> UInt8? {
    guard !isAtEnd else { return nil }
    let byte = bytes[at]
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    guard value < radix else { return nil }
    at += 1
    return value
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// True where a word that began at `start` is not empty and ends here; goes on to the next.
  private mutating func endOfWord(from start: Int) -> Bool {
    guard at > start, isAtEnd || isSpace(bytes[at]) else { return false }
    skipSpaces()
    return true
  }

  private mutating func skipSpaces() {
    while !isAtEnd, isSpace(bytes[at]) { at += 1 }
  }
}
