/// The version of both programs.
package enum Version {
  package static let current = "0.2.0"
}
