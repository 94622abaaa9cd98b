/// The version of both programs.
package enum Version {
  package static let current = "0.9.0"
}
