import Gestures
import Testing

/// What UIKit's documents promise to a handler or a delegate that reads a recognizer.
@Suite("What handlers read")
struct UIKitPromiseTests {
  /// What a delegate reads when it is asked whether a gesture may begin.
  private func reading<Value>(_ read: @escaping (GestureRecognizer) -> Value) -> (Answers, () -> [Value]) {
    let delegate = Answers()
    var values: [Value] = []
    delegate.begins = { recognizer in
      values.append(read(recognizer))
      return true
    }
    return (delegate, { values })
  }

  @Test func `A delegate lets a pan begin for horizontal movements only (PAN-16)`() {
    let pan = makePan()
    let delegate = Answers()
    delegate.begins = { recognizer in
      guard let pan = recognizer as? PanGestureRecognizer else { return true }
      let translation = pan.translation(in: pan.view)
      return translation.x.magnitude > translation.y.magnitude
    }
    pan.delegate = delegate
    expect(
      """
      1    .abc...apq.
      pan  ..BCE......
      """, pan, places: ["p": (11, 55), "q": (12, 60)])
  }

  @Test func `A pan that asks has the translation and the velocity with which it begins (PAN-16)`() {
    let pan = makePan()
    let (delegate, values) = reading { _ in (pan.translation(in: nil), pan.velocity(in: nil)) }
    pan.delegate = delegate
    let screen = TestScreen(pan)
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    #expect(values().count == 1)
    #expect(values()[0].0.isClose(to: 2 - 1.6, 0))
    #expect(values()[0].0 == screen.gestures[0].translation)
    #expect(values()[0].1.isClose(to: 200, 0, within: 1e-6))
    pan.compensatesSlop = false
    screen.frame(200, ["1": .lifts])
    screen.stroke(from: (10, 50), to: (10, 30), at: 1000, for: 100)
    #expect(values()[1].0.isClose(to: 0, -2))
  }

