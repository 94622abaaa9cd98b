import Foundation
import Gestures
import Testing
import Touchscreens

/// What a program that comes from UIKit relies on, one test for each.
@Suite("What UIKit's documents promise, seen from outside")
struct RowTests {
  private let view = View(name: "view", frame: Rect(x: 0, y: 0, width: 200, height: 120))

  private final class Filter: GestureRecognizerDelegate {
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      guard let pan = recognizer as? PanGestureRecognizer else { return true }
      let t = pan.translation(in: pan.view)
      return abs(t.x) > abs(t.y)
    }
  }

  @Test("The usual filter of a pan's direction lets it begin")
  func translationInShouldBegin() {
    let (pan, filter) = (PanGestureRecognizer(), Filter())
    pan.delegate = filter
    view.addGestureRecognizer(pan)
    var states: [GestureRecognizer.State] = []
    pan.addAction { states.append($0.state) }
    let hand = Hand(view)
    hand.drag((20, 20), (22, 60))
    hand.lift(1)
    #expect(states.isEmpty)
    hand.drag((20, 20), (60, 22))
    hand.lift(1)
    #expect(states.first == .began && states.last == .ended)
  }

  @Test("A tap's action knows its touches")
  func touchesOfTap() {
    let tap = TapGestureRecognizer()
    view.addGestureRecognizer(tap)
    var read: [Point?] = []
    tap.addAction { tap in read = (0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: nil) } }
    Hand(view).tap(30, 40)
    #expect(read == [Point(x: 30, y: 40)])
  }

  @Test("A swipe's touch is where it began")
  func touchOfSwipe() {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = .left
    view.addGestureRecognizer(swipe)
    var read: Point?
    swipe.addAction { read = $0.location(ofTouch: 0, in: nil) }
    Hand(view).drag((100, 40), (80, 40), steps: 5)
    #expect(read == Point(x: 100, y: 40))
  }

  @Test("Every recognizer that UIKit lets a program subclass can be subclassed")
  func openClasses() {
    final class Tap: TapGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Press: LongPressGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Pan: PanGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Edge: ScreenEdgePanGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Swipe: SwipeGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Pinch: PinchGestureRecognizer { override func shouldBegin() -> Bool { false } }
    final class Rotation: RotationGestureRecognizer { override func shouldBegin() -> Bool { false } }
    var count = 0
    for recognizer in [Tap(), Press(), Pan(), Edge(), Swipe(), Pinch(), Rotation()] as [GestureRecognizer] {
      recognizer.addAction { _ in count += 1 }
      view.addGestureRecognizer(recognizer)
    }
    let hand = Hand(view)
    hand.tap(30, 40)
    hand.drag((30, 40), (90, 40))
    #expect(count == 0)
  }

  @Test("removeFromSuperview during a touch cancels it")
  func removal() {
    final class Button: View {
      var calls: [String] = []
      override func touchesBegan(_ touches: [Touch]) { calls.append("began") }
      override func touchesEnded(_ touches: [Touch]) { calls.append("ended") }
      override func touchesCancelled(_ touches: [Touch]) { calls.append("cancelled") }
    }
    let button = Button(frame: view.bounds)
    view.addSubview(button)
    let press = LongPressGestureRecognizer()
    button.addGestureRecognizer(press)
    let hand = Hand(view)
    hand.touch([1: (20, 20)])
    button.removeFromSuperview()
    hand.wait(1000)
    hand.lift(1)
    #expect(button.calls == ["began", "cancelled"] && press.state == .possible)
  }

  @Test("The engine may be called from an action and from a delegate")
  func nestedCalls() {
    final class Canceller: GestureRecognizerDelegate {
      var engine: GestureEngine?
      func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        _ = engine?.cancelTouches(at: engine!.now)
        return true
      }
    }
    let (pan, canceller) = (PanGestureRecognizer(), Canceller())
    pan.delegate = canceller
    view.addGestureRecognizer(pan)
    let engine = GestureEngine(root: view)
    canceller.engine = engine
    var misuses = 0
    engine.onMisuse = { _ in misuses += 1 }
    var states: [GestureRecognizer.State] = []
    pan.addAction { states.append($0.state) }
    let hand = Hand(engine)
    hand.touch([1: (20, 20)])
    hand.touch([1: (30, 20)])
    #expect(states == [.began, .cancelled] && misuses == 1 && engine.touches.isEmpty && pan.state == .possible)
    canceller.engine = nil
  }

  @Test("A coordinate that is not a number moves nothing")
  func notANumber() {
    let pan = PanGestureRecognizer()
    view.addGestureRecognizer(pan)
    let hand = Hand(view)
    hand.drag((20, 20), (40, 20))
    hand.touch([1: (.nan, 20)])
    hand.touch([1: (50, 20)])
    #expect(pan.translation(in: nil) == Vector(x: 28.4, y: 0))
  }

  @Test("The panel of a watch has its own size")
  func smallPanel() throws {
    let path = NSTemporaryDirectory() + "outside-\(UUID().uuidString).evemu"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = """
      # EVEMU 1.3
      N: Watch
      I: 0018 1d6b 0104 0001
      P: 02 00 00 00 00 00 00 00
      A: 00 0 480 0 0 20
      A: 01 0 480 0 0 20
      A: 2f 0 1 0 0 0
      A: 35 0 480 0 0 20
      A: 36 0 480 0 0 20
      A: 39 0 65535 0 0 0
      E: 0.000000 0000 0000 0

      """
    try recording.write(toFile: path, atomically: true, encoding: .utf8)
    var size = Size.zero
    var warning: String?
    try Touchscreen.play(recording: path) { screen in (size, warning) = (screen.size, screen.warning) }
    #expect(size == Size(width: 24, height: 24) && warning == nil, "\(size) \(warning ?? "")")
  }

  @Test("An action can be removed, and its natural use leaks nothing")
  func actions() {
    final class Controller {
      let tap = TapGestureRecognizer()
      var taps = 0
      init(_ view: View) {
        tap.addTarget(self, action: Controller.handleTap)
        tap.addAction { tap in tap.name = "tapped" }
        view.addGestureRecognizer(tap)
      }
      func handleTap(_ tap: TapGestureRecognizer) { taps += tap.numberOfTapsRequired }
    }
    var controller: Controller? = Controller(view)
    weak var weakController: Controller?
    weak var weakTap: TapGestureRecognizer?
    (weakController, weakTap) = (controller, controller?.tap)
    var hand: Hand? = Hand(view)
    let action = controller!.tap.addAction { $0.name = "again" }
    action.remove()
    hand?.tap(20, 20)
    #expect(controller?.taps == 1 && controller?.tap.name == "tapped")
    view.removeGestureRecognizer(controller!.tap)
    controller = nil
    hand = nil  // The engine keeps its last events.
    #expect(weakController == nil && weakTap == nil)
  }

  @Test("A recognizer of another module has values of its own")
  func values() {
    struct Circle: Hashable { var turns: Int }
    final class Circles: GestureRecognizer {
      override var values: GestureValues { .custom(Circle(turns: 2)) }
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .recognized }
    }
    let circles = Circles()
    view.addGestureRecognizer(circles)
    var turns: Int?
    circles.addAction { _, event in turns = event.values.custom(as: Circle.self)?.turns }
    Hand(view).tap(20, 20)
    #expect(turns == 2)
  }

  /// A new kind of gesture adds a case. Newer compilers refuse a switch in another package that would break then.
  @Test("A switch over values goes on compiling when there are more kinds of gestures")
  func switchOverValues() {
    func word(_ values: GestureValues) -> String {
      switch values {
      case .tap(let taps): "\(taps) taps"
      case .swipe(let direction): direction == .left ? "left" : "elsewhere"
      default: "another gesture"
      }
    }
    #expect([.tap(taps: 2), .swipe(direction: .left), .none].map(word) == ["2 taps", "left", "another gesture"])
  }

  @Test("Touches have force and size, and an event has all touches")
  func forceAndEvent() {
    let press = LongPressGestureRecognizer()
    press.allowedTouchTypes = [.finger]
    press.requiresExclusiveTouchType = true
    view.addGestureRecognizer(press)
    let engine = GestureEngine(root: view)
    var contact = TouchFrame.Contact(id: 1, phase: .began, location: Point(x: 20, y: 20))
    contact.imprint = Touch.Imprint(force: 0.5, majorRadius: 4)
    let pen = TouchFrame.Contact(id: 2, phase: .began, location: Point(x: 90, y: 20), type: .pen)
    var read: (Int, Double?, Double?)?
    press.addAction { press in
      let event = press.currentEvent
      let touch = event?.touches(for: press).first
      read = (event?.allTouches.count ?? 0, touch?.force, touch?.majorRadius)
    }
    _ = engine.handle(TouchFrame(time: Timestamp(microseconds: 0), contacts: [contact, pen]))
    _ = engine.advance(to: Timestamp(microseconds: 600_000))
    #expect(read?.0 == 2 && (read?.1 ?? 0) > 0.49 && read?.2 == 4)
  }

  @Test("A view gets one touch at a time unless it wants several, and alone if it wants that")
  func touchesOfViews() {
    final class Pad: View {
      var count = 0
      override func touchesBegan(_ touches: [Touch]) { count += touches.count }
    }
    let left = Pad(frame: Rect(x: 0, y: 0, width: 100, height: 120))
    let right = Pad(frame: Rect(x: 100, y: 0, width: 100, height: 120))
    view.addSubview(left)
    view.addSubview(right)
    let hand = Hand(view)
    hand.touch([1: (20, 20), 2: (30, 20), 3: (150, 20)])
    #expect(left.count == 1 && right.count == 1)
    hand.lift(1, 2, 3)
    left.isMultipleTouchEnabled = true
    right.isExclusiveTouch = true
    hand.touch([1: (20, 20), 2: (30, 20)])
    hand.touch([3: (150, 20)])
    #expect(left.count == 3 && right.count == 1)
  }

  @Test("Printing a recognizer, a view and a touch shows name, state and place")
  func descriptions() {
    let pan = PanGestureRecognizer(name: "drag")
    view.addGestureRecognizer(pan)
    let hand = Hand(view)
    hand.drag((20, 20), (40, 20))
    #expect("\(pan)" == "PanGestureRecognizer \"drag\": changed at (40.0, 20.0) mm")
    #expect("\(view)" == "View \"view\": (0.0, 0.0) 200.0 × 120.0 mm")
    #expect("\(hand.engine.touches[0])" == "Touch 1: moved at (40.0, 20.0) mm, on View \"view\"")
  }

  /// 28 lines that are typed as in UIKit, without its prefix. They need only compile; what they do is tested elsewhere.
  @Test("Lines are typed as in UIKit")
  func typedLines() {
    let (pan, tap, swipe) = (PanGestureRecognizer(), TapGestureRecognizer(), SwipeGestureRecognizer())
    let (edge, press, child) = (ScreenEdgePanGestureRecognizer(), LongPressGestureRecognizer(), View(frame: .zero))
    view.addGestureRecognizer(pan)
    view.addSubview(child)
    swipe.direction = .left
    swipe.direction = [.left, .right]
    if swipe.direction == .up { return }
    edge.edges = .left
    edge.edges = .all
    tap.numberOfTapsRequired = 2
    tap.require(toFail: swipe)
    tap.cancelsTouchesInView = false
    press.minimumPressDuration = .seconds(1)
    pan.maximumNumberOfTouches = 1
    pan.setTranslation(.zero, in: view)
    child.frame.origin.x += pan.translation(in: view).x
    child.center = pan.location(in: view)
    child.center.y -= 5
    child.bounds.size.width = 20
    child.transform = child.transform.rotated(by: .pi / 4).scaledBy(x: 2, y: 2)
    child.transform = .identity
    view.bringSubviewToFront(child)
    view.insertSubview(View(frame: child.frame.insetBy(dx: 2, dy: 2)), belowSubview: child)
    child.isUserInteractionEnabled = true
    child.isMultipleTouchEnabled = true
    let inChild = child.convert(pan.location(in: view), from: view)
    if child.point(inside: inChild) || view.hitTest(inChild) == child { child.alpha = 0.5 }
    if child.isDescendant(of: view), child.frame.contains(inChild) { child.isHidden = true }
    for recognizer in view.gestureRecognizers where recognizer != pan { recognizer.isEnabled = false }
    switch pan.state {
    case .began, .changed: child.alpha = 1;
    case .ended, .cancelled: child.alpha = 0;
    default: break
    }
    let recognizers: Set<GestureRecognizer> = [pan, tap, swipe]
    child.removeFromSuperview()
    #expect(recognizers.contains(pan) && view.subviews.count == 1)
  }
}
