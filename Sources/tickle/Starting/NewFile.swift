import ArgumentParser
import Program
import Text

/// The output of a command that writes a file: a file that does not exist yet, or standard output for `-`.
struct NewFile {
  let path: String

  /// Writes the text, whole or not at all. A file that exists is not overwritten.
  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard path != "-" else {
      if !writeAll(bytes, to: Descriptor.standardOutput) { throw Answer.failure() }
      return
    }
    try reserve()
    do {
      try AtomicFile(path: path).write(bytes)
    } catch {
      Paths.remove(path)
      throw error
    }
  }

  /// Creates the folders above the file that are missing.
  func makeParents() throws {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      let folder = String(path[..<index])
      if Paths.makeFolder(folder) { continue }
      let error = Errno.latest
      // A folder on the way may be one that exists but cannot be created, such as a mount point that is read-only.
      if !Paths.exists(folder) { throw failure("mkdir", folder, error) }
    }
  }

  /// Creates an empty file, so that no other program creates one with this name before the text is written.
  private func reserve() throws {
    do throws(Errno) {
      _ = try OpenFile(path, .writing, .createNew)
    } catch {
      if error != .fileExists { throw failure("create", path, error) }
      throw Diagnostics.failure("tickle: \(path.printable) exists (remove it, or choose another --output)", .usage)
    }
  }

  private func failure(_ call: String, _ object: String, _ error: Errno) -> ExitCode {
    Diagnostics.failure(
      "tickle: \(SystemFailure(call, object, error))",
      error.isPermission || error == .readOnlyFileSystem ? .noPermission : .ioError)
  }
}
