import CTouchInput
import Gestures
import Program

/// An accelerometer that is an event node with the property `INPUT_PROP_ACCELEROMETER`.
final class EventAccelerometer: MotionSource {
  let fileDescriptor: Int32
  let isBusy = false
  let rate: Double? = nil
  private let node: String
  private let hasKernelTime: Bool
  private var decoder: AxisDecoder
  private var buffer = [ti_event](repeating: ti_event(), count: Int(TI_RECORD_MOST))

  convenience init(_ found: DiscoveredDevice) throws(DeviceError) {
    var raw = ti_description()
    var failure = ti_failure()
    var hasKernelTime = false
    let descriptor = ti_record_open(found.node, &raw, &hasKernelTime, &failure)
    let description = DeviceDescription(raw)
    guard descriptor >= 0 else {
      var error = DeviceError(opening: found.node, failure, description)
      error.group = MotionSensor.group
      throw error
    }
    try self.init(adopting: descriptor, description, found, hasKernelTime: hasKernelTime)
  }

  /// Creates an accelerometer that reads events from any descriptor, which it then owns. For tests, too.
  init(
    adopting descriptor: Int32, _ description: DeviceDescription, _ found: DiscoveredDevice, hasKernelTime: Bool = true
  ) throws(DeviceError) {
    fileDescriptor = descriptor
    node = found.node
    self.hasKernelTime = hasKernelTime
    decoder = AxisDecoder(description, MountMatrix(parsing: found.mountMatrix) ?? .identity)
    if let objection = AxisDecoder.objection(to: description) {
      throw DeviceError(call: "open", object: node, reason: .notSensor(objection))
    }
    var none = ti_codes()
    ti_buttons_mask(descriptor, &none, 1 << UInt32(ABS_X) | 1 << UInt32(ABS_Y) | 1 << UInt32(ABS_Z))
    Self.readAxes(of: descriptor, into: &decoder.values)
  }

  deinit { Descriptor.close(fileDescriptor) }

  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]? {
    let count = ti_record_read(fileDescriptor, hasKernelTime, &buffer, buffer.count)
    if count == -Errno.noSuchDevice.rawValue { return nil }
    if count < 0 { throw DeviceError(call: "read", object: node, code: -count) }
    return decoder.decode(buffer.prefix(Int(count))) { values in
      Self.readAxes(of: fileDescriptor, into: &values)
      return true
    }
  }

  private static func readAxes(of descriptor: Int32, into values: inout [Int32]) {
    for axis in values.indices { _ = ti_buttons_read_axis(descriptor, UInt32(axis), &values[axis]) }
  }
}
