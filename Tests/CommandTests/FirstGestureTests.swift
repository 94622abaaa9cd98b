import Foundation
import Testing

@Suite("The first gesture, as described in docs/first-gesture.md", .startsPrograms)
struct FirstGestureTests {
  private let page: String
  /// The configurations that the page asks the reader to write, in order.
  private let configurations: [String]
  /// The user's home folder.
  private let home: TemporaryFolder

  init() throws {
    page = try String(contentsOfFile: "\(Files.checkout)/docs/first-gesture.md", encoding: .utf8)
    configurations = page.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    home = try TemporaryFolder()
    try #require(configurations.count == 2)
    try FileManager.default.createDirectory(
      atPath: home.path(".config/tickled"), withIntermediateDirectories: true)
    try home.write(configurations[0], to: ".config/tickled/config.toml")
  }

  /// The words after `$ PROGRAM` of each command for a program.
  private func commands(_ program: String) -> [[String]] {
    page.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.first == "$" && words[1] == ".build/release/\(program)" ? Array(words.dropFirst(2)) : nil
    }
  }

  private func run(_ words: [String]) throws -> Outcome {
    let words = words.map { $0.hasPrefix("config/") ? "\(Files.checkout)/\($0)" : $0 }
    return try Program.tickle.run(words, environment: ["HOME": home.path, "XDG_CONFIG_HOME": ""])
  }

  @Test func `The commands find the configuration and print what the page shows`() throws {
    let commands = commands("tickle")
    #expect(commands.map(\.first) == ["devices", "check", "replay", "monitor"])
    let check = try run(commands[1])
    #expect(check.end == .status(0), "\(check.errors)")
    #expect(check.output.contains("config.toml: valid (0 views, 1 gesture)"))
    #expect(!check.errors.contains("warning: "), "\(check.errors)")

    let replay = try run(commands[2])
    #expect(replay.end == .status(0), "\(replay.errors)")
    let shown = page.split(separator: "\n").filter { $0.hasPrefix("   0.") }
    #expect(shown.count == 2)
    #expect(replay.output.split(separator: "\n").starts(with: shown), "\(replay.output)")
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The tap is recognized, and so is the drag that is added while the daemon runs`() async throws {
    // A tap and a drag of 20 mm every three seconds.
    var hand: [(Double, [Recording.Event])] = [(0, [.down(50, 40)]), (0.06, [.up()]), (0.3, [.down(50, 40)])]
    for step in 1...5 { hand.append((0.3 + Double(step) / 25, [.move(50 + 4 * Double(step), 40)])) }
    hand.append((0.55, [.up()]))
    let panel = try MockPanel(.repeated(every: 3, for: 900, hand))
    let daemon = try Program.tickled.start(
      try #require(commands("tickled").first),
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": ""], wrapper: panel.wrapper)
    try await daemon.prints("hello")
    try await daemon.says("touched at 50.0 mm, 40.0 mm")
    #expect(!daemon.output.contains("knob"))
    try home.write(configurations.joined(separator: "\n"), to: ".config/tickled/config.toml")
    try await daemon.says("config.toml: reloaded")
    try await daemon.says("step +1")
    #expect(daemon.output.contains("knob"))
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
