import Gestures
import Testing

@testable import TouchInput

// The panel has 1000 mm × 1000 mm and one unit per millimetre.

/// A tap that is lost for a frame: the panel is then known for it.
private let broken = "0 slot 0 id 1 x 900 y 900\n20 id -1\n40 id 2\n60 id -1\n"

/// The frames after `broken`, of which gestures see a tap.
private func onBreakingPanel(
  _ picture: String, _ settings: TouchFilter.Settings = .init(), until end: Int = 9000
) throws -> [String] {
  let lines = try strained(broken + picture, settings, until: end).lines.split(separator: "\n").map(String.init)
  #expect(lines.prefix(2) == ["0  +1 900,900", "20  -1 900,900"])
  return Array(lines.dropFirst(2))
}

private func lines(_ picture: String, _ settings: TouchFilter.Settings = .init(), until end: Int = 9000) throws
  -> [String]
{
  try strained(picture, settings, until: end).lines.split(separator: "\n").map(String.init)
}

/// A finger that is reported every `period` milliseconds at these places.
private func finger(_ places: [(Int, Int)], every period: Int, from start: Int = 1000) -> String {
  places.enumerated().map { at, place in
    "\(start + at * period) " + (at == 0 ? "slot 0 id 7 " : "") + "x \(place.0) y \(place.1)\n"
  }.joined() + "\(start + places.count * period) id -1\n"
}

@Suite struct `A sample that jumps` {
  @Test func `is left out if the finger is back with the next one (RS-18)`() throws {
    let (lines, counts) = try strained(finger([(300, 300), (301, 300), (360, 340), (301, 301), (302, 301)], every: 16))
    #expect(lines == "1000  +1 300,300\n1016  ~1 301,300\n1048  ~1 301,301\n1064  ~1 302,301\n1080  -1 302,301")
    #expect(counts.samples == 1 && counts.sentence == "repaired: 1 samples that jumped")
  }

  @Test func `is left out of a drag, which goes on`() throws {
    let found = try lines(finger([(300, 300), (304, 300), (308, 300), (350, 360), (316, 300), (320, 300)], every: 16))
    #expect(
      found == [
        "1000  +1 300,300", "1016  ~1 304,300", "1032  ~1 308,300", "1064  ~1 316,300", "1080  ~1 320,300",
        "1096  -1 320,300",
      ])
  }

  @Test func `is left out if it is the last one, and the finger lifts where it was`() throws {
    let found = try lines(finger([(300, 300), (301, 300), (300, 300), (340, 330)], every: 12))
    #expect(found == ["1000  +1 300,300", "1012  ~1 301,300", "1024  ~1 300,300", "1048  -1 300,300"])
  }

  @Test func `has the touch begin again if it was right and the landing was wrong`() throws {
    let found = try lines(finger([(340, 330), (300, 300), (301, 300), (300, 301)], every: 12))
    #expect(
      found == [
        "1000  +1 340,330", "1012  !1 340,330", "1012  +4503599627370496 300,300", "1024  ~4503599627370496 301,300",
        "1036  ~4503599627370496 300,301", "1048  -4503599627370496 300,301",
      ])
  }

  @Test func `is the finger's if the next one goes on there, and passes at its own time`() throws {
    let found = try lines(finger([(300, 300), (301, 300), (330, 300), (362, 300), (390, 300)], every: 16))
    #expect(
      found == [
        "1000  +1 300,300", "1016  ~1 301,300", "1032  ~1 330,300", "1048  ~1 362,300", "1064  ~1 390,300",
        "1080  -1 390,300",
      ])
  }

  @Test func `is the finger's if it rests there, and passes within 35 ms`() throws {
    let found = try lines("0 slot 0 id 1 x 300 y 300\n12 x 301\n24 x 340\n", until: 58)
    #expect(found == ["0  +1 300,300", "12  ~1 301,300"])
    #expect(try lines("0 slot 0 id 1 x 300 y 300\n12 x 301\n24 x 340\n", until: 59) == found + ["24  ~1 340,300"])
  }

  @Test func `does not keep another finger waiting for more than a report`() throws {
    let found = try lines(
      "0 slot 0 id 1 x 300 y 300 slot 1 id 2 x 500 y 500\n12 slot 0 x 301 slot 1 x 501\n"
        + "24 slot 0 x 360 slot 1 x 502\n36 slot 0 x 302 slot 1 x 503\n")
    #expect(found.dropFirst(2) == ["24  ~2 502,500", "36  ~1 302,300  ~2 503,500"])
  }

  @Test func `passes if that is off, and with all filters off`() throws {
    let picture = finger([(300, 300), (301, 300), (360, 340), (301, 301)], every: 16)
    for settings in [TouchFilter.Settings(settles: false), TouchFilter.Settings(isOn: false)] {
      #expect(try lines(picture, settings).contains("1032  ~1 360,340"))
    }
  }

  @Test(arguments: [30, 16, 8]) func `is none in a flick of 1 m/s`(period: Int) throws {
    for direction in [(1, 0), (0, -1), (-1, 1)] {
      let places = (0..<4).map { (500 + $0 * period * direction.0, 500 + $0 * period * direction.1) }
      let found = try lines(finger(places, every: period))
      #expect(found.count == 5)
      for (at, place) in places.enumerated() {
        #expect(found[at] == "\(1000 + at * period)  \(at == 0 ? "+" : "~")1 \(place.0),\(place.1)")
      }
    }
  }
}

