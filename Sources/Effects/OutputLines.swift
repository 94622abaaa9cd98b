/// Cuts a command's output into lines for the log, and limits their length and the total size.
struct OutputLines {
  static let longestLine = 1024
  static let most = 64 * 1024

  private var line: [UInt8] = []
  private var isLineCut = false
  private var remaining = OutputLines.most

  /// Returns the lines that `bytes` complete, without empty ones. At the limit, one line says so, and no more follow.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard remaining > 0 else { break }
      remaining -= 1
      if byte == UInt8(ascii: "\n") {
        endLine(&lines)
      } else if line.count < OutputLines.longestLine {
        line.append(byte)
      } else {
        isLineCut = true
      }
      if remaining == 0 {
        endLine(&lines)
        lines.append("… output cut after \(OutputLines.most / 1024) kB")
      }
    }
    return lines
  }

  mutating func renewLimit() { remaining = OutputLines.most }

  /// Returns the last line if it has no line feed.
  mutating func finish() -> [String] {
    var lines: [String] = []
    endLine(&lines)
    return lines
  }

  private mutating func endLine(_ lines: inout [String]) {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self) + (isLineCut ? "…" : "")) }
    line.removeAll(keepingCapacity: true)
    isLineCut = false
  }
}
