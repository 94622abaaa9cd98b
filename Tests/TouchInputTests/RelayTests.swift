import CTouchInput
import Glibc
import Testing

@testable import TouchInput

@Suite struct `The clone of a panel` {
  @Test func `is named after it, and a long name is cut between characters`() throws {
    for (name, expected) in [
      ("Goodix", "Goodix (tickled)"),
      (String(repeating: "é", count: 100), String(repeating: "é", count: 34) + " (tickled)"),
    ] {
      let relay = try Self.relay(Panel.slots.replacing("N: slots", with: "N: \(name)"))
      defer { ti_relay_free(relay) }
      let clone = DeviceDescription(ti_relay_clone(relay)!.pointee)
      #expect(clone.name == expected)
      #expect(clone.name.utf8.count < 80)
    }
  }

  @Test(arguments: [Panel.slots, Panel.anonymous, Panel.single, Panel.swapped])
  func `is a touchscreen with slots that can report cancelled touches`(panel: String) throws {
    let relay = try Self.relay(panel)
    defer { ti_relay_free(relay) }
    let clone = DeviceDescription(ti_relay_clone(relay)!.pointee)
    #expect(clone.touchProtocol == .slots)
    #expect(clone.slots >= 10)
    #expect((clone.x.minimum, clone.x.maximum) == (0, 1000))
    withUnsafeBytes(of: clone.raw.axes) { axes in
      let tool = axes.assumingMemoryBound(to: ti_axis.self)[Int(ABS_MT_TOOL_TYPE)]
      #expect(tool.present && tool.maximum >= MT_TOOL_PALM)
    }
  }

  /// Whatever a panel sends and whatever is decided about its touches, the clone uses only slots that exist, landings and lifts
  /// alternate in each slot, the clone holds the panel's keys, and nothing is held after the panel is released.
  @Test(arguments: [Panel.slots, Panel.anonymous, Panel.single])
  func `has no finger and no key left after any input`(panel: String) throws {
    for seed in 1...40 {
      var random = SplitMix(state: UInt64(seed))
      let bench = try Bench(panel)
      for _ in 0..<400 { bench.step(&random) }
      bench.stop()
      #expect(bench.mistakes.isEmpty, "seed \(seed): \(bench.mistakes.prefix(3))")
      #expect(bench.fingers.isEmpty, "seed \(seed)")
      #expect(bench.keysOfClone.keys.isEmpty, "seed \(seed)")
    }
  }

  static func relay(_ panel: String) throws -> OpaquePointer {
    var reader = EvemuReader(bytes: Array((panel + "E: 0.0 0 0 0\n").utf8), file: "relay")
    try reader.read()
    var description = reader.device.description
    return try #require(ti_relay_new(&description, 0))
  }
}

/// A decoder and a relay that receive nonsense, and a reader of the clone.
private final class Bench {
  private let decoder: OpaquePointer
  private let relay: OpaquePointer
  private var ends: [Int32] = [0, 0]
  private var time: Int64 = 1_000_000
  private var ids: [UInt64] = []
  private var slot: Int32 = 0
  /// The clone's slots that hold a finger.
  private(set) var fingers: Set<Int32> = []
  private(set) var keysOfClone = HeldKeys()
  private var keysOfPanel = HeldKeys()
  private(set) var mistakes: [String] = []

  init(_ panel: String) throws {
    var description = try describeWithKeys(panel)
    decoder = try #require(ti_decoder_new(&description, 0, 1))
    relay = try #require(ti_relay_new(&description, 0))
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    ti_relay_connect(relay, ends[1])
    ti_relay_start(relay, nil, .min)
  }

  deinit {
    ti_relay_free(relay)
    ti_decoder_free(decoder)
    for end in ends { close(end) }
  }

