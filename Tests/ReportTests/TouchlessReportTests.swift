import Configuration
import Foundation
import Report
import Screen
import Testing
import TouchInput

@Suite("Keys and motion in the report")
struct TouchlessReportTests {
  /// Returns the report on a recording, and its page.
  private func page(_ text: String, _ gesture: String) throws -> (report: ReplayReport, html: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try text.write(to: file, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    var found: OtherRecording?
    RecordingFiles([file.path]).readAll { result in
      if case .success(.other(let recording)) = result { found = recording }
    }
    let recording = try #require(found)
    let configuration = try #require(Configuration.parse(text: gesture, path: "c.toml").0)
    let collector = Replay(configuration, options: ReplayOptions(), runner: nil).play(
      .other(recording), write: { _ in }, warn: { _ in }, besides: { ReportCollector($0, origin: $1) })
    let report = try #require(collector).finished()
    let section = ReportedRecording(recording: "other", report: report, device: DeviceFacts(recording))
    let page = ReportPage(configuration: "c.toml", sections: [section])
    return (report, String(decoding: page.bytes, as: UTF8.self))
  }

  @Test func `A key has a row while it is down, and a command one when it is given`() throws {
    let headset = """
      N: Headset
      I: 0003 0001 0001 0001
      B: 00 03
      E: 0.000000 0001 00a4 1
      E: 0.000000 0000 0000 0
      E: 0.080000 0001 00a4 0
      E: 0.080000 0000 0000 0
      E: 0.500000 0001 00a4 1
      E: 0.500000 0000 0000 0
      E: 0.600000 0001 00a4 0
      E: 0.600000 0000 0000 0

      """
    let (report, html) = try page(headset, "[[gesture]]\nname = \"play\"\nkind = \"press\"\nkey = \"playpause\"\n")
    #expect(report.inputs.map(\.name) == ["KEY_PLAYPAUSE", "command togglePlayPause"])
    #expect(report.inputs.first?.spans == [0...0.08, 0.5...0.6])
    #expect(report.inputs.last?.spans == [0...0, 0.5...0.5])
    #expect(report.recognitions.count == 2)
    #expect(html.contains("KEY_PLAYPAUSE from 0.5") && html.contains("Headset"))
    #expect(!html.contains("Paths") && !html.contains("Distances"))
  }

  @Test func `Motion has a row while the device moves`() throws {
    var text = "tickled-motion 1\n"
    for step in 0..<100 {
      text += "\(step / 100).\(step < 10 ? "0" : "")\(step)0000 \((20..<60).contains(step) ? 9 : 0) 0 9.81\n"
    }
    let (report, html) = try page(text, "[[gesture]]\nname = \"shake\"\nkind = \"shake\"\n")
    #expect(report.inputs.map(\.name) == ["motion"])
    #expect(report.inputs.first?.spans == [0.2...0.59])
    #expect(html.contains("motion from 0.2"))
  }
}
