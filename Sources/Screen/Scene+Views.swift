import Gestures

extension Scene {
  /// A view with its place on the screen, in millimetres.
  package struct PlacedView: Sendable {
    package var name: String
    package var frame: Rect
    /// Whether it takes touches in the default mode.
    package var isOn: Bool
  }

  /// Returns the views from back to front, without the root view.
  package func placedViews(most: Int) -> [PlacedView] {
    var found: [PlacedView] = []
    func visit(_ view: View, _ origin: Vector, _ isOn: Bool) {
      for child in view.subviews where found.count < most {
        let place = Point.zero + origin + Vector(x: child.frame.origin.x, y: child.frame.origin.y)
        let childIsOn = isOn && child.isUserInteractionEnabled && !child.isHidden && child.alpha > 0.01
        let frame = Rect(x: place.x, y: place.y, width: child.frame.size.width, height: child.frame.size.height)
        found.append(PlacedView(name: child.name, frame: frame, isOn: childIsOn))
        visit(child, place - .zero, childIsOn)
      }
    }
    visit(engine.root, .zero, true)
    return found
  }
}
