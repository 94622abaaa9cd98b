import CLinux

/// What a `key` action presses: chords separated by spaces, each made of keys joined by `+`, as in "ctrl+alt+t" or "ctrl+c ctrl+v".
/// A chord that begins with `+` is held, as in "+alt tab", and one that begins with `-` releases it.
package struct KeySequence: Hashable, Sendable {
  package static let mostChords = 32
  package static let mostKeys = 8

  /// Keys that change at once.
  package struct Chord: Hashable, Sendable {
    package enum Change { case press, hold, release }

    package let change: Change
    /// Key codes in the order in which they are pressed.
    package let codes: [UInt16]
  }

  package let text: String
  package let chords: [Chord]
  /// Whether keys stay down after the sequence.
  package var holdsKeys: Bool { chords.contains { $0.change == .hold } }

  package init(_ text: String) throws(KeyError) {
    self.text = text
    var chords: [Chord] = []
    for chord in text.split(separator: " ") { chords.append(try KeySequence.chord(chord)) }
    guard !chords.isEmpty else { throw KeyError(reason: "names no key") }
    guard chords.count <= KeySequence.mostChords else {
      throw KeyError(reason: "has \(chords.count) chords; at most \(KeySequence.mostChords) can be pressed")
    }
    self.chords = chords
  }

  private static func chord(_ text: Substring) throws(KeyError) -> Chord {
    switch text.first {
    case "+" where text.count > 1: Chord(change: .hold, codes: try codes(of: text.dropFirst()))
    case "-" where text.count > 1: Chord(change: .release, codes: try codes(of: text.dropFirst()))
    default: Chord(change: .press, codes: try codes(of: text))
    }
  }

  private static func codes(of chord: Substring) throws(KeyError) -> [UInt16] {
    var codes: [UInt16] = []
    for name in chord.split(separator: "+", omittingEmptySubsequences: false) {
      guard !name.isEmpty else {
        throw KeyError(
          reason: "\"\(chord)\" has a + without a key beside it (the plus key is \"shift+equal\" or \"kpplus\")")
      }
      let code = try code(of: name)
      guard !codes.contains(code) else { throw KeyError(reason: "\"\(chord)\" has \"\(name)\" twice") }
      codes.append(code)
    }
    guard codes.count <= mostKeys else {
      throw KeyError(reason: "\"\(chord)\" has \(codes.count) keys; at most \(mostKeys) can be pressed at once")
    }
    return codes
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
    return keys.map { String(cString: $0.name) } + aliases.keys.sorted()
  }
}

/// The reason why a text is not a key sequence.
package struct KeyError: Error {
  package let reason: String
  /// The name that no key has.
  package var unknown: String?
}
