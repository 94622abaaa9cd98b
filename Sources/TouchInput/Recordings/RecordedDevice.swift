import CTouchInput

/// A device as described in a file. It need not be a touchscreen.
struct RecordedDevice {
  var description = ti_description()
  /// The node at which it was recorded; empty if the file doesn't have it.
  var node = ""
  /// The udev properties that it had on the machine where it was recorded.
  var hints: DeviceHints = []
  private(set) var events: [ti_event] = []
  /// The model of the panel when the recording began.
  var model: PanelModel.Summary?
  /// Whether the file describes the device. Events alone can be read with a description from another file.
  var isDescribed = false
  /// Warnings for the user of the recording.
  var warnings: [String] = []

  /// Appends an event. Its time is raised if it is before the previous event's.
  mutating func append(_ event: ti_event) {
    var event = event
    if let last = events.last { event.time = max(event.time, last.time) }
    events.append(event)
  }

  mutating func replaceEvents(by events: [ti_event]) { self.events = events }

  /// Sets the name. A name that is longer than the kernel's limit is cut, but not within a UTF-8 character.
  mutating func setName(_ name: some Collection<UInt8>) {
    let most = Int(TI_NAME_SIZE) - 1
    var bytes = Array(name.prefix(most + 1))
    if bytes.count > most {
      let next = bytes.removeLast()
      if next & 0xC0 == 0x80 { while let last = bytes.popLast(), last & 0xC0 == 0x80 {} }
    }
    copy(bytes, to: &description.name)
  }

  mutating func setPhys(_ text: String) {
    copy(Array(text.utf8.prefix(Int(TI_NAME_SIZE) - 1)), to: &description.phys)
  }

  mutating func setAxis(_ code: Int, _ axis: ti_axis) {
    guard (0..<Int(ABS_CNT)).contains(code) else { return }
    withUnsafeMutableBytes(of: &description.axes) { $0.assumingMemoryBound(to: ti_axis.self)[code] = axis }
  }

  /// Declares that the device can send a code. Axes are declared by their ranges (`setAxis`).
  mutating func setCode(_ code: Int, ofType type: Int32) {
    setType(type)
    if type != EV_SYN { withBits(ofType: type) { set($0, code) } }
  }

  /// Declares that the device can send events of a type.
  mutating func setType(_ type: Int32) { withBits(ofType: EV_SYN) { set($0, Int(type)) } }

  mutating func setProperty(_ property: Int) {
    withUnsafeMutableBytes(of: &description.properties) { set($0, property) }
  }

  /// Passes the bits for the codes of a type that the device can send; for EV_SYN, the bits for the types.
  mutating func withBits(ofType type: Int32, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    switch type {
    case EV_SYN: withUnsafeMutableBytes(of: &description.event_types, body)
    case EV_KEY: withUnsafeMutableBytes(of: &description.keys, body)
    case EV_REL: withUnsafeMutableBytes(of: &description.relative, body)
    case EV_MSC: withUnsafeMutableBytes(of: &description.misc, body)
    case EV_SW: withUnsafeMutableBytes(of: &description.switches, body)
    case EV_LED: withUnsafeMutableBytes(of: &description.leds, body)
    case EV_SND: withUnsafeMutableBytes(of: &description.sounds, body)
    case EV_REP: withUnsafeMutableBytes(of: &description.repeats, body)
    case EV_FF: withUnsafeMutableBytes(of: &description.forces, body)
    default: break  // the axes have their ranges
    }
  }
}

extension [RecordedDevice] {
  /// As many as a machine has. Limits the memory that a hostile file can make us use.
  private static var most: Int { 64 }

  /// Adds a device, and returns its place.
  mutating func add(_ device: RecordedDevice = RecordedDevice()) throws(LineProblem) -> Int {
    if count == Self.most { throw LineProblem("more than \(Self.most) devices") }
    append(device)
    return count - 1
  }
}

/// Sets a bit; ignores one beyond the end of the field.
private func set(_ field: UnsafeMutableRawBufferPointer, _ bit: Int) {
  if bit >= 0, bit / 8 < field.count { field[bit / 8] |= 1 << (bit % 8) }
}

/// Copies bytes to the beginning of a field, and fills the rest with zeros.
private func copy<Field>(_ bytes: [UInt8], to field: inout Field) {
  withUnsafeMutableBytes(of: &field) { field in
    field.initializeMemory(as: UInt8.self, repeating: 0)
    field.copyBytes(from: bytes)
  }
}
