import Foundation
import Testing

/// A panel that umockdev emulates: Devices/ describes it, and each test its fingers.
struct MockPanel {
  static let isAvailable = ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/umockdev-run", X_OK) == 0 }
  static let missing: Comment = "umockdev-run is not installed: skipped"
  private static let node = "/dev/input/event1"

  let folder: TemporaryFolder
  private var words: [String]
  /// umockdev 0.19 reads its file in a time that grows with the square of the number of events: 1 s for these, 75 s for 80,000.
  private static let mostEvents = 12_000

  /// - Parameters:
  ///   - events: a file with events, instead of a hand.
  ///   - saysSize: whether the axes have a resolution.
  init(_ hand: Recording? = nil, extraEvents: String = "", events: String? = nil, saysSize: Bool = true) throws {
    folder = try TemporaryFolder()
    var answers = "\(Files.devices)/panel.ioctl"
    if !saysSize {
      // The last number of an axis is its resolution, 100 units per millimetre.
      let text = try String(contentsOfFile: answers, encoding: .utf8)
      answers = try folder.write(
        text.replacing(/(EVIOCGABS.*)64000000/) { "\($0.output.1)00000000" }, to: "panel.ioctl")
    }
    words = ["umockdev-run", "-d", "\(Files.devices)/panel.umockdev", "-i", "\(Self.node)=\(answers)"]
    if let hand {
      let text = hand.events(padded: false) + extraEvents
      try #require(text.utf8.count { $0 == UInt8(ascii: "\n") } <= Self.mostEvents)
      let events = try folder.write(text, to: "hand.events")
      words += ["-e", "\(Self.node)=\(events)"]
    } else if let events {
      words += ["-e", "\(Self.node)=\(events)"]
    }
  }

  /// Starts a program with the panel; `signal` reaches the program's own process.
  func start(_ program: Program, _ arguments: [String], output: String? = nil) throws -> Child {
    try program.start(arguments, wrapper: wrapper, output: output)
  }

  /// The words before a program and its arguments.
  var wrapper: [String] { words + ["--", "sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", folder.path("process")] }

  func startDaemon(_ configuration: String, _ arguments: [String] = ["--format", "json"]) throws -> Child {
    try start(.tickled, ["--config", folder.write(configuration, to: "config.toml")] + arguments)
  }

  func signal(_ number: Int32) throws {
    let text = try String(contentsOfFile: folder.path("process"), encoding: .utf8)
    kill(try #require(pid_t(text.dropLast())), number)
  }

  func content(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }
}

@Suite("Daemon with a panel", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct PanelTests {
  private static let tap = "[[gesture]]\nname = \"bite\"\nkind = \"tap\"\n"
  /// A tap at 0.5 s, when the daemon has started; on a slow machine the events are already waiting.
  private static let oneTap = Recording([(0.5, [.down(50, 40)]), (0.56, [.up()])])

  @Test func `Lengths on a panel that does not say its size are called guesses`() async throws {
    let panel = try MockPanel(saysSize: false)
    let sentence = "so all lengths are guesses: `tickle setup` measures it"
    let configuration = try panel.folder.write(Self.tap, to: "config.toml")
    let sized = try panel.folder.write(
      "[[screen]]\nname = \"main\"\nsize = [\"200mm\", \"120mm\"]\n" + Self.tap, to: "sized.toml")
    func errors(_ arguments: [String], on panel: MockPanel) async throws -> Outcome {
      let outcome = try await panel.start(.tickle, arguments).ended()
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      return outcome
    }
    for arguments in [
      ["devices"], ["check", configuration], ["init", "kiosk"],
      ["init", "till", "--output", panel.folder.path("till.toml")],
    ] {
      #expect(try await errors(arguments, on: panel).errors.contains(sentence), "\(arguments)")
    }
    let line = try JSON.lines(try await errors(["check", "--format", "json", configuration], on: panel).outputBytes)
      .last
    #expect(line?["severity"].string == "note" && line?["device"].string == "/dev/input/event1")
    // A size in the configuration, or of the panel itself, is no guess.
    #expect(try await !errors(["check", sized], on: panel).errors.contains("guesses"))
    #expect(try await !errors(["check", configuration], on: try MockPanel()).errors.contains("guesses"))
  }

  @Test func `A panel is listed as text`() async throws {
    let panel = try MockPanel()
    let outcome = try await panel.start(.tickle, ["devices"]).ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].split(separator: " ").first == "NODE")
    for word in ["/dev/input/event1", "200 × 120 mm", "resolution", " 5 ", " B ", "Test Panel"] {
      #expect(lines[1].contains(word))
    }
  }

