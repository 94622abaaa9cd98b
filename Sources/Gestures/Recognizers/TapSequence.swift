/// Counts taps in a row, each with all required fingers. Shared by multiple taps and presses after taps (TAP-4, TAP-6, TAP-7).
struct TapSequence {
  private enum Stage {
    /// No finger is down: before the first tap, or between two taps.
    case up
    /// Fingers land; none has lifted.
    case landing
    /// A finger has lifted: no other may land.
    case lifting
  }

  /// The number of complete taps.
  private(set) var taps = 0
  private var stage = Stage.up
  private var lastLift = Timestamp(microseconds: .min)
  /// The places where the fingers of the first tap landed.
  private(set) var places: [Point] = []

  /// The centroid of the places where the first tap landed.
  var location: Point? {
    guard !places.isEmpty else { return nil }
    let sum = places.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum * (1 / Double(places.count))
  }

  /// Returns to the state before the first landing.
  mutating func reset() {
    taps = 0
    stage = .up
    lastLift = Timestamp(microseconds: .min)
    places.clear()
  }

  /// - Returns: the reason why the taps cannot be completed; `nil` while they can.
  mutating func land(_ touches: [Touch], down: Int, required: Int) -> Reason? {
    if stage == .lifting { return Reason(.landedAfterLift) }
    if down > required { return Reason(.tooManyFingers, down, limit: required) }
    stage = .landing
    if taps == 0 {
      touches.forEachUncounted { places.append($0.initialLocation) }
    }
    return nil
  }

  /// - Returns: the reason why the taps cannot be completed; `nil` while they can.
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

  /// Returns the reason why a touch cannot be part of the next tap: it is too soon after the lift, or too far from the fingers
  /// of the first tap. `nil` if it can. The interval is in microseconds, the distance in millimetres.
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
