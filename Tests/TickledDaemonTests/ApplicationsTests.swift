import CTouchInput
import Foundation
import Testing

@testable import Configuration
@testable import Gestures
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// What `tickle replay --applications` prints.
@Suite struct `The touches of applications in a replay` {
  private static let gestures = [
    "",
    gesture("pan"),
    gesture("pan", "delays_touches_began = true"),
    gesture("long-press", "delays_touches_began = true\nmovement = \"20mm\""),
    gesture("tap", "taps = 2\nmax_interval = \"300ms\""),
    gesture("tap") + "[[gesture]]\nname = \"h\"\nkind = \"swipe\"\ndirection = [\"left\", \"right\"]\n",
    "[[view]]\nname = \"left\"\nframe = { x = \"0%\", width = \"50%\" }\ntouches = \"swallow\"\n" + gesture("pinch"),
  ]

  /// The recordings have panels of each protocol, lost events, hovering fingers, and touches that become palms.
  @Test(arguments: TakeBack.allCases)
  func `are those that the clone of the panel gets from the same frames`(takeBack: TakeBack) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Recordings").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".evemu") }.sorted()
    var compared = 0
    for gestures in Self.gestures {
      let screen = "[[screen]]\nname = \"main\"\nintercept = true\nsettle = true\n"
      let text = screen + "take_back = \"\(takeBack.rawValue)\"\n" + gestures
      let settings = try configuration(text)
      for name in names {
        let recording = try Recording(file: "\(folder)/\(name)")
        let panel = try InterceptedPanel(text, like: recording)
        let expected = try panel.touches(of: recording)
        let told = Self.replayed(recording, settings)
        #expect(told == expected, "\(name): \(gestures)")
        compared += expected.count
      }
    }
    #expect(compared > 500, "\(compared)")
  }

  private static func replayed(_ recording: Recording, _ configuration: Configuration) -> [String] {
    var options = ReplayOptions()
    options.showsApplications = true
    let applications = Replay(configuration, options: options, runner: nil)
      .play(recording, warn: { _ in }) { _, _ in Applications() }
    return applications?.lines ?? []
  }
}

/// The touches of applications, a line each.
private final class Applications: ReplayAudience {
  private(set) var lines: [String] = []

  func follow(_ record: SessionRecord) {}
  func followApplications(_ frame: TouchFrame) { lines += frame.lines(since: Timestamp(microseconds: 0)) }
}

extension TouchFrame {
  fileprivate func lines(since origin: Timestamp) -> [String] {
    contacts.map { "\(time - origin) \($0.id) \($0.phase) \($0.location.x) \($0.location.y)" }
  }
}

extension InterceptedPanel {
  /// Plays a recording, lets a minute pass, and unplugs the panel.
  ///
  /// - Returns: the touches that the clone's reader gets, with the recording's times.
  fileprivate func touches(of recording: Recording) throws -> [String] {
    let shift = try time("1000").microseconds - (try #require(recording.events.storage.first).time)
    var waiting: [input_event] = []
    var written: [ti_event] = []
    for event in recording.events.storage {
      let time = Timestamp(microseconds: event.time + shift)
      waiting.append(Self.event(Int32(event.type), Int32(event.code), event.value, time))
      guard event.type == EV_SYN, event.code == SYN_REPORT else { continue }
      pass(upTo: time)
      try write(waiting)
      while case .loss = try panel.read(isPaused: false) {}
      waiting = []
      written += received().map(ti_event.init)
    }
    let end = Timestamp(microseconds: recording.events.end.microseconds + shift + 60_000_000)
    pass(upTo: end)
    panel.cancel(at: end)
    written += received().map(ti_event.init)
    return try lines(written, shift)
  }

  private func pass(upTo time: Timestamp) {
    while let deadline = panel.nextDeadline(isAwaited: true), deadline <= time {
      panel.advance(to: deadline, isAwaited: true)
    }
  }

  private func lines(_ events: [ti_event], _ shift: Int64) throws -> [String] {
    let clone = try #require(panel.interception).clone
    let description = DeviceDescription(ti_relay_clone(clone.relay).pointee)
    let decoder = try #require(FrameDecoder(description))
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var lines: [String] = []
    while decoder.nextFrame(
      from: Recording.Events(storage: events), at: &position, into: &frame, geometry: panel.device.geometry) != nil
    {
      lines += frame.lines(since: Timestamp(microseconds: shift))
    }
    return lines
  }
}

extension ti_event {
  fileprivate init(_ raw: input_event) {
    self.init(
      time: Int64(raw.time.tv_sec) * 1_000_000 + Int64(raw.time.tv_usec), type: raw.type, code: raw.code,
      value: raw.value)
  }
}
