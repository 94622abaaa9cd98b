/// A key that stands for itself.
package enum Key: Equatable, Sendable {
  case character(Character)
  /// With Ctrl, as a small letter.
  case control(Character)
}

/// Finds keys in what a terminal sends. Arrows and other keys that send a sequence are left out.
package struct KeyReader {
  private enum State {
    case ground
    case escape
    /// ESC [, until a byte that ends it.
    case sequence
    /// ESC O and one byte.
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
