import CTouchInput
import Glibc
import Testing

@testable import TouchInput

/// A decoder and a relay whose panel is played by a test, and a reader of the clone.
private final class TouchBench {
  /// The verdict on touches that land, and the one on touches that lift; `nil`: none.
  var landing: ti_verdict? = TI_PASS
  var lifting: ti_verdict? = TI_END
  /// What the kernel returns after lost events.
  var state: ti_state?
  /// The touches that the decoder has found.
  private(set) var ids: [UInt64] = []
  private let decoder: OpaquePointer
  private let relay: OpaquePointer
  private var ends: [Int32] = [0, 0]

  init(_ panel: String) throws {
    var reader = EvemuReader(bytes: Array((panel + "E: 0.0 0 0 0\n").utf8), file: "relay")
    try reader.read()
    var description = reader.device.description
    decoder = try #require(ti_decoder_new(&description, 0, 1))
    relay = try #require(ti_relay_new(&description, 0))
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    ti_relay_connect(relay, ends[1])
    var untouched = ti_relay_panel()
    ti_relay_start(relay, &untouched, .min)
  }

  deinit {
    ti_relay_free(relay)
    ti_decoder_free(decoder)
    for end in ends { close(end) }
  }

  /// Sends frames of the panel, as a picture.
  func play(_ picture: String) {
    var reader = EvemuReader(bytes: Array((eventLines(picture) + "\n").utf8), file: "")
    try? reader.read()
    let events = reader.device.events
    var position = 0
    var frame = ti_frame()
    while true {
      let start = position
      let step = ti_decoder_next(decoder, events, events.count, &position, &frame)
      ti_relay_set_protocol(relay, ti_decoder_class(decoder).protocol)
      events.withUnsafeBufferPointer { ti_relay_receive(relay, $0.baseAddress! + start, position - start) }
      if step == TI_STEP_MORE { break }
      if step == TI_STEP_DROPPED { readState(into: &frame) }
      see(&frame)
    }
    ti_relay_update_clone(relay, 0)
    ti_relay_send(relay)
  }

  /// Starts the relay again while fingers may be down.
  /// - Parameter sizes: the contact size that the panel reported last in each slot.
  func restart(at milliseconds: Int64, sizes: [Int32] = []) {
    var panel = ti_relay_panel()
    withUnsafeMutableBytes(of: &panel.values.0) { slots in
      for (slot, size) in sizes.enumerated() { slots.storeBytes(of: size, toByteOffset: 4 * slot, as: Int32.self) }
    }
    ti_relay_start(relay, &panel, milliseconds * 1000)
  }

  /// Passes a verdict on touches that were played before.
  func decide(_ ids: some Sequence<UInt64>, _ verdict: ti_verdict, at milliseconds: Int64) {
    for id in ids { ti_relay_decide(relay, id, verdict) }
    ti_relay_update_clone(relay, milliseconds * 1000)
    ti_relay_send(relay)
  }

  private func readState(into frame: inout ti_frame) {
    var held = ti_held()
    if var state {
      ti_decoder_resync(decoder, &state, &frame)
      ti_relay_resync(relay, &state, &held, frame.time)
    } else {
      ti_decoder_resync(decoder, nil, &frame)
      ti_relay_resync(relay, nil, &held, frame.time)
    }
  }

  private func see(_ frame: inout ti_frame) {
    ti_relay_see(relay, &frame)
    for contact in UnsafeBufferPointer(start: frame.contacts, count: frame.count) {
      switch contact.phase {
      case TI_BEGAN:
        ids.append(contact.id)
        if let landing { ti_relay_decide(relay, contact.id, landing) }
      case TI_ENDED:
        if let lifting { ti_relay_decide(relay, contact.id, lifting) }
      case TI_CANCELLED: ti_relay_decide(relay, contact.id, TI_TAKE)
      default: break
      }
    }
    if !ti_decoder_waits(decoder) { ti_relay_update_clone(relay, 0) }
  }

  /// The frames that the clone has received since the last call, as a picture.
  func told() -> String {
    let words = [
      ABS_MT_SLOT: "slot", ABS_MT_TRACKING_ID: "id", ABS_MT_POSITION_X: "x", ABS_MT_POSITION_Y: "y",
      ABS_MT_TOOL_TYPE: "tool", ABS_MT_TOUCH_MAJOR: "major",
    ]
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(ends[0], &events, events.count * MemoryLayout<input_event>.stride)
    var lines: [String] = []
    var line = ""
    for event in events.prefix(max(0, size) / MemoryLayout<input_event>.stride) {
      if event.type == EV_SYN {
        lines.append("\(event.time.tv_sec * 1000 + event.time.tv_usec / 1000) \(line)")
        line = ""
      } else if event.type == EV_ABS, let word = words[Int32(event.code)] {
        line += " \(word) \(event.value)"
      }
    }
    return lines.joined(separator: "\n") + line
  }
}

@Suite struct `Touches that pass through a relay` {
  @Test func `continue where the panel has them after lost events`() throws {
    let bench = try TouchBench(Panel.slots)
    bench.play("0  slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20 slot 3 id 3 x 30 y 30")
    _ = bench.told()
    // One has moved, one rests, one has landed, one has lifted.
    bench.state = ti_state(slots: [(1, 11, 12), (2, 20, 20), (7, 70, 71), (-1, 30, 30)], current: 2)
    bench.play("10  dropped")
    #expect(bench.told() == "10  tool 2 slot 0 x 11 y 12 slot 2 id 7 x 70 y 71\n10  slot 3 tool 0 id -1")
    bench.play("20  x 72\n30  id -1 slot 0 id -1 slot 1 id -1")
    #expect(bench.told() == "20  slot 2 x 72\n30  id -1 slot 0 id -1 slot 1 id -1")
  }

