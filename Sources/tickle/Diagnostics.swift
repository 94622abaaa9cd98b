import ArgumentParser
import Program

/// Messages beside a command's output proper, on standard error.
enum Diagnostics {
  static func say(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: Descriptor.standardError) }

  static func warn(_ text: String) { say("tickle: warning: \(text)") }
}
