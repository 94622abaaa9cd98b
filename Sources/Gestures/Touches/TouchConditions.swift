/// What a gesture requires of the places of its touches, and of other fingers.
///
/// Most gestures require none of this: one comparison tells, and the recognizer has no room for it. Only its recognizer changes it.
final class TouchConditions {
  var start: RimPlaces?
  var end: RimPlaces?
  var resting: RestingTouches?

  var isEmpty: Bool { start == nil && end == nil && resting == nil }
}

extension GestureRecognizer {
  /// Returns the reason why the gesture cannot be recognized or end as it requested; `nil` if it can.
  @inline(never)
  func unmetCondition(for new: State) -> Reason? {
    if state == .possible, let needed = restingTouches, let engine {
      let count = engine.restingTouches(for: self).count
      if count != needed.count { return Reason(.restingFingers, count, limit: needed.count) }
    }
    guard new == .ended, !state.isTerminal, distanceFromEnd > Thresholds.tolerance else { return nil }
    return Reason(.liftedElsewhere, distanceFromEnd)
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
