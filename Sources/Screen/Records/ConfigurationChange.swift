/// What has become of a configuration that was read again.
package struct ConfigurationChange: Equatable, Sendable {
  /// Whether it has errors, and the previous one stays active.
  package let isRefused: Bool
  /// The SHA-256 of the text of the configuration that is active from then on.
  package let hash: String

  package init(isRefused: Bool, hash: String) {
    self.isRefused = isRefused
    self.hash = hash
  }

  var word: String { isRefused ? "refused" : "reloaded" }
}