@Suite struct `A contact that is lost for a moment` {
  @Test func `is not told as another touch on a panel that is not known for it`() throws {
    let (lines, counts) = try strained(broken + "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n", until: 9000)
    #expect(lines == "0  +1 900,900\n20  -1 900,900\n5000  +3 100,100\n5040  -3 100,100")
    #expect(counts.breaks == 1)
  }

  @Test func `goes on as the same touch once the panel is known for it (RS-19)`() throws {
    let found = try onBreakingPanel(
      "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5062 id 10 x 102 y 101\n5080 x 103\n5100 id -1\n")
    #expect(found == ["5000  +3 100,100", "5062  ~3 102,101", "5080  ~3 103,101", "5100  -3 103,101"])
  }

  @Test func `goes on where a drag went meanwhile`() throws {
    let found = try onBreakingPanel(
      "5000 slot 0 id 9 x 100 y 100\n5010 x 106\n5020 x 112\n5030 id -1\n5060 id 10 x 136\n5070 x 142\n5080 id -1\n")
    #expect(found.suffix(3) == ["5060  ~3 136,100", "5070  ~3 142,100", "5080  -3 142,100"])
  }

  @Test func `goes on in another slot`() throws {
    let found = try onBreakingPanel(
      "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5050 slot 3 id 10 x 100 y 100\n5060 x 104\n5100 id -1\n")
    #expect(found == ["5000  +3 100,100", "5050  ~3 100,100", "5060  ~3 104,100", "5100  -3 104,100"])
  }

  @Test func `is reported as lifted at its own time, 34 ms later`() throws {
    #expect(try onBreakingPanel("5000 slot 0 id 9 x 100 y 100\n5040 id -1\n", until: 5073) == ["5000  +3 100,100"])
    #expect(try onBreakingPanel("5000 slot 0 id 9 x 100 y 100\n5040 id -1\n", until: 5074).last == "5040  -3 100,100")
  }

  @Test func `stays lost after 34 ms, in another place, and beside a trill`() throws {
    let retap = "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5080 id 10 x 100 y 100\n5120 id -1\n"
    #expect(try onBreakingPanel(retap).count == 4)
    let trill = (0..<12).map { at in
      "\(5000 + at * 60) slot \(at % 2) id \(20 + at) x \(100 + at % 2 * 8) y 100\n\(5050 + at * 60) slot \(at % 2) id -1\n"
    }.joined()
    #expect(try onBreakingPanel(trill).count == 24)
  }

