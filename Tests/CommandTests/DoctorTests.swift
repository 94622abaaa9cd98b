import Foundation
import Testing

@Suite("tickle doctor", .startsPrograms)
struct DoctorTests {
  private static let tap = "[[gesture]]\nname = \"bite\"\nkind = \"tap\"\naction = { log = \"bitten\" }\n"

  /// Returns the answers by their questions.
  private static func answers(_ outcome: Outcome) throws -> [String: JSON] {
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.count == 10, "\(outcome.output) \(outcome.errors)")
    return Dictionary(lines.map { ($0["question"].string ?? "", $0) }) { first, _ in first }
  }

  @Test func `Without a daemon, a panel and a configuration, it says what is missing, and how to get it`() throws {
    let folder = try TemporaryFolder()
    let config = folder.path("config.toml")
    let outcome = try Program.tickle.run(["doctor", "--config", config])
    #expect(outcome.end == .status(1) && outcome.errors == "")
    #expect(outcome.output.contains("✗ daemon: no daemon runs\n    sudo systemctl enable --now tickled\n"))
    #expect(outcome.output.contains("there is no \(config)\n    tickle init kiosk --output \(config)\n"))
    // It waits for no touch, as it is not on a terminal.
    #expect(outcome.output.contains("– touches: `tickle doctor --touch 5` waits for one\n"))
    #expect(!FileManager.default.fileExists(atPath: config))
  }

  @Test func `A broken file, files that nothing reads, and missing programs are found without a daemon`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write("[[gesture]]\nname = \"a\"\nkind = \"tipp\"\n", to: "config.toml")
    try FileManager.default.createDirectory(atPath: folder.path("config.d"), withIntermediateDirectories: true)
    try folder.write("", to: "config.d/tap.conf")
    func answers() throws -> [String: JSON] {
      try Self.answers(Program.tickle.run(["doctor", "--config", config, "--format", "json"]))
    }
    let broken = try #require(try answers()["configuration"])
    #expect(broken["ok"].bool == false && broken["text"].string?.contains("config.toml:3:8: ") == true)
    #expect(
      broken["do"].strings == [
        "tickle check \(config)", "mv -i \(folder.path("config.d/tap.conf")) \(folder.path("config.d/tap.toml"))",
      ])
    try folder.write(
      Self.tap + "[[gesture]]\nname = \"b\"\nkind = \"tap\"\ntaps = 2\naction = { exec = [\"/nonexistent/b\"] }\n"
        + "[[gesture]]\nname = \"c\"\nkind = \"swipe\"\naction = { sound = \"chomp\" }\n", to: "config.toml")
    let actions = try #require(try answers()["actions"])
    #expect(actions["ok"].bool == false && actions["text"].string?.contains("there is no \"/nonexistent/b\"") == true)
    #expect(actions["do"].strings.contains { $0.contains("/drop-in/sound.conf") })
  }

  @Test func `A gesture that no hand makes is named`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      Self.tap + "[[gesture]]\nname = \"twin\"\nkind = \"tap\"\naction = { log = \"never\" }\n"
        + "[mode.night]\ndisable = [\"bite\", \"twin\"]\n", to: "config.toml")
    let answers = try Self.answers(Program.tickle.run(["doctor", "--config", config, "--format", "json"]))
    #expect(answers["gestures"]?["ok"].bool == false, "\(answers)")
    #expect(answers["gestures"]?["text"].string?.contains("twin") == true)
    // What `tickle check` notes about the mode is nothing that an action lacks.
    #expect(answers["actions"]?["ok"].bool == true, "\(answers)")
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `While it waits for a touch, the daemon explains what that touch did`() async throws {
    let slide: [(Double, [Recording.Event])] = [(0.1, [.down(50, 50)]), (0.15, [.move(59, 50)]), (0.2, [.up()])]
    let panel = try MockPanel(.repeated(every: 0.5, for: 60, slide))
    let daemon = try panel.startDaemon("daemon.socket = \"\(panel.folder.path("s"))\"\n\(Self.tap)")
    let config = panel.folder.path("config.toml")
    try await until("a touch; \(daemon.errors)") {
      try Program.tickle.run(["status", "--config", config]).output.contains("last touch")
    }
    let answers = try Self.answers(
      Program.tickle.run(["doctor", "--config", config, "--format", "json", "--touch", "10"]))
    #expect(answers["touches"]?["text"].string == "a touch has arrived")
    let attempts = try #require(answers["attempts"]?["text"].string)
    #expect(
      attempts.contains(" s ago on main: bite came closest: moved 9.0 mm, bite allows 5.0 mm; key `movement`"),
      "\(attempts)")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A running daemon tells its troubles, and that its file has changed`() async throws {
    let panel = try MockPanel()
    let text =
      "daemon.socket = \"\(panel.folder.path("s"))\"\n\(Self.tap)"
      + "[[gesture]]\nname = \"c\"\nkind = \"swipe\"\naction = { led = \"none-such\" }\n"
    let daemon = try panel.startDaemon(text)
    let config = panel.folder.path("config.toml")
    let doctor = ["doctor", "--config", config, "--format", "json"]
    try await until("the trouble; \(daemon.errors)") {
      try Self.answers(Program.tickle.run(doctor))["actions"]?["text"].string?.hasPrefix("led none-such: ") == true
    }
    // Only the daemon sees the panel: this doctor runs outside of the test bed.
    let outside = try Self.answers(Program.tickle.run(doctor))
    #expect(outside["daemon"]?["ok"].bool == true && outside["configuration"]?["ok"].bool == true)
    #expect(outside["panel"]?["text"].string == "Test Panel on /dev/input/event1")
    #expect(outside["actions"]?["text"].string?.contains("led none-such: ") == true)
    try panel.folder.write(text + "\n", to: "config.toml")
    #expect(try Self.answers(Program.tickle.run(doctor))["configuration"]?["do"].strings == ["tickle reload"])
    #expect(try Program.tickle.run(["pause", "--config", config]).end == .status(0))
    #expect(try Self.answers(Program.tickle.run(doctor))["daemon"]?["do"].strings == ["tickle resume"])
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A touch that only the daemon sees has arrived, too`() async throws {
    let panel = try MockPanel(.endlessTaps)
    let daemon = try panel.startDaemon("daemon.socket = \"\(panel.folder.path("s"))\"\n\(Self.tap)")
    try await daemon.prints("bite")
    let words = ["doctor", "--config", panel.folder.path("config.toml"), "--format", "json", "--touch", "30"]
    let answers = try await Self.answers(Program.tickle.start(words).ended())
    #expect(answers["touches"]?["text"].string == "a touch has arrived")
    #expect(answers["gestures"]?["ok"].bool == true)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `It looks at panels itself, and waits for a touch with --touch`() async throws {
    let panel = try MockPanel(Recording([(1.5, [.down(50, 40)]), (1.6, [.up()])]), saysSize: false)
    let config = try panel.folder.write(
      "[[screen]]\nname = \"wall\"\nmatch = { name = \"Other\" }\n" + Self.tap, to: "config.toml")
    let touched = try panel.start(.tickle, ["doctor", "--config", config, "--format", "json", "--touch", "20"])
    let outcome = try await touched.ended()
    let answers = try Self.answers(outcome)
    #expect(outcome.end == .status(1) && outcome.errors == "Touch the glass, within 20 s.\n")
    #expect(answers["touches"]?["ok"].bool == true)
    #expect(answers["panel"]?["text"].string == "Test Panel on /dev/input/event1")
    #expect(answers["size"]?["do"].strings.contains("[[screen]] match = { name = \"Test Panel\" }") == true)
    #expect(answers["size"]?["do"].strings.contains("tickle setup --write") == true)

    let idle = try MockPanel()
    let missed = try await idle.start(
      .tickle,
      ["doctor", "--config", idle.folder.write(Self.tap, to: "config.toml"), "--format", "json", "--touch", "1"]
    ).ended()
    #expect(try Self.answers(missed)["touches"]?["ok"].bool == false)
    #expect(try Program.tickle.run(["doctor", "--touch", "61"]).end == .status(64))
  }

  @Test func `A recording shows the panel's faults, with the keys that repair them`() throws {
    let folder = try TemporaryFolder()
    // A finger that rests for ten seconds, and another panel's drag that is lost for a moment in every fifth report.
    let drag = (0..<40).flatMap { index -> [(Double, [Recording.Event])] in
      let time = 0.5 + Double(index) / 100, x = 40 + Double(index)
      return index % 10 == 9
        ? [(time, [.up()]), (time + 0.005, [.down(x + 0.5, 50)])] : [(time, [index == 0 ? .down(x, 50) : .move(x, 50)])]
    }
    let broken = try folder.write(Recording(drag + [(1, [.up()])]).text, to: "broken.evemu")
    let outcome = try Program.tickle.run(["doctor", broken])
    #expect(outcome.end == .status(1), "\(outcome.errors)")
    #expect(
      outcome.output.contains("× contacts that are lost for a moment\n    bridge = \"34ms\"\n"), "\(outcome.output)")
    let sound = try folder.write(Recording([(0.5, [.down(50, 40)]), (0.6, [.up()])]).text, to: "sound.evemu")
    let well = try Program.tickle.run(["doctor", "--format", "json", sound])
    #expect(well.end == .status(0) && well.output.contains(#"{"question":"panel","ok":true,"text":"no fault in "#))
    #expect(try Program.tickle.run(["doctor", folder.path("none.evemu")]).end == .status(66))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A report has what a bug report needs, and no names of people, machines and places`() async throws {
    let panel = try MockPanel()
    let config = try panel.folder.write(Self.tap, to: "config.toml")
    let recording = try panel.folder.write(Recording([(0.5, [.down(50, 40)]), (0.6, [.up()])]).text, to: "r.evemu")
    let outcome = try await panel.start(.tickle, ["doctor", "--report", "--config", config, recording]).ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    for words in [
      "tickle ", "kernel ", "panel 1d6b:0104, protocol slots, slots 5, X 0 to 20000 (100 a mm)", "gaps 50 %: ",
      "taps roll 50 %: ",
    ] {
      #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
    }
    for secret in [panel.folder.path, "Test Panel", ProcessInfo.processInfo.hostName, NSHomeDirectory()] {
      #expect(!outcome.output.contains(secret), "\(secret)")
    }
  }
}
