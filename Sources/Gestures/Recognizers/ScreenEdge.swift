/// A side of the screen, as the user sees it.
public enum ScreenEdge: String, Sendable, CaseIterable {
  /// A side of the root view's frame.
  case left, right, top, bottom

  /// The unit vector from the edge into the screen.
  var inwards: Vector {
    switch self {
    case .left: Vector(x: 1, y: 0)
    case .right: Vector(x: -1, y: 0)
    case .top: Vector(x: 0, y: 1)
    case .bottom: Vector(x: 0, y: -1)
    }
  }
}
