import Text

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

  /// A time in seconds that another program wrote, in microseconds; `nil` if no clock has run for this long. Sums of a few
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
    func two(_ number: Int) -> String { padded("\(number)", to: 2, with: "0") }
    let date = "\(padded("\(year)", to: 4, with: "0"))-\(two(civil))-\(two(day))"
    return "\(date)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// Reads what `text` writes; `nil` if it is anything else.
  static func unix(_ text: String) -> Double? {
    guard text.utf8.count == 20 else { return nil }
    let parts = text.split { "-T:Z".contains($0) }.compactMap { Int($0) }
    guard parts.count == 6 else { return nil }
    let (month, day) = (parts[1], parts[2])
    let years = month <= 2 ? parts[0] + 399 : parts[0] + 400  // Never negative.
    let (era, yearOfEra) = (years / 400, years % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468 - 146_097
    let unix = Double(days * 86400 + parts[3] * 3600 + parts[4] * 60 + parts[5])
    // What is not a time gives another one.
    return self.text(unix) == text ? unix : nil
  }
}