  @Test func `A panel is listed as JSON`() async throws {
    let panel = try MockPanel()
    let outcome = try await panel.start(.tickle, ["devices", "--format", "json"]).ended()
    #expect(outcome.end == .status(0))
    let lines = try JSON.lines(outcome.outputBytes)
    try #require(lines.count == 1)
    #expect(lines[0]["node"].string == "/dev/input/event1")
    #expect(lines[0]["name"].string == "Test Panel")
    #expect(lines[0]["vendor"].int == 0x1d6b)
    #expect(lines[0]["product"].int == 0x0104)
    #expect(lines[0]["protocol"].string == "B")
    #expect(lines[0]["slots"].int == 5)
    #expect(lines[0]["size"]["width"].double == 200)
    #expect(lines[0]["size"]["height"].double == 120)
    #expect(lines[0]["x"]["maximum"].int == 20000)
    #expect(lines[0]["y"]["resolution"].int == 100)
    #expect(lines[0]["path"].string == "virtual-panel")
    #expect(lines[0]["access"]["mode"].string?.count == 4)
    #expect(lines[0]["screen"].string == "main")
  }

  @Test(.enabled(if: SystemConfiguration.hidden != nil, SystemConfiguration.visible))
  func `Without any configuration, the list names no screen`() async throws {
    let panel = try MockPanel()
    let outcome = try await Program.tickle.start(
      ["devices", "--format", "json"], environment: ["XDG_CONFIG_HOME": "/nowhere"],
      wrapper: try #require(SystemConfiguration.hidden) + panel.wrapper
    ).ended()
    let lines = try JSON.lines(outcome.outputBytes)
    try #require(lines.count == 1, "\(outcome.errors)")
    #expect(!lines[0]["screen"].exists)
  }

  @Test func `The list names the screen of the configuration that a panel belongs to, with its size`() async throws {
    let panel = try MockPanel()
    for (match, screen, size) in [("Test*", "wall", "90 × 60 mm"), ("Other", "none", "200 × 120 mm")] {
      let config = try panel.folder.write(
        "[[screen]]\nname = \"wall\"\nmatch = { name = \"\(match)\" }\nsize = [\"90mm\", \"60mm\"]\n", to: "config.toml"
      )
      let outcome = try await panel.start(.tickle, ["devices", "--config", config]).ended()
      #expect(outcome.end == .status(0))
      let lines = outcome.output.split(separator: "\n")
      #expect(lines[0].contains(" SCREEN "))
      #expect(lines[1].contains("  \(screen)  "))
      #expect(lines[1].contains(size))
    }
  }

  @Test func `A narrow terminal shows a panel in several lines`() async throws {
    let panel = try MockPanel()
    let command = "stty cols 50; \(Program.tickle.path) devices"
    let child = try Child(panel.wrapper + ["script", "-qc", command, "/dev/null"], environment: [:], output: nil)
    let lines = try await child.ended().output.split(whereSeparator: \.isNewline)
    #expect(lines.first == "/dev/input/event1  Test Panel")
    #expect(lines.dropFirst().first == "  200 × 120 mm (resolution), fingers: 5, protocol")
    #expect(lines.allSatisfy { $0.count <= 50 })
  }

  @Test func `The report rate of a panel is measured while a finger moves on it`() async throws {
    let drag: [(Double, [Recording.Event])] = (0...100).map { index in
      let x = 60 + Double(index)
      return (1 + Double(index) / 50, [index == 0 ? .down(x, 50) : index == 100 ? .up() : .move(x, 50)])
    }
    let panel = try MockPanel(.repeated(every: 2.1, for: 60, drag))
    let listing = try panel.start(.tickle, ["devices", "--measure", "4", "--format", "json"])
    let lines = try await JSON.lines(listing.ended().outputBytes)
    // The recording has 50 Hz; on a busy machine frames come later.
    let rate = try #require(lines.first.flatMap { $0["rate"].double })
    #expect((5...60).contains(rate))
  }

