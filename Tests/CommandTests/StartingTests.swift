import Foundation
import Testing

@Suite("tickle recipe", .startsPrograms)
struct RecipeCommandTests {
  private static let folder = "\(Files.checkout)/config/cookbook"

  @Test func `Without a name it lists every recipe with the first line of its file`() throws {
    let outcome = try Program.tickle.run(["recipe"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
      $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml")
    }
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == files.count)
    let kiosk = try #require(lines.first { $0.hasPrefix("kiosk-exit ") })
    let text = try String(contentsOfFile: "\(Self.folder)/kiosk-exit.toml", encoding: .utf8)
    let first = try #require(text.split(separator: "\n").first).dropFirst(2)
    #expect(kiosk.hasSuffix("  \(first)"))
    let objects = try JSON.lines(Program.tickle.run(["recipe", "--format", "json"]).outputBytes)
    #expect(objects.compactMap { $0["name"].string }.map { "\($0).toml" } == files.sorted())
    #expect(objects.allSatisfy { $0["type"].string == "recipe" && $0["summary"].string?.isEmpty == false })
    #expect(objects.allSatisfy { !$0["text"].exists })
  }

  @Test func `With a name it prints the file, byte for byte`() throws {
    let shipped = try Data(contentsOf: URL(filePath: "\(Self.folder)/phone.toml"))
    for name in ["phone", "phone.toml"] {
      let outcome = try Program.tickle.run(["recipe", name])
      #expect(outcome.end == .status(0))
      #expect(outcome.outputBytes == shipped)
    }
    let object = try JSON.lines(Program.tickle.run(["recipe", "phone", "--format", "json"]).outputBytes)
    #expect(object.first?["text"].string == String(decoding: shipped, as: UTF8.self))
  }

  @Test func `An unknown name gets a suggestion`() throws {
    let outcome = try Program.tickle.run(["recipe", "kiosk-exti"])
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains("no recipe is named \"kiosk-exti\"; did you mean \"kiosk-exit\"?"))
    let other = try Program.tickle.run(["recipe", "../default"])
    #expect(other.end == .status(64) && other.output == "")
    #expect(!other.errors.contains("did you mean"))
  }

  @Test func `A new file is written, and an existing one never`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("mine.toml")
    let first = try Program.tickle.run(["recipe", "phone", "--output", path])
    #expect(first.end == .status(0), "\(first.errors)")
    let shipped = try Data(contentsOf: URL(filePath: "\(Self.folder)/phone.toml"))
    #expect(try Data(contentsOf: URL(filePath: path)) == shipped)
    let second = try Program.tickle.run(["recipe", "kiosk-exit", "--output", path])
    #expect(second.end == .status(64))
    #expect(second.errors.contains("exists (remove it, or choose another --output)"))
    #expect(try Data(contentsOf: URL(filePath: path)) == shipped)
    // A dangling link is not followed, and named.
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("target"))
    let dangling = try Program.tickle.run(["recipe", "phone", "--output", folder.path("link")])
    #expect(dangling.end == .status(74) && dangling.errors.contains("(the link leads to "), "\(dangling.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "mine.toml"])
  }

  @Test func `A folder that does not exist, and options that do not fit, are errors`() throws {
    let folder = try TemporaryFolder()
    let missing = try Program.tickle.run(["recipe", "phone", "--output", folder.path("no/file.toml")])
    #expect(missing.end == .status(74) && missing.errors.contains("No such file or directory"))
    for words in [["--output", "x"], ["phone", "--output", "x", "--format", "json"]] {
      #expect(try Program.tickle.run(["recipe"] + words).end == .status(64))
    }
  }

  @Test func `The installed files are found beside the installed program`() throws {
    // As the package has them: PREFIX/bin and PREFIX/share, without a checkout.
    let prefix = try TemporaryFolder()
    let files = FileManager.default
    for folder in ["bin", "share/tickled/cookbook", "share/tickled/starters"] {
      try files.createDirectory(atPath: prefix.path(folder), withIntermediateDirectories: true)
    }
    // In a process of its own: a program that another test starts meanwhile would inherit the open copy, which then cannot be started.
    _ = try Child(["cp", Program.tickle.path, prefix.path("bin/tickle")], environment: [:], output: nil).endedSoon()
    try prefix.write("# One of our own.\n", to: "share/tickled/cookbook/kiosk-exit.toml")
    try prefix.write("# A start of our own.\n", to: "share/tickled/starters/kiosk.toml")
    for (command, says) in [("recipe", "kiosk-exit  One of our own.\n"), ("init", "kiosk  A start of our own.\n")] {
      let child = try Child([prefix.path("bin/tickle"), command], environment: [:], output: nil)
      let outcome = try child.endedSoon()
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      #expect(outcome.output == says)
    }
    try files.removeItem(atPath: prefix.path("share/tickled/cookbook"))
    let outcome = try Child([prefix.path("bin/tickle"), "recipe"], environment: [:], output: nil).endedSoon()
    #expect(outcome.end == .status(66))
    #expect(outcome.errors.contains("share/tickled/cookbook (install tickled again)"), "\(outcome.errors)")
  }

  @Test func `The Makefile installs every recipe and every starter`() throws {
    let makefile = try String(contentsOfFile: "\(Files.checkout)/Makefile", encoding: .utf8)
    for folder in ["cookbook", "starters"] {
      #expect(makefile.contains("-t $(DESTDIR)$(SHARE)/tickled/\(folder) config/\(folder)/*.toml"))
    }
  }
}

