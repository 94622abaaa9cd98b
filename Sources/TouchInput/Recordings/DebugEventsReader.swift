import CTouchInput

/// Reads the output of `libinput debug-events`: the touches of touchscreens, as libinput hands them to a compositor.
///
///     -event7   DEVICE_ADDED            ELAN Touchscreen                  seat0 default group4  cap:t  size 316x176mm ntouches 10 calib
///     -event7   TOUCH_DOWN              +0.000s	0 (0) 80.78/51.21 (255.33/90.17mm)
///      event7   TOUCH_FRAME             +0.000s
///      event7   TOUCH_MOTION            +0.008s	0 (0) 80.75/51.30 (255.25/90.33mm)
///      event7   TOUCH_UP                +0.052s	0 (0)
///
/// These are the lines that `print_event_header`, `print_device_notify` and `print_touch_event` of libinput-debug-events.c write: the
/// slot of the device and of the seat, the place in percent, and in millimetres if the panel has a resolution. Other events are skipped.
///
/// The log has neither the panel's name in the kernel nor its ranges. The devices that this makes up have 100 units per millimetre and the
/// size that follows from both forms of the place that is furthest from the origin.
struct DebugEventsReader: LineReader {
  private static let unitsPerMillimetre = 100.0
  private static let mostDevices = 64
  private static let slots = 0...63

  /// A panel, and what is known of it.
  private struct Panel {
    var device = RecordedDevice()
    /// The size in its line, in millimetres; `nil` if there is none.
    var size: (width: Double, height: Double)?
    /// Whether the log has the line of the device.
    var isNotified = false
    /// The place with the largest share of the width, and of the height.
    var farX = (share: 0.0, place: 0.0)
    var farY = (share: 0.0, place: 0.0)
    var mostX: Int32 = 0
    var mostY: Int32 = 0
    var nextID: Int32 = 1
    var isCancelling = false
    var slot: Int32 = -1
    /// The time of the events since the last report; `nil` if there are none.
    var open: Int64?
  }

  var lines: TextLines
  private var panels: [Panel] = []
  private var known: [String: Int] = [:]

  init(_ lines: TextLines) { self.lines = lines }

  /// Returns whether a line may be one of such a log: `event7  TOUCH_DOWN …`.
  static func isLine(_ text: ArraySlice<UInt8>) -> Bool {
    var fields = Fields(text)
    let node = fields.word()
    let name = node.first == UInt8(ascii: "-") ? node.dropFirst() : node
    guard name.starts(with: "event".utf8), name.count > 5, name.dropFirst(5).allSatisfy(isDigit) else { return false }
    let type = fields.word()
    return type.count > 3 && type.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
  }

  /// The devices with their descriptions. Call it after `read()`.
  var devices: [RecordedDevice] { panels.map(described) }

