/// Counts taps in a row, each with all required fingers. Shared by multiple taps and presses after taps (TAP-4, TAP-6, TAP-7).
struct TapSequence {
  enum Stage {
    /// No finger is down: before the first tap, or between two taps.
    case up
    /// Fingers land; none has lifted.
    case landing
    /// A finger has lifted: no other may land.
    case lifting
  }

  /// The number of complete taps.
  private(set) var taps = 0
  private(set) var stage = Stage.up
  private var lastLift = Timestamp(microseconds: .min)
  /// Where the first finger of the first tap landed. Apart from the others, as most taps have only one, and a list costs more.
  private var firstPlace: Point?
  private var otherPlaces: [Point] = []

  /// The places where the fingers of the first tap landed.
  var places: [Point] { firstPlace.map { [$0] + otherPlaces } ?? [] }

  /// The centroid of the places where the first tap landed.
  var location: Point? {
    guard let firstPlace else { return nil }
    if otherPlaces.isEmpty { return firstPlace }
    let sum = places.reduce(Vector.zero) { $0 + ($1 - .zero) }
    return .zero + sum * (1 / Double(1 + otherPlaces.count))
  }

  /// Returns to the state before the first landing.
  mutating func reset() {
    taps = 0
    stage = .up
    lastLift = Timestamp(microseconds: .min)
    firstPlace = nil
    if !otherPlaces.isEmpty { otherPlaces.clear() }
  }

  /// - Returns: the reason why the taps cannot be completed; `nil` while they can.
  @inline(__always)
  mutating func land(_ touches: [Touch], down: Int, required: TouchCounts) -> Reason? {
    if stage == .lifting { return Reason(.landedAfterLift) }
    if down > required.most { return Reason(.tooManyFingers, down, limit: required.most) }
    stage = .landing
    if taps == 0 { for touch in touches { note(touch.initialLocation) } }
    return nil
  }

  @inline(__always)
  private mutating func note(_ place: Point) {
    if firstPlace == nil { firstPlace = place } else { otherPlaces.append(place) }
  }

  /// - Returns: the reason why the taps cannot be completed; `nil` while they can.
  @inline(__always)
  mutating func lift(_ touches: [Touch], down: Int, required: TouchCounts, at time: Timestamp) -> Reason? {
    let landed = down + touches.count
    if stage == .landing && !required.contains(landed) {
      return Reason(.tooFewFingers, landed, limit: required.next(after: landed))
    }
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
    var distance = firstPlace?.distance(to: touch.initialLocation) ?? 0
    for place in otherPlaces { distance = min(distance, place.distance(to: touch.initialLocation)) }
    return distance <= maximumDistance + Thresholds.tolerance
      ? nil : Reason(.tooFarApart, distance, limit: maximumDistance)
  }
}
