import ArgumentParser
import Glibc
import Program

/// What is not the answer that was asked for: standard error.
enum Diagnostics {
  static func say(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO) }

  static func warn(_ text: String) { say("tickle: warning: \(text)") }
}
