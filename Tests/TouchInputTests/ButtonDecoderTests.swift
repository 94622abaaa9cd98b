import CTouchInput
import Gestures
import Testing

@testable import TouchInput

/// Presses as text: `10 +115 -116` are one group at 10 ms, in which a press of 115 begins and one of 116 ends; `!` is a cancellation.
func picture(_ groups: [[Press]]) -> [String] {
  groups.map { group in
    let presses = group.map { press in
      let sign =
        switch press.phase {
        case .began: "+"
        case .changed: "~"
        case .ended: "-"
        case .cancelled: "!"
        }
      return " \(sign)\(press.code)"
    }
    return "\((group.first?.time.microseconds ?? 0) / 1000)" + presses.joined()
  }
}

/// Events from a line for each frame: `10 key 115 1 sw 0 1`. Times are in ms. `dropped` is SYN_DROPPED, and a line that ends with `…` has no
/// SYN_REPORT.
func buttonEvents(_ frames: String) -> [ti_event] {
  frames.split(separator: "\n").flatMap { line in
    var words = line.split(separator: " ")[...]
    let time = Int64(words.removeFirst())! * 1000
    func event(_ type: Int32, _ code: UInt16 = 0, _ value: Int32 = 0) -> ti_event {
      ti_event(time: time, type: UInt16(type), code: code, value: value)
    }
    var events: [ti_event] = []
    while let word = words.popFirst() {
      switch word {
      case "…": return events
      case "dropped": events.append(event(EV_SYN, UInt16(SYN_DROPPED)))
      default:
        let types = ["key": EV_KEY, "sw": EV_SW, "abs": EV_ABS, "rel": EV_REL, "msc": EV_MSC]
        events.append(event(types[String(word)]!, UInt16(words.removeFirst())!, Int32(words.removeFirst())!))
      }
    }
    return events + [event(EV_SYN, UInt16(SYN_REPORT))]
  }
}

@Suite struct `The presses of a device's keys and switches` {
  private static let volume = EventCode.key(115)
  private static let power = EventCode.key(116)
  private static let lid = EventCode.switch(0)

  private var decoder = ButtonDecoder()

  private mutating func take(_ frames: String, state: Set<EventCode>? = nil) -> [String] {
    picture(decoder.decode(buttonEvents(frames)) { state })
  }

  private mutating func want(
    _ codes: Set<EventCode>, state: Set<EventCode> = [], at milliseconds: Int64 = 0
  ) -> [String] {
    let presses = decoder.want(codes, state: state, at: Timestamp(microseconds: milliseconds * 1000))
    return presses.isEmpty ? [] : picture([presses])
  }

