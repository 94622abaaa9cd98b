import CLinux
import CTouchInput
import Program

/// A virtual touchscreen that is described like the one in a recording. It is removed with this object.
package final class InjectedDevice {
  package private(set) var node = ""
  private let descriptor: Int32
  private let isAnonymous: Bool
  private var held = HeldFingers()

  /// - Parameter name: The device's name; the kernel uses its first 79 bytes.
  package init(_ recording: Recording, name: String) throws(DeviceError) {
    var device = RecordedDevice()
    device.description = recording.description.raw
    device.setName(Array(name.utf8))
    // A recording need not declare the device's events, so those that occur in it are added.
    for event in recording.events.storage where event.type != EV_ABS {
      device.setCode(Int(event.code), ofType: Int32(event.type))
    }
    device.withBits(ofType: EV_KEY) { keys in
      for byte in keys.indices where !Self.buttons.contains(byte * 8) { keys[byte] = 0 }
    }
    device.setPhys("tickle/inject")
    var failure = ti_failure()
    descriptor = ti_uinput_new(Uinput.path, &device.description, &failure)
    if descriptor < 0 {
      throw DeviceError(call: String(cString: failure.call), object: Uinput.path, code: failure.error)
    }
    isAnonymous = recording.description.touchProtocol == .anonymous
  }

  deinit { Descriptor.close(descriptor) }

  /// The codes from BTN_MISC up to the last buttons of pens and fingers. All other keys are left out: a recording from another person
  /// must not be able to type into a terminal.
  private static let buttons = 0x100..<0x160

  /// Whether the device has a node and udev has finished setting it up. `node` is set from then on.
  package func isSettled() throws(DeviceError) -> Bool {
    var name = [CChar](repeating: 0, count: 64)
    let result = ti_uinput_node(descriptor, &name, name.count)
    if result == -Errno.wouldBlock.rawValue { return false }
    if result < 0 { throw DeviceError(call: "ioctl UI_GET_SYSNAME", object: Uinput.path, code: -result) }
    node = name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return ti_uinput_is_ready(node)
  }

  /// Sends the events of a recording in `range`, immediately and with the current time.
  package func send(_ events: Recording.Events, _ range: Range<Int>) throws(DeviceError) {
    try send(events.storage[range])
    for event in events.storage[range] { held.follow(event) }
  }

  /// Lifts every finger that is down, and returns to the first slot, with which a recording begins.
  package func liftAll() throws(DeviceError) {
    let events = held.lifts(isAnonymous: isAnonymous)
    held = HeldFingers()
    try send(events[...])
  }

  private func send(_ events: ArraySlice<ti_event>) throws(DeviceError) {
    var rest = events
    while !rest.isEmpty {
      let part = rest.prefix(Int(LINUX_INPUT_WRITE_MOST))
      let batch = part.map { linux_input_event(type: $0.type, code: $0.code, value: $0.value) }
      if linux_input_write(descriptor, batch, Int32(batch.count)) != 0 {
        throw DeviceError(call: "write", object: Uinput.path, .latest)
      }
      rest = rest.dropFirst(part.count)
    }
  }
}

/// The fingers and keys that the events sent to a device have left down.
private struct HeldFingers {
  private var slot: Int32 = 0
  private var slots: Set<Int32> = []
  private var keys: Set<UInt16> = []

  mutating func follow(_ event: ti_event) {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_ABS, ABS_MT_SLOT): slot = event.value
    case (EV_ABS, ABS_MT_TRACKING_ID):
      if event.value < 0 { slots.remove(slot) } else { slots.insert(slot) }
    case (EV_KEY, _):
      if event.value == 0 { keys.remove(event.code) } else { keys.insert(event.code) }
    default: break
    }
  }

  func lifts(isAnonymous: Bool) -> [ti_event] {
    var events: [ti_event] = []
    func add(_ type: Int32, _ code: Int32, _ value: Int32) {
      events.append(ti_event(time: 0, type: UInt16(type), code: UInt16(code), value: value))
    }
    if isAnonymous {
      add(EV_SYN, SYN_MT_REPORT, 0)
    } else {
      for slot in slots.sorted() {
        add(EV_ABS, ABS_MT_SLOT, slot)
        add(EV_ABS, ABS_MT_TRACKING_ID, -1)
      }
      if slot != 0 || !slots.isEmpty { add(EV_ABS, ABS_MT_SLOT, 0) }
    }
    for key in keys.sorted() { add(EV_KEY, Int32(key), 0) }
    if !events.isEmpty { add(EV_SYN, SYN_REPORT, 0) }
    return events
  }
}

extension Recording.Events {
  /// Returns the next frame from `position` on, up to its SYN_REPORT, and its time in microseconds; `nil` at the end.
  package func frame(from position: Int) -> (range: Range<Int>, time: Int64)? {
    guard position < storage.count else { return nil }
    let last = storage[position...].firstIndex { $0.type == EV_SYN && $0.code == SYN_REPORT } ?? storage.count - 1
    return (position..<last + 1, storage[last].time)
  }
}
