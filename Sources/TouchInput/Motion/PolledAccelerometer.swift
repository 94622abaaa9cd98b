import Gestures
import Glibc

/// An IIO accelerometer whose files in `/sys` are read again and again. All users may read them.
final class PolledAccelerometer: MotionSource {
  /// Microseconds: 50 Hz. A person shakes a device 2 to 5 times a second, so that a stroke has at least five samples.
  static let usualInterval: Int64 = 20_000
  /// Microseconds, while the accelerometer does not answer: mostly because another program has its buffer.
  static let intervalWhenBusy: Int64 = 1_000_000

  let fileDescriptor: Int32? = nil
  private(set) var isBusy = false
  private let files: [Int32]
  private let scale: AxisScale

  init(_ found: DiscoveredDevice) throws(DeviceError) {
    let folder = SysfsFolder(path: found.syspath)
    guard let scale = AxisScale(folder, mountMatrix: found.mountMatrix) else {
      throw DeviceError(call: "read", object: found.syspath, reason: .notSensor("its scale cannot be right"))
    }
    var files: [Int32] = []
    for axis in AxisScale.axes {
      let path = "\(folder.path)/in_accel_\(axis)_raw"
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else {
        let code = errno
        for file in files { close(file) }
        var error = DeviceError(call: "open", object: path, code: code)
        error.group = MotionSensor.group
        throw error
      }
      files.append(file)
    }
    self.files = files
    self.scale = scale
  }

  deinit { for file in files { close(file) } }

  var interval: Int64? { isBusy ? Self.intervalWhenBusy : Self.usualInterval }
  var rate: Double? { 1_000_000 / Double(Self.usualInterval) }

  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]? {
    var raw: [Int64] = []
    for file in files {
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = pread(file, &bytes, bytes.count, 0)
      if count < 0 && errno == ENODEV { return nil }
      let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      guard let value = Int64(text) else {
        isBusy = true
        return []
      }
      raw.append(value)
    }
    isBusy = false
    return [MotionSample(time: time, acceleration: scale.acceleration(raw))]
  }
}
