import CTouchInput
import Gestures
import Testing

@testable import TouchInput

@Suite struct `Garbage` {
  private static let panels = [
    ("slots", Panel.slots), ("one slot", Panel.slots.replacing("A: 2f 0 4", with: "A: 2f 0 -7")),
    ("very many slots", Panel.slots.replacing("A: 2f 0 4", with: "A: 2f 0 2147483647")),
    ("protocol A", Panel.anonymous), ("one touch", Panel.single), ("other axes", Panel.swapped),
    ("no ranges", Panel.slots.replacing("1000", with: "0")),
  ]

  @Test(arguments: panels) func `from a panel ends every touch that it begins`(name: String, panel: String) throws {
    try play(name, panel, ContactWishes())
  }

  @Test(arguments: panels, [ContactWishes.Length.units(100), .millimetres(1)])
  func `from a panel that is followed, with palms and pens, ends every touch too`(
    panel: (String, String), palm: ContactWishes.Length
  ) throws {
    let axes = ["0 255 0 0 10", "-2147483648 2147483647 0 0 -1", "5 5 0 0 0"]
    for axis in axes {
      let text = panel.1 + ["18", "30", "31", "3a"].map { "A: \($0) \(axis)\n" }.joined()
      try play(panel.0, text, ContactWishes(imprints: true, palm: palm, penMutes: true))
    }
  }

  private func play(_ name: String, _ panel: String, _ wishes: ContactWishes) throws {
    var random = SplitMix64(state: 4711)
    let recording = try Recording(bytes: Array((panel + "E: 0.0 0 0 0").utf8), file: name)
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description)
    decoder.follow(ContactMeasures(wishes, of: recording.description, geometry))
    var lives = Lives()
    lives.areFollowed = wishes != ContactWishes()
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var time: Int64 = 0
    for round in 0..<40 {
      var events = Recording.Events()
      for _ in 0..<1000 { events.storage.append(randomEvent(&random, &time)) }
      var position = 0
      while let kind = decoder.nextFrame(from: events, at: &position, into: &frame, geometry: geometry) {
        lives.take(frame, kind)
      }
      guard round % 10 == 9 else { continue }
      let last = Timestamp(microseconds: time)
      if decoder.cancelAll(at: last, into: &frame, geometry: geometry) { lives.take(frame) }
      #expect(lives.down == [])
      #expect(decoder.cancelAll(at: last, into: &frame, geometry: geometry) == false)
    }
    #expect(lives.faults == [])
    #expect(lives.begun > 20)
    #expect(lives.begun == lives.ended + lives.cancelled)
  }

  @Test func `in a file is read or rejected`() throws {
    let text = Array((Panel.slots + eventLines("0 slot 0 id 1 x 5 y 5\n10 x 7 dropped\n20 id -1")).utf8)
    var random = SplitMix64(state: 815)
    var read = 0
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
        default: bytes.removeSubrange(max(1, at)...)
        }
        if bytes.isEmpty { bytes = text }
      }
      guard let recording = try? Recording(bytes: bytes, file: "garbage") else { continue }
      read += 1
      #expect(try Lives(of: recording).down == [])
    }
    #expect(read > 100)
  }

  private func randomEvent(_ random: inout SplitMix64, _ time: inout Int64) -> ti_event {
    let codes: [(Int32, Int32)] = [
      (EV_ABS, ABS_MT_SLOT), (EV_ABS, ABS_MT_TRACKING_ID), (EV_ABS, ABS_MT_TRACKING_ID), (EV_ABS, ABS_MT_POSITION_X),
      (EV_ABS, ABS_MT_POSITION_Y), (EV_ABS, ABS_MT_DISTANCE), (EV_ABS, ABS_MT_TOOL_TYPE), (EV_ABS, ABS_MT_TOUCH_MAJOR),
      (EV_ABS, ABS_X), (EV_ABS, ABS_Y), (EV_ABS, ABS_Z), (EV_ABS, ABS_RX), (EV_KEY, 0x14a), (EV_SYN, SYN_MT_REPORT),
      (EV_ABS, ABS_MT_PRESSURE), (EV_ABS, ABS_PRESSURE), (EV_KEY, 0x140),
      (EV_SYN, SYN_MT_REPORT), (EV_SYN, SYN_REPORT), (EV_SYN, SYN_REPORT), (EV_SYN, SYN_REPORT),
    ]
    var (type, code) = codes.randomElement(using: &random)!
    switch Int.random(in: 0..<100, using: &random) {
    case 0: (type, code) = (EV_SYN, SYN_DROPPED)
    case 1: (type, code) = (Int32.random(in: 0...0xFFFF, using: &random), Int32.random(in: 0...0xFFFF, using: &random))
    default: break
    }
    let value: Int32 =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: .min
      case 1: .max
      case 2...4: -1
      case 5...9: Int32.random(in: -2000...2000, using: &random)
      case 10: Int32.random(in: .min ... .max, using: &random)
      default: Int32.random(in: 0...4, using: &random)
      }
    time += Int64.random(in: -500...2000, using: &random)
    return ti_event(time: time, type: UInt16(type), code: UInt16(code), value: value)
  }
}

/// Random numbers that are the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
