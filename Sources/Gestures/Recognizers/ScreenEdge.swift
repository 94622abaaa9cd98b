/// One side of the screen, as its user sees it.
public enum ScreenEdge: String, Sendable, CaseIterable {
  /// A side of the screen, as the root view's frame has it.
  case left, right, top, bottom

  /// One unit from it into the screen.
  var inwards: Vector {
    switch self {
    case .left: Vector(x: 1, y: 0)
    case .right: Vector(x: -1, y: 0)
    case .top: Vector(x: 0, y: 1)
    case .bottom: Vector(x: 0, y: -1)
    }
  }
}
