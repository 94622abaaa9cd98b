/// Recognizes a finger that moves back and forth: the classic example of a custom gesture (TIC).
///
/// A stroke counts when the finger has moved `strokeDistance` horizontally from where the last stroke was counted, in the
/// opposite direction. The class uses nothing that a subclass in another module could not use, except for `isOfBuiltInClass` and two
/// constants: the unit of UIKit's lengths and the tolerance of comparisons.
///
///     let tickle = TickleGestureRecognizer(name: "tickle")
///     tickle.addAction { _ in log("hehe") }
public final class TickleGestureRecognizer: GestureRecognizer {
  /// The number of strokes that make a tickle, 1 or more.
  public var numberOfStrokesRequired = 3
  /// The length of a stroke, in millimetres. The default is the 25 pt of the best-known example, 3.896 mm.
  public var strokeDistance = 25 * Thresholds.millimetresPerPoint

  private enum Direction { case left, right }

  private var strokes = 0
  private var lastDirection: Direction?
  /// The place where the last stroke was counted; before that, where the finger landed.
  private var anchor = Point.zero
  /// The least length of a stroke in this attempt: `strokeDistance` counts as it is when the finger lands.
  private var leastWay = 0.0

  override var isOfBuiltInClass: Bool { isExactly(TickleGestureRecognizer.self) }

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

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    // A finger that goes on in the direction of the last stroke makes no other.
    guard let touch = touches.first else { return .none }
    zone.keep(
      touch, from: Point(x: lastDirection == .left ? -.infinity : anchor.x - leastWay * 0.999, y: -.infinity),
      to: Point(x: lastDirection == .right ? .infinity : anchor.x + leastWay * 0.999, y: .infinity))
    return .none
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
