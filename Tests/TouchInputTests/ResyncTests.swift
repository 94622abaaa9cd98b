import CTouchInput
import Testing

@testable import TouchInput

/// A device whose state can be read after events were lost and before the first event.
@Suite struct `A device whose state is read back` {
  @Test func `keeps the touches that are still there, cancels those that are not, and begins new ones`() throws {
    let decoder = try Decoder(Panel.slots)
    #expect(
      decoder.take("0 slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20 slot 2 id 3 x 30 y 30 slot 3 id 4 x 40 y 40")
        == ["0 +1 10,10 +2 20,20 +3 30,30 +4 40,40"])
    #expect(decoder.take("10 slot 0 x 99 dropped") == ["dropped"])
    // Slot 0 has moved, slot 1 rests, slot 2 was used again, slot 3 is left, slot 4 is new.
    let early = decoder.resync(slots: [(1, 11, 11), (2, 20, 20), (7, 70, 70), (-1, 40, 40), (8, 80, 80)], current: 4)
    #expect(early == "10 dropped !3 30,30")
    #expect(decoder.take("") == ["10 ~1 11,11 +5 70,70 !4 40,40 +6 80,80"])
    #expect(decoder.take("20 x 81\n30 id -1 slot 0 id -1") == ["20 ~6 81,80", "30 -6 81,80 -1 11,11"])
  }

  @Test func `cancels all touches if its state cannot be read`() throws {
    let decoder = try Decoder(Panel.slots)
    _ = decoder.take("0 slot 0 id 1 x 10 y 10\n10 dropped")
    #expect(decoder.resync(nil) == "10 dropped !1 10,10")
    #expect(decoder.take("20 x 11\n30 id 2\n40 id -1") == ["30 +2 11,10", "40 -2 11,10"])
  }

  @Test func `lifts fingers by BTN_TOUCH, too, once it has done so before`() throws {
    let decoder = try Decoder(Panel.slots)
    #expect(decoder.take("0 touch 1 slot 0 id 1 x 10 y 10\n10 touch 0") == ["0 +1 10,10", "10 -1 10,10"])
    #expect(decoder.take("20 touch 1 id 2 x 20\n30 dropped") == ["20 +2 20,10", "dropped"])
    #expect(decoder.resync(slots: [(2, 30, 10)], current: 0) == "30 dropped !2 20,10")
    #expect(decoder.take("40 touch 1") == ["40 +3 30,10"])
    decoder.start(slots: [(2, 40, 10)], current: 0)
    #expect(decoder.take("50 touch 1\n60 touch 0") == ["50 +4 40,10", "60 -4 40,10"])
  }

  @Test func `leaves contacts out that were down before and are never reported`() throws {
    let decoder = try Decoder(Panel.slots)
    decoder.start(slots: [(1, 10, 10), (2, 20, 20), (-1, 25, 26)], current: 1)
    #expect(decoder.take("10 slot 1 x 21") == [] && decoder.fingers == 2)
    #expect(decoder.leaveStuck() == 1 && decoder.fingers == 1)
    #expect(decoder.take("20 slot 1 id -1\n30 slot 2 id 3 x 30") == ["30 +1 30,26"])
    #expect(decoder.leaveStuck() == 1 && decoder.fingers == 1)
    // Its id changes, so there is a finger after all.
    #expect(decoder.take("40 slot 0 id 4 x 11") == ["40 +2 11,10"])
    #expect(decoder.leaveStuck() == 0 && decoder.fingers == 2)
  }

  @Test func `ignores fingers that were down before it was opened, until they lift`() throws {
    let decoder = try Decoder(Panel.slots)
    decoder.start(slots: [(1, 10, 10), (-1, 25, 26)], current: 1)
    #expect(
      decoder.take("0 slot 0 x 11\n10 slot 1 id 2\n20 slot 0 id -1\n30 id 3 x 12") == ["10 +1 25,26", "30 +2 12,10"])
  }

  @Test func `still ignores a palm after lost events, and fingers after all were cancelled`() throws {
    let decoder = try Decoder(Panel.slots)
    _ = decoder.take("0 slot 0 id 1 x 10 y 10\n10 tool 2\n20 dropped")
    #expect(decoder.resync(slots: [(1, 12, 10), (2, 5, 5)], current: 0) == "20 dropped +2 5,5")
    #expect(decoder.cancelAll(at: 5) == "20 !2 5,5")
    #expect(decoder.cancelAll(at: 50) == nil)
    #expect(decoder.take("60 slot 1 x 6\n70 id -1\n80 id 9") == ["80 +3 6,5"])
  }

  /// A reload may come while half a frame has been read.
  @Test func `keeps what it has read of a frame when all touches are cancelled`() throws {
    let decoder = try Decoder(Panel.slots)
    _ = decoder.take("0 slot 0 id 1 x 10 y 10")
    #expect(decoder.take("10 slot 1 id 2 x 20 y 20", isCut: true) == [])
    #expect(decoder.cancelAll(at: 15) == "15 !1 10,10")
    #expect(decoder.takeRest() == ["15 +2 20,20"])
    #expect(decoder.take("20 slot 0 id -1 x 11", isCut: true) == [])
    #expect(decoder.cancelAll(at: 25) == "25 !2 20,20")
    #expect(decoder.takeRest() == [])
    #expect(decoder.take("30 id 3 x 12") == ["30 +3 12,10"])
    // A restart reads the whole state instead.
    #expect(decoder.take("40 slot 2 id 4 x 30 y 30", isCut: true) == [])
    #expect(decoder.cancelAll(at: 45) == "45 !3 12,10")
    decoder.start(slots: [(3, 12, 10), (-1, 20, 20), (4, 30, 30)], current: 2)
    #expect(decoder.takeRest() == [])
    #expect(decoder.take("50 id -1\n60 id 5") == ["60 +4 30,30"])
  }

  @Test func `ignores fingers that are down at a restart, and forgets those whose lifts are lost`() throws {
    let decoder = try Decoder(Panel.slots)
    _ = decoder.take("0 slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20")
    #expect(decoder.cancelAll(at: 5) == "5 !1 10,10 !2 20,20")
    decoder.start(slots: [(1, 11, 10), (-1, 20, 20)], current: 1)
    #expect(
      decoder.take("10 id 3\n20 slot 0 x 12\n30 id -1\n40 id 4") == ["10 +3 20,20", "40 +4 12,10"])
  }

  @Test func `keeps, cancels or begins the touch of a panel of one touch`() throws {
    let decoder = try Decoder(Panel.single)
    _ = decoder.take("0 touch 1 X 10 Y 10\n10 dropped")
    #expect(decoder.resync(touching: true, x: 20, y: 10) == "10 dropped ~1 20,10")
    _ = decoder.take("20 dropped")
    #expect(decoder.resync(touching: false, x: 20, y: 10) == "20 dropped !1 20,10")
    _ = decoder.take("30 dropped")
    #expect(decoder.resync(touching: true, x: 30, y: 10) == "30 dropped +2 30,10")
  }

  @Test func `begins and keeps a touch whose tracking id is 0`() throws {
    let decoder = try Decoder(Panel.slots)
    _ = decoder.take("0 dropped")
    #expect(decoder.resync(slots: [(0, 10, 10)], current: 0) == "0 dropped +1 10,10")
    _ = decoder.take("10 dropped")
    #expect(decoder.resync(slots: [(0, 11, 10)], current: 0) == "10 dropped ~1 11,10")
  }

  @Test func `begins the touch of a panel of one touch at the place that is read, before any event`() throws {
    let decoder = try Decoder(Panel.single)
    _ = decoder.take("0 dropped")
    #expect(decoder.resync(touching: true, x: 20, y: 10) == "0 dropped +1 20,10")
    #expect(decoder.take("10 X 21") == ["10 ~1 21,10"])
    // Without a place the touch waits for one.
    let other = try Decoder(Panel.single)
    _ = other.take("0 dropped")
    #expect(other.resync(touching: true, x: 0, y: 0) == "0 dropped")
    #expect(other.take("10 X 21") == ["10 +1 21,0"])
  }

  @Test func `numbers its touches from a given id on`() throws {
    let decoder = try Decoder(Panel.slots, firstID: 41)
    #expect(decoder.take("0 slot 0 id 1 x 10 y 10") == ["0 +41 10,10"])
  }
}

