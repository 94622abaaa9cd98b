/// Recognizes a finger that moves back and forth: the classic example of a custom gesture (TIC).
///
/// A stroke counts when the finger has moved `strokeDistance` horizontally from where the last stroke was counted, in the
/// opposite direction. The class uses only what a subclass in another module can use: to write a gesture of your own, copy the file and
/// change the class's name.
///
///     let tickle = TickleGestureRecognizer(name: "tickle")
///     tickle.addAction { _ in log("hehe") }
public class TickleGestureRecognizer: GestureRecognizer {
  /// The number of strokes that make a tickle, 1 or more.
  public final var numberOfStrokesRequired = 3
  /// The length of a stroke, in millimetres. The default is the 25 pt of the best-known example, 3.896 mm; 1 pt is 1/163 inch.
  public final var strokeDistance = 25 * (25.4 / 163)
  /// The longest time from one stroke to the next; a stroke that comes later is the first one again (TIC-5). `nil`: no limit, as in the
  /// best-known examples.
  public final var maximumInterval: Duration?

  /// The direction of a stroke.
  enum Direction { case left, right }

  private final var strokes = 0
  /// The time of the last stroke.
  private final var lastTime = Timestamp(microseconds: 0)
  /// The direction of the last stroke; `nil` before the first one.
  private(set) final var lastDirection: Direction?
  /// The place where the last stroke was counted; before that, where the finger landed.
  private(set) final var anchor = Point.zero
  /// The least length of a stroke in this attempt, in millimetres: `strokeDistance` counts as it is when the finger lands, less what
  /// the conversion of a panel's units may round away.
  private(set) final var leastWay = 0.0

  public override var values: GestureValues { .tickle(tickles: strokes) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard numberOfTouches == 1, let touch = touches.first else {
      fail(Reason(.tooManyFingers, Double(numberOfTouches), limit: 1))
      return
    }
    anchor = touch.location
    leastWay = strokeDistance - 1e-6
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    let way = touch.location.x - anchor.x
    guard way.magnitude >= leastWay else { return }
    let direction: Direction = way < 0 ? .left : .right
    guard direction != lastDirection else { return }
    lastDirection = direction
    anchor = touch.location
    if let maximumInterval, .microseconds(time - lastTime) > maximumInterval { strokes = 0 }
    lastTime = time
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
