import Configuration
import Program
import Text

/// The rules of the rule book, Sources/Gestures/Gestures.docc/Rules.md.
///
/// A rule is a heading such as `### TAP-4: An extra finger fails a tap`, and the text up to the next heading.
struct RuleBook {
  struct Rule {
    /// `TAP-4`.
    let number: String
    let title: String
    /// The rule's paragraphs, separated by empty lines, with no empty line at either end.
    let text: String

    /// The rule's paragraphs and list items, without its sources.
    var paragraphs: [String] {
      var paragraphs: [String] = []
      var isNew = true
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("Source: ") { break }
        if isNew || Self.isItem(line) {
          if !line.isEmpty { paragraphs.append(String(line)) }
        } else if !line.isEmpty {
          paragraphs[paragraphs.count - 1] += " " + line.drop { $0 == " " }
        }
        isNew = line.isEmpty
      }
      return paragraphs
    }

    /// Whether a line begins an item of a list: `- one`, `1. one`.
    private static func isItem(_ line: Substring) -> Bool {
      line.hasPrefix("- ") || line.first?.isNumber == true && line.drop(while: \.isNumber).hasPrefix(". ")
    }
  }

  /// The rules in the order of the file.
  let rules: [Rule]

  /// Reads the rules that are installed with the program; `nil` if they are missing.
  static func shipped() throws(ConfigurationError) -> RuleBook? {
    guard let folder = ShippedFiles.rules.find() else { return nil }
    return RuleBook(markdown: String(decoding: try contents(path: "\(folder)/Rules.md"), as: UTF8.self))
  }

  init(markdown: String) {
    var rules: [Rule] = []
    var heading: (number: String, title: String)?
    var lines: [Substring] = []
    func finish() {
      if let heading { rules.append(Rule(number: heading.number, title: heading.title, text: Self.trimmed(lines))) }
      (heading, lines) = (nil, [])
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        finish()
        heading = Self.heading(line)
      } else {
        lines.append(line)
      }
    }
    finish()
    self.rules = rules
  }

  /// The rule with this number, in upper or lower case; `nil` if there is none.
  subscript(number: String) -> Rule? { rules.first { $0.number == number.uppercased() } }

  /// Returns the rule numbers that begin with the same letters as `number`, to suggest them in a message.
  func numbers(like number: String) -> [String] {
    let letters = number.uppercased().prefix { $0 != "-" && !$0.isNumber }
    return rules.map(\.number).filter { $0.hasPrefix("\(letters)-") }
  }

  /// Reads the heading of a rule; `nil` for other headings.
  private static func heading(_ line: Substring) -> (number: String, title: String)? {
    guard line.hasPrefix("### "), let colon = line.firstIndex(of: ":") else { return nil }
    let number = line[line.index(line.startIndex, offsetBy: 4)..<colon]
    guard let dash = number.firstIndex(of: "-"), number[..<dash].allSatisfy(\.isUppercase),
      Int(number[number.index(after: dash)...]) != nil
    else { return nil }
    return (String(number), String(line[line.index(after: colon)...].drop { $0 == " " }))
  }

  private static func trimmed(_ lines: [Substring]) -> String {
    let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
    let last = lines.lastIndex { !$0.isEmpty } ?? first
    return first < lines.endIndex ? lines[first...last].joined(separator: "\n") : ""
  }
}

extension RuleBook.Rule {
  var json: String {
    JSONWriter.text { writer in
      writer.member("type", "rule")
      writer.member("rule", number)
      writer.member("title", title)
      writer.member("text", text)
    }
  }
}
