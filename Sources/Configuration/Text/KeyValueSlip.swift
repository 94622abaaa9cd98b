import Text

/// A slip in a line that should be `key = value`.
struct KeyValueSlip {
  let message: String
  /// What to write instead of the line; `nil` if that is not known.
  let fix: String?

  /// Returns `nil` if the line has no key, or no slip that is known.
  init?(_ line: ScannedLine) {
    guard let key = line.key else { return nil }
    let rest = line.body.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }
    let sign = ["=>", ":=", "==", "=", ":"].first(where: rest.hasPrefix)
    let value = rest.dropFirst(sign?.count ?? 0).drop { $0 == " " || $0 == "\t" }
    guard !value.isEmpty else { return nil }
    let repaired = Self.repair(value)
    let joint =
      switch sign {
      case "=": String?.none
      case nil: "a \("=".quoted) is missing between a key and its value"
      case let sign?: "a key and its value are joined by \("=".quoted), not by \(sign.quoted)"
      }
    if joint == nil && repaired.problem == nil { return nil }
    let isWhole = repaired.problem != nil || TOMLTable.isLine("x = \(value)")
    message = joint ?? repaired.problem ?? ""
    fix = isWhole ? repaired.text.map { "\(key) = \($0)" } : nil
  }

  /// Returns what was meant by a value, and what is wrong with it; `nil` if nothing that is known.
  private static func repair(_ written: Substring) -> (text: String?, problem: String?) {
    var text = String(written)
    var problem: String?
    if text.contains(where: { "“”„‘’".contains($0) }) {
      problem = "these are typographic quotes, and TOML has straight ones"
      text = String(text.map { "“”„".contains($0) ? "\"" : "‘’".contains($0) ? "'" : $0 })
    }
    if let end = text.last, end == ";" || end == "," {
      problem = problem ?? "a value ends with its line, without \(String(end).quoted)"
      text = String(text.dropLast())
    }
    if TOMLTable.isLine("x = \(text)") { return (text, problem) }
    if text.hasPrefix("{") { return table(text, problem) }
    if text.hasPrefix("[") { return (nil, problem) }
    let isLong = text.hasPrefix("\"\"\"") || text.hasPrefix("'''")
    guard !isLong, let string = string(text) else { return (nil, problem) }
    return (string.text, problem ?? string.problem)
  }

  /// Repairs a string, or a word without quotes.
  private static func string(_ text: String) -> (text: String, problem: String)? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return word(text) }
    if !text.dropFirst().contains(quote) {
      return (String(text.dropFirst()).tomlText, "this string has no quote at its end")
    }
    guard text.last == quote else { return nil }
    let inner = String(text.dropFirst().dropLast())
    if quote == "\"" && inner.contains("\\") && !inner.contains("\"") {
      return (inner.tomlLiteral, "a backslash begins an escape; a text in single quotes has none")
    }
    guard inner.contains(quote) else { return nil }
    return (inner.tomlLiteral, "there are quotes in this text: put it in single quotes")
  }

  /// Puts a word in quotes that has none: a name, or a number with its unit.
  private static func word(_ text: String) -> (text: String, problem: String)? {
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || "-_.+%°/".contains($0) }
    guard isWord, text.count <= 64, text.contains(where: { $0.isLetter || "%°".contains($0) }) else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return ("true", "\(text.quoted) is not a value of TOML")
    case "false", "no", "off": return ("false", "\(text.quoted) is not a value of TOML")
    default: return (text.tomlText, "a text must be in quotes")
    }
  }

  /// Repairs the values of an inline table.
  private static func table(_ text: String, _ problem: String?) -> (text: String?, problem: String?) {
    guard text.hasSuffix("}") else {
      let close = "a table in braces must end on its line: write all of it in one line"
      return (nil, problem ?? close)
    }
    let inner = text.dropFirst().dropLast()
    // One key with a text in which there are quotes, or backslashes: the text ends with the last quote.
    let parts = inner.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
    if parts.count == 2, let quote = parts[1].first, quote == "\"", let end = parts[1].lastIndex(of: "\"") {
      let after = parts[1][parts[1].index(after: end)...]
      if after.allSatisfy({ $0 == " " }), let fixed = string(String(parts[1][...end])) {
        let repaired = "{ \(parts[0].prefix { $0 != " " }) = \(fixed.text) }"
        if TOMLTable.isLine("x = \(repaired)") { return (repaired, problem ?? fixed.problem) }
      }
    }
    // Words without quotes.
    let members = inner.split(separator: ",").map { member -> String in
      let sides = member.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard sides.count == 2 else { return trimmed(member) }
      let isValue = TOMLTable.isLine("x = \(sides[1])")
      return "\(sides[0]) = \(isValue ? sides[1] : word(sides[1])?.text ?? sides[1])"
    }
    let repaired = "{ \(members.joined(separator: ", ")) }"
    return TOMLTable.isLine("x = \(repaired)") ? (repaired, problem ?? "a text must be in quotes") : (nil, problem)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension TOMLTable {
  /// Whether a line is a key and its value.
  fileprivate static func isLine(_ text: String) -> Bool {
    text.utf8.count <= 4096 && (try? TOMLTable(parsing: Array(text.utf8))) != nil
  }
}
