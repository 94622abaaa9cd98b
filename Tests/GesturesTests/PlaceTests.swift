import Testing

@testable import Gestures

/// A screen of 300 × 100 mm.
@Suite("Places")
struct PlaceTests {
  private static let size = Size(width: 300, height: 100)

  private func flick(_ name: String, _ directions: Set<SwipeDirection>, at places: RimPlaces?) -> SwipeGestureRecognizer
  {
    let swipe = makeSwipe(name, directions)
    swipe.decision = .atLift
    swipe.failsEarly = true
    swipe.startingPlaces = places
    return swipe
  }

  /// Returns the names of what a quick stroke is recognized as.
  private func recognized(
    _ recognizers: [GestureRecognizer], from start: (Double, Double), to end: (Double, Double)
  ) -> String {
    let screen = TestScreen(recognizers)
    screen.stroke(from: start, to: end, at: 0, for: 60)
    screen.frame(65, ["1": .lifts])
    screen.wait(until: 2000)
    return screen.gestures.filter {
      $0.state == .began || $0.state == .ended && $0.recognizer is SwipeGestureRecognizer
    }
    .map(\.recognizer.name).joined(separator: " ")
  }

  @Test(arguments: [
    (ScreenEdge.left, 5.0, 50.0, 5.1, 50.0), (.right, 295, 50, 294.9, 50), (.top, 150, 5, 150, 5.1),
    (.bottom, 150, 95, 150, 94.9),
  ])
  func `An edge reaches 5 mm into the view, along its whole length (PL-1)`(
    edge: ScreenEdge, x: Double, y: Double, outX: Double, outY: Double
  ) {
    let places = RimPlaces(edges: [edge])
    #expect(places.contains(Point(x: x, y: y), in: Self.size))
    #expect(!places.contains(Point(x: outX, y: outY), in: Self.size))
    for corner in [(0.0, 0.0), (300, 0), (0, 100), (300, 100)] {
      let isOn =
        switch edge {
        case .left: corner.0 == 0
        case .right: corner.0 == 300
        case .top: corner.1 == 0
        case .bottom: corner.1 == 100
        }
      #expect(places.contains(Point(x: corner.0, y: corner.1), in: Self.size) == isOn)
    }
    // Beyond the edge is on it: a panel may be larger than the picture.
    #expect(RimPlaces(edges: [.left]).contains(Point(x: -3, y: -3), in: Self.size))
  }

  @Test func `A segment is a part of an edge, a corner a square (PL-1)`() {
    let segment = RimPlaces(segments: [.init(.top, 100...200)])
    for (x, y, isIn) in [(100.0, 0.0, true), (200, 5, true), (99, 0, false), (201, 0, false), (150, 6, false)] {
      #expect(segment.contains(Point(x: x, y: y), in: Self.size) == isIn, "\(x), \(y)")
    }
    let corner = RimPlaces(corners: [.bottomRight])
    for (x, y, isIn) in [(285.0, 85.0, true), (300, 100, true), (284, 90, false), (290, 84, false), (10, 10, false)] {
      #expect(corner.contains(Point(x: x, y: y), in: Self.size) == isIn, "\(x), \(y)")
    }
    #expect(!RimPlaces().contains(Point(x: 0, y: 0), in: Self.size))
    #expect(corner.distance(to: Point(x: 282, y: 81), in: Self.size) == 5)
  }

