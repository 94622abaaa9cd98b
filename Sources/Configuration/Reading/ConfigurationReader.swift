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
    let reader = ConfigurationReader(bytes: bytes, path: path, strokes: strokes)
    reader.read()
    if let machine, reader.isUsable {
      reader.warnAboutLacks(of: machine)
      reader.noteWhatTheServiceNeeds()
    }
    return reader.result
  }
}

/// Turns a TOML document into a `Configuration`, and goes on after each error to find all of them.
///
/// First every table is read by itself; then what needs the whole file is checked: names, cycles, pixels.
final class ConfigurationReader {
  var configuration: Configuration
  private let bytes: [UInt8]
  private let source: SourceText
  private var diagnostics: [Diagnostic] = []
  /// Those that stand in other files, in the order of reading.
  var diagnosticsOfStrokes: [Diagnostic] = []

  // What the second pass looks at.
  var declared = DeclaredNames()
  var references: [Reference] = []
  var pixelUses: [PixelUse] = []
  /// Whose lengths are being read.
  var owner: PixelUse.Owner?
  var modeMembers: [ModeMember] = []
  var viewPlaces: [ViewPlaces] = []
  var requirements: [Requirement] = []
  var actionUses: [ActionUse] = []
  /// The document, for the places of what is found out later.
  private(set) var root = TOMLTable(entries: [], place: .start)
  var strokeUses: [StrokeUse] = []
  /// Where learned shapes are; `nil`: they are not read.
  let strokes: StrokeFolder?

  init(bytes: [UInt8], path: String, strokes: StrokeFolder? = nil) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.strokes = strokes
    source = SourceText(self.bytes)
    configuration = Configuration(path: path)
  }

  func read() {
    if let root = document { read(root) }
  }

  /// The text as TOML; what is wrong with it has been reported.
  var document: TOMLTable? {
    if let place = source.firstInvalid {
      report("this is not UTF-8", at: place)
      return nil
    }
    do {
      return try TOMLTable(parsing: bytes)
    } catch {
      report(error.message, at: error.place)
      return nil
    }
  }

  /// The configuration if there is no error, and what was found in the order of the text.
  var result: (Configuration?, [Diagnostic]) {
    let found = diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }
    return (isUsable ? configuration : nil, found.map(\.element) + diagnosticsOfStrokes)
  }

  var isUsable: Bool { (diagnostics + diagnosticsOfStrokes).allSatisfy { $0.severity != .error } }

  private func read(_ root: TOMLTable) {
    self.root = root
    checkKeys(of: root, known: Keys.root, in: "a configuration")
    // Actions come first: bindings take copies of the named ones.
    readNamedActions(root)
    readDaemon(root)
    readScreens(root)
    readViews(root)
    readGestures(root)
    readModes(root)
    resolveReferences()
    resolveModeMembers()
    resolveViews()
    resolveStrokes()
    checkPixels()
    checkRequirements()
    findWarnings()
  }
}

// MARK: - Saying what is wrong

extension ConfigurationReader {
  func report(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    add(.error, message, at: place, suggestion: suggestion)
  }

  func warn(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    add(.warning, message, at: place, suggestion: suggestion)
  }

  func note(_ message: String, at place: SourcePlace) { add(.note, message, at: place, suggestion: nil) }

  private func add(_ severity: Diagnostic.Severity, _ message: String, at place: SourcePlace, suggestion: String?) {
    diagnostics.append(
      Diagnostic(
        severity: severity, file: configuration.path, line: place.line, column: place.column, message: message,
        suggestion: suggestion, excerpt: source.excerpt(at: place)))
  }

  /// - Returns: whether all keys are known.
  @discardableResult
  func checkKeys(
    of table: TOMLTable, known: [String], listed: [String]? = nil, in owner: String,
    explain: (String) -> String? = { _ in nil }
  ) -> Bool {
    var allKnown = true
    for entry in table.entries where !known.contains(entry.key) {
      allKnown = false
      if let explanation = explain(entry.key) {
        report(explanation, at: entry.keyPlace)
      } else {
        let suggestion = known.closest(to: entry.key)
        let hint = suggestion == nil ? "; \(owner) has \((listed ?? known).listed(joinedBy: "and"))" : ""
        report("unknown key \(entry.key.quoted)\(hint)", at: entry.keyPlace, suggestion: suggestion)
      }
    }
    return allKnown
  }
}

extension Sequence<String> {
  /// `a, b or c`
  package func listed(joinedBy word: String) -> String {
    let names = Array(self)
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(word) " + names.last!
  }
}
