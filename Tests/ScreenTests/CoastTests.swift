import Actions
import CLinux
import Configuration
import Effects
import Foundation
import Gestures
import Program
import Testing

@testable import Screen

/// What a pan triggers while it goes on after the lift, on a screen of 200 × 100 mm.
@Suite struct `A pan that goes on after the lift` {
  /// Follows the records of a session with one gesture.
  private final class Witness {
    /// The records of states and of actions in order, with the number of fingers that are down.
    private(set) var states: [(state: GestureRecognizer.State, value: Double?, fingers: Int)] = []
    private(set) var actions: [(text: String, fingers: Int)] = []

    func follow(_ record: SessionRecord) {
      switch record {
      case .gesture(let event, let gesture):
        states.append((event.state, gesture.sliderValue(of: event), event.numberOfTouches))
      case .action(let action, let event, _): actions.append((action.arguments[0], event.numberOfTouches))
      case .touch, .stateAction, .attempt: break
      }
    }

    /// The actions without fingers, each with the number of its repetitions.
    var afterLift: [String: Int] {
      actions.filter { $0.fingers == 0 }.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
    }
  }

  private func session(_ gesture: String, _ witness: Witness, runner: ActionRunner? = nil) throws -> Session {
    let configuration = try configuration("[[gesture]]\nname = \"g\"\nkind = \"pan\"\nmomentum = true\n\(gesture)")
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 100))
    return Session(scene, origin: Timestamp(microseconds: 0), runner: runner, report: witness.follow)
  }

  /// Moves a finger along places at y = 50 mm, one every 10 ms, and lifts it at the last one. The lift is at 90 ms for nine places.
  private func fling(_ session: Session, _ places: [Double]) {
    for (index, x) in (places + [places[places.count - 1]]).enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : index == places.count ? .ended : .moved
      session.handle(
        TouchFrame(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          contacts: [.init(id: 1, phase: phase, location: Point(x: x, y: 50))]))
    }
  }

  private func land(_ session: Session, at milliseconds: Int64) {
    let contact = TouchFrame.Contact(id: 2, phase: .began, location: Point(x: 1, y: 1))
    session.handle(TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), contacts: [contact]))
  }

  /// Eight steps of 5 mm: 500 mm/s, which go on for 247.5 mm.
  private let toTheRight = (0...8).map { 20 + 5 * Double($0) }

  @Test func `takes its steps without fingers, in its direction only`() throws {
    let steps =
      "[gesture.on]\nforwards = { log = \"forwards\", every = \"10mm\" }\n"
      + "backwards = { log = \"backwards\", every = \"10mm\" }\nchanged = { log = \"step\", every = \"50mm\" }\n"
    for (places, direction) in [(toTheRight, "forwards"), (toTheRight.reversed(), "backwards")] {
      let witness = Witness()
      let session = try session(steps, witness)
      fling(session, places)
      // The pan began 1.6 mm before it was 5 mm long.
      #expect(witness.actions.map(\.text) == Array(repeating: direction, count: 3))
      session.advance(to: Timestamp(microseconds: 10_000_000))
      // 40 - 1.6 + 247.5 mm are 28 steps of 10 mm and 5 of 50 mm.
      #expect(witness.afterLift == [direction: 25, "step": 5])
      #expect(witness.states.last?.state == .ended)
    }
  }

  @Test func `takes no more steps after a finger has landed`() throws {
    let witness = Witness()
    let session = try session("on.forwards = { log = \"step\", every = \"10mm\" }", witness)
    fling(session, toTheRight)
    land(session, at: 300)
    let count = witness.actions.count
    #expect(count > 8 && count < 20)
    session.advance(to: Timestamp(microseconds: 10_000_000))
    #expect(witness.actions.count == count)
  }

  @Test func `moves its slider on, up to the end of the view`() throws {
    let witness = Witness()
    let session = try session("slider = true\naxis = \"horizontal\"", witness)
    fling(session, toTheRight)
    session.advance(to: Timestamp(microseconds: 10_000_000))
    let values = witness.states.filter { $0.fingers == 0 }.compactMap(\.value)
    #expect(values.count == 139)
    #expect(values.first! > 0.3 && values.first! < 0.35)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.last == 1)
  }

  // MARK: Keys

  private enum End: CaseIterable { case rest, landing, cancellation }

  @Test(arguments: End.allCases)
  private func `keeps its keys down, and releases them when it ends`(end: End) throws {
    var ends: [Int32] = [-1, -1]
    linux_pipe(&ends, O_NONBLOCK)
    let (reading, writing) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    var surroundings = ActionSurroundings()
    surroundings.keyboardSettling = .zero
    surroundings.keyboardLinger = .milliseconds(1)
    surroundings.makeKeyboard = { _, _ in fcntl(writing, F_DUPFD_CLOEXEC, 3) }
    let runner = ActionRunner(
      log: Log(level: .error) { _, _ in }, soundDevice: "default", surroundings: surroundings)
    let session = try session(
      "[gesture.on]\nbegan = { key = \"+alt tab\" }\nforwards = { key = \"tab\", every = \"50mm\" }", Witness(),
      runner: runner)
    runner.prepare(for: [.key(try KeySequence("+alt tab"))])
    func pressed() -> [String] {
      let isIdle = runner.waitUntilIdle(timeout: .seconds(60))
      #expect(isIdle)
      return keys(from: reading)
    }
    fling(session, toTheRight)
    #expect(pressed() == ["+alt", "+tab", "-tab"])
    session.advance(to: Timestamp(microseconds: 400_000))
    let whileGoingOn = pressed()
    #expect(whileGoingOn.count >= 4 && !whileGoingOn.contains("-alt"), "\(whileGoingOn)")
    switch end {
    case .rest: session.advance(to: Timestamp(microseconds: 10_000_000))
    case .landing: land(session, at: 500)
    case .cancellation: session.cancelTouches(at: Timestamp(microseconds: 500_000))
    }
    // The release is in order with the keys of other gestures.
    runner.run(.key(try KeySequence("tab")), for: ActionContext(gesture: "other", view: "main"))
    let atTheEnd = pressed()
    #expect(atTheEnd.suffix(3) == ["-alt", "+tab", "-tab"], "\(atTheEnd)")
    #expect(atTheEnd.count { $0.hasSuffix("alt") } == 1, "\(atTheEnd)")
    runner.shutdown()
  }

  private func keys(from reading: Int32) -> [String] {
    let names: [UInt16: String] = [56: "alt", 15: "tab"]
    var bytes = [UInt8](repeating: 0, count: 24 * 4096)
    let count = max(0, read(reading, &bytes, bytes.count))
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: count, by: 24).compactMap { start in
        guard bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self) == 1 else { return nil }
        let code = bytes.loadUnaligned(fromByteOffset: start + 18, as: UInt16.self)
        let value = bytes.loadUnaligned(fromByteOffset: start + 20, as: Int32.self)
        return (value == 1 ? "+" : "-") + (names[code] ?? "\(code)")
      }
    }
  }
}
