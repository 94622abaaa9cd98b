/// A key that a terminal sends as a single byte.
package enum Key: Equatable, Sendable {
  case character(Character)
  /// The key pressed together with Ctrl, in lower case.
  case control(Character)
}

/// Finds keys in the bytes that a terminal sends. Arrows and other keys that send an escape sequence are skipped.
package struct KeyReader {
  private enum State {
    case ground
    case escape
    /// After `ESC [`, until the byte that ends the sequence.
    case sequence
    /// After `ESC O`, which one more byte ends.
    case single
  }

  private var state = State.ground

  package init() {}

  package mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] { bytes.compactMap { read($0) } }

  private mutating func read(_ byte: UInt8) -> Key? {
    switch (state, byte) {
    case (_, 0x1B): state = .escape
    case (.escape, UInt8(ascii: "[")): state = .sequence
    case (.escape, UInt8(ascii: "O")): state = .single
    case (.sequence, 0x20...0x3F): break
    case (.sequence, 0x40...0x7E), (.single, 0x20...0x7E): state = .ground
    default:
      state = .ground
      return Key(byte)
    }
    return nil
  }
}

extension Key {
  fileprivate init?(_ byte: UInt8) {
    switch byte {
    case 0x20...0x7E: self = .character(Character(Unicode.Scalar(byte)))
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C: self = .control("\\")
    default: return nil
    }
  }
}
