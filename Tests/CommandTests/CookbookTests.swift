import Foundation
import Testing

@Suite("Cookbook", .startsPrograms)
struct CookbookTests {
  private static let folder = "\(Files.checkout)/config/cookbook"

  /// The names of the configurations in the folder.
  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Files.checkout)/\(path)", encoding: .utf8)
  }

  @Test func `Every recipe is tested`() {
    #expect(Self.names.count >= 15)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
    let ending = ".test.toml"
    let cases = files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    // `TestCommandTests` plays the cases.
    #expect(cases == Self.names)
  }

  /// The site shows this paragraph above the recipe.
  @Test(arguments: names)
  func `A recipe says why it is written as it is, in the second paragraph of its comments`(name: String) throws {
    let paragraphs = try Self.text("config/cookbook/\(name).toml").components(separatedBy: "\n\n")
    try #require(paragraphs.count > 2)
    #expect(paragraphs[1].split(separator: "\n").allSatisfy { $0 == "#" || $0.hasPrefix("# ") }, "\(paragraphs[1])")
  }

  @Test(arguments: names)
  func `The cases of a recipe say what it does, not only what it recognizes`(name: String) throws {
    // The gestures of one recipe have no actions: another program gets them.
    if name == "home-automation", try !Self.text("config/cookbook/\(name).toml").contains("action = ") { return }
    for text in try Self.text("config/cookbook/\(name).test.toml").components(separatedBy: "[[case]]").dropFirst()
    where text.contains("\nexpect = ") { #expect(text.contains("\nactions = "), "\(text)") }
  }

  @Test func `The page has a section for each recipe, with its file, and no others`() throws {
    let sections = try Self.text("docs/cookbook.md").components(separatedBy: "\n## ").dropFirst()
    for name in Self.names {
      let link = "\n\n[config/cookbook/\(name).toml](../config/cookbook/\(name).toml)\n"
      #expect(sections.filter { $0.contains(link) }.count == 1, "\(name)")
    }
    #expect(sections.count == Self.names.count)
  }

  @Test(arguments: names)
  func `A recipe that one finger swipes or drags anywhere says that applications cannot scroll beside it`(
    name: String
  ) throws {
    let text = try Self.text("config/cookbook/\(name).toml")
    let screens = text.matches(of: #/\[\[screen\]\]\nname = (".*")/#).map(\.output.1)
    let isAnywhere = text.components(separatedBy: "[[gesture]]").dropFirst().contains { gesture in
      let isOfOneFinger = !gesture.contains(#/\n(min_)?fingers = [2-9]/#)
      guard isOfOneFinger, gesture.contains(#/kind = "(swipe|pan)"/#) else { return false }
      return !gesture.contains(#/\n(view|starts_at) = /#) || screens.contains { gesture.contains("\nview = \($0)") }
    }
    let sentence =
      "# Do not use this beside an application that scrolls: a finger that scrolls would trigger these gestures, too.\n"
    #expect(text.contains(sentence) == isAnywhere)
  }

  @Test(arguments: names)
  func `tickle check reports nothing about a recipe except programs that are not installed`(name: String) throws {
    let outcome = try Program.tickle.run(["check", "--format", "json", "--config", "\(Self.folder)/\(name).toml"])
    #expect(outcome.end == .status(0))
    for line in try JSON.lines(outcome.outputBytes) where line["severity"].string != "note" {
      #expect(line["message"].string?.contains("is on the PATH") == true, "\(line["message"].string ?? "")")
    }
  }
}
