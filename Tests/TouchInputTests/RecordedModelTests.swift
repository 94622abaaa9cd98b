import Foundation
import Gestures
import Testing

@testable import TouchInput

@Suite struct `The model of a panel in its recording` {
  private static let noisy =
    #"# Panel model 1: {"unit":0.05,"rate":125.0,"noise":0.3,"steadied":0.25,"touches":9,"ghosts":1}"#
  private static let events = eventLines("0 slot 0 id 1 x 5 y 5\n100 id -1")

  private func recording(_ line: String) throws -> Recording {
    try Recording(bytes: Array("\(line)\n\(Panel.slots)\(Self.events)".utf8), file: "tap")
  }

  @Test func `is read from its head, and a recording without one has none`() throws {
    let model = try #require(try recording(Self.noisy).model)
    #expect(model.unit == 0.05 && model.rate == 125 && model.noise == 0.3 && model.steadied == 0.25)
    #expect(model.touches == 9 && model.ghosts == 1)
    #expect(try recording("# Panel model: an old sentence").model == nil)
    let breaking = try recording(#"# Panel model 1: {"touches":9,"ghosts":1,"breaks":true}"#).model
    #expect(breaking?.breaks == true && !model.breaks)
  }

  @Test(arguments: RecordingWriter.Format.allCases)
  func `is written as it was read, also for an anonymous device`(format: RecordingWriter.Format) throws {
    let original = try recording(Self.noisy)
    let origin = RecordingOrigin(program: "tickle", kernel: "6.1")
    var writer = RecordingWriter(format)
    let head = writer.head(
      original.description, node: "/dev/input/event4", origin: origin, isAnonymous: true, model: original.model)
    let copy = try Recording(bytes: head + writer.lines(original.events), file: "copy")
    #expect(copy.model == original.model)
    #expect(!String(decoding: head, as: UTF8.self).contains("event4"))
    #expect(try Recording(bytes: original.written(as: format, from: origin), file: "copy").model == original.model)
  }

  @Test(arguments: [
    "", "{", "[]", "7", #"{"noise":"much"}"#, #"{"noise":-0.1}"#, #"{"noise":1e999}"#, #"{"noise":1e308}"#,
    #"{"rate":0}"#, #"{"rate":1e-300}"#, #"{"unit":1e9}"#, #"{"steadied":0.81}"#, #"{"touches":1e18}"#,
    #"{"ghosts":null}"#, #"{"landing_skew":{"typical":2,"largest":0}}"#, #"{"noise":0.1} {"#,
  ])
  func `is an error with its line if it is broken`(text: String) throws {
    let error = #expect(throws: RecordingError.self) { try recording("# a comment\n# Panel model 1: \(text)") }
    #expect(error?.line == 2)
    #expect(error?.problem.hasPrefix("is not a panel model: `# Panel model 1") == true)
  }

  @Test func `of a later version is not used, which a warning says`() throws {
    let recording = try recording(#"# Panel model 2: {"noise":{}}"#)
    #expect(recording.model == nil)
    #expect(recording.warnings == ["the panel model has version 2, which is not supported: it is not used"])
  }

  @Test func `is read from a recording or from an object of its own`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    for text in ["\(Self.noisy)\n\(Panel.slots)", String(Self.noisy.dropFirst(17))] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try PanelModel.Summary(file: file).noise == 0.3)
    }
    for (text, problem) in [
      (Panel.slots, "has no panel model (`tickle record` and `tickle status` write one)"),
      (
        "# Panel model 2: {}",
        "has no panel model (the panel model has version 2, which is not supported: it is not used)"
      ),
      ("# Panel model 1: x\n", "is not a panel model: `# Panel model 1: x`"),
    ] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(throws: RecordingError.self) { try PanelModel.Summary(file: file) }
      #expect((try? PanelModel.Summary(file: file)) == nil)
      do { _ = try PanelModel.Summary(file: file) } catch { #expect(error.problem == problem) }
    }
    #expect(throws: RecordingError.self) { try PanelModel.Summary(file: "/nonexistent/model") }
  }

  @Test func `steadies touches from the first one, if the panel has the same unit`() throws {
    let known = try #require(try recording(Self.noisy).model)
    for (unit, noise) in [(0.05, 0.25), (0.06, 0)] {
      var filter = TouchFilter(.init(), size: Size(width: 100, height: 100), unit: unit, known: known)
      var phases: [Touch.Phase] = []
      let reports: [(Int64, Touch.Phase, Double)] = [(0, .began, 50), (20, .moved, 50.5), (40, .ended, 50.5)]
      for (time, phase, x) in reports {
        var frame = TouchFrame(
          time: Timestamp(microseconds: time * 1000),
          contacts: [.init(id: 1, phase: phase, location: Point(x: x, y: 50))])
        filter.handle(&frame) { phases += $0.contacts.map(\.phase) }
      }
      #expect(filter.model.noise == noise)
      #expect(phases == (noise > 0 ? [.began, .ended] : [.began, .moved, .ended]))
      #expect(filter.model.summary.rate.map { $0.rounded() } == 125)
    }
  }

  @Test func `goes on from what was measured`() {
    var known = PanelModel.Summary()
    (known.unit, known.reportPeriod, known.noise, known.steadied) = (0.05, 0.008, 0.3, 0.25)
    let summary = PanelModel(unit: 0.05, known: known).summary
    #expect((summary.noise ?? 0) > 0.299 && (summary.noise ?? 0) < 0.301)
    #expect(summary.steadied == 0.25 && summary.reportPeriod == 0.008)
    #expect(PanelModel(unit: 0.05).summary.noise == nil)
  }
}
