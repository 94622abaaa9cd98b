import Gestures
import Testing

@Suite("Hit test")
struct HitTestTests {
  private let root = TestScreen.makeRoot()

  private func name(_ x: Double, _ y: Double) -> String? { root.hitTest(Point(x: x, y: y))?.name }

  @Test func `The view that was added last is on top (HT-1)`() {
    _ = root.add("below", 0, 0, 100, 100)
    let above = root.add("above", 50, 0, 100, 100)
    #expect(name(40, 50) == "below")
    #expect(name(60, 50) == "above")
    #expect(name(200, 50) == "screen")
    above.removeFromSuperview()
    #expect(name(60, 50) == "below")
    root.addSubview(above)
    #expect(name(60, 50) == "above")
  }

  @Test func `The deepest view is found (HT-1)`() {
    let outer = root.add("outer", 10, 10, 80, 80)
    let inner = outer.add("inner", 10, 10, 20, 20)
    #expect(name(25, 25) == "inner")
    #expect(name(45, 45) == "outer")
    #expect(inner.convertFromScreen(Point(x: 25, y: 26)) == Point(x: 5, y: 6))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `A hidden, disabled or transparent view is skipped with all its subviews (HT-1)`(way: Int) {
    let outer = root.add("outer", 0, 0, 100, 100)
    _ = outer.add("inner", 0, 0, 50, 50)
    switch way {
    case 0: outer.isHidden = true
    case 1: outer.isUserInteractionEnabled = false
    case 2: outer.alpha = 0
    default: outer.alpha = 0.01
    }
    #expect(name(25, 25) == "screen")
    outer.isHidden = false
    outer.isUserInteractionEnabled = true
    outer.alpha = 0.011
    #expect(name(25, 25) == "inner")
  }

  @Test func `A subview is not hit outside its superview (HT-1)`() {
    let outer = root.add("outer", 0, 0, 50, 50)
    _ = outer.add("inner", 40, 0, 50, 50)
    #expect(name(45, 10) == "inner")
    #expect(name(60, 10) == "screen")
  }

  @Test func `Outside the screen there is no view, and no gesture (HT-1)`() {
    let tap = makeTap()
    let screen = TestScreen(root: root, tap)
    screen.frame(0, ["1": .at(301, 50)])
    #expect(screen.touch("1")?.view == nil)
    screen.frame(10, ["1": .lifts])
    #expect(screen.gestures.isEmpty)
  }

  @Test func `Left and top edges are inside, right and bottom edges are not (HT-2)`() {
    _ = root.add("view", 10, 20, 30, 40)
    #expect(name(10, 20) == "view")
    #expect(name(40, 20) == "screen")
    #expect(name(10, 60) == "screen")
    #expect(name(39.999, 59.999) == "view")
    #expect(name(9.999, 20) == "screen")
    #expect(name(0, 0) == "screen")
    #expect(name(300, 50) == nil)
    #expect(name(10, 100) == nil)
  }

  /// A view with many subviews looks for them with a grid.
  @Test func `Many views are found as few are, also after some have moved or are gone (HT-1)`() {
    var random = SplitMix64(seed: 7)
    var views: [View] = []
    func place() -> Rect {
      Rect(
        x: .random(in: -20...290, using: &random), y: .random(in: -20...90, using: &random),
        width: .random(in: 0...60, using: &random), height: .random(in: 0...40, using: &random))
    }
    for index in 0..<100 {
      let view = View(name: "\(index)", frame: place())
      view.isHidden = index % 7 == 0
      root.addSubview(view)
      views.append(view)
    }
    func check() {
      for x in stride(from: 0.0, to: 300, by: 7) {
        for y in stride(from: 0.0, to: 100, by: 7) {
          let expected = views.last { !$0.isHidden && $0.frame.contains(Point(x: x, y: y)) }
          #expect(name(x, y) == expected?.name ?? "screen", "\(x),\(y)")
        }
      }
    }
    check()
    for view in views.prefix(50) { view.frame = place() }
    check()
    for _ in 0..<30 { views.remove(at: 35).removeFromSuperview() }
    check()
  }

  @Test func `Among many views, one of a subclass may still take points outside its frame (HT-1)`() {
    for index in 0..<50 { _ = root.add("\(index)", Double(index) * 2, 0, 2, 20) }
    root.addSubview(WideView(name: "wide", frame: Rect(x: 280, y: 80, width: 10, height: 10)))
    #expect(name(285, 85) == "wide")
    #expect(name(5, 85) == "wide")
    #expect(name(5, 5) == "2")
    #expect(name(5, 50) == "screen")
  }

  @Test func `Gestures see a touch before its view does (HT-3)`() {
    var order: [String] = []
    let view = OrderingView(frame: root.frame) { order.append($0) }
    let probe = Probe(name: "probe")
    probe.began = { _, _ in order.append("gesture began") }
    probe.moved = { _, _ in order.append("gesture moved") }
    probe.lifted = { probe, _ in
      order.append("gesture ended")
      probe.state = .failed
    }
    let screen = TestScreen(root: view, probe)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(10, ["1": .at(20, 50)])
    screen.frame(20, ["1": .lifts])
    #expect(
      order == ["gesture began", "view began", "gesture moved", "view moved", "gesture ended", "view ended"])
  }
}

private final class OrderingView: View {
  private let note: (String) -> Void

  init(frame: Rect, note: @escaping (String) -> Void) {
    self.note = note
    super.init(name: "screen", frame: frame)
  }

  override func touchesBegan(_ touches: [Touch]) { note("view began") }
  override func touchesMoved(_ touches: [Touch]) { note("view moved") }
  override func touchesEnded(_ touches: [Touch]) { note("view ended") }
}

/// A view that takes all points below 60 mm of the screen, wherever it is.
private final class WideView: View {
  override func point(inside point: Point) -> Bool { point.y + frame.origin.y >= 60 }
}
