/// Where a swipe goes, as its user sees it.
public enum SwipeDirection: String, Sendable, CaseIterable {
  /// Towards that side of the screen.
  case left, right, up, down

  /// One unit that way, y downwards.
  var unit: Vector {
    switch self {
    case .left: Vector(x: -1, y: 0)
    case .right: Vector(x: 1, y: 0)
    case .up: Vector(x: 0, y: -1)
    case .down: Vector(x: 0, y: 1)
    }
  }
}
