/// What a gesture requires of the places of its touches, and of other fingers.
///
/// Most gestures require none of this: one comparison tells, and the recognizer has no room for it. Only its recognizer changes it.
final class TouchConditions {
  var start: RimPlaces?
  var end: RimPlaces?
  var resting: RestingTouches?
  var spread: ClosedRange<Double>?
  var press: PressBefore?

  var isEmpty: Bool { start == nil && end == nil && resting == nil && spread == nil && press == nil }
}

extension GestureRecognizer {
  /// Returns the reason why the gesture cannot be recognized or end as it requested; `nil` if it can.
  @inline(never)
  func unmetCondition(for new: State) -> Reason? {
    if state == .possible {
      if let reason = unmetSpread { return reason }
      if let needed = restingTouches, let engine {
        let count = engine.restingTouches(for: self).count
        if count != needed.count { return Reason(.restingFingers, count, limit: needed.count) }
      }
    }
    guard new == .ended, !state.isTerminal, distanceFromEnd > Thresholds.tolerance else { return nil }
    return Reason(.liftedElsewhere, distanceFromEnd)
  }

  /// The reason why the fingers landed too close together or too far apart; `nil` if they did not (PL-4).
  @inline(never)
  var unmetSpread: Reason? {
    guard let spread = landingSpread else { return nil }
    let distance = attemptTouches.spread
    if distance < spread.lowerBound - Thresholds.tolerance {
      return Reason(.tooNarrow, distance, limit: spread.lowerBound)
    }
    return distance > spread.upperBound + Thresholds.tolerance
      ? Reason(.tooWide, distance, limit: spread.upperBound) : nil
  }
}

extension [Touch] {
  /// The greatest distance between the places where two touches landed, in millimetres. Touches that were not down at the same time,
  /// such as those of two taps, are not compared.
  fileprivate var spread: Double {
    var greatest = 0.0
    for (index, touch) in enumerated() {
      for other in self[..<index] where other.isDown || other.timestamp > touch.initialTimestamp {
        greatest = Swift.max(greatest, (touch.initialLocation - other.initialLocation).length)
      }
    }
    return greatest
  }
}

extension GestureEngine {
  /// Returns the reason why a gesture does not take a touch because of where it landed, or of what other fingers do; `nil` if it
  /// does (PL-1, HF-1).
  @inline(never)
  func unmetCondition(of recognizer: GestureRecognizer, for touch: Touch) -> Reason? {
    let distance = recognizer.distanceFromStart(of: touch)
    if distance > Thresholds.tolerance { return Reason(.landedElsewhere, distance) }
    return missingRest(of: recognizer, beside: touch)
  }
}
