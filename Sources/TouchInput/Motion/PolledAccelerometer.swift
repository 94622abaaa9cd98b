import Gestures
import Program
import Queues
import Synchronization

/// An IIO accelerometer whose files in `/sys` are read again and again. All users may read them.
///
/// A driver may wait for its sensor while a file is read: that of HID sensors waits for up to 5 s for each axis. A `RepeatedReading` on a
/// queue of its own therefore reads the files. Its samples come through a socket.
final class PolledAccelerometer: MotionSource {
  /// The most samples that are taken from the socket at a time.
  private static let most = 64

  let fileDescriptor: Int32
  private(set) var isBusy = false

  init(_ found: DiscoveredDevice) throws(DeviceError) {
    let folder = SysfsFolder(path: found.syspath)
    guard let scale = AxisScale(folder, mountMatrix: found.mountMatrix) else {
      throw DeviceError(call: "read", object: found.syspath, reason: .notSensor("its scale cannot be right"))
    }
    let sender: Int32
    do throws(Errno) {
      (fileDescriptor, sender) = try Sockets.pair(.packets)
    } catch { throw DeviceError(call: "socketpair", object: folder.path, error) }
    let reading = try RepeatedReading(of: folder, scale, to: OpenFile(owning: sender))
    SerialQueue(label: "accelerometer").async { reading.run() }
  }

  /// Ends the reading, too, without waiting for it.
  deinit { Descriptor.close(fileDescriptor) }

  var rate: Double? { 1_000_000 / Double(RepeatedReading.usualInterval) }

  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]? {
    var samples: [MotionSample] = []
    for _ in 0..<Self.most {
      var report = RepeatedReading.Report.busy(at: time)
      let count = withUnsafeMutableBytes(of: &report) { (try? Sockets.receive(fileDescriptor, into: $0)) ?? -1 }
      if count == 0 && samples.isEmpty { return nil }
      if count <= 0 { break }
      isBusy = report.sample == nil
      if let sample = report.sample { samples.append(sample) }
    }
    return samples
  }
}

/// Reads an accelerometer's files at intervals until the other end of its socket is closed, or until the sensor is gone. It then closes its
/// own end.
struct RepeatedReading: Sendable {
  /// Microseconds: 50 Hz. A person shakes a device 2 to 5 times a second, so that a stroke has at least five samples.
  static let usualInterval: Int64 = 20_000
  /// Microseconds, while the accelerometer does not answer: mostly because another program has its buffer.
  static let intervalWhenBusy: Int64 = 1_000_000
  /// The most readings of one sensor at a time. Each one but the latest waits for a sensor that has not answered since it was closed.
  private static let most = 8
  /// The number of readings of each folder.
  private static let readings = Mutex<[String: Int]>([:])

  /// A sample as it goes through the socket, in one message.
  struct Report {
    private let time: Int64
    private let axes: (x: Double, y: Double, z: Double)
    private let isBusy: Bool

    private init(time: Int64, _ acceleration: Acceleration, isBusy: Bool) {
      self.time = time
      axes = (acceleration.x, acceleration.y, acceleration.z)
      self.isBusy = isBusy
    }

    init(_ sample: MotionSample) { self.init(time: sample.time.microseconds, sample.acceleration, isBusy: false) }

    /// A report that the accelerometer did not answer.
    static func busy(at time: Timestamp) -> Report {
      Report(time: time.microseconds, Acceleration(x: 0, y: 0, z: 0), isBusy: true)
    }

    /// `nil` if the accelerometer did not answer.
    var sample: MotionSample? {
      isBusy
        ? nil
        : MotionSample(
          time: Timestamp(microseconds: time), acceleration: Acceleration(x: axes.x, y: axes.y, z: axes.z))
    }
  }

  private let folder: String
  private let files: [OpenFile]
  private let scale: AxisScale
  private let socket: OpenFile

  /// - Parameter socket: the end that is written to.
  init(of folder: SysfsFolder, _ scale: AxisScale, to socket: OpenFile) throws(DeviceError) {
    self.folder = folder.path
    self.scale = scale
    self.socket = socket
    func failure(_ call: String, _ path: String, _ error: Errno) -> DeviceError {
      var error = DeviceError(call: call, object: path, error)
      error.group = MotionSensor.group
      return error
    }
    var files: [OpenFile] = []
    for axis in AxisScale.axes {
      let path = "\(folder.path)/in_accel_\(axis)_raw"
      do throws(Errno) { files.append(try OpenFile(path, .reading)) } catch { throw failure("open", path, error) }
    }
    self.files = files
    let isFree = Self.readings.withLock { readings in
      if readings[folder.path, default: 0] == Self.most { return false }
      readings[folder.path, default: 0] += 1
      return true
    }
    if !isFree { throw failure("read", folder.path, .deviceBusy) }
  }

  /// Reads until the end. Blocks.
  func run() {
    defer { end() }
    var due = Timestamp.now
    while true {
      let measurement = measure(), now = Timestamp.now
      switch measurement {
      case .acceleration(let acceleration): report(Report(MotionSample(time: now, acceleration: acceleration)))
      case .none: report(.busy(at: now))
      case .gone: return
      }
      let interval = measurement == .none ? Self.intervalWhenBusy : Self.usualInterval
      due = due + interval > now ? due + interval : now + interval
      if isClosed(before: due) { return }
    }
  }

  private enum Measurement: Equatable {
    case acceleration(Acceleration)
    /// The accelerometer does not answer.
    case none
    case gone
  }

  private func measure() -> Measurement {
    var raw: [Int64] = []
    for file in files {
      let bytes: [UInt8]
      do throws(Errno) { bytes = try file.readAgain(most: 32) } catch { return error == .noSuchDevice ? .gone : .none }
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      guard let value = Int64(text) else { return .none }
      raw.append(value)
    }
    return .acceleration(scale.acceleration(raw))
  }

  /// Drops the report if the socket is full. The reader is late by more samples than a gesture has.
  private func report(_ report: Report) {
    _ = withUnsafeBytes(of: report) { try? Sockets.send(socket.descriptor, $0) }
  }

  /// Waits until that time, or until the other end of the socket is closed. Returns whether it is closed.
  private func isClosed(before time: Timestamp) -> Bool {
    let milliseconds = (max(0, time - .now) + 999) / 1000
    return !Descriptor.wait(for: [], of: socket.descriptor, milliseconds: Int32(milliseconds)).isEmpty
  }

  private func end() {
    Self.readings.withLock { readings in
      let others = readings[folder, default: 1] - 1
      readings[folder] = others == 0 ? nil : others
    }
  }
}