extension Child {
  /// Waits for the end of a child that takes milliseconds.
  func endedSoon() throws -> Outcome {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if let outcome = try outcome() { return outcome }
      usleep(1000)
    }
    throw ChildError.late(words)
  }
}

/// A starter, hands on a panel of 200 mm × 120 mm, and the gestures and actions that follow.
private struct Starter: CustomTestStringConvertible {
  let testDescription: String
  /// The parts of the hand's frames, one after the other.
  let hand: [[(Double, [Recording.Event])]]
  let says: [String]
  /// The gestures that are steps of another one, and have no action of their own.
  var steps: [String] = []

  static func tap(at time: Double, _ x: Double, _ y: Double) -> [(Double, [Recording.Event])] {
    [(time, [.down(x, y)]), (time + 0.06, [.up()])]
  }

  /// Fingers that land together, 20 mm apart, all move by the same distance in `seconds`, and lift.
  static func drag(
    at time: Double, fingers: Int = 1, _ x: Double, _ y: Double, by dx: Double, _ dy: Double, in seconds: Double = 0.2,
    steps: Int = 20
  ) -> [(Double, [Recording.Event])] {
    let all = 0..<fingers
    var frames: [(Double, [Recording.Event])] = [
      (time, all.map { .down(x + 20 * Double($0), y, finger: $0) })
    ]
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      frames.append(
        (time + seconds * share, all.map { .move(x + 20 * Double($0) + dx * share, y + dy * share, finger: $0) }))
    }
    frames.append((time + seconds + 0.01, all.map { .up(finger: $0) }))
    return frames
  }

  static let all: [Starter] = [
    Starter(
      testDescription: "kiosk",
      hand: [
        tap(at: 0, 5, 5), tap(at: 1, 195, 5), tap(at: 2, 195, 115), tap(at: 3, 5, 115),
        drag(at: 5, fingers: 2, 80, 60, by: 0, 0, in: 3.5),
      ],
      says: ["exit", "sound hehe", "log the way out", "restart", "sound chomp", "log start the application again"],
      steps: ["first", "second", "third", "fourth"]),
    Starter(
      testDescription: "panel",
      hand: [drag(at: 0, 80, 60, by: 40, 0), drag(at: 2, fingers: 3, 80, 60, by: 0, 0, in: 1.5)],
      says: [
        "scene", "sound chomp", "shell echo scene $TICKLED_DIRECTION", "sleep", "sound hehe", "log the panel goes dark",
      ]),
    Starter(
      testDescription: "panel-home-assistant",
      hand: [
        drag(at: 0, fingers: 2, 80, 60, by: 40, 0), drag(at: 2, fingers: 2, 80, 90, by: 0, -40, in: 0.8, steps: 4),
        drag(at: 4, fingers: 3, 80, 60, by: 0, 0, in: 1.5),
      ],
      says: ["scene", "log scene $TICKLED_DIRECTION", "dim", "log dim $TICKLED_VALUE", "dark", "backlight off"]),
    Starter(
      testDescription: "phone",
      hand: [drag(at: 0, 1, 60, by: 40, 0), drag(at: 2, 100, 119, by: 0, -40)],
      says: ["back", "sound chomp", "log back", "home", "sound hehe", "log home"]),
    Starter(
      testDescription: "tablet",
      hand: [
        drag(at: 0, fingers: 3, 60, 60, by: 40, 0), drag(at: 2, fingers: 3, 60, 80, by: 0, -40),
        drag(at: 4, fingers: 4, 60, 60, by: 0, 0, in: 0.08),
      ],
      says: [
        "workspace", "sound chomp", "shell echo workspace $TICKLED_DIRECTION", "windows", "sound chomp",
        "log all windows", "keyboard", "sound hehe", "log the keyboard",
      ]),
    Starter(
      testDescription: "till",
      hand: [
        tap(at: 0, 185, 10), tap(at: 0.25, 185, 10), drag(at: 2, 120, 60, by: -40, 0),
        drag(at: 4, 10, 110, by: 0, 0, in: 5.5),
      ],
      says: [
        "drawer", "sound chomp", "log the drawer opens", "receipt", "sound chomp",
        "shell echo receipt $TICKLED_DIRECTION",
        "service", "sound hehe", "log the service menu",
      ]),
  ]
}

