import Configuration
import Foundation
import Report
import Screen
import Testing
import TouchInput

@Suite("Rules on a page")
struct RuleListTests {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/config"

  /// The page of the shipped recording.
  private func page(_ rules: [ReportPage.Rule]) throws -> String {
    let configuration = try Configuration.load(path: Self.folder + "/tickled.toml").configuration
    let recording = try Recording(file: Self.folder + "/demo.evemu")
    var options = ReplayOptions()
    options.session.reportsAllStates = true
    options.session.reportsAttempts = true
    let collector = try #require(
      Replay(configuration, options: options, runner: nil).play(recording, warn: { _ in }) {
        ReportCollector($0, origin: $1)
      })
    let section = ReportedRecording(
      recording: "demo.evemu", report: collector.finished(),
      device: DeviceFacts(recording.description, PanelGeometry(recording.description), filtered: nil))
    return String(decoding: ReportPage(configuration: "c.toml", sections: [section], rules: rules).bytes, as: UTF8.self)
  }

  @Test func `Without a rule book, numbers are not links and come after the words`() throws {
    let page = try page([])
    let cited = "rule <span class=\"cite\">PIN-9</span></td>"
    #expect(page.contains(": 1 finger, pinch needs 2; key <code>fingers</code>, \(cited)"))
    #expect(!page.contains("id=\"rules\"") && !page.contains("href=\"#rule-") && !page.contains("explained at the end"))
  }

  @Test func `A number is a link to the rule's text, and rules that are not cited are left out`() throws {
    let page = try page([
      .init(number: "PIN-2", title: "Not cited", paragraphs: ["Not cited."]),
      .init(number: "PIN-9", title: "Two <fingers>", paragraphs: ["It *asks* for `a*b`.", "1. Then & \"so\"."]),
    ])
    #expect(page.contains("rule <a class=\"cite\" href=\"#rule-PIN-9\" title=\"Two &lt;fingers&gt;\">PIN-9</a></td>"))
    #expect(
      page.contains(
        "<dt id=\"rule-PIN-9\">PIN-9: Two &lt;fingers&gt;</dt><dd><p>It <em>asks</em> for <code>a*b</code>.</p>"
          + "<p>1. Then &amp; &quot;so&quot;.</p></dd></dl>"))
    #expect(!page.contains("Not cited"))
    #expect(page.contains("rule <span class=\"cite\">ROT-6</span>"))
  }
}