  @Test func `A tap on the panel runs its command, with all values in the environment`() async throws {
    let panel = try MockPanel(Self.oneTap)
    let daemon = try panel.startDaemon(
      """
      [[view]]
      name = "snake"
      frame = { x = "10%", y = "10%", width = "50%", height = "50%" }
      [[gesture]]
      name = "bite"
      kind = "tap"
      view = "snake"
      [gesture.action]
      shell = "env | grep ^TICKLED_ >$TOLD.new && mv $TOLD.new $TOLD"
      env = { TOLD = "\(panel.folder.path("told"))" }
      """)
    try await until("what the command was told; \(daemon.errors)") { panel.content("told") != nil }
    let told = Set(try #require(panel.content("told")).split(separator: "\n").map(String.init))
    let expected: Set = [
      "TICKLED_GESTURE=bite", "TICKLED_KIND=tap", "TICKLED_STATE=ended", "TICKLED_VIEW=snake", "TICKLED_SCREEN=main",
      "TICKLED_X=50.0", "TICKLED_Y=40.0", "TICKLED_X_PERCENT=25.0", "TICKLED_Y_PERCENT=33.333", "TICKLED_TAPS=1",
    ]
    #expect(expected.isSubset(of: told), "\(told.sorted())")
    #expect(told.contains { $0.hasPrefix("TICKLED_TIME=") })

    try panel.signal(SIGTERM)
    let outcome = try await daemon.ended()
    #expect(outcome.end == .status(0))
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.first?["type"].string == "device")
    #expect(lines.first?["change"].string == "added")
    #expect(lines.first?["name"].string == "Test Panel")
    let gesture = try #require(lines.first { $0["type"].string == "gesture" })
    #expect(gesture["gesture"].string == "bite")
    #expect(gesture["view"].string == "snake")
    #expect(gesture["location"]["x"].double == 50)
    #expect(gesture["location_in_view"]["x"].double == 30)
    #expect(lines.contains { $0["type"].string == "action" && $0["action"].string == "shell" })
    #expect(outcome.errors.contains("\"Test Panel\" on /dev/input/event1 is screen \"main\", 200 × 120 mm"))
  }