  @Test func `is not a second finger beside the next one of a machine that taps at once`() throws {
    let taps = "100 slot 0 id 1 x 100 y 40 id -1\n105 slot 0 id 2 x 200 y 40 id -1\n"
    #expect(try lines(taps) == ["100  +1 100,40", "100  -1 100,40", "105  +2 200,40", "105  -2 200,40"])
  }

  @Test func `lifts after it has landed, in the frame in which another one lands, too`() throws {
    let found = try lines("1000 slot 0 id 7 x 300 y 300 id -1 slot 1 id 8 x 600 y 600\n1100 id -1\n")
    #expect(found == ["1000  +1 300,300  +2 600,600  -1 300,300", "1100  -2 600,600"])
  }

  @Test func `is one touch if each report lands and lifts`() throws {
    let reports = (0..<6).map { "\(100 + $0 * 7) slot 0 id \($0) x \(100 + $0 * 2) y 40 id -1\n" }.joined()
    let (lines, _) = try strained(reports, until: 9000)
    #expect(
      lines == "100  +1 100,40\n" + (1..<6).map { "\(100 + $0 * 7)  ~1 \(100 + $0 * 2),40\n" }.joined()
        + "135  -1 110,40")
  }

  @Test func `is expected for 50 landings after the last one`() throws {
    func lifts(after count: Int) throws -> Bool {
      let taps = (0..<count).map { "\(1000 + $0 * 100) slot 0 id \(20 + $0) x 100 y 100\n\(1040 + $0 * 100) id -1\n" }
      let last = "7000 slot 0 id 90 x 100 y 100\n7040 id -1\n"
      return try strained(broken + taps.joined() + last, until: 7040).lines.hasSuffix("7040  -\(count + 3) 100,100")
    }
    // The last one is a landing, too.
    #expect(try lifts(after: 49))
    #expect(try !lifts(after: 48))
    #expect(try !lifts(after: 0))
  }

  @Test func `is expected from the first touch on if the panel is known for it, or the file says so`() throws {
    let picture = "0 slot 0 id 1 x 100 y 100\n40 id -1\n60 id 2\n100 id -1\n"
    let expected = ["0  +1 100,100", "60  ~1 100,100", "100  -1 100,100"]
    #expect(try lines(picture, TouchFilter.Settings(bridge: .always(.milliseconds(30)))) == expected)
    var known = PanelModel.Summary()
    known.breaks = true
    #expect(try strained(picture, known: known, until: 9000).lines.split(separator: "\n").map(String.init) == expected)
  }

  @Test func `is two touches if that is off`() throws {
    #expect(try lines(broken, TouchFilter.Settings(bridge: .off)).count == 4)
  }

  @Test func `is another touch if its pressure comes back too far away, even if another contact goes on for it`() throws
  {
    var wishes = ContactWishes()
    wishes.lifts = .pressure
    func touches(_ picture: String) throws -> [String] {
      let settings = TouchFilter.Settings(compensates: false, bridge: .always(.milliseconds(100)))
      let start = "0 slot 0 id 1 x 100 y 100 pressure 90\n40 pressure 0\n"
      return try strained(start + picture, settings, wishes: wishes, until: 9000).lines.split(separator: "\n").map(
        String.init)
    }
    #expect(
      try touches("60 x 200 pressure 90\n100 id -1\n") == [
        "0  +1 100,100", "40  -1 100,100", "60  +1 200,100", "100  -1 200,100",
      ])
    #expect(
      try touches("60 slot 1 id 2 x 102 y 100 pressure 90\n80 slot 0 x 300 pressure 90\n100 id -1\n300 slot 1 id -1\n")
        == [
          "0  +1 100,100", "60  ~1 102,100", "80  +4503599627370496 300,100", "100  -4503599627370496 300,100",
          "300  -1 102,100",
        ])
  }

  @Test func `is cancelled under the id that gestures know`() throws {
    let found = try onBreakingPanel(
      "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5050 id 10\n5060 dropped\n5070 slot 0 x 101\n")
    #expect(found.last == "5060  !3 100,100")
  }
}