  // MARK: Lines

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    guard let first = text.first, ![UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "^")].contains(first) else {
      return
    }
    guard Self.isLine(text) else { throw LineProblem("is not a line of `libinput debug-events`: \(excerpt(text))") }
    var fields = Fields(text)
    let word = fields.word()
    let node = String(decoding: word.first == UInt8(ascii: "-") ? word.dropFirst() : word, as: UTF8.self)
    let type = String(decoding: fields.word(), as: UTF8.self)
    let rest = text[fields.at...]
    switch type {
    case "DEVICE_ADDED": try add(node, rest)
    case "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP", "TOUCH_CANCEL", "TOUCH_FRAME":
      try readTouch(type, on: try panel(at: node), rest)
    default: break
    }
  }

  private mutating func panel(at node: String) throws(LineProblem) -> Int {
    if let index = known[node] { return index }
    if panels.count == Self.mostDevices { throw LineProblem("more than \(Self.mostDevices) devices") }
    panels.append(Panel())
    panels[panels.count - 1].device.node = "/dev/input/\(node)"
    known[node] = panels.count - 1
    return panels.count - 1
  }

  /// Reads `NAME seat0 default group4  cap:t  size 316x176mm ntouches 10`.
  private mutating func add(_ node: String, _ text: ArraySlice<UInt8>) throws(LineProblem) {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let place = words.lastIndex(where: { $0.starts(with: "cap:".utf8) }),
      words[place].contains(UInt8(ascii: "t"))
    else { return }
    let index = try panel(at: node)
    panels[index].isNotified = true
    // The name is followed by two names of the seat and by the group.
    if place >= 4 {
      let end = words[place - 4].endIndex
      panels[index].device.setName(text[text.startIndex..<end])
    }
    guard place + 2 < words.count, words[place + 1].elementsEqual("size".utf8) else { return }
    var numbers = Numbers(words[place + 2])
    guard let width = numbers.next(), numbers.skip("x"), let height = numbers.next(), width > 0, height > 0 else {
      throw LineProblem("is not a size: \(excerpt(words[place + 2]))")
    }
    panels[index].size = (width, height)
  }

  private mutating func readTouch(_ type: String, on index: Int, _ text: ArraySlice<UInt8>) throws(LineProblem) {
    // Newer versions count the events that they print, and put the count before the time.
    guard let plus = text.firstIndex(of: UInt8(ascii: "+")) else { throw LineProblem("has no time: \(excerpt(text))") }
    var numbers = Numbers(text[(plus + 1)...])
    guard let seconds = numbers.next(), numbers.skip("s") else { throw LineProblem("has no time: \(excerpt(text))") }
    // The first event may be a little older than the start, and the difference has no sign.
    let time = seconds > 4_294_900 ? 0 : max(0, Int64((seconds * 1e6).rounded()))
    if let open = panels[index].open, open < time { report(index) }
    if type == "TOUCH_FRAME" { return panels[index].open == nil ? () : report(index) }
    guard let slot = numbers.next(), numbers.skip("("), numbers.next() != nil, numbers.skip(")") else {
      throw LineProblem("has no slot: \(excerpt(text))")
    }
    // A panel for one finger has no slots.
    guard let slot = Int32(exactly: max(0, slot)), Self.slots.contains(Int(slot)) else {
      throw LineProblem("has a slot that no panel has: \(excerpt(text))")
    }
    if panels[index].slot != slot { send(index, time, ABS_MT_SLOT, slot) }
    panels[index].slot = slot
    switch type {
    case "TOUCH_UP": send(index, time, ABS_MT_TRACKING_ID, -1)
    case "TOUCH_CANCEL":
      panels[index].isCancelling = true
      send(index, time, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
      report(index)
      send(index, time, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)
      send(index, time, ABS_MT_TRACKING_ID, -1)
    default:
      if type == "TOUCH_DOWN" {
        send(index, time, ABS_MT_TRACKING_ID, panels[index].nextID)
        panels[index].nextID = panels[index].nextID % 65535 + 1
      }
      try sendPlace(index, time, &numbers, text)
    }
  }

  private mutating func sendPlace(
    _ index: Int, _ time: Int64, _ numbers: inout Numbers, _ text: ArraySlice<UInt8>
  ) throws(LineProblem) {
    guard let shareX = numbers.next(), numbers.skip("/"), let shareY = numbers.next(), numbers.skip("("),
      let x = numbers.next(), numbers.skip("/"), let y = numbers.next(), abs(x) <= 1e6, abs(y) <= 1e6
    else { throw LineProblem("has no place: \(excerpt(text))") }
    if shareX > panels[index].farX.share { panels[index].farX = (shareX, x) }
    if shareY > panels[index].farY.share { panels[index].farY = (shareY, y) }
    let unitX = Int32((x * Self.unitsPerMillimetre).rounded())
    let unitY = Int32((y * Self.unitsPerMillimetre).rounded())
    panels[index].mostX = max(panels[index].mostX, unitX)
    panels[index].mostY = max(panels[index].mostY, unitY)
    send(index, time, ABS_MT_POSITION_X, unitX)
    send(index, time, ABS_MT_POSITION_Y, unitY)
  }

  private mutating func send(_ index: Int, _ time: Int64, _ code: Int32, _ value: Int32) {
    panels[index].open = time
    panels[index].device.append(ti_event(time: time, type: UInt16(EV_ABS), code: UInt16(code), value: value))
  }

  private mutating func report(_ index: Int) {
    let time = panels[index].open ?? 0
    panels[index].open = nil
    panels[index].device.append(ti_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
  }

  // MARK: The description

  private func described(_ panel: Panel) -> RecordedDevice {
    var device = panel.device
    if let time = panel.open {
      device.append(ti_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    }
    // Without a resolution, libinput prints units in place of millimetres, and no size.
    let hasResolution = panel.size != nil || !panel.isNotified
    let resolution = hasResolution ? Int32(Self.unitsPerMillimetre) : 0
    func axis(_ code: Int32, _ most: Int32, _ resolution: Int32 = 0) {
      device.setCode(Int(code), ofType: EV_ABS)
      device.setAxis(
        Int(code), ti_axis(present: true, minimum: 0, maximum: most, fuzz: 0, flat: 0, resolution: resolution))
    }
    axis(ABS_MT_POSITION_X, Self.most(panel.farX, panel.size?.width, panel.mostX), resolution)
    axis(ABS_MT_POSITION_Y, Self.most(panel.farY, panel.size?.height, panel.mostY), resolution)
    axis(ABS_MT_SLOT, Int32(Self.slots.upperBound))
    axis(ABS_MT_TRACKING_ID, 65535)
    if panel.isCancelling { axis(ABS_MT_TOOL_TYPE, MT_TOOL_PALM) }
    device.setProperty(Int(INPUT_PROP_DIRECT))
    device.isDescribed = true
    return device
  }

  /// Returns the largest value of an axis. A size in the device's line is rounded to millimetres, so the places come first, unless they
  /// are all near the origin.
  private static func most(_ far: (share: Double, place: Double), _ size: Double?, _ seen: Int32) -> Int32 {
    var length = size ?? 0
    if far.share >= 5 || size == nil, far.share > 0, far.place > 0 { length = far.place * 100 / far.share }
    let units = (length * unitsPerMillimetre).rounded() - 1
    return max(seen, 1, units < 1e9 ? Int32(max(0, units)) : 1_000_000_000)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Reads numbers with a decimal point, and signs between them, after any number of spaces.
private struct Numbers {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  mutating func next() -> Double? {
    rest = rest.drop(while: isSpace)
    let word = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard !word.isEmpty, word.count <= 16, let value = Double(String(decoding: word, as: UTF8.self)) else { return nil }
    rest = rest.dropFirst(word.count)
    return value
  }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    rest = rest.drop(while: isSpace)
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
