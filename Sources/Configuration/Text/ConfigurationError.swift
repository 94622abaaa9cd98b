import Program
import Text

/// The reason why a configuration could not be loaded; each case has its own exit status.
package enum ConfigurationError: Error, Equatable, Sendable {
  /// Exit status 66: the file does not exist.
  case missing(path: String)
  /// Exit status 77: no permission to read the file.
  case noPermission(path: String)
  /// Exit status 74: reading failed, or it is not a file.
  case unreadable(path: String, reason: String)
  /// Exit status 78: the contents are invalid. The diagnostics are at least one error, and any warnings, in the order of the text.
  case unusable([Diagnostic])
}

extension ConfigurationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "open \(path.printable): No such file or directory (\(Configuration.remedy(forMissing: path)))"
    case .noPermission(let path):
      "open \(path.printable): Permission denied (let the daemon's user read the file and enter its folders)"
    case .unreadable(let path, let reason):
      "read \(path.printable): \(reason)"
    case .unusable(let diagnostics):
      diagnostics.map { $0.description }.joined(separator: "\n")
    }
  }
}

extension ConfigurationError {
  package var exitStatus: ExitStatus {
    switch self {
    case .missing: .noInput
    case .noPermission: .noPermission
    case .unreadable: .ioError
    case .unusable: .configuration
    }
  }

  /// The error's lines for a journal: one for each diagnostic.
  package var lines: [String] {
    guard case .unusable(let diagnostics) = self else { return ["\(self)"] }
    return diagnostics.map { $0.summary }
  }
}
