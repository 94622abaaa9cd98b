/// A tickle that tells how far its finger may go before it must see it, as the daemon's tickles do.
///
/// `TickleGestureRecognizer` itself uses only what a subclass in another module can use, and that is not among it.
package final class QuietTickle: TickleGestureRecognizer {
  override var isOfBuiltInClass: Bool { true }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    // A finger that goes on in the direction of the last stroke makes no other.
    guard let touch = touches.first else { return .none }
    zone.keep(
      touch, from: Point(x: lastDirection == .left ? -.infinity : anchor.x - leastWay * 0.999, y: -.infinity),
      to: Point(x: lastDirection == .right ? .infinity : anchor.x + leastWay * 0.999, y: .infinity))
    return .none
  }
}
