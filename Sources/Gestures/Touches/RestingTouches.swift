/// Fingers that rest on the gesture's view while the gesture is made with others (HF).
///
/// They do not belong to the gesture: a tap beside a resting finger is a tap with one finger.
public struct RestingTouches: Equatable, Sendable {
  /// A side of the resting fingers, as the user sees it.
  public enum Side: String, Sendable, CaseIterable {
    /// The touches of the gesture land on this side of all resting fingers.
    case left, right, above, below
  }

  /// How many fingers must rest, exactly. 1 or more.
  public var count: Int
  /// Where the touches of the gesture must land, seen from the resting fingers; `nil`: anywhere.
  public var side: Side?

  /// Creates a requirement.
  public init(_ count: Int, side: Side? = nil) {
    self.count = count
    self.side = side
  }

  /// How long a finger must have been down before the gesture's touch lands. Fingers of one gesture land within this time, so one that
  /// landed later rests only beside a swipe, whose movement tells them apart (HF-3).
  static let leastTime: Int64 = 80_000
  /// How far a resting finger may be from where it landed, in millimetres: less than a stroke, more than a hand that does something
  /// else moves it.
  static let mostMovement = 5.0
  /// The same of a finger that landed with those of the gesture: two that move together have gone further before they are a swipe.
  static let mostMovementOfYoung = 2.0

  func allows(_ point: Point, beside other: Point) -> Bool {
    switch side {
    case .left: point.x < other.x
    case .right: point.x > other.x
    case .above: point.y < other.y
    case .below: point.y > other.y
    case nil: true
    }
  }
}

extension GestureEngine {
  /// Returns why a gesture that needs resting fingers does not take a touch; `nil` if it does, or needs none (HF-1).
  func missingRest(of recognizer: GestureRecognizer, beside touch: Touch) -> Reason? {
    guard let needed = recognizer.restingTouches else { return nil }
    let resting = restingTouches(for: recognizer).filter {
      $0 !== touch
        && (recognizer.restsTogether || touch.initialTimestamp - $0.initialTimestamp >= RestingTouches.leastTime)
    }
    guard resting.count == needed.count else { return Reason(.restingFingers, resting.count, limit: needed.count) }
    return resting.allSatisfy { needed.allows(touch.initialLocation, beside: $0.location) } ? nil : Reason(.wrongSide)
  }

  /// The touches that rest on the view of a gesture and do not belong to it.
  func restingTouches(for recognizer: GestureRecognizer) -> [Touch] {
    let own = recognizer.attemptTouches
    let landing = recognizer.restsTogether ? own.first?.initialTimestamp : nil
    return touches.filter { touch in
      let isYoung = landing.map { $0 - touch.initialTimestamp < RestingTouches.leastTime } ?? false
      let limit = isYoung ? RestingTouches.mostMovementOfYoung : RestingTouches.mostMovement
      return touch.displacement.length <= limit && isInside(recognizer.view, touch) && !own.contains { $0 === touch }
    }
  }

  private func isInside(_ view: View?, _ touch: Touch) -> Bool {
    var here = touch.view
    while let candidate = here {
      if candidate === view { return true }
      here = candidate.superview
    }
    return false
  }
}
