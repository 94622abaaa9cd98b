import Foundation
import Testing

@Suite("replay --follow", .startsPrograms)
struct ReplayFollowTests {
  private static func tap(_ name: String) -> String { "[[gesture]]\nname = \"\(name)\"\nkind = \"tap\"\n" }

  @Test func `It plays again when a file is saved, and goes on after an invalid one`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.tap("first"), to: "config.toml")
    let recording = try folder.write(Data(contentsOf: URL(filePath: Files.demo)), to: "demo.evemu")
    let replay = try Program.tickle.start(["replay", "--follow", "--config", configuration, recording])
    func count(_ words: String) -> Int { replay.output.components(separatedBy: words).count - 1 }
    try await replay.says("waiting for a change")
    #expect(count("first") > 1)
    let taps = count("first")

    try folder.write("finger = 2\n", to: "config.toml")
    try await replay.says("config.toml:1:1: error: unknown key \"finger\"")
    try folder.write(Self.tap("second"), to: "config.toml")
    try await until("the second one; \(replay.errors)") { count("second") == taps }

    try FileManager.default.createDirectory(atPath: folder.path("config.d"), withIntermediateDirectories: false)
    try folder.write("[[gesture]]\nname = \"third\"\nkind = \"pinch\"\n", to: "config.d/a.toml")
    try await until("one of config.d; \(replay.errors)") { count("third") > 1 }
    try await until("all of it") { replay.errors.components(separatedBy: "waiting").count > 4 }

    let before = count("second")
    let waits = replay.errors.components(separatedBy: "waiting").count
    try folder.write(Recording.taps((50, 40)).text, to: "demo.evemu")
    try await until("the other recording; \(replay.errors)") { count("second") == before + 1 }
    #expect(count("first") == taps)
    // While it plays, the signal ends it like any other program.
    try await until("the wait") { replay.errors.components(separatedBy: "waiting").count > waits }
    replay.signal(SIGINT)
    #expect(try await replay.ended().end == .status(0))
  }

  @Test func `It goes on following when the system runs out of what it needs to watch files`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.tap("first"), to: "config.toml")
    let replay = try Program.tickle.start(["replay", "--follow", "--config", configuration, Files.demo])
    try await replay.says("waiting for a change")

    // No number is left for a new descriptor.
    try await Child.limitFiles(of: replay.identifier, to: 3)
    try folder.write(Self.tap("second"), to: "config.toml")
    try await replay.says("Too many open files")

    try await Child.limitFiles(of: replay.identifier, to: 1000)
    try folder.write(Self.tap("third"), to: "config.toml")
    try await replay.prints("third")
    // While it plays, the signal ends it like any other program.
    try await until("the wait") { replay.errors.components(separatedBy: "waiting").count > 3 }
    replay.signal(SIGINT)
    #expect(try await replay.ended().end == .status(0))
  }

  @Test func `The report is written again, too, and the last good one stays while the file is invalid`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.tap("knockknock"), to: "config.toml")
    let report = folder.path("report.html")
    let replay = try Program.tickle.start([
      "replay", "--follow", "--config", configuration, "--report", report, Files.demo,
    ])
    try await replay.says("waiting for a change")
    #expect(folder.text("report.html").contains("knockknock"))
    try folder.write("finger = 2\n", to: "config.toml")
    try await replay.says("unknown key")
    #expect(folder.text("report.html").contains("knockknock"))
    try folder.write(Self.tap("peekaboo"), to: "config.toml")
    try await until("the second report; \(replay.errors)") { folder.text("report.html").contains("peekaboo") }
    #expect(!folder.text("report.html").contains("knockknock"))
    // It plays for a moment after the report is complete.
    try await until("the wait") { replay.errors.components(separatedBy: "waiting").count > 3 }
    replay.signal(SIGINT)
    #expect(try await replay.ended().end == .status(0))
  }

  @Test func `Standard input cannot be followed`() throws {
    let outcome = try Program.tickle.run(["replay", "--follow", "--config", "/dev/null", "-"])
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains("--follow needs files"))
  }
}
