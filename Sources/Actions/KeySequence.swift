import CLinux

/// What `key` presses: chords one after the other with spaces between them, keys of a chord with `+` between them, as in
/// "ctrl+alt+t" or "ctrl+c ctrl+v".
package struct KeySequence: Hashable, Sendable {
  package static let mostChords = 32
  package static let mostKeys = 8

  package let text: String
  /// Codes in the order in which they go down.
  let chords: [[UInt16]]

  package init(_ text: String) throws(KeyError) {
    self.text = text
    var chords: [[UInt16]] = []
    for chord in text.split(separator: " ") { chords.append(try KeySequence.codes(of: chord)) }
    guard !chords.isEmpty else { throw KeyError(reason: "names no key") }
    guard chords.count <= KeySequence.mostChords else {
      throw KeyError(reason: "has \(chords.count) chords; at most \(KeySequence.mostChords) can be pressed")
    }
    self.chords = chords
  }

  private static func codes(of chord: Substring) throws(KeyError) -> [UInt16] {
    var codes: [UInt16] = []
    for name in chord.split(separator: "+", omittingEmptySubsequences: false) {
      guard !name.isEmpty else {
        throw KeyError(
          reason: "\"\(chord)\" has a + without a key beside it (that key is \"shift+equal\", or \"kpplus\")")
      }
      let lower = name.lowercased()
      let code = linux_key_code(aliases[lower] ?? lower)
      guard code >= 0 else { throw KeyError(reason: "no key is named \"\(name)\"", unknown: lower) }
      guard !codes.contains(UInt16(code)) else { throw KeyError(reason: "\"\(chord)\" has \"\(name)\" twice") }
      codes.append(UInt16(code))
    }
    guard codes.count <= mostKeys else {
      throw KeyError(reason: "\"\(chord)\" has \(codes.count) keys; at most \(mostKeys) can be pressed at once")
    }
    return codes
  }

  /// What people call keys, beside their names in linux/input-event-codes.h.
  static let aliases = [
    "ctrl": "leftctrl", "control": "leftctrl", "alt": "leftalt", "altgr": "rightalt", "shift": "leftshift",
    "super": "leftmeta", "meta": "leftmeta", "win": "leftmeta", "return": "enter", "escape": "esc", "del": "delete",
    "ins": "insert", "pgup": "pageup", "pgdn": "pagedown", "bksp": "backspace", "spacebar": "space", "caps": "capslock",
    "printscreen": "sysrq", "hyphen": "minus", "period": "dot", "backtick": "grave", "quote": "apostrophe",
  ]

  /// Of all keys, for suggestions.
  package static var names: [String] {
    var count: Int32 = 0
    let keys = UnsafeBufferPointer(start: linux_keys(&count), count: Int(count))
    return keys.map { String(cString: $0.name) } + aliases.keys.sorted()
  }
}

/// Why a text is no sequence of keys.
package struct KeyError: Error {
  package let reason: String
  /// The name that no key has.
  package var unknown: String?
}
