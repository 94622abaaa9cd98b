import Synchronization

/// A file that a command line names: a recording or a configuration. `-` is standard input; a file of that name is `./-`.
package struct InputFile: Equatable, Sendable {
  /// The path as the caller gave it.
  package let path: String

  package init(_ path: String) { self.path = path }

  package var isStandardInput: Bool { path == "-" }

  /// What messages call it. It has no folder for standard input, so paths in a configuration start at the current one.
  package var name: String { isStandardInput ? "standard input" : path }

  /// The permissions of the file, which what is made from it has at most; all if it is not a file.
  package var permissions: UInt32 {
    let status = isStandardInput ? try? FileStatus(of: Descriptor.standardInput) : try? FileStatus(of: path)
    return status.map { $0.kind == .file ? $0.permissions : 0o777 } ?? 0o777
  }

  /// Reads standard input to its end. It can be read only once, so the bytes are kept for commands that need them twice.
  ///
  /// - Parameter limit: the largest number of bytes; one more is read to see that there are too many.
  package static func standardInput(limit: Int) throws(SmallFiles.Failure) -> [UInt8] {
    if let bytes = kept.withLock({ $0 }) { return bytes }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Descriptor.readToEnd(Descriptor.standardInput, limit: limit + 1)
    } catch { throw .system(error) }
    guard bytes.count <= limit else { throw .tooLarge(limit) }
    kept.withLock { $0 = bytes }
    return bytes
  }

  private static let kept = Mutex<[UInt8]?>(nil)
}
