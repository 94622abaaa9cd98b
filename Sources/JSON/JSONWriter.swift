/// Writes one JSON object per line, without Foundation, and without allocations once its buffer is large enough.
///
/// The number of decimals is limited, so that the same values give the same bytes on every machine.
package struct JSONWriter: ~Copyable {
  private var text = TextBuffer()
  private var needsComma = false

  package init() {}

  /// The bytes written until now.
  package var bytes: [UInt8] { text.bytes }

  package mutating func removeAll() {
    text.removeAll()
    needsComma = false
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  package mutating func newline() {
    text.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  package mutating func key(_ name: StaticString) {
    separate()
    text.append(UInt8(ascii: "\""))
    text.append(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: StaticString, _ value: Double, decimals: Int) {
    key(name)
    number(value, decimals: decimals)
  }

  package mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    separate()
    text.append(value ? "true" : "false")
    needsComma = true
  }

  package mutating func string(_ value: String) {
    separate()
    text.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { utf8 in
      if utf8.contains(where: Self.isSpecial) {
        for byte in utf8 { appendEscaped(byte) }
      } else {
        text.append(utf8)
      }
    }
    text.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      text.append(UInt8(ascii: "\\"))
      text.append(byte)
    case 0x0a: text.append("\\n")
    case _ where Self.isSpecial(byte):
      text.append("\\u00")
      text.append(Self.hexadecimal[Int(byte >> 4)])
      text.append(Self.hexadecimal[Int(byte & 15)])
    default: text.append(byte)
    }
  }

  package mutating func integer(_ value: Int) {
    separate()
    Decimal.withBytes(value) { text.append($0) }
    needsComma = true
  }

  /// Writes a number rounded to `decimals` (0…9) places, without trailing zeros except for one; `null` if it is not finite.
  package mutating func number(_ value: Double, decimals: Int) {
    separate()
    if value.isFinite {
      Decimal.withBytes(value, decimals: decimals) { text.append($0) }
    } else {
      text.append("null")
    }
    needsComma = true
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    text.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    text.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
