import Configuration
import Foundation
import Monitor
import Screen
import Terminal
import Testing
import Text
import TouchInput

@testable import Gestures

@Suite("The monitor's screen")
struct MonitorScreenTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Stops a replay at a given time, to look at what has happened until then.
  private final class End: ReplayClock {
    private let end: Int64
    private let look: () -> Void
    private var hasLooked = false

    init(seconds: Double, look: @escaping () -> Void) {
      end = Int64(seconds * 1e6)
      self.look = look
    }

    func wait(microseconds: Int64) -> Bool {
      if microseconds <= end { return true }
      if !hasLooked { look() }
      hasLooked = true
      return false
    }
  }

  /// Shows the shipped recording at a given time.
  private static func look(
    at seconds: Double, _ configuration: Configuration? = nil, notes: [String] = [],
    _ body: @escaping (MonitorState) -> Void
  ) throws {
    let recording = try Recording(file: "\(checkout)/config/demo.evemu")
    let configuration = try configuration ?? Configuration.load(path: "\(checkout)/config/tickled.toml").configuration
    var options = ReplayOptions()
    options.session.reportsAllStates = true
    options.session.reportsAttempts = true
    var state: MonitorState?
    let clock = End(seconds: seconds) { if let state { body(state) } }
    Replay(configuration, options: options, runner: nil).play(recording, clock: clock, warn: { _ in }) {
      let made = MonitorState($0, origin: $1, notes: notes)
      state = made
      return made
    }
    #expect(state != nil)
  }

  /// Returns the lines of a terminal of the given size.
  private static func text(
    at seconds: Double, _ columns: Int, _ rows: Int, _ configuration: Configuration? = nil, notes: [String] = []
  ) throws -> [String] {
    var text: [String] = []
    try look(at: seconds, configuration, notes: notes) { state in
      var surroundings = MonitorScreen.Surroundings()
      surroundings.title = "tickled demo panel"
      text = MonitorScreen.draw(state, surroundings, columns: columns, rows: rows).text
    }
    return try #require(text.isEmpty ? nil : text)
  }

  @Test func `80 × 24 has room for everything`() throws {
    let text = try Self.text(at: 2, 80, 24)
    #expect(
      text.joined(separator: "\n") == """
         tickle monitor  tickled demo panel                                        live
        ┌ main 217 × 136 mm ────────────────┐ recognizers
        │                                   │ ▶ pan      snake  changed   moved 4.2, 1.…
        │ ┌snake─────────┐ ┌dragon────────┐ │ ✗ pan      dragon failed    moved 0.0 mm,…
        │ │              │ │              │ │ ? pinch    snake  possible
        │ │              │ │              │ │ ✗ pinch    dragon failed    1 finger, pin…
        │ │              │ │              │ │ ? rotation snake  possible
        │ │    ⠠⣄1⡀      │ │              │ │ ✗ rotation dragon failed    1 finger, rot…
        │ │              │ │              │ │ ✗ tap      snake  failed    had to wait f…
        │ │              │ │              │ │ ✓ tap      dragon ended
        │ │              │ │              │ │ ? tickle   snake  possible
        │ └──────────────┘ └──────────────┘ │ ✗ tickle   dragon failed    0 of 3 strokes
        │                                   │
        └───────────────────────────────────┘
        recognized ─────────────────────────────────────────────────────────────────────
           1.700 pan snake  changed moved 4.2, 1.7 mm, 84 mm/s
           0.900 tap dragon ended
           0.100 tap snake  ended
        not recognized ─────────────────────────────────────────────────────────────────
           1.700 tap      snake  had to wait for pan to fail, but that began at 1.700 s
           0.900 tickle   dragon 0 of 3 strokes; keys `tickles`, `distance`, rule TIC-2
           0.900 rotation dragon 1 finger, rotation needs 2; key `fingers`, rule ROT-6
           0.900 pinch    dragon 1 finger, pinch needs 2; key `fingers`, rule PIN-9
        q quit
        """)
  }

  @Test func `40 × 12 shows the same in less space`() throws {
    let text = try Self.text(at: 2, 40, 12)
    #expect(
      text.joined(separator: "\n") == """
         tickle monitor  tickled demo pa…  live
        ┌ main 217 × …┐ recognizers
        │┌snake┌drag…┐│ ▶ pan      snake changed
        ││     │     ││ ? pinch    snake possib…
        ││ 1⠁  │     ││ ? rotation snake possib…
        │└─────└─────┘│ ✗ tap      snake failed
        └─────────────┘   and 6 more
        recognized ─────────────────────────────
           1.700 pan snake changed moved 4.2, 1…
        not recognized ─────────────────────────
           1.700 tap snake had to wait for pan …
        q quit
        """)
  }

  @Test func `200 × 60 shows a large panel with the correct aspect ratio`() throws {
    let text = try Self.text(at: 2, 200, 60)
    let width = try #require(text[1].firstIndex(of: "┐")).utf16Offset(in: text[1]) - 1
    let bottom = try #require(text.lastIndex { $0.hasPrefix("└") })
    #expect(abs(Double(width) / Double(2 * (bottom - 2)) - 217 / 135.6) < 0.06)
    #expect(text.contains { $0.contains("┌snake──") && $0.contains("┌dragon──") })
    // Nothing is cut short.
    #expect(!text.joined().contains("…"))
    #expect(
      text.contains {
        $0.contains("had to wait for pan to fail, but that began at 1.700 s; key `requires_failure_of`, rule REQ-1")
      })
  }

  @Test func `The number of a rule comes last, is dim, and is the first to be dropped if there is no room`() throws {
    func line(columns: Int) throws -> (text: String, dim: String) {
      var picture: CellBuffer?
      try Self.look(at: 2) {
        picture = MonitorScreen.draw($0, MonitorScreen.Surroundings(), columns: columns, rows: 24)
      }
      let buffer = try #require(picture)
      let row = try #require(buffer.text.firstIndex { $0.hasPrefix("   0.900 tickle") })
      let dim = (25..<columns).map { buffer[row, $0] }.filter { $0.style == .dim && $0.character != " " }
      return (buffer.text[row], dim.map { "\($0.character)" }.joined())
    }
    let whole = "   0.900 tickle   dragon 0 of 3 strokes; keys `tickles`, `distance`, rule TIC-2"
    let (wide, narrow, small) = (try line(columns: 80), try line(columns: 77), try line(columns: 60))
    #expect(wide.text == whole)
    #expect(wide.dim == ",ruleTIC-2")
    #expect(narrow.text == "   0.900 tickle   dragon 0 of 3 strokes; keys `tickles`, `distance`")
    #expect(narrow.dim == "" && small.dim == "")
    #expect(small.text == "   0.900 tickle   dragon 0 of 3 strokes")
  }

  @Test func `In a terminal that is too small, it says so`() throws {
    let text = try Self.text(at: 0.05, 39, 11)
    #expect(text[0] == "too small: 39 × 11")
    #expect(text[1] == "the monitor needs 40 × 12")
  }

  private static let recordings: [String] = {
    let folder = "\(checkout)/Tests/Recordings"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "make-recordings" }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test(arguments: recordings) func `Any recording can be played to its end`(path: String) throws {
    let configuration = try Configuration.load(path: "\(Self.checkout)/config/tickled.toml").configuration
    var options = ReplayOptions()
    options.session.reportsAllStates = true
    options.session.reportsAttempts = true
    let state = try #require(
      Replay(configuration, options: options, runner: nil).play(Recording(file: path), warn: { _ in }) {
        MonitorState($0, origin: $1)
      })
    #expect(!state.fingers.isEmpty && state.fingers.allSatisfy { !$0.isDown })
    #expect(state.rows.allSatisfy { !$0.isInAttempt })
    #expect(!state.gestures.isEmpty && !state.failures.isEmpty)
    // Panels differ in their size, and in whether it is known.
    let lines = MonitorScreen.draw(state, MonitorScreen.Surroundings(), columns: 120, rows: 40).text
    #expect(lines[1].contains("┌ main 2") && lines.contains { $0.hasPrefix("not recognized ─") })
    #expect(lines.contains { $0.contains(state.gestures.last!.gesture) && $0.contains(state.gestures.last!.word) })
  }

  @Test func `It never fails or exceeds the terminal's width, at any size`() throws {
    var pictures = 0
    try Self.look(at: 5) { state in
      for columns in [0, 1, 2, 7, 39, 40, 41, 55, 80, 333] {
        for rows in [0, 1, 3, 11, 12, 13, 17, 24, 99] {
          let picture = MonitorScreen.draw(state, MonitorScreen.Surroundings(), columns: columns, rows: rows)
          #expect(picture.text.count == rows)
          #expect(picture.text.allSatisfy { $0.cells <= columns })
          pictures += 1
        }
      }
    }
    #expect(pictures == 90)
  }

  @Test func `Fingers that are down are numbered, and each has its trail`() throws {
    let text = try Self.text(at: 9.5, 80, 24)
    let panel = text[2...12].joined()
    #expect(panel.contains("1"))
    #expect(panel.contains("2"))
    #expect(panel.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  @Test func `Without gestures it says so and shows the fingers`() throws {
    let notes = ["none is not there: no gestures"]
    let text = try Self.text(at: 2, 80, 24, Configuration(path: "none"), notes: notes)
    #expect(text[2].contains("none: no gesture is configured"))
    #expect(text.contains("! none is not there: no gestures"))
    #expect(text[2...12].joined().contains("1"))
  }

  @Test func `A view's name cannot send control sequences to the terminal`() throws {
    let name = "evil\u{1B}]0;title\u{7}\u{202E}"
    var configuration = try Configuration.load(path: "\(Self.checkout)/config/tickled.toml").configuration
    configuration.views[0].name = name
    for index in configuration.gestures.indices { configuration.gestures[index].views = [name, "dragon"] }
    for seconds in [1.0, 3, 6] {
      let text = try Self.text(at: seconds, 160, 50, configuration).joined()
      #expect(text.contains("evil\\u{1B}]0;"))
      #expect(text.unicodeScalars.allSatisfy { $0.isPrintable })
    }
  }

  @Test func `It keeps a limited history`() throws {
    try Self.look(at: 9) { state in
      for id in 1...2000 as ClosedRange<UInt64> {
        let point = Point(x: Double(id % 200), y: 60)
        for phase in [Touch.Phase.began, .moved] {
          let contact = TouchFrame.Contact(id: id + 1000, phase: phase, location: point)
          state.willHandle(TouchFrame(time: Timestamp(microseconds: Int64(id)), contacts: [contact]))
        }
        state.add(note: "note \(id)")
        state.follow(.attempt(Self.failure(of: state.scene), state.scene.gestures[0]))
      }
      #expect(state.fingers.count == 40)
      #expect(state.notes.count == 20)
      #expect(state.failures.count == MonitorState.mostEntries)
    }
  }

  private static func failure(of scene: Scene) -> AttemptEvent {
    AttemptEvent(
      recognizer: scene.gestures[0].recognizer, change: .failed(Reason(.moved, 9, limit: 3)),
      time: Timestamp(microseconds: 0))
  }
}
