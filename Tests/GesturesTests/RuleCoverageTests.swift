import Foundation
import Testing

/// Compares the rules that tests and sources cite with those of docs/rules.md.
@Suite("Rules")
struct RuleCoverageTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let checkout = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// The rule numbers in the headings of docs/rules.md, in order.
  static func stated() throws -> [String] {
    try String(contentsOf: checkout.appending(path: "docs/rules.md"), encoding: .utf8).split(separator: "\n")
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

  @Test func `The library's article on the rules is the one made from docs/rules.md`() throws {
    let fresh = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: fresh) }
    let script = try Process.run(
      Self.checkout.appending(path: "docs/make-rules-article"), arguments: [fresh.path])
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let article = try String(
      contentsOf: Self.checkout.appending(path: "Sources/Gestures/Gestures.docc/Rules.md"), encoding: .utf8)
    let isCurrent = try article == String(contentsOf: fresh, encoding: .utf8)
    #expect(isCurrent, "run docs/make-rules-article, and commit what it writes")
    for number in try Self.stated() { #expect(article.contains("\n### \(number): "), "no heading for \(number)") }
  }

  /// Rule numbers in sources, messages, tests, pages and configurations can be looked up.
  @Test func `Every rule number that is cited is in docs/rules.md`() throws {
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
