import Foundation
import Testing

/// The examples of the manual pages, which come from the documentation.
@Suite("Examples of the manual pages", .startsPrograms)
struct ManualExampleTests {
  private static func page(_ name: String) throws -> [Substring] {
    try String(contentsOfFile: "\(Files.checkout)/docs/\(name)", encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines from a heading to the next one of the same level.
  private static func section(_ heading: String, of page: String) throws -> [Substring] {
    let lines = try Self.page(page)
    let start = try #require(lines.firstIndex { $0 == heading }) + 1
    let level = heading.prefix { $0 == "#" } + " "
    return Array(lines[start...].prefix { !$0.hasPrefix(level) })
  }

  @Test func `Commands that need neither a touchscreen nor a daemon succeed and print something`() throws {
    let lines = try Self.section("### Examples of tickle", of: "commands.md")
    let blocks = lines.split { !$0.hasPrefix("    ") }.map { $0.map { $0.dropFirst(4) }.joined(separator: "\n") }
    #expect(blocks.count >= 5)
    let folder = try TemporaryFolder()
    for block in blocks {
      let script = block.replacing("/usr/share/tickled", with: "\(Files.checkout)/config")
      let child = try Child(
        ["bash", "-ec", "set -o pipefail; cd \(folder.path); \(script)"],
        environment: ["PATH": "\(Program.folder):/usr/bin:/bin"], output: nil)
      var outcome: Outcome?
      let limit = ContinuousClock.now + .seconds(60)
      while outcome == nil, ContinuousClock.now < limit {
        outcome = try child.outcome()
        usleep(1000)
      }
      #expect(outcome?.end == .status(0), "\(script): \(outcome?.errors ?? "")")
      let wrote = outcome?.output.isEmpty == false || access(folder.path("demo.html"), R_OK) == 0
      #expect(wrote, "\(script) prints nothing")
    }
  }

  @Test func `Examples of the reference print what they show, and a line … stands where lines are left out`() throws {
    var tried: [String] = []
    for name in ["commands.md", "hands.md"] {
      let blocks = try Self.page(name).joined(separator: "\n").components(separatedBy: "\n```text\n$ ").dropFirst()
      for block in blocks {
        let lines = block.components(separatedBy: "\n```")[0].split(separator: "\n", omittingEmptySubsequences: false)
        // The others need a terminal, a panel, or files of the reader's own.
        guard lines[0].contains(#/^tickle (explain|hand|replay|show) /#) else { continue }
        let outcome = try Child(
          ["bash", "-c", "cd '\(Files.checkout)' && \(lines[0]) 2>&1"],
          environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8"], output: nil
        ).endedSoon()
        let printed = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(Self.shows(lines.dropFirst(), of: printed), "\(lines[0]) prints \(outcome.output)")
        tried.append("\(lines[0].split(separator: " ")[1])")
      }
    }
    #expect(Set(tried).count == 4 && tried.count > 4, "\(tried)")
  }

  /// Whether an excerpt has all lines that were printed, but where it has a line "…" instead.
  private static func shows(_ excerpt: ArraySlice<Substring>, of printed: ArraySlice<Substring>) -> Bool {
    var rest = printed
    for (index, part) in excerpt.split(separator: "…", omittingEmptySubsequences: false).enumerated() {
      if index > 0, let place = rest.firstRange(of: part) { rest = rest[place.lowerBound...] }
      guard rest.starts(with: part) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty || excerpt.last == "…"
  }
}
