import Gestures

/// Recognizes a finger that moves back and forth: three strokes in alternating directions, each long enough.
///
/// The library has this gesture, `TickleGestureRecognizer`. This is how a program of your own writes one: the article "Writing a
/// recognizer" walks through it.
final class Tickle: GestureRecognizer {
  /// The number of strokes that make a tickle, 1 or more.
  var numberOfStrokesRequired = 3
  /// The length of a stroke, in millimetres.
  var strokeDistance = 4.0

  private enum Direction { case left, right }

  private var strokes = 0
  private var lastDirection: Direction?
  /// The place where the last stroke was counted; before that, where the finger landed.
  private var anchor = Point.zero

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches == 1, let touch = touches.first else {
      state = .failed
      return
    }
    anchor = touch.location
  }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    let way = touch.location.x - anchor.x
    guard way.magnitude >= strokeDistance else { return }
    let direction: Direction = way < 0 ? .left : .right
    guard direction != lastDirection else { return }
    lastDirection = direction
    anchor = touch.location
    strokes += 1
    if strokes == numberOfStrokesRequired { state = .recognized }
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }

  override func reset() {
    strokes = 0
    lastDirection = nil
  }

  override var values: GestureValues { .tickle(tickles: strokes) }
}
