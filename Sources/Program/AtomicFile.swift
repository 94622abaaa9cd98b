import Glibc
import Text

/// A file that is written whole or not at all: under another name in the same folder, then renamed.
package struct AtomicFile {
  /// Why a file cannot be written: the call, its object and the system's error.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ call: String, _ path: String, _ code: Int32) {
      description = "\(call) \(path.printable): \(systemError(code))"
    }

    fileprivate init(_ description: String) { self.description = description }
  }

  /// The file to replace. Symbolic links are resolved, so that writing replaces their target and leaves the links in place.
  private let path: String

  /// Checks in advance what would make `write(_:)` fail.
  package init(path: String) throws(Failure) {
    self.path = Paths.resolved(path) ?? path
    var status = stat()
    if stat(self.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Failure("write \(path.printable): not a regular file (name a regular file, or one that does not exist yet)")
    }
    if access(folder, W_OK | X_OK) != 0 {
      let failure = Failure("write to", folder, errno)
      let exists = stat(folder, &status) == 0
      let remedy = exists ? "name a file in a folder that you may write to" : "create this folder first"
      throw Failure("\(failure.description) (\(remedy))")
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw Failure("create", temporary, errno) }
    var failure = fill(descriptor, bytes) ? nil : Failure("write", temporary, errno)
    if close(descriptor) != 0, failure == nil { failure = Failure("close", temporary, errno) }
    if failure == nil, rename(temporary, path) != 0 {
      failure = Failure("rename \(temporary.printable) to", path, errno)
    }
    if let failure {
      unlink(temporary)
      throw failure
    }
  }

  /// Writes the bytes and sets the mode: that of the file being replaced, or that of a new file under the umask.
  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var status = stat()
    let mask = umask(0)
    umask(mask)
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~mask
    return writeAll(bytes, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
  }
}
