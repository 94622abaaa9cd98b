import Gestures

/// Contacts that land together all over the screen, and are gone.
struct Bursts {
  /// Contacts that land in one frame.
  static let fewest = 3
  /// Their extent as a part of the screen's, width and height together.
  static let leastSpread = 1.0
  /// Microseconds. Of an infrared frame's bursts each is 1 or 2 frames long; of a person's taps 95 % are longer than 23 ms.
  static let longest: Int64 = 30_000
  /// Bursts that pass within `memory` before more are expected.
  private static let needed = 3
  /// Microseconds.
  private static let memory: Int64 = 10_000_000

  /// Moments of the latest, the newest first; beginning with none.
  private var latest = (Timestamp(microseconds: .min), Timestamp(microseconds: .min), Timestamp(microseconds: .min))
  private var number = 0
  /// Of the burst `number`, contacts yet to be lifted in time.
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

  /// Whether one may well be a burst again: so many were there shortly, and the last one lately.
  func areExpected(at time: Timestamp) -> Bool {
    latest.2 != Timestamp(microseconds: .min) && time - latest.0 <= Self.memory && latest.0 - latest.2 <= Self.memory
  }
}
