import CTouchInput
import Glibc
import Testing

/// The clone has more slots and keys than one write has room for.
@Suite struct `The release of everything that a clone can hold` {
  private static let slots: Int32 = 64
  private static let keys = [KEY_HOMEPAGE, KEY_BACK, KEY_POWER, BTN_TOUCH]

  private struct Event: Equatable {
    let type: Int32, code: Int32, value: Int32

    init(_ type: Int32, _ code: Int32, _ value: Int32) { (self.type, self.code, self.value) = (type, code, value) }
  }

  private static let endOfFrame = Event(EV_SYN, SYN_REPORT, 0)

  /// The same values for each slot.
  private static func eachSlot(_ values: (code: Int32, value: Int32)...) -> [Event] {
    (0..<slots).flatMap { slot in
      [Event(EV_ABS, ABS_MT_SLOT, slot)] + values.map { Event(EV_ABS, $0.code, $0.value) }
    }
  }

  private static let lifts =
    eachSlot((ABS_MT_TOOL_TYPE, MT_TOOL_FINGER), (ABS_MT_TRACKING_ID, -1))
    + keys.sorted().map { Event(EV_KEY, $0, 0) } + [endOfFrame]

  private func written(_ taking: ti_taking) throws -> [Event] {
    var release = ti_release()
    release.slots = Self.slots
    release.taking = taking
    release.x = ti_axis(present: true, minimum: 0, maximum: 1000, fuzz: 0, flat: 0, resolution: 0)
    release.y = ti_axis(present: true, minimum: -50, maximum: 450, fuzz: 0, flat: 0, resolution: 0)
    withUnsafeMutableBytes(of: &release.keys) { bits in
      for key in Self.keys { bits[Int(key) / 8] |= 1 << (key % 8) }
    }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    ti_release_all(ends[1], &release)
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(ends[0], &events, events.count * MemoryLayout<input_event>.stride)
    return events.prefix(max(0, size) / MemoryLayout<input_event>.stride)
      .map { Event(Int32($0.type), Int32($0.code), $0.value) }
  }

  @Test func `lifts each touch and each key`() throws { #expect(try written(TI_AS_LIFT) == Self.lifts) }

  @Test func `turns each touch into a palm first`() throws {
    let palms = Self.eachSlot((ABS_MT_TOOL_TYPE, MT_TOOL_PALM)) + [Self.endOfFrame]
    #expect(try written(TI_AS_PALM) == palms + Self.lifts)
  }

  @Test func `leads each touch away first, to a corner and then beyond it`() throws {
    let corner = Self.eachSlot((ABS_MT_POSITION_X, 1000), (ABS_MT_POSITION_Y, 450)) + [Self.endOfFrame]
    let beyond = Self.eachSlot((ABS_MT_POSITION_X, 1011), (ABS_MT_POSITION_Y, 456)) + [Self.endOfFrame]
    #expect(try written(TI_LED_AWAY) == corner + beyond + Self.lifts)
  }
}