  @Test func `A translation below the slop reads 0 (PAN-16)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(11, 50)])
    #expect(pan.state == .possible && pan.translation(in: nil) == .zero)
  }

  @Test func `A delegate lets a pinch begin outwards only (PIN-11)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    let delegate = Answers()
    delegate.begins = { _ in pinch.scale > 1 && pinch.velocity > 0 }
    pinch.delegate = delegate
    let screen = TestScreen(pinch)
    for (start, step) in [(0.0, -1.0), (1000.0, 1.0)] {
      for index in 0...5 {
        let half = 20 + Double(index) * step
        screen.frame(
          start + Double(index) * 10, ["1": .at(100 - half, 50), "2": .at(100 + half, 50)])
      }
      screen.frame(start + 60, ["1": .lifts, "2": .lifts])
    }
    #expect(screen.gestures.map(\.state) == [.began, .changed, .changed, .changed, .changed, .ended])
    #expect(screen.gestures[0].time > .at(1000) && screen.gestures[0].scale == 1)
  }

  @Test func `A pinch that asks has the ratio of the distances and its speed (PIN-11)`() {
    let pinch = PinchGestureRecognizer(name: "pinch")
    let (delegate, values) = reading { _ in (pinch.scale, pinch.velocity) }
    pinch.delegate = delegate
    let screen = TestScreen(pinch)
    for index in 0...4 {
      let half = 20 + Double(index) * 0.5
      screen.frame(Double(index) * 10, ["1": .at(100 - half, 50), "2": .at(100 + half, 50)])
    }
    #expect(values().count == 1)
    #expect(values()[0].0.isClose(to: 42.0 / 40))
    // The distance grows by 100 mm/s from 40 mm.
    #expect(values()[0].1.isClose(to: 2.5, within: 1e-6))
  }

  @Test func `A rotation that asks has the angle and its speed (ROT-8)`() {
    let rotation = RotationGestureRecognizer(name: "rotation")
    let (delegate, values) = reading { _ in (rotation.rotation, rotation.velocity) }
    rotation.delegate = delegate
    let screen = TestScreen(rotation)
    screen.frame(0, ["1": .at(100, 50), "2": .at(140, 50)])
    for index in 1...4 {
      // A finger 40 mm to the right of the other one moves down by 2 mm every 10 ms.
      screen.frame(Double(index) * 10, ["1": .at(100, 50), "2": .at(140, 50 + 2 * Double(index))])
    }
    #expect(values().count == 1)
    #expect(values()[0].0 > 0.09 && values()[0].0 < 0.11)
    // 200 mm/s at 40 mm is 5 rad/s.
    #expect(values()[0].1.isClose(to: 5, within: 0.2))
  }

  @Test func `In the action of a tap, its touches are those of the first tap (TAP-10)`() {
    let tap = makeTap(taps: 2, touches: 2)
    let screen = TestScreen(tap)
    var read: [(Int, [Point?])] = []
    tap.addAction { [unowned tap] _ in
      read.append((tap.numberOfTouches, (0...2).map { tap.location(ofTouch: $0, in: nil) }))
    }
    screen.frame(0, ["1": .at(50, 50), "2": .at(70, 40)])
    screen.frame(10, ["1": .at(51, 50)])
    screen.frame(80, ["1": .lifts])
    screen.frame(90, ["2": .lifts])
    #expect(tap.numberOfTouches == 0)
    screen.frame(200, ["3": .at(52, 50), "4": .at(71, 40)])
    screen.frame(280, ["3": .lifts, "4": .lifts])
    #expect(read.count == 1)
    #expect(read[0].0 == 2)
    #expect(read[0].1 == [Point(x: 50, y: 50), Point(x: 70, y: 40), nil])
    #expect(screen.gestures.last?.numberOfTouches == 0)
    #expect(tap.numberOfTouches == 0 && tap.location(ofTouch: 0, in: nil) == nil)
  }

  @Test func `A delegate that is asked about a tap reads its touches (TAP-10)`() {
    let tap = makeTap()
    let (delegate, values) = reading { ($0.numberOfTouches, $0.location(ofTouch: 0, in: $0.view)) }
    tap.delegate = delegate
    let root = TestScreen.makeRoot()
    root.add("view", 40, 20, 100, 50).addGestureRecognizer(tap)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(80, ["1": .lifts])
    #expect(values().count == 1)
    #expect(values()[0].0 == 1)
    #expect(values()[0].1 == Point(x: 10, y: 30))
  }

  @Test(arguments: SwipeGestureRecognizer.Decision.allCases)
  func `The touches of a swipe are where it began (SW-5)`(_ decision: SwipeGestureRecognizer.Decision) {
    let swipe = makeSwipe()
    swipe.numberOfTouchesRequired = 2
    swipe.decision = decision
    let screen = TestScreen(swipe)
    var read: [(Int, [Point?])] = []
    swipe.addAction { [unowned swipe] _ in
      read.append((swipe.numberOfTouches, (0...2).map { swipe.location(ofTouch: $0, in: nil) }))
    }
    screen.frame(0, ["1": .at(10, 20), "2": .at(12, 40)])
    for x in stride(from: 2.0, through: 20, by: 2) {
      screen.frame(x * 5, ["1": .at(10 + x, 20), "2": .at(12 + x, 40)])
    }
    screen.frame(110, ["1": .lifts])
    screen.frame(120, ["2": .lifts])
    #expect(read.count == 1)
    #expect(read[0].0 == 2)
    #expect(read[0].1 == [Point(x: 10, y: 20), Point(x: 12, y: 40), nil])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `A location that is not a number moves nothing (RS-13)`(_ bad: Double) {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.frame(0, ["bad": .at(bad, 50)])
    #expect(screen.engine.touches.isEmpty)
    screen.frame(10, ["1": .at(10, 50)])
    screen.frame(20, ["1": .at(20, 50)])
    screen.frame(30, ["1": .at(20, bad)])
    #expect(screen.touch("1")?.location == Point(x: 20, y: 50))
    screen.frame(40, ["1": .at(30, 50)])
    #expect(pan.translation(in: nil).isClose(to: 18.4, 0))
    screen.frame(50, ["1": .liftsAt(bad, bad)])
    #expect(screen.gestures.map(\.state) == [.began, .changed, .ended])
    #expect(screen.gestures.last?.translation?.isClose(to: 18.4, 0) == true)
    #expect(screen.gestures.last?.location == Point(x: 30, y: 50))
  }

  @Test func `An uncertainty that is not a number is none (RS-13)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    screen.uncertainty = .nan
    screen.stroke(from: (10, 50), to: (30, 50), at: 0, for: 100)
    #expect(screen.gestures.first?.state == .began)
  }
}
