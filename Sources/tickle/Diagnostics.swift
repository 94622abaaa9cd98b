import ArgumentParser
import Configuration
import Program
import TouchInput

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

/// An error that ends a command: `Tickle.main` says its message, and exits with its status.
protocol EndingError: Error {
  var message: String { get }
  var exitStatus: ExitStatus { get }
}

extension EndingError {
  var message: String { "tickle: \(self)" }
}

// The messages of these two begin with the name of the file.
extension ConfigurationError: EndingError { var message: String { "\(self)" } }
extension RecordingError: EndingError { var message: String { "\(self)" } }
extension DeviceError: EndingError {}
extension SaveFailure: EndingError { var exitStatus: ExitStatus { isPermission ? .noPermission : .ioError } }
