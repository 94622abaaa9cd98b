import ArgumentParser
import Glibc
import Program
import Text

/// The file or stream that a recording is written to.
struct RecordingOutput {
  let descriptor: Int32
  let name: String

  /// Creates the file. An existing file that is not empty is never overwritten: it may be a recording that cannot be made again.
  init(path: String) throws {
    if path == "-" {
      (descriptor, name) = (STDOUT_FILENO, "standard output")
      return
    }
    name = path.printable
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      Diagnostics.say("tickle: \(name) is not empty (remove it, or choose another --output)")
      throw ExitCode(.ioError)
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    if descriptor < 0 {
      let code = errno
      Diagnostics.say("tickle: open \(name): \(systemError(code))")
      throw ExitCode(code == EACCES || code == EPERM ? .noPermission : .ioError)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if bytes.isEmpty || writeAll(bytes, to: descriptor) { return }
    Diagnostics.say("tickle: write to \(name): \(systemError())")
    throw ExitCode(.ioError)
  }
}
