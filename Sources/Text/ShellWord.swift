extension String {
  /// The text as one word of a shell's command line, safe to print.
  package var shellWord: String {
    let signs = "0123456789-_./+,:@%".unicodeScalars
    if !isEmpty, unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || signs.contains($0) }) { return printable }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'".printable
  }
}
