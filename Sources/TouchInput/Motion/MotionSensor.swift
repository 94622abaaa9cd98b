import Gestures

/// An open accelerometer. Must not be shared between threads.
///
/// The daemon waits for `fileDescriptor` and calls `read`, or, if there is none, calls `poll` at each `interval`.
package final class MotionSensor {
  /// How the accelerometer is read.
  package enum Method: String, Sendable {
    /// An IIO device that puts its measurements into a buffer.
    case buffer
    /// An IIO device whose files in `/sys` are read again and again.
    case polled
    /// An event node with the property `INPUT_PROP_ACCELEROMETER`.
    case evdev
  }

  package let found: DiscoveredDevice
  package let method: Method
  private let source: any MotionSource

  /// Returns the accelerometers, the best first: those of a display before others, those of IIO before event nodes. Accelerometers in the base of a laptop are left out.
  package static func find(with discovery: DeviceDiscovery) throws(DeviceError) -> [DiscoveredDevice] {
    let sensors = try discovery.enumerateSensors(), nodes = try discovery.enumerate()
    return (sensors + nodes).filter { $0.traits.contains(.accelerometer) }
  }

  /// Opens an accelerometer. Throws an error whose reason is `notSensor` if its measurements cannot be understood.
  package init(opening found: DiscoveredDevice) throws(DeviceError) {
    self.found = found
    throw DeviceError(call: "open", object: found.node, reason: .notSensor("it is not supported yet"))
  }

  /// The group whose members may read such devices, and set up their buffers.
  package static let group = "tickled-motion"

  /// Readable when there are samples; `nil` for an accelerometer that is polled. Closed with this object.
  package var fileDescriptor: Int32? { source.fileDescriptor }

  /// The time until the next call of `poll`, in microseconds; `nil` for an accelerometer that is not polled. It is longer while another
  /// program has the accelerometer for itself.
  package var interval: Int64? { source.interval }

  /// Samples per second, as far as known.
  package var rate: Double? { source.rate }

  /// Reads the available samples; `nil` if the accelerometer is gone.
  package func read() throws(DeviceError) -> [MotionSample]? { try source.read(at: .now) }

  /// Measures once. Returns no sample if another program has the accelerometer for itself, and `nil` if it is gone.
  package func poll(at time: Timestamp) throws(DeviceError) -> [MotionSample]? { try source.read(at: time) }
}

/// One way to read an accelerometer.
protocol MotionSource: AnyObject {
  var fileDescriptor: Int32? { get }
  var interval: Int64? { get }
  var rate: Double? { get }
  /// Returns the samples; `nil` if the accelerometer is gone.
  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]?
}
