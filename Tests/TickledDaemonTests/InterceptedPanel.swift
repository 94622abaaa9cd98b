import CLinux
import CTouchInput
import Gestures
import Glibc
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// A panel whose events a test writes, intercepted by the daemon's own parts. The events of its clone can be read.
///
/// The panel has one unit per millimetre and 1000 of them in both directions. A picture of events has one frame per line:
/// `20  slot 1 id 7 x 100 y 50`, with the time in milliseconds. `@250` advances the time.
final class InterceptedPanel {
  static let slots = """
    N: slots
    I: 0018 0000 0000 0000
    P: 02
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 10 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    A: 00 0 999 0 0 1
    A: 01 0 999 0 0 1
    A: 2f 0 9 0 0 0
    A: 30 0 255 0 0 0
    A: 35 0 999 0 0 1
    A: 36 0 999 0 0 1
    A: 37 0 2 0 0 0
    A: 39 0 65535 0 0 0
    A: 3a 0 255 0 0 0
    A: 3b 0 10 0 0 0

    """
  static let anonymous = """
    N: anonymous
    P: 02
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 10 00 00
    A: 35 0 999 0 0 1
    A: 36 0 999 0 0 1

    """
  static let single = """
    N: single
    P: 02
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 10 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    A: 00 0 999 0 0 1
    A: 01 0 999 0 0 1

    """

  let panel: Panel
  private let panelEnd: Int32
  private let cloneEnd: Int32
  private let start = Timestamp(microseconds: linux_now() + 1_000_000)
  private let modes = Modes()

  convenience init(_ configuration: String, _ description: String = slots, _ guardian: Guardian? = nil) throws {
    let recording = try Recording(bytes: Array((description + "E: 0.0 0 0 0\n").utf8), file: "panel")
    try self.init(configuration, like: recording, guardian)
  }

  init(_ configuration: String, like recording: Recording, _ guardian: Guardian? = nil) throws {
    let (parsed, diagnostics) = Configuration.parse(text: configuration, path: "c.toml")
    let settings = try #require(parsed, "\(diagnostics)")
    let (panelRead, panelEnd) = try Self.makePipe()
    let (cloneEnd, cloneWrite) = try Self.makePipe()
    self.panelEnd = panelEnd
    self.cloneEnd = cloneEnd
    var screen = settings.screens.first ?? ScreenSettings()
    // Palms show best which touches were taken, and when.
    if !configuration.contains("take_back") { screen.takeBack = .palm }
    // Fingers of pictures jump, and touches follow each other at once.
    if !configuration.contains("settle") { (screen.settles.given, screen.bridge.given) = (false, .off) }
    let device = try #require(TouchDevice(adopting: panelRead, recording.description))
    let clone = try #require(TouchClone(of: recording.description, writingTo: cloneWrite))
    let session = Session(
      Scene(settings, screen: screen, size: device.geometry.size), origin: start, modes: modes, runner: nil, report: nil
    )
    panel = Panel(PanelSource(device, DiscoveredDevice(at: "/dev/input/event9")), session, screen.touchFilter)
    let interception = Interception(device, clone, screen, at: start)
    panel.interception = interception
    interception.cloneIsKnown()
    if let error = interception.grabIfUntouched(at: Timestamp(microseconds: 0), guardian) { throw error }
  }

  deinit {
    close(panelEnd)
    close(cloneEnd)
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_NONBLOCK) == 0)
    return (ends[0], ends[1])
  }

  // MARK: Events of the panel

  private static let codes: [(word: String, type: Int32, code: Int32)] = [
    ("slot", EV_ABS, ABS_MT_SLOT), ("id", EV_ABS, ABS_MT_TRACKING_ID), ("x", EV_ABS, ABS_MT_POSITION_X),
    ("y", EV_ABS, ABS_MT_POSITION_Y), ("major", EV_ABS, ABS_MT_TOUCH_MAJOR), ("tool", EV_ABS, ABS_MT_TOOL_TYPE),
    ("pressure", EV_ABS, ABS_MT_PRESSURE), ("distance", EV_ABS, ABS_MT_DISTANCE), ("X", EV_ABS, ABS_X),
    ("Y", EV_ABS, ABS_Y), ("touch", EV_KEY, BTN_TOUCH), ("home", EV_KEY, KEY_HOMEPAGE), ("mt", EV_SYN, SYN_MT_REPORT),
    ("dropped", EV_SYN, SYN_DROPPED),
  ]

  func play(_ picture: String) throws {
    for line in picture.split(separator: "\n") {
      var words = line.split(separator: " ")[...]
      guard let first = words.popFirst() else { continue }
      if first.hasPrefix("@") {
        try panel.advance(to: time(first.dropFirst()))
        continue
      }
      let time = try time(first)
      // Handles every deadline before it, like the daemon's loop.
      while let deadline = panel.nextDeadline(), deadline < time { panel.advance(to: deadline) }
      var events: [input_event] = []
      while let word = words.popFirst() {
        let (_, type, code) = try #require(Self.codes.first { $0.word == word })
        let value = type == EV_SYN ? 0 : try #require(words.popFirst().flatMap { Int32($0) })
        events.append(Self.event(type, code, value, time))
      }
      events.append(Self.event(EV_SYN, SYN_REPORT, 0, time))
      try write(events)
      while case .loss = try panel.read(isPaused: false) {}
    }
  }

  func write(_ events: [input_event]) throws {
    let size = events.count * MemoryLayout<input_event>.stride
    try #require(Glibc.write(panelEnd, events, size) == size)
  }

  static func event(_ type: Int32, _ code: Int32, _ value: Int32, _ time: Timestamp) -> input_event {
    var event = input_event()
    event.time.tv_sec = Int(time.microseconds / 1_000_000)
    event.time.tv_usec = Int(time.microseconds % 1_000_000)
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = value
    return event
  }

  func time(_ milliseconds: some StringProtocol) throws -> Timestamp {
    start + Int64(try #require(Int(milliseconds))) * 1000
  }

  /// Makes each further write to the clone fail.
  func breakClone() throws {
    let clone = try #require(panel.interception).clone
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    try #require(dup2(full, clone.descriptor) == clone.descriptor)
  }

  // MARK: Events of the clone

  /// Returns the clone's events since the last call.
  func received() -> [input_event] {
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(cloneEnd, &events, events.count * MemoryLayout<input_event>.stride)
    return Array(events.prefix(max(0, size) / MemoryLayout<input_event>.stride))
  }

  /// The clone's events since the last call, as a picture.
  var picture: String {
    var lines: [String] = []
    var line = ""
    for event in received() {
      if event.type == EV_SYN && event.code == SYN_REPORT {
        let time = Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)
        lines.append("\((Timestamp(microseconds: time) - start) / 1000) \(line)")
        line = ""
      } else {
        let word = Self.codes.first { $0.type == Int32(event.type) && $0.code == Int32(event.code) }?.word
        line += " \(word ?? "\(event.type)/\(event.code)") \(event.value)"
      }
    }
    return lines.joined(separator: "\n") + line
  }
}

private func linux_now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Expects that a clone receives these events when a panel reports those frames.
func expectClone(
  _ configuration: String, _ frames: String, received: String, on panel: String = InterceptedPanel.slots,
  at location: SourceLocation = #_sourceLocation
) throws {
  let bench = try InterceptedPanel(configuration, panel)
  try bench.play(frames)
  let picture = bench.picture
  #expect(picture == received, sourceLocation: location)
}
