import CTouchInput

/// Reads the output of `evtest`: a device's description, then its events.
///
///     Input driver version is 1.0.1
///     Input device ID: bus 0x3 vendor 0xeef product 0x1 version 0x210
///     Input device name: "eGalax Inc. USB TouchController"
///     Supported events:
///       Event type 3 (EV_ABS)
///         Event code 53 (ABS_MT_POSITION_X)
///           Value      0
///           Min        0
///           Max     4095
///           Resolution      13                     only if it is not 0; so are Fuzz and Flat
///     Properties:
///       Property type 1 (INPUT_PROP_DIRECT)
///     Testing ... (interrupt to exit)
///     Event: time 1489331115.266088, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 1828
///     Event: time 1489331115.266088, -------------- SYN_REPORT ------------
///
/// These are the lines that `print_device_info`, `print_absdata` and `print_events` of evtest.c write. Its list of devices, its notice
/// that another program has grabbed the device, and the lines of a shell are skipped. The `evtest` of python-evdev prints the same events without
/// `Event: ` and without a description.
struct EvtestReader: LineReader {
  private(set) var devices: [RecordedDevice] = []

  static let beginnings = [
    "Input driver version", "Input device ID", "Input device name", "Supported events", "Event: time",
    "No device specified", "Not running as root", "Available devices", "Testing ...", "Listening for events", "time ",
  ]

  private enum Section {
    /// The lines before the first device.
    case list
    case codes(type: Int32)
    case axis(code: Int)
    /// The values of keys that repeat, or the name of the device.
    case other
    /// Between two rows of asterisks.
    case notice
  }

  var lines: TextLines
  private var section = Section.list
  private var axis = ti_axis()

  init(_ lines: TextLines) { self.lines = lines }

