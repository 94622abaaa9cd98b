import Foundation

/// Files that a test reads.
enum Temporary {
  /// Writes a file with a name of its own, and returns its path.
  static func file(_ text: String) throws -> String {
    let path = NSTemporaryDirectory() + "/tickle-case-\(UUID().uuidString).toml"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }
}
