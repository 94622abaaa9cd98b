/// Reads and writes whole small files.
package enum SmallFiles {
  package enum Failure: Error {
    case system(Errno)
    case notRegular
    case tooLarge(Int)
  }

  /// Returns the content of a regular file.
  package static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let status: FileStatus
    let bytes: [UInt8]
    do throws(Errno) {
      // Opening a FIFO would otherwise wait for a writer.
      let file = try OpenFile(path, .reading, .nonBlocking)
      status = try file.status()
      bytes = status.kind == .file && status.size <= limit ? try file.readToEnd(limit: limit + 1) : []
    } catch { throw .system(error) }
    guard status.kind == .file else { throw .notRegular }
    guard max(status.size, bytes.count) <= limit else { throw .tooLarge(limit) }
    return bytes
  }

  /// Returns the first bytes of a file of the kernel, whose size is not known in advance; `nil` if it can't be read.
  package static func head(of path: String, limit: Int) -> [UInt8]? {
    try? beginning(of: path, limit: limit)
  }

  /// Like `head(of:limit:)`, and throws the reason why it can't be read.
  package static func beginning(of path: String, limit: Int) throws(SystemFailure) -> [UInt8] {
    var call = "open"
    do throws(Errno) {
      let file = try OpenFile(path, .reading)
      call = "read"
      return try file.readToEnd(limit: limit)
    } catch { throw SystemFailure(call, path, error) }
  }

  /// Returns the first line of a file of the kernel; empty if it can't be read.
  package static func firstLine(of path: String) -> String {
    String(decoding: (head(of: path, limit: 512) ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Writes a value to a file of the kernel, as a line in one write.
  package static func write(line: String, to path: String) throws(SystemFailure) {
    var call = "open"
    do throws(Errno) {
      let file = try OpenFile(path, .writing, .truncate)
      call = "write"
      try file.write(Array("\(line)\n".utf8))
    } catch { throw SystemFailure(call, path, error) }
  }
}
