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

  /// As if nothing had landed yet.
  mutating func reset() {
    taps = 0
    stage = .up
    lastLift = Timestamp(microseconds: .min)
    places.clear()
  }

  /// - Returns: why this is no such tap any more; `nil`: it still may be.
  mutating func land(_ touches: [Touch], down: Int, required: Int) -> Reason? {
    if stage == .lifting { return Reason(.landedAfterLift) }
    if down > required { return Reason(.tooManyFingers, down, limit: required) }
    stage = .landing
    if taps == 0 {
      for touch in touches { places.append(touch.initialLocation) }
    }
    return nil
  }

  /// - Returns: why this is no such tap any more; `nil`: it still may be.
  mutating func lift(_ touches: [Touch], down: Int, required: Int, at time: Timestamp) -> Reason? {
    let landed = down + touches.count
    if stage == .landing && landed < required { return Reason(.tooFewFingers, landed, limit: required) }
    stage = .lifting
    if down == 0 {
      stage = .up
      taps += 1
      lastLift = time
    }
    return nil
  }

  /// Why a touch is no part of the next tap: too soon after the lift, or too far from the fingers of the first tap; `nil`: it
  /// may be one.
  func objection(to touch: Touch, at time: Timestamp, minimumInterval: Int64, maximumDistance: Double) -> Reason? {
    guard taps > 0, stage == .up else { return nil }
    let pause = time - lastLift
    if pause < minimumInterval {
      return Reason(.tooSoon, Double(pause) / 1e6, limit: Double(minimumInterval) / 1e6)
    }
    let distance = places.lazy.map { $0.distance(to: touch.initialLocation) }.min() ?? 0
    return distance <= maximumDistance + Thresholds.tolerance
      ? nil : Reason(.tooFarApart, distance, limit: maximumDistance)
  }
}
