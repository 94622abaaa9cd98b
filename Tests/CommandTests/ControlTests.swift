import Control
import Foundation
import Testing

@Suite("The control socket", .startsPrograms, .serialized)
struct ControlTests {
  @Test func `The daemon reports its status to people and to programs`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    let text = try controlled.ask("status")
    #expect(text.end == .status(0))
    #expect(text.output.contains("1 views, 1 gestures"))
    #expect(text.output.contains("no touchscreen: waiting for one"))
    let json = try controlled.status()
    #expect(json["paused"].bool == false)
    #expect(json["config"].string == controlled.folder.path("config.toml"))
    #expect(json["gestures"].int == 1)

    var file = stat()
    stat(controlled.socket, &file)
    #expect(file.st_mode & 0o777 == 0o660)
    try await controlled.stop()
    #expect(access(controlled.socket, F_OK) != 0, "the socket is gone with the daemon")
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The status says that lengths are guesses on a panel that does not say its size`() async throws {
    for saysSize in [true, false] {
      let panel = try MockPanel(saysSize: saysSize)
      let controlled = try await Controlled(panel.wrapper, in: panel.folder)
      try await until("the panel") { try controlled.ask("status").output.contains("Test Panel") }
      #expect(
        try controlled.ask("status").output.contains("; all lengths are guesses: `tickle setup` measures the size")
          == !saysSize)
      try panel.signal(SIGTERM)
      _ = try await controlled.daemon.ended()
    }
  }

  @Test func `Without a daemon, the tool says so and exits with 69`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[daemon]\nsocket = \"\(folder.path("none.sock"))\"\n", to: "config.toml")
    for words in [
      ["status"], ["reload"], ["watch"], ["pause"], ["resume"], ["rotate", "main", "left"], ["set", "view", "x", "on"],
    ] {
      let outcome = try Program.tickle.run(words + ["--config", folder.path("config.toml")])
      #expect(outcome.end == .status(69))
      #expect(outcome.errors.contains("(is tickled running? `systemctl status tickled`; docs/nothing-happens.md)"))
      #expect(outcome.output == "")
    }
  }

  @Test func `A rejected reload reports the reason, and the current configuration stays active`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    #expect(try controlled.ask("reload").end == .status(0))
    let head = "[daemon]\nsocket = \"\(controlled.socket)\"\n"
    try controlled.folder.write(head + "[[gesture]]\nname = \"x\"\nkind = \"tipp\"\n", to: "config.toml")
    let refusal = try controlled.ask("reload")
    #expect(refusal.end == .status(78))
    #expect(refusal.errors.contains("config.toml:5:8: "))
    #expect(refusal.errors.contains("not \"tipp\""))
    #expect(try controlled.status()["gestures"].int == 1)
    try controlled.folder.write(head, to: "config.toml")
    #expect(try controlled.ask("reload").end == .status(0))
    #expect(try controlled.status()["gestures"].int == 0)
    try await controlled.stop()
  }

  @Test func `The status says that the file has changed, until it is read`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    #expect(try !controlled.status()["config_newer"].exists)
    let head = "[daemon]\nsocket = \"\(controlled.socket)\"\n"
    try controlled.folder.write(head + "# a remark\n", to: "config.toml")
    #expect(try controlled.status()["config_newer"].bool == true)
    #expect(try controlled.ask("status").output.contains("\nthe file has changed since it was read: `tickle reload`"))
    #expect(try controlled.ask("reload").end == .status(0))
    #expect(try !controlled.status()["config_newer"].exists)
    // A file of the folder is part of the configuration, and so is its removal.
    try FileManager.default.createDirectory(
      atPath: controlled.folder.path("config.d"), withIntermediateDirectories: true)
    try controlled.folder.write("[[view]]\nname = \"v\"\n", to: "config.d/view.toml")
    #expect(try controlled.status()["config_newer"].bool == true)
    #expect(try controlled.ask("reload").end == .status(0))
    try FileManager.default.removeItem(atPath: controlled.folder.path("config.d/view.toml"))
    #expect(try controlled.status()["config_newer"].bool == true)
    // One that cannot be used is another one, too.
    try controlled.folder.write(head + "[[gesture]]\n", to: "config.toml")
    #expect(try controlled.ask("reload").end == .status(78))
    #expect(try controlled.status()["config_newer"].bool == true)
    try controlled.folder.write(head + "watch = true\n", to: "config.toml")
    #expect(try controlled.ask("reload").end == .status(0))
    // A watched file that says the same is as good as read.
    try controlled.folder.write(head + "watch = true\n", to: "config.toml")
    try await until("the file to be read") { try !controlled.status()["config_newer"].exists }
    try await controlled.stop()
  }

  @Test func `The status names what does not work, until it is fixed`() async throws {
    let folder = try TemporaryFolder()
    let led = "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { led = \"none-such\" }\n"
    let controlled = try await Controlled(in: folder, led + "[mode.empty]\n")
    try await until("the LED's trouble") { try controlled.status()["troubles"][1].exists }
    let troubles = try controlled.status()["troubles"]
    #expect(troubles[0]["about"].string == "configuration" && troubles[0]["message"].string?.contains("empty") == true)
    #expect(troubles[1]["about"].string == "led none-such")
    #expect(controlled.daemon.errors.contains(try #require(troubles[1]["message"].string)))
    let text = try controlled.ask("status").output
    #expect(text.contains("\ntrouble with led none-such: led none-such: open /sys/class/leds/none-such/"))
    #expect(text.contains("\n`tickle doctor` says what to do\n"))
    try folder.write("[daemon]\nsocket = \"\(controlled.socket)\"\n", to: "config.toml")
    #expect(try controlled.ask("reload").end == .status(0))
    try await until("no trouble") { try !controlled.status()["troubles"].exists }
    #expect(try !controlled.ask("status").output.contains("doctor"))
    try await controlled.stop()
  }

  @Test func `The status names what clients have switched off`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    for words in [["view", "snake", "off"], ["gesture", "bite", "off"]] {
      #expect(
        try Program.tickle.run(["set"] + words + ["--config", controlled.folder.path("config.toml")]).end == .status(0))
    }
    #expect(try controlled.status()["switched_off"].strings == ["view snake", "gesture bite"])
    #expect(try controlled.ask("set", "view", "snake", "on").end == .status(0))
    #expect(try controlled.status()["switched_off"].strings == ["gesture bite"])
    try await controlled.stop()
  }

  @Test func `Unknown screens, views, gestures and modes cannot be rotated or set`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    for words in [["rotate", "side", "left"], ["set", "view", "side", "off"], ["set", "gesture", "side", "off"]] {
      let outcome = try Program.tickle.run(words + ["--config", controlled.folder.path("config.toml")])
      #expect(outcome.end == .status(64))
      #expect(outcome.errors.contains("\"side\""))
    }
    #expect(try controlled.ask("rotate", "main", "left").end == .status(0))
    #expect(try controlled.ask("set", "view", "snake", "off").end == .status(0))
    #expect(try controlled.ask("set", "mode", "locked").end == .status(0))
    #expect(try controlled.status()["mode"].string == "locked")
    #expect(try controlled.ask("set", "mode", "party").end == .status(64))
    #expect(try controlled.ask("set", "mode", "default").end == .status(0))
    #expect(try controlled.status()["mode"].string == "default")
    #expect(try controlled.ask("set", "mode", "default", "on").end == .status(64))
    #expect(try controlled.ask("pause").end == .status(0))
    #expect(try controlled.status()["paused"].bool == true)
    #expect(try controlled.ask("resume").end == .status(0))
    #expect(try controlled.status()["paused"].bool == false)
    try await controlled.stop()
  }

  @Test func `The daemon answers the next client, no matter what another one sends`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    let hostile: [[UInt8]] =
      [
        "\n", "{}\n", "[]\n", "{\"request\":1}\n", "{\"request\":\"dance\"}\n", "{\"request\":\"rotate\"}\n",
        "{\"request\":\"set\",\"enabled\":true}\n", "{\"request\":\"\\ud800\"}\n", "{\"request\":\"status\"", "\u{0}\n",
        String(repeating: "[", count: 3000) + "\n", String(repeating: "x", count: 100_000),
      ].map { Array($0.utf8) }
      + (0..<200).map { round in (0..<64).map { UInt8(truncatingIfNeeded: (round * 64 + $0) &* 2_654_435_761 >> 7) } }
    for bytes in hostile { try RawClient(controlled.socket).say(bytes) }
    let client = try RawClient(controlled.socket)
    client.say(Array("nonsense\n".utf8))
    #expect(client.hear().contains("\"ok\":false"))
    client.say(Array("{\"request\":\"status\"}\n".utf8))
    #expect(client.hear().contains("\"ok\":true"))
    try await controlled.stop()
  }

  @Test func `A client that sends several requests at once gets their replies in order, that of a reload too`()
    async throws
  {
    let controlled = try await Controlled(in: TemporaryFolder())
    let client = try RawClient(controlled.socket)
    client.say(Array("{\"request\":\"reload\"}\n{\"request\":\"status\"}\n{\"request\":\"dance\"}\n".utf8))
    #expect(client.hear().contains("\"reload\""))
    #expect(client.hear().contains("\"gestures\":1"))
    #expect(client.hear().contains("unknown request"))
    try await controlled.stop()
  }

  @Test func `What a client has set that follows ends with it, unless another one has set it too`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder(), Controlled.gestures + "\n[mode.party]\ndisable = []\n")
    let observer = try RawClient(controlled.socket)
    func tell(_ client: RawClient, _ requests: String...) {
      for request in requests {
        client.say(Array("{\"request\":\(request)}\n".utf8))
        #expect(client.hear().contains("\"ok\":true"), "\(request)")
      }
    }
    func follower(_ requests: String...) throws -> RawClient {
      let client = try RawClient(controlled.socket)
      tell(client, "\"follow\"")
      for request in requests { tell(client, request) }
      return client
    }
    /// The mode, and whether the display is on.
    func state() throws -> String {
      observer.say(Array("{\"request\":\"status\"}\n{\"request\":\"describe\"}\n".utf8))
      let mode = try JSON.lines(Data(observer.hear().utf8))[0]["mode"].string ?? "?"
      let display = try JSON.lines(Data(observer.hear().utf8))[0]["description"]["display"].bool
      return "\(mode) \(display.map { $0 ? "on" : "off" } ?? "unknown")"
    }
    func becomes(_ wanted: String) async throws { try await until("the state \(wanted)") { try state() == wanted } }
    let (locked, party) = (#""set","mode":"locked""#, #""set","mode":"party""#)
    let (off, on) = (#""set","display":false"#, #""set","display":true"#)

    var first: RawClient? = try follower(locked, off)
    #expect(try state() == "locked off")
    first = nil
    try await becomes("default unknown")
    // Both have set the same.
    first = try follower(locked, off)
    var second: RawClient? = try follower(locked, off)
    first = nil
    // Its end is known when a client after it has been answered, and gone.
    _ = try follower()
    #expect(try state() == "locked off")
    second = nil
    try await becomes("default unknown")
    // Something else was set since.
    first = try follower(locked)
    second = try follower(party, on)
    first = nil
    _ = try follower()
    #expect(try state() == "party on")
    tell(observer, locked)
    second = nil
    try await becomes("locked unknown")
    // What a client has not set stays.
    tell(observer, off)
    first = try follower(party)
    first = nil
    try await becomes("default off")
    _ = (first, second)
    try await controlled.stop()
  }

  @Test func `A thousand idle clients do not affect the daemon`() async throws {
    let controlled = try await Controlled(in: TemporaryFolder())
    var idle: [RawClient] = []
    for _ in 0..<1000 { idle.append(try RawClient(controlled.socket)) }
    #expect(try controlled.status()["gestures"].int == 1)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(controlled.daemon.process)/fd").count
    #expect(descriptors < 64 + 40, "64 connections, and what the daemon has open itself")
    idle[999].say(Array("{\"request\":\"status\"}\n".utf8))
    #expect(idle[999].hear().contains("\"ok\":true"), "the newest one stays")
    #expect(idle[0].hear() == "", "the oldest one was dropped")
    idle.removeAll()
    try await controlled.stop()
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A watcher sees gestures as they happen`() async throws {
    let panel = try MockPanel(.endlessTaps)
    let folder = try TemporaryFolder()
    let controlled = try await Controlled(panel.wrapper, in: folder)
    let watcher = try Program.tickle.start(["watch", "--config", folder.path("config.toml")])
    try await watcher.prints("\"gesture\":\"bite\"")
    let second = try Program.tickle.start(["watch", "--touches", "--config", folder.path("config.toml")])
    try await second.prints("\"type\":\"touch\"")
    second.signal(SIGINT)
    _ = try await second.ended()
    #expect(!watcher.output.contains("\"type\":\"touch\""))
    let third = try Program.tickle.start(["watch", "--format", "text", "--config", folder.path("config.toml")])
    try await until("a line of text; \(third.errors)") { third.output.split(separator: "\n").count > 2 }
    third.signal(SIGINT)
    _ = try await third.ended()
    let texts = third.output.split(separator: "\n").dropLast()
    #expect(texts.allSatisfy { $0.contains(" s  ") && $0.contains(" bite ") && !$0.contains("{") }, "\(texts)")
    #expect(!watcher.output.contains(" s  "))
    let lines = try JSON.lines(Data(watcher.output.utf8))
    #expect(lines[0]["state"].string == "ended")
    let status = try controlled.status()
    #expect(status["panels"][0]["name"].string == "Test Panel")
    #expect(try #require(status["watchers"].int) <= 2, "the second one may not have been missed yet")
    try panel.signal(SIGTERM)
    #expect(try await controlled.daemon.ended().end == .status(0))
    #expect(try await watcher.ended().end == .status(69))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The log, the status and watchers have the reasons why gestures were not recognized`() async throws {
    // A touch on the view that slides too far, and one beside it, again and again.
    let touches: [(Double, [Recording.Event])] = [
      (0.1, [.down(50, 50)]), (0.15, [.move(59, 50)]), (0.2, [.up()]), (0.4, [.down(132, 50)]), (0.5, [.up()]),
    ]
    let panel = try MockPanel(.repeated(every: 0.8, for: 60, touches))
    let folder = try TemporaryFolder()
    let gestures = """
      log_level = "debug"
      [[view]]
      name = "snake"
      frame = { x = "0mm", y = "0mm", width = "120mm", height = "100mm" }
      [[gesture]]
      name = "bite"
      kind = "tap"
      view = "snake"
      """
    let controlled = try await Controlled(panel.wrapper, in: folder, gestures)
    let slid = "bite failed at [0-9.]+ s: moved 9.0 mm, bite allows 5.0 mm; key `movement`, rule TAP-3 \\[snake\\]"
    let missed =
      "bite was not tried at [0-9.]+ s: landed 12.0 mm outside of view snake; key `view`, rule RS-5 \\[snake\\]"
    let others = try Program.tickle.start(["watch", "--config", folder.path("config.toml")])
    let texts = try Program.tickle.start(
      ["watch", "--attempts", "--format", "text", "--config", folder.path("config.toml")])
    for sentence in [slid, missed] {
      let pattern = try Regex(sentence)
      try await until("\(sentence) for a watcher; \(texts.output) \(texts.errors)") { texts.output.contains(pattern) }
      let logged = try Regex("debug: main: " + sentence)
      try await until("\(sentence) in the log; \(controlled.daemon.errors)") {
        controlled.daemon.errors.contains(logged)
      }
    }
    let json = try Program.tickle.start(["watch", "--attempts", "--config", folder.path("config.toml")])
    try await json.prints("\"tried\":false")
    #expect(json.output.contains("\"type\":\"movement\"") && !json.output.contains("\"type\":\"attempt\""))
    #expect(others.output == "", "\(others.output)")

    let attempts = try controlled.status()["attempts"].array
    #expect((2...10).contains(attempts.count))
    let text = "bite came closest: moved 9.0 mm, bite allows 5.0 mm; key `movement`, rule TAP-3"
    let touched = try Regex("; touched ([2-9]|[1-9][0-9]+) times without a gesture that has an action")
    try await until("the count; \(controlled.daemon.errors)") { try controlled.ask("status").output.contains(touched) }
    #expect(attempts.contains { $0["text"].string == text && $0["recognized"].bool == false && $0["fingers"].int == 1 })
    try panel.signal(SIGTERM)
    #expect(try await controlled.daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The properties of a panel are measured and reported while it is used`() async throws {
    // Two fingers that drag again and again: if the daemon starts late, the first frames are already waiting, and it can't
    // measure their rate.
    let drag = (0...16).map { step in
      let (time, x) = (0.5 + 0.02 * Double(step), 60 + Double(step))
      let events: [Recording.Event] =
        switch step {
        case 0: [.down(x, 40), .down(x, 80, finger: 1)]
        case 16: [.up(), .up(finger: 1)]
        default: [.move(x, 40), .move(x, 80, finger: 1)]
        }
      return (time, events)
    }
    let panel = try MockPanel(.repeated(every: 0.4, for: 40, drag))
    let folder = try TemporaryFolder()
    let controlled = try await Controlled(panel.wrapper, in: folder)
    func model() throws -> JSON { try controlled.status()["panels"][0]["panel_model"] }
    try await until("a report rate; \(controlled.daemon.errors)") { try model()["rate"].exists }

    let model = try model()
    #expect(try #require(model["touches"].int) >= 2)
    #expect(model["ghosts"].int == 0)
    #expect(model["unit"].double == 0.01)
    let sentence = try Regex("[0-9]+ Hz, unit 0.01 mm, .*0 ghosts in [0-9]+ touches")
    #expect(try controlled.ask("status").output.contains(sentence))

    // The list has the daemon's measurements for the node that it lists.
    let sameNode = try MockPanel()
    func devices(_ words: String...) async throws -> Outcome {
      try await sameNode.start(.tickle, ["devices"] + words + ["--config", folder.path("config.toml")]).ended()
    }
    let listed = try JSON.lines(await devices("--format", "json").outputBytes)
    #expect(listed.first?["panel_model"]["unit"].double == 0.01)
    #expect(listed.first?["panel_model"]["rate"].exists == true)
    #expect(try await devices().output.contains(sentence))

    // And a recording begins with them.
    let recorder = try sameNode.start(.tickle, ["record", "--config", folder.path("config.toml")])
    try await until("the head; \(recorder.errors)") { recorder.output.contains("Waiting for events") }
    recorder.signal(SIGINT)
    _ = try await recorder.ended()
    #expect(recorder.output.contains("\n# Panel model 1: {\"unit\":0.01,\"rate\":"), "\(recorder.output)")
    try panel.signal(SIGTERM)
    #expect(try await controlled.daemon.ended().end == .status(0))
  }
}
