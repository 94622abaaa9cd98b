import Text

/// A problem in a configuration, with its place and a suggestion.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable { case error, warning, note }

  package var severity: Severity
  package var file: String
  package var line: Int
  package var column: Int
  /// The column after the last character that the diagnostic is about; on the same line.
  package var endColumn: Int
  /// The message without the suggestion.
  package var message: String
  /// The name that was probably meant.
  package var suggestion: String?
  /// The text that should be in the file between the two columns; `nil` if that is not known.
  package var replacement: String?
  /// The line of the file, with a caret under the place; safe to print.
  package var excerpt: String
}

extension Diagnostic: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: error: …`, then the line with a caret under the place; without a newline at the end.
  package var description: String {
    "\(file.printable):\(line):\(column): \(severity.rawValue): \(fullMessage)\n\(excerpt)"
  }

  package var fullMessage: String {
    if let suggestion { return "\(message); did you mean \(suggestion.quoted)?" }
    // A message that says what to write needs no question, and text of several lines would not fit.
    guard let replacement, !replacement.isEmpty, replacement.unicodeScalars.allSatisfy({ $0.isPrintable }),
      !["write ", "written ", "such as ", "= "].contains(where: { message.contains($0 + replacement) })
    else { return message }
    return "\(message); did you mean \(replacement)?"
  }
}

extension String {
  /// The text in quotation marks, safe to print, cut to 60 characters.
  package var quoted: String {
    let shown = unicodeScalars.prefix(60)
    let cut = shown.endIndex == unicodeScalars.endIndex ? "" : "…"
    return "\"\(String(shown).printable)\(cut)\""
  }
}

extension Diagnostic {
  /// The diagnostic in one line, for a journal.
  package var summary: String { "\(file):\(line):\(column): \(fullMessage)" }
}

extension Sequence<String> {
  /// Returns the elements as a phrase: `a, b or c`.
  package func listed(joinedBy word: String) -> String {
    let names = Array(self)
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(word) " + names.last!
  }
}
