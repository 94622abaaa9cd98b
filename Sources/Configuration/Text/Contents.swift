import Program

/// Returns the contents of a file.
///
/// - Parameter limit: the largest size in bytes; no file written by hand is larger.
package func contents(path: String, limit: Int = 4 << 20) throws(ConfigurationError) -> [UInt8] {
  let bytes: [UInt8]
  let kind: FileStatus.Kind
  do throws(Errno) {
    // Opening a FIFO would otherwise block until another process opens it for writing.
    let file = try OpenFile(path, .reading, .nonBlocking)
    kind = try file.status().kind
    bytes = [.file, .characterDevice].contains(kind) ? try file.readToEnd(limit: limit + 1) : []
  } catch { throw failure(path: path, error) }
  switch kind {
  case .file, .characterDevice: break
  case .folder: throw .unreadable(path: path, reason: "Is a directory (name the file in it)")
  default: throw .unreadable(path: path, reason: "Is not a regular file")
  }
  guard bytes.count <= limit else { throw tooLarge(path: path, limit, start: bytes) }
  return bytes
}

/// Returns the contents of a file that a command line names, or those of standard input.
package func contents(of input: InputFile, limit: Int = 4 << 20) throws(ConfigurationError) -> [UInt8] {
  guard input.isStandardInput else { return try contents(path: input.path, limit: limit) }
  do {
    return try InputFile.standardInput(limit: limit)
  } catch {
    switch error {
    case .system(let error): throw failure(path: input.name, error)
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

private func failure(path: String, _ error: Errno) -> ConfigurationError {
  if error.isMissing { return .missing(path: path) }
  return error.isPermission ? .noPermission(path: path) : .unreadable(path: path, reason: "\(error)")
}
