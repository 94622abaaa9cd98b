import ArgumentParser
import Glibc
import Program

/// What was asked for: standard output.
enum Answer {
  /// A line. One that cannot be written ends the command, or a script would take half an answer for a whole one.
  static func say(_ text: String) throws {
    if !writeAll(Array("\(text)\n".utf8), to: STDOUT_FILENO) { throw failure() }
  }

  /// Tells of the write that has just failed.
  static func failure() -> ExitCode {
    Diagnostics.say("tickle: write to standard output: \(String(cString: strerror(errno)))")
    return ExitCode(.ioError)
  }
}
