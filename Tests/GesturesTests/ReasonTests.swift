import Gestures
import Testing

/// The reasons that only custom recognizers and delegates can cause.
@Suite("Reasons from custom recognizers")
struct ReasonTests {
  private let root = View(name: "root", frame: Rect(x: 0, y: 0, width: 100, height: 100))

  private func frame(_ milliseconds: Int64, _ phase: Touch.Phase, x: Double = 50) -> TouchFrame {
    TouchFrame(
      time: Timestamp(microseconds: milliseconds * 1000),
      contacts: [TouchFrame.Contact(id: 1, phase: phase, location: Point(x: x, y: 50))])
  }

  /// The kinds of the reasons that the engine reports while it handles `frames`.
  private func kinds(of engine: GestureEngine, _ frames: [TouchFrame]) -> [Reason.Kind] {
    frames.flatMap { engine.handle($0) }.compactMap {
      guard case .attempt(let attempt) = $0 else { return nil }
      switch attempt.change {
      case .began: return nil
      case .refused(_, let reason), .waits(let reason), .failed(let reason), .cancelled(let reason),
        .stopped(let reason):
        return reason.kind
      }
    }
  }

  private func engine() -> GestureEngine {
    let engine = GestureEngine(root: root)
    engine.reportsAttempts = true
    return engine
  }

  @Test func `A recognizer that refuses to begin gives that as the reason (ARB-1)`() {
    final class Shy: GestureRecognizer {
      override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = .recognized }
      override func shouldBegin() -> Bool { false }
    }
    root.addGestureRecognizer(Shy())
    #expect(kinds(of: engine(), [frame(0, .began), frame(10, .moved, x: 60), frame(20, .ended)]) == [.refusedToBegin])
  }

  @Test func `A recognizer that ignores all its touches has nothing left (RS-7)`() {
    final class Careless: GestureRecognizer {
      override func touchesMoved(_ touches: [Touch], at time: Timestamp) { touches.forEach(ignore) }
    }
    root.addGestureRecognizer(Careless())
    #expect(kinds(of: engine(), [frame(0, .began), frame(10, .moved, x: 60), frame(20, .ended)]) == [.nothingLeft])
  }

  @Test func `A recognizer that has begun, and ignores all its touches, has nothing left (RS-7)`() {
    final class Fickle: GestureRecognizer {
      override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
        if state == .possible { state = .began } else { touches.forEach(ignore) }
      }
    }
    root.addGestureRecognizer(Fickle())
    let frames = [frame(0, .began), frame(10, .moved, x: 60), frame(20, .moved, x: 70), frame(30, .ended)]
    #expect(kinds(of: engine(), frames) == [.nothingLeft])
  }

  @Test func `A recognizer that only sets its state leaves the reason unstated`() {
    final class Silent: GestureRecognizer {
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
    }
    root.addGestureRecognizer(Silent())
    #expect(kinds(of: engine(), [frame(0, .began), frame(20, .ended)]) == [.unstated])
  }

  @Test func `A touch that a delegate refuses is reported`() {
    final class Doorman: GestureRecognizerDelegate {
      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { false }
    }
    let tap = TapGestureRecognizer()
    let doorman = Doorman()
    tap.delegate = doorman
    root.addGestureRecognizer(tap)
    #expect(kinds(of: engine(), [frame(0, .began), frame(20, .ended)]) == [.turnedAway])
  }

  @Test func `Without reports of attempts, no reason is made`() {
    final class Curious: GestureRecognizer {
      var asked = 0
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) { fail(reason()) }
      private func reason() -> Reason {
        asked += 1
        return Reason(.moved, 4, limit: 3)
      }
    }
    let recognizer = Curious()
    root.addGestureRecognizer(recognizer)
    let engine = engine()
    engine.reportsAttempts = false
    #expect(kinds(of: engine, [frame(0, .began), frame(20, .ended)]).isEmpty)
    #expect(recognizer.asked == 0)
    engine.reportsAttempts = true
    #expect(kinds(of: engine, [frame(1000, .began), frame(1020, .ended)]) == [.moved])
    #expect(recognizer.asked == 1)
  }
}
