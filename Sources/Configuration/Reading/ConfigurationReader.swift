import Actions

extension Configuration {
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
}

/// Turns a TOML document into a `Configuration`, and goes on after each error to find all of them.
///
/// It reads every table by itself, and notes in its outline what needs the whole file: the `Resolver` looks names up, the
/// `ConfigurationChecker` finds what can never do what was meant.
final class ConfigurationReader: FieldReader {
  var configuration: Configuration
  var outline = Outline()

  override init(bytes: [UInt8], path: String) {
    configuration = Configuration(path: path)
    super.init(bytes: bytes, path: path)
  }

  func read(_ root: TOMLTable) {
    outline.root = root
    checkKeys(of: root, known: Keys.root, in: "a configuration")
    // Actions come first: bindings take copies of the named ones.
    readNamedActions(root)
    readDaemon(root)
    readScreens(root)
    readViews(root)
    readGestures(root)
    readModes(root)
  }
}
