import CTouchInput
import Glibc
import Testing

@testable import TouchInput

@Suite struct `A flood of events` {
  /// /dev/zero gives events without end, and never a touch.
  @Test func `without touches still ends a turn`() throws {
    let device = try Self.device(on: open("/dev/zero", O_RDONLY | O_CLOEXEC))
    defer { ti_device_close(device) }
    var frame = ti_frame()
    for _ in 0..<3 { #expect(ti_device_next(device, &frame) == 2) }
  }

  @Test func `is read in pieces, one in each turn, and nothing is lost`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let device = try Self.device(on: ends[0])
    defer { ti_device_close(device) }
    var sent = 0
    while Self.sendMove(to: ends[1], sent) { sent += 1 }
    var turns: [Int] = [0]
    var frame = ti_frame()
    loop: while true {
      switch ti_device_next(device, &frame) {
      case 1: turns[turns.count - 1] += 1
      case 2: turns.append(0)
      case let result:
        #expect(result == 0)
        break loop
      }
    }
    // The finger lands with its first place, in the second frame.
    #expect(turns == [1023, sent - 1024])
    // After the device has been drained, the next read has a whole turn again.
    while Self.sendMove(to: ends[1], sent) { sent += 1 }
    var count = 0
    while ti_device_next(device, &frame) == 1 { count += 1 }
    #expect(count == 1024)
  }

  @Test func `that ends means that the device is gone`() throws {
    let device = try Self.device(on: open("/dev/null", O_RDONLY | O_CLOEXEC))
    defer { ti_device_close(device) }
    var frame = ti_frame()
    #expect(ti_device_next(device, &frame) == -ENODEV)
    #expect(ti_device_next(device, &frame) == -ENODEV)
  }

  @Test func `that cannot be read is an error, not a device that is gone`() throws {
    // Nothing is mapped at the address where reading starts.
    let device = try Self.device(on: open("/proc/self/mem", O_RDONLY | O_CLOEXEC))
    defer { ti_device_close(device) }
    var frame = ti_frame()
    #expect(ti_device_next(device, &frame) == -EIO)
  }

  @Test func `is discarded when the device is restarted`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let device = try Self.device(on: ends[0])
    defer { ti_device_close(device) }
    var frame = ti_frame()
    for number in 0..<3 { #expect(Self.sendMove(to: ends[1], number)) }
    #expect(ti_device_next(device, &frame) == 1)
    for number in 3..<300 { #expect(Self.sendMove(to: ends[1], number)) }
    #expect(ti_decoder_cancel_all(ti_device_decoder(device), 0, &frame))
    ti_device_restart(device)
    #expect(ti_device_next(device, &frame) == 0)
    // A pipe has no state that could be read, so the finger is gone, and the next landing is a new touch.
    #expect(Self.sendMove(to: ends[1], 301))
    #expect(ti_device_next(device, &frame) == 0)
    #expect(Self.sendMove(to: ends[1], 0))
    #expect(ti_device_next(device, &frame) == 1)
    #expect(frame.contacts[0].phase == TI_BEGAN)
    #expect(frame.contacts[0].id == 2)
  }

  private static func device(on descriptor: Int32) throws -> OpaquePointer {
    var reader = EvemuReader(bytes: Array((Panel.slots + "E: 0.0 0 0 0\n").utf8), file: "flood")
    try reader.read()
    var description = reader.device.description
    return try #require(ti_device_adopt(descriptor, &description, 1))
  }

  /// Sends one frame of two events. Frame 0 lands, and the others move.
  private static func sendMove(to descriptor: Int32, _ number: Int) -> Bool {
    var events = [input_event(), input_event()]
    events[0].type = UInt16(EV_ABS)
    events[0].code = UInt16(number == 0 ? ABS_MT_TRACKING_ID : ABS_MT_POSITION_X)
    events[0].value = Int32(number % 900)
    return write(descriptor, events, 2 * MemoryLayout<input_event>.stride) == 2 * MemoryLayout<input_event>.stride
  }
}
