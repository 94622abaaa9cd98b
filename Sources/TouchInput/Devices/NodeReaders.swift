import Program
import Text

/// Finds the programs that have a device's node open. root finds all of them, other users only their own.
package enum NodeReaders {
  /// Returns names such as `sway (1234)`, ordered by process number.
  package static func of(_ node: String) -> [String] {
    let numbers = Paths.names(in: "/proc").compactMap { Int32($0) }.sorted()
    return numbers.filter { number in
      let folder = "/proc/\(number)/fd"
      return Paths.names(in: folder).contains { Paths.target(ofLink: "\(folder)/\($0)") == node }
    }.map { "\(name(of: $0)) (\($0))" }
  }

  private static func name(of process: Int32) -> String {
    let bytes = SmallFiles.head(of: "/proc/\(process)/comm", limit: 64) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).printable
  }
}