@Suite("tickle init", .startsPrograms)
struct InitCommandTests {
  private func home() throws -> (TemporaryFolder, [String: String]) {
    let home = try TemporaryFolder()
    return (home, ["HOME": home.path, "XDG_CONFIG_HOME": ""])
  }

  @Test func `Every starter is tested and listed`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Files.checkout)/config/starters")
    let names = Starter.all.map(\.testDescription)
    #expect(files.sorted() == names.map { "\($0).toml" }.sorted())
    let lines = try Program.tickle.run(["init"]).output.split(separator: "\n")
    #expect(lines.compactMap { $0.split(separator: " ").first.map(String.init) } == names)
  }

  @Test(arguments: Starter.all)
  private func `A starter is written, passes the check without a warning, and each of its gestures does something`(
    starter: Starter
  ) throws {
    let (home, environment) = try home()
    let path = home.path(".config/tickled/config.toml")
    let written = try Program.tickle.run(
      ["init", starter.testDescription, "--output", path], environment: environment)
    #expect(written.end == .status(0), "\(written.errors)")
    #expect(written.errors == "Wrote \(path)\nRun it and touch the screen: tickled --format text\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode.map { $0 & 0o711 } == 0o600)

    let check = try Program.tickle.run(["check", "--format", "json"], environment: environment)
    #expect(check.end == .status(0), "\(check.output)")
    #expect(try JSON.lines(check.outputBytes).allSatisfy { $0["severity"].string == "note" }, "\(check.output)")

    let hand = try home.write(Recording(starter.hand.flatMap { $0 }).text, to: "hand.evemu")
    let replay = try Program.tickle.run(["replay", "--format", "json", hand], environment: environment)
    #expect(replay.end == .status(0), "\(replay.errors)")
    var said: [String] = []
    var gestures: Set<String> = []
    for line in try JSON.lines(replay.outputBytes) {
      guard let gesture = line["gesture"].string else { continue }
      if gestures.insert(gesture).inserted && !starter.steps.contains(gesture) { said.append(gesture) }
      if line["type"].string == "action" {
        said.append("\(line["action"].string ?? "") \(line["value"].strings.joined(separator: " "))")
      }
    }
    #expect(said == starter.says)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let named = text.components(separatedBy: "[[gesture]]\nname = \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(gestures == Set(named.map(String.init)), "a gesture that the recording does not make")
  }

  @Test func `A starter is printed exactly as shipped, and mentions only recipes that exist`() throws {
    let recipes = try Program.tickle.run(["recipe"]).output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    for name in Starter.all.map(\.testDescription) {
      let outcome = try Program.tickle.run(["init", name])
      #expect(outcome.end == .status(0) && outcome.errors == "")
      let shipped = try Data(contentsOf: URL(filePath: "\(Files.checkout)/config/starters/\(name).toml"))
      #expect(outcome.outputBytes == shipped)
      for mention in outcome.output.matches(of: #/tickle recipe ([a-z-]+)/#) where mention.output.1 != "lists" {
        #expect(recipes.contains(mention.output.1), "\(name): \(mention.output.1)")
      }
    }
  }

  @Test
  func `A file that exists stays, another place is named in the next command, and a wrong kind gets a suggestion`()
    throws
  {
    let (home, environment) = try home()
    let path = home.path("a b/c.toml")
    let first = try Program.tickle.run(["init", "till", "--output", path], environment: environment)
    #expect(first.errors.contains("tickled --config '\(path)' --format text"), "\(first.errors)")
    let text = try Data(contentsOf: URL(filePath: path))
    let second = try Program.tickle.run(["init", "phone", "--output", path], environment: environment)
    #expect(second.end == .status(64))
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
    let wrong = try Program.tickle.run(["init", "tabelt"])
    #expect(wrong.end == .status(64))
    #expect(wrong.errors.contains("no starter is named \"tabelt\"; did you mean \"tablet\"?"), "\(wrong.errors)")
    try home.write("", to: "file")
    let blocked = try Program.tickle.run(["init", "till", "--output", home.path("file/x.toml")])
    #expect(blocked.end == .status(74) && blocked.errors.contains("Not a directory"), "\(blocked.errors)")
  }

  /// The three commands of docs/first-gesture.md.
  private func commands() throws -> [String] {
    let page = try String(contentsOfFile: "\(Files.checkout)/docs/first-gesture.md", encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## With the package: three commands\n").dropFirst().first)
    return section.split(separator: "\n").prefix { $0.hasPrefix("    ") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The three commands of the page lead to a gesture that does something, and to one of the user's own`()
    async throws
  {
    let (home, environment) = try home()
    let commands = try commands()
    try #require(commands.count == 3)
    let path = environment.merging(["PATH": "\(Program.folder):/usr/bin:/bin"]) { $1 }
    for command in commands.prefix(2) {
      let outcome = try Child(["bash", "-c", command], environment: path, output: nil).endedSoon()
      #expect(outcome.end == .status(0), "\(command): \(outcome.errors)")
      #expect(!outcome.errors.contains("warning: "), "\(outcome.errors)")
    }
    // A flick to the right every three seconds.
    let hand = Starter.drag(at: 0.2, 80, 60, by: 40, 0, in: 0.12, steps: 6)
    let panel = try MockPanel(.repeated(every: 3, for: 900, hand))
    let words = commands[2].split(separator: " ").map(String.init)
    #expect(words.first == "tickled")
    let daemon = try Program.tickled.start(
      Array(words.dropFirst()), environment: environment, wrapper: panel.wrapper)
    try await daemon.prints("scene")
    try await daemon.says("scene right")
    // A gesture of the user's own, saved while the daemon runs.
    let file = ".config/tickled/config.toml"
    let text = try String(contentsOfFile: home.path(file), encoding: .utf8)
    try home.write(text.replacing("echo scene", with: "echo my own scene"), to: file)
    try await daemon.says("my own scene right")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
