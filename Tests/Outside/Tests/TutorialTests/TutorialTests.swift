import Foundation
import Gestures
import Testing
import Touchscreens
import Tutorials

@Suite("Four tutorials")
struct TutorialTests {
  @Test("A creature is dragged, and slides on in the direction of its velocity")
  func drag() {
    let creatures = Creatures()
    let hand = Hand(creatures.engine)
    hand.drag((40, 40), (60, 50))
    let before = creatures.monkey.center
    #expect(before.x > 57 && before.x < 60 && before.y > 48)
    hand.lift(1)
    #expect(creatures.slides.count == 1 && creatures.slides[0].x > 150)
    #expect(creatures.monkey.center.x > before.x + 10)
    #expect(creatures.banana.center == Point(x: 140, y: 40))
  }

  @Test("A creature is pinched and turned at the same time, and then hit where it is seen")
  func pinchAndTurn() {
    let creatures = Creatures()
    let hand = Hand(creatures.engine)
    for step in 0...50 {
      let part = Double(step) / 50
      let turn = Transform(rotationAngle: part * 1.5708)
      let end = Point(x: 8 * (1 + part), y: 0).applying(turn)
      hand.touch([1: (40 - end.x, 40 - end.y), 2: (40 + end.x, 40 + end.y)])
    }
    hand.lift(1, 2)
    let transform = creatures.monkey.transform
    let scale = (transform.a * transform.a + transform.b * transform.b).squareRoot()
    #expect(scale > 1.7 && scale <= 2.01)
    #expect(transform.b / scale > 0.95)
    hand.tap(40, 73)
    #expect(creatures.chomps == ["monkey"])
  }

  @Test("A creature that is tapped chomps, and one that is tickled giggles")
  func tapAndTickle() {
    let creatures = Creatures()
    let hand = Hand(creatures.engine)
    hand.tap(140, 40)
    #expect(creatures.chomps == ["banana"])
    hand.touch([1: (140, 40)])
    for x in [145, 140, 135, 140, 145] { hand.touch([1: (Double(x), 40)]) }
    hand.lift(1)
    #expect(creatures.giggles == 1 && creatures.chomps == ["banana"])
  }

  @Test("Taps in a recording of a panel reach the creatures")
  func panel() throws {
    let path = NSTemporaryDirectory() + "outside-\(UUID().uuidString).evemu"
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A panel of 200 × 120 mm with 10 units per millimetre.
    let recording = """
      # EVEMU 1.3
      N: Panel
      I: 0003 1d6b 0104 0001
      P: 02 00 00 00 00 00 00 00
      A: 00 0 2000 0 0 10
      A: 01 0 1200 0 0 10
      A: 2f 0 9 0 0 0
      A: 35 0 2000 0 0 10
      A: 36 0 1200 0 0 10
      A: 39 0 65535 0 0 0
      E: 0.000000 0003 0039 1
      E: 0.000000 0003 0035 1400
      E: 0.000000 0003 0036 400
      E: 0.000000 0000 0000 0
      E: 0.080000 0003 0039 -1
      E: 0.080000 0000 0000 0

      """
    try recording.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try taps(inRecording: path) == ["banana at 140.0, 40.0"])
    #expect(throws: TouchscreensError.self) { try taps(inRecording: "/nowhere") }
  }

  @Test("A check mark is recognized, a line is not, and a second finger is ignored")
  func checkmark() {
    let view = View(frame: Rect(x: 0, y: 0, width: 200, height: 120))
    let checkmark = CheckmarkGestureRecognizer()
    var count = 0
    checkmark.addAction { _ in count += 1 }
    view.addGestureRecognizer(checkmark)
    let hand = Hand(view)
    for place in [(50.0, 50.0), (55, 60), (60, 70), (70, 50), (80, 30)] { hand.touch([1: place]) }
    hand.touch([2: (10, 10)])
    hand.lift(1)
    #expect(count == 1)
    hand.lift(2)
    hand.drag((50, 50), (80, 80))
    hand.lift(1)
    #expect(count == 1)
    hand.drag((50, 50), (20, 80))
    hand.lift(1)
    #expect(count == 1 && checkmark.state == .possible)
  }

  @Test("A piece follows the pan, and its other handlers read what UIKit's do")
  func pieces() {
    let view = View(frame: Rect(x: 0, y: 0, width: 200, height: 120))
    let pieces = Pieces(on: view)
    let hand = Hand(view)
    hand.touch([1: (60, 40), 2: (80, 50)])
    hand.lift(1, after: 60)
    hand.lift(2)
    hand.touch([1: (60, 40)], after: 500)
    hand.wait(450)
    hand.lift(1)
    hand.touch([1: (60, 40), 2: (70, 40), 3: (80, 40)], after: 500)
    for step in 1...6 {
      hand.touch([1: (60 + 2 * Double(step), 40), 2: (70 + 2 * Double(step), 40), 3: (80 + 2 * Double(step), 40)])
    }
    hand.lift(1, 2, 3)
    #expect(pieces.log.first == "tap 10 30")
    #expect(pieces.log.dropFirst().first?.hasPrefix("menu at") == true)
    #expect(pieces.log.last == "swipe with 3" && pieces.piece.center == Point(x: 80, y: 50))
    hand.drag((60, 40), (80, 60))
    #expect(pieces.piece.center.x > 97 && pieces.piece.center.y > 67)
    hand.lift(1)
  }

  @Test("A drawer opens over the edge, and closes with a horizontal pan or a tap beside it, but not on the button")
  func drawer() {
    let view = View(frame: Rect(x: 0, y: 0, width: 200, height: 120))
    let drawer = Drawer(on: view)
    let hand = Hand(view)
    func open() {
      hand.drag((1, 60), (70, 60))
      hand.lift(1, after: 200)
    }
    open()
    #expect(drawer.isOpen && drawer.drawer.frame.minX == 0)
    hand.drag((150, 30), (152, 90))
    hand.lift(1)
    #expect(drawer.isOpen)
    hand.drag((150, 60), (110, 65))
    hand.lift(1)
    #expect(!drawer.isOpen && drawer.drawer.frame.maxX == 0)
    open()
    hand.tap(110, 20)
    hand.tap(30, 20)
    #expect(drawer.isOpen)
    hand.tap(150, 20)
    #expect(!drawer.isOpen)
  }
}
