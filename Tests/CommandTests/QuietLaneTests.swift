import Foundation
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

@Suite struct `The quiet lane` {
  static let cookbook: [String] = {
    let folder = "\(Files.checkout)/config/cookbook"
    let names = try! FileManager.default.contentsOfDirectory(atPath: folder)
    return names.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(CaseFile.ending) }.sorted()
  }()

  private func configuration(_ file: String) throws -> Configuration {
    let path = "\(Files.checkout)/config/cookbook/\(file)"
    return try #require(
      Configuration.parse(text: try String(contentsOfFile: path, encoding: .utf8), path: path).0)
  }

  @Test(arguments: cookbook)
  func `changes nothing in what a recipe's file makes of recordings`(file: String) throws {
    let configuration = try configuration(file)
    let files = [Files.demo, OwnRecordings.path("slots", "evemu"), OwnRecordings.path("hover", "evemu")]
    for recording in files + SharedRecordings.names.map(SharedRecordings.path) {
      try compareLanes(try TouchInput.Recording(file: recording), configuration)
    }
  }

  /// Gestures of all kinds that watch fingers, and most ways to tell them apart.
  static let configurations = [
    """
    [[gesture]]
    name = "tap"
    kind = "tap"
    requires_failure_of = ["double"]
    action = { log = "x" }
    [[gesture]]
    name = "double"
    kind = "tap"
    taps = 2
    action = { log = "x" }
    [[gesture]]
    name = "pan"
    kind = "pan"
    simultaneous_with = "all"
    action = { log = "x" }
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    simultaneous_with = "all"
    action = { log = "x" }
    [[gesture]]
    name = "turn"
    kind = "rotation"
    simultaneous_with = "all"
    action = { log = "x" }
    [[gesture]]
    name = "press"
    kind = "long-press"
    action = { log = "x" }
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    simultaneous_with = "all"
    action = { log = "x" }
    [[gesture]]
    name = "tickle"
    kind = "tickle"
    action = { log = "x" }
    """,
    """
    [[gesture]]
    name = "across"
    kind = "pan"
    axis = "horizontal"
    momentum = true
    action = { log = "x" }
    [[gesture]]
    name = "two"
    kind = "pan"
    min_fingers = 2
    action = { log = "x" }
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    action = { log = "x" }
    [[gesture]]
    name = "three"
    kind = "rotation"
    fingers = 3
    action = { log = "x" }
    [[gesture]]
    name = "edge"
    kind = "edge-pan"
    edges = ["left", "bottom"]
    action = { log = "x" }
    [[gesture]]
    name = "flick"
    kind = "swipe"
    direction = ["left", "up"]
    decide = "lift"
    action = { log = "x" }
    [[gesture]]
    name = "press"
    kind = "long-press"
    fingers = 2
    simultaneous_with = "all"
    action = { log = "x" }
    """,
    """
    [[gesture]]
    name = "flick"
    kind = "swipe"
    direction = ["left", "right"]
    decide = "lift"
    action = { log = "x" }
    [[gesture]]
    name = "two"
    kind = "swipe"
    fingers = 2
    simultaneous_with = "all"
    action = { log = "x" }
    [[gesture]]
    name = "pan"
    kind = "pan"
    requires_failure_of = ["flick", "two", "press"]
    action = { log = "x" }
    [[gesture]]
    name = "tap"
    kind = "tap"
    requires_failure_of = ["double"]
    action = { log = "x" }
    [[gesture]]
    name = "double"
    kind = "tap"
    taps = 2
    action = { log = "x" }
    [[gesture]]
    name = "press"
    kind = "long-press"
    taps = 1
    action = { log = "x" }
    [[gesture]]
    name = "code"
    kind = "sequence"
    steps = ["flick", "tap"]
    action = { log = "x" }
    """,
  ]

  @Test(arguments: Array(configurations.indices), 1...13)
  func `changes nothing in what gestures make of random hands`(index: Int, seed: UInt64) throws {
    // Where fingers go decides nothing in a lane, so there no sample is doubted.
    let screen = "[[screen]]\nname = \"main\"\nsettle = false\n"
    let (configuration, diagnostics) = Configuration.parse(text: screen + Self.configurations[index], path: "random")
    #expect(diagnostics.map(\.description) == [])
    // A panel that trembles gets a dead band, and then each frame is handled at once.
    let trembles = seed.isMultiple(of: 2)
    let hands = RandomHands(seed: seed &* 31 &+ UInt64(index), trembles: trembles)
    let recording = try TouchInput.Recording(bytes: Array(hands.text(frames: 4000).utf8), file: "random")
    let share = try compareLanes(recording, try #require(configuration), seed <= 5 ? LaneReading.all : LaneReading.some)
    #expect(trembles || share > 0.15, "the lane is used")
  }

  /// More frames than a lane has room for, with two fingers that turn and part while another one only moves now and then: the last
  /// moments of each of them determine its velocity at the lift. None of them is stale, though the filter sees few of their frames.
  @Test(arguments: [(60, 0.96), (240, 0.985), (463, 0.992)])
  func `keeps what velocities need of a long drag`(rate: Int, least: Double) throws {
    let (configuration, _) = Configuration.parse(
      text: """
        [[screen]]
        name = "main"
        stale = "1s"
        [[gesture]]
        name = "pan"
        kind = "pan"
        max_fingers = 3
        momentum = true
        simultaneous_with = "all"
        action = { log = "x" }
        [[gesture]]
        name = "pinch"
        kind = "pinch"
        simultaneous_with = "all"
        action = { log = "x" }
        [[gesture]]
        name = "turn"
        kind = "rotation"
        simultaneous_with = "all"
        action = { log = "x" }
        """, path: "drag")
    let recording = try TouchInput.Recording(bytes: Array(longDrag(rate: rate).utf8), file: "drag")
    for reading in LaneReading.some where reading.reportsEnds {
      let share = try compareLanes(recording, try #require(configuration), [reading], isPassedOn: true)
      #expect(share > least, "the lane goes on where it is full")
    }
  }

  /// Values of slots that have no finger, near the finger that drags: the gesture would end elsewhere if they moved it.
  @Test(arguments: [5, 10, 11]) func `moves no finger by the values of another slot`(slot: Int) throws {
    let (configuration, _) = Configuration.parse(
      text: """
        [[gesture]]
        name = "pan"
        kind = "pan"
        action = { log = "x" }
        """, path: "strays")
    var text = RandomHands.description
    var time: Int64 = 1_000_000
    func frame(_ events: [(Int, Int, Int)]) {
      text += RandomHands.lines(of: events, at: time)
      time += 8_333
    }
    frame([(3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 1000), (3, 0x36, 1000)])
    for step in 1...40 { frame([(3, 0x35, 1000 + 20 * step)]) }
    // The finger's own movement keeps the lane open after the slot was named.
    for step in 41...60 {
      frame([(3, 0x2f, 0), (3, 0x35, 1000 + 20 * step), (3, 0x2f, slot), (3, 0x35, 1000 + 20 * step)])
      for stray in 1...3 { frame([(3, 0x35, 1000 + 20 * step + 5 * stray), (3, 0x36, 1000 + 5 * stray)]) }
    }
    frame([(3, 0x2f, 0), (3, 0x39, -1)])
    try compareLanes(try TouchInput.Recording(bytes: Array(text.utf8), file: "strays"), try #require(configuration))
  }

  /// A finger that drags 0.25 mm in each frame, lifted at last or left where it is.
  private func slowDrag(frames: Int, lifts: Bool) throws -> TouchInput.Recording {
    var text = RandomHands.description
    let landing = [(3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 1000), (3, 0x36, 1000)]
    let moves = (1...frames).map { (step: Int) -> [(Int, Int, Int)] in [(3, 0x35, 1000 + 5 * step)] }
    for (index, events) in ([landing] + moves + (lifts ? [[(3, 0x39, -1)]] : [])).enumerated() {
      text += RandomHands.lines(of: events, at: 1_000_000 + Int64(index) * 8_333)
    }
    return try TouchInput.Recording(bytes: Array(text.utf8), file: "drag")
  }

  private func play(_ recording: TouchInput.Recording, _ gestures: String, isWhole: Bool = true) throws -> LanePanel {
    let (configuration, _) = Configuration.parse(text: gestures, path: "drag.toml")
    var reading = LaneReading()
    reading.reportsEnds = true
    let panel = try LanePanel(recording, try #require(configuration), reading, usesLane: true)
    try panel.play(recording.events.storage, isWhole: isWhole)
    return panel
  }

  @Test func `begins again with the frame in which a gesture begins`() throws {
    let pan = "[[gesture]]\nname = \"pan\"\nkind = \"pan\"\naction = { log = \"x\" }"
    let panel = try play(try slowDrag(frames: 25, lifts: true), pan)
    #expect(panel.lines.filter { $0.contains("began") }.count == 1)
    // The others are the landing, the first movement, the beginning and the lift.
    #expect(panel.frames - panel.keptFrames == 4)
  }

  @Test func `is not left for a tap or a swipe that only fails`() throws {
    let gestures = "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\naction = { log = \"x\" }\n"
    let swipe = "[[gesture]]\nname = \"flick\"\nkind = \"swipe\"\ndecide = \"lift\"\naction = { log = \"x\" }\n"
    let resting = try play(try slowDrag(frames: 5, lifts: false), gestures + swipe, isWhole: false)
    #expect(resting.panel.session.nextPunctualDeadline == nil, "nothing wakes the daemon while the finger rests")
    let panel = try play(try slowDrag(frames: 25, lifts: true), swipe)
    #expect(panel.frames - panel.keptFrames == 3)
    #expect(panel.lines.isEmpty)
  }

  private static let gestures = """
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { log = "x" }
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = { log = "x" }
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    action = { log = "x" }
    """

  /// Touches of some fingers, with some movements by 0.05 mm each.
  private func touches(_ steps: [Int], fingers: Int = 1) throws -> TouchInput.Recording {
    var text = RandomHands.description
    var time: Int64 = 1_000_000
    func frame(_ values: (Int) -> [(Int, Int, Int)]) {
      text += RandomHands.lines(of: (0..<fingers).flatMap { [(3, 0x2f, $0)] + values($0) }, at: time)
      time += 8_333
    }
    for (touch, steps) in steps.enumerated() {
      frame { [(3, 0x39, fingers * touch + $0), (3, 0x35, 1000 + 500 * $0), (3, 0x36, 1000)] }
      for step in 0..<steps { frame { [(3, 0x35, 1001 + step + 500 * $0)] } }
      frame { _ in [(3, 0x39, -1)] }
      time += 1_000_000
    }
    return try TouchInput.Recording(bytes: Array(text.utf8), file: "touches")
  }

  /// - Returns: the number of frames that began a turn.
  private func turns(_ recording: TouchInput.Recording) throws -> Int {
    let panel = try play(recording, Self.gestures)
    return panel.frames - panel.keptFrames
  }

  @Test func `begins with the first movement of a finger that landed alone`() throws {
    #expect(try turns(try touches([0, 3, 2])) == 2 + 3 + 3, "each has turns for its landing and its lift")
  }

  @Test func `begins with the landing of several fingers`() throws {
    #expect(try turns(try touches([3, 3], fingers: 2)) == 2 * 2)
  }

  @Test func `is closed while a panel has a dead band`() throws {
    let (configuration, _) = Configuration.parse(text: Self.gestures, path: "noisy.toml")
    let text = RandomHands(seed: 21, trembles: true).text(frames: 4000)
    let events = try TouchInput.Recording(bytes: Array(text.utf8), file: "noisy").events.storage
    let panel = try LanePanel(
      try TouchInput.Recording(bytes: Array(text.utf8), file: "noisy"), try #require(configuration), LaneReading(),
      usesLane: true)
    let half = try #require(events[(events.count / 2)...].firstIndex { $0.type == 0 && $0.code == 0 }) + 1
    try panel.play(Array(events[..<half]), isWhole: false)
    try #require(panel.panel.filter.hasDeadBand)
    let kept = panel.keptFrames
    try panel.play(Array(events[half...]))
    #expect(panel.panel.filter.hasDeadBand && panel.keptFrames == kept)
  }

  private func longDrag(rate: Int) -> String {
    var text = RandomHands.description
    var time: Int64 = 1_000_000
    func frame(_ events: [(Int, Int, Int)]) {
      text += RandomHands.lines(of: events, at: time)
      time += Int64(1_000_000 / rate)
    }
    func places(_ step: Int) -> [(Int, Int)] {
      let angle = Double(step) * 0.4 / Double(rate)
      let half = 300 + 40 * Double(step) / Double(rate)
      let x = 1000 + 200 * step / rate
      return [
        (x - Int(half * cos(angle)), 1200 - Int(half * sin(angle))),
        (x + Int(half * cos(angle)), 1200 + Int(half * sin(angle))),
        (2500 + step / rate * 40, 2000),
      ]
    }
    frame(places(0).enumerated().flatMap { [(3, 0x2f, $0), (3, 0x39, $0 + 1), (3, 0x35, $1.0), (3, 0x36, $1.1)] })
    for step in 1..<6 * rate {
      frame(places(step).enumerated().flatMap { [(3, 0x2f, $0), (3, 0x35, $1.0), (3, 0x36, $1.1)] })
    }
    frame((0..<3).flatMap { [(3, 0x2f, $0), (3, 0x39, -1)] })
    return text
  }
}
