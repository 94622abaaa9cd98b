import Actions
import CLinux
import Foundation
import Gestures
import Testing

@testable import Effects

extension EffectsTests {
  /// Keys and buttons of one gesture. All devices write to one pipe, so that it has their events in the order in which they were sent.
  struct OrderTests {
    private let reading: Int32
    private let bench: Bench

    init() throws {
      var ends: [Int32] = [-1, -1]
      linux_pipe(&ends, O_NONBLOCK)
      reading = ends[0]
      let writing = ends[1]
      var surroundings = ActionSurroundings()
      surroundings.keyboardSettling = .milliseconds(20)
      surroundings.keyboardLinger = .milliseconds(1)
      surroundings.buttonPace = .milliseconds(15)
      surroundings.pointerNotice = .milliseconds(60)
      surroundings.makeKeyboard = { _, _ in fcntl(writing, F_DUPFD_CLOEXEC, 3) }
      surroundings.makePointer = { _, _ in fcntl(writing, F_DUPFD_CLOEXEC, 3) }
      bench = try Bench(surroundings: surroundings)
    }

    private func run(_ actions: Action..., at phase: Motion.Phase = .began, x: Double = 0) {
      var context = ActionContext(gesture: "pan", view: "snake")
      context.isContinuing = phase == .began
      context.motion = Motion(
        phase, at: Point(x: 20, y: 10), on: Size(width: 200, height: 100), translation: Vector(x: x, y: 0))
      for action in actions { bench.runner.run(action, for: context) }
    }

    /// The keys and buttons that went down or up, such as `+29 -29`; buttons have codes above 255.
    private func sent() -> String {
      var bytes = [UInt8](repeating: 0, count: 24 * 4096)
      let count = max(0, read(reading, &bytes, bytes.count))
      return bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: count, by: 24).compactMap { start in
          guard bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self) == 1 else { return nil }
          let code = bytes.loadUnaligned(fromByteOffset: start + 18, as: UInt16.self)
          return (bytes.loadUnaligned(fromByteOffset: start + 20, as: Int32.self) == 0 ? "-" : "+") + "\(code)"
        }.joined(separator: " ")
      }
    }

    private static let click = Action.pointer(.click(.init(.left)))
    private static let drag = Action.pointer(.drag(.init()))

    @Test func `A click is made while the keys are down that are held before it, and not yet those after it`() throws {
      run(.key(try KeySequence("+ctrl")), Self.click, .key(try KeySequence("-ctrl")))
      bench.finish()
      #expect(sent() == "+29 +272 -272 -29")
      // Also when the devices are known, and with a chord that takes its time.
      run(Self.click, .key(try KeySequence("a b c")), Self.click)
      bench.finish()
      #expect(sent() == "+272 -272 +30 -30 +48 -48 +46 -46 +272 -272")
    }

    @Test func `A key and the button of a drag go down in the order written, and the button goes up before the key`()
      throws
    {
      for isKeyFirst in [true, false] {
        let key = Action.key(try KeySequence("+ctrl"))
        if isKeyFirst { run(key, Self.drag) } else { run(Self.drag, key) }
        run(Self.drag, at: .ended)
        bench.runner.releaseKeys(of: ActionContext(gesture: "pan", view: "snake"))
        bench.finish()
        #expect(sent() == (isKeyFirst ? "+29 +272 -272 -29" : "+272 +29 -272 -29"))
      }
    }

    @Test func `What keyboard and pointer send is apart, as applications read each device by itself`() throws {
      let move = Action.pointer(.move(.init()))
      run(.key(try KeySequence("a")), move)
      run(move, at: .changed, x: 1)
      bench.finish()
      let start = ContinuousClock.now
      for x in 2..<8 {
        run(.key(try KeySequence("a")))
        run(move, at: .changed, x: Double(x))
      }
      bench.finish()
      // 12 changes between two devices. Six chords alone would take half as long.
      #expect(start.duration(to: .now) >= .milliseconds(55))
    }

    @Test func `A new configuration lets keys that are being pressed go on`() throws {
      let keys = Action.key(try KeySequence("a b c d e f"))
      bench.runner.prepare(for: [keys])
      run(keys)
      bench.runner.prepare(for: [keys])
      bench.finish()
      #expect(sent() == "+30 -30 +48 -48 +46 -46 +32 -32 +18 -18 +33 -33")
    }
  }
}
