import Configuration
import Glibc
import Program

/// A copy of the configuration that was active last, in the service's state directory: the daemon starts with it when the file has errors,
/// so that a kiosk keeps its gestures.
package struct LastGoodConfiguration: Sendable {
  private let path: String
  /// The path of the configuration's own file.
  private let original: String

  /// - Returns: `nil` if the service manager provides no state directory (`StateDirectory=`).
  package init?(of original: String) {
    guard let folder = getenv("STATE_DIRECTORY").map({ String(cString: $0) }), folder.hasPrefix("/"),
      !folder.contains(":")
    else { return nil }
    self.init(of: original, in: folder)
  }

  init(of original: String, in folder: String) {
    path = "\(folder)/last-good.toml"
    self.original = original
  }

  private var head: [UInt8] {
    Array("# tickled's copy of \(original.printable), which was active last. Don't edit.\n".utf8)
  }

  /// Replaces the copy as a whole, so that a power failure leaves the old one or the new one.
  /// - Returns: the error's number; 0 if the copy was saved.
  func save(_ bytes: [UInt8]) -> Int32 {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return errno }
    let isWritten = writeAll(head + bytes, to: file) && fsync(file) == 0
    let error = isWritten ? 0 : errno
    close(file)
    if isWritten && rename(temporary, path) == 0 { return 0 }
    let reason = isWritten ? errno : error
    unlink(temporary)
    return reason
  }

  /// - Returns: `nil` if this file has no copy, or one that this version can't use.
  package func load() -> ConfigurationFile? {
    guard let bytes = try? contents(path: path), bytes.starts(with: head) else { return nil }
    return try? ConfigurationFile(bytes: Array(bytes.dropFirst(head.count)), path: original)
  }
}
