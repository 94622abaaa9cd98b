import ArgumentParser
import Glibc
import Program
import Text

/// The output of a command that writes a file: a file that does not exist yet, or standard output for `-`.
struct NewFile {
  let path: String

  /// Writes the text, whole or not at all. A file that exists is not overwritten.
  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard path != "-" else {
      if !writeAll(bytes, to: STDOUT_FILENO) { throw Answer.failure() }
      return
    }
    try reserve()
    do {
      try AtomicFile(path: path).write(bytes)
    } catch {
      unlink(path)
      Diagnostics.say("tickle: \(error)")
      throw ExitCode(.ioError)
    }
  }

  /// Creates the folders above the file that are missing.
  func makeParents() throws {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      let folder = String(path[..<index])
      if mkdir(folder, 0o777) == 0 || errno == EEXIST || errno == EISDIR { continue }
      // A folder on the way may be one that exists but cannot be created, such as a mount point that is read-only.
      if access(folder, F_OK) != 0 { throw failure("mkdir", folder, errno) }
    }
  }

  /// Creates an empty file, so that no other program creates one with this name before the text is written.
  private func reserve() throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor < 0 else {
      close(descriptor)
      return
    }
    guard errno == EEXIST else { throw failure("create", path, errno) }
    Diagnostics.say("tickle: \(path.printable) exists (remove it, or choose another --output)")
    throw ExitCode(.usage)
  }

  private func failure(_ call: String, _ object: String, _ code: Int32) -> ExitCode {
    Diagnostics.say("tickle: \(call) \(object.printable): \(systemError(code))")
    return ExitCode(code == EACCES || code == EPERM || code == EROFS ? .noPermission : .ioError)
  }
}
