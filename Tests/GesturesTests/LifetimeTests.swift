import Testing

@testable import Gestures

/// Touches and attempts list each other without counting references, so something else must keep them alive.
@Suite("Lifetimes")
struct LifetimeTests {
  private let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let engine: GestureEngine

  init() { engine = GestureEngine(root: root) }

  private func handle(_ phase: Touch.Phase, _ id: UInt64 = 1, at time: Double) {
    let contact = TouchFrame.Contact(id: id, phase: phase, location: Point(x: 50, y: 50))
    _ = engine.handle(TouchFrame(time: .at(time), contacts: [contact]))
  }

  @Test func `A recognizer that leaves its view during its attempt lives until the attempt has ended`() {
    weak var pan: PanGestureRecognizer?
    do {
      let new = PanGestureRecognizer(name: "pan")
      root.addGestureRecognizer(new)
      pan = new
    }
    handle(.began, at: 0)
    if let pan { root.removeGestureRecognizer(pan) }
    #expect(pan != nil && pan?.view == nil)
    // The lists that have it are looked through.
    handle(.moved, at: 10)
    #expect(pan == nil)
  }

  @Test func `A recognizer lives until the attempt has ended if its view does not`() {
    weak var pan: PanGestureRecognizer?
    do {
      let view = View(frame: root.frame)
      let new = PanGestureRecognizer(name: "pan")
      view.addGestureRecognizer(new)
      root.addSubview(view)
      pan = new
    }
    handle(.began, at: 0)
    root.subviews.first?.removeFromSuperview()
    #expect(pan != nil)
    handle(.ended, at: 10)
    #expect(pan == nil)
  }

  /// Removes a recognizer from its view when it is asked where it is, which is after its attempt if it reports `possible`.
  private final class Remover: GestureRecognizer {
    weak var leaving: GestureRecognizer?
    var afterwards: (GestureRecognizer) -> Void = { _ in }

    override func location(in view: View?) -> Point {
      if let leaving {
        self.leaving = nil
        leaving.view?.removeGestureRecognizer(leaving)
        afterwards(leaving)
      }
      return .zero
    }
  }

  @Test(arguments: ["press", "remover"])
  func `A recognizer that leaves its view when its attempt has just ended lives until the end of the turn`(name: String)
  {
    weak var gone: GestureRecognizer?
    do {
      let press = LongPressGestureRecognizer(name: "press")
      let remover = Remover(name: "remover")
      for recognizer in [press, remover] { recognizer.reportedStates = .possible }
      let leaving = name == "press" ? press : remover
      remover.leaving = leaving
      root.addGestureRecognizer(press)
      root.addGestureRecognizer(remover)
      gone = leaving
    }
    handle(.began, at: 0)
    #expect(gone?.view != nil)
    handle(.ended, at: 50)
    #expect(gone?.view == nil)
    handle(.began, 2, at: 2000)
    handle(.ended, 2, at: 2050)  // The events of the first lift hold it until here.
    #expect(gone == nil && root.gestureRecognizers.count == 1)
  }

  @Test func `A recognizer that another engine gets when its attempt has ended gets touches after the turn`() {
    let press = LongPressGestureRecognizer(name: "press")
    let remover = Remover(name: "remover")
    remover.reportedStates = .possible
    remover.leaving = press
    root.addGestureRecognizer(press)
    root.addGestureRecognizer(remover)
    let other = GestureEngine(root: View(frame: root.frame))
    func land(_ id: UInt64) {
      let contact = TouchFrame.Contact(id: id, phase: .began, location: Point(x: 50, y: 50))
      _ = other.handle(TouchFrame(time: .at(100), contacts: [contact]))
    }
    remover.afterwards = {
      other.root.addGestureRecognizer($0)
      land(1)
    }
    handle(.began, at: 0)
    handle(.ended, at: 50)
    land(2)
    #expect(other.touches.map { $0.gestureRecognizers.map(\.name) } == [[], ["press"]])
  }

