/// What is wrong with a file, collected while it is read and checked: every mistake, not the first one alone.
final class Findings {
  /// The file's path, for the diagnostics.
  let file: String
  private let source: SourceText
  private var found: [Diagnostic] = []
  /// In the order of reading.
  private var ofOtherFiles: [Diagnostic] = []

  init(file: String, source: SourceText) {
    self.file = file
    self.source = source
  }

  /// An error: the file cannot be used.
  func report(_ message: String, at place: SourcePlace, suggestion: String? = nil) {
    add(.error, message, at: place, suggestion: suggestion)
  }

  /// A warning: the file can be used, and does not do what was meant.
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

  /// Takes what was found in a file that this one names.
  func add(fromOtherFile diagnostics: [Diagnostic]) { ofOtherFiles += diagnostics }

  /// Whether there is no error.
  var isUsable: Bool { (found + ofOtherFiles).allSatisfy { $0.severity != .error } }

  /// In the order of the text; those of other files last.
  var diagnostics: [Diagnostic] {
    let sorted = found.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }
    return sorted.map(\.element) + ofOtherFiles
  }
}