  @Test(arguments: [
    (RimPlaces(corners: [.topLeft]), [0.0, 0, 15, 15]), (RimPlaces(corners: [.topRight]), [285, 0, 300, 15]),
    (RimPlaces(corners: [.bottomLeft]), [0, 85, 15, 100]), (RimPlaces(corners: [.bottomRight]), [285, 85, 300, 100]),
    (RimPlaces(corners: [.topRight], cornerSize: 25), [275, 0, 300, 25]),
    (RimPlaces(segments: [.init(.left, 20...60)]), [0, 20, 5, 60]),
    (RimPlaces(segments: [.init(.right, 20...60)]), [295, 20, 300, 60]),
    (RimPlaces(segments: [.init(.top, 120...180)]), [120, 0, 180, 5]),
    (RimPlaces(segments: [.init(.bottom, 120...180)]), [120, 95, 180, 100]),
    (RimPlaces(segments: [.init(.bottom)], edgeWidth: 20), [0, 80, 300, 100]),
    (RimPlaces(segments: [.init(.left, 50...Double.infinity)]), [0, 50, 5, 100]),
  ])
  func `The distance from a place is that from its rectangle (PL-1)`(places: RimPlaces, rectangle: [Double]) {
    for x in stride(from: 0.0, through: 300, by: 5) {
      for y in stride(from: 0.0, through: 100, by: 5) {
        let aside = max(rectangle[0] - x, x - rectangle[2], 0), across = max(rectangle[1] - y, y - rectangle[3], 0)
        let distance = places.distance(to: Point(x: x, y: y), in: Self.size)
        #expect(distance == (aside * aside + across * across).squareRoot(), "\(x), \(y)")
        #expect(places.contains(Point(x: x, y: y), in: Self.size) == (distance == 0))
        #expect(places.hasCorner(at: Point(x: x, y: y), in: Self.size) == (distance == 0 && places.segments.isEmpty))
      }
    }
    // The nearest of several places counts.
    var both = places
    both.segments.append(RimPlaces.Segment(.right, 90...100))
    both.corners.insert(.topRight)
    #expect(both.distance(to: Point(x: 299, y: 99), in: Self.size) == 0)
    #expect(both.distance(to: Point(x: 299, y: 1), in: Self.size) == 0)
  }

