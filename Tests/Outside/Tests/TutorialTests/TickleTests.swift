import Gestures
import Testing

@testable import Tutorials

/// `run` copies the library's own tickle into the package, under the name `CopiedTickle`.
@Suite("The library's example of a custom gesture, in another project")
struct TickleTests {
  @Test("The copy of the tickle recognizes three strokes, as the original does")
  func copy() {
    let view = View(name: "view", frame: Rect(x: 0, y: 0, width: 200, height: 120))
    let (copy, original) = (CopiedTickle(), TickleGestureRecognizer())
    copy.simultaneousRecognizers = .all
    var recognized: [GestureRecognizer] = []
    for tickle in [copy, original] {
      view.addGestureRecognizer(tickle)
      tickle.addAction { recognized.append($0) }
    }
    let hand = Hand(view)
    for (stroke, x) in [50.0, 54, 50, 54].enumerated() {
      #expect(stroke < 4 && recognized.isEmpty)
      hand.touch([1: (x, 50)])
    }
    #expect(recognized.count == 2 && recognized.contains { $0 === copy })
    hand.lift(1)
  }
}
