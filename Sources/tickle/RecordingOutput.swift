import Program
import Text

/// The file or stream that a recording is written to.
struct RecordingOutput {
  let descriptor: Int32
  let name: String

  /// Creates the file. An existing file that is not empty is never overwritten: it may be a recording that cannot be made again.
  init(path: String) throws {
    if path == "-" {
      (descriptor, name) = (Descriptor.standardOutput, "standard output")
      return
    }
    name = path.printable
    if let status = try? FileStatus(of: path), status.kind == .file, status.size > 0 {
      throw Diagnostics.failure("tickle: \(name) is not empty (remove it, or choose another --output)", .ioError)
    }
    do throws(Errno) {
      descriptor = try Descriptor.open(path, .writing, .create, mode: 0o600)
    } catch {
      throw Diagnostics.failure("tickle: open \(name): \(error)", error.isPermission ? .noPermission : .ioError)
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if bytes.isEmpty || writeAll(bytes, to: descriptor) { return }
    throw Diagnostics.failure("tickle: write to \(name): \(Errno.latest)", .ioError)
  }
}
