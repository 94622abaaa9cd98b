import Configuration
import Foundation
import Gestures
import Screen
import Testing

/// The rules and keys that explanations cite, for every reason of every kind of gesture.
@Suite("Rules and keys in explanations")
struct CitedRuleTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let rules = "Sources/Gestures/Gestures.docc/Rules.md"

  private static func page(_ path: String) throws -> String {
    try String(contentsOf: checkout.appending(path: path), encoding: .utf8)
  }

  private static func settings(of kind: GestureKind.Name) throws -> GestureSettings {
    let required =
      switch kind {
      case .stroke: "templates = [\"\(checkout.path)/config/strokes/z.toml\"]\n"
      case .sequence: "steps = [\"tap\", \"tap\"]\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n"
      case .press: "key = \"volumeup\"\n"
      case .remote: "command = \"play\"\n"
      case .switch: "switch = \"lid\"\n"
      default: ""
      }
    let text = "[[gesture]]\nname = \"it\"\nkind = \"\(kind.rawValue)\"\n\(required)"
    return try #require(try configuration(text).gestures.first)
  }

  private static func references(_ kind: GestureKind.Name) throws -> [(reason: Reason.Kind, references: References)] {
    let settings = try settings(of: kind)
    return Reason.Kind.allCases.map {
      ($0, Explanation(Reason($0, 1, limit: 2), of: settings, other: nil).references)
    }
  }

  @Test(arguments: GestureKind.Name.allCases)
  func `Every rule that an explanation cites is a heading of the rule book`(kind: GestureKind.Name) throws {
    let headings = try Self.page(Self.rules).matches(of: /\n### ([A-Z]+-[0-9]+): \S/).map { String($0.output.1) }
    #expect(headings.count > 100)
    let cited = try Self.references(kind)
    for (reason, references) in cited {
      for rule in references.rules { #expect(headings.contains(rule), "\(kind): \(reason) cites \(rule)") }
    }
    #expect(cited.filter { !$0.references.rules.isEmpty }.count > 20)
  }

  @Test func `The contents of docs/rules.md name each rule`() throws {
    let page = try Self.page(Self.rules)
    let contents = try Self.page("docs/rules.md")
    var last: [String: Int] = [:]
    for heading in page.matches(of: /\n### ([A-Z]+)-([0-9]+):/) {
      last[String(heading.output.1)] = max(last[String(heading.output.1)] ?? 0, Int(heading.output.2) ?? 0)
    }
    #expect(last.count > 20)
    for (name, number) in last {
      #expect(
        contents.contains(number == 1 ? "\(name)-1\n" : "\(name)-1 to \(name)-\(number)\n")
          || contents.contains("\(name)-1 to \(name)-\(number), "), "\(name)")
    }
  }

  @Test(arguments: GestureKind.Name.allCases)
  func `Every key that an explanation cites is in the reference`(kind: GestureKind.Name) throws {
    let reference = try Self.page("docs/configuration.md")
    for (reason, references) in try Self.references(kind) {
      for key in references.keys { #expect(reference.contains("| `\(key)`"), "\(kind): \(reason) cites \(key)") }
    }
  }

  @Test func `The rule and the key that are cited for touches outside of the views exist`() throws {
    #expect(try Self.page(Self.rules).contains("\n### \(References.outside.rules[0]): "))
    #expect(try Self.page("docs/configuration.md").contains("| `\(References.outside.keys[0])`"))
    #expect(References.outside.text == "; key `view`, rule RS-5")
  }
}
