import CLinux
import Glibc
import Text

/// A file that is written whole or not at all: under another name in the same folder, then renamed.
package struct AtomicFile {
  /// Why a file cannot be written: the call, its object and the system's error.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ failure: SystemFailure) { description = failure.description }
    fileprivate init(_ description: String) { self.description = description }
  }

  /// The file to replace. Symbolic links are resolved, so that writing replaces their target and leaves the links in place.
  private let path: String

  /// Checks in advance what would make `write(_:)` fail.
  package init(path: String) throws(Failure) {
    self.path = Paths.resolved(path) ?? path
    if let kind = Paths.kind(of: self.path), kind != .file {
      throw Failure("write \(path.printable): not a regular file (name a regular file, or one that does not exist yet)")
    }
    if access(folder, W_OK | X_OK) != 0 {
      let failure = SystemFailure("write to", folder, .latest)
      let remedy = Paths.exists(folder) ? "name a file in a folder that you may write to" : "create this folder first"
      throw Failure("\(failure) (\(remedy))")
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Replaces the file. It keeps its mode; a new one gets that which the umask leaves.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = linux_create_temporary(&template)
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw Failure(SystemFailure("create", temporary, .latest)) }
    let mask = umask(0)
    umask(mask)
    let mode = (try? FileStatus(of: path)).map { $0.permissions & 0o777 } ?? 0o666 & ~mask
    do throws(SystemFailure) {
      try Self.fill(descriptor, temporary, bytes, mode: mode)
      try Self.rename(temporary, to: path)
    } catch { throw Failure(error) }
  }

  /// Replaces a file through a draft in the same folder, which may remain from a crash. Neither follows symbolic links.
  package static func replace(
    _ path: String, through draft: String, _ bytes: [UInt8], mode: UInt32
  ) throws(SystemFailure) {
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try Descriptor.open(draft, .writing, [.create, .truncate, .noFollow], mode: mode)
    } catch { throw SystemFailure("open", draft, error) }
    try fill(descriptor, draft, bytes, mode: nil)
    try rename(draft, to: path)
  }

  /// Writes the bytes and closes the descriptor. If that fails, the draft is removed.
  private static func fill(
    _ descriptor: Int32, _ draft: String, _ bytes: [UInt8], mode: UInt32?
  ) throws(SystemFailure) {
    let isWritten =
      writeAll(bytes, to: descriptor) && mode.map { fchmod(descriptor, $0) == 0 } ?? true && fsync(descriptor) == 0
    var failure = isWritten ? nil : SystemFailure("write", draft, .latest)
    if close(descriptor) != 0, failure == nil { failure = SystemFailure("close", draft, .latest) }
    guard let failure else { return }
    unlink(draft)
    throw failure
  }

  private static func rename(_ draft: String, to path: String) throws(SystemFailure) {
    if Glibc.rename(draft, path) == 0 { return }
    let failure = SystemFailure("rename", path, .latest)
    unlink(draft)
    throw failure
  }
}
