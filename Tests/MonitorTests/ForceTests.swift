import Configuration
import Monitor
import Screen
import Terminal
import Testing
import TouchInput

@Suite("Force in the monitor")
struct ForceTests {
  /// A panel of 200 mm × 100 mm with axes for force (0 to 200) and size (a tenth of a millimetre).
  private static let panel = """
    N: Force
    P: 02
    A: 2f 0 9 0 0 0
    A: 30 0 1000 0 0 10
    A: 31 0 1000 0 0 10
    A: 35 0 2000 0 0 10
    A: 36 0 1000 0 0 10
    A: 39 0 65535 0 0 0
    A: 3a 0 200 0 0 0

    """
  /// A finger that lands, presses harder while it rests, moves, and lifts.
  private static let press: String = {
    let frames: [(Int, [(String, Int)])] = [
      (10, [("2f", 0), ("39", 1), ("35", 500), ("36", 500), ("3a", 50), ("30", 90), ("31", 68)]),
      (20, [("3a", 130)]), (40, [("35", 510), ("30", 120)]), (60, [("39", -1)]),
    ]
    var text = ""
    for (time, values) in frames {
      for (code, value) in values { text += "E: 0.0\(time)000 0003 00\(code) \(value)\n" }
      text += "E: 0.0\(time)000 0000 0000 0\n"
    }
    return text
  }()

  /// The press on this panel, or on one that measures neither force nor size.
  private func recording(measures: Bool) throws -> Recording {
    var lines = Self.panel.split(separator: "\n").map(String.init)
    if !measures { lines.removeAll { $0.hasPrefix("A: 30") || $0.hasPrefix("A: 31") || $0.hasPrefix("A: 3a") } }
    return try Recording(bytes: Array((lines.joined(separator: "\n") + "\n" + Self.press).utf8), file: "force.evemu")
  }

  @Test func `The monitor shows force and size of the fingers that are down`() throws {
    /// Looks at the monitor at a given time.
    final class Look: ReplayClock {
      var state: MonitorState?
      var text: [String] = []
      func wait(microseconds: Int64) -> Bool {
        guard microseconds > 40_000, let state else { return true }
        text = MonitorScreen.draw(state, MonitorScreen.Surroundings(), columns: 120, rows: 30).text
        return false
      }
    }
    func lowerBorder(measures: Bool) throws -> String? {
      let look = Look()
      Replay(try #require(Configuration.parse(text: "", path: "c.toml").0), options: ReplayOptions(), runner: nil)
        .play(try recording(measures: measures), clock: look, warn: { _ in }) {
          let state = MonitorState($0, origin: $1)
          look.state = state
          return state
        }
      return look.text.first { $0.hasPrefix("└") }
    }
    #expect(try lowerBorder(measures: true)?.contains("└ 1: force 65 %, 12.0 × 6.8 mm ─") == true)
    #expect(try lowerBorder(measures: false)?.contains("force") == false)
  }
}
