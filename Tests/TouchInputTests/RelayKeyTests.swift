import CTouchInput
import Glibc
import Testing

@testable import TouchInput

/// The keys and switches that a panel of these tests declares.
let relayKeys = [KEY_HOMEPAGE, KEY_BACK, KEY_POWER, BTN_TOUCH, BTN_TOOL_QUINTTAP]
let relaySwitches = [SW_LID, SW_TABLET_MODE]

/// The description of a panel of `Panel`, with keys and switches added.
func describeWithKeys(_ panel: String) throws -> ti_description {
  var reader = EvemuReader(bytes: Array((panel + "E: 0.0 0 0 0\n").utf8), file: "relay")
  try reader.read()
  var description = reader.device.description
  withUnsafeMutableBytes(of: &description.keys) { bits in
    for key in relayKeys { bits[Int(key) / 8] |= 1 << (key % 8) }
  }
  withUnsafeMutableBytes(of: &description.switches) { bits in
    for code in relaySwitches { bits[Int(code) / 8] |= 1 << (code % 8) }
  }
  return description
}

/// The keys and switches that are on, tracked by the kernel's rules: a value of 2 changes nothing.
struct HeldKeys: Equatable {
  private(set) var keys: Set<Int32> = []
  private(set) var switches: Set<Int32> = []

  mutating func follow(_ type: Int32, _ code: Int32, _ value: Int32) {
    switch (type, value) {
    case (EV_KEY, 0): keys.remove(code)
    case (EV_KEY, 1): keys.insert(code)
    case (EV_SW, 0): switches.remove(code)
    case (EV_SW, _): switches.insert(code)
    default: break
    }
  }

  /// The state without `BTN_TOUCH`, which on the clone is about the clone's fingers and not the panel's.
  var withoutFingers: HeldKeys {
    var rest = self
    rest.keys.remove(BTN_TOUCH)
    return rest
  }

  /// The state as EVIOCGKEY and EVIOCGSW would return it.
  var raw: ti_held {
    var held = ti_held()
    withUnsafeMutableBytes(of: &held.keys) { bits in for key in keys { bits[Int(key) / 8] |= 1 << (key % 8) } }
    withUnsafeMutableBytes(of: &held.switches) { bits in
      for code in switches { bits[Int(code) / 8] |= 1 << (code % 8) }
    }
    return held
  }
}

/// A relay whose panel is played by a test, and a reader of the clone.
private final class KeyBench {
  let relay: OpaquePointer
  private(set) var panel = HeldKeys()
  private var clone = HeldKeys()
  private var ends: [Int32] = [0, 0]
  private var time: Int64 = 1_000_000

  init(_ kind: String = Panel.slots, panel: HeldKeys = HeldKeys()) throws {
    var description = try describeWithKeys(kind)
    relay = try #require(ti_relay_new(&description, 0))
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    ti_relay_connect(relay, ends[1])
    start(panel)
  }

  deinit {
    ti_relay_free(relay)
    for end in ends { close(end) }
  }

  func start(_ held: HeldKeys) {
    panel = held
    var state = ti_relay_panel()
    state.held = held.raw
    ti_relay_start(relay, &state, time)
  }

  /// Sends a frame of the panel.
  func frame(_ events: [(type: Int32, code: Int32, value: Int32)]) {
    time += 1000
    send(events.map(event) + [event((EV_SYN, SYN_REPORT, 0))])
    ti_relay_update_clone(relay, 0)
    ti_relay_send(relay)
  }

  func key(_ code: Int32, _ value: Int32) { frame([(EV_KEY, code, value)]) }

  /// Simulates a kernel that loses the events `lost`, beginning after `partOfAFrame` was received.
  func lose(
    _ lost: [(type: Int32, code: Int32, value: Int32)],
    after partOfAFrame: [(type: Int32, code: Int32, value: Int32)] = [], isKnown: Bool = true
  ) {
    time += 1000
    send(partOfAFrame.map(event) + [event((EV_SYN, SYN_DROPPED, 0)), event((EV_SYN, SYN_REPORT, 0))])
    for (type, code, value) in lost { panel.follow(type, code, value) }
    var held = panel.raw
    ti_relay_resync(relay, nil, isKnown ? withUnsafePointer(to: &held) { $0 } : nil, time)
    ti_relay_update_clone(relay, 0)
    ti_relay_send(relay)
  }

