import Gestures
import Testing

@Suite("Tickle")
struct TickleTests {
  private func makeTickle() -> TickleGestureRecognizer { TickleGestureRecognizer(name: "tickle") }

  @Test func `Three strokes back and forth are a tickle (TIC-1, TIC-2)`() {
    let screen = expect(
      """
      1       .abab-.
      tickle  ....R..
      """, makeTickle())
    #expect(screen.gestures.first?.values == .tickle(tickles: 3))
  }

  @Test func `The first stroke may go in either direction (TIC-1)`() {
    expect(
      """
      1       .baba.
      tickle  ....R.
      """, makeTickle())
  }

  @Test func `A stroke of 25 pt or more counts (TIC-1)`() {
    let limit = 25 * 25.4 / 163
    for (length, count) in [(limit, 1), (limit - 0.001, 0)] {
      let screen = TestScreen(makeTickle())
      for (index, x) in [0, 1, 0, 1].enumerated() {
        screen.frame(Double(index) * 50, ["1": .at(50 + Double(x) * length, 50)])
      }
      #expect(screen.gestures.count == count)
    }
  }

  @Test func `Strokes that are too short do not count (TIC-1)`() {
    expect(
      """
      1       .apapapap.
      tickle  .........F
      """, makeTickle(), places: ["p": (13, 50)])
  }

  @Test func `A tickle is recognized while the finger is down (TIC-2)`() {
    let tickle = makeTickle()
    let screen = TestScreen(tickle)
    for (index, x) in [10.0, 20, 10, 20].enumerated() { screen.frame(Double(index) * 50, ["1": .at(x, 50)]) }
    #expect(tickle.state == .ended)
    #expect(screen.touch("1") != nil)
  }

  @Test func `A finger that lifts too soon fails the tickle (TIC-3)`() {
    expect(
      """
      1       .aba.ba.
      tickle  ....F..F
      """, makeTickle())
  }

  @Test func `A cancelled finger fails the tickle (TIC-3)`() {
    expect(
      """
      1       .abax
      tickle  ....F
      """, makeTickle())
  }

  @Test func `A second finger fails the tickle (TIC-3)`() {
    expect(
      """
      1       .aba-b.
      2       ....h-.
      tickle  ....F..
      """, makeTickle())
  }

  @Test func `Each touch starts counting at zero (TIC-4)`() {
    expect(
      """
      1       .aba.abab.
      tickle  ....F...R.
      """, makeTickle())
  }

  @Test func `Vertical movement does not count (TIC-4)`() {
    expect(
      """
      1       .aubvau.
      tickle  .......F
      """, makeTickle(), places: ["u": (10, 90), "v": (12, 10)])
    expect(
      """
      1       .apap.
      tickle  ....R.
      """, makeTickle(), places: ["p": (20, 90)])
  }

  @Test func `Movement that continues in one direction is one stroke, from where it was counted (TIC-4)`() {
    // The first stroke is counted at b. Going back from d to c is 10 mm to the left, but c is still to the right of b.
    expect(
      """
      1       .abdcab.
      tickle  ......R.
      """, makeTickle())
    expect(
      """
      1       .abdcdc.
      tickle  .......F
      """, makeTickle())
  }

  @Test func `A finger that rests between its strokes is not a tickle (TIC-5)`() {
    let tickle = makeTickle()
    tickle.maximumInterval = .milliseconds(100)
    expect(
      """
      1       .ab-a-b--a-b-.
      tickle  .............F
      """, tickle)
  }

  @Test func `Strokes after a rest are counted again (TIC-5)`() {
    let tickle = makeTickle()
    tickle.maximumInterval = .milliseconds(100)
    expect(
      """
      1       .ab-aba-.
      tickle  ......R..
      """, tickle)
  }

  @Test func `A rest before the first stroke does not count, and without a limit neither does any other (TIC-5)`() {
    let tickle = makeTickle()
    tickle.maximumInterval = .milliseconds(100)
    expect(
      """
      1       .a-----bab.
      tickle  .........R.
      """, tickle)
    expect(
      """
      1       .ab----a----b.
      tickle  ............R.
      """, makeTickle())
  }

  // The two classic subclasses: one needs more than 2 strokes of 25 pt, the other at least 3 strokes of 20 pt.

  @Test(arguments: [(3, 25.0), (3, 20.0)])
  func `Both classic variants can be had by parameters (TIC-1, TIC-2)`(strokes: Int, points: Double) {
    let tickle = makeTickle()
    let ours = makeTickle()
    tickle.numberOfStrokesRequired = strokes
    tickle.strokeDistance = points * 25.4 / 163
    let classic = ClassicTickle(needsMoreThan: strokes - 1, points: points)
    classic.simultaneousRecognizers = .all
    ours.simultaneousRecognizers = .all
    tickle.simultaneousRecognizers = .all
    for length in [19.9, 20, 22, 24.9, 25, 30] {
      let screen = TestScreen(tickle, classic)
      for (index, x) in [0.0, 1, 0, 1, 0, 1].enumerated() {
        screen.frame(Double(index) * 50, ["1": .at(50 + x * length * 25.4 / 163, 50)])
      }
      screen.frame(400, ["1": .lifts])
      #expect(screen.gestures.map(\.time) == (length >= points ? [.at(150), .at(150)] : []), "\(length)")
    }
  }
}

/// The best-known example of a custom gesture, written on the public interface as a program would.
private final class ClassicTickle: GestureRecognizer {
  private enum Direction { case unknown, left, right }

  private let limit: Int
  private let distance: Double
  private var count = 0
  private var start = Point.zero
  private var lastDirection = Direction.unknown

  init(needsMoreThan limit: Int, points: Double) {
    self.limit = limit
    distance = points * 25.4 / 163
    super.init(name: "classic")
  }

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    start = touches[0].location(in: view)
  }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    let ticklePoint = touches[0].location(in: view)
    let moveAmount = ticklePoint.x - start.x
    let direction: Direction = moveAmount < 0 ? .left : .right
    if moveAmount.magnitude < distance - 1e-9 { return }
    if lastDirection == .unknown || lastDirection != direction {
      count += 1
      start = ticklePoint
      lastDirection = direction
      if state == .possible && count > limit { state = .ended }
    }
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if state == .possible { state = .failed }
  }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }

  override func reset() {
    count = 0
    start = .zero
    lastDirection = .unknown
  }
}
