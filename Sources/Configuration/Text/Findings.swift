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
  func report(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    add(.error, message, at: place, suggestion: suggestion)
  }

  /// Adds a warning: the file can be used but does not do what was meant.
  func warn(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    add(.warning, message, at: place, suggestion: suggestion)
  }

  func note(_ message: String, at place: SourcePlace) { add(.note, message, at: place, suggestion: nil) }

  private func add(_ severity: Diagnostic.Severity, _ message: String, at place: SourcePlace, suggestion: String?) {
    found.append(
      Diagnostic(
        severity: severity, file: file, line: place.line, column: place.column, message: message,
        suggestion: suggestion, excerpt: source.excerpt(at: place)))
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
