/// Numbers as decimal text, identical on every machine.
package enum Decimal {
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// The numbers from 00 to 99.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  /// The most bytes that `write` needs.
  static let most = 32

  /// Calls `body` with the text of a finite number, with at most `decimals` (0…9) places and at least one. The bytes are valid only
  /// while `body` runs.
  @inline(__always)
  package static func withBytes<Result>(
    _ value: Double, decimals: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { text in
      let count = write(value, decimals: decimals, to: text.baseAddress!)
      return body(UnsafeBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Writes a finite number with at most `decimals` (0…9) places and at least one.
  ///
  /// - Parameter text: has room for `most` bytes.
  /// - Returns: the number of bytes.
  static func write(_ value: Double, decimals: Int, to text: UnsafeMutablePointer<UInt8>) -> Int {
    let scaled = value.magnitude * powers[decimals]
    guard scaled < 9e18 else {
      var large = String(value)
      return large.withUTF8 { utf8 in
        text.update(from: utf8.baseAddress!, count: utf8.count)
        return utf8.count
      }
    }
    // Rounds to the nearest, halves away from zero. The C library's `round` takes longer.
    let below = Int64(scaled)
    let units = UInt64(below) + (scaled - Double(below) >= 0.5 ? 1 : 0)
    var end = text
    if value < 0 && units > 0 { put(UInt8(ascii: "-"), &end) }
    switch decimals {
    // Constant divisors, which need no division.
    case 3:
      writeDigits(units / 1000, &end)
      writeFraction(UInt32(units % 1000) * 10, pairs: 2, &end)
    case 6:
      writeDigits(units / 1_000_000, &end)
      writeFraction(UInt32(units % 1_000_000), pairs: 3, &end)
    default:
      let power = UInt64(powers[decimals])
      writeDigits(units / power, &end)
      writeFraction(units % power, decimals, &end)
    }
    return end - text
  }

  @inline(__always)
  private static func put(_ byte: UInt8, _ end: inout UnsafeMutablePointer<UInt8>) {
    end.pointee = byte
    end += 1
  }

  private static func writeDigits(_ value: UInt64, _ end: inout UnsafeMutablePointer<UInt8>) {
    if value < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value), &end) }
    if value < 1000 {
      // Most numbers: millimetres on a screen.
      let hundreds = UInt8(truncatingIfNeeded: value / 100)
      if hundreds > 0 { put(UInt8(ascii: "0") + hundreds, &end) }
      let digits = pairs.utf8Start + 2 * Int(value % 100)
      end[0] = digits[0]
      end[1] = digits[1]
      end += 2
      return
    }
    var digits = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    rest = value
    for place in (0..<digits).reversed() {
      end[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    end += digits
  }

  /// Writes a point and the digits of a fraction, two at a time, without trailing zeros except for one.
  @inline(__always)
  private static func writeFraction(_ fraction: UInt32, pairs count: Int, _ end: inout UnsafeMutablePointer<UInt8>) {
    put(UInt8(ascii: "."), &end)
    if fraction == 0 { return put(UInt8(ascii: "0"), &end) }
    var rest = fraction
    for pair in (0..<count).reversed() {
      let digits = pairs.utf8Start + 2 * Int(rest % 100)
      end[2 * pair] = digits[0]
      end[2 * pair + 1] = digits[1]
      rest /= 100
    }
    end += 2 * count
    while end[-1] == UInt8(ascii: "0") { end -= 1 }
  }

  private static func writeFraction(_ fraction: UInt64, _ decimals: Int, _ end: inout UnsafeMutablePointer<UInt8>) {
    put(UInt8(ascii: "."), &end)
    let places = max(1, decimals)
    var rest = fraction
    for place in (0..<places).reversed() {
      end[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    end += places
    while places > 1 && end[-1] == UInt8(ascii: "0") && end[-2] != UInt8(ascii: ".") { end -= 1 }
  }

  /// Writes a whole number.
  ///
  /// - Parameter text: has room for `most` bytes.
  /// - Returns: the number of bytes.
  static func write(_ value: Int, to text: UnsafeMutablePointer<UInt8>) -> Int {
    var end = text
    if value < 0 { put(UInt8(ascii: "-"), &end) }
    writeDigits(UInt64(value.magnitude), &end)
    return end - text
  }

  /// Returns a number with at most `decimals` (0…9) places, and at least one.
  package static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "\(value)" }
    return withBytes(value, decimals: decimals) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a number with at most `decimals` (0…9) places, without a point if there are none.
  package static func plain(_ value: Double, decimals: Int) -> String {
    let text = text(value, decimals: decimals)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns a number with exactly `decimals` (0…9) places, for columns.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    if decimals == 0 { return plain(value, decimals: 0) }
    var text = self.text(value, decimals: decimals)
    let places =
      text.utf8.count
      - (text.utf8.firstIndex(of: UInt8(ascii: ".")).map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0) - 1
    if places < decimals { text += String(repeating: "0", count: decimals - places) }
    return text
  }
}
