import Gestures
import Testing

@testable import TouchInput

// The report rate of these panels is not known before a finger moves. Until then, the limit is 12 ms.

@Suite struct `A contact that lands beside another one` {
  @Test(arguments: [1, 8, 11]) func `is a ghost if it lifts before its second report (RS-12)`(lasting: Int) throws {
    let (lines, counts) = try strained(
      """
      0   slot 0 id 1 x 10 y 10
      50  slot 1 id 2 x 900 y 900
      \(50 + lasting)  id -1
      80  slot 0 x 20
      90  id -1
      """)
    #expect(lines == "0  +1 10,10\n80  ~1 20,10\n90  -1 20,10")
    #expect(counts.ghosts == 1)
    #expect(counts.sentence == "dropped touches that no finger made: 1 ghosts")
  }

  @Test func `is passed on at its second report, with its location there`() throws {
    let (lines, counts) = try strained(
      """
      0   slot 0 id 1 x 10 y 10
      50  slot 1 id 2 x 900 y 900
      58  x 905 slot 0 x 11
      66  slot 1 x 910
      70  id -1
      """)
    #expect(lines == "0  +1 10,10\n58  +2 905,900  ~1 11,10\n66  ~2 910,900\n70  -2 910,900")
    #expect(counts == .init())
  }

  @Test func `that rests is passed on after 12 ms`() throws {
    let (lines, counts) = try strained(
      """
      0   slot 0 id 1 x 10 y 10
      50  slot 1 id 2 x 900 y 900
      80  id -1
      """)
    #expect(lines == "0  +1 10,10\n62  +2 900,900\n80  -2 900,900")
    #expect(counts == .init())
  }

  @Test(arguments: [(8, 12), (12, 18), (16, 24), (30, 25)])
  func `is held back for 1.5 report periods, from 12 to 25 ms`(period: Int, span: Int) throws {
    let (lines, _) = try strained(
      "0 slot 0 id 1 x 10 y 10\n" + (1...9).map { "\($0 * period) x \(10 + $0)\n" }.joined()
        + "400 slot 1 id 2 x 900 y 900\n")
    #expect(!lines.contains("+2"))
    let (later, _) = try strained(
      "0 slot 0 id 1 x 10 y 10\n" + (1...9).map { "\($0 * period) x \(10 + $0)\n" }.joined()
        + "400 slot 1 id 2 x 900 y 900\n", until: 500)
    #expect(later.hasSuffix("\n\(400 + span)  +2 900,900"))
  }

  @Test func `stays held back when the others lift`() throws {
    let (lines, counts) = try strained(
      """
      0   slot 0 id 1 x 10 y 10
      50  slot 1 id 2 x 900 y 900
      58  slot 0 id -1
      90  slot 1 id -1
      200 slot 0 id 3 x 10 y 10
      250 slot 1 id 4 x 900 y 900
      251 slot 0 id -1
      258 slot 1 id -1
      """)
    #expect(lines.hasPrefix("0  +1 10,10\n58  -1 10,10\n62  +2 900,900\n90  -2 900,900\n"))
    #expect(lines.hasSuffix("\n200  +3 10,10\n251  -3 10,10"))
    #expect(counts.ghosts == 1)
  }

  @Test(arguments: ["slot 0 id -1 slot 1 id 2 x 900 y 900", "slot 1 id 2 x 900 y 900 slot 0 id -1"])
  func `is not held back if it lands as the other one lifts`(change: String) throws {
    let (lines, counts) = try strained("0 slot 0 id 1 x 10 y 10\n50 \(change)\n54 slot 1 id -1")
    let frames = lines.split(separator: "\n")
    #expect(frames.count == 3)
    #expect(frames[1].hasPrefix("50 ") && frames[1].contains("+2 900,900") && frames[1].contains("-1 10,10"))
    #expect(frames[2] == "54  -2 900,900")
    #expect(counts == .init())
  }

  @Test func `is not held back if both land together`() throws {
    let (lines, counts) = try strained(
      """
      0   slot 0 id 1 x 10 y 10 slot 1 id 2 x 50 y 50
      5   slot 0 id -1 slot 1 id -1
      """)
    #expect(lines == "0  +1 10,10  +2 50,50\n5  -1 10,10  -2 50,50")
    #expect(counts == .init())
  }

