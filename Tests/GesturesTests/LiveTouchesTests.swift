import Testing

@testable import Gestures

@Suite("The touches that an engine knows")
struct LiveTouchesTests {
  private let root = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
  private let engine: GestureEngine

  init() { engine = GestureEngine(root: root) }

  /// Hands a frame with one phase of fingers that lie side by side to the engine.
  private func frame(_ phase: Touch.Phase, _ ids: some Sequence<UInt64>, at time: Double) -> [GestureEngine.Event] {
    let contacts = ids.map { TouchFrame.Contact(id: $0, phase: phase, location: Point(x: 1 + Double($0 % 64), y: 1)) }
    return engine.handle(TouchFrame(time: .at(time), contacts: contacts))
  }

  @Test(arguments: [Touch.Phase.ended, .cancelled])
  func `A touch that is gone leaves its bit to the next one`(phase: Touch.Phase) {
    _ = frame(.began, [1000], at: 0)
    let resting = engine.touches[0]
    var bits: Set<UInt64> = []
    for id in 1...UInt64(100) {
      _ = frame(.began, [id], at: Double(id))
      bits.insert(engine.touches[1].bit)
      _ = frame(phase, [id], at: Double(id))
    }
    #expect(bits.count == 1 && !bits.contains(resting.bit))
    #expect(engine.touches.map(\.id) == [1000])
  }

  @Test func `A finger beyond the 64th is ignored until another one lifts (RS-16)`() {
    let pan = PanGestureRecognizer(name: "pan")
    root.addGestureRecognizer(pan)
    _ = frame(.began, 0..<66, at: 0)
    #expect(pan.numberOfTouches == 64 && engine.touches.map(\.id) == Array(0..<64))
    _ = frame(.ended, [63], at: 1)
    _ = frame(.moved, [64, 65], at: 2)
    #expect(engine.touches.count == 63)
    _ = frame(.ended, [64, 65], at: 3)
    // The touch that lifted still belonged to the attempt of the pan, which forgets it.
    _ = frame(.began, [66, 67], at: 4)
    #expect(pan.numberOfTouches == 64 && engine.touches.last?.id == 66)
    #expect(Set(engine.touches.map(\.bit)).count == 64)
    #expect(!pan.attemptTouches.contains { !$0.isDown })
    _ = frame(.ended, Array(0..<63) + [66], at: 5)
    #expect(engine.touches.isEmpty && pan.state == .possible && pan.attemptTouches.isEmpty)
  }

  @Test func `An attempt of more than 64 touches goes on and forgets its oldest ones (RS-16)`() {
    let tap = TapGestureRecognizer(name: "tap")
    tap.numberOfTapsRequired = 70
    root.addGestureRecognizer(tap)
    var events: [GestureEngine.Event] = []
    var touches: [Touch] = []
    for id in 1...UInt64(70) {
      #expect(events.isEmpty)
      _ = frame(.began, [64 * id], at: Double(id) / 10)
      touches += engine.touches
      events += frame(.ended, [64 * id], at: Double(id) / 10 + 0.05)
      if id == 69 { #expect(tap.attemptTouches.count == 64 && tap.attemptTouches.first === touches[5]) }
      if id == 69 { #expect(touches[4].gestureRecognizers.isEmpty && touches[5].gestureRecognizers.first === tap) }
    }
    guard case .gesture(let event)? = events.first else {
      Issue.record("70 taps were not recognized")
      return
    }
    #expect(event.recognizer === tap && event.state == .ended && touches.count == 70)
  }

  @Test func `A gesture of a key has no touches, whichever fingers are down (FR-5)`() {
    let (pan, press) = (PanGestureRecognizer(name: "pan"), PressGestureRecognizer(name: "press", code: 7))
    let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    root.addSubview(view)
    view.addGestureRecognizer(pan)
    root.addGestureRecognizer(press)
    _ = frame(.began, [1, 40], at: 0)
    _ = engine.handle(presses: [Press(code: 7, phase: .began, time: .at(10))])
    #expect(pan.touches.map(\.id) == [1] && press.touches.isEmpty)
  }
}
