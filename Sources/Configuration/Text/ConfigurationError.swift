import Program

/// Why there is no configuration; each case has an exit status of its own.
package enum ConfigurationError: Error, Equatable, Sendable {
  /// 66: the file is not there.
  case missing(path: String)
  /// 77: we may not read it.
  case noPermission(path: String)
  /// 74: reading failed, or it is no file.
  case unreadable(path: String, reason: String)
  /// 78: what is in it cannot be used; at least one error, and the warnings, in the order of the text.
  case unusable([Diagnostic])
}

extension ConfigurationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "open \(path.printable): No such file or directory (write a configuration there, or name another with --config)"
    case .noPermission(let path):
      "open \(path.printable): Permission denied (let the daemon's user read the file and enter its folders)"
    case .unreadable(let path, let reason):
      "read \(path.printable): \(reason)"
    case .unusable(let diagnostics):
      diagnostics.map(\.description).joined(separator: "\n")
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
}

extension ConfigurationError {
  /// A line for each mistake.
  package var lines: [String] {
    guard case .unusable(let diagnostics) = self else { return ["\(self)"] }
    return diagnostics.map(\.summary)
  }
}
