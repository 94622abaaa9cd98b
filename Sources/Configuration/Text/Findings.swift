/// The problems found while a file is read and checked: all of them, not just the first.
final class Findings {
  /// The file's path, for the diagnostics.
  let file: String
  private let source: SourceText
  private var found: [Diagnostic] = []
  /// Problems in files that this one names, in the order of reading.
  private var ofOtherFiles: [Diagnostic] = []

  init(file: String, source: SourceText) {
    self.file = file
    self.source = source
  }

  /// Adds an error: the file cannot be used.
  ///
  /// - Parameters:
  ///   - suggestion: the name that was probably meant: a key, or the contents of a string.
  ///   - fix: the text that was probably meant, instead of all that `place` marks.
  func report(_ message: String, at place: SourcePlace, suggestion: String? = nil, fix: String? = nil) {
    add(.error, message, at: place, suggestion, fix)
  }

  /// Adds a warning: the file can be used but does not do what was meant.
  func warn(_ message: String, at place: SourcePlace, suggestion: String? = nil, fix: String? = nil) {
    add(.warning, message, at: place, suggestion, fix)
  }

  func note(_ message: String, at place: SourcePlace) { add(.note, message, at: place, nil, nil) }

  private func add(
    _ severity: Diagnostic.Severity, _ message: String, at place: SourcePlace, _ suggestion: String?, _ fix: String?
  ) {
    let marked = source.text(at: place)
    found.append(
      Diagnostic(
        severity: severity, file: file, line: place.line, column: place.column,
        endColumn: place.column + marked.unicodeScalars.count, message: message, suggestion: suggestion,
        replacement: fix ?? suggestion.map { $0.replacing(marked) }, excerpt: source.excerpt(at: place)))
  }

  /// Adds the problems of a file that this one names.
  func add(fromOtherFile diagnostics: [Diagnostic]) { ofOtherFiles += diagnostics }

  /// Whether no problem is an error.
  var isUsable: Bool { (found + ofOtherFiles).allSatisfy { $0.severity != .error } }

  /// All problems in the order of the text, followed by those of other files.
  var diagnostics: [Diagnostic] {
    let sorted = found.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }
    return sorted.map(\.element) + ofOtherFiles
  }
}

extension String {
  /// Returns the TOML text that puts this name in the place of another one: in quotes if the other one is.
  fileprivate func replacing(_ marked: String) -> String {
    marked.first == "\"" || marked.first == "'" ? tomlText : tomlKey
  }
}
