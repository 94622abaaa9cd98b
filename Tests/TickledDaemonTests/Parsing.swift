import Configuration
import Testing

/// Parses a configuration. Diagnostics fail the test.
func configuration(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Configuration {
  let (configuration, diagnostics) = Configuration.parse(text: text, path: "/etc/tickled/config.toml")
  #expect(diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
  return try #require(configuration, sourceLocation: sourceLocation)
}
