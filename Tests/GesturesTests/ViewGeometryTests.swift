import Gestures
import Testing

@Suite("Views: geometry, transforms and touches")
struct ViewGeometryTests {
  private func isClose(_ a: Point?, _ x: Double, _ y: Double) -> Bool {
    a.map { ($0 - Point(x: x, y: y)).length < 1e-9 } ?? false
  }

  private let quarter = Double.pi / 2

  @Test func `Centre and bounds follow the frame, and the frame follows them`() {
    let view = View(frame: Rect(x: 10, y: 20, width: 40, height: 30))
    #expect(view.center == Point(x: 30, y: 35) && view.bounds == Rect(x: 0, y: 0, width: 40, height: 30))
    view.center = Point(x: 50, y: 50)
    #expect(view.frame == Rect(x: 30, y: 35, width: 40, height: 30))
    view.bounds = Rect(x: 7, y: 7, width: 20, height: 10)
    #expect(view.frame == Rect(x: 40, y: 45, width: 20, height: 10))
    view.center += Vector(x: 1, y: 2)
    view.center -= Vector(x: 0, y: 1)
    #expect(view.frame.origin == Point(x: 41, y: 46))
    view.frame.origin.x += 5
    #expect(view.center == Point(x: 56, y: 51))
  }

  @Test func `Points and rectangles are converted between views`() {
    let root = TestScreen.makeRoot()
    let left = root.add("left", 10, 10, 50, 50)
    let inner = left.add("inner", 5, 5, 20, 20)
    let right = root.add("right", 100, 20, 50, 50)
    let point = Point(x: 1, y: 2)
    #expect(inner.convert(point, to: nil) == Point(x: 16, y: 17))
    #expect(inner.convert(point, to: right) == Point(x: -84, y: -3))
    #expect(right.convert(point, from: inner) == Point(x: -84, y: -3))
    #expect(inner.convert(Point(x: 16, y: 17), from: nil) == point)
    #expect(
      inner.convert(Rect(x: 0, y: 0, width: 4, height: 3), to: right) == Rect(x: -85, y: -5, width: 4, height: 3))
    #expect(right.convert(inner.bounds, from: inner) == Rect(x: -85, y: -5, width: 20, height: 20))
  }

  @Test func `Transforms are concatenated and undone as UIKit's`() {
    let point = Point(x: 3, y: 1)
    #expect(Transform() == .identity && Transform.identity.isIdentity)
    #expect(isClose(point.applying(Transform(rotationAngle: quarter)), -1, 3))
    // What is written later is applied first.
    #expect(isClose(point.applying(Transform(translationX: 10, y: 0).scaledBy(x: 2, y: 3)), 16, 3))
    #expect(isClose(point.applying(Transform(scaleX: 2, y: 3).translatedBy(x: 10, y: 0)), 26, 3))
    #expect(isClose(point.applying(Transform(scaleX: 2, y: 3).concatenating(Transform(translationX: 10, y: 0))), 16, 3))
    let mixed = Transform(translationX: 5, y: -2).rotated(by: 0.7).scaledBy(x: 2, y: 0.5)
    #expect(isClose(point.applying(mixed).applying(mixed.inverted()), 3, 1))
    #expect(!Transform(scaleX: 2, y: 1).isIdentity)
    #expect(Transform(scaleX: 0, y: 1).inverted() == Transform(scaleX: 0, y: 1))
    #expect(Transform(rotationAngle: .nan).isIdentity)
    #expect(isClose(point.applying(Transform(rotationAngle: 400 * quarter + quarter)), -1, 3))
    let turned = Rect(x: 0, y: 0, width: 4, height: 2).applying(Transform(rotationAngle: quarter))
    #expect(isClose(turned.origin, -2, 0) && turned.width.isClose(to: 2) && turned.height.isClose(to: 4))
    #expect(Size(width: 2, height: 3).applying(Transform(scaleX: 2, y: -1)) == Size(width: 4, height: -3))
  }

  @Test func `A touch hits a transformed view where it is seen, and reads its location before the transform (HT-4)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 100, 40, 40, 20)
    let button = card.add("button", 0, 0, 10, 10)
    card.transform = Transform(rotationAngle: quarter)
    // The card now covers 110…130, 30…70, and the button its upper right corner.
    #expect(card.frame.minX.isClose(to: 110) && card.frame.maxY.isClose(to: 70))
    #expect(root.hitTest(Point(x: 105, y: 50)) === root)
    #expect(root.hitTest(Point(x: 115, y: 65)) === card)
    #expect(root.hitTest(Point(x: 125, y: 35)) === button)
    let tap = makeTap()
    card.addGestureRecognizer(tap)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(125, 35)])
    let touch = screen.touch("1")!
    #expect(
      touch.view === button && isClose(touch.location(in: card), 5, 5) && isClose(touch.location(in: button), 5, 5))
    screen.frame(80, ["1": .lifts])
    #expect(isClose(screen.gestures[0].locationInView, 5, 5) && isClose(screen.gestures[0].location, 125, 35))
    #expect(isClose(card.convert(Point(x: 5, y: 5), to: nil), 125, 35))
  }

  @Test func `A scaled view with many subviews is hit where it is seen (HT-4)`() {
    let root = TestScreen.makeRoot()
    let board = root.add("board", 100, 30, 40, 40)
    for index in 0..<64 {
      _ = board.add("\(index)", Double(index % 8) * 5, Double(index / 8) * 5, 5, 5)
    }
    board.subviews[9].transform = Transform(scaleX: 3, y: 3)
    board.bringSubviewToFront(board.subviews[9])
    board.transform = Transform(scaleX: 2, y: 2)
    // The board covers 80…160 and 10…90.
    #expect(root.hitTest(Point(x: 155, y: 85))?.name == "63")
    #expect(root.hitTest(Point(x: 81, y: 11))?.name == "9")
    #expect(root.hitTest(Point(x: 111, y: 11))?.name == "3")
  }

  @Test func `A view that is scaled to nothing is not hit (HT-4)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 100, 40, 40, 20)
    for transform in [
      Transform(scaleX: 0, y: 1), Transform(scaleX: .nan, y: 1), Transform(translationX: .infinity, y: 0),
    ] {
      card.transform = transform
      #expect(root.hitTest(card.center) === root)
      #expect(card.convert(Point(x: 1, y: 1), from: nil) == Point(x: 20, y: 10))
    }
    root.transform = Transform(scaleX: 0, y: 0)
    #expect(root.hitTest(Point(x: 1, y: 1)) === root)
  }

  @Test func `The frame of a transformed view can be moved (HT-4)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 100, 40, 40, 20)
    card.transform = Transform(rotationAngle: 0.5)
    card.frame.origin.x += 7
    #expect(isClose(card.center, 127, 50) && card.bounds.size == Size(width: 40, height: 20))
    card.transform = Transform(scaleX: 2, y: 2).translatedBy(x: 1, y: 0)
    card.frame = Rect(x: 0, y: 0, width: 100, height: 60)
    #expect(card.frame.width.isClose(to: 100) && isClose(card.frame.origin, 0, 0))
    #expect(card.bounds.width.isClose(to: 50) && card.bounds.height.isClose(to: 30))
  }

  @Test func `A pan's translation and velocity are those that a turned view sees (HT-4, PAN-11)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 100, 0, 100, 100)
    card.transform = Transform(rotationAngle: quarter).scaledBy(x: 2, y: 2)
    let pan = makePan()
    pan.compensatesSlop = false
    card.addGestureRecognizer(pan)
    let screen = TestScreen(root: root)
    screen.stroke(from: (130, 50), to: (150, 50), at: 0, for: 100)
    #expect(pan.translation(in: nil).isClose(to: 20, 0) && pan.translation(in: root).isClose(to: 20, 0))
    #expect(pan.translation(in: card).isClose(to: 0, -10))
    #expect(pan.velocity(in: card).isClose(to: 0, -100, within: 1e-6))
    screen.perform(at: 110) { pan.setTranslation(Vector(x: 3, y: 0), in: card) }
    #expect(pan.translation(in: nil).isClose(to: 0, 6))
  }

  /// The handlers of UIKit's tutorials, as they are written there.
  @Test func `Handlers of pan, pinch and rotation transform a view (HT-4)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 100, 20, 60, 60)
    let (pan, pinch, rotation) = (PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer())
    for gesture in [pan, pinch, rotation] as [GestureRecognizer] {
      gesture.simultaneousRecognizers = .all
      card.addGestureRecognizer(gesture)
    }
    pan.addAction { pan in
      guard let view = pan.view else { return }
      let translation = pan.translation(in: view.superview)
      view.center = Point(x: view.center.x + translation.x, y: view.center.y + translation.y)
      pan.setTranslation(.zero, in: view)
    }
    pinch.addAction { pinch in
      guard let view = pinch.view else { return }
      view.transform = view.transform.scaledBy(x: pinch.scale, y: pinch.scale)
      pinch.scale = 1
    }
    rotation.addAction { rotation in
      guard let view = rotation.view else { return }
      view.transform = view.transform.rotated(by: rotation.rotation)
      rotation.rotation = 0
    }
    let screen = TestScreen(root: root)
    // Two fingers around the card's centre turn by half a turn, move apart to twice the distance, and move right by 20 mm.
    for index in 0...100 {
      let part = Double(index) / 100
      let turn = Transform(rotationAngle: part * 2 * quarter)
      let end = Point(x: 10 * (1 + part), y: 0).applying(turn)
      let x = 130 + 20 * part
      screen.frame(Double(index) * 10, ["1": .at(x - end.x, 50 - end.y), "2": .at(x + end.x, 50 + end.y)])
    }
    screen.frame(1100, ["1": .lifts, "2": .lifts])
    // Less the slops of the three gestures.
    #expect((card.center.x - 150).magnitude < 2 && (card.center.y - 50).magnitude < 0.5)
    let scale = (card.transform.a * card.transform.a + card.transform.b * card.transform.b).squareRoot()
    #expect(scale > 1.8 && scale <= 2)
    #expect(card.transform.a / scale < -0.98)
    // A tap on the card where it is seen now, outside of where it was.
    #expect(root.hitTest(Point(x: 200, y: 50)) === card && root.hitTest(Point(x: 85, y: 50)) === root)
  }

  @Test func `Subviews are put in front of and behind each other`() {
    let root = TestScreen.makeRoot()
    let (a, b, c) = (root.add("a", 0, 0, 50, 50), root.add("b", 0, 0, 50, 50), root.add("c", 0, 0, 50, 50))
    func order() -> String { root.subviews.map(\.name).joined() }
    root.bringSubviewToFront(a)
    #expect(order() == "bca" && root.hitTest(Point(x: 1, y: 1)) === a)
    root.sendSubviewToBack(c)
    #expect(order() == "cba")
    root.insertSubview(c, aboveSubview: b)
    #expect(order() == "bca")
    root.insertSubview(a, belowSubview: b)
    #expect(order() == "abc")
    root.insertSubview(a, aboveSubview: c)
    #expect(order() == "bca")
    root.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(order() == "acb")
    root.insertSubview(View(name: "d", frame: .zero), at: 1)
    #expect(order() == "adcb")
    root.insertSubview(View(name: "e", frame: .zero), at: 99)
    root.insertSubview(View(name: "f", frame: .zero), at: -1)
    #expect(order() == "fadcbe")
    let elsewhere = View(name: "x", frame: .zero)
    root.bringSubviewToFront(elsewhere)
    root.insertSubview(elsewhere, aboveSubview: View(frame: .zero))
    root.exchangeSubview(at: 0, withSubviewAt: 6)
    #expect(order() == "fadcbe" && elsewhere.superview == nil)
  }

  @Test func `A view that is brought to the front keeps its touch (RS-6)`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 0, 0, 100, 100)
    _ = root.add("other", 200, 0, 50, 50)
    let pan = makePan()
    card.addGestureRecognizer(pan)
    pan.addAction { [unowned root] pan in if pan.state == .began { root.bringSubviewToFront(pan.view!) } }
    expect(
      """
      1    .abc.
      pan  ..BCE
      """, pan, root: root)
  }

  private final class Canvas: View {
    var calls: [String] = []
    private func note(_ word: String, _ touches: [Touch]) {
      calls.append("\(word) \(touches.map { "\($0.id)" }.joined(separator: " "))")
    }
    override func touchesBegan(_ touches: [Touch]) { note("began", touches) }
    override func touchesMoved(_ touches: [Touch]) { note("moved", touches) }
    override func touchesEnded(_ touches: [Touch]) { note("ended", touches) }
    override func touchesCancelled(_ touches: [Touch]) { note("cancelled", touches) }
  }

  private func canvas(_ x: Double) -> Canvas {
    Canvas(name: "canvas", frame: Rect(x: x, y: 0, width: 100, height: 100))
  }

  @Test func `A view gets one touch at a time unless it wants several (DL-7)`() {
    let root = TestScreen.makeRoot()
    let view = canvas(0)
    root.addSubview(view)
    let pinch = Probe()
    pinch.delaysTouchesEnded = false
    view.addGestureRecognizer(pinch)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(10, ["1": .at(11, 50), "2": .at(21, 50)])
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["2": .at(22, 50)])
    screen.frame(40, ["3": .at(30, 50)])
    screen.frame(50, ["2": .lifts, "3": .lifts])
    #expect(view.calls == ["began 1", "moved 1", "ended 1", "began 3", "ended 3"])
    #expect(pinch.log.first == "began 2")
    view.calls = []
    view.isMultipleTouchEnabled = true
    screen.frame(100, ["1": .at(10, 50), "2": .at(20, 50)])
    screen.frame(110, ["1": .lifts, "2": .lifts])
    #expect(view.calls == ["began 4 5", "ended 4 5"])
  }

  @Test func `A view whose touch was taken by a gesture gets the next one (DL-7)`() {
    let root = TestScreen.makeRoot()
    let view = canvas(0)
    root.addSubview(view)
    view.addGestureRecognizer(makePan(touches: 1...1))
    let screen = TestScreen(root: root)
    screen.stroke("1", from: (10, 50), to: (20, 50), at: 0, for: 20)
    screen.frame(30, ["2": .at(50, 50)])
    screen.frame(40, ["2": .lifts])
    #expect(view.calls == ["began 1", "cancelled 1", "began 2", "ended 2"])
  }

  @Test func `Views without code of their own limit no touch events (DL-7)`() {
    let screen = TestScreen(root: TestScreen.makeRoot())
    screen.engine.reportsTouches = true
    screen.frame(0, ["1": .at(10, 50), "2": .at(20, 50)])
    #expect(screen.deliveries.count == 2)
  }

  @Test func `A view with exclusive touch shares the screen with no other (DL-8)`() {
    let root = TestScreen.makeRoot()
    let (exclusive, other) = (canvas(0), canvas(100))
    exclusive.isExclusiveTouch = true
    exclusive.isMultipleTouchEnabled = true
    let tap = makeTap()
    other.addGestureRecognizer(tap)
    root.addSubview(exclusive)
    root.addSubview(other)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["2": .at(150, 50)])
    screen.frame(20, ["3": .at(20, 50)])
    screen.frame(80, ["1": .lifts, "2": .lifts, "3": .lifts])
    #expect(exclusive.calls == ["began 1", "began 3", "ended 1 3"])
    #expect(other.calls.isEmpty && screen.gestures.map(\.recognizer) == [tap])
    exclusive.calls = []
    screen.frame(1000, ["1": .at(150, 50)])
    screen.frame(1010, ["2": .at(10, 50)])
    screen.frame(1020, ["2": .lifts])
    #expect(exclusive.calls.isEmpty && other.calls == ["began 4"])
  }

  @Test func `A recognizer takes touches of one type, unless it is set to take several (RS-15)`() {
    let (strict, open) = (Probe(name: "strict"), Probe(name: "open"))
    open.requiresExclusiveTouchType = false
    let screen = TestScreen(strict, open)
    screen.frame(0, ["pen": .at(10, 50)])
    screen.frame(10, ["1": .at(50, 50)])
    #expect(strict.numberOfTouches == 1 && open.numberOfTouches == 2)
    screen.frame(20, ["pen 2": .at(60, 50)])
    #expect(strict.numberOfTouches == 2 && open.numberOfTouches == 3)
  }

  @Test func `The event has all touches, also those of others and those that have just lifted`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 100, 100), root.add("right", 100, 0, 100, 100))
    let tap = makeTap()
    left.addGestureRecognizer(tap)
    let screen = TestScreen(root: root)
    var read: [([UInt64], [UInt64], [UInt64])] = []
    tap.addAction { tap in
      guard let event = tap.currentEvent else { return }
      read.append((event.allTouches.map(\.id), event.touches(for: right).map(\.id), event.touches(for: tap).map(\.id)))
      #expect(event.timestamp == .at(80) && right.currentEvent?.allTouches.count == 2)
    }
    screen.frame(0, ["1": .at(10, 50), "2": .at(150, 50)])
    #expect(screen.engine.currentEvent.allTouches.count == 2)
    screen.frame(80, ["1": .lifts])
    #expect(read.count == 1)
    #expect(read[0].0 == [2, 1] && read[0].1 == [2] && read[0].2 == [1])
    screen.frame(90, ["2": .at(151, 50)])
    #expect(screen.engine.currentEvent.allTouches.map(\.id) == [2])
    #expect(tap.currentEvent == nil && View(frame: .zero).currentEvent == nil)
  }
}