  /// The kernel sends no value that is as before, and the relay may start between two touches.
  @Test func `land with the contact size that their slot had when the relay started`() throws {
    let bench = try TouchBench(Panel.slots + "A: 30 0 255 0 0 0\n")
    bench.restart(at: 0, sizes: [7, 9])
    _ = bench.told()
    bench.play("10  slot 1 id 1 x 10 y 10\n20  slot 0 id 2 x 20 y 20 major 8")
    #expect(bench.told() == "10  slot 1 id 1 major 9 x 10 y 10\n20  slot 0 id 2 major 8 x 20 y 20")
  }

  /// A double tap's first lift waits, for example. Lifts that wait keep their slots.
  @Test func `find a slot if lifts wait in all others: the one that has waited longest is written`() throws {
    let bench = try TouchBench(Panel.slots)
    // This finger stays down. It is older than all that wait.
    bench.play("0  slot 1 id 100 x 900 y 90")
    bench.lifting = nil
    for tap in 1...9 { bench.play("\(tap * 10)  slot 0 id \(tap) x \(tap) y 10\n\(tap * 10 + 5)  id -1") }
    _ = bench.told()
    bench.play("200  id 50 x 700")
    #expect(bench.told() == "200  slot 0 id -1\n200  id 50 x 700")
    bench.play("210  x 701\n220  id -1\n230  id 51 x 702")
    #expect(bench.told() == "210  x 701\n230  slot 2 id -1\n230  id 51 x 702")
    // The finger that is down was never lifted.
    bench.lifting = TI_END
    bench.play("240  slot 1 x 901\n250  id -1")
    #expect(bench.told() == "240  slot 1 x 901\n250  id -1")
    // The other lifts arrive when their verdicts do.
    bench.decide(bench.ids, TI_END, at: 260)
    let lifts = bench.told().split(separator: "\n")
    #expect(lifts.count == 8 && lifts.allSatisfy { $0.hasSuffix("id -1") }, "\(lifts)")
  }

  @Test func `find a slot each time, even if the verdicts on all lifts before them never come`() throws {
    let bench = try TouchBench(Panel.single)
    bench.lifting = nil
    // More taps than the relay has room for touches: those whose slots were taken must not keep theirs.
    for tap in 0..<100 { bench.play("\(tap * 10)  touch 1 X \(100 + tap) Y 10\n\(tap * 10 + 5)  touch 0") }
    let landings = bench.told().split(separator: "\n").filter { $0.contains(" x ") }
    #expect(landings.count == 100)
    #expect(landings.last?.contains(" x 199") == true)
  }

  @Test func `are not changed by a finger for which there is no room`() throws {
    let bench = try TouchBench(Panel.single)
    (bench.landing, bench.lifting) = (nil, nil)
    // The relay has room for twice as many touches as the clone has slots.
    let slots = Int(TI_RELAY_SLOTS)
    for tap in 0...2 * slots { bench.play("\(tap * 10)  touch 1 X \(100 + tap) Y 10\n\(tap * 10 + 5)  touch 0") }
    #expect(bench.told() == "")
    #expect(bench.ids.count == 2 * slots + 1)
    bench.decide(bench.ids, TI_PASS, at: 900)
    var expected = (0..<slots).map { "\($0 * 10)  slot \($0) id \($0) x \(100 + $0) y 10" }
    for tap in slots..<2 * slots {
      expected += ["\(tap * 10)  slot \(tap - slots) id -1", "\(tap * 10)  id \(tap) x \(100 + tap)"]
    }
    #expect(bench.told() == expected.joined(separator: "\n"))
    // The lifts are older than the last landing. The clone's times never go back.
    bench.decide(bench.ids, TI_END, at: 910)
    expected = (0..<slots).map { "\($0 == slots - 1 ? 195 : 190)  slot \($0) id -1" }
    #expect(bench.told() == expected.joined(separator: "\n"))
    // There is room again.
    (bench.landing, bench.lifting) = (TI_PASS, TI_END)
    bench.play("1000  touch 1 X 500 Y 20\n1010  touch 0")
    #expect(bench.told() == "1000  slot 0 id 21 x 500 y 20\n1010  id -1")
  }

  @Test(arguments: [1, 20])
  func `are not mixed up with a finger that landed before the relay was started`(lift: Int) throws {
    let bench = try TouchBench(Panel.single)
    bench.landing = nil
    bench.play("0  touch 1 X 100 Y 10")
    bench.restart(at: 5)
    bench.play("\(10 + lift)  touch 0")
    #expect(bench.told() == "")
    bench.landing = TI_PASS
    for tap in 1...12 {
      bench.play("\(tap * 100)  touch 1 X \(500 + tap) Y 20\n\(tap * 100 + 50)  touch 0")
      let lines = bench.told().split(separator: "\n")
      try #require(lines.count == 2)
      #expect(lines[0].hasPrefix("\(tap * 100) ") && lines[1] == "\(tap * 100 + 50)  id -1", "\(lines)")
      #expect(lines[0].hasSuffix("x \(500 + tap)") || lines[0].hasSuffix("y 20"), "\(lines)")
    }
  }
}
