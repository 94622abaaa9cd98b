import Gestures
import Testing

@Suite("The force and the size of a touch")
struct ImprintTests {
  @Test func `An imprint keeps what the panel measures`() throws {
    let imprint = Touch.Imprint(force: 0.42, majorRadius: 4.56, minorRadius: 3.4)
    #expect(try #require(imprint.force).isClose(to: 0.42, within: 1e-5))
    #expect(imprint.majorRadius == 4.56 && imprint.minorRadius == 3.4)
    #expect(!imprint.isEmpty)
    #expect(Touch.Imprint(force: 0).force == 0 && Touch.Imprint(force: 1).force == 1)
    #expect(Touch.Imprint(majorRadius: 0).majorRadius == 0)
  }

  @Test func `What the panel does not measure is nil`() {
    let imprint = Touch.Imprint()
    #expect(imprint.force == nil && imprint.majorRadius == nil && imprint.minorRadius == nil)
    #expect(imprint.isEmpty && Touch.Imprint(force: .nan).isEmpty)
  }

  @Test(arguments: [-.infinity, -1e300, -0.001, 1.001, 1e300, .infinity])
  func `Values outside their range are clamped`(value: Double) {
    let imprint = Touch.Imprint(force: value, majorRadius: value, minorRadius: value)
    #expect(imprint.force == (value < 0 ? 0 : 1))
    #expect(imprint.majorRadius == (value < 0 ? 0 : value > 1000 ? 655.34 : 1))
    #expect(imprint.minorRadius == imprint.majorRadius)
  }

  @Test func `A contact with an imprint is no larger than one without`() {
    #expect(MemoryLayout<TouchFrame.Contact>.stride == 40)
  }

  /// Keeps the forces that a touch had when its view was called.
  private final class Scales: View {
    var calls: [String] = []

    override func touchesBegan(_ touches: [Touch]) { note("began", touches) }
    override func touchesMoved(_ touches: [Touch]) { note("moved", touches) }
    override func touchesEnded(_ touches: [Touch]) { note("ended", touches) }

    private func note(_ word: String, _ touches: [Touch]) {
      for touch in touches { calls.append("\(word) \(touch.phase) \(Int(((touch.force ?? -1) * 100).rounded()))") }
    }
  }

  @Test func `A view receives the force of a finger that rests as a movement`() {
    let view = Scales(name: "scales", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    let screen = TestScreen(root: view)
    screen.engine.reportsTouches = true
    screen.frame(0, ["1": .pressed(50, 50, 0.25)])
    screen.frame(10, ["1": .presses(0.5)])
    #expect(screen.touch("1")?.phase == .stationary)
    screen.frame(20, ["1": .pressed(60, 50, 0.75)])
    #expect(view.calls == ["began began 25", "moved moved 50", "moved moved 75"])
    #expect(screen.deliveries.map(\.phase) == [.began, .moved, .moved])
    #expect(screen.deliveries.map { Int((($0.imprint.force ?? -1) * 100).rounded()) } == [25, 50, 75])
    #expect(screen.deliveries[1].location == Point(x: 50, y: 50))
    #expect(screen.deliveries[1].previousLocation == Point(x: 50, y: 50))
    #expect(screen.deliveries[1].timestamp == .at(10))
  }

  @Test func `A change of force alone is not a movement for gestures`() {
    let pan = PanGestureRecognizer(name: "pan"), tap = TapGestureRecognizer(name: "tap")
    let screen = TestScreen(pan, tap)
    screen.frame(0, ["1": .pressed(50, 50, 0.25)])
    for step in 1...9 { screen.frame(Double(step) * 10, ["1": .presses(Double(step) / 10)]) }
    screen.frame(100, ["1": .lifts])
    #expect(screen.gestures.map(\.state) == [.ended])
    #expect(screen.events(of: tap).count == 1)
  }

  @Test func `Only the touches that press differently are passed on, in one call`() {
    final class Listener: GestureRecognizer {
      var calls: [[UInt64]] = []
      override func touchesPressed(_ touches: [Touch], at time: Timestamp) { calls.append(touches.map(\.id)) }
    }
    let listener = Listener(name: "listener")
    let screen = TestScreen(listener)
    screen.frame(0, ["1": .at(50, 50), "2": .at(60, 50), "3": .at(70, 50)])
    screen.frame(10, ["1": .presses(0.2), "2": .at(61, 50), "3": .presses(0.3)])
    #expect(listener.calls == [[1, 3]])
    // Presses of touches that the engine does not know are ignored.
    screen.frame(20, ["1": .lifts])
    _ = screen.engine.handle(
      TouchFrame(
        time: .at(30), contacts: [TouchFrame.Contact(id: 1, phase: .stationary, location: Point(x: 0, y: 0))]))
    #expect(listener.calls.count == 1)
  }
}
