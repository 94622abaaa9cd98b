/// A recording that cannot be used, and where.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  package let problem: String
  /// Of the call that failed; nil where the content is at fault.
  package let code: Int32?

  init(file: String, line: Int? = nil, problem: String, code: Int32? = nil) {
    self.file = file
    self.line = line
    self.problem = problem
    self.code = code
  }

  init(file: String, _ error: SmallFiles.Failure) {
    switch error {
    case .system(let code): self.init(file: file, problem: "cannot be read: \(systemMessage(code))", code: code)
    case .notRegular: self.init(file: file, problem: "is no regular file")
    case .tooLarge(let limit): self.init(file: file, problem: "is larger than \(limit >> 20) MiB")
    }
  }

  /// `FILE:LINE: what is wrong`.
  package var description: String {
    "\(file.printable):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}
