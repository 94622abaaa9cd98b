import Gestures
import Testing

/// The reasons that only a program's own recognizers and delegates bring about.
@Suite("Reasons of programs")
struct ReasonTests {
  private let root = View(name: "root", frame: Rect(x: 0, y: 0, width: 100, height: 100))

  private func frame(_ milliseconds: Int64, _ phase: Touch.Phase, x: Double = 50) -> TouchFrame {
    TouchFrame(
      time: Timestamp(microseconds: milliseconds * 1000),
      contacts: [TouchFrame.Contact(id: 1, phase: phase, location: Point(x: x, y: 50))])
  }

  /// Of what the engine reports while the frames pass.
  private func kinds(of engine: GestureEngine, _ frames: [TouchFrame]) -> [Reason.Kind] {
    frames.flatMap { engine.handle($0) }.compactMap {
      guard case .attempt(let attempt) = $0 else { return nil }
      switch attempt.change {
      case .began: return nil
      case .refused(_, let reason), .waits(let reason), .failed(let reason), .cancelled(let reason): return reason.kind
      }
    }
  }

  private func engine() -> GestureEngine {
    let engine = GestureEngine(root: root)
    engine.reportsAttempts = true
    return engine
  }

  @Test func `A recognizer that may not begin says so (ARB-1)`() {
    final class Shy: GestureRecognizer {
      override func touchesMoved(_ touches: [Touch], at time: Timestamp) { state = .recognized }
      override func shouldBegin() -> Bool { false }
    }
    root.addGestureRecognizer(Shy())
    #expect(kinds(of: engine(), [frame(0, .began), frame(10, .moved, x: 60), frame(20, .ended)]) == [.refusedToBegin])
  }

  @Test func `A recognizer that lets go of all its touches has nothing left (RS-7)`() {
    final class Careless: GestureRecognizer {
      override func touchesMoved(_ touches: [Touch], at time: Timestamp) { touches.forEach(ignore) }
    }
    root.addGestureRecognizer(Careless())
    #expect(kinds(of: engine(), [frame(0, .began), frame(10, .moved, x: 60), frame(20, .ended)]) == [.nothingLeft])
  }

  @Test func `A recognizer that only sets its state gave no reason`() {
    final class Silent: GestureRecognizer {
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .failed }
    }
    root.addGestureRecognizer(Silent())
    #expect(kinds(of: engine(), [frame(0, .began), frame(20, .ended)]) == [.unstated])
  }

  @Test func `A touch that a delegate turns away is told`() {
    final class Doorman: GestureRecognizerDelegate {
      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { false }
    }
    let tap = TapGestureRecognizer()
    let doorman = Doorman()
    tap.delegate = doorman
    root.addGestureRecognizer(tap)
    #expect(kinds(of: engine(), [frame(0, .began), frame(20, .ended)]) == [.turnedAway])
  }

  @Test func `Who does not ask is told nothing, and no reason is made`() {
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
