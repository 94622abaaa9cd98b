// TouchInput/Buttons: keys, switches and remote controls.
import CLinux
import CTouchInput
import Gestures
import Program

/// An open event node with keys or switches, for their presses. Read it when its descriptor is readable; it never waits. Must not be
/// shared between threads.
///
/// The kernel hands over only the codes that are wanted. Other programs that read the device still receive everything.
package final class ButtonDevice {
  package let found: DiscoveredDevice
  /// Readable when there are events; closed with this object.
  package let fileDescriptor: Int32
  private let description: DeviceDescription
  private let hasKernelTime: Bool
  private var decoder = ButtonDecoder()
  private var buffer = [ti_event](repeating: ti_event(), count: Int(TI_RECORD_MOST))
  /// The presses of switches that were on when the device was opened, until `start` returns them.
  private var initial: [Press]

  /// Opens a device. Call `start` next.
  ///
  /// Throws an error whose reason is `notButtons`, before the node is opened, if `objectionToButtons` has an objection, or if the device
  /// has none of the codes.
  ///
  /// - Parameters:
  ///   - codes: the keys and switches that are wanted; those that the device lacks are ignored.
  ///   - isNamed: whether the configuration names this device.
  package convenience init(
    opening found: DiscoveredDevice, codes: Set<EventCode>, isNamed: Bool = false
  ) throws(DeviceError) {
    if let objection = found.objectionToButtons(isNamed: isNamed) {
      throw DeviceError(call: "open", object: found.node, reason: .notButtons(objection))
    }
    if found.codes.isDisjoint(with: codes) {
      throw DeviceError(call: "open", object: found.node, reason: .notButtons("it has none of the keys and switches"))
    }
    var raw = ti_description()
    var failure = ti_failure()
    var hasKernelTime = false
    let descriptor = ti_record_open(found.node, &raw, &hasKernelTime, &failure)
    let description = DeviceDescription(raw)
    guard descriptor >= 0 else {
      var error = DeviceError(opening: found.node, failure, description)
      error.group = Self.group
      throw error
    }
    // Another device may have taken the node meanwhile.
    if let objection = description.objectionToButtons(of: found, isNamed: isNamed) {
      Descriptor.close(descriptor)
      throw DeviceError(call: "open", object: found.node, reason: .notButtons(objection))
    }
    self.init(adopting: descriptor, description, found, codes: codes, hasKernelTime: hasKernelTime)
  }

  /// Creates a device that reads events from any descriptor, which it then owns. For tests, too.
  init(
    adopting descriptor: Int32, _ description: DeviceDescription, _ found: DiscoveredDevice, codes: Set<EventCode>,
    hasKernelTime: Bool = true
  ) {
    fileDescriptor = descriptor
    self.description = description
    self.found = found
    self.hasKernelTime = hasKernelTime
    initial = []
    mask(codes)
    discard()
    initial = decoder.want(codes, state: state() ?? [], at: .now)
  }

  deinit { Descriptor.close(fileDescriptor) }

  /// The group whose members may read such devices.
  package static let group = "tickled-buttons"

  /// The keys and switches that are wanted. Change them with `setCodes`.
  package var codes: Set<EventCode> { decoder.wanted }

  /// The codes of the presses that have begun and not ended. If the device is gone, they are not known to be held any more: the caller
  /// cancels them, with `cancelAll`.
  package var held: [UInt16] { decoder.held.map { $0.pressCode }.sorted() }

  /// Returns the presses of switches that were on when the device was opened, such as that of a tablet's keyboard that is folded away
  /// at boot. Call it once, after opening the device.
  package func start() -> [Press] {
    defer { initial = [] }
    return initial
  }

  /// Reads the available presses, in a group for each frame of the device: the presses of one time. `nil` if the device is gone. One
  /// call reads at most 1024 events; the descriptor stays readable if there are more.
  package func read() throws(DeviceError) -> [[Press]]? {
    let count = ti_record_read(fileDescriptor, hasKernelTime, &buffer, buffer.count)
    if count == -Errno.noSuchDevice.rawValue { return nil }
    if count < 0 { throw DeviceError(call: "read", object: found.node, code: -count) }
    return decoder.decode(buffer.prefix(Int(count))) { state() }
  }

  /// Changes the keys and switches that are wanted. Returns the presses that are cancelled, and those of switches that are on.
  package func setCodes(_ codes: Set<EventCode>, at time: Timestamp) -> [Press] {
    mask(codes)
    guard let state = state() else { return decoder.want(codes, state: [], at: time) }
    // Reading the state discards the events before it.
    return decoder.resynchronize(with: state, at: time) + decoder.want(codes, state: state, at: time)
  }

  /// Adapts the presses to the keys and switches that are on now, for example after the machine has slept. Returns the presses that
  /// begin or are cancelled.
  package func resynchronize(at time: Timestamp) -> [Press] {
    discard()
    return decoder.resynchronize(with: state() ?? [], at: time)
  }

  /// Cancels all presses, because the device is gone or will no longer be read.
  package func cancelAll(at time: Timestamp) -> [Press] { decoder.cancelAll(at: time) }

  private func mask(_ codes: Set<EventCode>) {
    withUnsafePointer(to: ti_codes(codes)) { ti_buttons_mask(fileDescriptor, $0, 0) }
  }

  /// Returns the keys and switches that are on; `nil` if they cannot be read.
  private func state() -> Set<EventCode>? {
    var held = ti_codes()
    let isRead = withUnsafePointer(to: description.raw) { ti_buttons_read_held(fileDescriptor, $0, &held) }
    return isRead ? held.all : nil
  }

  /// Discards the events that are older than the state that is about to be read. The number of reads is limited, so a device that sends
  /// without end cannot keep the caller here.
  private func discard() {
    for _ in 0..<32 where ti_record_read(fileDescriptor, hasKernelTime, &buffer, buffer.count) < Int32(buffer.count) {
      break
    }
  }
}

extension DeviceDescription {
  /// Like `DiscoveredDevice.objectionToButtons`, with what the open device itself says.
  fileprivate func objectionToButtons(of found: DiscoveredDevice, isNamed: Bool) -> String? {
    var actual = found
    actual.phys = phys
    withUnsafePointer(to: raw) { actual.codes = ti_codes(of: $0).all }
    return actual.objectionToButtons(isNamed: isNamed)
  }
}

extension ti_codes {
  fileprivate init(of description: UnsafePointer<ti_description>) {
    self.init(keys: description.pointee.keys, switches: description.pointee.switches)
  }
}

extension Timestamp {
  /// The present time on the clock of the frames, CLOCK_MONOTONIC.
  static var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}
