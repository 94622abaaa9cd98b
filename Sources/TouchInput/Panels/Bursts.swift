import Gestures

/// Bursts: contacts that land together all over the screen, and lift at once.
struct Bursts {
  /// The least number of contacts that land in one frame.
  static let fewest = 3
  /// The least extent of the contacts: its width and height as parts of the screen's, added up.
  static let leastSpread = 1.0
  /// The longest duration of a burst, in microseconds. The bursts of an infrared frame are 1 or 2 frames long; 95 % of a person's taps
  /// are longer than 23 ms.
  static let longest: Int64 = 30_000
  /// The number of bursts within `memory` after which more are expected.
  private static let needed = 3
  /// Microseconds.
  private static let memory: Int64 = 10_000_000

  /// The times of the latest bursts, the newest first; `.min` for none.
  private var latest = (Timestamp(microseconds: .min), Timestamp(microseconds: .min), Timestamp(microseconds: .min))
  private var number = 0
  /// The number of contacts of the burst `number` that must still lift in time.
  private var remaining = 0

  mutating func begin(_ contacts: Int, at time: Timestamp) -> Int {
    number += 1
    remaining = contacts
    return number
  }

  mutating func lift(of burst: Int, landed: Timestamp, at time: Timestamp) {
    guard burst == number, time - landed <= Self.longest else { return }
    remaining -= 1
    if remaining == 0 { latest = (time, latest.0, latest.1) }
  }

  /// Whether contacts that look like a burst probably are one: there were `needed` bursts within `memory`, and the last one was not
  /// longer ago than that.
  func areExpected(at time: Timestamp) -> Bool {
    latest.2 != Timestamp(microseconds: .min) && time - latest.0 <= Self.memory && latest.0 - latest.2 <= Self.memory
  }
}
