import Foundation
import Testing

/// The examples of docs/twenty-keys.md: each is a configuration, and a line that plays a hand on it.
@Suite("Gestures in 20 keys", .startsPrograms)
struct TwentyKeysTests {
  private struct Example {
    var heading: String
    var configuration: String
    var command: String
    /// What the page says that the command prints.
    var output: String
  }

  private let page: String
  private let examples: [Example]

  init() throws {
    page = try String(contentsOfFile: "\(Files.checkout)/docs/twenty-keys.md", encoding: .utf8)
    examples = try page.components(separatedBy: "\n### ").dropFirst().map { section in
      let parts = section.components(separatedBy: "```")
      try #require(parts.count == 5 && section.contains("](keys/"), "a picture, a configuration and a line")
      let lines = parts[3].components(separatedBy: "\n")
      return Example(
        heading: section.components(separatedBy: "\n")[0], configuration: String(parts[1].trimmingPrefix("toml\n")),
        command: String(lines[1].trimmingPrefix("$ ")), output: lines.dropFirst(2).joined(separator: "\n"))
    }
    try #require(examples.count >= 8)
  }

  @Test func `Each example is valid, and its hand triggers what the page shows`() throws {
    let folder = try TemporaryFolder()
    for example in examples {
      let path = try folder.write(example.configuration, to: "try.toml")
      let check = try Program.tickle.run(["check", path])
      #expect(check.end == .status(0) && !check.errors.contains("warning: "), "\(example.heading): \(check.errors)")
      let outcome = try Child(
        ["bash", "-c", "cd \(folder.path) && set -o pipefail && \(example.command)"],
        environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8"], output: nil
      ).endedSoon()
      #expect(outcome.output == example.output, "\(example.heading): \(outcome.output)\(outcome.errors)")
      #expect(!outcome.output.isEmpty, "\(example.heading)")
    }
  }

  @Test func `The examples have 20 keys, which the table at the end lists`() throws {
    let key = #/^(\w+)(?:\.\w+)? = /#.anchorsMatchLineEndings()
    let used = examples.flatMap { $0.configuration.matches(of: key).map { "\($0.1)" } }
    #expect(Set(used).count == 20)
    let table = try #require(page.components(separatedBy: "\n| table | keys |\n").dropFirst().first)
    let listed = table.split(separator: "\n").dropFirst().flatMap { row in
      row.components(separatedBy: " | ").dropFirst().joined().matches(of: /`(\w+)`/).map { "\($0.1)" }
    }
    #expect(listed.sorted() == Set(used).sorted())
  }

  @Test func `The pictograms are those that the script draws`() throws {
    let outcome = try Child.run(["python3", "\(Files.checkout)/docs/make-key-pictures", "--check"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
  }
}
