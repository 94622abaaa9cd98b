import Gestures
import Testing

@testable import TouchInput

// The panel has 1000 mm × 1000 mm and one unit per millimetre. The decoder's frames go through the filter.

/// A tap whose landing and lift come in one frame, or in two frames with the same time.
private func flash(_ time: Int, _ x: Int = 300, frames: Int = 1) -> String {
  frames == 1
    ? "\(time) slot 0 id \(time) x \(x) y 40 id -1\n" : "\(time) slot 0 id \(time) x \(x) y 40\n\(time) id -1\n"
}

/// Contacts all over the screen, and their lift.
private func burst(_ time: Int, contacts: Int = 3, lasting: Int = 8) -> String {
  let slots = 0..<contacts
  return "\(time) "
    + slots.map { "slot \($0) id \(time + $0) x \($0 * 900 / (contacts - 1)) y \(50 + $0 * 800 / (contacts - 1))" }
    .joined(separator: " ") + "\n\(time + lasting) " + slots.map { "slot \($0) id -1" }.joined(separator: " ") + "\n"
}

@Suite struct `A tap without duration that repeats at one place` {
  @Test(arguments: [1, 2]) func `is left out from the fourth on`(frames: Int) throws {
    let (lines, counts) = try strained((0..<10).map { flash($0 * 12_864, frames: frames) }.joined(), until: 200_000)
    #expect(lines.split(separator: "\n").count == 2 * 3)
    #expect(lines.contains("+3 300,40"))
    #expect(!lines.contains("+4"))
    #expect(counts.repeatedTaps == 7)
  }

  @Test func `does not hide the fingers beside it`() throws {
    let (lines, counts) = try strained(
      (0..<3).map { flash($0 * 1000, frames: 2) }.joined()
        + "2500 slot 1 id 9 x 100 y 100\n3000 slot 0 id 10 x 300 y 40 slot 1 x 101\n3000 slot 0 id -1 slot 1 x 102\n",
      until: 4000)
    #expect(lines.hasSuffix("2500  +4 100,100\n3000  ~4 101,100\n3000  ~4 102,100"))
    #expect(counts.repeatedTaps == 1)
  }

  @Test func `does not hide a finger at the same place, which is passed on 2 ms later`() throws {
    let (lines, counts) = try strained(
      (0..<3).map { flash($0 * 1000) }.joined() + "5000 slot 0 id 9 x 300 y 40\n5080 id -1\n")
    #expect(lines.hasSuffix("5002  +4 300,40\n5080  -4 300,40"))
    #expect(counts == .init())
  }

  @Test func `does not hide a finger that moves on at once, which begins where it is by then`() throws {
    let (lines, _) = try strained(
      (0..<3).map { flash($0 * 1000) }.joined() + "5000 slot 0 id 9 x 300 y 40\n5001 x 310\n5008 x 320\n", until: 6000)
    #expect(lines.hasSuffix("5002  +4 310,40\n5008  ~4 320,40"))
  }

  @Test func `is not left out on a panel that reports all its taps like that`() throws {
    let taps = (0..<20).map { flash($0 * 1000, $0 % 4 == 3 ? 500 + $0 : 300) }.joined()
    let (lines, counts) = try strained(taps, until: 30_000)
    #expect(lines.split(separator: "\n").count == 2 * 20)
    #expect(counts == .init())
  }

  @Test func `is an ordinary tap again ten minutes later`() throws {
    let (lines, counts) = try strained((0..<3).map { flash($0 * 1000) }.joined() + flash(700_000), until: 800_000)
    #expect(lines.split(separator: "\n").count == 2 * 4)
    #expect(counts == .init())
  }

  @Test func `differs from an ordinary tap that repeats at one place`() throws {
    let taps = (0..<10).map { "\($0 * 300) slot 0 id \($0) x 300 y 40\n\($0 * 300 + 3) id -1\n" }.joined()
    let (lines, counts) = try strained(taps)
    #expect(lines.split(separator: "\n").count == 20)
    #expect(counts == .init())
  }
}

@Suite struct `A burst over the whole screen` {
  @Test(arguments: [3, 4, 5]) func `is left out from the fourth on`(contacts: Int) throws {
    let bursts = (0..<127).map { burst(1000 + $0 * 157, contacts: contacts, lasting: $0 % 2 == 0 ? 8 : 16) }.joined()
    let (lines, counts) = try strained(bursts)
    #expect(lines.split(separator: "\n").count == 6)
    #expect(counts.bursts == 124 * contacts)
  }

