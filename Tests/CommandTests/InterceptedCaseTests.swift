import CTouchInput
import Gestures
import Glibc
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// Applications that read the clone of a panel receive the same touches as the views of a case.
@Suite struct `Deliveries of the cases` {
  static let names = Cases.names.filter { $0.hasPrefix("touch-delivery/") }

  @Test(arguments: names)
  func `reach applications as they reach views`(name: String) throws {
    let json = try Cases.load(name)
    if json["peer_specific"].bool == true { return }
    let converter = CaseConverter(json)
    let recording = try TouchInput.Recording(bytes: Array(converter.recording.utf8), file: name)
    let configuration = try #require(Configuration.parse(text: converter.configuration, path: name).0)
    let told = try phases(of: recording, configuration)
    for expected in json["expect"]["touches"].array {
      if expected["got"].exists { #expect(told == expected["got"].strings.sorted()) }
      for phase in expected["never"].strings { #expect(!told.contains(phase)) }
    }
  }

  /// Returns the phases of all touches on the clone, slot by slot, without movements.
  private func phases(of recording: TouchInput.Recording, _ configuration: Configuration) throws -> [String] {
    var panelEnds: [Int32] = [0, 0]
    var cloneEnds: [Int32] = [0, 0]
    try #require(pipe(&panelEnds) == 0 && pipe(&cloneEnds) == 0)
    for end in panelEnds + cloneEnds { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    defer { close(cloneEnds[0]) }
    var screen = try #require(configuration.screens.first)
    screen.takeBack = .palm  // so that cancelled touches differ from lifted ones
    let device = try #require(TouchDevice(adopting: panelEnds[0], recording.description))
    let clone = try #require(TouchClone(of: recording.description, writingTo: cloneEnds[1]))
    device.geometry = screen.geometry(of: recording.description)
    let session = Session(
      Scene(configuration, screen: screen, size: device.geometry.size), origin: Timestamp(microseconds: 0), runner: nil,
      report: nil)
    let start = Timestamp(microseconds: 0)
    let panel = Panel(PanelSource(device, DiscoveredDevice(at: "")), session, screen.touchFilter)
    panel.interception = Interception(device, clone, screen, at: start)
    panel.interception?.cloneIsKnown()
    #expect(panel.interception?.grabIfUntouched(at: start, nil) == nil)
    // Times in the future, because the clone ignores events that are older than the grab.
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let offset = Int64(now.tv_sec + 1) * 1_000_000
    for event in recording.events.storage {
      var raw = input_event()
      raw.time.tv_sec = Int((event.time + offset) / 1_000_000)
      raw.time.tv_usec = Int((event.time + offset) % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      let time = Timestamp(microseconds: event.time + offset)
      while let deadline = panel.nextDeadline(), deadline < time { panel.advance(to: deadline) }
      #expect(write(panelEnds[1], &raw, MemoryLayout<input_event>.stride) == MemoryLayout<input_event>.stride)
      while case .loss = try panel.read(isPaused: false) {}
    }
    while let deadline = panel.nextDeadline() { panel.advance(to: deadline) }
    close(panelEnds[1])
    var events = [input_event](repeating: input_event(), count: 4096)
    let size = read(cloneEnds[0], &events, events.count * MemoryLayout<input_event>.stride)
    return Self.phases(in: events.prefix(max(0, size) / MemoryLayout<input_event>.stride)).sorted()
  }

  private static func phases(in events: ArraySlice<input_event>) -> [String] {
    var phases: [String] = []
    var slot: Int32 = 0
    var palms: Set<Int32> = []
    for event in events where event.type == EV_ABS {
      switch Int32(event.code) {
      case ABS_MT_SLOT: slot = event.value
      case ABS_MT_TOOL_TYPE where event.value == MT_TOOL_PALM:
        palms.insert(slot)
        phases.append("cancelled")
      case ABS_MT_TRACKING_ID where event.value >= 0: phases.append("began")
      case ABS_MT_TRACKING_ID where palms.remove(slot) == nil: phases.append("ended")
      default: break
      }
    }
    return phases
  }
}
