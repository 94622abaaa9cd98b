// TouchInput/Motion: accelerometers: of evdev, buffered, and polled.
import Gestures

/// An open accelerometer. Must not be shared between threads.
///
/// The caller waits for `fileDescriptor` and calls `read`, which never blocks.
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

  /// Returns the accelerometers, the best first: those of a display before others, IIO devices before event nodes. Those in the base of a
  /// laptop, which does not move with the display, are left out.
  package static func find(with discovery: DeviceDiscovery) throws(DeviceError) -> [DiscoveredDevice] {
    let all = try discovery.enumerateSensors() + discovery.enumerate()
    return ordered(all)
  }

  /// Returns the accelerometers among some devices, in the order of `find`.
  static func ordered(_ devices: [DiscoveredDevice]) -> [DiscoveredDevice] {
    let sensors = devices.filter { $0.traits.contains(.accelerometer) }.map { ($0, AccelerometerPlace($0)) }
    return (sensors.filter { $0.1 == .display } + sensors.filter { $0.1 == .unknown }).map { $0.0 }
  }

  /// How an accelerometer would be read.
  package struct Outlook: Hashable, Sendable {
    package let method: Method
    /// Samples per second, as far as known.
    package let rate: Double?
    /// What the user should know.
    package let note: String?
  }

  /// Finds out how an accelerometer would be read, without opening it.
  package static func outlook(for found: DiscoveredDevice) -> Outlook {
    if !found.traits.contains(.iio) { return Outlook(method: .evdev, rate: nil, note: nil) }
    let polled = 1_000_000 / Double(RepeatedReading.usualInterval)
    if found.traits.contains(.sensorProxy) {
      return Outlook(method: .polled, rate: polled, note: "the buffer is left to iio-sensor-proxy")
    }
    switch BufferedAccelerometer.availability(of: found) {
    case .free: return Outlook(method: .buffer, rate: BufferedAccelerometer.rate(of: found), note: nil)
    case .ours: return Outlook(method: .buffer, rate: BufferedAccelerometer.rate(of: found), note: "in use by tickled")
    case .taken: return Outlook(method: .polled, rate: polled, note: "another program uses the buffer")
    case .forbidden:
      return Outlook(method: .polled, rate: polled, note: "to use the buffer, join the group \(group)")
    case .none: return Outlook(method: .polled, rate: polled, note: nil)
    }
  }

  /// Opens an accelerometer. Throws an error whose reason is `notSensor` if its measurements cannot be understood.
  ///
  /// The buffer of an IIO device is used if no other program uses it, and if this process may set it up. If iio-sensor-proxy is installed,
  /// the buffer is left to it: it could not rotate the screen otherwise.
  package init(opening found: DiscoveredDevice) throws(DeviceError) {
    self.found = found
    if !found.traits.contains(.iio) {
      method = .evdev
      source = try EventAccelerometer(found)
    } else if !found.traits.contains(.sensorProxy), let buffered = BufferedAccelerometer(found) {
      method = .buffer
      source = buffered
    } else {
      method = .polled
      source = try PolledAccelerometer(found)
    }
  }

  /// The group whose members may read such devices, and set up their buffers.
  package static let group = "tickled-motion"

  /// Readable when there are samples, and when the accelerometer is gone. Closed with this object.
  package var fileDescriptor: Int32 { source.fileDescriptor }

  /// Whether it gives no samples at present, mostly because another program has its buffer.
  package var isBusy: Bool { source.isBusy }

  /// Samples per second, as far as known.
  package var rate: Double? { source.rate }

  /// Reads the available samples; `nil` if the accelerometer is gone.
  package func read() throws(DeviceError) -> [MotionSample]? { try source.read(at: .now) }
}

/// One way to read an accelerometer.
protocol MotionSource: AnyObject {
  var fileDescriptor: Int32 { get }
  var isBusy: Bool { get }
  var rate: Double? { get }
  /// Returns the samples; `nil` if the accelerometer is gone. Never blocks.
  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]?
}

/// Where an accelerometer is.
private enum AccelerometerPlace {
  case display, base, unknown

  /// Reads udev's property `ACCEL_LOCATION`, or what the driver says.
  init(_ found: DiscoveredDevice) {
    let folder = SysfsFolder(path: found.syspath)
    let texts = [found.location, folder.text("label") ?? "", folder.text("location") ?? ""]
    if texts.contains(where: { ["base", "accel-base"].contains($0) }) {
      self = .base
    } else if texts.contains(where: { ["display", "accel-display", "lid"].contains($0) }) {
      self = .display
    } else {
      self = .unknown
    }
  }
}