  @Test func `does not hide fingers that land like one, which are passed on 30 ms later`() throws {
    let (lines, counts) = try strained(
      (0..<3).map { burst(1000 + $0 * 200) }.joined()
        + "2000 slot 0 id 1 x 0 y 0 slot 1 id 2 x 500 y 500 slot 2 id 3 x 900 y 900\n2010 slot 0 x 10\n2100 slot 0 x 20\n"
    )
    #expect(lines.hasSuffix("2030  +10 10,0  +11 500,500  +12 900,900\n2100  ~10 20,0"))
    #expect(counts == .init())
  }

  @Test func `does not hide a finger that is drawing`() throws {
    let (lines, counts) = try strained(
      (0..<3).map { burst(1000 + $0 * 200) }.joined() + "1900 slot 4 id 77 x 5 y 5\n" + burst(2000)
        + "2020 slot 4 x 6\n2030 id -1\n")
    #expect(lines.hasSuffix("1900  +10 5,5\n2020  ~10 6,5\n2030  -10 6,5"))
    #expect(counts.bursts == 3)
  }

  @Test(arguments: [0, 400, 900]) func `differs from a hand that taps again and again`(place: Int) throws {
    let hand = (0..<20).map { index in
      "\(index * 200) slot 0 id \(index * 3) x \(place) y \(place) slot 1 id \(index * 3 + 1) x \(place + 50) y \(place + 20) "
        + "slot 2 id \(index * 3 + 2) x \(place + 99) y \(place)\n\(index * 200 + 20) slot 0 id -1 slot 1 id -1 slot 2 id -1\n"
    }.joined()
    let (lines, counts) = try strained(hand)
    #expect(lines.split(separator: "\n").count == 40)
    #expect(counts == .init())
  }

  @Test func `differs from two hands that tap all over the screen again and again`() throws {
    let (lines, counts) = try strained((0..<20).map { burst($0 * 200, contacts: 5, lasting: 40) }.joined())
    #expect(lines.split(separator: "\n").count == 40)
    #expect(counts == .init())
  }

  @Test func `is not left out some time after the last one`() throws {
    let (lines, counts) = try strained((0..<3).map { burst(1000 + $0 * 200) }.joined() + burst(20_000))
    #expect(lines.split(separator: "\n").count == 8)
    #expect(counts == .init())
  }
}

