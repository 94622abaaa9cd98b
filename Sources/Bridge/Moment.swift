/// A point in time, on the clock that only counts and on the one that people read.
package struct Moment: Equatable, Sendable {
  /// Microseconds on CLOCK_MONOTONIC.
  package var monotonic: Int64
  /// Seconds since 1970.
  package var unix: Double

  package init(monotonic: Int64, unix: Double) {
    self.monotonic = monotonic
    self.unix = unix
  }

  /// A time in seconds that another program wrote, in microseconds; `nil` if no clock has run for so long. Sums of a few
  /// such times do not overflow.
  static func microseconds(_ seconds: Double) -> Int64? { seconds.magnitude < 1e12 ? Int64(seconds * 1e6) : nil }

  /// The seconds since 1970 at another point of the clock that only counts.
  func unix(at monotonic: Int64) -> Double { unix - Double(self.monotonic - monotonic) / 1e6 }
}

/// A time in the form of ISO 8601, in UTC and seconds, as Home Assistant reads it.
enum ISOTime {
  static func text(_ unix: Double) -> String {
    let seconds = Int(max(0, min(253_402_300_799, unix)).rounded(.down))
    let (days, rest) = (seconds / 86400, seconds % 86400)
    // The civil calendar from a count of days: years begin in March, so that the leap day is the last one.
    let shifted = days + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civil = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civil <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(String(repeating: "0", count: max(0, 4 - "\(year)".count)))\(year)-\(two(civil))-\(two(day))"
    return "\(date)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// Reads what `text` writes; `nil` if it is anything else.
  static func unix(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[19] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    let years = month <= 2 ? year + 399 : year + 400  // Never negative.
    let (era, yearOfEra) = (years / 400, years % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468 - 146_097
    return Double(days * 86400 + hour * 3600 + minute * 60 + second)
  }
}
