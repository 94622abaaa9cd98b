import Configuration
import Foundation
import Testing

@Suite("Mistakes of beginners")
struct MistakeTests {
  @Test(arguments: Mistake.all) func `None is silent, and the suggestion is the fix`(mistake: Mistake) throws {
    let found = mistake.check(mistake.text)
    let named = found.first { $0.severity.rawValue == mistake.severity && $0.fullMessage.contains(mistake.phrase) }
    #expect(named != nil, "\(found.map(\.description).joined(separator: "\n"))")
    guard !mistake.fixed.isEmpty else {
      #expect(found.allSatisfy { $0.severity != .error || $0.replacement == nil }, "a fix that is not expected")
      return
    }
    // Someone who follows one suggestion after the other.
    var text = mistake.text
    for _ in 0..<6 { text = mistake.applyingFixes(to: text) }
    let lines = text.split(separator: "\n").map(String.init)
    for line in mistake.fixed { #expect(lines.contains(line), "\(text)") }
    let left = mistake.check(text).filter { $0.severity == .error || $0.fullMessage.contains(mistake.phrase) }
    #expect(left.isEmpty, "\(left.map(\.description).joined(separator: "\n"))\n\(text)")
  }

  @Test func `There are enough of them, and three of four refused ones have a fix`() {
    #expect(Mistake.all.count >= 105)
    let refused = Mistake.all.filter { $0.severity == "error" }
    #expect(refused.count >= 80)
    let fixed = refused.count { !$0.fixed.isEmpty }
    #expect(fixed * 4 >= refused.count * 3, "\(fixed) of \(refused.count)")
  }

  @Test func `Each mistake has both of its files`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Mistake.folder)
    let mistakes = Set(names.filter { $0.hasSuffix(".toml") }.map { $0.dropLast(5) })
    let expected = Set(names.filter { $0.hasSuffix(".txt") }.map { $0.dropLast(4) })
    #expect(mistakes == expected)
  }
}

/// A configuration in Tests/Mistakes, and what must be said about it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  let severity: String
  /// A part of the message.
  let phrase: String
  /// Lines that the file has once each suggestion has been followed; empty without a fix.
  let fixed: [String]

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Mistakes").path

  static let all: [Mistake] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".toml") }.sorted().map { Mistake(String($0.dropLast(5))) }
  }()

  private init(_ name: String) {
    func read(_ ending: String) -> String {
      (try? String(contentsOfFile: "\(Self.folder)/\(name).\(ending)", encoding: .utf8)) ?? ""
    }
    self.name = name
    text = read("toml")
    let lines = read("txt").split(separator: "\n").map(String.init)
    let first = lines.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    severity = first.first ?? ""
    phrase = first.count == 2 ? String(first[1].dropFirst()) : "nothing is expected"
    fixed = lines.dropFirst().filter { $0.hasPrefix("fix: ") }.map { String($0.dropFirst(5)) }
  }

  /// Checks a text on a machine that has these programs.
  func check(_ text: String) -> [Diagnostic] {
    Configuration.parse(
      bytes: Array(text.utf8), path: "\(Self.folder)/\(name).toml", on: Machine(searchPath: Self.programs)
    ).1
  }

  private static let programs: String = {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "mistakes-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for program in ["playerctl", "echo", "notify-send"] {
      let path = folder.appending(path: program).path
      _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o755])
    }
    return folder.path
  }()

  /// Returns the text with each replacement made, from the end to the beginning.
  func applyingFixes(to text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    let fixes = check(text).filter { $0.replacement != nil }.sorted { ($0.line, $0.column) > ($1.line, $1.column) }
    var last = (line: Int.max, column: Int.max)
    for fix in fixes where (fix.line, fix.endColumn) <= last {
      let range = (fix.column - 1)..<(fix.endColumn - 1)
      lines[fix.line - 1].replaceSubrange(range, with: Array((fix.replacement ?? "").unicodeScalars))
      last = (fix.line, fix.column)
    }
    return lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
  }
}
