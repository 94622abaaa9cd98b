@testable import Configuration
import Gestures
import Monitor
import Screen
import Testing

@Suite("A drawn shape on the monitor")
struct DrawnShapeTests {
  private let scene: Scene
  private let state: MonitorState
  private let session: Session

  init() throws {
    let corner = [Point(x: 10, y: 10), Point(x: 50, y: 10), Point(x: 50, y: 50)]
    var settings = StrokeSettings()
    settings.learned = [try StrokeTemplate(name: "corner", examples: [[corner]])]
    var configuration = Configuration(path: "test")
    configuration.gestures = [GestureSettings(name: "letter", kind: .stroke(settings))]
    scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    let state = MonitorState(scene, origin: Timestamp(microseconds: 0))
    self.state = state
    var options = Session.Options()
    options.reportsAllStates = true
    options.reportsAttempts = true
    session = Session(scene, origin: Timestamp(microseconds: 0), options: options, runner: nil) { state.follow($0) }
  }

  /// Moves a finger along these locations, with a frame every 10 ms.
  private func draw(from start: Int64, _ places: [Point]) {
    for (index, place) in places.enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : index == places.count - 1 ? .ended : .moved
      let frame = TouchFrame(
        time: Timestamp(microseconds: start + Int64(index) * 10_000),
        contacts: [TouchFrame.Contact(id: UInt64(start + 1), phase: phase, location: place)])
      state.willHandle(frame)
      session.handle(frame)
    }
  }

  private func line(_ a: Point, _ b: Point) -> [Point] { (0..<20).map { a + (b - a) * (Double($0) / 20) } }

  @Test func `It lies over a similar path, with the same size and in the same place`() throws {
    let (a, b, c) = (Point(x: 100, y: 20), Point(x: 180, y: 20), Point(x: 180, y: 100))
    draw(from: 0, line(a, b) + line(b, c) + [c, c])
    let shape = try #require(state.shape)
    #expect(shape.isRecognized)
    #expect(shape.points.allSatisfy { abs($0.y - 20) < 3 || abs($0.x - 180) < 3 }, "\(shape.points)")
  }

  @Test func `It is also shown for a path that differs too much, until the next touch`() throws {
    let (a, b, c) = (Point(x: 100, y: 20), Point(x: 100, y: 100), Point(x: 180, y: 60))
    draw(from: 0, line(a, b) + line(b, c) + line(c, a) + [a])
    #expect(try !#require(state.shape).isRecognized)
    draw(from: 5_000_000, [a, a])
    #expect(state.shape == nil)
  }
}
