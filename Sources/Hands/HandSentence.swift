// Hands: what a hand does, in words; its fingers over time; a panel's events for them.

/// What a hand does, in words: `swipe left 60mm in 200ms; tap with 2 fingers`.
///
/// Movements that are joined with `and` begin together. `;` and `then` separate steps: each begins when the one before has ended,
/// after half a second, or after the `pause` that stands between them.
package struct HandSentence: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    case movements([Movement])
    /// A pause in seconds.
    case pause(Double)
  }

  /// A further movement of fingers that are down: in a direction, in millimetres; in a time in seconds, or at the speed of a flick.
  package struct Way: Equatable, Sendable {
    let direction: Direction
    let length: Double
    let duration: Double?
  }

  package struct Movement: Equatable, Sendable {
    package let verb: Verb
    /// In the order of `Phrase.Name`, each at most once.
    package private(set) var phrases: [Phrase] = []
    /// What the same fingers do next without a lift, in order.
    package internal(set) var ways: [Way] = []
    /// The words that name it, for errors.
    let words: WordRange

    init(_ verb: Verb, at words: WordRange) {
      self.verb = verb
      self.words = words
    }

    /// Adds a phrase. Returns false if the movement already has one with its name.
    mutating func add(_ phrase: Phrase) -> Bool {
      if phrases.contains(where: { $0.name == phrase.name }) { return false }
      phrases.append(phrase)
      phrases.sort { $0.name < $1.name }
      return true
    }

    /// The number of the phrase with a name; `nil` without such a phrase.
    func number(_ name: Phrase.Name) -> Double? {
      for case .number(name, let number) in phrases { return number }
      return nil
    }

    func count(_ name: Phrase.Name) -> Int? {
      switch phrases.first(where: { $0.name == name }) {
      case .count(let count), .fingers(let count): count
      default: nil
      }
    }

    func has(_ name: Phrase.Name) -> Bool { phrases.contains { $0.name == name } }

    /// Compares what is meant, wherever it stands.
    package static func == (a: Self, b: Self) -> Bool { a.verb == b.verb && a.phrases == b.phrases && a.ways == b.ways }
  }

  package let steps: [Step]
  /// The text that was read, for errors.
  let written: String

  /// Compares what is meant, however it is written.
  package static func == (a: Self, b: Self) -> Bool { a.steps == b.steps }

  /// The same sentence in its usual form. Reading it gives an equal sentence.
  package var text: String {
    steps.map { step in
      switch step {
      case .pause(let seconds): "pause \(time: seconds)"
      case .movements(let movements): movements.map(\.text).joined(separator: " and ")
      }
    }.joined(separator: "; ")
  }
}

extension HandSentence.Movement {
  var text: String {
    let first = ([verb.rawValue] + phrases.map { $0.text(of: verb) }).joined(separator: " ")
    return ways.reduce(first) { text, way in
      let time = way.duration.map { " in \(time: $0)" } ?? ""
      return text + " then \(way.direction.rawValue) \(thousandths: way.length)mm\(time)"
    }
  }
}

/// A range of the characters of a sentence. Columns count Unicode scalars, from 1.
package struct WordRange: Equatable, Sendable {
  package let column: Int
  package let length: Int
}

/// An error in a sentence, or in the movement that it describes.
package struct HandError: Error, Equatable, CustomStringConvertible {
  package let sentence: String
  package let place: WordRange
  package let message: String
  /// What was probably meant, instead of the characters at the place.
  package let suggestion: String?

  /// The column, the message, and the sentence with the place marked.
  package var description: String { "column \(place.column): \(fullMessage)\n\(excerpt)" }

  package var fullMessage: String { message + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "") }

  /// At most 100 characters of the sentence, and a caret below the place.
  package var excerpt: String {
    let scalars = Array(sentence.unicodeScalars)
    let first = scalars.count > 100 ? min(max(0, place.column - 41), scalars.count - 100) : 0
    let shown = scalars[first..<min(first + 100, scalars.count)]
    let text = String(
      String.UnicodeScalarView(shown.map { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F ? $0 : "?" }))
    let marks = String(repeating: "~", count: max(0, min(place.length, 60) - 1))
    return "  \(text)\n  \(String(repeating: " ", count: place.column - 1 - first))^\(marks)"
  }
}
