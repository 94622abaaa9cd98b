import Configuration
import Testing

/// A configuration and all messages about it.
struct BrokenConfiguration {
  var name: String
  var text: String
  var says: String
  /// Whether the configuration has only warnings.
  var isUsable: Bool

  init(_ name: String, isUsable: Bool = false, _ text: String, says: String) {
    self.name = name
    self.text = text
    self.says = says
    self.isUsable = isUsable
  }

  func check() {
    let (configuration, diagnostics) = Configuration.parse(text: text, path: "c.toml")
    let said = diagnostics.map(\.description).joined(separator: "\n")
    #expect(said == says, "\(name)")
    #expect((configuration != nil) == isUsable, "\(name)")
  }
}
