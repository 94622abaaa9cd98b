/// The format in which gestures are written.
package enum OutputFormat: String, CaseIterable, Sendable {
  case text, json
}
