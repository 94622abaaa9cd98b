// Static/Text: what the standard library of Embedded Swift lacks of strings.
extension StringProtocol {
  package func contains(_ other: some StringProtocol) -> Bool { utf8Range(of: other) != nil }

  package func replacing(
    _ other: some StringProtocol, with replacement: some StringProtocol, maxReplacements: Int = .max
  ) -> String {
    var result = ""
    var rest = Substring(self)
    var left = maxReplacements
    while left > 0, let range = rest.utf8Range(of: other) {
      result += rest[..<range.lowerBound]
      result += String(replacement)
      rest = rest[range.upperBound...]
      left -= 1
    }
    return result + rest
  }

  /// The first place of another string, by its bytes; `nil` if there is none, or if the other one is empty.
  private func utf8Range(of other: some StringProtocol) -> Range<Index>? {
    let wanted = Array(other.utf8)
    guard let first = wanted.first else { return nil }
    var start = utf8.startIndex
    while let index = utf8[start...].firstIndex(of: first) {
      if utf8[index...].starts(with: wanted) { return index..<utf8.index(index, offsetBy: wanted.count) }
      start = utf8.index(after: index)
    }
    return nil
  }
}
