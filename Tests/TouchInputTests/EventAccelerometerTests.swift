import CTouchInput
import Foundation
import Gestures
import Testing

@testable import TouchInput

@Suite struct `An accelerometer that is an event node` {
  private let description: DeviceDescription

  init() {
    var raw = ti_description()
    withUnsafeMutableBytes(of: &raw.properties) { $0[0] = 1 << UInt8(INPUT_PROP_ACCELEROMETER) }
    withUnsafeMutableBytes(of: &raw.axes) { bytes in
      let axes = bytes.assumingMemoryBound(to: ti_axis.self)
      for code in 0..<3 {
        axes[code] = ti_axis(present: true, minimum: -512, maximum: 512, fuzz: 0, flat: 0, resolution: 256)
      }
    }
    description = DeviceDescription(raw)
  }

  private func open(_ descriptor: Int32, _ change: (inout ti_description) -> Void = { _ in }, matrix: String = "")
    throws
    -> EventAccelerometer
  {
    var raw = description.raw
    change(&raw)
    var found = DiscoveredDevice(at: "/dev/input/event9")
    found.mountMatrix = matrix
    return try EventAccelerometer(adopting: descriptor, DeviceDescription(raw), found)
  }

  private func pipeEnds() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    return (ends[0], ends[1])
  }

  private func send(_ frames: String, to descriptor: Int32) {
    let events = buttonEvents(frames).map { event in
      var raw = input_event()
      (raw.time.tv_sec, raw.time.tv_usec) = (Int(event.time / 1_000_000), Int(event.time % 1_000_000))
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      return raw
    }
    let size = events.count * MemoryLayout<input_event>.stride
    #expect(write(descriptor, events, size) == size)
  }

  @Test func `gives a sample for each frame, in units of the axes' resolution`() throws {
    let ends = try pipeEnds()
    let sensor = try open(ends.reading)
    send("10 abs 2 256\n20 abs 0 -128 abs 9 77\n30 key 30 1", to: ends.writing)
    let samples = try #require(try sensor.read(at: Timestamp(microseconds: 0)))
    #expect(samples.map(\.time.microseconds) == [10_000, 20_000, 30_000])
    #expect(samples.map(hundredths) == [[0, 0, 981], [-490, 0, 981], [-490, 0, 981]])
    // What comes after a loss in the same read is older than the values that are read back.
    send("40 dropped\n50 abs 0 512", to: ends.writing)
    #expect(try sensor.read(at: Timestamp(microseconds: 0))?.map(\.time.microseconds) == [40_000])
    close(ends.writing)
    #expect(try sensor.read(at: Timestamp(microseconds: 0)) == nil)
  }

  @Test func `was still in a pause, whose last second is filled in`() throws {
    let ends = try pipeEnds()
    let sensor = try open(ends.reading)
    send("10 abs 2 256\n60 abs 2 250\n360 abs 2 300\n9000 abs 2 0", to: ends.writing)
    let samples = try #require(try sensor.read(at: Timestamp(microseconds: 0)))
    let short = [10_000, 60_000, 160_000, 260_000, 360_000], long = (0..<10).map { 8_100_000 + 100_000 * Int64($0) }
    #expect(samples.prefix(5).map(\.time.microseconds) == short.map(Int64.init))
    #expect(samples.dropFirst(5).map(\.time.microseconds) == long)
    #expect(samples.dropFirst(5).map(hundredths) == Array(repeating: [0, 0, 1149], count: 9) + [[0, 0, 0]])
    close(ends.writing)
  }

  @Test func `is turned as udev says`() throws {
    let ends = try pipeEnds()
    let sensor = try open(ends.reading, matrix: "0, 0, 1; 0, 1, 0; -1, 0, 0")
    send("10 abs 2 256 abs 0 128", to: ends.writing)
    #expect(try sensor.read(at: Timestamp(microseconds: 0))?.map(hundredths) == [[981, 0, -490]])
    close(ends.writing)
  }

  @Test func `is refused without the property or a unit`() throws {
    let changes: [(inout ti_description) -> Void] = [
      { $0.properties = ti_description().properties },
      { raw in
        withUnsafeMutableBytes(of: &raw.axes) { $0.assumingMemoryBound(to: ti_axis.self)[1].resolution = 0 }
      },
      { raw in withUnsafeMutableBytes(of: &raw.axes) { $0.assumingMemoryBound(to: ti_axis.self)[2].present = false } },
    ]
    for change in changes {
      let ends = try pipeEnds()
      #expect(throws: DeviceError.self) { try open(ends.reading, change) }
      // The descriptor was closed, so the pipe has no reader.
      var state = pollfd(fd: ends.writing, events: Int16(POLLOUT), revents: 0)
      #expect(poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0)
      close(ends.writing)
    }
  }

  private func hundredths(_ sample: MotionSample) -> [Int] {
    [sample.acceleration.x, sample.acceleration.y, sample.acceleration.z].map { Int(($0 * 100).rounded()) }
  }
}
