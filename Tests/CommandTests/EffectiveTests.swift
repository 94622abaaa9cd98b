import Foundation
import Testing

@Suite("check --effective", .startsPrograms)
struct EffectiveTests {
  private static let shipped: [String] = {
    let folder = "\(Files.checkout)/config/cookbook"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = ["tickled", "default", "volume-knob"].map { "\(Files.checkout)/config/\($0).toml" }
    return names.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") }.sorted().map { "\(folder)/\($0)" }
      + others
  }()

  /// Recordings with many kinds of gestures.
  private static let recordings =
    [Files.demo] + ["slots", "pen-palm"].map { OwnRecordings.path($0, "evemu") }
    + SharedRecordings.names.prefix(4)
    .map(SharedRecordings.path)

  @Test(arguments: shipped)
  func `A shipped file and its effective configuration do the same, and that is its own`(path: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.tickle.run(["check", "--effective", path])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let copy = try folder.write(outcome.output, to: "effective.toml")
    #expect(try Program.tickle.run(["check", copy]).end == .status(0))
    #expect(try Program.tickle.run(["check", "--effective", copy]).output == outcome.output)
    func replay(_ path: String) throws -> Data {
      let options = ["--format", "json", "--states", "all", "--touches", "--config", path]
      return try Program.tickle.run(["replay"] + options + Self.recordings).outputBytes
    }
    let lines = try replay(path)
    #expect(try replay(copy) == lines)
    #expect(lines.count > 10_000)
  }

  @Test func `It has the files of config.d, and an invalid one is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[daemon]\nwatch = true\n", to: "config.toml")
    try FileManager.default.createDirectory(atPath: folder.path("config.d"), withIntermediateDirectories: false)
    try folder.write("[[view]]\nname = \"menu\"\n", to: "config.d/a.toml")
    let outcome = try Program.tickle.run(["check", "--effective", "--config", path])
    #expect(outcome.output.hasPrefix("[daemon]\nlog_level = \"info\"\n"))
    #expect(outcome.output.contains("watch = true\n") && outcome.output.contains("\nname = \"menu\"\n"))
    try folder.write("[[view]]\nname = 1\n", to: "config.d/a.toml")
    let refused = try Program.tickle.run(["check", "--effective", path])
    #expect(refused.end == .status(78) && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("\(folder.path("config.d/a.toml")):2:8: error: "), "\(refused.errors)")
  }

  @Test(arguments: [["a", "b"], ["--strict", "a"], ["--format", "json", "a"]])
  func `It prints one configuration as TOML`(arguments: [String]) throws {
    #expect(try Program.tickle.run(["check", "--effective"] + arguments).end == .status(64))
  }
}
