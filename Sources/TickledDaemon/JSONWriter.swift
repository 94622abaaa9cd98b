/// Writes one JSON object a line, without Foundation and without an allocation once its buffer has grown.
///
/// Numbers have a fixed number of decimals at most, so that the same values give the same bytes on every machine.
package struct JSONWriter {
  private(set) package var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
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
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    let isPlain: Void? =
      value.utf8.withContiguousStorageIfAvailable { text in
        if text.contains(where: Self.isSpecial) { return nil }
        bytes.append(contentsOf: text)
      } ?? nil
    if isPlain == nil { for byte in value.utf8 { appendEscaped(byte) } }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0a: bytes.append(contentsOf: "\\n".utf8)
    case _ where Self.isSpecial(byte):
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(Self.hexadecimal[Int(byte >> 4)])
      bytes.append(Self.hexadecimal[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  package mutating func integer(_ value: Int) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    Decimal.append(UInt64(value.magnitude), to: &bytes)
    needsComma = true
  }

  /// Rounded to `decimals` (0…9) places; trailing zeros go, but for one. What is not finite is `null`.
  package mutating func number(_ value: Double, decimals: Int) {
    separate()
    if value.isFinite {
      Decimal.append(value, decimals: decimals, to: &bytes)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
    needsComma = true
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

/// Numbers as decimal text, the same everywhere.
package enum Decimal {
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Finite, with up to `decimals` (0…9) places, and one at least.
  static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    let power = powers[decimals]
    let scaled = (value.magnitude * power).rounded()
    guard scaled < 9e18 else { return bytes.append(contentsOf: String(value).utf8) }
    let units = UInt64(scaled)
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: UInt64(power))
    if value < 0 && units > 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    append(fraction, digits: max(1, decimals), to: &bytes)
    let shortest = bytes.count - max(1, decimals) + 1
    while bytes.count > shortest && bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }

  /// With zeros before it where it has fewer than `digits`.
  static func append(_ value: UInt64, digits least: Int = 1, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in  // UInt64.max has 20
      var first = digits.count
      var rest = value
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0 || digits.count - first < least
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// With up to `decimals` (0…9) places.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    var bytes: [UInt8] = []
    append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// With exactly `decimals` (0…9) places, for columns.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var text = self.text(value, decimals: decimals)
    if decimals == 0 { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let places =
      text.utf8.count
      - (text.utf8.firstIndex(of: UInt8(ascii: ".")).map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0) - 1
    if places < decimals { text += String(repeating: "0", count: decimals - places) }
    return text
  }
}
