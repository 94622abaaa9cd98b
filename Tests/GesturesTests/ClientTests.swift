import Foundation
import Gestures
import Testing

/// What programs write around gestures: lists of recognizers, sets, times, and lengths.
@Suite("What clients write")
struct ClientTests {
  @Test func `The list of a view's recognizers can be set`() {
    let (tap, pan, press) = (makeTap(), makePan(), makePress())
    let screen = TestScreen(tap, pan)
    screen.stroke(from: (10, 50), to: (40, 50), at: 0, for: 50)
    #expect(pan.state == .changed)
    screen.perform(at: 60) { screen.root.gestureRecognizers = [press, pan, press] }
    #expect(screen.root.gestureRecognizers == [press, pan])
    #expect(tap.view == nil && press.view === screen.root && pan.state == .changed)
    screen.perform(at: 70) { screen.root.gestureRecognizers = [] }
    #expect(pan.view == nil && screen.events(of: pan).last?.state == .cancelled)
  }

  @Test func `A list takes recognizers from other views`() {
    let root = TestScreen.makeRoot()
    let (left, right) = (root.add("left", 0, 0, 100, 100), root.add("right", 100, 0, 100, 100))
    let tap = makeTap()
    left.gestureRecognizers = [tap]
    right.gestureRecognizers = [tap]
    #expect(left.gestureRecognizers.isEmpty && tap.view === right)
  }

  /// A view that refuses some gestures, as a slider does.
  private final class Picky: View {
    var asked: [String] = []
    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      asked.append(recognizer.name)
      return recognizer is TapGestureRecognizer
    }
  }

  @Test func `A view may refuse the gestures of its recognizers`() {
    let view = Picky(name: "picky", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    let (tap, pan) = (makeTap(), makePan())
    view.gestureRecognizers = [tap, pan]
    expect(
      """
      1    .abc.A
      tap  .....R
      pan  ......
      """, tap, pan, root: view)
    #expect(view.asked == ["pan", "tap"])
  }

  @Test func `A touch knows its engine while it is down`() throws {
    let screen = TestScreen(makePan())
    screen.frame(0, ["1": .at(10, 50)])
    let touch = try #require(screen.touch("1"))
    #expect(touch.engine === screen.engine)
    screen.frame(10, ["1": .lifts])
    #expect(touch.engine == nil)
  }

  @Test func `An event is a value that another task may have`() async throws {
    let tap = makeTap()
    tap.tag = 7
    let screen = TestScreen(tap)
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(50, ["1": .lifts])
    let snapshots = screen.gestures.map(\.snapshot)
    let said = await Task.detached { snapshots.map { "\($0.name) \($0.tag) \($0.state) \($0.location) \($0.values)" } }
      .value
    #expect(said == ["tap 7 ended (10.0, 50.0) mm tap(taps: 1)"])
    #expect(snapshots[0].view == "screen" && snapshots[0].time == .at(50) && snapshots[0].numberOfTouches == 0)
  }

  private func read<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `Snapshots are written as JSON and read again`() throws {
    let screen = TestScreen(makeTap())
    screen.frame(0, ["1": .at(10, 50)])
    screen.frame(50, ["1": .lifts])
    let tap = try #require(screen.gestures.first?.snapshot)
    #expect(try read(tap) == tap)
    let text = try #require(String(data: JSONEncoder().encode(tap), encoding: .utf8))
    for part in [#""state":"ended""#, #""values":{"tap":{"taps":1}}"#, #""location":{"#] {
      #expect(text.contains(part), "\(text)")
    }
    let wrong = Data(text.replacing(#""ended""#, with: #""over""#).utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(GestureEvent.Snapshot.self, from: wrong) }
    for state in GestureRecognizer.State.allCases { #expect(try read([state]) == [state]) }
  }

  @Test func `Values are written as JSON and read again, but for those of other modules`() throws {
    struct Knob: Hashable, Sendable { let turns: Int }
    let match = #"{"template":"circle","score":0.9,"runnerUpScore":0}"#
    let values: [GestureValues] = [
      .none, .tap(taps: 2), .longPress(duration: .milliseconds(1500), force: 0.5),
      .edgePan(translation: Vector(x: 1, y: -2), velocity: .zero, edge: .left), .swipe(direction: .upLeft),
      .swipe(direction: SwipeDirection(angle: 0.3)), .pinch(scale: 1.5, velocity: 0.1),
      .stroke(try JSONDecoder().decode(StrokeMatch.self, from: Data(match.utf8))),
      .press(presses: 1, duration: .zero), .remote(.nextTrack), .turn(.faceDown),
    ]
    for values in values { #expect(try read(values) == values) }
    #expect(try read(GestureValues.custom(Knob(turns: 3))).custom(as: Knob.self) == nil)
  }

  @Test func `Sets of recognizers unite`() {
    let (tap, pan, press) = (makeTap(), makePan(), makePress())
    var set = RecognizerSet.some([tap]).union(.some([pan]))
    #expect(set.contains(tap) && set.contains(pan) && !set.contains(press))
    set.insert(press)
    #expect(set.contains(press))
    #expect(set.union(.all).contains(makeTap()) && RecognizerSet.all.union(set).contains(makeTap()))
    #expect(!RecognizerSet.none.union(.none).contains(tap))
  }

  @Test func `Timestamps are instants`() {
    let start = Timestamp(microseconds: 1_000)
    #expect(start.advanced(by: .milliseconds(2)) == Timestamp(microseconds: 3_000))
    #expect(start.duration(to: Timestamp(microseconds: 500)) == .microseconds(-500))
  }

  @Test func `The origin of a view's bounds stays where it is, and this is reported`() {
    let screen = TestScreen()
    let view = screen.root.add("view", 10, 10, 40, 20)
    var sentences: [String] = []
    screen.engine.onMisuse = { sentences.append($0) }
    view.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    #expect(sentences.isEmpty)
    view.bounds.origin.y = 5
    #expect(view.bounds.origin == .zero && view.frame == Rect(x: 20, y: 10, width: 20, height: 20))
    #expect(sentences == ["the bounds of the view \"view\" have no origin: move its subviews"])
  }

  @Test func `Vectors are added, turned round and measured`() {
    var way = -Vector(x: 3, y: 4) / 2
    way += Vector(x: 2, y: 0)
    way -= Vector(x: 0, y: 1)
    #expect(way == Vector(x: 0.5, y: -3) && 2 * way == way * 2)
    #expect(way.dot(Vector(x: 2, y: 1)) == -2)
  }

  @Test func `Rectangles meet and unite`() {
    let (a, b) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 5, y: -5, width: 10, height: 10))
    #expect(a.intersection(b) == Rect(x: 5, y: 0, width: 5, height: 5) && a.intersects(b))
    #expect(a.union(b) == Rect(x: 0, y: -5, width: 15, height: 15) && a.center == Point(x: 5, y: 5))
    // Rectangles that only share an edge have no point in common.
    let c = a.offsetBy(dx: 10, dy: 0)
    #expect(!a.intersects(c) && a.intersection(c).isEmpty)
    #expect(a.union(Rect.zero) == a && Rect.zero.union(a) == a && !a.intersects(Rect.zero))
  }

  @Test func `Places and lengths are printed to a tenth of a millimetre`() {
    let place = Point(x: 12.34, y: 30)
    #expect("\(place)" == "(12.3, 30.0) mm" && "\(place - Point.zero)" == "(12.3, 30.0)")
    #expect("\(Rect(origin: place, size: Size(width: 50, height: 30)))" == "(12.3, 30.0) 50.0 × 30.0 mm")
  }
}
