import Configuration
import Foundation
import Testing

@testable import Bridge

/// The keys in docs/home-assistant.md against the program's own, and the files on that page.
@Suite struct BridgeReferenceTests {
  private let page: String

  init() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../docs/home-assistant.md").standardized
    page = try String(contentsOf: path, encoding: .utf8)
  }

  @Test func `The page on MQTT has each key as it is read`() throws {
    let rows = BridgeKey.all.map { "| `\($0.name)` | \($0.takes) | \($0.standard) | \($0.summary) |" }
    let lines = page.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "| key | takes | default | |")) + 2
    #expect(lines[start...].prefix { $0.hasPrefix("| `") } == rows[...])
  }

  @Test func `Each file of the bridge on the page is valid`() {
    let fences = page.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let files = fences.filter { $0.hasPrefix("broker = ") }
    #expect(!files.isEmpty)
    for file in files {
      let (settings, diagnostics) = BridgeFile.parse(bytes: Array(file.utf8), path: "mqtt.toml")
      #expect(settings != nil, "\(diagnostics.map(\.description).joined(separator: "\n"))")
    }
  }
}
