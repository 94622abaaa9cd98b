import Glibc
import TouchInput

/// A file that was read and checked, and the bytes that it was read from.
package struct ConfigurationFile: Sendable {
  package let configuration: Configuration
  package let warnings: [Diagnostic]
  package let bytes: [UInt8]

  package init(path: String) throws(ConfigurationError) {
    try self.init(bytes: try contents(path: path), path: path)
  }

  /// Reads a file that a command line names, or standard input.
  package init(_ input: InputFile) throws(ConfigurationError) {
    try self.init(bytes: try contents(of: input), path: input.name)
  }

  /// Checks bytes as if they had been read from the file.
  package init(bytes: [UInt8], path: String) throws(ConfigurationError) {
    let (configuration, diagnostics) = Configuration.parse(
      bytes: bytes, path: path, strokes: StrokeFolder(besideConfiguration: path))
    guard let configuration else { throw .unusable(diagnostics) }
    self.configuration = configuration
    warnings = diagnostics
    self.bytes = bytes
  }
}

extension Configuration {
  /// Reads and checks a file that a command line names.
  package static func load(
    path: String
  ) throws(ConfigurationError) -> (configuration: Configuration, warnings: [Diagnostic]) {
    let file = try ConfigurationFile(InputFile(path))
    return (file.configuration, file.warnings)
  }

  /// Reads and checks a file, for a user who wants to know about problems: also reports programs that are missing on this machine, and
  /// permissions that the service will need.
  package static func inspect(
    path: String, on machine: Machine = Machine()
  ) throws(ConfigurationError) -> (configuration: Configuration, remarks: [Diagnostic]) {
    let input = InputFile(path)
    let (configuration, diagnostics) = parse(
      bytes: try contents(of: input), path: input.name, strokes: StrokeFolder(besideConfiguration: input.name),
      on: machine)
    guard let configuration else { throw .unusable(diagnostics) }
    return (configuration, diagnostics)
  }

  /// Reads and checks a file but not the learned shapes that it names, which may not have been learned yet.
  package static func loadWithoutShapes(path: String) throws(ConfigurationError) -> Configuration {
    let input = InputFile(path)
    let (configuration, diagnostics) = parse(bytes: try contents(of: input), path: input.name)
    guard let configuration else { throw .unusable(diagnostics) }
    return configuration
  }

  /// Parses and checks a text. The diagnostics are in the order of the text; if the configuration is `nil`, at least one is an error.
  package static func parse(text: String, path: String) -> (Configuration?, [Diagnostic]) {
    parse(bytes: Array(text.utf8), path: path)
  }

  /// Like `parse(text:path:)`, for bytes that may not be text at all.
  ///
  /// - Parameters:
  ///   - strokes: the folder of the learned shapes; `nil`: no file is read.
  ///   - machine: the machine on which the actions must work; `nil`: this is not checked.
  package static func parse(
    bytes: [UInt8], path: String, strokes: StrokeFolder? = nil, on machine: Machine? = nil
  ) -> (Configuration?, [Diagnostic]) {
    let reader = ConfigurationReader(bytes: bytes, path: path)
    let findings = reader.findings
    guard let root = reader.document else { return (nil, findings.diagnostics) }
    reader.read(root)
    let configuration = Resolver(reader, strokes).resolved()
    let checker = ConfigurationChecker(configuration, reader.outline, findings)
    checker.check()
    if let machine, findings.isUsable {
      checker.warnAboutMissingPrograms(on: machine)
      checker.noteWhatTheServiceNeeds(on: machine)
    }
    return (findings.isUsable ? configuration : nil, findings.diagnostics)
  }

  /// Returns the control socket that a file names, even if the rest of the file is invalid: a client that asks the daemon to reload a
  /// broken file needs the daemon's answer. Returns the default if the file names no socket or is not TOML.
  package static func socket(path: String) -> String {
    guard let bytes = try? contents(of: InputFile(path)), let root = try? TOMLTable(parsing: bytes),
      case .table(let daemon) = root["daemon"]?.value.content,
      case .string(let socket) = daemon["socket"]?.value.content
    else { return DaemonSettings().socket }
    return socket
  }

  /// Returns the file to read: that of `--config`, else the user's own file if it exists, else the system's.
  package static func path(option: String?) -> String {
    path(
      option: option, environment: { getenv($0).map { String(cString: $0) } }, exists: { access($0, F_OK) == 0 })
  }

  /// Like `path(option:)`, with the environment and the file system as parameters.
  package static func path(
    option: String?, environment: (String) -> String?, exists: (String) -> Bool
  ) -> String {
    if let option { return option }
    // The XDG specification says to ignore relative paths.
    let folders = [environment("XDG_CONFIG_HOME"), environment("HOME").map { $0 + "/.config" }]
    let own = folders.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }.map { $0 + "/tickled/config.toml" }
    if let own, exists(own) { return own }
    return "/etc/tickled/config.toml"
  }
}

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
  default: throw .unreadable(path: path, reason: "Not a regular file")
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
    case .notRegular: throw .unreadable(path: input.name, reason: "Not a regular file")
    }
  }
}

private func tooLarge(path: String, _ limit: Int, start: [UInt8]) -> ConfigurationError {
  let source = SourceText(Array(start.prefix(1_000)))
  let findings = Findings(file: path, source: source)
  findings.report("this file is larger than the limit of \(limit >> 20) MiB", at: .start)
  return .unusable(findings.diagnostics)
}

private func failure(path: String, _ code: CInt) -> ConfigurationError {
  switch code {
  case ENOENT, ENOTDIR: .missing(path: path)
  case EACCES, EPERM: .noPermission(path: path)
  default: .unreadable(path: path, reason: String(cString: strerror(code)))
  }
}
