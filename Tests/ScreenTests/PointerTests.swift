import CLinux
import Configuration
import Effects
import Foundation
import Gestures
import Program
import Screen
import Testing

@testable import TouchInput

/// What a session hands to the virtual pointers, with pipes in place of uinput. The screen is 200 × 100 mm.
struct PointerTests {
  private let runner: ActionRunner
  private let absolute: Int32
  private let relative: Int32

  init() {
    var ends: [[Int32]] = []
    for _ in 0..<2 {
      var pair: [Int32] = [-1, -1]
      linux_pipe(&pair, O_NONBLOCK)
      ends.append(pair)
    }
    (absolute, relative) = (ends[0][0], ends[1][0])
    let (toAbsolute, toRelative) = (ends[0][1], ends[1][1])
    var surroundings = ActionSurroundings()
    surroundings.keyboardSettling = .zero
    surroundings.buttonPace = .zero
    surroundings.pointerNotice = .zero
    surroundings.makePointer = { _, isAbsolute in fcntl(isAbsolute ? toAbsolute : toRelative, F_DUPFD_CLOEXEC, 3) }
    runner = ActionRunner(log: Log(level: .error) { _, _ in }, soundDevice: "default", surroundings: surroundings)
  }

  private func session(_ gesture: String) throws -> Session {
    let configuration = try configuration("[[gesture]]\nname = \"g\"\n\(gesture)")
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 100))
    return Session(scene, origin: Timestamp(microseconds: 0), runner: runner, report: nil)
  }

  /// Drags a finger along places, one every 10 ms, and lifts it at the last one.
  private func drag(_ session: Session, _ id: UInt64, from start: Int64, _ places: [Point]) {
    for (index, place) in (places + [places[places.count - 1]]).enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : index == places.count ? .ended : .moved
      session.handle(
        TouchFrame(
          time: Timestamp(microseconds: start + Int64(index) * 10_000),
          contacts: [.init(id: id, phase: phase, location: place)]))
    }
  }

  /// The events that were sent, as type, code and value, without the ends of reports.
  private func events(_ reading: Int32) -> [[Int]] {
    // Not within the expectation: if that fails, the testing library looks into the runner, and crashes at its `Mutex`.
    let isIdle = runner.waitUntilIdle(timeout: .seconds(60))
    #expect(isIdle)
    return eventsSoFar(reading)
  }

  private func eventsSoFar(_ reading: Int32) -> [[Int]] {
    var bytes = [UInt8](repeating: 0, count: 24 * 4096)
    let count = max(0, read(reading, &bytes, bytes.count))
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: count, by: 24).compactMap { start in
        let type = bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self)
        let code = bytes.loadUnaligned(fromByteOffset: start + 18, as: UInt16.self)
        let value = bytes.loadUnaligned(fromByteOffset: start + 20, as: Int32.self)
        return type == 0 ? nil : [Int(type), Int(code), Int(value)]
      }
    }
  }

  private func sum(_ code: Int, of events: [[Int]]) -> Int { events.reduce(0) { $0 + ($1[1] == code ? $1[2] : 0) } }

  private let diagonal = (0...20).map { Point(x: 50 + Double($0), y: 20 + 2 * Double($0)) }

  @Test func `A drag follows a pan from its beginning to its lift`() throws {
    let session = try session("kind = \"pan\"\naction = { drag = true }")
    drag(session, 1, from: 0, diagonal)
    let events = events(absolute)
    #expect(events.filter { $0[0] == 1 } == [[1, 0x110, 1], [1, 0x110, 0]])
    #expect(events.last == [1, 0x110, 0])
    // The last place: 70, 60 mm.
    let last = events.filter { $0[0] == 3 }.suffix(2)
    #expect(Array(last) == [[3, 0, 22937], [3, 1, 39321]])
  }

  @Test func `A press that is moved drags, though it measures no translation`() throws {
    let session = try session(
      "kind = \"long-press\"\nmin_duration = \"0s\"\naction = { drag = true, button = \"right\" }")
    drag(session, 1, from: 0, [Point(x: 20, y: 50), Point(x: 20, y: 50), Point(x: 100, y: 50)])
    let events = events(absolute)
    #expect(events == [[3, 0, 6554], [3, 1, 32768], [1, 0x111, 1], [3, 0, 32768], [3, 1, 32768], [1, 0x111, 0]])
  }

  @Test func `A click is made where the tap was`() throws {
    let session = try session("kind = \"tap\"\naction = { click = \"double\" }")
    drag(session, 1, from: 0, [Point(x: 100, y: 25), Point(x: 100, y: 25)])
    #expect(
      events(absolute) == [
        [3, 0, 32768], [3, 1, 16384], [1, 0x110, 1], [1, 0x110, 0], [1, 0x110, 1], [1, 0x110, 0],
      ])
  }

  @Test(arguments: PanelGeometry.Orientation.allCases)
  func `On a turned screen, the pointer goes to the touch's place on the picture or on the panel`(
    orientation: PanelGeometry.Orientation
  ) throws {
    for pointer in PointerPlaces.allCases {
      let configuration = try configuration(
        "[[screen]]\nname = \"main\"\norientation = \"\(orientation.rawValue)\"\npointer = \"\(pointer.rawValue)\"\n"
          + "[[gesture]]\nname = \"g\"\nkind = \"pan\"\naction = { drag = true }")
      let axis = DeviceDescription.Axis(minimum: 0, maximum: 1000, resolution: 5)
      let geometry = PanelGeometry(
        x: axis, y: axis, settings: .init(size: Size(width: 200, height: 100), orientation: orientation))
      let scene = Scene(configuration, screen: configuration.screens[0], size: geometry.size)
      let session = Session(scene, origin: Timestamp(microseconds: 0), runner: runner, report: nil)
      drag(session, 1, from: 0, [(100, 300), (300, 400), (600, 800)].map { geometry.location(x: $0, y: $1) })
      // The pan begins at the second place.
      let puts = events(absolute).filter { $0[0] == 3 }
      let expected = [(300.0, 400.0), (600, 800)].flatMap { x, y in
        let (x, y) = (x / 1000, y / 1000)
        switch (pointer, orientation) {
        case (.panel, _), (.picture, .normal): return [x, y]
        // The panel's left end is below, its right end, or its lower end above.
        case (.picture, .left): return [y, 1 - x]
        case (.picture, .right): return [1 - y, x]
        case (.picture, .inverted): return [1 - x, 1 - y]
        }
      }
      let shares = puts.suffix(4).map { Double($0[2]) / 65535 }
      #expect(shares.count == 4)
      for (share, expected) in zip(shares, expected) {
        #expect((share - expected).magnitude < 0.002, "\(pointer) \(orientation): \(puts)")
      }
    }
  }

  @Test func `A scroll follows both axes, and a pan along one axis scrolls along that axis only`() throws {
    for (axis, x, y) in [("any", -228...(-216), 432...456), ("vertical", 0...0, 432...456)] {
      let session = try session("kind = \"pan\"\naxis = \"\(axis)\"\naction = { scroll = true, inertia = false }")
      drag(session, 1, from: 0, diagonal)
      let events = events(relative)
      #expect(x.contains(sum(12, of: events)), "\(axis): \(sum(12, of: events))")
      #expect(y.contains(sum(11, of: events)), "\(axis): \(sum(11, of: events))")
    }
  }

  /// Moves two fingers from their first places to their last ones, in steps of 10 ms, and lifts them.
  private func move(_ session: Session, _ way: [(Point, Point)]) {
    for (index, places) in (way + [way[way.count - 1]]).enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : index == way.count ? .ended : .moved
      session.handle(
        TouchFrame(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          contacts: [
            .init(id: 1, phase: phase, location: places.0), .init(id: 2, phase: phase, location: places.1),
          ]))
    }
  }

  @Test(arguments: [("\"touch\"", 32768), ("\"first\"", 16384)])
  func `A click of two fingers is made between them, or where the first one landed`(place: String, x: Int) throws {
    let session = try session("kind = \"tap\"\nfingers = 2\naction = { click = \"right\", at = \(place) }")
    let (first, second) = (Point(x: 50, y: 50), Point(x: 150, y: 50))
    for (time, contacts) in [
      (0, [TouchFrame.Contact(id: 7, phase: .began, location: first)]),
      (20_000, [.init(id: 7, phase: .stationary, location: first), .init(id: 3, phase: .began, location: second)]),
      (60_000, [.init(id: 7, phase: .ended, location: first), .init(id: 3, phase: .stationary, location: second)]),
      (80_000, [.init(id: 3, phase: .ended, location: second)]),
    ] {
      session.handle(TouchFrame(time: Timestamp(microseconds: Int64(time)), contacts: contacts))
    }
    let events = events(absolute)
    #expect(events.filter { $0[0] == 1 } == [[1, 0x111, 1], [1, 0x111, 0]])
    #expect(events.first { $0[0] == 3 && $0[1] == 0 } == [3, 0, x])
  }

  @Test(arguments: [("", 7.27), (", step = \"1.2x\"", 3.8), (", natural = false", -7.27)])
  func `A pinch turns the wheel by the factor of its scale`(options: String, steps: Double) throws {
    let session = try session("kind = \"pinch\"\nthreshold = \"0mm\"\naction = { scroll = true\(options) }")
    // From 40 to 80 mm.
    move(session, (0...20).map { (Point(x: 80 - Double($0), y: 50), Point(x: 120 + Double($0), y: 50)) })
    let events = events(relative)
    // The scale counts from the first movement, 2 mm after the landing.
    let expected = (steps - (steps > 0 ? 1 : -1) * 0.51 * (options.contains("1.2x") ? 0.52 : 1)) * 120
    #expect((Double(sum(11, of: events)) - expected).magnitude < 4, "\(sum(11, of: events)) of \(expected)")
    #expect(sum(12, of: events) == 0)
  }

  @Test func `A rotation turns the wheel, clockwise forwards`() throws {
    let session = try session("kind = \"rotation\"\naction = { scroll = true, step = \"10deg\" }")
    // A quarter turn around 100, 50 mm.
    move(
      session,
      (0...45).map { step in
        let angle = Double(step) * .pi / 90
        let way = Vector(x: 30 * cos(angle), y: 30 * sin(angle))
        return (Point(x: 100, y: 50) + way, Point(x: 100, y: 50) + way * -1)
      })
    // The rotation begins after 0.09 rad, 5.2°.
    let turned = sum(11, of: events(relative))
    #expect((960...1044).contains(turned), "\(turned)")
  }

  @Test func `A finger that lands stops the scroll that goes on after a lift`() throws {
    let session = try session("kind = \"pan\"\naction = { scroll = true, at = \"pointer\" }")
    // At 5 m/s it would go on for 3.4 s.
    drag(session, 1, from: 0, [Point(x: 10, y: 20), Point(x: 60, y: 20), Point(x: 110, y: 20), Point(x: 160, y: 20)])
    let isScrolling = !runner.waitUntilIdle(timeout: .milliseconds(100))
    #expect(isScrolling)
    session.handle(
      TouchFrame(
        time: Timestamp(microseconds: 200_000), contacts: [.init(id: 2, phase: .began, location: Point(x: 1, y: 1))]))
    let hasStopped = runner.waitUntilIdle(timeout: .seconds(1))
    #expect(hasStopped)
    runner.shutdown()
  }

  @Test(arguments: [10_000_000, 500_000])
  func `A scroll on a pan with momentum follows the pan, and does not go on by itself`(end: Int64) throws {
    let session = try session("kind = \"pan\"\nmomentum = true\naction = { scroll = true, at = \"pointer\" }")
    drag(session, 1, from: 0, (0...9).map { Point(x: 50, y: 20 + 5 * Double($0)) })
    session.advance(to: Timestamp(microseconds: end))
    let pan = try #require(session.scene.gestures[0].recognizer as? PanGestureRecognizer)
    let way = pan.state == .possible ? 290.9 : pan.translation(in: nil).y
    session.handle(
      TouchFrame(
        time: Timestamp(microseconds: end), contacts: [.init(id: 2, phase: .began, location: Point(x: 1, y: 1))]))
    // A scroll of its own would take seconds.
    let isIdle = runner.waitUntilIdle(timeout: .milliseconds(500))
    #expect(isIdle)
    let turned = sum(11, of: eventsSoFar(relative))
    // The wheel counts from the beginning of the pan, 5 - 1.6 mm after the landing.
    let expected = (way - 3.4) * 12
    #expect((Double(turned) - expected).magnitude < 2, "\(turned) for \(way) mm")
    runner.shutdown()
  }
}
