/// Recognizes a finger that goes to and fro: the classic example of a custom gesture (TIC).
///
/// A stroke counts when the finger has gone `strokeDistance` to one side from where the last one was counted, and that one
/// went the other way. It uses nothing that a subclass in another program could not, but for `builtInClass` and two
/// constants: the unit of UIKit's lengths and the tolerance of comparisons.
public final class TickleGestureRecognizer: GestureRecognizer {
  /// Strokes that make a tickle: 1 or more.
  public var numberOfStrokesRequired = 3
  /// How far a stroke goes until it counts, in millimetres: the 25 pt of the best known example, 3.896 mm.
  public var strokeDistance = 25 * Thresholds.millimetresPerPoint

  private enum Direction { case left, right }

  private var strokes = 0
  private var lastDirection: Direction?
  /// Where the last stroke was counted; at first, where the finger landed.
  private var anchor = Point.zero
  /// What is needed of `strokeDistance`, asked for once an attempt: it is open to all, and so each access to it is checked.
  private var leastWay = 0.0

  override class var builtInClass: GestureRecognizer.Type? { TickleGestureRecognizer.self }

  public override var values: GestureValues { .tickle(tickles: strokes) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches == 1, let touch = touches.first else {
      fail(Reason(.tooManyFingers, Double(numberOfTouches), limit: 1))
      return
    }
    anchor = touch.location
    leastWay = strokeDistance - Thresholds.tolerance
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    let way = touch.location.x - anchor.x
    guard way.magnitude >= leastWay else { return }
    let direction: Direction = way < 0 ? .left : .right
    guard direction != lastDirection else { return }
    lastDirection = direction
    anchor = touch.location
    strokes += 1
    if strokes == numberOfStrokesRequired { state = .recognized }
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    fail(Reason(.tooFewStrokes, Double(strokes), limit: Double(numberOfStrokesRequired)))
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  public override func reset() {
    strokes = 0
    lastDirection = nil
  }
}
