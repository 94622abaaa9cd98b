import Gestures

/// Fingers on an engine's screen. Times are in milliseconds.
final class Hand {
  let engine: GestureEngine
  private(set) var time = 0.0
  private var ids: [Int: UInt64] = [:]
  private var places: [Int: Point] = [:]
  private var next: UInt64 = 1

  init(_ engine: GestureEngine) { self.engine = engine }

  convenience init(_ root: View) { self.init(GestureEngine(root: root)) }

  /// Puts fingers down or moves them.
  func touch(_ fingers: [Int: (Double, Double)], after pause: Double = 10) {
    time += pause
    var contacts: [TouchFrame.Contact] = []
    for finger in fingers.keys.sorted() {
      let (x, y) = fingers[finger]!
      let phase: Touch.Phase = ids[finger] == nil ? .began : .moved
      if ids[finger] == nil {
        ids[finger] = next
        next += 1
      }
      places[finger] = Point(x: x, y: y)
      contacts.append(TouchFrame.Contact(id: ids[finger]!, phase: phase, location: Point(x: x, y: y)))
    }
    _ = engine.handle(TouchFrame(time: now, contacts: contacts))
  }

  func lift(_ fingers: Int..., after pause: Double = 10) {
    time += pause
    let contacts = fingers.map { finger in
      TouchFrame.Contact(id: ids.removeValue(forKey: finger)!, phase: .ended, location: places[finger]!)
    }
    _ = engine.handle(TouchFrame(time: now, contacts: contacts))
  }

  func wait(_ milliseconds: Double) {
    time += milliseconds
    _ = engine.advance(to: now)
  }

  func tap(_ x: Double, _ y: Double) {
    touch([1: (x, y)], after: 500)
    lift(1, after: 80)
    wait(500)
  }

  /// Moves a finger along a line, and leaves it down.
  func drag(_ start: (Double, Double), _ end: (Double, Double), steps: Int = 10) {
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      touch([1: (start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part)])
    }
  }

  private var now: Timestamp { Timestamp(microseconds: Int64(time * 1000)) }
}
