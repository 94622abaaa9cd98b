import CLinux
import CTouchInput
import Foundation
import Gestures
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// What is reported of a panel, and how it is read.
private struct Reading {
  var options = Session.Options()
  /// Whether gestures report where they end and not how they change, so that the lane is open while they run.
  var reportsEnds = false
  /// Whether a frame is read before the deadlines that passed meanwhile, as when the machine is busy.
  var isLate = false
  /// Whether applications see a clone of the panel.
  var isIntercepted = false

  /// Those in which the lane is open for longest, and in which most is reported.
  static var some: [Reading] { [all[1], all[2], all[3]] }

  static var all: [Reading] {
    var actions = Reading(), ends = Reading(), everything = Reading()
    actions.options.reportsGestures = false
    ends.reportsEnds = true
    everything.options.reportsAllStates = true
    everything.options.reportsAttempts = true
    let punctual = [actions, ends, everything]
    var intercepted = ends
    intercepted.isIntercepted = true
    return punctual + [intercepted]
      + punctual.map { (reading: Reading) -> Reading in
        var late = reading
        late.isLate = true
        return late
      }
  }
}

/// A panel of the daemon that reads what a recording's device would send, frame by frame.
private final class LanePanel {
  /// The lines of all records, in order.
  private(set) var lines: [String] = []
  /// The number of frames for which no turn was needed.
  private(set) var keptFrames = 0
  private(set) var frames = 0
  private let panel: Panel
  /// What applications got of the panel.
  private(set) var clone: [UInt8] = []
  private let panelEnd: Int32
  private var cloneEnd: Int32?
  /// By how much the recording's times are later when it is played, in microseconds.
  private let delay: Int64
  private let usesLane: Bool
  private let reading: Reading

  init(
    _ recording: TouchInput.Recording, _ configuration: Configuration, _ reading: Reading, usesLane: Bool
  ) throws {
    // A panel that is intercepted ignores what is from before that time.
    delay = reading.isIntercepted ? linux_monotonic_microseconds() + 1_000_000 : 0
    self.usesLane = usesLane
    self.reading = reading
    let options = reading.options
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_NONBLOCK) == 0)
    panelEnd = ends[1]
    let device = try #require(TouchDevice(adopting: ends[0], recording.description))
    let screen = configuration.screens.first ?? ScreenSettings()
    device.geometry = screen.geometry(of: recording.description)
    let scene = Scene(configuration, screen: screen, size: device.geometry.size)
    let session = Session(
      scene, origin: Timestamp(microseconds: 0), options: options, runner: nil, report: nil)
    panel = Panel(PanelSource(device, DiscoveredDevice(at: "")), session, screen.touchFilter)
    var json = RecordJSON(screen: screen.name)
    session.setReport(
      { [unowned self] record in
        let line = json.line(record, since: Timestamp(microseconds: delay))
        lines.append(String(decoding: line, as: UTF8.self))
      }, options)
    if reading.isIntercepted { try intercept(device, screen, recording) }
    guard reading.reportsEnds else { return }
    for gesture in session.scene.gestures { gesture.recognizer.reportedStates = [.began, .ended, .cancelled] }
  }

  private func intercept(
    _ device: TouchDevice, _ screen: ScreenSettings, _ recording: TouchInput.Recording
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_NONBLOCK) == 0)
    cloneEnd = ends[0]
    let clone = try #require(TouchClone(of: recording.description, writingTo: ends[1]))
    let interception = Interception(device, clone, screen, at: Timestamp(microseconds: 0))
    panel.interception = interception
    interception.cloneIsKnown()
    if let error = interception.grabIfUntouched(at: Timestamp(microseconds: 0), nil) { throw error }
    readClone()
    self.clone = []
  }

  deinit {
    close(panelEnd)
    if let cloneEnd { close(cloneEnd) }
  }

  private func readClone() {
    guard let cloneEnd else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = read(cloneEnd, &bytes, bytes.count)
    guard size > 0 else { return }
    bytes.removeLast(bytes.count - size)
    bytes.withUnsafeMutableBytes { raw in
      let events = raw.bindMemory(to: input_event.self)
      for index in events.indices {
        let event = events[index].time
        let time = Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec) - delay
        events[index].time = timeval(tv_sec: Int(time / 1_000_000), tv_usec: Int(time % 1_000_000))
      }
    }
    clone += bytes
  }

  /// Plays the recording as the daemon's loop would: a frame is read when it comes, and deadlines are met between frames.
  func play(_ events: [ti_event]) throws {
    var waiting: [input_event] = []
    for event in events {
      var raw = input_event()
      let time = event.time + delay
      raw.time.tv_sec = Int(time / 1_000_000)
      raw.time.tv_usec = Int(time % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      waiting.append(raw)
      guard Int32(event.type) == EV_SYN, Int32(event.code) == SYN_REPORT else { continue }
      try send(waiting, at: Timestamp(microseconds: time))
      waiting.removeAll(keepingCapacity: true)
    }
    panel.handleKept()
    while let deadline = panel.filter.nextRelease ?? panel.session.nextDeadline { panel.advance(to: deadline) }
    panel.cancel(at: Timestamp(microseconds: delay + (events.last?.time ?? 0)))
    readClone()
  }

  private func send(_ events: [input_event], at time: Timestamp) throws {
    while !reading.isLate, let deadline = panel.nextDeadline, deadline < time {
      panel.handleKept()
      panel.advance(to: deadline)
    }
    let size = events.count * MemoryLayout<input_event>.stride
    try #require(write(panelEnd, events, size) == size)
    frames += 1
    defer { readClone() }
    if usesLane && panel.glide(until: panel.nextDeadline) {
      keptFrames += 1
      return
    }
    panel.handleKept()
    while case .loss = try panel.read(isPaused: false) {}
    panel.advance(to: time)
  }
}

