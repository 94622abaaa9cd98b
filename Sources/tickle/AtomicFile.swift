import Glibc
import Program
import TouchInput

/// A file that is there as a whole or not at all: written under another name beside it, then renamed.
struct AtomicFile {
  /// Why a file cannot be written: the call, its object, what the system says.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    fileprivate init(_ call: String, _ path: String, _ code: Int32) {
      description = "\(call) \(path.printable): \(String(cString: strerror(code)))"
    }

    fileprivate init(_ description: String) { self.description = description }
  }

  /// Where a link leads, if the path is one: the link stays.
  private let path: String

  /// Finds out now what would go wrong later.
  init(path: String) throws(Failure) {
    self.path = realpath(of: path) ?? path
    var status = stat()
    if stat(self.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Failure("write \(path.printable): it is no regular file (name a file that is, or that is not there yet)")
    }
    if access(folder, W_OK | X_OK) != 0 { throw Failure("write to", folder, errno) }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
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

  /// With the rights that a new file gets, or that the one before had.
  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var status = stat()
    let mask = umask(0)
    umask(mask)
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~mask
    return writeAll(bytes, to: descriptor) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
  }
}

private func realpath(of path: String) -> String? {
  guard let real = Glibc.realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
