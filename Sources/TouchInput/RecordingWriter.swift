import CTouchInput

/// Writes a recording while it is made, in whole frames: what is there is a recording at any time.
package struct RecordingWriter {
  package enum Format: String, CaseIterable, Sendable {
    /// For evemu-play, umockdev and ourselves.
    case evemu
    /// YAML, for `libinput replay`.
    case libinput
  }

  /// Who wrote it, and where: for the head of the file.
  package struct Origin: Sendable {
    package var program: String
    package var kernel: String

    package init(program: String, kernel: String) {
      self.program = program
      self.kernel = kernel
    }
  }

  private let format: Format
  /// Since the first event's time.
  private var origin: Int64?
  private var lastFrame: Int64 = 0
  /// A frame that is not yet whole.
  private var frame: [ti_event] = []
  /// How often the kernel lost some.
  package private(set) var losses = 0
  package private(set) var frames = 0

  package init(_ format: Format) { self.format = format }

  /// What comes before the events. An anonymous device has no name, and tells neither where it is nor its serial number.
  package func head(
    _ description: DeviceDescription, node: String, origin: Origin, isAnonymous: Bool
  ) -> [UInt8] {
    let device = WrittenDevice(description, node: node, isAnonymous: isAnonymous)
    switch format {
    case .evemu: return Array(evemuHead(device, origin).utf8)
    case .libinput: return Array(libinputHead(device, origin).utf8)
    }
  }

  /// What the axes held before: a frame of its own, at the time of the first event.
  package func lines(before state: Recording.Events) -> [UInt8] {
    if state.storage.isEmpty { return [] }
    let comment = "what the axes held before: the kernel tells what changes"
    switch format {
    case .evemu:
      return Array(("# \(comment)\n" + state.storage.map { evemuLine($0, at: 1, since: 0) }.joined()).utf8)
    case .libinput:
      let lines = state.storage.map { libinputLine($0, at: 0, since: 0) }.joined()
      return Array(("  # \(comment)\n  - evdev:\n" + lines).utf8)
    }
  }

  /// The lines of the frames that are whole now.
  package mutating func lines(_ events: Recording.Events) -> [UInt8] {
    var text = ""
    for event in events.storage {
      frame.append(event)
      if event.type == EV_SYN && event.code == SYN_DROPPED { losses += 1 }
      if event.type == EV_SYN && event.code == SYN_REPORT || frame.count == Self.mostEvents { text += takeFrame() }
    }
    return Array(text.utf8)
  }

  /// What is left of a frame that never became whole.
  package mutating func end() -> [UInt8] { frame.isEmpty ? [] : Array(takeFrame().utf8) }

  /// A device that never ends a frame does not fill our memory.
  private static let mostEvents = 4096

  private mutating func takeFrame() -> String {
    // evemu's own recordings begin at a microsecond.
    let shift: Int64 = format == .evemu ? 1 : 0
    if origin == nil { origin = frame[0].time }
    var text = format == .libinput ? "  - evdev:\n" : ""
    for event in frame {
      let time = max(0, event.time - origin!) + shift
      switch format {
      case .evemu: text += evemuLine(event, at: time, since: time - lastFrame)
      case .libinput: text += libinputLine(event, at: time, since: time - lastFrame)
      }
    }
    lastFrame = max(0, frame[frame.count - 1].time - origin!) + shift
    frame.removeAll(keepingCapacity: true)
    frames += 1
    return text
  }
}

/// What a file may say of a device.
struct WrittenDevice {
  let description: DeviceDescription
  /// Without what would end a line.
  let name: String
  let node: String
  /// For comments, fit to be printed; empty of an anonymous one.
  let remarks: [String]

  init(_ description: DeviceDescription, node: String, isAnonymous: Bool) {
    self.description = description
    self.node = node
    let own = String(String.UnicodeScalarView(description.name.unicodeScalars.map { $0.isPrintable ? $0 : "?" }))
    name = isAnonymous || own.isEmpty ? "Touchscreen" : own
    remarks =
      isAnonymous
      ? []
      : [("Node", node), ("Phys", description.phys), ("Uniq", description.uniq)]
        .filter { !$0.1.isEmpty }.map { "\($0): \($1.printable)" }
  }

  /// By event type, those that there are: the bits of its codes.
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

/// What a line's event is in words: `EV_ABS / ABS_MT_POSITION_X 1200`.
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

/// Filled up with spaces in front, or behind where the width is negative.
func padded(_ text: String, to width: Int, with filler: Character = " ") -> String {
  let filling = String(repeating: filler, count: max(0, abs(width) - text.utf8.count))
  return width < 0 ? text + filling : filling + text
}

func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  padded(String(number, radix: 16), to: digits, with: "0")
}