/// Compares the records of an input with and without the lane.
/// - Parameter isPassedOn: whether applications get some of the touches, if the panel is intercepted.
/// - Returns: the share of frames that needed no turn.
@discardableResult
private func compare(
  _ recording: TouchInput.Recording, _ configuration: Configuration, _ readings: [Reading] = Reading.all,
  isPassedOn: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Double {
  var share = 0.0
  for reading in readings {
    let with = try LanePanel(recording, configuration, reading, usesLane: true)
    let without = try LanePanel(recording, configuration, reading, usesLane: false)
    try with.play(recording.events.storage)
    try without.play(recording.events.storage)
    #expect(with.lines == without.lines, sourceLocation: sourceLocation)
    #expect(with.clone == without.clone, sourceLocation: sourceLocation)
    #expect(!reading.isIntercepted || !isPassedOn || !with.clone.isEmpty, sourceLocation: sourceLocation)
    share = max(share, Double(with.keptFrames) / Double(max(with.frames, 1)))
  }
  return share
}

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
      try compare(try TouchInput.Recording(file: recording), configuration)
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
  ]

  @Test(arguments: Array(configurations.indices), 1...13)
  func `changes nothing in what gestures make of random hands`(index: Int, seed: UInt64) throws {
    let (configuration, diagnostics) = Configuration.parse(text: Self.configurations[index], path: "random")
    #expect(diagnostics.map(\.description) == [])
    // A panel that trembles gets a dead band, and then each frame is handled at once.
    let trembles = seed.isMultiple(of: 2)
    let hands = RandomHands(seed: seed &* 31 &+ UInt64(index), trembles: trembles)
    let recording = try TouchInput.Recording(bytes: Array(hands.text(frames: 4000).utf8), file: "random")
    let share = try compare(recording, try #require(configuration), seed <= 5 ? Reading.all : Reading.some)
    #expect(trembles || share > 0.15, "the lane is used")
  }

  /// More frames than a lane has room for, with two fingers that turn and part while another one only moves now and then: the last
  /// moments of each of them determine its velocity at the lift. None of them is stale, though the filter sees few of their frames.
  @Test(arguments: [60, 240, 463])
  func `keeps what velocities need of a long drag`(rate: Int) throws {
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
    for reading in Reading.some where reading.reportsEnds {
      let share = try compare(recording, try #require(configuration), [reading], isPassedOn: true)
      #expect(share > 0.9, "the lane goes on where it is full")
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
    try compare(try TouchInput.Recording(bytes: Array(text.utf8), file: "strays"), try #require(configuration))
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
        (2500 + step / rate * 20, 2000),
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

/// Fingers that land, rest, tremble, drag, turn and lift at random, on a panel of 205 by 128 mm.
private struct RandomHands {
  private var generator: Dice
  private var time: Int64 = 1_000_000

  private let trembles: Bool

  init(seed: UInt64, trembles: Bool) {
    generator = Dice(state: seed)
    self.trembles = trembles
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func text(frames: Int) -> String {
    var hands = self
    return hands.write(frames)
  }

  /// The head of a recording of the panel.
  static let description = """
    N: random
    I: 0003 0001 0001 0001
    P: 02 00 00 00 00 00 00 00
    A: 00 0 4095 0 0 20
    A: 01 0 2559 0 0 20
    A: 2f 0 9 0 0 0
    A: 35 0 4095 0 0 20
    A: 36 0 2559 0 0 20
    A: 39 0 65535 0 0 0

    """

  /// Returns the lines of a frame: its events by type, code and value, and the end of the frame.
  static func lines(of events: [(Int, Int, Int)], at time: Int64) -> String {
    var text = ""
    for (type, code, value) in events + [(0, 0, 0)] {
      let fraction = String(time % 1_000_000)
      text +=
        "E: \(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) "
        + "\(String(type, radix: 16)) \(String(code, radix: 16)) \(value)\n"
    }
    return text
  }

  private mutating func write(_ frames: Int) -> String {
    var text = Self.description
    var fingers: [Int: (x: Double, y: Double, vx: Double, vy: Double)] = [:]
    var current = 0
    var stray: Int?
    var identifier = 1
    var period: Int64 = 8333
    for _ in 0..<frames {
      time += random(1...60) == 1 ? Int64(random(10_000...900_000)) : period
      var events: [(Int, Int, Int)] = []
      if random(1...40) == 1 { period = Int64(random(2_000...30_000)) }
      // Fingers mostly land and lift together, as a hand's do.
      let slots = random(1...25) == 1 ? Array(0..<random(1...4)) : []
      for slot in slots {
        events.append((3, 0x2f, slot))
        if fingers.removeValue(forKey: slot) != nil {
          events.append((3, 0x39, -1))
        } else {
          let place = (x: Double(random(100...3900)), y: Double(random(100...2400)))
          fingers[slot] = (place.x, place.y, 0, 0)
          events += [(3, 0x39, identifier), (3, 0x35, Int(place.x)), (3, 0x36, Int(place.y))]
          identifier = identifier % 60_000 + 1
        }
      }
      // All fingers go the same way, or each its own.
      let change = random(1...20)
      let common = (x: Double(random(-40...40)), y: Double(random(-40...40)))
      for slot in fingers.keys.sorted() where !slots.contains(slot) {
        guard var finger = fingers[slot] else { continue }
        switch change {
        case 1: (finger.vx, finger.vy) = (0, 0)
        case 2: (finger.vx, finger.vy) = common
        case 3: (finger.vx, finger.vy) = (Double(random(-30...30)), Double(random(-30...30)))
        case 4: (finger.vx, finger.vy) = (Double(random(-2...2)), Double(random(-2...2)))
        case 5: (finger.vx, finger.vy) = (-finger.vx, -finger.vy)
        default: break
        }
        finger.x = min(max(finger.x + finger.vx, 0), 4095)
        finger.y = min(max(finger.y + finger.vy, 0), 2559)
        if random(1...8) > 1 {
          let x = Int(finger.x) + (trembles ? random(-1...1) : 0)
          events += [(3, 0x2f, slot), (3, 0x35, x), (3, 0x36, Int(finger.y))]
        }
        fingers[slot] = finger
      }
      // Positions of a slot without a finger, or of one that the panel doesn't have, where the first slot's finger is.
      if random(1...60) == 1 { stray = random(1...11) } else if random(1...4) == 1 { stray = nil }
      if let stray, fingers[stray] == nil, let finger = fingers[0] {
        events += [(3, 0x2f, stray), (3, 0x35, Int(finger.x) + random(-9...9)), (3, 0x36, Int(finger.y))]
      }
      if events.isEmpty { continue }
      // As the kernel does, a slot is only named when it is another one than before.
      events.removeAll { type, code, value in
        guard code == 0x2f else { return false }
        defer { current = value }
        return value == current
      }
      text += Self.lines(of: events, at: time)
    }
    return text
  }
}

/// SplitMix64: the same numbers on every machine.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