  @Test func `Without a format the daemon prints nothing`() async throws {
    let panel = try MockPanel(Self.oneTap)
    let daemon = try panel.startDaemon(Self.tap + "action = { log = \"it has bitten\" }\n", [])
    try await daemon.says("it has bitten")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().output == "")
  }

  @Test func `Output that cannot be written does not stop the daemon`() async throws {
    let panel = try MockPanel(Self.oneTap)
    let configuration = try panel.folder.write(Self.tap + "action = { log = \"it has bitten\" }\n", to: "config.toml")
    let arguments = ["--config", configuration, "--format", "json"]
    let daemon = try panel.start(.tickled, arguments, output: "/dev/full")
    try await daemon.says("it has bitten")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A dry run prints actions and does not run them`() async throws {
    let panel = try MockPanel(Self.oneTap)
    let command = "touch \(panel.folder.path("done"))"
    let daemon = try panel.startDaemon(Self.tap + "action = { shell = \"\(command)\" }\n", ["--dry-run"])
    try await daemon.says("would run: ")
    #expect(daemon.errors.contains(command))
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
    #expect(panel.content("done") == nil)
  }

  @Test func `A drag turns a knob one step at a time`() async throws {
    // 31 mm, of which recognition takes 1.6 mm: five steps of 5 mm to the right, then three back. A step takes a quarter of a second, as
    // one whose command does not start before the next step would be left out.
    let way = (0...31).map { Double($0) } + (11...30).reversed().map { Double($0) }
    let drag = way.enumerated().map { index, x in
      (0.5 + Double(index) / 20, [index == 0 ? Recording.Event.down(60 + x, 50) : .move(60 + x, 50)])
    }
    let panel = try MockPanel(Recording(drag + [(4, [.up()])]))
    let daemon = try panel.startDaemon(
      """
      [[gesture]]
      name = "knob"
      kind = "pan"
      [gesture.on]
      changed = { shell = "echo $TICKLED_STEP >>$STEPS", every = "5mm", overlap = "queue", env = { STEPS = "\(panel.folder.path("steps"))" } }
      ended = { shell = "touch $OVER", overlap = "queue", env = { OVER = "\(panel.folder.path("over"))" } }
      """)
    try await until("the end of the drag; \(daemon.errors)") { panel.content("over") != nil }
    let expected = "+1\n+1\n+1\n+1\n+1\n-1\n-1\n-1\n"
    try await until("all steps, not only \(panel.content("steps") ?? "")") { panel.content("steps") == expected }
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `Active gestures are cancelled when the daemon is stopped`() async throws {
    let panel = try MockPanel(Recording([(0.5, [.down(50, 40)]), (0.55, [.move(70, 40)])]))
    let daemon = try panel.startDaemon("[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n")
    try await daemon.prints(#""state":"began""#)
    try panel.signal(SIGINT)
    let outcome = try await daemon.ended()
    #expect(outcome.end == .status(0))
    let states = try JSON.lines(outcome.outputBytes).compactMap { $0["state"].string }
    #expect(states == ["began", "cancelled"])
  }

  @Test func `When the kernel drops events, the touches that may have ended are cancelled`() async throws {
    let panel = try MockPanel(
      Recording([(0.5, [.down(50, 40)]), (0.55, [.move(70, 40)])]),
      extraEvents: "E: 0.600000 0000 0003 0\nE: 0.600000 0000 0000 0\n")
    let daemon = try panel.startDaemon("[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n")
    try await daemon.prints(#""state":"cancelled""#)
    #expect(daemon.output.contains(#""change":"dropped""#))
    #expect(daemon.errors.contains("the kernel lost events"))
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A new configuration takes effect on an open panel; an invalid one does not affect the current one`()
    async throws
  {
    let panel = try MockPanel(.endlessTaps)
    let daemon = try panel.startDaemon(Self.tap)
    func count(_ gesture: String) -> Int {
      daemon.output.components(separatedBy: "\"gesture\":\"\(gesture)\"").count - 1
    }
    try await until("a tap; \(daemon.errors)") { count("bite") > 0 }

    try panel.folder.write("[[gesture]]\nname = \"kiss\"\n", to: "config.toml")
    try panel.signal(SIGHUP)
    try await daemon.says("not reloaded")
    let before = count("bite")
    try await until("a tap by the old configuration; \(daemon.errors)") { count("bite") > before }

    try panel.folder.write("[[gesture]]\nname = \"kiss\"\nkind = \"tap\"\n", to: "config.toml")
    try panel.signal(SIGHUP)
    try await daemon.says("config.toml: reloaded")
    let after = count("bite")
    try await until("a tap by the new configuration; \(daemon.errors)") { count("kiss") > 1 }
    #expect(count("bite") == after)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A panel that no screen matches is not used, and the log says so`() async throws {
    let panel = try MockPanel()
    let daemon = try panel.startDaemon("[[screen]]\nname = \"main\"\nmatch = { name = \"Goodix*\" }\n")
    try await daemon.says("waiting for one")
    #expect(daemon.errors.contains("\"Test Panel\" on /dev/input/event1 matches no [[screen]]"))
    try panel.signal(SIGTERM)
    let outcome = try await daemon.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "")
  }

  @Test(arguments: ["/dev/input/event1", "/dev/input/event2"])
  func `Only the requested node is read`(node: String) async throws {
    let panel = try MockPanel()
    let daemon = try panel.startDaemon("", ["--device", node])
    try await daemon.says(node == "/dev/input/event1" ? "is screen \"main\"" : "waiting for one")
    try panel.signal(SIGTERM)
    let errors = try await daemon.ended().errors
    #expect(errors.contains("Test Panel") == (node == "/dev/input/event1"))
  }
}
