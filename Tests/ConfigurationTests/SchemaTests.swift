import Foundation
import Testing
import Text

@testable import Configuration

@Suite("The schema for editors")
struct SchemaTests {
  private static let schema = JSONValue(parsing: Array(EditorSchema.text.utf8)) ?? .null
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").path

  private static let shipped: [String] = {
    let folder = "\(root)/config/cookbook"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = ["tickled", "default", "volume-knob"].map { "\(root)/config/\($0).toml" }
    return names.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(CaseFile.ending) }.sorted().map { "\(folder)/\($0)" }
      + others
  }()

  private func isValid(_ text: String) throws -> Bool {
    let table = try TOMLTable(parsing: Array(text.utf8))
    let value = try #require(JSONValue(TOMLValue(content: .table(table), place: .start, end: .start)))
    return Self.schema.allows(value, in: Self.schema)
  }

  @Test(arguments: shipped) func `It accepts the shipped configurations`(path: String) throws {
    #expect(try isValid(String(contentsOfFile: path, encoding: .utf8)))
  }

  @Test(arguments: shipped) func `It accepts their effective configurations, which have all keys`(path: String) throws {
    #expect(try isValid(Configuration.effective(path: path).text))
  }

  @Test(arguments: [
    "[daemon]\nlog_levle = \"info\"", "[daemon]\nlog_level = \"warn\"", "[[gestures]]\nname = \"a\"",
    "[gesture]\nname = \"a\"\nkind = \"tap\"", "[[gesture]]\nkind = \"tap\"", "[[gesture]]\nname = \"a\"",
    "[[gesture]]\nname = \"a\"\nkind = \"tapp\"", "[[gesture]]\nname = \"a\"\nkind = \"tap\"\nfinger = 2",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\nfingers = 0",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\nthreshold = \"1mm\"",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\nmovement = 3",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\nmovement = \"3cm\"",
    "[[gesture]]\nname = \"a\"\nkind = \"sequence\"\nsteps = [\"b\", \"c\"]\nview = \"v\"",
    "[[gesture]]\nname = \"a\"\nkind = \"knock\"\ntools = \"pen\"",
    "[[gesture]]\nname = \"a\"\nkind = \"shake\"\nforce = 12",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { run = \"x\" }",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { shell = \"x\", log = \"y\" }",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { scroll = false }",
    "[[gesture]]\nname = \"a\"\nkind = \"tap\"\non = { start = { log = \"x\" } }",
    "[[view]]\nname = \"v\"\nframe = { w = \"1mm\" }", "[[screen]]\nname = \"s\"\nsize = [\"1mm\"]",
    "[mode.m]\ntimeout = \"soon\"",
  ])
  func `It refuses a misspelled key, a wrong value and a missing key`(text: String) throws {
    #expect(try !isValid(text))
    #expect(Configuration.parse(text: text, path: "c.toml").0 == nil, "check accepts it")
  }

  @Test func `It says of a kind's keys what the reference says`() {
    let text = EditorSchema.text
    for kind in GestureKind.Name.allCases {
      for key in kind.keys { #expect(text.contains("\"description\": \(key.summary.tomlText)"), "\(key.name)") }
    }
  }
}

extension JSONValue {
  /// Whether this schema allows a value: the keywords that `EditorSchema` uses, and no others.
  fileprivate func allows(_ value: JSONValue, in root: JSONValue) -> Bool {
    guard case .object(let keywords) = self else { return false }
    return keywords.allSatisfy { keyword in isMet(keyword.name, keyword.value, by: value, in: root) }
  }

  private func isMet(_ keyword: String, _ rule: JSONValue, by value: JSONValue, in root: JSONValue) -> Bool {
    switch keyword {
    case "$schema", "title", "description", "default", "definitions", "then": return true
    case "$ref":
      let name = (rule.string ?? "").split(separator: "/").last.map(String.init) ?? ""
      return root["definitions"]?[name]?.allows(value, in: root) ?? false
    case "type": return rule.string == value.type || (rule.string == "number" && value.type == "integer")
    case "const": return rule == value
    case "enum": return rule.array.contains(value)
    case "pattern":
      guard let text = value.string, let pattern = try? Regex(rule.string ?? "(") else { return false }
      return (try? pattern.firstMatch(in: text)) != nil && text.firstMatch(of: pattern) != nil
    case "minimum": return (value.number ?? -.infinity) >= rule.number!
    case "maximum": return (value.number ?? .infinity) <= rule.number!
    case "minItems": return Double(value.array.count) >= rule.number!
    case "maxItems": return Double(value.array.count) <= rule.number!
    case "items": return value.array.allSatisfy { rule.allows($0, in: root) }
    case "required": return rule.array.allSatisfy { value[$0.string ?? ""] != nil }
    case "anyOf": return rule.array.contains { $0.allows(value, in: root) }
    case "oneOf": return rule.array.count { $0.allows(value, in: root) } == 1
    case "allOf": return rule.array.allSatisfy { $0.allows(value, in: root) }
    case "if": return !rule.allows(value, in: root) || (self["then"]?.allows(value, in: root) ?? true)
    case "properties":
      guard case .object(let members) = value else { return true }
      return members.allSatisfy { member in rule[member.name]?.allows(member.value, in: root) ?? true }
    case "additionalProperties":
      guard case .object(let members) = value else { return true }
      return members.allSatisfy { member in
        if self["properties"]?[member.name] != nil { return true }
        if case .bool(let isAllowed) = rule { return isAllowed }
        return rule.allows(member.value, in: root)
      }
    default: return false
    }
  }

  private var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number == number.rounded() ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
