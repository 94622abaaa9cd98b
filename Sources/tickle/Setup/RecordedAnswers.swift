import ArgumentParser
import Glibc
import TouchInput

/// A recording that a command reads instead of a touchscreen.
enum RecordedAnswers {
  /// Reads the recording at a path, or on standard input for `-`.
  static func recording(_ path: String) throws -> Recording {
    do throws(RecordingError) {
      if path == "-" { return try Recording(bytes: standardInput(), file: "standard input") }
      return try Recording(file: path)
    } catch {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
    }
  }

  /// One byte beyond the limit is enough to see that a recording is too large.
  private static func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= Recording.sizeLimit {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