/// The C decoder itself, as only its interface accepts a state.
private final class Decoder {
  private let raw: OpaquePointer
  private var rest: [ti_event] = []

  init(_ panel: String, firstID: UInt64 = 1) throws {
    var reader = EvemuReader(bytes: Array((panel + "E: 0.0 0 0 0\n").utf8), file: "")
    try reader.read()
    var description = reader.device.description
    raw = try #require(ti_decoder_new(&description, 0, firstID))
  }

  deinit { ti_decoder_free(raw) }

  /// Decodes frames.
  /// - Parameter isCut: whether the last frame's last value and its end come later, with `takeRest`.
  func take(_ picture: String, isCut: Bool = false) -> [String] {
    var reader = EvemuReader(bytes: Array((eventLines(picture) + "\n").utf8), file: "")
    try? reader.read()
    rest = isCut ? Array(reader.device.events.suffix(2)) : []
    return take(reader.device.events.dropLast(rest.count))
  }

  func takeRest() -> [String] { take(rest[...]) }

  private func take(_ events: ArraySlice<ti_event>) -> [String] {
    let events = Array(events)
    var frames: [String] = []
    var position = 0
    var frame = ti_frame()
    while true {
      switch ti_decoder_next(raw, events, events.count, &position, &frame) {
      case TI_STEP_MORE: return frames
      case TI_STEP_DROPPED: frames.append("dropped")
      default: frames.append(text(frame))
      }
    }
  }