@Suite struct `A contact that neither moves nor lifts` {
  @Test func `is cancelled after the limit, and ignored until it lifts (RS-4)`() throws {
    let (lines, counts) = try strained(
      """
      0       slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20
      10000   slot 1 x 21
      65000   slot 1 x 22
      70000   slot 0 x 11
      71000   slot 0 id -1
      72000   slot 0 id 3
      73000   slot 0 id -1
      """, .init(stale: .seconds(60), compensates: false), until: 200_000)
    #expect(
      lines == """
        0  +1 10,10  +2 20,20
        10000  ~2 21,20
        60000  !1 10,10
        65000  ~2 22,20
        72000  +3 11,10
        73000  -3 11,10
        125000  !2 22,20
        """)
    #expect(counts.stale == 2)
  }

  @Test func `rests, too, if it only trembles, and goes on if it creeps`() throws {
    let trembling = (1...13).map { "\($0 * 10_000)  slot 0 x \(10_000 + $0 % 2) slot 1 x \(20_000 + $0 * 300)" }
    // A thousandth of a millimetre per unit would need other ranges, so the panel has a million units.
    let panel = Panel.slots.replacing("0 1000 0 0", with: "0 1000000 0 0")
    let lines = try strained(
      "0 slot 0 id 1 x 10000 y 10000 slot 1 id 2 x 20000 y 20000\n" + trembling.joined(separator: "\n"),
      .init(stale: .seconds(60), compensates: false), on: panel, until: 130_000
    ).lines
    #expect(lines.contains("105000  !1"))
    #expect(!lines.contains("!2"))
  }

  @Test func `goes to and fro, and is at the same place at one look, but not at all`() throws {
    let moves = (1...130).map { "\($0 * 1000)  slot 0 x \(10 + 300 * ($0 % 3))" }
    let (_, counts) = try strained(
      "0 slot 0 id 1 x 10 y 10\n" + moves.joined(separator: "\n"), .init(stale: .seconds(12), compensates: false),
      until: 130_000)
    #expect(counts == .init())
  }

  @Test func `is none if it outlives ten others, unless it moves meanwhile`() throws {
    let taps = (1...10).map { "\($0 * 300) slot 1 id \($0 + 9) x 500 y \(500 + $0)\n\($0 * 300 + 80) slot 1 id -1" }
    let start = "0 slot 0 id 1 x 10 y 10 slot 2 id 2 x 800 y 800\n"
    let settings = TouchFilter.Settings(compensates: false)
    let (lines, counts) = try strained(
      start + taps[..<5].joined(separator: "\n") + "\n1700 slot 2 x 803\n" + taps[5...].joined(separator: "\n"),
      settings,
      until: 4_000)
    #expect(counts.stale == 1)
    #expect(lines.contains("3080  !1 10,10"))
    #expect(try strained(start + taps.dropLast().joined(separator: "\n"), settings, until: 4_000).counts.stale == 0)
    #expect(
      try strained(start + taps.joined(separator: "\n"), .init(stale: nil, compensates: false), until: 4_000).counts
        .stale == 0)
  }

  @Test func `is none if it outlives ten others that came after it, and are fingers`() throws {
    let taps = (1...10).map { "\($0 * 300) slot 1 id \($0 + 9) x 500 y \(500 + $0)\n\($0 * 300 + 80) slot 1 id -1\n" }
    let settings = TouchFilter.Settings(compensates: false)
    let before = "0 slot 2 id 2 x 300 y 300 slot 3 id 3 x 400 y 400\n"
    let start = "100 slot 0 id 1 x 10 y 10\n200 slot 2 id -1 slot 3 id -1\n"
    #expect(try strained(before + start + taps.dropLast().joined(), settings, until: 4_000).counts.stale == 0)
    let palms = taps.map { $0.replacing(" slot 1 id -1", with: " slot 1 tool 2 id -1") }
    #expect(try strained("0 slot 0 id 1 x 10 y 10\n" + palms.joined(), settings, until: 4_000).counts.stale == 0)
    #expect(try strained("0 slot 0 id 1 x 10 y 10\n" + taps.joined(), settings, until: 4_000).counts.stale == 1)
  }

  @Test func `rests on a noisy panel within 5 standard deviations, and on a clean one within a millimetre`() throws {
    let trembling = (1...130).map { "\($0 * 1000) slot 0 x \(10 + 2 * ($0 % 2))\n" }.joined()
    let settings = TouchFilter.Settings(stale: .seconds(60), compensates: false)
    func stale(noise: Double?) throws -> Int {
      var known = PanelModel.Summary()
      (known.noise, known.steadied) = (noise, noise)
      return try strained("0 slot 0 id 1 x 10 y 10\n" + trembling, settings, known: known, until: 130_000).counts.stale
    }
    #expect(try stale(noise: 0.45) == 1)
    #expect(try stale(noise: 0.35) == 0)
    #expect(try stale(noise: nil) == 0)
  }

  @Test func `has lifted if silence is what lifts, and lands when it is reported again`() throws {
    var settings = TouchFilter.Settings(compensates: false, bridge: .off)
    settings.liftsBySilence = true
    let (lines, counts) = try strained(
      "0 slot 0 id 1 x 10 y 10\n50 x 11\n90 x 12\n1000 x 300 y 300\n1050 x 301\n1300 id -1", settings, until: 2_000)
    #expect(
      lines
        == "0  +1 10,10\n50  ~1 11,10\n90  ~1 12,10\n190  -1 12,10\n1000  +1 300,300\n1050  ~1 301,300\n1150  -1 301,300"
    )
    #expect(counts == .init())
  }

  @Test func `has not lifted by silence if it is reported in a frame with a landing`() throws {
    var settings = TouchFilter.Settings(compensates: false, bridge: .off)
    settings.liftsBySilence = true
    let (lines, _) = try strained(
      "0 slot 0 id 1 x 10 y 10\n90 slot 0 x 12 slot 1 id 2 x 500 y 500\n", settings, until: 1_000)
    #expect(lines == "0  +1 10,10\n90  ~1 12,10  +2 500,500\n190  -1 12,10  -2 500,500")
  }

  @Test func `is cancelled where it was at last, in a frame that was strained or in one that was not`() {
    for (since, x) in [(3, 20.0), (7, 30)] as [(Int64, Double)] {
      func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }
      var filter = TouchFilter(
        .init(stale: .seconds(60), compensates: false), size: Size(width: 1000, height: 1000), unit: 1)
      for (seconds, phase, x) in [(0, .began, 10.0), (5, .moved, 20)] as [(Int64, Touch.Phase, Double)] {
        var frame = TouchFrame(
          time: time(seconds), contacts: [.init(id: 1, phase: phase, location: Point(x: x, y: 10))])
        filter.handle(&frame) { _ in }
      }
      filter.note(1, at: Point(x: 30, y: 10), since: time(since))
      var cancelled: [Point] = []
      filter.advance(to: time(200)) { cancelled += $0.contacts.map(\.location) }
      #expect(cancelled == [Point(x: x, y: 10)], "\(since) s")
    }
  }

  @Test func `is cancelled when it lands if it was held back for longer than the limit`() throws {
    let taps = (1...3).map { "\($0 * 10) slot 0 id \($0) x 10 y 10\n\($0 * 10 + 1) id -1\n" }.joined()
    let settings = TouchFilter.Settings(stale: .milliseconds(1), compensates: false, bridge: .off)
    let (lines, _) = try strained(taps + "40 id 4\n60 id -1\n", settings)
    #expect(lines.hasSuffix("42  +4 10,10\n42  !4 10,10"))
  }

  @Test func `may rest forever without a limit`() throws {
    let (lines, counts) = try strained("0 slot 0 id 1 x 10 y 10", .init(stale: nil), until: 1_000_000_000)
    #expect(lines == "0  +1 10,10")
    #expect(counts == .init())
  }

  @Test(arguments: [30, 300])
  func `leaves its deadline behind for the next one, if it is minutes away`(seconds: Int64) {
    var filter = TouchFilter(
      .init(stale: .seconds(seconds), compensates: false), size: Size(width: 1000, height: 1000))
    var cancelled: [Int64] = []
    func report(_ phase: Touch.Phase, at second: Int64) {
      var frame = TouchFrame(
        time: Timestamp(microseconds: second * 1_000_000),
        contacts: [TouchFrame.Contact(id: UInt64(second), phase: phase, location: Point(x: 10, y: 10))])
      if phase == .ended { frame.contacts[0] = TouchFrame.Contact(id: 0, phase: .ended, location: Point(x: 10, y: 10)) }
      filter.handle(&frame) { frame in
        if frame.contacts.contains(where: { $0.phase == .cancelled }) { cancelled.append(frame.time.microseconds) }
      }
    }
    report(.began, at: 0)
    report(.ended, at: 1)
    let limit = Timestamp(microseconds: seconds * 1_000_000)
    #expect(filter.nextDeadline == (seconds > 60 ? limit : nil))
    // The next contact rests from the tenth second on, and is cancelled at its own limit.
    report(.began, at: 10)
    #expect(filter.nextDeadline == (seconds > 60 ? limit : limit + 10_000_000))
    filter.advance(to: limit) { _ in Issue.record("cancelled too early") }
    #expect(filter.nextDeadline == limit + 10_000_000)
    filter.advance(to: limit + 10_000_000) { cancelled.append($0.time.microseconds) }
    #expect(cancelled == [(seconds + 10) * 1_000_000])
    #expect(filter.nextDeadline == nil)
  }

  @Test func `may rest for minutes by default`() throws {
    let (lines, _) = try strained("0 slot 0 id 1 x 10 y 10", until: 299_999)
    #expect(lines == "0  +1 10,10")
  }
}

