import CTouchInput
import Foundation
import Gestures
import Testing

@testable import TouchInput

@Suite struct `An accelerometer with a buffer` {
  /// The bytes of a scan with 12 bits of each axis, garbage beside them, and a time in nanoseconds.
  private func scan(_ x: Int16, _ y: Int16, _ z: Int16, time: Int64 = 0) -> [UInt8] {
    let axes = [x, y, z].flatMap { axis in
      let word = UInt16(bitPattern: axis << 4) | 0xB
      return [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
    }
    return axes + [0xEE, 0xEE] + (0..<8).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
  }

  private func values(_ samples: [MotionSample]?) -> [[Int]] {
    (samples ?? []).map { sample in
      [sample.acceleration.x, sample.acceleration.y, sample.acceleration.z].map { Int(($0 / 0.00980665).rounded()) }
    }
  }

  @Test func `is set up when it is opened, and restored when it is closed`() throws {
    let files = try SysfsSensor()
    do {
      let sensor = try MotionSensor(opening: files.found)
      #expect(sensor.method == .buffer)
      #expect(sensor.rate == 125)
      #expect(fcntl(sensor.fileDescriptor, F_GETFL) & O_NONBLOCK != 0)
      for axis in ["x", "y", "z"] { #expect(files.text("scan_elements/in_accel_\(axis)_en") == "1") }
      #expect(files.text("scan_elements/in_timestamp_en") == "1")
      #expect(files.text("current_timestamp_clock") == "monotonic")
      #expect(files.text("trigger/current_trigger") == "bmc150_accel-dev3")
      #expect(files.text("sampling_frequency") == "125")
      #expect(files.text("buffer/length") == "61")
      #expect(files.text("buffer/enable") == "1")
      #expect(MotionSensor.outlook(for: files.found).note == "in use by tickled")
    }
    for (name, text) in SysfsSensor.usual { #expect(files.text(name) == text, "\(name)") }
  }

  @Test func `gives the samples with the kernel's times, without the garbage beside their bits`() throws {
    let files = try SysfsSensor()
    let sensor = try MotionSensor(opening: files.found)
    #expect(try sensor.read() == [])
    let now = Timestamp.now.microseconds
    files.send(scan(-3, 5, 1000, time: (now - 30_000) * 1000) + scan(2047, -2048, 0, time: (now - 20_000) * 1000 + 999))
    let samples = try sensor.read()
    #expect(values(samples) == [[-3, 5, 1000], [2047, -2048, 0]])
    #expect(samples?.map(\.time.microseconds) == [now - 30_000, now - 20_000])
    files.unplug()
    // A program that another test starts has the other end, too, until it is executed.
    #expect(
      try (0..<500).contains { _ in
        if try sensor.read() == nil { return true }
        usleep(10_000)
        return false
      })
  }

  @Test func `takes the time of the read for a time on another clock, and spreads what was read at once`() throws {
    let files = try SysfsSensor(without: ["current_timestamp_clock"])
    let sensor = try MotionSensor(opening: files.found)
    let before = Timestamp.now
    let zone = 1_700_000_000 * 1_000_000_000 as Int64
    files.send(scan(1, 0, 0, time: zone) + scan(2, 0, 0, time: zone) + scan(3, 0, 0, time: zone))
    let samples = try #require(try sensor.read())
    #expect(values(samples).map(\.[0]) == [1, 2, 3])
    let last = try #require(samples.last).time
    #expect((before...Timestamp.now).contains(last))
    #expect(samples.map { last - $0.time } == [100_000, 50_000, 0])
    // The time since the samples before is less than that.
    files.send(scan(4, 0, 0) + scan(5, 0, 0))
    let next = try #require(try sensor.read())
    #expect(next[0].time >= last && next[0].time <= next[1].time)
    // Another clock may happen to have a similar time.
    files.send(scan(6, 0, 0, time: (Timestamp.now.microseconds - 1_000_000) * 1000))
    #expect(try #require(try sensor.read()?.first).time >= next[1].time)
  }

  @Test(arguments: [Int64.max, .min, -1, 0, 1_700_000_000_000_000_000])
  func `takes the time of the read for a time that cannot be right`(time: Int64) throws {
    let files = try SysfsSensor()
    let sensor = try MotionSensor(opening: files.found)
    let before = Timestamp.now
    files.send(scan(1, 2, 3, time: time))
    let sample = try #require(try sensor.read()?.first)
    #expect((before...Timestamp.now).contains(sample.time))
  }

  @Test func `ignores half a scan`() throws {
    let files = try SysfsSensor()
    let sensor = try MotionSensor(opening: files.found)
    files.send(scan(1, 2, 3) + [1, 2, 3])
    #expect(values(try sensor.read()) == [[1, 2, 3]])
  }

  @Test func `reads 4 kB at a time`() throws {
    let files = try SysfsSensor()
    let sensor = try MotionSensor(opening: files.found)
    files.send((0..<600).flatMap { _ in scan(1, 2, 3) })
    #expect(try sensor.read()?.count == 256)
    #expect(try sensor.read()?.count == 256)
    #expect(try sensor.read()?.count == 88)
  }

  @Test func `reads other enabled elements past`() throws {
    let temperature = [
      "scan_elements/in_temp_en": "1", "scan_elements/in_temp_index": "-1",
      "scan_elements/in_temp_type": "le:s16/16>>0",
    ]
    let files = try SysfsSensor(temperature, without: ["scan_elements/in_timestamp_en"])
    let sensor = try MotionSensor(opening: files.found)
    files.send([0xFF, 0xFF] + Array(scan(1, -2, 3).prefix(6)))
    #expect(values(try sensor.read()) == [[1, -2, 3]])
  }

  @Test(arguments: [
    ["buffer/enable": "1"], ["buffer/enable": "1", "buffer/length": "128"], ["buffer/enable": "-"],
    ["scan_elements/in_accel_x_type": "le:s12/16>>5"], ["scan_elements/in_accel_x_type": "le:s16/16X2>>0"],
    ["scan_elements/in_accel_z_en": "-"], ["scan_elements/in_timestamp_type": "?"],
    ["scan_elements/in_accel_y_index": "y"],
  ]) func `is polled if its buffer is taken or not understood, and nothing stays changed`(
    changes: [String: String]
  ) throws {
    let files = try SysfsSensor(changes, without: changes.filter { $0.value == "-" }.map(\.key))
    let former = SysfsSensor.usual.keys.map { files.text($0) }
    let sensor = try MotionSensor(opening: files.found)
    #expect(sensor.method == .polled)
    #expect(SysfsSensor.usual.keys.map { files.text($0) } == former)
  }

  @Test func `is polled if its node can't be opened`() throws {
    let files = try SysfsSensor()
    var found = files.found
    found.node = "\(files.folder)/none"
    #expect(try MotionSensor(opening: found).method == .polled)
    #expect(MotionSensor.outlook(for: found).note == "to use the buffer, join the group tickled-motion")
    found.node = ""
    #expect(try MotionSensor(opening: found).method == .polled)
    #expect(MotionSensor.outlook(for: found) == .init(method: .polled, rate: 50, note: nil))
    #expect(files.text("buffer/enable") == "0")
  }

  @Test func `is taken back after a crash`() throws {
    let files = try SysfsSensor(["buffer/enable": "1", "buffer/length": "61"])
    do {
      let sensor = try MotionSensor(opening: files.found)
      #expect(sensor.method == .buffer)
      #expect(files.text("buffer/enable") == "1")
    }
    #expect(files.text("buffer/enable") == "0")
  }

  @Test func `keeps a trigger that is chosen, and a rate that is high enough`() throws {
    let files = try SysfsSensor(["trigger/current_trigger": "mine", "sampling_frequency": "400"])
    let sensor = try MotionSensor(opening: files.found)
    #expect(sensor.method == .buffer)
    #expect(sensor.rate == 400)
    #expect(files.text("trigger/current_trigger") == "mine")
    #expect(files.text("sampling_frequency") == "400")
  }

  @Test(arguments: [
    ("12.5 25 50", "50"), ("1e300", "25"), ("nan inf", "25"), ("garbage", "100"), ("100", "100"),
    ("62.5 104.5", "104.5"),
    ("[0 1 100]", "25"),
  ]) func `measures more often if it can`(available: String, rate: String) throws {
    let files = try SysfsSensor(["sampling_frequency": "25", "sampling_frequency_available": available])
    let sensor = try MotionSensor(opening: files.found)
    #expect(sensor.method == .buffer)
    #expect(files.text("sampling_frequency") == rate)
    #expect(sensor.rate == Double(rate))
  }
}
