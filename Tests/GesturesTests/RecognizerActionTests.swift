import Gestures
import Testing

@Suite("Actions of recognizers")
struct RecognizerActionTests {
  private func tap(_ screen: TestScreen, at time: Double) {
    screen.frame(time, ["1": .at(50, 50)])
    screen.frame(time + 80, ["1": .lifts])
  }

  @Test func `An action receives its recognizer with its own type`() {
    let tap = makeTap(taps: 1)
    let screen = TestScreen(tap)
    var read: [(Int, GestureValues)] = []
    tap.addAction { read.append(($0.numberOfTapsRequired, .none)) }
    tap.addAction { tap, event in read.append((tap.numberOfTouchesRequired, event.values)) }
    self.tap(screen, at: 0)
    #expect(read.map(\.0) == [1, 1])
    #expect(read[1].1 == .tap(taps: 1))
  }

  @Test func `An action that was removed is not called again, even by another action of the same event`() {
    let tap = makeTap()
    let screen = TestScreen(tap)
    var calls: [String] = []
    var second: GestureAction?
    let first = tap.addAction { _ in
      calls.append("first")
      second?.remove()
    }
    second = tap.addAction { _ in calls.append("second") }
    tap.addAction { _ in calls.append("third") }
    self.tap(screen, at: 0)
    #expect(calls == ["first", "third"])
    first.remove()
    first.remove()
    self.tap(screen, at: 1000)
    #expect(calls == ["first", "third", "third"])
  }

  private final class Table {
    var states: [GestureRecognizer.State] = []
    var taps = 0
    func handlePan(_ pan: PanGestureRecognizer) { states.append(pan.state) }
    func handleTap() { taps += 1 }
  }

  @Test func `A target's methods are called, and the target is not kept alive`() {
    let (pan, tap) = (makePan(), makeTap())
    let screen = TestScreen(pan, tap)
    var table: Table? = Table()
    weak var weakTable: Table?
    weakTable = table
    pan.addTarget(table!, action: { $0.handlePan })
    tap.addTarget(table!, action: { $0.handleTap })
    var calls = 0
    tap.addAction(for: table!) { table, tap in calls += table.taps + tap.numberOfTouches }
    self.tap(screen, at: 0)
    screen.stroke(from: (10, 50), to: (30, 50), at: 1000, for: 20)
    screen.frame(1100, ["1": .lifts])
    #expect(table!.taps == 1 && calls == 2)
    #expect(table!.states == [.began, .changed, .ended])
    table = nil
    #expect(weakTable == nil)
    self.tap(screen, at: 2000)
    #expect(calls == 2)
  }

  @Test func `A target is removed with all its actions, and without a target all are`() {
    let tap = makeTap()
    let screen = TestScreen(tap)
    let (one, other) = (Table(), Table())
    tap.addTarget(one, action: { $0.handleTap })
    tap.addAction(for: one) { one, _ in one.handleTap() }
    tap.addTarget(other, action: { $0.handleTap })
    var calls = 0
    tap.addAction { _ in calls += 1 }
    tap.removeTarget(one)
    self.tap(screen, at: 0)
    #expect(one.taps == 0 && other.taps == 1 && calls == 1)
    tap.removeTarget(nil)
    self.tap(screen, at: 1000)
    #expect(other.taps == 1 && calls == 1)
  }

  @Test func `An action without captures does not keep its recognizer alive`() {
    weak var weakPan: PanGestureRecognizer?
    do {
      let pan = makePan()
      pan.addAction { $0.setTranslation(.zero, in: nil) }
      weakPan = pan
    }
    #expect(weakPan == nil)
  }