  private func event(_ event: (type: Int32, code: Int32, value: Int32)) -> ti_event {
    panel.follow(event.type, event.code, event.value)
    return ti_event(time: time, type: UInt16(event.type), code: UInt16(event.code), value: event.value)
  }

  private func send(_ events: [ti_event]) { ti_relay_receive(relay, events, events.count) }

  func stop() { ti_relay_stop(relay, time) }

  /// The events that were sent to the clone since the last call, without the ends of frames.
  func told() -> [String] {
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(ends[0], &events, events.count * MemoryLayout<input_event>.stride)
    var told: [String] = []
    for event in events.prefix(max(0, size) / MemoryLayout<input_event>.stride) where event.type != EV_SYN {
      clone.follow(Int32(event.type), Int32(event.code), event.value)
      told.append("\(event.type)/\(event.code) \(event.value)")
    }
    return told
  }

  /// The keys and switches that are on at the clone.
  var held: HeldKeys {
    _ = told()
    return clone
  }
}

@Suite struct `The keys of an intercepted panel` {
  private static let panels = [Panel.slots, Panel.anonymous, Panel.single]

  @Test func `pass in order, and a repeated key also repeats for applications`() throws {
    let bench = try KeyBench()
    bench.frame([
      (EV_KEY, KEY_BACK, 1), (EV_KEY, KEY_HOMEPAGE, 1), (EV_KEY, KEY_BACK, 0), (EV_KEY, KEY_HOMEPAGE, 2),
    ])
    #expect(
      bench.told() == [
        "1/\(KEY_BACK) 1", "1/\(KEY_HOMEPAGE) 1", "1/\(KEY_BACK) 0", "1/\(KEY_HOMEPAGE) 2",
      ])
  }

  @Test(arguments: panels)
  func `pass with their scan codes, and wheels turn, which changes no switch`(panel: String) throws {
    let bench = try KeyBench(panel)
    bench.frame([(EV_MSC, MSC_SCAN, 7), (EV_KEY, KEY_BACK, 1), (EV_REL, REL_WHEEL, -1), (EV_KEY, KEY_BACK, 0)])
    #expect(
      bench.told() == [
        "\(EV_MSC)/\(MSC_SCAN) 7", "1/\(KEY_BACK) 1", "\(EV_REL)/\(REL_WHEEL) -1", "1/\(KEY_BACK) 0",
      ])
    bench.frame([(EV_REL, REL_WHEEL, 1)])
    #expect(bench.told() == ["\(EV_REL)/\(REL_WHEEL) 1"])
    // A time of its own is no news for applications.
    bench.frame([(EV_MSC, MSC_TIMESTAMP, 1)])
    #expect(bench.told() == [])
    // After more events than there is room for, the clone's keys and switches are compared with the panel's.
    bench.frame((0..<70).map { (EV_MSC, MSC_SCAN, $0 + 1) } + [(EV_REL, REL_WHEEL, 1), (EV_KEY, KEY_HOMEPAGE, 1)])
    #expect(bench.held == bench.panel)
    #expect(bench.held.keys == [KEY_HOMEPAGE] && bench.held.switches.isEmpty)
  }

  @Test(arguments: panels)
  func `match the panel's after a frame of more events than there is room for`(panel: String) throws {
    let bench = try KeyBench(panel)
    let taps = (0..<40).flatMap { _ in [(EV_KEY, KEY_HOMEPAGE, Int32(1)), (EV_KEY, KEY_HOMEPAGE, Int32(0))] }
    bench.frame(taps + [(EV_KEY, KEY_BACK, 1), (EV_SW, SW_LID, 1)])
    #expect(bench.held == bench.panel)
    #expect(bench.held.keys == [KEY_BACK] && bench.held.switches == [SW_LID])
    bench.frame(taps + [(EV_KEY, KEY_BACK, 0), (EV_SW, SW_LID, 0), (EV_KEY, KEY_POWER, 1)])
    #expect(bench.held == bench.panel)
    #expect(bench.held.keys == [KEY_POWER] && bench.held.switches.isEmpty)
  }

  @Test(arguments: panels)
  func `follow the kernel's state after lost events`(panel: String) throws {
    let bench = try KeyBench(panel)
    bench.key(KEY_HOMEPAGE, 1)
    bench.frame([(EV_SW, SW_LID, 1)])
    #expect(bench.held == bench.panel)
    bench.lose([(EV_KEY, KEY_HOMEPAGE, 0), (EV_KEY, KEY_BACK, 1), (EV_SW, SW_LID, 0), (EV_SW, SW_TABLET_MODE, 1)])
    #expect(bench.held == bench.panel)
    #expect(bench.held.keys == [KEY_BACK] && bench.held.switches == [SW_TABLET_MODE])
    bench.key(KEY_BACK, 0)
    #expect(bench.held.keys.isEmpty)
  }

  @Test func `of a frame whose end is lost are also read from the kernel`() throws {
    let bench = try KeyBench()
    bench.lose([(EV_KEY, KEY_HOMEPAGE, 0)], after: [(EV_KEY, KEY_HOMEPAGE, 1)])
    #expect(bench.told() == [])
    #expect(bench.held == bench.panel)
  }

  @Test func `are released after lost events if the kernel's state cannot be read`() throws {
    let bench = try KeyBench()
    bench.key(KEY_HOMEPAGE, 1)
    bench.frame([(EV_SW, SW_LID, 1)])
    bench.lose([], isKnown: false)
    #expect(bench.held.keys.isEmpty)
    #expect(bench.held.switches == [SW_LID])
  }

  @Test(arguments: panels)
  func `are released when the panel is released, and switches stay`(panel: String) throws {
    let bench = try KeyBench(panel)
    bench.frame([(EV_KEY, KEY_HOMEPAGE, 1), (EV_KEY, BTN_TOOL_QUINTTAP, 1), (EV_SW, SW_LID, 1)])
    bench.stop()
    #expect(bench.held.keys.isEmpty)
    #expect(bench.held.switches == [SW_LID])
    // From then on, the clone receives nothing.
    bench.key(KEY_HOMEPAGE, 1)
    bench.frame([(EV_SW, SW_LID, 0)])
    #expect(bench.told() == [])
  }

  @Test func `include the panel's switches when interception starts`() throws {
    var panel = HeldKeys()
    panel.follow(EV_SW, SW_TABLET_MODE, 1)
    let bench = try KeyBench(panel: panel)
    #expect(bench.told() == ["5/\(SW_TABLET_MODE) 1"])
    bench.stop()
    bench.start(HeldKeys())
    #expect(bench.told() == ["5/\(SW_TABLET_MODE) 0"])
    bench.stop()
    bench.start(HeldKeys())
    #expect(bench.told() == [])
  }

  /// A daemon that is stopped between reading and writing still writes that frame when it continues, to a clone that the guardian
  /// has released.
  @Test func `are released again after the guardian has stepped in`() throws {
    let bench = try KeyBench()
    bench.frame([
      (EV_KEY, KEY_HOMEPAGE, 1), (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, 7),
    ])
    #expect(bench.held.keys == [KEY_HOMEPAGE, BTN_TOUCH])
    ti_relay_was_reset(bench.relay)
    let told = bench.told()
    for slot in 0..<10 { #expect(told.contains("3/\(ABS_MT_SLOT) \(slot)")) }
    #expect(told.filter { $0 == "3/\(ABS_MT_TRACKING_ID) -1" }.count == 10)
    for key in relayKeys { #expect(told.contains("1/\(key) 0")) }
    #expect(bench.held.keys.isEmpty)
    // The relay does not consider anything held that the guardian has released.
    bench.start(HeldKeys())
    #expect(bench.told() == [])
    bench.key(KEY_HOMEPAGE, 1)
    #expect(bench.told() == ["1/\(KEY_HOMEPAGE) 1"])
  }
}
