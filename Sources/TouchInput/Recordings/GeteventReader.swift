import CTouchInput
import Text

/// Reads the output of Android's `getevent -lt` or `getevent -t`, optionally preceded by the descriptions of the devices that
/// `getevent -lp` or `getevent -p` prints.
///
///     add device 1: /dev/input/event2
///       name:     "synaptics_dsx"
///       events:
///         KEY (0001): BTN_TOUCH
///         ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
///                     ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
///       input props:
///         INPUT_PROP_DIRECT
///     [    1234.567890] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000000
///     [    1234.567890] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
///
/// Without `-l`, types, codes and keys are hexadecimal numbers. A log of one device has no nodes. Lines that begin with `$` or `#`
/// come from a shell.
struct GeteventReader: LineReader {
  private(set) var devices: [RecordedDevice] = []

  /// The beginnings of a log. Events without times are recognized too, so that the error can say what is missing.
  static let beginnings = ["[", "add device", "could not", "/dev/input/", "EV_", "$"]

  /// The section of a device's description that lines belong to.
  private enum Section {
    case names
    case codes(type: Int32)
    case properties
  }

  var lines: TextLines
  private var section = Section.names
  /// The devices' indices, by node.
  private var known: [String: Int] = [:]
  private var described: Int?

  init(_ lines: TextLines) { self.lines = lines }

  // MARK: Lines

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard let first = text.first else { return }
    if first == UInt8(ascii: "[") { return try readEvent(text) }
    if text.starts(with: "add device".utf8) { return try beginDevice(text) }
    if let described, lines.indent > 0 { return try readDescription(text, of: described) }
    let passedOver = ["$", "#", "^", "could not", "remove device"]
    if passedOver.contains(where: { text.starts(with: $0.utf8) }) { return }
    if text.starts(with: "/dev/input/".utf8) || text.starts(with: "EV_".utf8) {
      throw LineProblem("is an event without a time: record with `getevent -lt`")
    }
    throw LineProblem("is not a line of a getevent log: \(excerpt(text))")
  }

  private mutating func beginDevice(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let node = text.drop { $0 != UInt8(ascii: "/") }
    described = try device(at: String(decoding: node, as: UTF8.self))
    section = .names
  }

  private mutating func device(at node: String) throws(LineProblem) -> Int {
    if let index = known[node] { return index }
    let index = try devices.add(RecordedDevice(node: node))
    known[node] = index
    return index
  }

  // MARK: Descriptions

  private mutating func readDescription(_ text: ArraySlice<UInt8>, of index: Int) throws(LineProblem) {
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    var fields = Fields(text, separator: UInt8(ascii: ","))
    if text.elementsEqual("events:".utf8) { return section = .names }
    if text.elementsEqual("input props:".utf8) { return section = .properties }
    if case .properties = section { return readProperty(fields.word(), of: index) }
    if let type = self.type(before: colon, text) {
      section = .codes(type: type)
      fields = Fields(text[min(colon + 1, text.endIndex)...], separator: UInt8(ascii: ","))
    }
    switch section {
    case .codes(EV_ABS): try readAxis(&fields, of: index)
    case .codes(let type): readCodes(&fields, type, of: index)
    default: readName(&fields, text, of: index)
    }
  }

  /// Returns the event type in `KEY (0001):`.
  private func type(before colon: Int, _ text: ArraySlice<UInt8>) -> Int32? {
    let head = text[..<colon]
    guard head.last == UInt8(ascii: ")"), let open = head.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    return hexadecimal(head[(open + 1)...].dropLast()).flatMap { $0 < EV_CNT ? Int32($0) : nil }
  }

  private mutating func readName(_ fields: inout Fields, _ text: ArraySlice<UInt8>, of index: Int) {
    let key = String(decoding: fields.word(), as: UTF8.self)
    let number = hexadecimal(fields.word()).flatMap { UInt16(exactly: $0) }
    switch key {
    case "name:":
      let name = text.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      devices[index].setName(name.last == UInt8(ascii: "\"") ? name.dropLast() : name)
    case "bus:": devices[index].description.bustype = number ?? 0
    case "vendor": devices[index].description.vendor = number ?? 0
    case "product": devices[index].description.product = number ?? 0
    case "version": devices[index].description.version = number ?? 0
    default: break
    }
  }

  /// Reads the codes of a type. Skips unknown names: touchscreens don't have such codes.
  private mutating func readCodes(_ fields: inout Fields, _ type: Int32, of index: Int) {
    devices[index].isDescribed = true
    while !fields.isAtEnd {
      let word = fields.word()
      // An asterisk marks keys that were held at that moment.
      if let code = code(word.last == UInt8(ascii: "*") ? word.dropLast() : word, type) {
        devices[index].setCode(Int(code), ofType: type)
      }
    }
  }

  private mutating func readAxis(_ fields: inout Fields, of index: Int) throws(LineProblem) {
    let word = fields.word()
    guard let code = code(word, EV_ABS), code < ABS_CNT else { return }
    var axis = ti_axis(present: true, minimum: 0, maximum: 0, fuzz: 0, flat: 0, resolution: 0)
    _ = fields.symbol(UInt8(ascii: ":"))
    while !fields.isAtEnd {
      let name = String(decoding: fields.word(), as: UTF8.self)
      guard let value = fields.decimal() else { throw LineProblem("\(name.printable) is not a 32-bit number") }
      switch name {
      case "min": axis.minimum = value
      case "max": axis.maximum = value
      case "fuzz": axis.fuzz = value
      case "flat": axis.flat = value
      case "resolution": axis.resolution = value
      default: break
      }
    }
    devices[index].isDescribed = true
    devices[index].setCode(Int(code), ofType: EV_ABS)
    devices[index].setAxis(Int(code), axis)
  }

  private mutating func readProperty(_ word: ArraySlice<UInt8>, of index: Int) {
    let named = ti_property_code(String(decoding: word, as: UTF8.self))
    if let property = named >= 0 ? Int(named) : hexadecimal(word).map(Int.init) { devices[index].setProperty(property) }
  }

  // MARK: Events

  private mutating func readEvent(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    var fields = Fields(text, separator: UInt8(ascii: ","))
    guard fields.symbol(UInt8(ascii: "[")), let time = fields.time(), fields.symbol(UInt8(ascii: "]")) else {
      throw LineProblem("does not begin with [SECONDS.MICROSECONDS]: \(excerpt(text))")
    }
    var word = fields.word()
    var node = ""
    if word.first == UInt8(ascii: "/") {
      node = String(decoding: word.last == UInt8(ascii: ":") ? word.dropLast() : word, as: UTF8.self)
      word = fields.word()
    }
    guard let type = type(word) else { throw LineProblem("unknown event type: \(excerpt(word))") }
    let codeWord = fields.word()
    guard let code = code(codeWord, Int32(type)) else { throw LineProblem("unknown event code: \(excerpt(codeWord))") }
    let valueWord = fields.word()
    guard let value = value(valueWord) else { throw LineProblem("is not a 32-bit value: \(excerpt(valueWord))") }
    let index = try device(at: node)
    devices[index].append(ti_event(time: time, type: type, code: code, value: value))
  }

  // MARK: Words

  private func type(_ word: ArraySlice<UInt8>) -> UInt16? {
    if let number = hexadecimal(word) { return UInt16(exactly: number) }
    return UInt16(exactly: ti_type_code(String(decoding: word, as: UTF8.self)))
  }

  private func code(_ word: ArraySlice<UInt8>, _ type: Int32) -> UInt16? {
    if let number = hexadecimal(word) { return UInt16(exactly: number) }
    return UInt16(exactly: ti_code(UInt32(type), String(decoding: word, as: UTF8.self)))
  }

  private func value(_ word: ArraySlice<UInt8>) -> Int32? {
    if word.elementsEqual("DOWN".utf8) { return 1 }
    if word.elementsEqual("UP".utf8) { return 0 }
    if word.elementsEqual("REPEAT".utf8) { return 2 }
    return hexadecimal(word).map { Int32(bitPattern: $0) }
  }

  /// Parses at most 8 digits.
  private func hexadecimal(_ word: ArraySlice<UInt8>) -> UInt32? {
    word.count > 8 || word.isEmpty || word.first == UInt8(ascii: "-") || word.first == UInt8(ascii: "+")
      ? nil : UInt32(String(decoding: word, as: UTF8.self), radix: 16)
  }
}