  @Test func `is not held back beside a contact that has become stale`() throws {
    let (lines, _) = try strained(
      """
      0      slot 0 id 1 x 10 y 10
      70000  slot 1 id 2 x 50 y 50
      70005  id -1
      """, .init(stale: .seconds(60)))
    #expect(lines == "0  +1 10,10\n60000  !1 10,10\n70000  +2 50,50\n70005  -2 50,50")
  }

  @Test(arguments: [TouchFilter.Settings(isOn: false), .init(compensates: false)])
  func `is passed on at once without compensation, but still measured`(settings: TouchFilter.Settings) throws {
    var filter = TouchFilter(settings, size: Size(width: 100, height: 100))
    var passed = 0
    for (time, id, phase) in [(0, 1, Touch.Phase.began), (50_000, 2, .began), (58_000, 2, .ended)] {
      var frame = TouchFrame(
        time: Timestamp(microseconds: Int64(time)), contacts: [.init(id: UInt64(id), phase: phase, location: .zero)])
      filter.handle(&frame) { passed += $0.contacts.count }
    }
    #expect(passed == 3)
    #expect(filter.counts.ghosts == 0 && filter.model.summary.ghosts == 1)
  }
}

/// The frames, at 120 Hz, of a finger that rests or moves at `speed` mm/s on a panel with noise, in millimetres.
private func shaky(by noise: Double, moving speed: Double = 0, frames: Int, at start: Int64 = 0) -> [TouchFrame] {
  var state: UInt64 = 7
  func random() -> Double {
    (0..<12).reduce(-6) { sum, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return sum + Double(state >> 11) / Double(1 << 53)
    }
  }
  return (0...frames).map { index in
    let place = Point(
      x: 50 + random() * noise + speed * Double(index) / 120, y: 50 + random() * noise)
    let phase: Touch.Phase = index == 0 ? .began : index == frames ? .ended : .moved
    return TouchFrame(
      time: Timestamp(microseconds: start + Int64(index) * 8333),
      contacts: [.init(id: UInt64(start) + 1, phase: phase, location: place)])
  }
}

private struct Passage {
  var frames: [TouchFrame] = []
  var filter: TouchFilter

  init(_ settings: TouchFilter.Settings = .init()) {
    filter = TouchFilter(settings, size: Size(width: 500, height: 500))
  }

  mutating func pass(_ given: [TouchFrame]) {
    frames = []
    for var frame in given { filter.handle(&frame) { frames.append($0) } }
  }

  var contacts: [TouchFrame.Contact] { frames.flatMap(\.contacts) }
}

@Suite struct `On a panel with noise` {
  @Test func `a resting finger stays where it is (RS-11)`() throws {
    var passage = Passage()
    passage.pass(shaky(by: 0.3, frames: 100))
    #expect(abs(passage.filter.model.noise - 0.3) < 0.1)
    passage.pass(shaky(by: 0.3, frames: 200, at: 10_000_000))
    #expect(passage.frames.count == 201, "time passes in each frame")
    #expect(passage.contacts.count < 40)
    let last = try #require(passage.contacts.last), before = try #require(passage.contacts.dropLast().last)
    #expect(last.phase == .ended && last.location == before.location, "the lift does not move the touch")
  }

  @Test func `a moving touch follows its reports within the noise, without losing movement`() throws {
    var passage = Passage()
    passage.pass(shaky(by: 0.3, frames: 100))
    let given = shaky(by: 0.3, moving: 100, frames: 100, at: 10_000_000)
    passage.pass(given)
    #expect(passage.contacts.count > 95)
    let reach = passage.filter.model.noise * 2.5
    for (raw, frame) in zip(given, passage.frames) {
      guard let contact = frame.contacts.first, let place = raw.contacts.first?.location else { continue }
      let dx = contact.location.x - place.x, dy = contact.location.y - place.y
      #expect(dx * dx + dy * dy <= reach * reach * 1.0001)
    }
  }

  @Test(arguments: [TouchFilter.Settings(isOn: false), .init(compensates: false)])
  func `positions pass unchanged without compensation`(settings: TouchFilter.Settings) {
    var passage = Passage(settings)
    let given = shaky(by: 0.3, frames: 100)
    passage.pass(given)
    #expect(passage.contacts == given.flatMap(\.contacts))
    #expect(passage.filter.model.noise > 0.2)
  }

