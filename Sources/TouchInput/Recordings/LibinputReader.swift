import CTouchInput

/// Reads the output of `libinput record`: YAML with one fact per line.
///
///     version: 1
///     devices:
///     - node: /dev/input/event5
///       evdev:
///         name: "ELAN Touchscreen"
///         id: [3, 1267, 10853, 272]                bus, vendor, product, version
///         codes:
///           3: [0, 1, 47, 53, 54, 57]              event type: its codes
///         absinfo:
///           53: [0, 3528, 0, 0, 12]                axis: minimum, maximum, fuzz, flat, resolution
///         properties: [1]
///       udev:
///         properties:
///         - ID_INPUT_TOUCHSCREEN=1
///       events:
///       - evdev:
///         - [ 1,  12345,  3,  53,  1500]           seconds, microseconds, type, code, value
///
/// This does not read YAML in general: it rejects other notations of the same content. Skips libinput's own events, and what it
/// records about the machine.
struct LibinputReader: LineReader {
  private(set) var devices: [RecordedDevice] = []

  /// The section that the next lines belong to. A name may occur in several sections, which differ in their indent.
  private enum Section {
    case file, device, evdev, codes, absinfo, udev, events, frame, passedOver
  }

  var lines: TextLines
  private var section = Section.file
  private var hasVersion = false

  init(_ lines: TextLines) { self.lines = lines }

