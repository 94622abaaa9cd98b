import Foundation
import Testing

@testable import Configuration

/// The table of keys in docs/home-assistant.md against the program's own.
@Suite struct BridgeReferenceTests {
  @Test func `The page on MQTT has each key as it is read`() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/home-assistant.md").standardized
    let rows = BridgeKey.all.map { "| `\($0.name)` | \($0.takes) | \($0.standard) | \($0.summary) |" }
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "| key | takes | default | |")) + 2
    #expect(lines[start...].prefix { $0.hasPrefix("| `") } == rows[...])
  }
}
