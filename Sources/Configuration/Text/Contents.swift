import Glibc
import Program

/// Returns the contents of a file.
///
/// - Parameter limit: the largest size in bytes; no file written by hand is larger.
package func contents(path: String, limit: Int = 4 << 20) throws(ConfigurationError) -> [UInt8] {
  // Without O_NONBLOCK, opening a FIFO would block until another process opens it for writing.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard file >= 0 else { throw failure(path: path, errno) }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0 else { throw failure(path: path, errno) }
  switch status.st_mode & S_IFMT {
  case S_IFREG, S_IFCHR: break
  case S_IFDIR: throw .unreadable(path: path, reason: "Is a directory (name the file in it)")
  default: throw .unreadable(path: path, reason: "Is not a regular file")
  }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 64 << 10)
  while bytes.count <= limit {
    let count = read(file, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw failure(path: path, errno) }
    bytes += chunk[..<count]
  }
  throw tooLarge(path: path, limit, start: bytes)
}

/// Returns the contents of a file that a command line names, or those of standard input.
package func contents(of input: InputFile, limit: Int = 4 << 20) throws(ConfigurationError) -> [UInt8] {
  guard input.isStandardInput else { return try contents(path: input.path, limit: limit) }
  do {
    return try InputFile.standardInput(limit: limit)
  } catch {
    switch error {
    case .system(let code): throw failure(path: input.name, code)
    case .tooLarge: throw tooLarge(path: input.name, limit, start: [])
    case .notRegular: throw .unreadable(path: input.name, reason: "Is not a regular file")
    }
  }
}

private func tooLarge(path: String, _ limit: Int, start: [UInt8]) -> ConfigurationError {
  let findings = Findings(files: [(path, SourceText(Array(start.prefix(1_000))))])
  findings.report("this file is larger than the limit of \(limit >> 20) MiB", at: .start)
  return .unusable(findings.diagnostics)
}

private func failure(path: String, _ code: CInt) -> ConfigurationError {
  switch code {
  case ENOENT, ENOTDIR: .missing(path: path)
  case EACCES, EPERM: .noPermission(path: path)
  default: .unreadable(path: path, reason: systemError(code))
  }
}
