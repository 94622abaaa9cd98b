import Program
import Text

/// A configuration that was read and checked, and the text that it was read from.
package struct ConfigurationFile: Sendable {
  package private(set) var configuration: Configuration
  package let warnings: [Diagnostic]
  package let text: ConfigurationText
  /// The files as they were read; `nil` if the text is not theirs.
  package private(set) var stamp: ConfigurationStamp?

  /// Reads a file, and those of its folder `config.d`.
  package init(path: String) throws(ConfigurationError) {
    let stamp = ConfigurationStamp(path: path)  // Before the files are read, so that no change falls between.
    try self.init(try ConfigurationText(path: path))
    self.stamp = stamp
  }

  /// Adds what is known of the machine's panels, which is not part of the text.
  package mutating func learnQuirks() { configuration.quirks = PanelQuirks(in: PanelQuirks.folders) }

  /// Checks bytes as if they had been read from the file.
  package init(bytes: [UInt8], path: String) throws(ConfigurationError) {
    try self.init(ConfigurationText(bytes: bytes, path: path))
  }

  package init(_ text: ConfigurationText) throws(ConfigurationError) {
    let read = CheckedText(text, strokes: StrokeFolder(besideConfiguration: text.path))
    guard let configuration = read.configuration else { throw .unusable(read.diagnostics) }
    self.configuration = configuration
    warnings = read.diagnostics
    self.text = text
  }
}

/// A text that was read and checked, whether it can be used or not.
struct CheckedText {
  /// `nil` if at least one of the diagnostics is an error.
  let configuration: Configuration?
  let outline: Outline
  /// In the order of the text.
  let diagnostics: [Diagnostic]
  let remarks: [(diagnostic: Diagnostic, subject: Configuration.Subject)]

  /// - Parameters:
  ///   - strokes: the folder of the learned shapes; `nil`: no file is read.
  ///   - machine: the machine on which the actions must work; `nil`: this is not checked.
  ///   - purpose: what the configuration is for, if a machine is given.
  ///   - source: finds more that is wrong with gestures; `nil`: nothing does.
  init(
    _ text: ConfigurationText, strokes: StrokeFolder? = nil, on machine: Machine? = nil,
    for purpose: Configuration.Purpose = .service, from source: GestureRemark.Source? = nil
  ) {
    let reader = ConfigurationReader(text)
    let findings = reader.findings
    guard let documents = reader.documents else {
      (configuration, outline, diagnostics, remarks) = (nil, reader.outline, findings.diagnostics, [])
      return
    }
    reader.read(reader.merged(documents))
    let resolved = Resolver(reader, strokes).resolved()
    let checker = ConfigurationChecker(configuration: resolved, outline: reader.outline, findings: findings)
    checker.check()
    if let machine, findings.isUsable {
      checker.warnAboutMissingPrograms(on: machine)
      checker.checkHabits(on: machine)
      checker.noteWhatIsNeeded(for: purpose, on: machine)
    }
    if let source, findings.isUsable { checker.warn(from: source) }
    configuration = findings.isUsable ? resolved : nil
    outline = reader.outline
    diagnostics = findings.diagnostics
    remarks = reader.outline.subjects(of: findings.placed)
  }
}

extension Configuration {
  /// Reads and checks a file that a command line names, with those of its folder.
  package static func load(
    path: String
  ) throws(ConfigurationError) -> (configuration: Configuration, warnings: [Diagnostic]) {
    var file = try ConfigurationFile(try ConfigurationText(InputFile(path)))
    file.learnQuirks()
    return (file.configuration, file.warnings)
  }

  /// Reads and checks a file, for a user who wants to know about problems: also reports programs that are missing on this machine, and
  /// permissions that the service will need.
  ///
  /// - Parameters:
  ///   - purpose: what the configuration is for; `nil`: what its place says.
  ///   - source: finds more that is wrong with gestures; `nil`: nothing does.
  package static func inspect(
    path: String, for purpose: Purpose? = nil, on machine: Machine = Machine(), from source: GestureRemark.Source? = nil
  ) throws(ConfigurationError) -> (configuration: Configuration, remarks: [Diagnostic]) {
    let text = try ConfigurationText(InputFile(path))
    let read = CheckedText(
      text, strokes: StrokeFolder(besideConfiguration: text.path), on: machine, for: purpose ?? Purpose(of: text.path),
      from: source)
    guard let configuration = read.configuration else { throw .unusable(read.diagnostics) }
    return (configuration, read.diagnostics)
  }

  /// Checks a text as `inspect(path:for:on:from:)` does. The configuration is `nil` if one of the remarks is an error.
  package static func inspect(
    _ text: ConfigurationText, on machine: Machine, from source: GestureRemark.Source? = nil
  ) -> (Configuration?, [Diagnostic]) {
    let read = CheckedText(
      text, strokes: StrokeFolder(besideConfiguration: text.path), on: machine, for: Purpose(of: text.path),
      from: source)
    return (read.configuration, read.diagnostics)
  }

  /// Like `inspect(path:)`, with what each remark is about, and without what is missing on this machine.
  package static func remarks(
    path: String, from source: GestureRemark.Source? = nil
  ) throws(ConfigurationError) -> (
    configuration: Configuration, remarks: [(diagnostic: Diagnostic, subject: Subject)]
  ) {
    let text = try ConfigurationText(InputFile(path))
    let read = CheckedText(text, strokes: StrokeFolder(besideConfiguration: text.path), from: source)
    guard let configuration = read.configuration else { throw .unusable(read.diagnostics) }
    return (configuration, read.remarks)
  }

