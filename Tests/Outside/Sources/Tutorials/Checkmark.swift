import Gestures

/// "Implementing a custom gesture recognizer": a check mark, drawn with one finger down to the right and then up to the right.
public final class CheckmarkGestureRecognizer: GestureRecognizer {
  enum CheckmarkPhases { case notStarted, initialPoint, downStroke, upStroke }

  var strokePhase = CheckmarkPhases.notStarted
  var initialTouchPoint = Point.zero
  var trackedTouch: Touch?

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if touches.count != 1 { state = .failed }
    if trackedTouch == nil {
      trackedTouch = touches.first
      strokePhase = .initialPoint
      initialTouchPoint = trackedTouch?.location(in: view) ?? .zero
    } else {
      // Ignore all but the first touch.
      for touch in touches where touch != trackedTouch { ignore(touch) }
    }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    guard let newTouch = touches.first, newTouch == trackedTouch else {
      state = .failed
      return
    }
    let newPoint = newTouch.location(in: view)
    let previousPoint = newTouch.previousLocation(in: view)
    if strokePhase == .initialPoint {
      if newPoint.x >= initialTouchPoint.x && newPoint.y >= initialTouchPoint.y {
        strokePhase = .downStroke
      } else {
        state = .failed
      }
    } else if strokePhase == .downStroke {
      if newPoint.x >= previousPoint.x {
        if newPoint.y < previousPoint.y { strokePhase = .upStroke }
      } else {
        state = .failed
      }
    } else if strokePhase == .upStroke {
      if newPoint.x < previousPoint.x || newPoint.y > previousPoint.y { state = .failed }
    }
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    let newPoint = touches.first?.location(in: view) ?? .zero
    if state == .possible && strokePhase == .upStroke && newPoint.y < initialTouchPoint.y {
      state = .recognized
    } else {
      state = .failed
    }
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }

  public override func reset() {
    initialTouchPoint = .zero
    strokePhase = .notStarted
    trackedTouch = nil
  }
}
