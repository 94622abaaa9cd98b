/// The relation between a recording's time and the clock's, both in microseconds.
struct Pace {
  static let speeds = 0.0625...16.0
  /// The longest delay that is caught up with. After a longer one, for example a stopped process, playing continues from there.
  static let longestDelay: Int64 = 250_000

  private(set) var speed = 1.0
  private(set) var isPaused = false
  /// The recording's time at the clock's `start`. While paused, the recording's time stays there.
  private var place: Int64 = 0
  private var start: Int64 = 0

  mutating func restart(at now: Int64) { jump(to: 0, at: now) }

  mutating func jump(to place: Int64, at now: Int64) {
    self.place = Self.within(place)
    start = now
  }

  mutating func setPaused(_ paused: Bool, at now: Int64) {
    jump(to: placeAt(now), at: now)
    isPaused = paused
  }

  mutating func setSpeed(_ wanted: Double, at now: Int64) {
    jump(to: placeAt(now), at: now)
    speed = min(max(wanted, Self.speeds.lowerBound), Self.speeds.upperBound)
  }

  private func placeAt(_ now: Int64) -> Int64 { isPaused ? place : place + Int64(Double(now - start) * speed) }

  /// Returns the clock's time for a time in the recording; `nil` while paused.
  func moment(of due: Int64) -> Int64? {
    isPaused ? nil : start + Int64(Double(Self.within(due) - place) / speed)
  }

  /// Limits a time to 0 to 30 years, as a recording's file may contain any number.
  private static func within(_ place: Int64) -> Int64 { min(max(place, 0), 1_000_000_000_000_000) }
}