/// What gestures see of a contact that lands.
private enum Landing {
  /// A finger that was lost goes on.
  case sameTouch
  case anotherTouch
  /// It is ignored until it lifts, as its touch has ended.
  case leftOut

  /// - Parameters:
  ///   - lines: the frames that gestures see.
  ///   - lifted: the touch before it.
  ///   - place: where it lands.
  init(_ lines: [String], after lifted: Int, at place: String) {
    if lines.contains(where: { $0.hasSuffix("~\(lifted) \(place)") }) {
      self = .sameTouch
    } else {
      self = lines.contains { $0.hasSuffix("+\(lifted + 1) \(place)") } ? .anotherTouch : .leftOut
    }
  }
}

/// The limits of RS-19, a test for each of its numbers.
@Suite struct `A contact that lands after a lift (RS-19)` {
  /// A ghost would wait beside a touch that goes on.
  private static let withGhosts = TouchFilter.Settings(compensates: false)

  /// The finger before it has landed at 100, 100 mm, with these samples of its x after these times, in milliseconds.
  private func landing(
    at place: Int, after gap: Int, samples: [(Int, Int)] = [], lasting: Int = 40,
    onBreakingPanel isBreaking: Bool = true
  ) throws -> Landing {
    let moves = samples.map { "\(5000 + $0.0) x \($0.1)\n" }.joined()
    let lift = 5000 + lasting
    let picture =
      "5000 slot 0 id 9 x 100 y 100\n\(moves)\(lift) id -1\n\(lift + gap) id 10 x \(place)\n\(lift + gap + 90) id -1\n"
    let lines = try isBreaking ? onBreakingPanel(picture) : lines(picture)
    return Landing(lines, after: isBreaking ? 3 : 1, at: "\(place),100")
  }

  @Test func `is the same touch within 6 mm of a finger that rested`() throws {
    #expect(try landing(at: 106, after: 20) == .sameTouch)
    #expect(try landing(at: 107, after: 20) == .anotherTouch)
  }

  @Test func `is the same touch within 34 ms of a long touch, and of one that may be a tap within 33 ms`() throws {
    #expect(try landing(at: 100, after: 33, lasting: 200) == .sameTouch)
    // The lift has just been passed on.
    #expect(try landing(at: 100, after: 34, lasting: 200) == .leftOut)
    #expect(try landing(at: 100, after: 35, lasting: 200) == .anotherTouch)
    #expect(try landing(at: 100, after: 33, lasting: 199) == .sameTouch)
    #expect(try landing(at: 100, after: 34, lasting: 199) == .anotherTouch)
  }

  @Test func `is left out within 24 ms of a finger that rested, if the panel is not known to lose contacts`() throws {
    #expect(try landing(at: 100, after: 24, lasting: 300, onBreakingPanel: false) == .leftOut)
    #expect(try landing(at: 100, after: 25, lasting: 300, onBreakingPanel: false) == .anotherTouch)
  }

  @Test func `is left out within 34 ms of a finger that moved, by more than 1.5 mm and faster than 50 mm per s`() throws
  {
    func landing(after gap: Int, _ place: Int, in time: Int) throws -> Landing {
      try self.landing(
        at: place + 1, after: gap, samples: [(time, place)], lasting: time + 8, onBreakingPanel: false)
    }
    #expect(try landing(after: 34, 102, in: 10) == .leftOut)
    #expect(try landing(after: 35, 102, in: 10) == .anotherTouch)
    #expect(try landing(after: 34, 101, in: 10) == .anotherTouch)
    #expect(try landing(after: 34, 103, in: 50) == .leftOut)
    #expect(try landing(after: 34, 102, in: 50) == .anotherTouch)
  }