  // MARK: Lines

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard let first = text.first else { return }
    if first == UInt8(ascii: "*") {
      if case .notice = section { section = .other } else { section = .notice }
      return
    }
    if begins(text, "Event: time") { return try readEvent(text, after: "Event: time") }
    if begins(text, "time ") { return try readEvent(text, after: "time", ofPython: true) }
    if case .notice = section { return }
    if begins(text, "Input driver version") { return try beginDevice() }
    if begins(text, "Input device ID:") { return try readIdentity(text) }
    if begins(text, "Input device name:") { return try readName(text) }
    if begins(text, "Event type") { return try beginType(text) }
    if begins(text, "Event code") { return try readCode(text) }
    if begins(text, "Property type") { return try readProperty(text) }
    if try readLimit(text) { return }
    let skipped = [
      "Supported events", "Properties", "Key repeat handling", "Repeat type", "Repeat code", "Testing ...",
      "No device specified", "Not running as root", "Available devices", "Select the device", "/dev/input/", "Value",
      "$", "#", "^", "evtest", "Listening for events",
    ]
    if skipped.contains(where: { begins(text, $0) }) {
      if !begins(text, "Value") { section = .other }
      return
    }
    throw LineProblem("is not a line of an evtest log: \(excerpt(text))")
  }

  private func begins(_ text: ArraySlice<UInt8>, _ words: String) -> Bool { text.starts(with: words.utf8) }

  private mutating func beginDevice() throws(LineProblem) {
    _ = try devices.add()
    section = .other
  }

  /// Returns the place of the device that the line is about. A log that was cut has no line that begins it.
  private mutating func current() throws(LineProblem) -> Int {
    if devices.isEmpty { try beginDevice() }
    return devices.count - 1
  }

  // MARK: The description

  private mutating func readIdentity(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let index = try current()
    var fields = Fields(text.dropFirst("Input device ID:".utf8.count))
    while !fields.isAtEnd {
      let name = fields.word()
      let word = fields.word()
      guard word.starts(with: "0x".utf8), word.count <= 6,
        let number = UInt16(String(decoding: word.dropFirst(2), as: UTF8.self), radix: 16)
      else { throw LineProblem("is not a 16-bit hexadecimal number: \(excerpt(word))") }
      switch String(decoding: name, as: UTF8.self) {
      case "bus": devices[index].description.bustype = number
      case "vendor": devices[index].description.vendor = number
      case "product": devices[index].description.product = number
      case "version": devices[index].description.version = number
      default: break
      }
    }
    section = .other
  }

  private mutating func readName(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let index = try current()
    let name = text.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    devices[index].setName(name.last == UInt8(ascii: "\"") ? name.dropLast() : name)
    section = .other
  }

  private mutating func beginType(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let type = try number(in: text, after: "Event type", below: Int32(EV_CNT))
    let index = try current()
    devices[index].setType(type)
    section = .codes(type: type)
  }

  private mutating func readCode(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let type: Int32
    switch section {
    case .codes(let current): type = current
    case .axis: type = EV_ABS
    case .list, .other, .notice: throw LineProblem("is a code without the type of its event")
    }
    let code = try number(in: text, after: "Event code", below: Int32(KEY_CNT))
    let index = try current()
    devices[index].setCode(Int(code), ofType: type)
    devices[index].isDescribed = true
    guard type == EV_ABS, code < ABS_CNT else { return }
    axis = ti_axis(present: true, minimum: 0, maximum: 0, fuzz: 0, flat: 0, resolution: 0)
    devices[index].setAxis(Int(code), axis)
    section = .axis(code: Int(code))
  }

  /// - Returns: whether the line is one of an axis' numbers.
  private mutating func readLimit(_ text: ArraySlice<UInt8>) throws(LineProblem) -> Bool {
    guard case .axis(let code) = section else { return false }
    let limits: [(String, (inout ti_axis, Int32) -> Void)] = [
      ("Min", { $0.minimum = $1 }), ("Max", { $0.maximum = $1 }), ("Fuzz", { $0.fuzz = $1 }),
      ("Flat", { $0.flat = $1 }), ("Resolution", { $0.resolution = $1 }),
    ]
    guard let (name, set) = limits.first(where: { begins(text, $0.0) }) else { return false }
    var fields = Fields(text.dropFirst(name.utf8.count))
    guard let value = fields.decimal(), fields.isAtEnd else {
      throw LineProblem("is not a 32-bit number: \(excerpt(text))")
    }
    set(&axis, value)
    devices[try current()].setAxis(code, axis)
    return true
  }

  private mutating func readProperty(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let property = try number(in: text, after: "Property type", below: Int32(INPUT_PROP_CNT))
    devices[try current()].setProperty(Int(property))
    section = .other
  }

  // MARK: Events

  private mutating func readEvent(
    _ text: ArraySlice<UInt8>, after words: String, ofPython: Bool = false
  ) throws(LineProblem) {
    let index = try current()
    var fields = Fields(text.dropFirst(words.utf8.count), separator: UInt8(ascii: ","))
    guard let time = fields.time(isDecimal: ofPython) else {
      throw LineProblem("does not begin with a time: \(excerpt(text))")
    }
    let word = fields.word()
    guard word.elementsEqual("type".utf8) else {
      devices[index].append(ti_event(time: time, type: UInt16(EV_SYN), code: try report(word, &fields), value: 0))
      return
    }
    guard let type = fields.number(digits: 5).flatMap({ UInt16(exactly: $0) }), type < EV_CNT else {
      throw LineProblem("unknown event type: \(excerpt(text))")
    }
    guard skip("code", in: &fields), let code = fields.number(digits: 5).flatMap({ UInt16(exactly: $0) }) else {
      throw LineProblem("unknown event code: \(excerpt(text))")
    }
    guard skip("value", in: &fields), let value = value(&fields, isHexadecimal: isRaw(type, code)) else {
      throw LineProblem("has no 32-bit value: \(excerpt(text))")
    }
    devices[index].append(ti_event(time: time, type: type, code: code, value: value))
  }

  /// Reads the code between two rows of dashes, plus signs or angle brackets. Old versions call it `Report Sync`, or `Config Sync`, which
  /// is any other code: of these only `SYN_MT_REPORT` was sent.
  private func report(_ row: ArraySlice<UInt8>, _ fields: inout Fields) throws(LineProblem) -> UInt16 {
    let name = String(decoding: fields.word(), as: UTF8.self)
    let code: Int32? =
      switch name {
      case "SYN_REPORT", "Report": SYN_REPORT
      case "SYN_CONFIG": SYN_CONFIG
      case "SYN_MT_REPORT", "Config": SYN_MT_REPORT
      case "SYN_DROPPED": SYN_DROPPED
      default: nil
      }
    guard let code else { throw LineProblem("has neither a type nor the end of a report: \(excerpt(row))") }
    return UInt16(code)
  }

  /// The codes whose values evtest prints as hexadecimal numbers.
  private func isRaw(_ type: UInt16, _ code: UInt16) -> Bool {
    type == EV_MSC && (code == MSC_RAW || code == MSC_SCAN)
  }

  private func value(_ fields: inout Fields, isHexadecimal: Bool) -> Int32? {
    guard isHexadecimal else { return fields.decimal() }
    let word = fields.word()
    guard word.count <= 8, word.first != UInt8(ascii: "-"), word.first != UInt8(ascii: "+") else { return nil }
    return UInt32(String(decoding: word, as: UTF8.self), radix: 16).map { Int32(bitPattern: $0) }
  }

  /// Moves beyond a word, and beyond the name in parentheses before it.
  private func skip(_ word: String, in fields: inout Fields) -> Bool {
    for _ in 0..<2 where !fields.isAtEnd { if fields.word().elementsEqual(word.utf8) { return true } }
    return false
  }

  private func number(
    in text: ArraySlice<UInt8>, after words: String, below limit: Int32
  ) throws(LineProblem) -> Int32 {
    var fields = Fields(text.dropFirst(words.utf8.count))
    guard let number = fields.decimal(), (0..<limit).contains(number) else {
      throw LineProblem("unknown number: \(excerpt(text))")
    }
    return number
  }
}
