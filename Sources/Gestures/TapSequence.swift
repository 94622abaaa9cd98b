/// Taps in a row, whole fingers' worth: what a multiple tap and a press after taps have in common (TAP-4, TAP-6, TAP-7).
struct TapSequence {
  private enum Stage {
    /// No finger is down: before the first tap, or between two.
    case up
    /// Fingers land; none has lifted.
    case landing
    /// One has lifted: no other may land.
    case lifting
  }

  /// Completed.
  private(set) var taps = 0
  private var stage = Stage.up
  private var lastLift = Timestamp(microseconds: .min)
  /// Where the fingers of the first tap landed.
  private var places: [Point] = []

  /// Centroid of the places where the first tap landed.
  var location: Point? {
    guard !places.isEmpty else { return nil }
    let sum = places.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum * (1 / Double(places.count))
  }

  /// - Returns: false where this is no such tap any more.
  mutating func land(_ touches: [Touch], down: Int, required: Int) -> Bool {
    guard stage != .lifting, down <= required else { return false }
    stage = .landing
    if taps == 0 { places += touches.map(\.initialLocation) }
    return true
  }

  /// - Returns: false where this is no such tap any more.
  mutating func lift(_ touches: [Touch], down: Int, required: Int, at time: Timestamp) -> Bool {
    if stage == .landing && down + touches.count < required { return false }
    stage = .lifting
    if down == 0 {
      stage = .up
      taps += 1
      lastLift = time
    }
    return true
  }

  /// Whether a touch may be part of the next tap: late enough after the lift, and near a finger of the first tap.
  func canContinue(with touch: Touch, at time: Timestamp, minimumInterval: Int64, maximumDistance: Double) -> Bool {
    guard taps > 0, stage == .up else { return true }
    return time - lastLift >= minimumInterval
      && places.contains { $0.distance(to: touch.initialLocation) <= maximumDistance + Thresholds.tolerance }
  }
}
