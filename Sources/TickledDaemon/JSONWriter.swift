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
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0a: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20, 0x7f:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexadecimal[Int(byte >> 4)])
        bytes.append(Self.hexadecimal[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  package mutating func integer(_ value: Int) {
    separate()
    appendInteger(value)
    needsComma = true
  }

  /// Rounded to `decimals` (0…9) places; trailing zeros go, but for one. What is not finite is `null`.
  package mutating func number(_ value: Double, decimals: Int) {
    separate()
    bytes.append(contentsOf: Decimal.bytes(value, decimals: decimals) ?? Array("null".utf8))
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

  private mutating func appendInteger(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

/// Numbers as decimal text, the same everywhere.
package enum Decimal {
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// - Returns: `nil` for what is not finite.
  static func bytes(_ value: Double, decimals: Int) -> [UInt8]? {
    guard value.isFinite else { return nil }
    let power = powers[decimals]
    let scaled = (value.magnitude * power).rounded()
    guard scaled < 9e18 else { return Array(String(value).utf8) }
    let units = UInt64(scaled)
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: UInt64(power))
    var text = Array((value < 0 && units > 0 ? "-" : "").utf8)
    text.append(contentsOf: String(whole).utf8)
    text.append(UInt8(ascii: "."))
    var digits = Array(String(fraction).utf8)
    digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, decimals - digits.count)), at: 0)
    while digits.count > 1 && digits.last == UInt8(ascii: "0") { digits.removeLast() }
    text.append(contentsOf: digits)
    return text
  }

  /// With up to `decimals` (0…9) places.
  package static func text(_ value: Double, decimals: Int) -> String {
    bytes(value, decimals: decimals).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
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
