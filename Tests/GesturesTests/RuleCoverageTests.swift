import Foundation
import Testing

/// The rules that the tests cite, against those that the specification beside the checkout states.
@Suite("Rules")
struct RuleCoverageTests {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  static let specification = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/spec/gestures.md")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: specification.path), "no specification beside the checkout: skipped"))
  func `Every rule stands in the name of a test`() throws {
    let stated = try String(contentsOf: Self.specification, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^- ([A-Z]+-[0-9]+)\b/)?.output.1 }.map(String.init)
    let sources = try FileManager.default.contentsOfDirectory(at: Self.tests, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    let names = sources.flatMap { $0.matches(of: /func `([^`]*)`/).map(\.output.1) }
    let cited = Set(names.flatMap { $0.matches(of: /[A-Z]+-[0-9]+/).map { String($0.output) } })
    let missing = stated.filter { !cited.contains($0) }
    print("rules: \(stated.count) stated, \(stated.count - missing.count) in the names of tests")
    #expect(stated.count > 100)
    #expect(missing.isEmpty, "no test names \(missing.joined(separator: " "))")
    let unknown = cited.subtracting(stated).sorted()
    #expect(unknown.isEmpty, "tests name rules that are not stated: \(unknown.joined(separator: " "))")
  }
}
