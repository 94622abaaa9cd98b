import Text

/// The words of a sentence. Commas and semicolons are words of their own.
struct HandWords {
  struct Word {
    let text: String
    let range: WordRange

    /// The text in lower case, as verbs and phrases are compared.
    var key: String { text.lowercased() }
  }

  let sentence: String
  private let words: [Word]
  private var position = 0

  init(_ sentence: String) {
    self.sentence = sentence
    var words: [Word] = []
    var word = ""
    var start = 1
    func end() {
      if !word.isEmpty {
        words.append(Word(text: word, range: WordRange(column: start, length: word.unicodeScalars.count)))
      }
      word = ""
    }
    for (offset, scalar) in sentence.unicodeScalars.enumerated() {
      if scalar.properties.isWhitespace {
        end()
      } else if scalar == "," || scalar == ";" {
        end()
        words.append(Word(text: String(scalar), range: WordRange(column: offset + 1, length: 1)))
      } else {
        if word.isEmpty { start = offset + 1 }
        word.unicodeScalars.append(scalar)
      }
    }
    end()
    self.words = words
  }

  /// The next word; `nil` at the end.
  var next: Word? { position < words.count ? words[position] : nil }
  /// The word after the next one.
  var second: Word? { position + 1 < words.count ? words[position + 1] : nil }

  mutating func take() { position = min(position + 1, words.count) }

  /// Takes the next word if it is the given one.
  mutating func take(_ key: String) -> Bool {
    guard next?.key == key else { return false }
    take()
    return true
  }

  /// The place of the next word, or the place behind the last one.
  var place: WordRange {
    next?.range ?? WordRange(column: sentence.unicodeScalars.count + 1, length: 1)
  }

  /// The range from the word at `start` up to the word taken last.
  func range(from start: WordRange) -> WordRange {
    guard position > 0, words[position - 1].range.column >= start.column else { return start }
    let last = words[position - 1].range
    return WordRange(column: start.column, length: last.column + last.length - start.column)
  }

  /// An error at the next word: `expected a length such as 60mm, found "60"`.
  func expected(_ what: String, suggestion: String? = nil) -> HandError {
    let found = next.map { "found \($0.text.excerpt)" } ?? "the sentence ends here"
    return error("expected \(what), \(found)", at: place, suggestion: suggestion)
  }

  func error(_ message: String, at place: WordRange, suggestion: String? = nil) -> HandError {
    HandError(sentence: sentence, place: place, message: message, suggestion: suggestion)
  }
}

extension String {
  /// The beginning of the text in quotation marks, safe to print.
  fileprivate var excerpt: String {
    let shown = String(String.UnicodeScalarView(unicodeScalars.prefix(30))).printable
    return "\"\(shown)\(unicodeScalars.count > 30 ? "…" : "")\""
  }
}