  /// Returns the configuration of a file that a command line names as TOML, with all defaults filled in, and the warnings.
  package static func effective(
    path: String
  ) throws(ConfigurationError) -> (text: String, warnings: [Diagnostic]) {
    let text = try ConfigurationText(InputFile(path))
    let strokes = StrokeFolder(besideConfiguration: text.path)
    let read = CheckedText(text, strokes: strokes)
    guard let configuration = read.configuration else { throw .unusable(read.diagnostics) }
    return (EffectiveText(configuration, read.outline, strokes).written(), read.diagnostics)
  }

  /// Reads and checks a file but not the learned shapes that it names, which may not have been learned yet.
  package static func loadWithoutShapes(path: String) throws(ConfigurationError) -> Configuration {
    let read = CheckedText(try ConfigurationText(InputFile(path)))
    guard let configuration = read.configuration else { throw .unusable(read.diagnostics) }
    return configuration
  }

  /// Parses and checks the text of a file and those of its folder.
  package static func parse(_ text: ConfigurationText) -> (Configuration?, [Diagnostic]) {
    let read = CheckedText(text)
    return (read.configuration, read.diagnostics)
  }

  /// Parses and checks a text. The diagnostics are in the order of the text; if the configuration is `nil`, at least one is an error.
  package static func parse(text: String, path: String) -> (Configuration?, [Diagnostic]) {
    parse(bytes: Array(text.utf8), path: path)
  }

  /// Like `parse(text:path:)`, for bytes that may not be text at all.
  ///
  /// - Parameter machine: the machine on which the actions must work; `nil`: this is not checked.
  package static func parse(
    bytes: [UInt8], path: String, on machine: Machine? = nil
  ) -> (Configuration?, [Diagnostic]) {
    let read = CheckedText(ConfigurationText(bytes: bytes, path: path), on: machine, for: Purpose(of: path))
    return (read.configuration, read.diagnostics)
  }

  /// Returns the control socket that a file names, even if the rest of the file is invalid: a client that asks the daemon to reload a
  /// broken file needs the daemon's answer. Returns the default if the file names no socket or is not TOML.
  package static func socket(path: String) -> String {
    guard let text = try? ConfigurationText(InputFile(path)) else { return DaemonSettings().socket }
    for part in text.parts {
      guard let root = try? TOMLTable(parsing: part.bytes), case .table(let daemon) = root["daemon"]?.value.content,
        case .string(let socket) = daemon["socket"]?.value.content
      else { continue }
      return socket
    }
    return DaemonSettings().socket
  }

  /// Returns the file to read: that of `--config`, else the user's own file if it exists, else the system's.
  package static func path(option: String?) -> String {
    path(
      option: option, environment: { environmentVariable($0) }, exists: { Paths.exists($0) })
  }

  /// Like `path(option:)`, with the environment and the file system as parameters.
  package static func path(
    option: String?, environment: (String) -> String?, exists: (String) -> Bool
  ) -> String {
    if let option { return option }
    if let own = ownPath(environment), exists(own) { return own }
    return systemPath
  }

  private static let systemPath = "/etc/tickled/config.toml"

  private static func ownPath(_ environment: (String) -> String?) -> String? {
    ownFolder(environment).map { $0 + "/tickled/config.toml" }
  }

  /// Returns what to do about a configuration that does not exist. If it is the last one that is looked for, names the other places,
  /// and a file in a place that people try and that is not read.
  package static func remedy(
    forMissing path: String, environment: (String) -> String? = { environmentVariable($0) },
    exists: (String) -> Bool = { Paths.exists($0) }
  ) -> String {
    let own = ownPath(environment)
    if path != systemPath || own.map(exists) == true {
      return "write a configuration there, or name another with --config"
    }
    let folders = [(ownFolder(environment), own), ("/etc", systemPath)]
    for (folder, place) in folders {
      guard let folder, let place else { continue }
      for stray in [folder + "/tickled.toml", folder + "/tickled/tickled.toml"] where exists(stray) {
        return "\(stray.printable) is not read: move it to \(place.printable); docs/nothing-happens.md"
      }
    }
    let other = own.map { "nor is there \($0.printable); " } ?? ""
    return "\(other)`tickle init` writes a configuration to start from; docs/nothing-happens.md"
  }

  /// The folder of the user's own configurations.
  package static func ownFolder(_ environment: (String) -> String?) -> String? {
    // The XDG specification says to ignore relative paths.
    let folders = [environment("XDG_CONFIG_HOME"), environment("HOME").map { $0 + "/.config" }]
    return folders.lazy.compactMap { $0 }.first { $0.hasPrefix("/") }
  }

  /// Where a configuration is used.
  package enum Purpose: String, CaseIterable, Sendable {
    /// In the system's service, whose rights drop-ins extend.
    case service
    /// In a user's session, with that user's rights.
    case session

    /// The purpose of a file by its place: files below the user's own folder are for the session.
    package init(of path: String) {
      let isOwn =
        Configuration.ownFolder { environmentVariable($0) }.map { path.absolutePath.hasPrefix($0 + "/") } ?? false
      // Wherever the home of the user is who will run it.
      self = isOwn || path.contains("/.config/tickled/") ? .session : .service
    }
  }
}
