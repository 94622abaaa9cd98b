import Configuration
import Foundation
import Report
import Screen
import Testing
import TouchInput

@Suite("Force in the report")
struct ForceTests {
  private static let firm = "[[gesture]]\nname = \"firm\"\nkind = \"long-press\"\nforce = 0.6\n"

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

  @Test func `The report draws force and length, if the recording has them`() throws {
    func report(measures: Bool) throws -> String {
      let recording = try recording(measures: measures)
      let collector = Replay(
        try #require(Configuration.parse(text: Self.firm, path: "c.toml").0), options: ReplayOptions(), runner: nil
      ).play(
        .panel(recording), write: { _ in }, warn: { _ in }, besides: { ReportCollector($0, origin: $1) })
      let report = try #require(collector).finished()
      // A touch that rests goes on until it lifts.
      #expect(report.touches.first?.end == 0.05)
      let section = ReportedRecording(
        recording: "force.evemu", report: report,
        device: DeviceFacts(recording.description, PanelGeometry(recording.description), filtered: nil))
      let page = ReportPage(configuration: "c.toml", sections: [section])
      return String(decoding: page.bytes, as: UTF8.self)
    }
    let drawn = try report(measures: true)
    #expect(drawn.contains("plot forces") && drawn.contains("plot sizes"))
    #expect(drawn.contains("firm 60.0 %") || drawn.contains("firm 60 %"))
    let plain = try report(measures: false)
    #expect(!plain.contains("plot forces") && !plain.contains("plot sizes"))
  }
}