  @Test func `A gesture gets no touches that land elsewhere (PL-1)`() {
    for (x, expected) in [(2.0, "swipe"), (5, "swipe"), (6, ""), (150, "")] {
      #expect(
        recognized([flick("swipe", [.right], at: RimPlaces(edges: [.left]))], from: (x, 50), to: (x + 40, 50))
          == expected)
    }
    let tap = makeTap(touches: 2)
    tap.startingPlaces = RimPlaces(corners: [.topLeft, .topRight])
    for (second, count) in [((290.0, 5.0), 1), ((150, 50), 0)] {
      let screen = TestScreen(tap)
      screen.frame(0, ["1": .at(5, 5)])
      screen.frame(20, ["2": .at(second.0, second.1)])
      screen.frame(80, ["1": .lifts, "2": .lifts])
      #expect(screen.gestures.count == count, "both fingers must land in a corner")
    }
  }

  @Test func `The edges are those of the gesture's view (PL-1)`() {
    let root = TestScreen.makeRoot()
    let half = root.add("half", 150, 0, 150, 100)
    let swipe = flick("swipe", [.right], at: RimPlaces(edges: [.left]))
    half.addGestureRecognizer(swipe)
    for (x, count) in [(152.0, 1), (2, 0), (160, 0)] {
      let screen = TestScreen(root: root, swipe)
      screen.stroke(from: (x, 50), to: (x + 40, 50), at: 0, for: 60)
      screen.frame(65, ["1": .lifts])
      #expect(screen.gestures.count == count, "\(x)")
    }
  }

  @Test func `A corner comes before the edges it lies on, and these before anywhere (PL-2)`() {
    func all(_ order: (([GestureRecognizer]) -> [GestureRecognizer])) -> [GestureRecognizer] {
      order([
        flick("anywhere", [.right, .down], at: nil),
        flick("edge", [.right, .down], at: RimPlaces(edges: [.left, .top])),
        flick("corner", [.right], at: RimPlaces(corners: [.topLeft])),
      ])
    }
    for order in [{ $0 }, { $0.reversed() }] as [([GestureRecognizer]) -> [GestureRecognizer]] {
      #expect(recognized(all(order), from: (3, 3), to: (43, 3)) == "corner")
      #expect(recognized(all(order), from: (3, 50), to: (43, 50)) == "edge")
      #expect(recognized(all(order), from: (50, 50), to: (90, 50)) == "anywhere")
      // The corner's gesture has no such direction and fails, and the edge's gesture need not wait for the lift.
      #expect(recognized(all(order), from: (3, 3), to: (3, 43)) == "edge")
    }
  }

  @Test func `Gestures of other kinds wait for a gesture of a more exact place, too (PL-2)`() {
    let edge = ScreenEdgePanGestureRecognizer(name: "edge")
    edge.edges = [.left]
    let corner = flick("corner", [.right], at: RimPlaces(corners: [.topLeft]))
    #expect(recognized([edge, corner], from: (2, 3), to: (42, 3)) == "corner")
    let pan = makePan()
    let side = flick("side", [.right], at: RimPlaces(edges: [.left]))
    #expect(recognized([pan, side], from: (2, 50), to: (42, 50)) == "side")
    #expect(recognized([pan, side], from: (42, 50), to: (82, 50)) == "pan")
    // The edge pan is UIKit's, which no pan waits for by itself.
    #expect(recognized([makePan(), edge], from: (2, 50), to: (42, 50)) == "pan")
  }

  @Test func `Relations that are set count more than places (PL-2)`() {
    let (anywhere, corner) = (
      flick("anywhere", [.right], at: nil), flick("corner", [.right], at: RimPlaces(corners: [.topLeft]))
    )
    corner.require(toFail: anywhere)
    #expect(recognized([anywhere, corner], from: (3, 3), to: (43, 3)) == "anywhere")
    let (one, two) = (flick("one", [.right], at: nil), flick("two", [.right], at: RimPlaces(corners: [.topLeft])))
    one.simultaneousRecognizers = .some([two])
    #expect(recognized([one, two], from: (3, 3), to: (43, 3)) == "one two")
  }

  @Test func `All fingers must be at the places where a gesture ends (PL-3)`() {
    let swipe = flick("swipe", [.right], at: nil)
    swipe.endingPlaces = RimPlaces(edges: [.right])
    for (x, expected) in [(299.0, "swipe"), (296, "swipe"), (294, ""), (150, "")] {
      #expect(recognized([swipe], from: (100, 50), to: (x, 50)) == expected, "\(x)")
    }
    let twice = makeTap(taps: 2)
    twice.endingPlaces = RimPlaces(corners: [.topLeft])
    for (x, count) in [(14.0, 1), (17, 0)] {
      let screen = TestScreen(twice)
      for time in [0.0, 150] {
        screen.frame(time, ["1": .at(time == 0 ? 12 : x, 5)])
        screen.frame(time + 50, ["1": .lifts])
      }
      #expect(screen.gestures.count == count, "\(x)")
    }
  }

  @Test func `A continuous gesture that ends elsewhere is cancelled (PL-3)`() {
    let pan = makePan()
    pan.endingPlaces = RimPlaces(edges: [.top])
    for (y, last) in [(3.0, GestureRecognizer.State.ended), (30, .cancelled)] {
      let screen = TestScreen(pan)
      screen.stroke(from: (100, 90), to: (100, y), at: 0, for: 60)
      screen.frame(65, ["1": .lifts])
      #expect(screen.gestures.map(\.state).filter { $0 != .changed } == [.began, last])
    }
  }

  @Test func `Of two swipes in one direction, the one that asks for more is recognized (SW-10)`() {
    for order in [false, true] {
      let (short, long) = (flick("short", [.right], at: nil), flick("long", [.right], at: nil))
      long.minimumDistance = 40
      let both = order ? [short, long] : [long, short]
      #expect(recognized(both, from: (50, 50), to: (80, 50)) == "short")
      #expect(recognized(both, from: (50, 50), to: (95, 50)) == "long")
    }
  }

  // MARK: Spread

  /// Lands fingers in a row, 5 ms apart, moves them to the right, and lifts them. Returns what was recognized.
  private func recognized(_ recognizers: [GestureRecognizer], across places: [Double]) -> [String] {
    let screen = TestScreen(recognizers)
    func frame(_ time: Double, _ event: (Double) -> TestScreen.News) {
      screen.frame(time, places.enumerated().map { ("\($0)", event($1)) })
    }
    for (index, place) in places.enumerated() { screen.frame(Double(index) * 5, ["\(index)": .at(50, place)]) }
    for step in 1...10 { frame(10 + 10 * Double(step)) { .at(50 + 4 * Double(step), $0) } }
    frame(120) { _ in .lifts }
    screen.wait(until: 2000)
    return screen.gestures.filter {
      $0.state == .began || $0.state == .ended && !($0.recognizer is PanGestureRecognizer)
    }
    .map(\.recognizer.name)
  }

  private func swipe(_ name: String, _ spread: ClosedRange<Double>?, least: Double = 8) -> SwipeGestureRecognizer {
    let swipe = flick(name, [.right], at: nil)
    swipe.numberOfTouchesRequired = 2
    swipe.minimumDistance = least
    swipe.landingSpread = spread
    return swipe
  }

  @Test func `Fingers land as far apart as the gesture asks (PL-4)`() {
    for (distance, expected) in [(20.0, "close"), (40, "close"), (40.1, "far"), (60, "far"), (60.1, "")] {
      let swipes = [swipe("close", 0...40), swipe("far", 40.05...60)]
      #expect(recognized(swipes, across: [10, 10 + distance]).joined() == expected, "\(distance)")
      #expect(recognized(swipes.reversed(), across: [10 + distance, 10]).joined() == expected, "\(distance)")
    }
  }

  @Test func `The two fingers that are farthest apart count, and a single finger has no spread (PL-4)`() {
    for (places, spread, isRecognized) in [
      ([10.0, 90, 50], 0...79.0, false), ([10, 90, 50], 80...80, true), ([50, 10, 90], 81...Double.infinity, false),
      ([50], 0...10, true), ([50], 1...10, false),
    ] {
      let pan = makePan(touches: 1...3)
      pan.landingSpread = spread
      #expect(recognized([pan], across: places) == (isRecognized ? ["pan"] : []), "\(places), \(spread)")
    }
  }

  @Test func `Taps in different places have the spread of each (PL-4)`() {
    let tap = makeTap(taps: 2, touches: 2)
    tap.landingSpread = 0...20
    for (second, count) in [(12.0, 1), (6.0, 0)] {
      let screen = TestScreen(tap)
      // The second tap is 4 mm lower, so that its lower finger is more than 20 mm from the upper one of the first tap.
      for (start, lower) in [(0.0, 0.0), (200, 4)] {
        screen.frame(start, ["1\(start)": .at(50, second + lower), "2\(start)": .at(50, 30 + lower)])
        screen.frame(start + 50, ["1\(start)": .lifts, "2\(start)": .lifts])
      }
      screen.wait(until: 2000)
      #expect(screen.gestures.count == count, "\(second)")
    }
  }

  @Test func `A gesture that has begun goes on with a finger that lands far away (PL-4)`() {
    let pan = makePan(touches: 2...3)
    pan.landingSpread = 0...20
    let screen = TestScreen(pan)
    for step in 0...8 {
      screen.frame(Double(step) * 10, ["1": .at(50 + 4 * Double(step), 10), "2": .at(50 + 4 * Double(step), 20)])
    }
    screen.frame(90, ["3": .at(200, 90)])
    screen.frame(120, ["1": .lifts, "2": .lifts, "3": .lifts])
    #expect(screen.gestures.map(\.state).filter { $0 != .changed } == [.began, .ended])
  }

  @Test func `A gesture with the wrong spread holds no other gesture back (PL-4)`() {
    // Without its spread, the longer swipe would make the shorter one fail (SW-10).
    #expect(recognized([swipe("short", nil), swipe("long", nil, least: 20)], across: [10, 40]) == ["long"])
    #expect(recognized([swipe("short", nil), swipe("long", 50...90, least: 20)], across: [10, 40]) == ["short"])
    // Without its spread, the pinch would be as likely as the pan, so neither would begin (ARB-12).
    var intention = Intention()
    intention.followsLeader = true
    for (spread, expected) in [(nil, []), (50...90, ["pan"])] as [(ClosedRange<Double>?, [String])] {
      let pinch = PinchGestureRecognizer(name: "pinch")
      pinch.landingSpread = spread
      let screen = TestScreen([makePan(touches: 2...2), pinch])
      screen.engine.intention = intention
      for step in 0...20 {
        screen.frame(
          Double(step) * 10, ["1": .at(100 + Double(step) * 0.1, 20), "2": .at(120 + Double(step) * 0.3, 20)])
      }
      #expect(screen.gestures.filter { $0.state == .began }.map(\.recognizer.name) == expected)
    }
  }
}
