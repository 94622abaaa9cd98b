import Gestures

/// "A drawer that follows the finger": an edge pan opens it, a pan that may begin only for horizontal movements closes it, and a tap
/// outside of it, but not on its button, closes it at once.
public final class Drawer: GestureRecognizerDelegate {
  public let drawer = View(name: "drawer", frame: Rect(x: -80, y: 0, width: 80, height: 120))
  public let button = View(name: "button", frame: Rect(x: 100, y: 10, width: 20, height: 20))
  public private(set) var isOpen = false
  private let edgePan = ScreenEdgePanGestureRecognizer()
  private let panGesture = PanGestureRecognizer()
  private let tapGesture = TapGestureRecognizer()

  public init(on view: View) {
    view.addSubview(drawer)
    view.addSubview(button)
    edgePan.edges = .left
    edgePan.addTarget(self, action: Drawer.handleEdge)
    view.addGestureRecognizer(edgePan)
    panGesture.delegate = self
    panGesture.maximumNumberOfTouches = 1
    panGesture.addTarget(self, action: Drawer.handlePan)
    panGesture.require(toFail: edgePan)
    view.addGestureRecognizer(panGesture)
    tapGesture.delegate = self
    tapGesture.addTarget(self, action: Drawer.close)
    view.addGestureRecognizer(tapGesture)
  }

  func handleEdge(_ gesture: ScreenEdgePanGestureRecognizer) {
    let percent = gesture.translation(in: gesture.view!).x / drawer.bounds.size.width
    switch gesture.state {
    case .began, .changed: drawer.frame.origin.x = -80 + 80 * min(max(percent, 0), 1)
    case .ended: set(isOpen: percent > 0.5 || gesture.velocity(in: gesture.view).x > 200)
    case .cancelled, .failed: set(isOpen: false)
    default: break
    }
  }

  func handlePan(_ gesture: PanGestureRecognizer) {
    if gesture.state == .ended && gesture.translation(in: nil).x < 0 { close() }
  }

  func close() { set(isOpen: false) }

  private func set(isOpen: Bool) {
    self.isOpen = isOpen
    drawer.frame.origin.x = isOpen ? 0 : -80
  }

  public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
    guard gestureRecognizer == panGesture, let pan = gestureRecognizer as? PanGestureRecognizer else { return true }
    let translation = pan.translation(in: pan.view)
    return abs(translation.x) > abs(translation.y)
  }

  public func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    if gestureRecognizer != tapGesture { return true }
    if let touched = touch.view, touched.isDescendant(of: button) { return false }
    return !drawer.frame.contains(touch.location(in: drawer.superview))
  }
}
