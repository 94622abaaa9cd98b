import CTouchInput
import Foundation
import Gestures
import Testing

@testable import TouchInput

/// The acceleration in hundredths of a metre per second squared.
private func hundredths(_ sample: MotionSample) -> [Int] {
  let acceleration = sample.acceleration
  return [acceleration.x, acceleration.y, acceleration.z].map { Int(($0 * 100).rounded()) }
}

@Suite struct `An accelerometer whose files are polled` {
  /// A sensor without a buffer.
  private func sensor(_ changes: [String: String] = [:], without missing: [String] = []) throws -> SysfsSensor {
    try SysfsSensor(changes, without: missing + ["buffer/enable"])
  }

  /// Returns the next sample, or the next report that there is none.
  private func next(_ accelerometer: MotionSensor) throws -> MotionSample? {
    try #require(isReadable(accelerometer.fileDescriptor))
    return try #require(try accelerometer.read()).first
  }

  private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 10_000) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) == 1
  }

  @Test func `gives what its files have again and again, with the times`() throws {
    let files = try sensor()
    let start = Timestamp.now
    let accelerometer = try MotionSensor(opening: files.found)
    #expect(accelerometer.method == .polled)
    #expect(accelerometer.rate == 50)
    var times = [start]
    for _ in 1...3 {
      let sample = try #require(try next(accelerometer))
      #expect(hundredths(sample) == [-3, 5, 981])
      times.append(sample.time)
    }
    #expect(times == times.sorted() && times[3] <= .now)
    try files.set("in_accel_x_raw", "2000")
    while hundredths(try #require(try next(accelerometer))) != [1961, 5, 981] {}
  }

  @Test func `has an offset before its scale, and each axis may have its own`() throws {
    let files = try sensor([
      "in_accel_offset": "10", "in_accel_y_offset": "-5", "in_accel_scale": "0.01", "in_accel_z_scale": "0.02",
    ])
    #expect(hundredths(try #require(try next(MotionSensor(opening: files.found)))) == [7, 0, 2020])
  }

  @Test(arguments: ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"])
  func `is turned as it is mounted, and udev knows best`(file: String) throws {
    let files = try sensor([file: "0, 1, 0; 1, 0, 0; 0, 0, -1"])
    var found = files.found
    #expect(hundredths(try #require(try next(MotionSensor(opening: found)))) == [5, -3, -981])
    found.mountMatrix = "0, 0, 1; 0, 1, 0; 1, 0, 0"
    #expect(hundredths(try #require(try next(MotionSensor(opening: found)))) == [981, 5, -3])
    found.mountMatrix = "garbage"
    #expect(hundredths(try #require(try next(MotionSensor(opening: found)))) == [5, -3, -981])
  }

  @Test(arguments: ["", "x", "1.5", "99999999999999999999", String(repeating: "1", count: 1000)])
  func `gives nothing while it does not answer, and is asked less often`(text: String) throws {
    let files = try sensor(["in_accel_y_raw": text])
    let accelerometer = try MotionSensor(opening: files.found)
    #expect(try next(accelerometer) == nil)
    #expect(accelerometer.isBusy)
    try files.set("in_accel_y_raw", "7")
    // A second has 50 of the usual intervals.
    #expect(!isReadable(accelerometer.fileDescriptor, within: 100))
    #expect(try next(accelerometer) != nil)
    #expect(!accelerometer.isBusy)
  }

  /// A sensor whose y axis is a FIFO, so that reading it blocks until the test writes a value.
  private func blocking() throws -> (files: SysfsSensor, fifo: Int32) {
    let files = try sensor(without: ["in_accel_y_raw"]), path = "\(files.folder)/in_accel_y_raw"
    try #require(mkfifo(path, 0o600) == 0)
    return (files, open(path, O_RDWR | O_CLOEXEC))
  }

  @Test func `blocks neither its user nor its end while its driver waits for it`() throws {
    let (files, fifo) = try blocking()
    var accelerometer: MotionSensor? = try MotionSensor(opening: files.found)
    let writer = open("\(files.folder)/in_accel_y_raw", O_WRONLY | O_CLOEXEC)
    // What would block is not called in this thread: the test would not end.
    #expect(try accelerometer?.read() == [])
    let before = Timestamp.now
    #expect(write(writer, "7\n", 2) == 2)
    let sample = try #require(try next(accelerometer!))
    #expect(hundredths(sample) == [-3, 7, 981] && sample.time >= before)
    #expect(try accelerometer?.read() == [])
    accelerometer = nil
    // The reading that waits for the sensor is the last one: the FIFO then has no reader.
    #expect(write(writer, "7\n", 2) == 2)
    close(fifo)
    var state = pollfd(fd: writer, events: 0, revents: 0)
    #expect(poll(&state, 1, 10_000) == 1 && state.revents & Int16(POLLERR) != 0)
    close(writer)
  }

  @Test func `is refused while eight readings wait for it`() throws {
    let (files, fifo) = try blocking()
    for _ in 1...8 { _ = try MotionSensor(opening: files.found) }
    #expect(throws: DeviceError(call: "read", object: files.folder, code: EBUSY)) {
      do throws(DeviceError) {
        _ = try MotionSensor(opening: files.found)
      } catch {
        #expect(error.mayPass)
        throw DeviceError(call: error.call, object: error.object, reason: error.reason)
      }
    }
    close(fifo)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e9", "x"])
  func `is refused if its scale cannot be right`(scale: String) throws {
    let files = try sensor(["in_accel_scale": scale == "x" ? "-0.5" : scale])
    if ["nan", "inf"].contains(scale) {
      // A text that is not a number counts as missing.
      #expect(hundredths(try #require(try next(MotionSensor(opening: files.found))))[1] == 500)
    } else {
      #expect(throws: DeviceError.self) { try MotionSensor(opening: files.found) }
    }
  }

  @Test func `is refused if it lacks an axis`() throws {
    let files = try sensor(without: ["in_accel_z_raw"])
    #expect(throws: DeviceError(call: "open", object: "\(files.folder)/in_accel_z_raw", code: ENOENT)) {
      do throws(DeviceError) {
        _ = try MotionSensor(opening: files.found)
      } catch {
        throw DeviceError(call: error.call, object: error.object, reason: error.reason)
      }
    }
  }

  @Test func `leaves the buffer to iio-sensor-proxy if that is installed`() throws {
    let files = try SysfsSensor()
    var found = files.found
    found.traits.insert(.sensorProxy)
    #expect(try MotionSensor(opening: found).method == .polled)
    #expect(files.text("buffer/enable") == "0")
    #expect(MotionSensor.outlook(for: found).note == "the buffer is left to iio-sensor-proxy")
  }
}

@Suite struct `The order of accelerometers` {
  @Test func `begins with that of the display, and leaves out that of the base`() throws {
    func device(_ node: String, _ traits: DeviceTraits, location: String = "", label: String = "") throws
      -> (DiscoveredDevice, SysfsSensor)
    {
      let files = try SysfsSensor(["label": label])
      var found = files.found
      (found.node, found.traits, found.location) = (node, traits, location)
      return (found, files)
    }
    let devices = [
      try device("a", [.iio]), try device("b", [.iio, .accelerometer], location: "base"),
      try device("c", [.iio, .accelerometer]), try device("d", [.iio, .accelerometer], label: "accel-base"),
      try device("e", [.iio, .accelerometer], label: "accel-display"), try device("f", [.accelerometer]),
      try device("g", [.accelerometer], location: "display"),
    ]
    #expect(MotionSensor.ordered(devices.map(\.0)).map(\.node) == ["e", "g", "c", "f"])
  }
}