  @Test func `A lifted touch lives as long as an attempt has it`() {
    let doubleTap = TapGestureRecognizer(name: "double tap")
    doubleTap.numberOfTapsRequired = 2
    let press = LongPressGestureRecognizer(name: "press")
    root.addGestureRecognizer(press)
    root.addGestureRecognizer(doubleTap)
    handle(.began, at: 0)
    weak var touch: Touch?
    touch = engine.touches.first
    handle(.ended, at: 50)
    #expect(touch != nil && touch?.gestureRecognizers.map(\.name) == ["double tap"])
    #expect(doubleTap.attemptTouches.count == 1 && doubleTap.attemptTouches.first === touch)
    _ = engine.advance(to: .at(1000))
    #expect(doubleTap.attemptTouches.isEmpty && touch?.gestureRecognizers.isEmpty == true)
    handle(.began, 2, at: 1000)
    #expect(touch == nil)
  }

  @Test func `A touch that a program keeps stays what it was`() throws {
    root.addGestureRecognizer(LongPressGestureRecognizer(name: "press"))
    handle(.began, at: 0)
    let kept = try #require(engine.touches.first)
    handle(.ended, at: 50)
    handle(.began, 2, at: 100)
    #expect(kept.id == 1 && kept.phase == .ended && kept.timestamp == .at(50))
    #expect(engine.touches.map(\.id) == [2] && engine.touches.first !== kept)
  }

  @Test func `A touch that a program keeps lists no recognizer whose attempt has ended`() {
    root.addGestureRecognizer(LongPressGestureRecognizer(name: "press"))
    handle(.began, at: 0)
    let touch = engine.touches.first
    #expect(touch?.gestureRecognizers.count == 1)
    handle(.ended, at: 50)
    #expect(touch?.gestureRecognizers.isEmpty == true)
  }

  @Test func `A touch that a program keeps lists no recognizer of an engine that is gone`() {
    var engine: GestureEngine? = GestureEngine(root: View(frame: root.frame))
    engine?.root.addGestureRecognizer(LongPressGestureRecognizer(name: "press"))
    let contact = TouchFrame.Contact(id: 1, phase: .began, location: Point(x: 50, y: 50))
    _ = engine?.handle(TouchFrame(time: .at(0), contacts: [contact]))
    let touch = engine?.touches.first
    engine = nil
    #expect(touch?.gestureRecognizers.isEmpty == true)
  }

  /// Switches its gesture off when it is first asked about another one.
  private final class Quitter: GestureRecognizerDelegate {
    private(set) var asked: [String] = []

    func gestureRecognizer(_ one: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
      asked.append(other.name)
      one.isEnabled = false
      return false
    }
  }

  @Test func `A gesture that is switched off while it is asked about others is asked about each of them`() {
    let delegate = Quitter()
    for name in ["asked", "a", "b", "c"] {
      let press = LongPressGestureRecognizer(name: name)
      if name == "asked" { press.delegate = delegate }
      root.addGestureRecognizer(press)
    }
    handle(.began, at: 0)
    #expect(delegate.asked == ["a", "b", "c"])
  }

  /// Removes a recognizer, to which there is no other reference, when its own is offered a touch.
  private final class Evictor: GestureRecognizerDelegate {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
      guard let view = recognizer.view else { return true }
      for other in view.gestureRecognizers where other !== recognizer { view.removeGestureRecognizer(other) }
      return true
    }
  }

  @Test func `A recognizer that another one's delegate removes when a finger lands is gone, and gets no touch`() {
    let tap = TapGestureRecognizer(name: "tap"), delegate = Evictor()
    tap.delegate = delegate
    root.addGestureRecognizer(tap)
    weak var pan: PanGestureRecognizer?
    root.addGestureRecognizer(PanGestureRecognizer(name: "pan"))
    pan = root.gestureRecognizers.last as? PanGestureRecognizer
    #expect(pan != nil)
    handle(.began, at: 0)
    #expect(pan == nil && engine.touches.first?.gestureRecognizers.map(\.name) == ["tap"])
    handle(.ended, at: 50)
    withExtendedLifetime(delegate) {}
  }
}
