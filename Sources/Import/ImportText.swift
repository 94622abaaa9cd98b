/// A file's text, after the checks that every format needs.
struct ImportText: Sendable {
  let string: String
  /// The lines without their ends.
  let lines: [Substring]

  init(_ bytes: [UInt8]) throws(ImportError) {
    guard bytes.count <= Import.sizeLimit else {
      throw ImportError("is larger than the limit of \(Import.sizeLimit >> 20) MiB")
    }
    if let zero = bytes.firstIndex(of: 0) {
      let line = 1 + bytes[..<zero].count { $0 == UInt8(ascii: "\n") }
      throw ImportError("is not text: it has a NUL byte", line: line)
    }
    guard let string = String(validating: bytes, as: UTF8.self) else { throw ImportError("is not UTF-8 text") }
    self.string = string.hasPrefix("\u{FEFF}") ? String(string.unicodeScalars.dropFirst()) : string
    // "\r\n" is one character, and separates lines like "\n".
    lines = self.string.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// The text of some lines, the first of which is 1, without common indentation, and without blank lines and remarks at its end.
  func excerpt(_ range: ClosedRange<Int>) -> String {
    var excerpt = lines[min(range.lowerBound - 1, lines.count)..<min(range.upperBound, lines.count)]
    while excerpt.count > 1, let last = excerpt.last, last.trimmed.isEmpty || last.trimmed.hasPrefix("#") {
      excerpt.removeLast()
    }
    let indent = excerpt.filter { !$0.trimmed.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return excerpt.map { $0.dropFirst(min(indent, $0.count)) }.joined(separator: "\n")
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  var trimmed: String { drop(while: \.isWhitespace).trimmedAtEnd }

  var trimmedAtEnd: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text with each run of white space as one space.
  var folded: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
