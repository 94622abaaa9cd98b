/// The superclass of the recognizers that take no touches: of presses, remote commands and motion (FR-5).
///
/// They leave touches and other gestures alone: they prevent no gesture and are prevented by none, also with `Exclusion.screen`.
/// `require(toFail:)` works among them. Recognizers of other modules that take such events are subclasses of `GestureRecognizer`.
///
/// A single press waits for the double press of the same key:
///
///     play.require(toFail: next)
///     next.require(toFail: previous)
public class TouchlessGestureRecognizer: GestureRecognizer {
  override init(name: String) {
    super.init(name: name)
    allowedTouchTypes = []
  }

  public final override func shouldReceive(_ touch: Touch) -> Bool { false }
  public final override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  public final override func canBePrevented(by other: GestureRecognizer) -> Bool { false }

  public final override func pressesCancelled(_ presses: [Press], at time: Timestamp) { cancelOrFail(.pressCancelled) }
  public final override func motionCancelled(at time: Timestamp) { cancelOrFail(.sensorLost) }

  /// Returns the centre of the recognizer's view, because the gesture has no place of its own.
  public final override func location(in view: View?) -> Point {
    guard let own = self.view else { return super.location(in: view) }
    return own.convert(own.middle, to: view)
  }
}
