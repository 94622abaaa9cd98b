import Foundation
import Testing

/// Compares the rules that tests and sources cite with those of the rule book.
@Suite("Rules")
struct RuleCoverageTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let checkout = tests.deletingLastPathComponent().deletingLastPathComponent()

  static let book = checkout.appending(path: "Sources/Gestures/Gestures.docc/Rules.md")

  /// The rule numbers in the headings of the rule book, in order.
  static func stated() throws -> [String] {
    try String(contentsOf: book, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^### ([A-Z]+-[0-9]+): \S/)?.output.1 }.map(String.init)
  }

  @Test func `Every rule is cited in the name of a test`() throws {
    let stated = try Self.stated()
    let folders = ["GesturesTests", "TouchInputTests"].map {
      Self.tests.deletingLastPathComponent().appending(path: $0)
    }
    let sources = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    let names = sources.flatMap { $0.matches(of: /func `([^`]*)`/).map(\.output.1) }
    let cited = Set(names.flatMap { $0.matches(of: /[A-Z]+-[0-9]+/).map { String($0.output) } })
    let missing = stated.filter { !cited.contains($0) }
    print("rules: \(stated.count) stated, \(stated.count - missing.count) in the names of tests")
    #expect(stated.count > 100)
    #expect(Set(stated).count == stated.count, "a number stands twice")
    #expect(missing.isEmpty, "no test names \(missing.joined(separator: " "))")
  }

  /// DocC itself says whether the links of the copy lead anywhere: `make docs`.
  @Test func `The library's documentation links each rule that another one cites`() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: Self.book, to: copy)
    let script = try Process.run(Self.checkout.appending(path: "docs/make-rules-article"), arguments: [copy.path])
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let article = try String(contentsOf: copy, encoding: .utf8)
    #expect(article.contains("[TAP-4](doc:Rules#TAP-4:-An-extra-finger-fails-a-tap)"))
    for number in try Self.stated() { #expect(article.contains("\n### \(number): "), "no heading for \(number)") }
    let stated = Set(try Self.stated())
    for line in article.split(separator: "\n") where !line.hasPrefix("#") {
      for match in line.matches(of: /(?:^|[^\[#A-Z])([A-Z]+-[0-9]+)/) {
        #expect(!stated.contains(String(match.output.1)), "\(line) has a number without a link")
      }
    }
  }

  /// Rule numbers in sources, messages, tests, pages and configurations can be looked up.
  @Test func `Every rule number that is cited is in the rule book`() throws {
    let stated = Set(try Self.stated())
    let kinds = Set(stated.map { $0.prefix { $0 != "-" } })
    var cited = 0
    func check(_ file: URL, _ name: String) throws {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\b([A-Z]{2,3})-[0-9]+\b/)
      where kinds.contains(match.output.1) {
        cited += 1
        #expect(stated.contains(String(match.output.0)), "\(name) cites \(match.output.0)")
      }
    }
    for name in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
      try check(Self.checkout.appending(path: name), name)
    }
    for folder in ["Sources", "Tests", "Benchmarks", "docs", "config"] {
      let root = Self.checkout.appending(path: folder).resolvingSymlinksInPath()
      let files = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
      for file in files where file.contains(/\.(swift|c|h|md|json|toml)$/) && !file.hasSuffix("results.json") {
        try check(root.appending(path: file), "\(folder)/\(file)")
      }
    }
    #expect(cited > 500)
  }
}
