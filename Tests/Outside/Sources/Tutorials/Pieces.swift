import Gestures

/// "Handling UIKit gestures": one handler for each recognizer of UIKit.
public final class Pieces {
  public let piece = View(name: "piece", frame: Rect(x: 50, y: 30, width: 60, height: 40))
  public private(set) var log: [String] = []
  private var initialCenter = Point.zero

  public init(on view: View) {
    view.addSubview(piece)
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = 1
    tap.numberOfTouchesRequired = 2
    tap.addTarget(self, action: Pieces.tapPiece)
    let press = LongPressGestureRecognizer()
    press.minimumPressDuration = .seconds(0.4)
    press.addTarget(self, action: Pieces.showResetMenu)
    let pan = PanGestureRecognizer()
    pan.maximumNumberOfTouches = 1
    pan.addTarget(self, action: Pieces.panPiece)
    let swipe = SwipeGestureRecognizer()
    swipe.direction = [.left, .right]
    swipe.numberOfTouchesRequired = 3
    swipe.addTarget(self, action: Pieces.swipeHandler)
    for recognizer in [tap, press, pan, swipe] as [GestureRecognizer] { piece.addGestureRecognizer(recognizer) }
  }

  func tapPiece(_ gestureRecognizer: TapGestureRecognizer) {
    guard gestureRecognizer.view != nil else { return }
    if gestureRecognizer.state == .ended {
      let places = (0..<gestureRecognizer.numberOfTouches).compactMap {
        gestureRecognizer.location(ofTouch: $0, in: piece)
      }
      log.append("tap \(places.map { "\(Int($0.x))" }.joined(separator: " "))")
    }
  }

  func showResetMenu(_ gestureRecognizer: LongPressGestureRecognizer) {
    if gestureRecognizer.state == .began {
      log.append("menu at \(gestureRecognizer.location(in: gestureRecognizer.view))")
    }
  }

  func panPiece(_ gestureRecognizer: PanGestureRecognizer) {
    guard let piece = gestureRecognizer.view else { return }
    // The changes in the X and Y directions relative to the superview's coordinate space.
    let translation = gestureRecognizer.translation(in: piece.superview)
    if gestureRecognizer.state == .began { initialCenter = piece.center }
    if gestureRecognizer.state != .cancelled {
      piece.center = Point(x: initialCenter.x + translation.x, y: initialCenter.y + translation.y)
    } else {
      piece.center = initialCenter
    }
  }

  func swipeHandler(_ gestureRecognizer: SwipeGestureRecognizer) {
    if gestureRecognizer.state == .ended { log.append("swipe with \(gestureRecognizer.numberOfTouches)") }
  }
}