  @Test mutating func `begin and end with the kernel's times, in a group for each frame`() {
    #expect(want([Self.volume, Self.power, Self.lid]) == [])
    #expect(
      take("10 key 115 1\n20 key 116 1 sw 0 1\n30 key 115 0 key 116 0\n40 sw 0 0")
        == ["10 +115", "20 +116 +4096", "30 -115 -116", "40 -4096"])
  }

  @Test mutating func `do not repeat while the kernel repeats a key`() {
    #expect(want([Self.volume]) == [])
    #expect(take("10 key 115 1\n260 key 115 2\n290 key 115 2\n300 key 115 0") == ["10 +115", "300 -115"])
    #expect(take("400 key 115 2\n410 key 115 -7\n420 key 115 2147483647") == [])
  }

  @Test mutating func `are only those of the wanted codes, whatever else arrives`() {
    #expect(want([Self.volume, .switch(1)]) == [])
    #expect(
      take("10 key 30 1 sw 115 1 abs 115 1 rel 115 1 msc 115 1\n20 sw 1 1 key 1 1\n30 key 65535 1") == ["20 +4097"])
  }

  @Test mutating func `begin once and end once`() {
    #expect(want([Self.volume]) == [])
    #expect(take("10 key 115 0\n20 key 115 1\n30 key 115 1\n40 key 115 0\n50 key 115 0") == ["20 +115", "40 -115"])
    // A click within one frame.
    #expect(take("60 key 115 1 key 115 0 key 115 1") == ["60 +115 -115 +115"])
  }

  @Test mutating func `begin at once for switches that are on, and are ignored for keys that are held`() {
    #expect(want([Self.volume, Self.lid], state: [Self.volume, Self.lid, Self.power], at: 5) == ["5 +4096"])
    #expect(decoder.held == [Self.lid])
    #expect(take("10 key 115 2\n20 key 115 1\n30 key 115 0\n40 key 115 1\n50 sw 0 0") == ["40 +115", "50 -4096"])
  }

  @Test mutating func `are cancelled when their code is no longer wanted, and begin again only with a new press`() {
    #expect(want([Self.volume, Self.lid]) == [])
    #expect(take("10 key 115 1 sw 0 1") == ["10 +115 +4096"])
    #expect(want([Self.power], state: [Self.volume, Self.lid], at: 20) == ["20 !115 !4096"])
    #expect(want([Self.volume, Self.lid], state: [Self.volume, Self.lid], at: 30) == ["30 +4096"])
    #expect(take("40 key 115 0\n50 key 115 1") == ["50 +115"])
    #expect(want([Self.volume, Self.lid], state: [Self.volume, Self.lid], at: 60) == [])
  }

  @Test mutating func `follow the state after lost events: what is gone is cancelled, what is new begins`() {
    #expect(want([Self.volume, Self.power, Self.lid], state: [.key(116)]) == [])
    #expect(take("10 key 115 1") == ["10 +115"])
    // The rest of the events is older than the state. 116 has been held since before.
    #expect(
      take("20 sw 0 1\n30 dropped\n40 key 115 0 key 116 0", state: [Self.power, Self.lid, .key(30)])
        == ["20 +4096", "30 !115"])
    #expect(take("50 key 116 0\n60 dropped", state: [Self.power]) == ["60 !4096 +116"])
    #expect(decoder.held == [Self.power])
  }

  @Test mutating func `are cancelled after lost events if the state cannot be read`() {
    #expect(want([Self.volume]) == [])
    #expect(take("10 key 115 1\n20 dropped") == ["10 +115", "20 !115"])
    #expect(take("30 key 115 0\n40 key 115 1") == ["40 +115"])
  }

  @Test mutating func `are all cancelled when the device goes`() {
    #expect(want([Self.volume, Self.lid, Self.power]) == [])
    #expect(take("10 key 116 1 sw 0 1") == ["10 +116 +4096"])
    #expect(picture([decoder.cancelAll(at: Timestamp(microseconds: 30_000))]) == ["30 !116 !4096"])
    #expect(decoder.held == [])
    #expect(decoder.cancelAll(at: Timestamp(microseconds: 40_000)) == [])
  }

  @Test mutating func `never go back in time`() {
    #expect(want([Self.volume], at: 50) == [])
    #expect(take("10 key 115 1\n70 key 115 0\n60 key 115 1") == ["50 +115", "70 -115", "70 +115"])
  }

  @Test mutating func `are the same when a frame comes in two parts`() {
    #expect(want([Self.volume, Self.power]) == [])
    #expect(take("10 key 115 1 …") == ["10 +115"])
    #expect(take("10 key 116 1") == ["10 +116"])
  }

  @Test mutating func `of garbage begin and end alternately, and stay bounded`() {
    var generator = SplitMix(state: 7)
    let all = Set((0..<768).map { EventCode.key(UInt16($0)) } + (0..<17).map { EventCode.switch(UInt16($0)) })
    var down: Set<UInt16> = []
    #expect(want(all) == [])
    for _ in 0..<200 {
      let events = (0..<500).map { _ in
        ti_event(
          time: Int64(bitPattern: generator.next()), type: [0, 1, 1, 1, 5, 3][Int(generator.next() % 6)],
          code: UInt16(truncatingIfNeeded: generator.next() % 900),
          value: [0, 1, 1, 2, .min][Int(generator.next() % 5)])
      }
      let state: Set<EventCode>? = generator.next() % 2 == 0 ? nil : [.key(UInt16(generator.next() % 768))]
      for press in decoder.decode(events, readState: { state }).joined() {
        switch press.phase {
        case .began: #expect(down.insert(press.code).inserted)
        case .ended, .cancelled: #expect(down.remove(press.code) != nil)
        case .changed: Issue.record("a key has no force")
        }
      }
      #expect(Set(decoder.held.map(\.pressCode)) == down)
    }
  }
}
