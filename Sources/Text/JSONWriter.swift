// Text: JSON, written and read; numbers as decimals; tables; text that is safe to print; suggestions for misspelled names.

/// Writes one JSON object per line, without Foundation, and without allocations once its buffer is large enough.
///
/// The number of decimals is limited, so that the same values give the same bytes on every machine.
package struct JSONWriter: ~Copyable {
  private var text = TextBuffer()
  private var needsComma = false

  package init() {}

  /// The bytes written until now.
  package var bytes: [UInt8] { text.bytes }

  /// The number of bytes written until now.
  package var count: Int { text.count }

  /// Calls `body` with the bytes written until now, which are valid only while it runs.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { text.withBytes(body) }

  package mutating func removeAll() {
    text.removeAll()
    needsComma = false
  }

  /// Returns an object as its bytes.
  package static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    return writer.bytes
  }

  /// Returns an object as text.
  package static func text(_ body: (inout JSONWriter) -> Void) -> String {
    String(decoding: object(body), as: UTF8.self)
  }

  package static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] { object(body) + [UInt8(ascii: "\n")] }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  package mutating func newline() {
    text.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  package mutating func key(_ name: StaticString) {
    text.write(atMost: name.utf8CodeUnitCount + 4) { [needsComma] start in
      Self.write(key: name, afterComma: needsComma, to: start) - start
    }
    needsComma = false
  }

  /// Writes a key and its colon, and returns the place after them.
  @inline(__always)
  private static func write(
    key name: StaticString, afterComma: Bool, to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let count = name.utf8CodeUnitCount
    var end = start
    if afterComma {
      end[0] = UInt8(ascii: ",")
      end += 1
    }
    end[0] = UInt8(ascii: "\"")
    (end + 1).update(from: name.utf8Start, count: count)
    end[count + 1] = UInt8(ascii: "\"")
    end[count + 2] = UInt8(ascii: ":")
    return end + count + 3
  }

  /// Writes members that are JSON already, without the comma before them.
  package mutating func members(_ written: [UInt8]) {
    separate()
    written.withUnsafeBufferPointer { text.append($0) }
    needsComma = true
  }

  /// Writes members that are JSON already, without the comma before them.
  package mutating func members(_ written: StaticString) {
    separate()
    text.append(written)
    needsComma = true
  }

  /// Writes a member whose value is an object with two numbers.
  package mutating func member(_ name: StaticString, x: Double, y: Double, decimals: Int) {
    guard x.isFinite, y.isFinite else {
      key(name)
      return object { writer in
        writer.member("x", x, decimals: decimals)
        writer.member("y", y, decimals: decimals)
      }
    }
    // In one piece, as a line has four such members.
    text.write(atMost: name.utf8CodeUnitCount + 4 + 2 * (8 + Decimal.most)) { [needsComma] start in
      var end = Self.write(key: name, afterComma: needsComma, to: start)
      end = Self.write(five: Self.x, to: end)
      end += Decimal.write(x, decimals: decimals, to: end)
      end = Self.write(five: Self.y, to: end)
      end += Decimal.write(y, decimals: decimals, to: end)
      end[0] = UInt8(ascii: "}")
      return end + 1 - start
    }
    needsComma = true
  }

  /// The five bytes `{"x":`, the first one lowest.
  private static let x: UInt64 = 0x3A_22_78_22_7B
  /// The five bytes `,"y":`, likewise.
  private static let y: UInt64 = 0x3A_22_79_22_2C

  /// Writes five bytes at once, and returns the place after them. Three bytes more must have room.
  @inline(__always)
  private static func write(five bytes: UInt64, to end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(end).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    return end + 5
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

  package mutating func member(_ name: StaticString, _ values: [String]) {
    key(name)
    array { writer in for value in values { writer.string(value) } }
  }

  package mutating func member(_ name: StaticString, _ values: [Double], decimals: Int) {
    key(name)
    array { writer in for value in values { writer.number(value, decimals: decimals) } }
  }

  /// Writes a member whose value is an object.
  package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member whose value is an array, with an object for each item.
  package mutating func objects<Item>(
    _ name: StaticString, _ items: some Sequence<Item>, _ body: (Item, inout JSONWriter) -> Void
  ) {
    key(name)
    array { writer in for item in items { writer.object { body(item, &$0) } } }
  }

  /// Writes a key that is known only at run time. It is escaped like a string.
  package mutating func key(_ name: String) {
    string(name)
    text.append(UInt8(ascii: ":"))
    needsComma = false
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
    text.write(atMost: Decimal.most) { Decimal.write(value, to: $0) }
    needsComma = true
  }

  /// Writes a number rounded to `decimals` (0…9) places, without trailing zeros except for one; `null` if it is not finite.
  package mutating func number(_ value: Double, decimals: Int) {
    separate()
    if value.isFinite {
      text.write(atMost: Decimal.most) { Decimal.write(value, decimals: decimals, to: $0) }
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
