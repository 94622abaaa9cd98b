import GestureTesting
import Gestures
import Testing

/// Recognizes two fingers that land on both sides of the screen's middle.
private final class BothSides: GestureRecognizer {
  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    guard let view, numberOfTouches == 2 else { return }
    let places = (0..<2).compactMap { location(ofTouch: $0, in: view)?.x }
    let middle = view.bounds.center.x
    state = places.min()! < middle && places.max()! > middle ? .recognized : .failed
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) { fail(Reason(.tooFewFingers, 1, limit: 2)) }
}

@Suite("A recognizer of another project")
struct BothSidesTests {
  private let sides = BothSides(name: "sides")

  @Test func `It is recognized when a finger lands on each side`() throws {
    try Picture(
      """
      1      .a--.
      2      ..w-.
      sides  ..R..
      """
    ).check(sides)
  }

  @Test func `It is not a tap`() throws {
    let root = View(frame: Rect(x: 0, y: 0, width: 217, height: 136))
    root.gestureRecognizers = [sides]
    let engine = GestureEngine(root: root)
    engine.reportsAttempts = true
    let events = try Hand("tap; tap with 2 fingers").play(on: engine)
    #expect(events.lines == ["sides ended"])
    #expect(events.reasons == ["sides: 1 finger, sides needs 2"])
  }

  @Test func `A failure prints both pictures`() throws {
    let picture = Picture("1      .a--.\n2      ..b-.\nsides  ..R..")
    let mismatch = try #require(throws: Picture.Mismatch.self) { try picture.check(sides) }
    let lines = "\(mismatch)".split(separator: "\n").filter { $0.contains("sides") }
    #expect(lines == ["  sides  ..R..", "  sides  ....."])
  }
}
