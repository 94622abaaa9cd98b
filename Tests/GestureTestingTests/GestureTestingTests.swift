import GestureTesting
import Gestures
import Testing

@Suite("Tests of gestures")
struct GestureTestingTests {
  @Test(arguments: [
    ("tap at 50,50", ["tap ended"]),
    ("tap; tap; pause 1s; tap", ["tap ended", "tap ended", "tap ended"]),
    ("drag right 60mm in 600ms", ["pan began", "pan changed", "pan ended"]),
    ("pinch to 2x in 500ms", ["pinch began", "pinch changed", "pinch ended"]),
    ("press for 1s", ["press began", "press ended"]),
    ("press at 50,50 for 700ms then right 30mm", ["press began", "press changed", "press ended"]),
  ])
  func `A hand in words is played`(words: String, lines: [String]) throws {
    let (tap, press) = (TapGestureRecognizer(name: "tap"), LongPressGestureRecognizer(name: "press"))
    let (pan, pinch) = (PanGestureRecognizer(name: "pan"), PinchGestureRecognizer(name: "pinch"))
    pan.maximumNumberOfTouches = 1
    let events = try Hand(words).play(to: tap, press, pan, pinch)
    #expect(events.lines == lines)
  }

  @Test func `Hands follow each other on one engine, at their places`() throws {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 60))
    let tap = TapGestureRecognizer(name: "tap")
    root.addGestureRecognizer(tap)
    let engine = GestureEngine(root: root)
    let places = try ["tap at 10,20", "tap at 30,40"].flatMap { try Hand($0).play(on: engine).gestures.map(\.location) }
    #expect(places == [Point(x: 10, y: 20), Point(x: 30, y: 40)])
    #expect(engine.touches.isEmpty)
  }

  @Test func `A tap of two waits for the time in which a second one may come`() throws {
    let (tap, double) = (TapGestureRecognizer(name: "tap"), TapGestureRecognizer(name: "double"))
    double.numberOfTapsRequired = 2
    tap.require(toFail: double)
    #expect(try Hand("tap").play(to: tap, double).lines == ["tap ended"])
  }

  @Test func `Words that are not understood are shown with their place`() throws {
    let error = try #require(throws: Hand.Problem.self) { try Hand("swipe leftt 60mm") }
    #expect(error.description.contains("leftt") && error.description.contains("did you mean \"left\"?"))
  }

  @Test func `A hand that leaves the screen is refused`() throws {
    let hand = try Hand("swipe left 400mm")
    #expect(throws: Hand.Problem.self) { try hand.play(to: SwipeGestureRecognizer(name: "swipe")) }
  }

  @Test func `A picture that does not come out is printed above the one that does`() throws {
    let picture = Picture(
      """
      1    .ab.
      pan  ..BX
      """)
    let error = try #require(throws: Picture.Mismatch.self) { try picture.check(PanGestureRecognizer(name: "pan")) }
    #expect(
      error.description == """
        expected
          1    .ab.
          pan  ..BX

        reported
          1    .ab.
          pan  ..BE
        """)
  }

  @Test func `A picture with a name that nothing has is refused`() throws {
    let picture = Picture("1  .a.\nfling  ...")
    let error = try #require(throws: Picture.Mismatch.self) { try picture.check(TapGestureRecognizer(name: "tap")) }
    #expect(error.problems == ["nothing is called fling"])
  }

  @Test func `A picture has keys, pens, places, views and changes`() throws {
    let press = PressGestureRecognizer(name: "key", code: 115)
    let pan = PanGestureRecognizer(name: "pan")
    pan.allowedTouchTypes = .pen
    let events = try Picture(
      """
      pen     .mn---
      1       ..ab..
      key115  .#....
      pan     ..B.X.
      key     ..R...
      stop    ....!.
      """
    ).check(
      pan, press, places: ["m": Point(x: 5, y: 5), "n": Point(x: 5, y: 9)], doing: ["stop": { pan.isEnabled = false }])
    #expect(events.gestures.last?.location == Point(x: 5, y: 9))
  }

  @Test func `A reason is a sentence with what was measured and what is allowed`() throws {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 60))
    let tap = TapGestureRecognizer(name: "tap")
    root.addGestureRecognizer(tap)
    let engine = GestureEngine(root: root)
    engine.reportsAttempts = true
    let events = try Hand("drag right 40mm").play(on: engine)
    #expect(events.reasons.count == 1 && events.reasons[0].hasPrefix("tap: moved "))
    #expect(events.reasons[0].hasSuffix("mm, tap allows \(tap.allowableMovement) mm"))
    #expect("\(Reason(.tooManyFingers, 3, limit: 1))" == "3 fingers, it allows 1")
  }
}
