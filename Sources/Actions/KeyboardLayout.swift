import CLinux

/// The characters that the keys of a keyboard type, and so the keys that type a character.
package struct KeyboardLayout: Hashable, Sendable {
  /// The keys of a US keyboard with their characters, plain and with shift.
  private static let american = [
    ("grave", "`~"), ("1", "1!"), ("2", "2@"), ("3", "3#"), ("4", "4$"), ("5", "5%"), ("6", "6^"), ("7", "7&"),
    ("8", "8*"), ("9", "9("), ("0", "0)"), ("minus", "-_"), ("equal", "=+"), ("q", "qQ"), ("w", "wW"), ("e", "eE"),
    ("r", "rR"), ("t", "tT"), ("y", "yY"), ("u", "uU"), ("i", "iI"), ("o", "oO"), ("p", "pP"), ("leftbrace", "[{"),
    ("rightbrace", "]}"), ("backslash", "\\|"), ("a", "aA"), ("s", "sS"), ("d", "dD"), ("f", "fF"), ("g", "gG"),
    ("h", "hH"), ("j", "jJ"), ("k", "kK"), ("l", "lL"), ("semicolon", ";:"), ("apostrophe", "'\""), ("z", "zZ"),
    ("x", "xX"), ("c", "cC"), ("v", "vV"), ("b", "bB"), ("n", "nN"), ("m", "mM"), ("comma", ",<"), ("dot", ".>"),
    ("slash", "/?"),
  ]
  /// The names of the keys that may be in a layout, by linux/input-event-codes.h: those of a US keyboard, and the ones that European,
  /// Brazilian and Japanese keyboards have besides. None of them does anything but type.
  package static let keys = american.map { $0.0 } + ["102nd", "ro", "yen"]
  package static let us = KeyboardLayout(checked: Dictionary(uniqueKeysWithValues: american))

  /// The modifiers of a key's characters, in the order of these: shift and AltGr.
  private static let modifiers: [[UInt16]] = [[], [42], [100], [42, 100]]

  /// The characters of each key, by its name: up to four, typed by the key alone, with shift, with AltGr, and with both. A space is in the
  /// place of a combination that types nothing.
  package let rows: [String: String]
  /// The codes that type a character, in the order in which they are pressed. All layouts have these three at the same place.
  private var codes: [Character: [UInt16]] = [" ": [57], "\t": [15], "\n": [28]]

  /// - Throws: a key that is not among `keys`, or has no character or more than four.
  package init(_ rows: [String: String]) throws(KeyError) {
    for (key, characters) in rows.sorted(by: { $0.key < $1.key }) {
      guard Self.keys.contains(key) else { throw KeyError(reason: "\"\(key)\" does not type characters", unknown: key) }
      guard (1...Self.modifiers.count).contains(characters.unicodeScalars.count) else {
        throw KeyError(reason: "\"\(key)\" must have 1 to \(Self.modifiers.count) characters", unknown: key)
      }
    }
    self.init(checked: rows)
  }

  private init(checked rows: [String: String]) {
    self.rows = rows
    let keys = Self.keys.compactMap { key in rows[key].map { (linux_key_code(key), Array($0.unicodeScalars)) } }
    // A character that several keys type is typed with the fewest modifiers.
    for (level, modifiers) in Self.modifiers.enumerated() {
      for (code, scalars) in keys where level < scalars.count && scalars[level].isPrinted {
        let character = Character(scalars[level])
        if codes[character] == nil { codes[character] = modifiers + [UInt16(code)] }
      }
    }
  }

  /// Returns the codes that a chord presses, in order; `nil` if the layout lacks one of its letters.
  package func codes(of chord: KeySequence.Chord) -> [UInt16]? {
    var codes: [UInt16] = []
    for key in chord.keys {
      let pressed: [UInt16]? =
        switch key {
        case .position(let code): [code]
        case .letter(let letter): self.codes[letter]
        }
      guard let pressed else { return nil }
      codes += pressed.filter { !codes.contains($0) }
    }
    return codes
  }

  /// The first letter of a sequence that no key types; `nil` if all can be typed.
  package func missing(in sequence: KeySequence) -> Character? { sequence.letters.first { codes[$0] == nil } }

  /// The characters that keys type without modifiers, for messages.
  package var plainCharacters: String {
    Self.keys.compactMap { rows[$0]?.first.map(String.init) }.filter { $0 != " " }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isPrinted: Bool { properties.generalCategory != .control && !properties.isWhitespace }
}
