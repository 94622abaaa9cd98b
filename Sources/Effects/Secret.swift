import Program

/// A secret in a file: a password or a token.
enum Secret {
  /// The longest secret, in bytes.
  private static let longest = 16 << 10

  /// Reads a secret without the line feeds at its end.
  /// - Parameter source: the absolute path of a file, or the name of a credential of the service (`LoadCredential=`).
  static func read(_ source: String) throws(SpawnError) -> String {
    let path = try path(source)
    // A group can be chosen, such as the service's.
    if let status = try? FileStatus(of: path), status.kind == .file, status.permissions & 0o004 != 0 {
      throw SpawnError(reason: "secret \(source): all users can read it (chmod o-r \(path))")
    }
    var bytes: [UInt8]
    do throws(SmallFiles.Failure) {
      bytes = try SmallFiles.contents(of: path, limit: longest)
    } catch {
      switch error {
      case .system(let error): throw SpawnError(reason: "secret \(source): \(error)")
      case .notRegular: throw SpawnError(reason: "secret \(source): not a regular file")
      case .tooLarge: throw SpawnError(reason: "secret \(source): longer than \(longest) bytes")
      }
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw SpawnError(reason: "secret \(source): not a text")
    }
    return text
  }

  private static func path(_ source: String) throws(SpawnError) -> String {
    if source.hasPrefix("/") { return source }
    guard let folder = environmentVariable("CREDENTIALS_DIRECTORY") else {
      throw SpawnError(reason: "secret \(source): the service has no credentials (LoadCredential=\(source):FILE)")
    }
    return "\(folder)/\(source)"
  }
}
