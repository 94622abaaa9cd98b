import Text

/// The problems found while files are read and checked together: all of them, not just the first.
package final class Findings {
  /// The files, by the number in places.
  private let files: [(path: String, source: SourceText)]
  private var found: [(place: SourcePlace, diagnostic: Diagnostic)] = []
  /// Problems in files that this one names, in the order of reading.
  private var ofOtherFiles: [Diagnostic] = []

  /// - Parameter files: the paths, for the diagnostics, and the texts; at least one.
  init(files: [(path: String, source: SourceText)]) { self.files = files }

  /// Returns the words for another place, as seen from a place: `on line 3`, or `in FILE, line 3` for another file.
  func location(of place: SourcePlace, from here: SourcePlace) -> String {
    place.file == here.file ? "on line \(place.line)" : "in \(files[place.file].path.printable), line \(place.line)"
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

  /// Adds a note: what may be meant, but often is not.
  func note(_ message: String, at place: SourcePlace, suggestion: String? = nil, fix: String? = nil) {
    add(.note, message, at: place, suggestion, fix)
  }

  func mention(_ text: String) -> Bool { files.contains { $0.source.contains(text) } }

  private func add(
    _ severity: Diagnostic.Severity, _ message: String, at place: SourcePlace, _ suggestion: String?, _ fix: String?
  ) {
    let (file, source) = files[place.file]
    let marked = source.text(at: place)
    let diagnostic = Diagnostic(
      severity: severity, file: file, line: place.line, column: place.column,
      endColumn: place.column + marked.unicodeScalars.count, message: message, suggestion: suggestion,
      replacement: fix ?? suggestion.map { $0.replacing(marked) }, excerpt: source.excerpt(at: place))
    found.append((place, diagnostic))
  }

  /// Adds the problems of a file that this one names.
  func add(fromOtherFile diagnostics: [Diagnostic]) { ofOtherFiles += diagnostics }

  package var isUsable: Bool { (found.map { $0.diagnostic } + ofOtherFiles).allSatisfy { $0.severity != .error } }

  /// All problems in the order of the text, followed by those of other files.
  package var diagnostics: [Diagnostic] { placed.map { $0.diagnostic } + ofOtherFiles }

  /// The problems of these files with their places, in the order of the text.
  var placed: [(place: SourcePlace, diagnostic: Diagnostic)] {
    let sorted = found.enumerated().sorted { a, b in
      if a.element.place < b.element.place { return true }
      return !(b.element.place < a.element.place) && a.offset < b.offset
    }
    return sorted.map { $0.element }
  }
}

extension String {
  /// Returns the TOML text that puts this name in the place of another one: in quotes if the other one is.
  fileprivate func replacing(_ marked: String) -> String {
    marked.first == "\"" || marked.first == "'" ? tomlText : tomlKey
  }
}
