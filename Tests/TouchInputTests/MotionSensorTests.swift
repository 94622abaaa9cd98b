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

  private let time = Timestamp(microseconds: 123)

  @Test func `gives what its files have at that time, every 20 ms`() throws {
    let files = try sensor()
    let accelerometer = try MotionSensor(opening: files.found)
    #expect(accelerometer.method == .polled)
    #expect(accelerometer.fileDescriptor == nil)
    #expect(accelerometer.interval == 20_000)
    #expect(accelerometer.rate == 50)
    let sample = try #require(try accelerometer.poll(at: time)?.first)
    #expect(sample.time == time)
    #expect(hundredths(sample) == [-3, 5, 981])
    try files.set("in_accel_x_raw", "2000")
    #expect(hundredths(try #require(try accelerometer.poll(at: time)?.first)) == [1961, 5, 981])
  }

  @Test func `has an offset before its scale, and each axis may have its own`() throws {
    let files = try sensor([
      "in_accel_offset": "10", "in_accel_y_offset": "-5", "in_accel_scale": "0.01", "in_accel_z_scale": "0.02",
    ])
    let accelerometer = try MotionSensor(opening: files.found)
    #expect(hundredths(try #require(try accelerometer.poll(at: time)?.first)) == [7, 0, 2020])
  }

  @Test(arguments: ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"])
  func `is turned as it is mounted, and udev knows best`(file: String) throws {
    let files = try sensor([file: "0, 1, 0; 1, 0, 0; 0, 0, -1"])
    var found = files.found
    #expect(hundredths(try #require(try MotionSensor(opening: found).poll(at: time)?.first)) == [5, -3, -981])
    found.mountMatrix = "0, 0, 1; 0, 1, 0; 1, 0, 0"
    #expect(hundredths(try #require(try MotionSensor(opening: found).poll(at: time)?.first)) == [981, 5, -3])
    found.mountMatrix = "garbage"
    #expect(hundredths(try #require(try MotionSensor(opening: found).poll(at: time)?.first)) == [5, -3, -981])
  }

  @Test(arguments: ["", "x", "1.5", "99999999999999999999", String(repeating: "1", count: 1000)])
  func `gives nothing while it does not answer, and is asked less often`(text: String) throws {
    let files = try sensor()
    let accelerometer = try MotionSensor(opening: files.found)
    try files.set("in_accel_y_raw", text)
    #expect(try accelerometer.poll(at: time) == [])
    #expect(accelerometer.isBusy)
    #expect(accelerometer.interval == 1_000_000)
    try files.set("in_accel_y_raw", "7")
    #expect(try accelerometer.poll(at: time)?.count == 1)
    #expect(!accelerometer.isBusy)
    #expect(accelerometer.interval == 20_000)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e9", "x"])
  func `is refused if its scale cannot be right`(scale: String) throws {
    let files = try sensor(["in_accel_scale": scale == "x" ? "-0.5" : scale])
    if ["nan", "inf"].contains(scale) {
      // A text that is not a number counts as missing.
      #expect(hundredths(try #require(try MotionSensor(opening: files.found).poll(at: time)?.first))[1] == 500)
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
