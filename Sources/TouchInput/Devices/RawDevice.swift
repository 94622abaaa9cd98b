import CTouchInput
import Program

/// An open event device whose events are recorded as the kernel sends them. Must not be shared between threads.
package final class RawDevice {
  package let node: String
  package let description: DeviceDescription
  package let fileDescriptor: Int32
  private let hasKernelTime: Bool
  private var buffer = [ti_event](repeating: ti_event(), count: Int(TI_RECORD_MOST))

  /// Opens a touchscreen.
  package init(node: String, hints: DeviceHints) throws(DeviceError) {
    var raw = ti_description()
    var failure = ti_failure()
    var hasKernelTime = false
    let descriptor = ti_record_open(node, &raw, &hasKernelTime, &failure)
    let description = DeviceDescription(raw, hints: hints.rawValue)
    guard descriptor >= 0 else { throw DeviceError(opening: node, failure, description) }
    if !description.isTouchscreen {
      Descriptor.close(descriptor)
      throw DeviceError(call: "open", object: node, reason: .init(refusing: description))
    }
    self.node = node
    self.description = description
    self.hasKernelTime = hasKernelTime
    fileDescriptor = descriptor
  }

  deinit { Descriptor.close(fileDescriptor) }

  /// Returns the current values of the axes: the frame with which a recording must begin. Empty if all values are 0.
  package func state() -> Recording.Events {
    var events = [ti_event](repeating: ti_event(), count: Int(TI_RECORD_STATE_MOST))
    let count = withUnsafePointer(to: description.raw) { ti_record_state(fileDescriptor, $0, &events, events.count) }
    return Recording.Events(storage: Array(events.prefix(count)))
  }

  /// Reads the available events, of which there may be none; `nil` if the device is gone.
  package func read() throws(DeviceError) -> Recording.Events? {
    let count = ti_record_read(fileDescriptor, hasKernelTime, &buffer, buffer.count)
    if count == -Errno.noSuchDevice.rawValue { return nil }
    if count < 0 { throw DeviceError(call: "read", object: node, code: -count) }
    return Recording.Events(storage: Array(buffer.prefix(Int(count))))
  }
}
