import Configuration
import Effects
import Foundation
import Gestures
import Program
import Synchronization
import Testing
import TouchInput

@testable import Screen

/// What events have for those who read them, and cost for those who don't. The screen is 200 × 100 mm.
@Suite struct `A session fills in what the readers of its events use` {
  private func session(
    _ gesture: String, runner: ActionRunner? = nil, report: ((SessionRecord) -> Void)? = nil
  ) throws -> Session {
    let configuration = try configuration("[[gesture]]\nname = \"a \\\"b\\\"\"\nkind = \"pan\"\n\(gesture)")
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 100))
    return Session(scene, origin: Timestamp(microseconds: 0), runner: runner, report: report)
  }

  /// Drags a finger to the right, 3.1 mm every 10 ms, and lifts it.
  private func drag(_ session: Session) {
    for index in 0...20 {
      let phase: Touch.Phase = index == 0 ? .began : index == 20 ? .ended : .moved
      let place = Point(x: 20 + 3.1 * Double(min(index, 19)), y: 50)
      session.handle(
        TouchFrame(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          contacts: [.init(id: 1, phase: phase, location: place)]))
    }
  }

  @Test(arguments: [
    ("changed = { log = \"x\" }", GestureEvent.Detail.state),
    ("changed = { log = \"x\", every = \"1mm\" }", .progress),
    ("ended = { log = \"at $TICKLED_X\" }", .all), ("changed = { log = \"${TICKLED_Y}\", every = \"1mm\" }", .all),
    ("ended = { shell = \"true\" }", .all), ("changed = { stream = [\"cat\"] }", .all),
    ("began = { log = \"x\" }\nended = { shell = \"true\" }", .all),
  ])
  func `The actions of a gesture decide, unless its events are reported`(
    actions: String, detail: GestureEvent.Detail
  ) throws {
    let session = try session("[gesture.on]\n\(actions)")
    #expect(session.scene.gestures[0].recognizer.reportedDetail == detail)
    session.setReport({ _ in }, Session.Options())
    #expect(session.scene.gestures[0].recognizer.reportedDetail == .all)
    session.setReport(nil, Session.Options())
    #expect(session.scene.gestures[0].recognizer.reportedDetail == detail)
  }

  @Test func `Steps are the same with and without a reader of events`() throws {
    let actions = "[gesture.on]\nforwards = { log = \"x\", every = \"5mm\" }"
    var reported = 0
    drag(try session(actions) { if case .action = $0 { reported += 1 } })
    let lines = Lines()
    let runner = ActionRunner(log: Log(level: .info) { _, line in lines.add(line) }, soundDevice: "default")
    drag(try session(actions, runner: runner))
    #expect(runner.waitUntilIdle(timeout: .seconds(60)))
    #expect(reported == 11)
    #expect(lines.all == Array(repeating: "a \"b\" on main: x", count: 11))
  }

  @Test func `A line of the log has the gesture's values, without a reader of events, too`() throws {
    let lines = Lines()
    let runner = ActionRunner(log: Log(level: .info) { _, line in lines.add(line) }, soundDevice: "default")
    let session = try session("[gesture.on]\nbegan = { log = \"$TICKLED_X, $TICKLED_TRANSLATION_X\" }", runner: runner)
    drag(session)
    #expect(runner.waitUntilIdle(timeout: .seconds(60)))
    let line = try #require(lines.all.first)
    let numbers = line.split(separator: ": ").last?.split(separator: ", ").compactMap { Double($0) } ?? []
    #expect(numbers.count == 2 && numbers.allSatisfy { $0 > 0 }, "\(line)")
  }

  @Test func `A stream without a reader of events gets the lines that a reader gets`() throws {
    var json = RecordJSON(screen: "main")
    var expected = ""
    drag(
      try session("action = { stream = [\"x\"] }") { record in
        guard case .gesture = record else { return }
        expected += String(decoding: json.line(record, since: Timestamp(microseconds: 0)), as: UTF8.self)
      })
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let runner = ActionRunner(log: Log(level: .error) { _, _ in }, soundDevice: "default")
    drag(try session("action = { stream = [\"sh\", \"-c\", \"exec cat > \(file)\"] }", runner: runner))
    runner.shutdown(grace: .seconds(60))
    // Changes that wait are replaced by newer ones.
    let lines = expected.split(separator: "\n")
    let found = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(found.first == lines.first && found.last == lines.last)
    #expect(found.filter { lines.contains($0) } == found)
    let second = #"""
      {"type":"gesture","time":0.02,"screen":"main","view":"main","gesture":"a \"b\"","kind":"pan","state":"changed","touches":1,\#
      "location":{"x":26.2,"y":50.0},"location_in_view":{"x":26.2,"y":50.0},"translation":{"x":4.6,"y":0.0},\#
      "velocity":{"x":310.0,"y":0.0}}
      """#
    #expect(String(lines[1]) == second)
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}

/// An audience that only lets lines be written beside it.
private final class Nobody: ReplayAudience {
  func follow(_ record: SessionRecord) {}
}

@Test(arguments: [(nil, 98), (10, 10), (3, 3)])
func `A replay writes at most as many changes a second as its reader wants`(rate: Int?, count: Int) throws {
  var text = """
    N: Panel
    I: 0003 0001 0001 0001
    P: 02 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 0 20000 0 0 100
    A: 36 0 12000 0 0 100
    A: 39 0 65535 0 0 0
    E: 0.000000 0003 0039 1
    E: 0.000000 0003 0036 6000

    """
  // A finger moves 1 mm to the right every 10 ms; the pan begins after 2 mm.
  for step in 0...100 {
    let time = "\(step / 100).\(String(1000 + step % 100 * 10).dropFirst())000"
    text += "E: \(time) 0003 0035 \(1000 + step * 100)\nE: \(time) 0000 0000 0\n"
  }
  text += "E: 1.005000 0003 0039 -1\nE: 1.005000 0000 0000 0\n"
  var options = ReplayOptions()
  options.changesPerSecond = rate
  let replay = Replay(
    try configuration("[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n"), options: options, runner: nil)
  var changes = 0
  _ = replay.play(
    .panel(try Recording(bytes: Array(text.utf8), file: "drag.evemu")),
    write: { if String(decoding: $0, as: UTF8.self).contains("changed") { changes += 1 } }, warn: { _ in }
  ) { _, _ in Nobody() }
  #expect(changes == count)
}
