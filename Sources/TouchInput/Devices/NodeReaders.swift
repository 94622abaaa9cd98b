import Glibc
import Program
import Text

/// Finds the programs that have a device's node open. root finds all of them, other users only their own.
package enum NodeReaders {
  /// Returns names such as `sway (1234)`, ordered by process number.
  package static func of(_ node: String, among processes: String = "/proc") -> [String] {
    let numbers = Paths.names(in: processes).compactMap { Int32($0) }.sorted()
    return numbers.filter { number in
      let folder = "\(processes)/\(number)/fd"
      return Paths.names(in: folder).contains { target(of: "\(folder)/\($0)") == node }
    }.map { "\(name(of: $0, in: processes)) (\($0))" }
  }

  private static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes {
      readlink(link, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func name(of process: Int32, in processes: String) -> String {
    let bytes = SmallFiles.head(of: "\(processes)/\(process)/comm", limit: 64) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).printable
  }
}
