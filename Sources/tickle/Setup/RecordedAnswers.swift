import ArgumentParser
import Program
import TouchInput

/// A recording that a command reads instead of a touchscreen.
enum RecordedAnswers {
  /// Reads the recording at a path, or on standard input for `-`.
  static func recording(_ path: String) throws -> Recording {
    do throws(RecordingError) {
      if path == "-" { return try Recording(bytes: standardInput(), file: "standard input") }
      return try Recording(file: path)
    } catch { throw Diagnostics.failure("\(error)", error.exitStatus) }
  }

  /// One byte beyond the limit is enough to see that a recording is too large.
  private static func standardInput() -> [UInt8] {
    (try? Descriptor.readToEnd(Descriptor.standardInput, limit: Recording.sizeLimit + 1)) ?? []
  }
}
