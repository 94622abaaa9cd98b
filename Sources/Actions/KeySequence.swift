import CLinux

/// What a `key` action presses: chords separated by spaces, each made of keys joined by `+`, as in "ctrl+alt+t" or "ctrl+c ctrl+v".
/// A chord that begins with `+` is held, as in "+alt tab", and one that begins with `-` releases it. Or what a `text` action types: a
/// chord for each character.
package struct KeySequence: Hashable, Sendable {
  package static let mostChords = 32
  package static let mostKeys = 8
  package static let mostCharacters = 200

  package enum Key: Hashable, Sendable {
    /// A key by its code, whatever the layout has there.
    case position(UInt16)
    /// The key that types a character, wherever the layout has it.
    case letter(Character)
  }

  /// Keys that change at once.
  package struct Chord: Hashable, Sendable {
    package enum Change { case press, hold, release }

    package let change: Change
    /// The keys in the order in which they are pressed.
    package let keys: [Key]
  }

  package let text: String
  /// Whether the text is typed as it is.
  package let isTyped: Bool
  package let chords: [Chord]
  /// Whether keys stay down after the sequence.
  package var holdsKeys: Bool { chords.contains { $0.change == .hold } }

  package init(_ text: String) throws(KeyError) {
    (self.text, isTyped) = (text, false)
    var chords: [Chord] = []
    for chord in text.split(separator: " ") { chords.append(try KeySequence.chord(chord)) }
    guard !chords.isEmpty else { throw KeyError(reason: "names no key") }
    guard chords.count <= KeySequence.mostChords else {
      throw KeyError(reason: "has \(chords.count) chords; at most \(KeySequence.mostChords) can be pressed")
    }
    self.chords = chords
  }

  /// The characters of a text, one after the other.
  package init(typing text: String) throws(KeyError) {
    (self.text, isTyped) = (text, true)
    chords = text.map { Chord(change: .press, keys: [.letter($0)]) }
    let most = KeySequence.mostCharacters
    if chords.count > most { throw KeyError(reason: "has \(chords.count) characters, more than \(most)") }
  }

  var letters: some Sequence<Character> {
    chords.lazy.flatMap { $0.keys }.compactMap { if case .letter(let letter) = $0 { letter } else { nil } }
  }

  /// Whether it has a letter that is elsewhere on German, French or other keyboards with Latin letters than on US ones.
  package var hasMovedLetters: Bool { letters.contains { !"bcdefghijklnoprstuvx \t\n".contains($0) } }

  private static func chord(_ text: Substring) throws(KeyError) -> Chord {
    switch text.first {
    case "+" where text.count > 1: Chord(change: .hold, keys: try keys(of: text.dropFirst()))
    case "-" where text.count > 1: Chord(change: .release, keys: try keys(of: text.dropFirst()))
    default: Chord(change: .press, keys: try keys(of: text))
    }
  }

  private static func keys(of chord: Substring) throws(KeyError) -> [Key] {
    var keys: [Key] = []
    for name in chord.split(separator: "+", omittingEmptySubsequences: false) {
      guard !name.isEmpty else {
        throw KeyError(
          reason: "\"\(chord)\" has a + without a key beside it (the plus key is \"plus\" or \"kpplus\")")
      }
      let key = try key(of: name)
      guard !keys.contains(key) else { throw KeyError(reason: "\"\(chord)\" has \"\(name)\" twice") }
      keys.append(key)
    }
    guard keys.count <= mostKeys else {
      throw KeyError(reason: "\"\(chord)\" has \(keys.count) keys; at most \(mostKeys) can be pressed at once")
    }
    return keys
  }

  /// A single character, or the name of a key that types one on a US keyboard, is that letter.
  private static func key(of name: Substring) throws(KeyError) -> Key {
    let lower = name.lowercased()
    if lower == "plus" { return .letter("+") }
    if lower.hasPrefix("position:") { return .position(try code(of: lower.dropFirst("position:".count))) }
    if let letter = KeyboardLayout.us.rows[aliases[lower] ?? lower]?.first { return .letter(letter) }
    if lower.count == 1, let letter = lower.first, !letter.isWhitespace { return .letter(letter) }
    return .position(try code(of: name))
  }

  package static func code(of name: some StringProtocol) throws(KeyError) -> UInt16 {
    let lower = name.lowercased()
    let code = linux_key_code(aliases[lower] ?? lower)
    guard code >= 0 else { throw KeyError(reason: "no key is named \"\(name)\"", unknown: lower) }
    return UInt16(code)
  }

  /// Common names of keys, in addition to those in linux/input-event-codes.h.
  static let aliases = [
    "ctrl": "leftctrl", "control": "leftctrl", "alt": "leftalt", "altgr": "rightalt", "shift": "leftshift",
    "super": "leftmeta", "meta": "leftmeta", "win": "leftmeta", "return": "enter", "escape": "esc", "del": "delete",
    "ins": "insert", "pgup": "pageup", "pgdn": "pagedown", "bksp": "backspace", "spacebar": "space", "caps": "capslock",
    "printscreen": "sysrq", "hyphen": "minus", "period": "dot", "backtick": "grave", "quote": "apostrophe",
  ]

  /// The names of all keys, for suggestions.
  package static var names: [String] {
    var count: Int32 = 0
    let keys = UnsafeBufferPointer(start: linux_keys(&count), count: Int(count))
    return keys.map { String(cString: $0.name) } + aliases.keys.sorted() + ["plus"]
  }
}

/// The reason why a text is not a key sequence.
package struct KeyError: Error {
  package let reason: String
  /// The name that no key has.
  package var unknown: String?
}
