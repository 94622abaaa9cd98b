import Foundation
import Testing

@Suite("Idle time", .startsPrograms)
struct IdleTests {
  private static let steps = """
    [[idle]]
    name = "dim"
    after = "2s"
    action = { log = "darker" }
    active = { log = "brighter" }
    [[idle]]
    after = "4s"
    [[idle]]
    name = "off"
    after = "6s"
    action = { mode = "asleep" }
    active = { mode = "default" }
    [[gesture]]
    name = "bite"
    kind = "tap"
    [mode.asleep]
    disable = "bite"

    """

  private func replay(_ recording: Recording, _ format: String = "json", _ config: String = steps) throws -> String {
    let folder = try TemporaryFolder()
    let outcome = try Program.tickle.run([
      "replay", "--format", format, "--config", folder.write(config, to: "idle.toml"),
      folder.write(recording.text, to: "hand.evemu"),
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return outcome.output
  }

  /// Taps at 0 s and at 9 s.
  private static let taps = Recording([
    (0, [.down(50, 40)]), (0.05, [.up()]), (9, [.down(50, 40)]), (9.05, [.up()]),
  ])

  @Test func `A replay reaches the steps by the recording's clock, and prints the same bytes each time`() throws {
    let text = try replay(Self.taps)
    #expect(
      text.split(separator: "\n").filter { !$0.contains(#""type":"gesture""#) }.joined(separator: "\n") == """
        {"type":"idle","time":2.05,"idle":"dim","after":2.0}
        {"type":"action","time":2.05,"idle":"dim","state":"idle","action":"log","value":"darker"}
        {"type":"idle","time":4.05,"idle":"4s","after":4.0}
        {"type":"idle","time":6.05,"idle":"off","after":6.0}
        {"type":"action","time":6.05,"idle":"off","state":"idle","action":"mode","value":"asleep"}
        {"type":"mode","time":6.05,"mode":"asleep"}
        {"type":"active","time":9.0,"idle":["dim","4s","off"],"after":8.95}
        {"type":"action","time":9.0,"idle":"off","state":"active","action":"mode","value":"default"}
        {"type":"mode","time":9.0,"mode":"default"}
        {"type":"action","time":9.0,"idle":"dim","state":"active","action":"log","value":"brighter"}
        """)
    #expect(text.components(separatedBy: #""gesture":"bite""#).count == 2, "the touch at 9 s wakes, and does not bite")
    for _ in 0..<3 { #expect(try replay(Self.taps) == text) }
  }

  @Test func `A replay as text says the same`() throws {
    let words = try replay(Self.taps, "text").split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(words.contains("2.050 s idle dim"))
    #expect(words.contains("9.000 s active after 8.9 s") || words.contains("9.000 s active after 9.0 s"), "\(words)")
    #expect(words.contains("2.050 s idle dim → log darker"))
  }

  @Test func `Touches that the filter leaves out do not end the idle time, and fingers that rest do`() throws {
    // The filter knows bursts after three of them, so those count, and the others do not.
    let bursts = (0..<7).flatMap { round -> [(Double, [Recording.Event])] in
      let fingers = Array(0..<5)
      let start = Double(round) * 1.2
      return [
        (start, fingers.map { .down(20 + 40 * Double($0), 10 + 25 * Double($0), finger: $0) }),
        (start + 0.012, fingers.map { .up(finger: $0) }),
      ]
    }
    let idle = try replay(Recording(bursts)).split(separator: "\n").filter { $0.contains(#""type":"idle""#) }
    #expect(idle.count == 2 && idle[0].contains(#""time":4.412"#), "\(idle)")
    let unfiltered = "screen = [{ name = \"main\", filter = false }]\n" + Self.steps
    let counted = try replay(Recording(bursts), "json", unfiltered)
    #expect(!counted.contains("idle"), "without the filter all of them count")

    let resting = Recording([(0, [.down(50, 40)]), (8, [.up()]), (9, [.down(50, 40)]), (9.05, [.up()])])
    let rested = try replay(resting)
    #expect(!rested.contains("idle"))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The daemon runs the steps' actions, shows them, and undoes them at a touch and at its end`() async throws {
    let taps = Recording.repeated(every: 4, for: 300, [(2.5, [.down(50, 40)]), (2.56, [.up()])])
    let panel = try MockPanel(taps)
    let log = panel.folder.path("log")
    let daemon = try panel.startDaemon(
      """
      daemon.socket = "\(panel.folder.path("s"))"
      [[idle]]
      name = "dim"
      after = "500ms"
      action = { shell = "echo $TICKLED_STATE $TICKLED_IDLE >>'\(log)'" }
      active = { shell = "echo $TICKLED_STATE $TICKLED_IDLE >>'\(log)'" }

      """)
    func lines() -> [String] { (panel.content("log") ?? "").split(separator: "\n").map(String.init) }
    func status() throws -> JSON {
      try JSON.lines(
        Program.tickle.run(["status", "--format", "json", "--config", panel.folder.path("config.toml")]).outputBytes)[0]
    }
    try await until("two rounds; \(daemon.errors)") { lines().count >= 4 }
    #expect(Array(lines().prefix(4)) == ["idle dim", "active dim", "idle dim", "active dim"])
    try await until("the idle state") { try status()["idle"][0].string == "dim" }
    #expect(try status()["last_touch"].double != nil)
    let text = try Program.tickle.run(["status", "--config", panel.folder.path("config.toml")]).output
    #expect(text.contains("last touch "))
    try await until("an idle moment") { lines().count % 2 == 1 }
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
    #expect(lines().count % 2 == 0 && lines().last == "active dim", "\(lines())")
    let events = try JSON.lines(Data(daemon.output.utf8)).filter { ["idle", "active"].contains($0["type"].string) }
    for (event, type) in zip(events, ["idle", "active", "idle", "active"]) { #expect(event["type"].string == type) }
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `Between two steps the daemon sleeps, and while it is paused no step is reached`() async throws {
    let panel = try MockPanel(Recording([(0.5, [.down(50, 40)]), (0.56, [.up()])]))
    let daemon = try panel.startDaemon(
      """
      daemon.socket = "\(panel.folder.path("s"))"
      [[idle]]
      after = "1s"
      [[idle]]
      after = "300s"

      """)
    try await daemon.says("is screen")
    try await daemon.prints(#""idle":"1s""#)
    let process = try #require(panel.content("process")?.dropLast())
    func switches() throws -> [Substring] {
      try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n").filter {
        $0.hasPrefix("voluntary_ctxt_switches")
      }
    }
    try await Task.sleep(for: .seconds(1))
    let before = try switches()
    try await Task.sleep(for: .seconds(3))
    #expect(try switches() == before)
    let path = panel.folder.path("config.toml")
    #expect(try Program.tickle.run(["pause", "--config", path]).end == .status(0))
    #expect(try Program.tickle.run(["resume", "--config", path]).end == .status(0))
    try await until("the step once more") { daemon.output.components(separatedBy: #""idle":"1s""#).count == 3 }
    #expect(daemon.output.contains(#""type":"active""#), "resuming is a use")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