  func start(slots: [(Int32, Int32, Int32)], current: Int32) {
    var state = ti_state(slots: slots, current: current)
    ti_decoder_start(raw, &state)
  }

  var fingers: Int32 { ti_decoder_fingers(raw) }

  func leaveStuck() -> Int32 { ti_decoder_leave_stuck(raw) }

  func resync(slots: [(Int32, Int32, Int32)], current: Int32) -> String {
    resync(ti_state(slots: slots, current: current))
  }

  func resync(touching: Bool, x: Int32, y: Int32) -> String {
    var state = ti_state()
    (state.touching, state.x, state.y) = (touching, x, y)
    return resync(state)
  }

  func resync(_ state: ti_state?) -> String {
    var frame = ti_frame()
    if var state { ti_decoder_resync(raw, &state, &frame) } else { ti_decoder_resync(raw, nil, &frame) }
    return text(frame)
  }

  func cancelAll(at milliseconds: Int64) -> String? {
    var frame = ti_frame()
    return ti_decoder_cancel_all(raw, milliseconds * 1000, &frame) ? text(frame) : nil
  }

  private func text(_ frame: ti_frame) -> String {
    let contacts = UnsafeBufferPointer(start: frame.contacts, count: frame.count).map { contact in
      let sign: String
      switch contact.phase {
      case TI_BEGAN: sign = "+"
      case TI_MOVED: sign = "~"
      case TI_ENDED: sign = "-"
      default: sign = "!"
      }
      return " \(sign)\(contact.id) \(contact.now.x),\(contact.now.y)"
    }
    return "\(frame.time / 1000)\(frame.dropped ? " dropped" : "")" + contacts.joined()
  }
}

extension ti_state {
  /// The state of a panel with slots, each with its tracking id and place.
  init(slots: [(id: Int32, x: Int32, y: Int32)], current: Int32) {
    self.init()
    current_slot = current
    slot_count = Int32(slots.count)
    withUnsafeMutableBytes(of: &self.slots) {
      let places = $0.assumingMemoryBound(to: ti_slot_state.self)
      for (index, slot) in slots.enumerated() {
        (places[index].tracking_id, places[index].x, places[index].y) = slot
      }
    }
  }
}
