/// Numbers as decimal text, identical on every machine.
package enum Decimal {
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// Calls `body` with the text of a finite number, with at most `decimals` (0…9) places and at least one. The bytes are valid only
  /// while `body` runs.
  @inline(__always)
  package static func withBytes<Result>(
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
      // Write from the last digit to the first; omit trailing zeros, except for one.
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

  /// Writes the digits of a number before `first`: at most 20, the length of `UInt64.max`.
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

  /// Returns a number with at most `decimals` (0…9) places, and at least one.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    return withBytes(value, decimals: decimals) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a number with exactly `decimals` (0…9) places, for columns.
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
