import Foundation
import Testing

@testable import Hands

@Test func `The page has each movement and each phrase, in the program's own words`() throws {
  let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let page = try String(contentsOf: checkout.appending(path: "docs/hands.md"), encoding: .utf8)
  for verb in Verb.allCases {
    let names = ([verb.rawValue] + verb.otherWords).map { "`\($0)`" }.joined(separator: ", ")
    #expect(page.contains("| \(names) | \(verb.summary) | `\(verb.example)` |"), "\(verb)")
  }
  for name in Phrase.Name.allCases {
    let verbs = Verb.allCases.filter { $0.phrases.contains(name) }.map(\.rawValue).joined(separator: ", ")
    #expect(page.contains("| `\(name.form)` | \(verbs.isEmpty ? "all" : verbs) | \(name.meaning) |"), "\(name)")
  }
}
