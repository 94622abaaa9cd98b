import Program
import Text

/// Finds the programs that have a device's node open. root finds all of them, other users only their own.
package enum NodeReaders {
  /// Returns names such as `sway (1234)`, ordered by process number.
  package static func of(_ node: String, among processes: String = "/proc") -> [String] {
    let numbers = Paths.names(in: processes).compactMap { Int32($0) }.sorted()
    return numbers.filter { number in
      let folder = "\(processes)/\(number)/fd"
      return Paths.names(in: folder).contains { Paths.target(ofLink: "\(folder)/\($0)") == node }
    }.map { "\(name(of: $0, in: processes)) (\($0))" }
  }

  private static func name(of process: Int32, in processes: String) -> String {
    let bytes = SmallFiles.head(of: "\(processes)/\(process)/comm", limit: 64) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).printable
  }
}
