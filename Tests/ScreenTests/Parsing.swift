import Configuration
import Testing

/// The configuration in a text. The test fails if there are diagnostics.
func configuration(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Configuration {
  let (configuration, diagnostics) = Configuration.parse(text: text, path: "/etc/tickled/config.toml")
  #expect(diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
  return try #require(configuration, sourceLocation: sourceLocation)
}
