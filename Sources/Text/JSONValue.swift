/// A JSON value from an untrusted source, parsed with limits. It doesn't use Foundation, which would double the daemon's size.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The deepest nesting of arrays and objects.
  private static let deepest = 16

  /// Parses a text; `nil` if it is not exactly one JSON value, or nests too deeply.
  package init?(parsing bytes: some Collection<UInt8>) {
    var parser = Parser(bytes: Array(bytes))
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.isAtEnd else { return nil }
    self = value
  }

  /// The first member with this name; `nil` if there is none, or if this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let truth) = self { truth } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var array: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  private struct Parser {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skipSpace() {
      while let byte = next, byte == 0x20 || (0x09...0x0d).contains(byte) { index += 1 }
    }

    mutating func value(depth: Int) -> JSONValue? {
      guard depth <= JSONValue.deepest else { return nil }
      skipSpace()
      switch next {
      case UInt8(ascii: "{"): return object(depth: depth)
      case UInt8(ascii: "["): return array(depth: depth)
      case UInt8(ascii: "\""): return string().map { .string($0) }
      case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
      case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
      case UInt8(ascii: "n"): return skip("null") ? .null : nil
      default: return number()
      }
    }

    private mutating func skip(_ word: StaticString) -> Bool {
      let end = index + word.utf8CodeUnitCount
      guard end <= bytes.count,
        bytes[index..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
      else { return false }
      index = end
      return true
    }

    private mutating func object(depth: Int) -> JSONValue? {
      var members: [Member] = []
      let isWhole = list(until: "}") { parser in
        parser.skipSpace()
        guard let name = parser.string() else { return false }
        parser.skipSpace()
        guard parser.skip(":"), let value = parser.value(depth: depth + 1) else { return false }
        members.append(Member(name: name, value: value))
        return true
      }
      return isWhole ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
      var elements: [JSONValue] = []
      let isWhole = list(until: "]") { parser in
        guard let value = parser.value(depth: depth + 1) else { return false }
        elements.append(value)
        return true
      }
      return isWhole ? .array(elements) : nil
    }

    /// Parses elements separated by commas, from the opening bracket to the closing one. Returns false if the text is invalid.
    private mutating func list(until end: StaticString, element: (inout Parser) -> Bool) -> Bool {
      index += 1
      skipSpace()
      if skip(end) { return true }
      while element(&self) {
        skipSpace()
        if skip(end) { return true }
        if !skip(",") { return false }
      }
      return false
    }

    private mutating func string() -> String? {
      guard next == UInt8(ascii: "\"") else { return nil }
      index += 1
      var text: [UInt8] = []
      while let byte = next {
        index += 1
        switch byte {
        case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
        case UInt8(ascii: "\\"): if !escape(into: &text) { return nil }
        case 0..<0x20: return nil
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
      guard let byte = next else { return false }
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0c)
      case UInt8(ascii: "n"): text.append(0x0a)
      case UInt8(ascii: "r"): text.append(0x0d)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        guard var code = hexadecimal() else { return false }
        if (0xd800..<0xdc00).contains(code) {
          guard skip("\\u"), let low = hexadecimal(), (0xdc00..<0xe000).contains(low) else { return false }
          code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { return false }
        text.append(contentsOf: String(scalar).utf8)
      default: return false
      }
      return true
    }

    private mutating func hexadecimal() -> UInt32? {
      guard index + 4 <= bytes.count else { return nil }
      let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
      index += 4
      return digits.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
        ? UInt32(digits, radix: 16) : nil
    }

    private mutating func number() -> JSONValue? {
      let start = index
      while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
      guard let first = bytes[start..<index].first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
        let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite
      else { return nil }
      return .number(number)
    }
  }
}