  @Test func `the filter gives the same result each time`() {
    var first = Passage(), second = Passage()
    first.pass(shaky(by: 0.3, moving: 30, frames: 300))
    second.pass(shaky(by: 0.3, moving: 30, frames: 300))
    #expect(first.contacts == second.contacts)
  }
}

@Test(arguments: [0, 0.02, 0.05]) func `On a clean panel positions pass unchanged`(noise: Double) {
  var passage = Passage()
  for start in [0, 10_000_000, 20_000_000] as [Int64] {
    let given = shaky(by: noise, moving: Double(start) / 2e5, frames: 200, at: start)
    passage.pass(given)
    #expect(passage.contacts == given.flatMap(\.contacts))
  }
}

/// A recording's frames and the geometry of their panel.
private struct Frames {
  var all: [TouchFrame] = []
  let geometry: PanelGeometry

  init(file: String) throws {
    let recording = try Recording(file: file)
    let decoder = try #require(FrameDecoder(of: recording))
    geometry = PanelGeometry(recording.description)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      all.append(frame)
    }
  }

  /// The frames with a contact of 8 ms in the corner added during each touch, as interference causes them.
  var withGhosts: [TouchFrame] {
    var frames: [TouchFrame] = []
    var down = 0, ghosts: UInt64 = 1_000_000
    var landed = Timestamp(microseconds: .min), hasGhost = true
    var lift: TouchFrame?
    for frame in all {
      if let ending = lift, ending.time <= frame.time {
        frames.append(ending)
        lift = nil
      }
      frames.append(frame)
      for contact in frame.contacts {
        switch contact.phase {
        case .began:
          if down == 0 { (landed, hasGhost) = (frame.time, false) }
          down += 1
        case .ended, .cancelled: down -= 1
        default: break
        }
      }
      if down == 0 || hasGhost || frame.time - landed < 30_000 { continue }
      hasGhost = true
      ghosts += 1
      frames.append(
        TouchFrame(time: frame.time + 1000, contacts: [.init(id: ghosts, phase: .began, location: .zero)]))
      lift = TouchFrame(time: frame.time + 9000, contacts: [.init(id: ghosts, phase: .ended, location: .zero)])
    }
    return (frames + (lift.map { [$0] } ?? [])).sorted { $0.time < $1.time }
  }

  func passed(_ frames: [TouchFrame]) -> (lines: [String], filter: TouchFilter) {
    var filter = TouchFilter(.init(), size: geometry.size, unit: geometry.unit)
    var lines: [String] = []
    for var frame in frames {
      filter.handle(&frame) { frame in
        if !frame.contacts.isEmpty { lines.append("\(frame.time.microseconds) \(line(frame))") }
      }
    }
    return (lines, filter)
  }
}

@Suite(.enabled(if: !HandRecordings.files.isEmpty, "no hands beside the checkout: skipped"))
struct `Recordings of real panels` {
  private static let files = SharedRecordings.names.map(SharedRecordings.path) + HandRecordings.files
  /// The recordings of clean panels. N-Trig's panel of 2009 is known for its noise.
  private static let clean = files.filter { !$0.contains("N-Trig") }

  @Test(arguments: clean) func `show no noise worth reacting to`(file: String) throws {
    let frames = try Frames(file: file)
    var filter = TouchFilter(.init(), size: frames.geometry.size, unit: frames.geometry.unit)
    var noisiest = 0.0
    for var frame in frames.all {
      filter.handle(&frame) { _ in }
      noisiest = max(noisiest, filter.model.noise)
    }
    #expect(noisiest == 0, "\(filter.model.summary.sentence ?? "")")
    #expect(filter.counts == .init())
  }

  @Test(arguments: clean) func `give the same touches with ghosts in them`(file: String) throws {
    let frames = try Frames(file: file)
    let varied = frames.withGhosts
    let (lines, filter) = frames.passed(varied)
    #expect(lines == frames.passed(frames.all).lines)
    let ids = Set(varied.flatMap(\.contacts).map(\.id))
    #expect(filter.counts.ghosts == ids.count { $0 > 1_000_000 })
  }

  @Test(arguments: files) func `lose no touch`(file: String) throws {
    let frames = try Frames(file: file)
    let (lines, _) = frames.passed(frames.all)
    let landings = frames.all.flatMap(\.contacts).filter { $0.phase == .began }
    #expect(lines.joined().count { $0 == "+" } == landings.count)
  }
}
