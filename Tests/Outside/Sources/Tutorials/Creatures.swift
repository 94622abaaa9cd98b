import Gestures

/// "Gesture recognizers: a first look": two creatures that are dragged, pinched, turned, tapped and tickled. A drag goes on after the
/// lift.
public final class Creatures: GestureRecognizerDelegate {
  public let view = View(name: "view", frame: Rect(x: 0, y: 0, width: 200, height: 120))
  public private(set) var monkey = View(name: "monkey", frame: Rect(x: 20, y: 20, width: 40, height: 40))
  public private(set) var banana = View(name: "banana", frame: Rect(x: 120, y: 20, width: 40, height: 40))
  public private(set) var chomps: [String] = []
  public private(set) var giggles = 0
  public private(set) var slides: [Vector] = []
  public let engine: GestureEngine

  public init() {
    engine = GestureEngine(root: view)
    for creature in [monkey, banana] {
      view.addSubview(creature)
      creature.isUserInteractionEnabled = true

      let pan = PanGestureRecognizer(name: "pan")
      pan.addTarget(self, action: Creatures.handlePan)
      creature.addGestureRecognizer(pan)

      let pinch = PinchGestureRecognizer(name: "pinch")
      pinch.addTarget(self, action: Creatures.handlePinch)
      pinch.delegate = self
      creature.addGestureRecognizer(pinch)

      let rotate = RotationGestureRecognizer(name: "rotate")
      rotate.addTarget(self, action: Creatures.handleRotate)
      rotate.delegate = self
      creature.addGestureRecognizer(rotate)

      let tap = TapGestureRecognizer(name: "tap")
      tap.addTarget(self, action: Creatures.handleTap)
      tap.delegate = self
      creature.addGestureRecognizer(tap)
      tap.require(toFail: pan)

      let tickle = TickleRecognizer(name: "tickle")
      tickle.addTarget(self, action: Creatures.handleTickle)
      tickle.delegate = self
      creature.addGestureRecognizer(tickle)
    }
  }

  func handlePan(_ gesture: PanGestureRecognizer) {
    let translation = gesture.translation(in: view)
    guard let gestureView = gesture.view else { return }
    gestureView.center = Point(x: gestureView.center.x + translation.x, y: gestureView.center.y + translation.y)
    gesture.setTranslation(.zero, in: view)
    guard gesture.state == .ended else { return }
    let velocity = gesture.velocity(in: view)
    let magnitude = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    let slideMultiplier = magnitude / 200
    let slideFactor = 0.1 * slideMultiplier
    var finalPoint = Point(
      x: gestureView.center.x + (velocity.x * slideFactor), y: gestureView.center.y + (velocity.y * slideFactor))
    finalPoint.x = min(max(finalPoint.x, 0), view.bounds.width)
    finalPoint.y = min(max(finalPoint.y, 0), view.bounds.height)
    slides.append(velocity)
    gestureView.center = finalPoint
  }

  func handlePinch(_ gesture: PinchGestureRecognizer) {
    guard let gestureView = gesture.view else { return }
    gestureView.transform = gestureView.transform.scaledBy(x: gesture.scale, y: gesture.scale)
    gesture.scale = 1
  }

  func handleRotate(_ gesture: RotationGestureRecognizer) {
    guard let gestureView = gesture.view else { return }
    gestureView.transform = gestureView.transform.rotated(by: gesture.rotation)
    gesture.rotation = 0
  }

  func handleTap(_ gesture: TapGestureRecognizer) { chomps.append(gesture.view?.name ?? "no view") }

  func handleTickle(_ gesture: TickleRecognizer) { giggles += 1 }

  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

/// The custom gesture of that tutorial, from its code: `translation` between places, `UIGestureRecognizerSubclass`.
public final class TickleRecognizer: GestureRecognizer {
  private let requiredTickles = 2
  private let distanceForTickleGesture = 4.0

  private enum TickleDirection { case unknown, left, right }

  private var tickleCount = 0
  private var tickleStartLocation = Point.zero
  private var latestDirection = TickleDirection.unknown

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    tickleStartLocation = touch.location(in: view)
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let touch = touches.first else { return }
    let tickleLocation = touch.location(in: view)
    let horizontalDifference = tickleLocation.x - tickleStartLocation.x
    if abs(horizontalDifference) < distanceForTickleGesture { return }
    let direction: TickleDirection = horizontalDifference < 0 ? .left : .right
    if latestDirection == .unknown || (latestDirection == .left && direction == .right)
      || (latestDirection == .right && direction == .left)
    {
      tickleStartLocation = tickleLocation
      latestDirection = direction
      tickleCount += 1
      if state == .possible && tickleCount > requiredTickles { state = .ended }
    }
  }

  public override func reset() {
    tickleCount = 0
    latestDirection = .unknown
    tickleStartLocation = .zero
    if state == .possible { state = .failed }
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }
}
