import ArgumentParser
import Program

/// Messages beside a command's output proper, on standard error.
enum Diagnostics {
  static func say(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: Descriptor.standardError) }

  static func warn(_ text: String) { say("tickle: warning: \(text)") }

  /// Says why the command ends, and returns the status that it must throw.
  static func failure(_ text: String, _ status: ExitStatus) -> ExitCode {
    say(text)
    return ExitCode(status)
  }
}