  func step(_ random: inout SplitMix) {
    let events =
      (0..<Int.random(in: 1...12, using: &random)).map { _ in event(&random) } + keys(&random) + [
        ti_event(time: time, type: 0, code: 0, value: 0)
      ]
    time += Int64.random(in: 0...20_000, using: &random)
    var position = 0
    var frame = ti_frame()
    while true {
      let start = position
      let step = ti_decoder_next(decoder, events, events.count, &position, &frame)
      ti_relay_set_protocol(relay, ti_decoder_class(decoder).protocol)
      events.withUnsafeBufferPointer { ti_relay_receive(relay, $0.baseAddress! + start, position - start) }
      if step == TI_STEP_MORE { break }
      if step == TI_STEP_DROPPED {
        ti_decoder_resync(decoder, nil, &frame)
        var held = keysOfPanel.raw
        ti_relay_resync(relay, nil, &held, frame.time)
      }
      ti_relay_see(relay, &frame)
      ids += UnsafeBufferPointer(start: frame.contacts, count: frame.count).map(\.id)
      decide(&random)
      if !ti_decoder_waits(decoder) { ti_relay_update_clone(relay, 0) }
    }
    decide(&random)
    ti_relay_update_clone(relay, time)
    ti_relay_send(relay)
    drain()
    if keysOfClone.withoutFingers != keysOfPanel.withoutFingers {
      mistakes.append("the clone holds \(keysOfClone), the panel \(keysOfPanel)")
    }
  }

  func stop() {
    ti_relay_stop(relay, time)
    drain()
  }

  /// Returns, at times, keys and switches: a few, or more than the relay has room for.
  private func keys(_ random: inout SplitMix) -> [ti_event] {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
    let count = Int.random(in: 0..<8, using: &random) == 0 ? 100 : Int.random(in: 1...6, using: &random)
    return (0..<count).map { _ in
      let isKey = Int.random(in: 0..<4, using: &random) > 0
      let code = (isKey ? relayKeys : relaySwitches).randomElement(using: &random)!
      let value = Int32.random(in: 0...(isKey ? 2 : 1), using: &random)
      keysOfPanel.follow(isKey ? EV_KEY : EV_SW, code, value)
      return ti_event(time: time, type: UInt16(isKey ? EV_KEY : EV_SW), code: UInt16(code), value: value)
    }
  }

  private func event(_ random: inout SplitMix) -> ti_event {
    let codes = [
      ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE,
      ABS_MT_PRESSURE, ABS_MT_DISTANCE, ABS_X, ABS_Y,
    ]
    let values: [Int32] = [-1, -1, 0, 1, 2, 3, 4, 5, 700, .max, .min]
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return ti_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0)
    case 1...3: return ti_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_MT_REPORT), value: 0)
    case 4...6:
      return ti_event(
        time: time, type: UInt16(EV_KEY), code: UInt16(BTN_TOUCH), value: .random(in: 0...1, using: &random))
    default:
      return ti_event(
        time: time, type: UInt16(EV_ABS), code: UInt16(codes.randomElement(using: &random)!),
        value: values.randomElement(using: &random)!)
    }
  }

  /// Makes random decisions about touches, known or not.
  private func decide(_ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let verdict = [TI_PASS, TI_PASS, TI_END, TI_TAKE].randomElement(using: &random)!
      ti_relay_decide(relay, ids.suffix(12).randomElement(using: &random) ?? 7, verdict)
    }
  }

  private func drain() {
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(ends[0], &events, events.count * MemoryLayout<input_event>.stride)
    for event in events.prefix(max(0, size) / MemoryLayout<input_event>.stride) {
      keysOfClone.follow(Int32(event.type), Int32(event.code), event.value)
      guard event.type == EV_ABS else { continue }
      switch Int32(event.code) {
      case ABS_MT_SLOT:
        slot = event.value
        if !(0..<10).contains(slot) { mistakes.append("slot \(slot)") }
      case ABS_MT_TRACKING_ID where event.value >= 0:
        if !fingers.insert(slot).inserted { mistakes.append("lands twice in \(slot)") }
      case ABS_MT_TRACKING_ID:
        if fingers.remove(slot) == nil { mistakes.append("lifts from \(slot), which is empty") }
      default: break
      }
    }
  }
}