  @Test func `The state in an action is the one that is reported, also if another one has followed (ST-4)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    var states: [GestureRecognizer.State] = []
    pan.addAction { states.append($0.state) }
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    screen.frame(20, ["1": .liftsAt(30, 50)])
    #expect(states == [.began, .changed, .ended])
    #expect(pan.state == .possible)
  }

  @Test func `An action about an earlier state that disables its gesture does not end it twice (ST-4, ST-7)`() {
    let pan = makePan()
    let screen = TestScreen(pan)
    pan.addAction { if $0.state == .changed { $0.isEnabled = false } }
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    screen.frame(20, ["1": .liftsAt(30, 50)])
    #expect(screen.gestures.map(\.state) == [.began, .changed, .ended])
    #expect(pan.state == .possible && !pan.isEnabled)
  }

  @Test func `A recognizer of one's own reports values of its own type`() {
    struct Knob: Hashable { var turns: Int }
    final class KnobRecognizer: GestureRecognizer {
      override var values: GestureValues { .custom(Knob(turns: 3)) }
      override func touchesEnded(_ touches: [Touch], at time: Timestamp) { state = .recognized }
    }
    let screen = TestScreen(KnobRecognizer(name: "knob"))
    tap(screen, at: 0)
    let values = screen.gestures[0].values
    #expect(values.custom(as: Knob.self)?.turns == 3)
    #expect(values.custom(as: Int.self) == nil)
    #expect(GestureValues.tap(taps: 1).custom(as: Knob.self) == nil)
    #expect(values == .custom(Knob(turns: 3)) && values != .custom(Knob(turns: 4)) && values != .custom("3"))
    #expect(values.hashValue == GestureValues.custom(Knob(turns: 3)).hashValue)
  }

  @Test func `Directions and edges are written as in UIKit`() {
    let swipe = SwipeGestureRecognizer()
    swipe.direction = .left
    #expect(swipe.direction == [.left] && swipe.direction == .left)
    swipe.direction = [.left, .right]
    #expect(swipe.direction.contains(.right) && !swipe.direction.contains(.up))
    let vertical: SwipeGestureRecognizer.Direction = [.up, .down]
    #expect(vertical.subtracting(.up) == .down)
    let edge = ScreenEdgePanGestureRecognizer()
    edge.edges = .left
    #expect(edge.edges == [.left])
    edge.edges = .all
    #expect(edge.edges == [.left, .right, .top, .bottom])
    #expect(edge.edges.subtracting([.left, .right, .bottom]) == .top)
  }

  /// Each of UIKit's recognizers can be subclassed, and the subclass works.
  @Test func `Subclasses of UIKit's recognizers can change them`() {
    final class Tap: TapGestureRecognizer {
      var landed = 0
      override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
        landed += touches.count
        super.touchesBegan(touches, at: time)
      }
    }
    final class Press: LongPressGestureRecognizer {
      override func shouldBegin() -> Bool { location(in: nil).x > 100 }
    }
    final class Swipe: SwipeGestureRecognizer {
      override func reset() {
        super.reset()
        name = "was reset"
      }
    }
    final class Pinch: PinchGestureRecognizer {
      override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    }
    final class Rotation: RotationGestureRecognizer {
      override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
    }
    final class Pan: PanGestureRecognizer {
      override func shouldReceive(_ touch: Touch) -> Bool { touch.location.x > 200 }
    }
    final class Edge: ScreenEdgePanGestureRecognizer {
      override var values: GestureValues { .custom("edge") }
    }
    let (tap, press, swipe) = (Tap(), Press(), Swipe())
    let edge = Edge()
    edge.edges = .left
    let screen = TestScreen(tap, press, swipe, Pinch(), Rotation(), Pan(), edge)
    screen.frame(0, ["1": .at(50, 50)])
    screen.wait(until: 600)
    screen.frame(900, ["1": .lifts])
    #expect(screen.gestures.isEmpty && tap.landed == 1 && swipe.name == "was reset")
    screen.frame(1500, ["1": .at(150, 50)])
    screen.wait(until: 2100)
    #expect(screen.gestures.map(\.recognizer) == [press])
    screen.frame(2300, ["1": .lifts])
    screen.stroke(from: (1, 50), to: (20, 50), at: 3000, for: 100)
    #expect(screen.gestures.last?.values == .custom("edge"))
  }

  @Test func `Printing shows name, state and place`() {
    let root = TestScreen.makeRoot()
    let card = root.add("card", 10, 20, 50, 30)
    let pan = makePan("drag")
    card.addGestureRecognizer(pan)
    let screen = TestScreen(root: root, TickleGestureRecognizer())
    #expect("\(pan)" == "PanGestureRecognizer \"drag\": possible")
    #expect("\(card)" == "View \"card\": (10.0, 20.0) 50.0 × 30.0 mm")
    screen.frame(0, ["1": .at(20, 30)])
    screen.frame(10, ["1": .pressed(32.55, 30, 0.5)])
    #expect("\(pan)" == "PanGestureRecognizer \"drag\": began at (32.6, 30.0) mm")
    #expect(
      String(reflecting: pan)
        == "PanGestureRecognizer \"drag\": began at (32.6, 30.0) mm, on View \"card\", touches 1")
    let touch = screen.touch("1")!
    #expect("\(touch)" == "Touch 1: moved at (32.6, 30.0) mm, on View \"card\"")
    #expect(
      touch.debugDescription
        == "Touch 1: moved at (32.6, 30.0) mm, on View \"card\", finger, landed at (20.0, 30.0) mm, 0 µs, force 0.5, "
        + "for PanGestureRecognizer \"drag\" TickleGestureRecognizer")
    #expect(
      root.debugDescription == """
        View "screen": (0.0, 0.0) 300.0 × 100.0 mm
          - TickleGestureRecognizer: failed at (32.6, 30.0) mm
          View "card": (10.0, 20.0) 50.0 × 30.0 mm
            - PanGestureRecognizer "drag": began at (32.6, 30.0) mm
        """)
    let tap = makeTap()
    tap.require(toFail: pan)
    tap.isEnabled = false
    #expect(
      tap.debugDescription
        == "TapGestureRecognizer \"tap\": possible, disabled, on no view, "
        + "requires to fail: PanGestureRecognizer \"drag\"")
  }
}
