import Glibc

extension Configuration {
  /// Reads and checks a file.
  package static func load(
    path: String
  ) throws(ConfigurationError) -> (configuration: Configuration, warnings: [Diagnostic]) {
    let (configuration, diagnostics) = parse(
      bytes: try contents(path: path), path: path, strokes: StrokeFolder(besideConfiguration: path))
    guard let configuration else { throw .unusable(diagnostics) }
    return (configuration, diagnostics)
  }

  /// The same for somebody who looks at it: also what this machine lacks, and what the service has to be allowed.
  package static func inspect(
    path: String, on machine: Machine = Machine()
  ) throws(ConfigurationError) -> (configuration: Configuration, remarks: [Diagnostic]) {
    let (configuration, diagnostics) = parse(
      bytes: try contents(path: path), path: path, strokes: StrokeFolder(besideConfiguration: path), on: machine)
    guard let configuration else { throw .unusable(diagnostics) }
    return (configuration, diagnostics)
  }

  /// The same without the learned shapes that it names: for who is about to learn them.
  package static func loadWithoutShapes(path: String) throws(ConfigurationError) -> Configuration {
    let (configuration, diagnostics) = parse(bytes: try contents(path: path), path: path)
    guard let configuration else { throw .unusable(diagnostics) }
    return configuration
  }

  /// Checks a text. Without a configuration there is at least one error; the diagnostics are in the order of the text.
  package static func parse(text: String, path: String) -> (Configuration?, [Diagnostic]) {
    parse(bytes: Array(text.utf8), path: path)
  }

  /// The same for bytes that may be no text at all.
  /// - Parameters:
  ///   - strokes: where the learned shapes are; `nil`: no file is read.
  ///   - machine: what its actions are to work on; `nil`: that is of no interest.
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
      checker.noteWhatTheServiceNeeds()
    }
    return (findings.isUsable ? configuration : nil, findings.diagnostics)
  }

  /// The control socket that a file names, whatever else is wrong with it: who asks a daemon to reload a broken file needs
  /// the daemon's answer. The default where it names none, or is no TOML.
  package static func socket(path: String) -> String {
    guard let bytes = try? contents(path: path), let root = try? TOMLTable(parsing: bytes),
      case .table(let daemon) = root["daemon"]?.value.content,
      case .string(let socket) = daemon["socket"]?.value.content
    else { return DaemonSettings().socket }
    return socket
  }

  /// Which file to read: `--config`, else the user's own if there is one, else the system's.
  package static func path(option: String?) -> String {
    path(
      option: option, environment: { getenv($0).map { String(cString: $0) } }, exists: { access($0, F_OK) == 0 })
  }

  /// The rule of `path(option:)` without the system.
  package static func path(
    option: String?, environment: (String) -> String?, exists: (String) -> Bool
  ) -> String {
    if let option { return option }
    // The XDG specification: a path that is not absolute is to be ignored.
    let folders = [environment("XDG_CONFIG_HOME"), environment("HOME").map { $0 + "/.config" }]
    let own = folders.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }.map { $0 + "/tickled/config.toml" }
    if let own, exists(own) { return own }
    return "/etc/tickled/config.toml"
  }
}

/// - Parameter limit: larger files are refused: they are nothing that somebody wrote.
package func contents(path: String, limit: Int = 4 << 20) throws(ConfigurationError) -> [UInt8] {
  // Without O_NONBLOCK a FIFO would hold us until somebody writes.
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
  let message = "this file is larger than \(limit >> 20) MiB; a configuration is not"
  let excerpt = SourceText(Array(bytes.prefix(1_000))).excerpt(at: .start)
  throw .unusable([
    Diagnostic(severity: .error, file: path, line: 1, column: 1, message: message, suggestion: nil, excerpt: excerpt)
  ])
}

private func failure(path: String, _ code: CInt) -> ConfigurationError {
  switch code {
  case ENOENT, ENOTDIR: .missing(path: path)
  case EACCES, EPERM: .noPermission(path: path)
  default: .unreadable(path: path, reason: String(cString: strerror(code)))
  }
}