  // MARK: Lines

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard let first = text.first, !text.elementsEqual("---".utf8) else { return }
    if first == UInt8(ascii: "#") { return devices.isEmpty ? () : try device.readComment(text) }
    let isItem = first == UInt8(ascii: "-")
    let content = isItem ? text.dropFirst().drop(while: isSpace) : text
    let key = content.prefix { $0 != UInt8(ascii: ":") }
    let value = content.dropFirst(key.count + 1).drop(while: isSpace)
    let name = String(decoding: key.prefix(16), as: UTF8.self)
    switch (lines.indent, isItem) {
    case (0, false): try readTop(content, name, value)
    case (0, true): try beginDevice()
    case (1...3, false): beginSection(name)
    case (1...3, true): beginItem(name)
    default: try readDetail(content, key, name, value)
    }
  }

  private mutating func readTop(
    _ text: ArraySlice<UInt8>, _ name: String, _ value: ArraySlice<UInt8>
  ) throws(LineProblem) {
    guard text.contains(UInt8(ascii: ":")) else {
      throw LineProblem("is not a line of a libinput recording: \(excerpt(text))")
    }
    section = name == "devices" ? .file : .passedOver
    guard name == "version" else { return }
    var fields = Fields(withoutComment(value))
    guard fields.decimal() == 1, fields.isAtEnd else {
      throw LineProblem("the only supported version of libinput's format is 1, found \(excerpt(value))")
    }
    hasVersion = true
  }

  private mutating func beginDevice() throws(LineProblem) {
    guard hasVersion else { throw LineProblem("`version: 1` is missing before the first device") }
    _ = try devices.add()
    section = .device
  }

  private mutating func beginSection(_ name: String) {
    switch name {
    case "evdev" where !devices.isEmpty: section = .evdev
    case "udev" where !devices.isEmpty: section = .udev
    case "events" where !devices.isEmpty: section = .events
    default: section = .passedOver
    }
  }

  /// What happened at one time, as one of several programs saw it; or an entry of something else.
  private mutating func beginItem(_ name: String) {
    if section == .events || section == .frame { section = name == "evdev" ? .frame : .events }
  }

  private mutating func readDetail(
    _ text: ArraySlice<UInt8>, _ key: ArraySlice<UInt8>, _ name: String, _ value: ArraySlice<UInt8>
  ) throws(LineProblem) {
    switch section {
    case .frame: try readEvent(text)
    case .udev: readProperty(text)
    case .codes where lines.indent > 4, .absinfo where lines.indent > 4: try readTable(key, value)
    case .evdev, .codes, .absinfo: try readDescription(name, value)
    case .file, .device, .events, .passedOver: break
    }
  }

  private mutating func readDescription(_ name: String, _ value: ArraySlice<UInt8>) throws(LineProblem) {
    section = .evdev
    device.isDescribed = true
    switch name {
    case "name": device.setName(unquoted(value))
    case "id": try readIdentity(value)
    case "codes": section = .codes
    case "absinfo": section = .absinfo
    case "properties":
      for property in try numbers(value, most: Int(INPUT_PROP_CNT)) { device.setProperty(Int(property)) }
    default: break
    }
  }

  /// The device whose lines are being read. There is one, as sections of a device begin only after it.
  private var device: RecordedDevice {
    get { devices[devices.count - 1] }
    _modify { yield &devices[devices.count - 1] }
  }

  private mutating func readIdentity(_ value: ArraySlice<UInt8>) throws(LineProblem) {
    let id = try numbers(value, most: 4).compactMap { UInt16(exactly: $0) }
    guard id.count == 4 else { throw LineProblem("id: expected four 16-bit numbers") }
    device.description.bustype = id[0]
    device.description.vendor = id[1]
    device.description.product = id[2]
    device.description.version = id[3]
  }

  /// Reads a line of `codes:` or of `absinfo:`.
  private mutating func readTable(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws(LineProblem) {
    var fields = Fields(key)
    guard let number = fields.decimal(), fields.isAtEnd, number >= 0 else {
      throw LineProblem("does not begin with the number of a type or an axis: \(excerpt(key))")
    }
    if section == .codes {
      guard number < EV_CNT else { throw LineProblem("\(number) is not an event type") }
      for code in try numbers(value, most: Int(KEY_CNT)) { device.setCode(Int(code), ofType: number) }
      return
    }
    guard number < ABS_CNT else { throw LineProblem("\(number) is not an axis") }
    let info = try numbers(value, most: 5)
    guard info.count == 5 else {
      throw LineProblem("expected minimum, maximum, fuzz, flat and resolution, found \(excerpt(value))")
    }
    device.setAxis(
      Int(number),
      ti_axis(present: true, minimum: info[0], maximum: info[1], fuzz: info[2], flat: info[3], resolution: info[4]))
  }

  private mutating func readProperty(_ text: ArraySlice<UInt8>) {
    if text.starts(with: "ID_INPUT_TOUCHSCREEN=1".utf8) { device.hints.insert(.touchscreen) }
    if text.starts(with: "ID_INPUT_TOUCHPAD=1".utf8) { device.hints.insert(.touchpad) }
  }

  private mutating func readEvent(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    var fields = Fields(text, separator: UInt8(ascii: ","))
    guard fields.symbol(UInt8(ascii: "[")), let seconds = fields.number(digits: 12),
      let rest = fields.number(digits: 6),
      let type = fields.decimal(), let code = fields.decimal(), let value = fields.decimal(),
      fields.symbol(UInt8(ascii: "]")), fields.isAtEnd || fields.symbol(UInt8(ascii: "#"))
    else { throw LineProblem("expected [seconds, microseconds, type, code, value], found \(excerpt(text))") }
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code) else {
      throw LineProblem("the type or the code is not a 16-bit number: \(excerpt(text))")
    }
    device.append(ti_event(time: seconds * 1_000_000 + rest, type: type, code: code, value: value))
  }

  // MARK: Values

  /// Parses `[1, 2, 3]`, with at most `most` numbers.
  private func numbers(_ text: ArraySlice<UInt8>, most: Int) throws(LineProblem) -> [Int32] {
    var fields = Fields(withoutComment(text), separator: UInt8(ascii: ","))
    var numbers: [Int32] = []
    guard fields.symbol(UInt8(ascii: "[")) else { throw LineProblem("is not a list of numbers: \(excerpt(text))") }
    while !fields.symbol(UInt8(ascii: "]")) {
      guard let number = fields.decimal(), numbers.count < most else {
        throw LineProblem("is not a list of at most \(most) numbers: \(excerpt(text))")
      }
      numbers.append(number)
    }
    return numbers
  }

  private func withoutComment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.prefix { $0 != UInt8(ascii: "#") }
  }

  /// Returns the text between quotation marks, or all of it if there are none.
  private func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
    guard text.first == quote else {
      var plain = withoutComment(text)
      while let last = plain.last, isSpace(last) { plain.removeLast() }
      return Array(plain)
    }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text.dropFirst() {
      if !isEscaped && byte == quote { break }
      isEscaped = !isEscaped && byte == backslash
      if !isEscaped { result.append(byte) }
    }
    return result
  }
}