  @Test func `is the same touch where the finger went, give or take 6 mm and 15 m per s²`() throws {
    // 30 ms after the last sample the finger is at 150 mm; half of the acceleration, times that time squared, is 6.75 mm.
    let samples = [(10, 110), (20, 120)]
    #expect(try landing(at: 162, after: 20, samples: samples, lasting: 30) == .sameTouch)
    #expect(try landing(at: 163, after: 20, samples: samples, lasting: 30) == .anotherTouch)
  }

  @Test func `is the same touch wherever a flick of 1 m per s goes after a touch of 18 ms`() throws {
    #expect(try landing(at: 138, after: 20, lasting: 18) == .sameTouch)
    #expect(try landing(at: 139, after: 20, lasting: 18) == .anotherTouch)
    #expect(try landing(at: 138, after: 20, lasting: 19) == .anotherTouch)
  }

  @Test func `ends the wait of a lift within 12 mm, and leaves one alone that is farther away`() throws {
    func touches(_ place: Int) throws -> [String] {
      try onBreakingPanel(
        "5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5060 id 10 x \(place)\n5100 id -1\n", Self.withGhosts)
    }
    #expect(try touches(112) == ["5000  +3 100,100", "5040  -3 100,100", "5060  +4 112,100", "5100  -4 112,100"])
    #expect(try touches(113) == ["5000  +3 100,100", "5060  +4 113,100", "5060  -3 100,100", "5100  -4 113,100"])
  }

  @Test func `leaves a lift alone that waits while another finger is down`() throws {
    let found = try onBreakingPanel(
      "4900 slot 1 id 8 x 800 y 800\n5000 slot 0 id 9 x 100 y 100\n5040 id -1\n5060 id 10 x 112\n5100 id -1\n5200 slot 1 id -1\n",
      Self.withGhosts)
    #expect(found.firstIndex { $0.contains("+5") }! < found.firstIndex { $0.contains("-4") }!)
  }
}

@Test func `A finger that goes on as another contact is repaired until it lifts`() {
  var settings = TouchFilter.Settings()
  settings.bridge = .always(.milliseconds(34))
  var filter = TouchFilter(settings, size: Size(width: 1000, height: 1000), unit: 1)
  var changes: [TouchChange] = []
  filter.onChange = { changes.append($0) }
  func frame(_ milliseconds: Int64, _ id: UInt64, _ phase: Touch.Phase, _ x: Double) -> [String] {
    var frame = TouchFrame(
      time: Timestamp(microseconds: milliseconds * 1000),
      contacts: [.init(id: id, phase: phase, location: Point(x: x, y: 300))])
    var passed: [String] = []
    filter.handle(&frame) { passed += $0.contacts.map { "\($0.id) \($0.phase)" } }
    return passed
  }
  #expect(frame(0, 1, .began, 300) == ["1 began"] && filter.isSound)
  _ = frame(300, 1, .ended, 300)
  #expect(!filter.isSound)
  _ = frame(310, 2, .began, 301)
  #expect(!filter.isSound)
  #expect(frame(320, 2, .moved, 310).allSatisfy { $0.hasPrefix("1 ") } && !filter.isSound)
  #expect(changes == [.joined(2, to: 1), .held(1)])
}

@Test func `Only contacts of the latest burst count for it`() {
  func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }
  var bursts = Bursts()
  for round in 0..<6 as Range<Int64> {
    let time = round * 100
    let (former, latest) = (bursts.begin(3, at: at(time)), bursts.begin(3, at: at(time + 5)))
    for _ in 0..<3 { bursts.lift(of: round < 3 ? former : latest, landed: at(time), at: at(time + 20)) }
    #expect(bursts.areExpected(at: at(time + 20)) == (round == 5))
  }
  #expect(bursts.areExpected(at: at(10_520)) && !bursts.areExpected(at: at(10_521)))
  let slow = bursts.begin(1, at: at(20_000))
  bursts.lift(of: slow, landed: at(20_000), at: at(20_031))
  #expect(!bursts.areExpected(at: at(20_031)), "it lasted too long")
}
