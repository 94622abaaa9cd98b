import Program
import Text

/// A recording cannot be used, because of the file or one of its lines.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  package let problem: String
  /// The Errno.latest of the call that failed; `nil` if the content is at fault.
  package let code: Int32?

  init(file: String, line: Int? = nil, problem: String, code: Int32? = nil) {
    self.file = file
    self.line = line
    self.problem = problem
    self.code = code
  }

  init(file: String, _ error: SmallFiles.Failure) {
    switch error {
    case .system(let code): self.init(file: file, problem: "cannot be read: \(systemError(code))", code: code)
    case .notRegular: self.init(file: file, problem: "is not a regular file")
    case .tooLarge(let limit): self.init(file: file, problem: "is larger than \(limit >> 20) MiB")
    }
  }

  /// `FILE:LINE: what is wrong`.
  package var description: String {
    "\(file.printable):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}

extension RecordingError {
  package var exitStatus: ExitStatus {
    switch code {
    case nil: .dataError
    case Errno.noSuchFile, Errno.notDirectory: .noInput
    case Errno.permissionDenied, Errno.notPermitted: .noPermission
    default: .ioError
    }
  }
}
