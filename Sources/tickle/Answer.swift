import ArgumentParser
import Program

/// A command's output proper, on standard output.
enum Answer {
  /// Writes a line. A failed write ends the command: otherwise a script would take half an answer for a whole one.
  static func say(_ text: String) throws {
    if !writeAll(Array("\(text)\n".utf8), to: Descriptor.standardOutput) { throw failure() }
  }

  /// Reports the write that has just failed, from `Errno.latest`.
  static func failure() -> ExitCode {
    Diagnostics.failure("tickle: write to standard output: \(Errno.latest)", .ioError)
  }
}
