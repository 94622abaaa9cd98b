import Configuration
import Glibc
import Program
import Text

/// Why a file could not be written.
struct SavingError: Error, CustomStringConvertible {
  let call: String
  let path: String
  let code: Int32

  var description: String {
    let remedy = isPermission ? " (name a configuration of your own with --config: shapes are saved beside it)" : ""
    return "\(call) \(path.printable): \(systemError(code))\(remedy)"
  }

  var exitStatus: ExitStatus { isPermission ? .noPermission : .ioError }

  private var isPermission: Bool { [EACCES, EPERM, EROFS].contains(code) }
}

extension StrokeFile {
  /// Writes a temporary file beside `path` and renames it, so that readers see the old file or the new one, never half of one.
  func save(to path: String) throws(SavingError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
    if mkdir(folder, 0o777) != 0 && errno != EEXIST { throw SavingError(call: "mkdir", path: folder, code: errno) }
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let draft = "\(folder)/.\(name).\(getpid())"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SavingError(call: "open", path: draft, code: errno) }
    let isWritten = writeAll(Array(text.utf8), to: file) && fsync(file) == 0
    let code = errno
    close(file)
    guard isWritten else {
      unlink(draft)
      throw SavingError(call: "write", path: draft, code: code)
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw SavingError(call: "rename", path: path, code: code)
    }
  }
}