@Suite struct `The filter` {
  @Test func `passes everything while it is off`() throws {
    let (lines, counts) = try strained(
      (0..<10).map { flash($0 * 1000) + burst($0 * 1000 + 500) }.joined(), .init(isOn: false), until: 1_000_000)
    #expect(lines.split(separator: "\n").count == 30)
    #expect(counts == .init())
  }

  @Test func `passes fingers that jump, as two do whose slots were swapped`() throws {
    let (lines, _) = try strained(
      """
      0   slot 0 id 1 x 10 y 10 slot 1 id 2 x 500 y 10
      10  slot 0 x 500 slot 1 x 10
      """, until: 50)
    #expect(lines == "0  +1 10,10  +2 500,10\n10  ~1 500,10  ~2 10,10")
  }

  @Test(arguments: Recordings.all) func `changes nothing in recordings of fingers without compensation`(
    file: String
  ) throws {
    let recording = try Recording(file: file)
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description)
    var filter = TouchFilter(.init(compensates: false), size: geometry.size)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var late = 0
    var waiting: [TouchFrame] = []
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      waiting.append(frame)
      filter.handle(&frame) { after in
        let before = waiting.removeFirst()
        #expect(after.time == before.time && after.contacts == before.contacts)
      }
      late += waiting.count
    }
    // A phone that reports the first movement of a finger late, and then all of it, seems to jump.
    #expect(late <= 1 && waiting.isEmpty)
    #expect(filter.counts == .init())
  }

  @Test func `keeps its counts and forgets the rest when the panel is configured again`() throws {
    var filter = TouchFilter(.init(), size: Size(width: 100, height: 100))
    func flash(_ id: UInt64) -> Int {
      let place = Point(x: 1, y: 1)
      var frame = TouchFrame(
        time: Timestamp(microseconds: Int64(id) * 1_000_000),
        contacts: [.init(id: id, phase: .began, location: place), .init(id: id, phase: .ended, location: place)])
      var count = 0
      filter.handle(&frame) { count += $0.contacts.count }
      filter.advance(to: frame.time + 40_000) { count += $0.contacts.count }
      return count
    }
    #expect((1...4).map { flash($0) } == [2, 2, 2, 0])
    filter.configure(.init(), size: Size(width: 50, height: 50))
    #expect(filter.counts.repeatedTaps == 1)
    #expect((5...8).map { flash($0) } == [2, 2, 2, 0])
    #expect(filter.counts.repeatedTaps == 2)
  }
}
