/// Predicts whether a finger that has landed alone will move before it lifts, from what the last ones did.
///
/// Half of the short touches in recordings of real panels report no movement. A lane that is opened for such a touch adds 750 to its 10,000
/// instructions, and saves a turn if the finger moves (Benchmarks/RESULTS.md).
struct LandingForecast {
  /// The more of the last fingers have moved, the higher. Two that have not in a row end the expectation, and one that has begins it again.
  private var score = Self.highest
  private static let highest: UInt8 = 2
  /// Whether the last finger that landed has not moved, as far as it is known.
  private var isAwaiting = false

  /// Called when a finger has landed alone.
  ///
  /// - Returns: whether it will probably move.
  mutating func landed() -> Bool {
    if isAwaiting && score > 0 { score -= 1 }
    isAwaiting = true
    return score > 0
  }

  /// Called when a lane has kept frames in which fingers moved.
  @inline(__always)
  mutating func moved() {
    if !isAwaiting { return }
    isAwaiting = false
    score = min(score + 1, Self.highest)
  }
}