extension RecordedDevice {
  /// Makes up a description from the events, for a log without one: the range of an axis is the range of its values.
  ///
  /// - Parameter remedy: where the log would have the ranges, for the warning.
  mutating func inferDescription(printedBy remedy: String) {
    var seen: [Int: ClosedRange<Int32>] = [:]
    for event in events {
      setCode(Int(event.code), ofType: Int32(event.type))
      guard event.type == EV_ABS, event.code < ABS_CNT else { continue }
      let range = seen[Int(event.code)] ?? 0...0
      seen[Int(event.code)] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
    }
    // A device that has used only its first slot has never sent ABS_MT_SLOT.
    let isAnonymous = events.contains { $0.type == EV_SYN && $0.code == SYN_MT_REPORT }
    if seen[Int(ABS_MT_TRACKING_ID)] != nil {
      seen[Int(ABS_MT_TRACKING_ID)] = 0...0xFFFF
      if !isAnonymous { seen[Int(ABS_MT_SLOT)] = 0...max(9, seen[Int(ABS_MT_SLOT)]?.upperBound ?? 0) }
    }
    for (code, range) in seen {
      setAxis(
        code,
        ti_axis(
          present: true, minimum: range.lowerBound, maximum: range.upperBound, fuzz: 0, flat: 0, resolution: 0))
    }
    let touches = events.contains { $0.type == EV_KEY && $0.code == BTN_TOUCH_CODE }
    if seen[Int(ABS_MT_POSITION_X)] != nil || touches { setProperty(Int(INPUT_PROP_DIRECT)) }
    isDescribed = true
    warnings.append("the log lacks the ranges of its axes: guessed from its events (\(remedy))")
  }
}

private let BTN_TOUCH_CODE = 0x14a
