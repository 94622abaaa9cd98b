/// Writes one JSON object a line, without Foundation and without an allocation once its buffer has grown.
///
/// Numbers have a fixed number of decimals at most, so that the same values give the same bytes on every machine.
package struct JSONWriter: ~Copyable {
  private var text = TextBuffer()
  private var needsComma = false

  package init() {}

  /// What has been written.
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

  /// Rounded to `decimals` (0…9) places; trailing zeros go, but for one. What is not finite is `null`.
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

/// Bytes one after the other, in memory of its own: an array asks with each byte whether it is shared.
struct TextBuffer: ~Copyable {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
  private var capacity = 512
  private(set) var count = 0

  deinit { start.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func grow(by size: Int) {
    capacity = max(2 * capacity, count + size)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
  }
}

/// Numbers as decimal text, the same everywhere.
package enum Decimal {
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Of what is finite, with up to `decimals` (0…9) places, and one at least. The bytes live as long as `body` runs.
  @inline(__always)
  static func withBytes<Result>(
    _ value: Double, decimals: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let power = powers[decimals]
    let scaled = (value.magnitude * power).rounded()
    guard scaled < 9e18 else {
      var text = String(value)
      return text.withUTF8(body)
    }
    let units = UInt64(scaled)
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: UInt64(power))
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { text in
      // From the last digit to the first; zeros at the end go, but for one.
      var first = text.count
      var rest = fraction
      for place in (0..<max(1, decimals)).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        if digit == 0 && first == text.count && place > 0 { continue }
        first -= 1
        text[first] = UInt8(ascii: "0") + digit
      }
      first -= 1
      text[first] = UInt8(ascii: ".")
      writeDigits(whole, to: text, before: &first)
      if value < 0 && units > 0 {
        first -= 1
        text[first] = UInt8(ascii: "-")
      }
      return body(UnsafeBufferPointer(rebasing: text[first...]))
    }
  }

  static func withBytes<Result>(_ value: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { text in
      var first = text.count
      writeDigits(UInt64(value.magnitude), to: text, before: &first)
      if value < 0 {
        first -= 1
        text[first] = UInt8(ascii: "-")
      }
      return body(UnsafeBufferPointer(rebasing: text[first...]))
    }
  }

  /// At most 20, as UInt64.max has.
  @inline(__always)
  private static func writeDigits(_ value: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, before first: inout Int)
  {
    var rest = value
    repeat {
      first -= 1
      text[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  /// With up to `decimals` (0…9) places.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    return withBytes(value, decimals: decimals) { String(decoding: $0, as: UTF8.self) }
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
