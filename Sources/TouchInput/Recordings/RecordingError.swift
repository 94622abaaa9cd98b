import Program
import Text

/// A recording cannot be used, because of the file or one of its lines.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  package let file: String
  package private(set) var line: Int?
  package let problem: String
  /// The error of the call that failed; `nil` if the content is at fault.
  package private(set) var error: Errno?
}

extension RecordingError {
  init(file: String, _ error: SmallFiles.Failure) {
    switch error {
    case .system(let error): self.init(file: file, problem: "cannot be read: \(error)", error: error)
    case .notRegular: self.init(file: file, problem: "is not a regular file")
    case .tooLarge(let limit): self.init(file: file, problem: "is larger than \(limit >> 20) MiB")
    }
  }

  /// `FILE:LINE: what is wrong`.
  package var description: String {
    "\(file.printable):\(line.map { "\($0):" } ?? "") \(problem)"
  }

  package var exitStatus: ExitStatus {
    switch error {
    case nil: .dataError
    case .noSuchFile, .notDirectory: .noInput
    case .permissionDenied, .notPermitted: .noPermission
    default: .ioError
    }
  }
}
