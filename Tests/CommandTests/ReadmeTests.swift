import Foundation
import Testing

@testable import tickle

/// The way in: what README.md promises, and numbers in the documentation that can be counted.
@Suite("README", .startsPrograms)
struct ReadmeTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Files.checkout)/\(path)", encoding: .utf8)
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(Files.checkout)/\(folder)")
  }

  /// README and the pages in docs.
  private static func pages() throws -> [String] {
    try ["README.md"] + names(in: "docs").filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  @Test func `It is short, and the line that installs the package stands at its top`() throws {
    let page = try Self.text("README.md")
    #expect(page.utf8.count < 7000)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("    ") })
    #expect(first + 1 < 15)
    #expect(lines[first].hasSuffix("/install.sh | sh"), "\(lines[first])")
  }

  @Test func `The pages give the number of recipes that there are`() throws {
    let recipes = try Self.names(in: "config/cookbook").filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") }
    let words = NumberFormatter()
    words.locale = Locale(identifier: "en_US")
    words.numberStyle = .spellOut
    let right = ["\(recipes.count)", words.string(from: NSNumber(value: recipes.count)) ?? ""]
    let number = #/\b([0-9]+|ten|eleven|twelve|\w+teen|(?:twenty|thirty|forty)(?:-\w+)?) recipes\b/#
    var given = 0
    for path in try Self.pages() {
      for match in try Self.text(path).matches(of: number) {
        given += 1
        #expect(right.contains(String(match.1)), "\(path): \(match.0)")
      }
    }
    #expect(given > 0)
  }

  @Test func `The pages give the number of hands that were played`() throws {
    let measured = try #require(Self.text("Benchmarks/GESTURES.md").firstMatch(of: /\n([0-9,]+) synthetic hands/)).1
    var given = 0
    for path in try Self.pages() {
      for match in try Self.text(path).matches(of: /\b([0-9,]{4,}) (?:simulated|made-up|synthetic) hands\b/) {
        given += 1
        #expect(match.1 == measured, "\(path): \(match.0)")
      }
    }
    #expect(given > 0)
  }

  @Test func `Interception was tested under each compositor that README names`() throws {
    let match = try #require(Self.text("README.md").firstMatch(of: /tested under ([\w, ]+) and (\w+), not yet/))
    let named = match.1.components(separatedBy: ", ") + [String(match.2)]
    #expect(named.count > 2)
    let tested = try Self.text("Tests/clients/guest/compositors")
    for name in named { #expect(tested.contains("\n\(name.lowercased())() {"), "\(name)") }
  }

  @Test func `README says that no panel was reported as long as the table of them is empty`() throws {
    let page = try Self.text("docs/seen-on.md")
    let table = try #require(page.components(separatedBy: "\n| device | system |").dropFirst().first)
    let reports = table.split(separator: "\n").dropFirst(2).filter { $0.hasPrefix("|") && !$0.hasPrefix("| yours |") }
    #expect(try Self.text("README.md").contains("there is none yet") == reports.isEmpty, "\(reports)")
  }

  @Test func `The comparison has what can be set in a window, and the size of the programs as README has it`() throws {
    let comparison = try Self.text("docs/comparison.md")
    let hasEditor = Tickle.configuration.subcommands.contains { $0.configuration.commandName == "edit" }
    let row = try #require(comparison.firstMatch(of: /\n\| settings in a window \| ([^|]+) \|/)).1
    #expect(row.contains("`tickle edit`") == hasEditor, "\(row)")
    // `make test-release` compares the size with the packages.
    let size = /\n\| size of the programs \| ([^|]+) \| ([^|]+) \|/
    let here = try #require(comparison.firstMatch(of: size))
    let there = try #require(Self.text("README.md").firstMatch(of: size))
    #expect(here.1 == there.1 && here.2 == there.2)
  }

  @Test func `The table of trials has the number of commands on the pages that it names`() throws {
    let page = try Self.text("docs/seen-on.md")
    let table = try #require(page.components(separatedBy: "\n| who | pages | commands |").dropFirst().first)
    let rows = table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst(2)
    #expect(rows.count == 3)
    for row in rows {
      let cells = row.components(separatedBy: " | ")
      let links = cells[1].matches(of: /\]\(([\w-]+\.md)(?:#([\w-]+))?\)/)
      let count = try links.map { try Self.commands(on: "docs/\($0.1)", section: $0.2.map(String.init)) }.reduce(0, +)
      #expect(Int(cells[2]) == count, "\(row)")
    }
  }

  /// The number of commands that a page, or a section of it, has its reader type; a here-document belongs to its command.
  private static func commands(on path: String, section: String?) throws -> Int {
    var text = try Self.text(path).replacing(/<< '?END'?\n(?: {4}.*\n|\n)*? {4}END\n/, with: "\n")
    if let section {
      text = try #require(
        text.components(separatedBy: "\n## ").first {
          let heading = $0.prefix { $0 != "\n" }.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
          return heading.replacing(" ", with: "-") == section
        }, "\(path)#\(section)")
    }
    return text.matches(of: /\n {4}\S/).count
  }

  /// Pages are installed in one folder, without the sources and the tests to which the checkout's pages link.
  @Test func `The links of installed pages lead to installed files`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Child.run(["python3", "\(Files.checkout)/systemd/package/documents", folder.path("pages")])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    var links = 0
    for page in try FileManager.default.contentsOfDirectory(atPath: folder.path("pages")) {
      let text = try String(contentsOfFile: folder.path("pages/\(page)"), encoding: .utf8)
      for match in text.matches(of: /\]\(([^()\s#:]+)(?:#[^()\s]*)?\)/) {
        links += 1
        let target = match.1.hasPrefix("../../tickled/") ? match.1.dropFirst("../../tickled/".count) : nil
        let source = target == "Rules.md" ? "Sources/Gestures/Gestures.docc" : "config"
        let path = target.map { "\(Files.checkout)/\(source)/\($0)" } ?? folder.path("pages/\(match.1)")
        #expect(access(path, R_OK) == 0, "\(page): \(match.1)")
      }
    }
    #expect(links > 200)
  }
}
