import Glibc

/// Reads whole small files.
package enum SmallFiles {
  package enum Failure: Error {
    case system(Int32)
    case notRegular
    case tooLarge(Int)
  }

  /// Returns the content of a regular file.
  package static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    // O_NONBLOCK: opening a FIFO would otherwise wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard Int(status.st_size) <= limit else { throw .tooLarge(limit) }
    let bytes = try read(descriptor, limit: limit + 1)
    guard bytes.count <= limit else { throw .tooLarge(limit) }
    return bytes
  }

  /// Returns the first bytes of a file of the kernel, whose size is not known in advance; `nil` if it can't be read.
  package static func head(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? read(descriptor, limit: limit)
  }

  /// Returns the first line of a file of the kernel; empty if it can't be read.
  package static func firstLine(of path: String) -> String {
    String(decoding: (head(of: path, limit: 512) ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Reads to the end, but at most `limit` bytes.
  package static func read(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .system(errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
