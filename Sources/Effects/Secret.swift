import Glibc
import Program

/// A secret in a file: a password or a token.
enum Secret {
  /// The longest secret, in bytes.
  private static let longest = 16 << 10

  /// Reads a secret without the line feeds at its end.
  /// - Parameter source: the absolute path of a file, or the name of a credential of the service (`LoadCredential=`).
  static func read(_ source: String) throws(SpawnError) -> String {
    let path = try path(source)
    // Without O_NONBLOCK a pipe without a writer would stop all actions.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SpawnError(reason: "secret \(source): \(systemError())") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SpawnError(reason: "secret \(source): not a regular file")
    }
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw SpawnError(reason: "secret \(source): \(systemError())") }
    guard count <= longest else { throw SpawnError(reason: "secret \(source): longer than \(longest) bytes") }
    bytes.removeSubrange(count...)
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw SpawnError(reason: "secret \(source): not a text")
    }
    return text
  }

  private static func path(_ source: String) throws(SpawnError) -> String {
    if source.hasPrefix("/") { return source }
    guard let folder = getenv("CREDENTIALS_DIRECTORY") else {
      throw SpawnError(reason: "secret \(source): the service has no credentials (LoadCredential=\(source):FILE)")
    }
    return String(cString: folder) + "/" + source
  }
}
