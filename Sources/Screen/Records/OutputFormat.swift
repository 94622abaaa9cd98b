/// How gestures are written.
package enum OutputFormat: String, CaseIterable, Sendable {
  case text, json
}
