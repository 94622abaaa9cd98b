import Gestures
import Testing

@Suite("Screen-edge pan")
struct EdgePanTests {
  /// Plays a finger that lands 8 mm from the left edge and goes inwards in steps.
  private func play(step: Double, every period: Double = 10, fastEdgeWidth: Double = 12) -> TestScreen {
    let pan = ScreenEdgePanGestureRecognizer(name: "edge")
    pan.edges = [.left]
    pan.fastEdgeWidth = fastEdgeWidth
    pan.reportedStates.insert(.failed)
    let screen = TestScreen(pan)
    for index in 0...3 { screen.frame(Double(index) * period, ["1": .at(8 + Double(index) * step, 50)]) }
    return screen
  }

  @Test func `A finger that was outside one report before its landing came over the edge (EP-5)`() {
    #expect(play(step: 7).gestures.first?.state == .began)
    #expect(play(step: 6).gestures.map(\.state) == [.failed])
    #expect(play(step: 7, fastEdgeWidth: 0).gestures.map(\.state) == [.failed])
    #expect(play(step: 7, fastEdgeWidth: 7).gestures.map(\.state) == [.failed])
  }

  @Test func `A finger that rests where it landed did not come over the edge (EP-5)`() {
    let late = play(step: 7, every: 50)
    #expect(late.gestures.map(\.state) == [.failed] && late.gestures.first?.time == .at(40))
  }

  private func makeEdgePan(_ edges: Set<ScreenEdge> = [.left]) -> ScreenEdgePanGestureRecognizer {
    let pan = ScreenEdgePanGestureRecognizer(name: "edge")
    pan.edges = edges
    return pan
  }

  @Test func `A finger that lands away from the edge fails the gesture at once (EP-1)`() {
    expect(
      """
      1     .pb..qb.
      edge  ..BE.F..
      """, makeEdgePan(), places: ["p": (3, 50), "q": (3.1, 50)])
  }

  @Test(arguments: [
    (ScreenEdge.left, 1.0, 50.0, 10.0, 0.0), (.right, 298, 50, -10, 0), (.top, 100, 2, 0, 10),
    (.bottom, 100, 98, 0, -10),
  ])
  func `Each edge has a strip of its own (EP-1)`(edge: ScreenEdge, x: Double, y: Double, dx: Double, dy: Double) {
    for other in ScreenEdge.allCases {
      let screen = TestScreen(makeEdgePan([other]))
      screen.frame(0, ["1": .at(x, y)])
      screen.frame(10, ["1": .at(x + dx, y + dy)])
      #expect(screen.gestures.count == (other == edge ? 1 : 0))
    }
  }

  @Test func `The edge is the screen's, not the view's (EP-1)`() {
    let root = TestScreen.makeRoot()
    root.add("view", 50, 0, 100, 100).addGestureRecognizer(makeEdgePan())
    let screen = TestScreen(root: root)
    screen.stroke(from: (51, 50), to: (60, 50), at: 0, for: 50)
    #expect(screen.gestures.isEmpty)
  }

  @Test func `An event names the edge if several are allowed (EP-1)`() {
    let screen = expect(
      """
      1     .ab.cd.
      edge  ..BE.BE
      """, makeEdgePan([.left, .top]), places: ["a": (1, 1), "b": (10, 2), "c": (1, 1), "d": (2, 10)])
    let edges = screen.gestures.filter { $0.state == .began }.map { event -> ScreenEdge? in
      guard case .edgePan(_, _, let edge) = event.values else { return nil }
      return edge
    }
    #expect(edges == [.left, .top])
  }

  @Test func `The first movement must point inwards (EP-2)`() {
    expect(
      """
      1     .acb.ab.
      edge  ..F...BE
      """, makeEdgePan(), places: ["a": (1, 50), "b": (10, 54), "c": (4, 54)])
  }

  @Test func `Once decided, the direction of later movement does not matter (EP-2)`() {
    expect(
      """
      1     .abcd.
      edge  ..BCCE
      """, makeEdgePan(), places: ["a": (1, 50), "b": (10, 50), "c": (10, 90), "d": (1, 10)])
  }

  @Test func `While the gesture waits, the direction of later movement does not matter (EP-2, REQ-1)`() {
    let (edge, tap) = (makeEdgePan(), makeTap())
    edge.require(toFail: tap)
    expect(
      """
      1     .abc.
      edge  ...BE
      tap   ...F.
      """, edge, tap, places: ["a": (1, 50), "b": (3, 50), "c": (3, 60)])
  }

  @Test func `An edge pan takes one finger and reports a pan's translation (EP-2)`() {
    let edge = makeEdgePan()
    #expect(edge.minimumNumberOfTouches == 1 && edge.maximumNumberOfTouches == 1)
    let screen = expect(
      """
      1     .abc.
      2     ...h.
      edge  ..BCE
      """, edge, places: ["a": (1, 50), "b": (11, 50), "c": (21, 53)])
    #expect(screen.gestures[1].translation!.isClose(to: 18.4, 3))
  }

  @Test func `Another pan can wait for an edge pan, which fails with its first movement (EP-3)`() {
    let (edge, pan) = (makeEdgePan(), makePan())
    pan.require(toFail: edge)
    expect(
      """
      1     .abb.
      edge  ..BCE
      pan   ..F..
      """, pan, edge, places: ["a": (1, 50), "b": (10, 50)])
    let (other, follower) = (makeEdgePan(), makePan())
    follower.require(toFail: other)
    expect(
      """
      1     .abc..ghi.
      edge  ..F...F...
      pan   ..BCE..BCE
      """, follower, other, places: ["a": (1, 50), "b": (1, 60), "c": (1, 70)])
  }

  @Test func `The strip is 3 mm wide unless set otherwise (EP-4)`() {
    let edge = makeEdgePan()
    #expect(edge.edgeWidth == 3)
    edge.edgeWidth = 10
    expect(
      """
      1     .ab.p
      edge  ..BEF
      """, edge, places: ["p": (10.1, 50)])
  }

  @Test func `A first contact counts anywhere in the strip, also right at the screen's border (EP-4)`() {
    let edge = makeEdgePan()
    let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    expect(
      """
      1     .ab.cb.
      edge  ..BE.BE
      """, edge, root: root, places: ["a": (2.9, 50), "b": (12, 50), "c": (0, 50)])
  }
}
