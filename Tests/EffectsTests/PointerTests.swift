import Actions
import CLinux
import Foundation
import Gestures
import Testing

@testable import Effects

extension EffectsTests {
  /// The pointers of `click`, `scroll`, `drag` and `pointer` actions, with pipes in place of uinput.
  struct PointerTests {
    private let made = Messages()
    private let absolute: Int32
    private let relative: Int32
    private let bench: Bench

    init() throws {
      var ends: [[Int32]] = []
      for _ in 0..<2 {
        var pair: [Int32] = [-1, -1]
        linux_pipe(&pair, O_NONBLOCK)
        ends.append(pair)
      }
      (absolute, relative) = (ends[0][0], ends[1][0])
      let (toAbsolute, toRelative) = (ends[0][1], ends[1][1])
      var surroundings = ActionSurroundings()
      surroundings.keyboardSettling = .milliseconds(20)
      surroundings.keyboardLinger = .milliseconds(1)
      surroundings.buttonPace = .milliseconds(5)
      surroundings.pointerNotice = .milliseconds(60)
      surroundings.longestHold = .milliseconds(300)
      surroundings.makePointer = { [made] _, isAbsolute in
        made.add(isAbsolute ? "absolute" : "relative")
        return fcntl(isAbsolute ? toAbsolute : toRelative, F_DUPFD_CLOEXEC, 3)
      }
      bench = try Bench(surroundings: surroundings)
    }

    /// Runs an action for an event of a gesture on a screen of 200 × 100 mm.
    private func run(
      _ action: PointerAction, _ phase: Motion.Phase = .single, _ x: Double = 0, _ y: Double = 0,
      translation: Vector? = nil, velocity: Vector = .zero, by gesture: String = "pan", isContinuing: Bool = true
    ) {
      var context = ActionContext(gesture: gesture, view: "snake")
      context.isContinuing = isContinuing
      context.motion = Motion(
        phase, at: Point(x: x, y: y), on: Size(width: 200, height: 100), translation: translation ?? Vector(x: x, y: y),
        velocity: velocity)
      bench.runner.run(.pointer(action), for: context)
    }

    /// Returns what was sent, such as `x100 y200 . +left . -left .`; a period ends a report.
    private func sent(_ reading: Int32) -> String {
      var bytes = [UInt8](repeating: 0, count: 24 * 4096)
      let count = max(0, read(reading, &bytes, bytes.count))
      #expect(count % 24 == 0)
      var words: [String] = []
      bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: count, by: 24) {
          let type = bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self)
          let code = bytes.loadUnaligned(fromByteOffset: start + 18, as: UInt16.self)
          let value = bytes.loadUnaligned(fromByteOffset: start + 20, as: Int32.self)
          words.append(Self.word(type, code, value))
        }
      }
      return words.joined(separator: " ")
    }

    private static func word(_ type: UInt16, _ code: UInt16, _ value: Int32) -> String {
      switch (type, code) {
      case (0, 0): return "."
      case (1, _):
        let button = PointerAction.Button.allCases.first { $0.code == code }?.rawValue ?? "key \(code)"
        return (value == 0 ? "-" : "+") + button
      case (2, 0): return "dx\(value)"
      case (2, 1): return "dy\(value)"
      case (2, 6): return "hwheel\(value)"
      case (2, 8): return "wheel\(value)"
      case (2, 11): return "fine\(value)"
      case (2, 12): return "hfine\(value)"
      case (3, 0): return "x\(value)"
      case (3, 1): return "y\(value)"
      default: return "type \(type) code \(code) value \(value)"
      }
    }

    /// Collects what is sent until it fulfils the condition.
    private func sent(_ reading: Int32, until isEnough: (String) -> Bool) -> String {
      var words: [String] = []
      eventually("the reports") {
        let new = sent(reading)
        if !new.isEmpty { words.append(new) }
        return isEnough(words.joined(separator: " "))
      }
      return words.joined(separator: " ")
    }

    private func drag(_ change: (inout PointerAction.Drag) -> Void = { _ in }) -> PointerAction {
      var drag = PointerAction.Drag()
      change(&drag)
      return .drag(drag)
    }

    private func scroll(_ change: (inout PointerAction.Scroll) -> Void = { _ in }) -> PointerAction {
      var scroll = PointerAction.Scroll()
      change(&scroll)
      return .scroll(scroll)
    }

    @Test func `A click goes to the touch's place, as a share of the screen, and then presses the button`() {
      run(.click(.init(.right)), .single, 50, 50)
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +right . -right .")
      #expect(made.all == ["absolute"])
    }

    @Test func `The first button of a new pointer waits until applications have noticed that it moves`() {
      let start = ContinuousClock.now
      run(.click(.init()), .single, 50, 50)
      _ = sent(absolute) { $0.contains("+left") }
      // The pointer itself takes 20 ms.
      #expect(start.duration(to: .now) >= .milliseconds(80))
      bench.finish()
    }

    @Test func `Places beyond the edge are at the edge`() {
      run(.click(.init()), .single, -3, 250)
      bench.finish()
      #expect(sent(absolute) == "x0 y65535 . +left . -left .")
    }

    @Test func `A second click at the same place moves the pointer there again`() {
      run(.click(.init()), .single, 200, 100)
      run(.click(.init()), .single, 200, 100)
      run(.click(.init()), .single, 0, 0)
      run(.click(.init()), .single, 0, 0)
      bench.finish()
      #expect(
        sent(absolute)
          == "x65535 y65535 . +left . -left . x65534 . x65535 y65535 . +left . -left . "
          + "x0 y0 . +left . -left . x1 . x0 y0 . +left . -left .")
    }

    @Test func `A double click presses twice, at the pointer if wanted`() {
      run(.click(.init(.middle, count: 2, place: .pointer)))
      bench.finish()
      #expect(sent(relative) == "+middle . -middle . +middle . -middle .")
      #expect(made.all == ["relative"])
    }

    @Test func `A drag holds its button from the beginning to the end, and follows the finger`() {
      run(drag(), .began, 50, 50)
      bench.finish()
      run(drag(), .changed, 100, 50)
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left . x32768 y32768 .")
      run(drag(), .ended, 100, 50)
      bench.finish()
      #expect(sent(absolute) == "-left .")
      run(drag { $0.button = .right }, .began, 50, 50)
      run(drag { $0.button = .right }, .cancelled, 50, 50)
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +right . -right .")
    }

    @Test func `A finger that is lifted from a drag of several does not move the pointer`() {
      run(drag(), .began, 50, 50, translation: Vector(x: 1, y: 0))
      // The centre jumps by 40 mm, the translation grows by 50 mm.
      run(drag(), .changed, 140, 50, translation: Vector(x: 51, y: 0))
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left . x32768 y32768 .")
    }

    @Test func `The relative pointer follows in counts, and loses none of a slow movement`() {
      let move = PointerAction.move(.init())
      run(move, .began, 50, 50)
      for step in 1...100 {
        run(move, .changed, 50 + Double(step) * 0.0254, 50)
        bench.finish()
      }
      run(move, .ended, 53, 50)
      bench.finish()
      let words = sent(relative).split(separator: " ").filter { $0 != "." }
      // 2.54 mm are 16.3 pt.
      #expect(words.allSatisfy { $0 == "dx1" } && words.count == 16, "\(words)")
      run(drag { ($0.place, $0.speed) = (.pointer, 2) }, .began, 50, 50)
      run(drag { ($0.place, $0.speed) = (.pointer, 2) }, .changed, 50, 24.6)
      run(drag { ($0.place, $0.speed) = (.pointer, 2) }, .ended, 50, 24.6)
      bench.finish()
      #expect(sent(relative) == "+left . dy-326 . -left .")
      #expect(made.all == ["relative"])
    }

    @Test func `A pointer that is absolute goes to the place of a tap`() {
      var move = PointerAction.Move()
      move.place = .touch
      run(.move(move), .single, 100, 100)
      bench.finish()
      #expect(sent(absolute) == "x32768 y65535 .")
    }

    @Test func `A drag goes on across a short lift, and its button goes up after a long one`() {
      let lasting = drag { $0.liftTime = .milliseconds(150) }
      run(lasting, .began, 50, 50)
      run(lasting, .ended, 60, 50)
      run(lasting, .began, 100, 50)
      bench.finish()
      usleep(250_000)
      #expect(sent(absolute) == "x16384 y32768 . +left . x32768 y32768 .", "the time of the first lift is over")
      run(lasting, .ended, 100, 50)
      bench.finish()
      #expect(sent(absolute) == "", "the button is still down")
      #expect(sent(absolute) { $0.contains("-left") } == "-left .")
      run(lasting, .began, 50, 50)
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left .")
      run(lasting, .cancelled, 50, 50)
      bench.finish()
      #expect(sent(absolute) == "-left .", "a cancelled drag is over at once")
    }

    @Test func `Another action ends a drag that waits for its finger`() {
      let lasting = drag { $0.liftTime = .seconds(60) }
      run(lasting, .began, 50, 50)
      run(lasting, .ended, 50, 50)
      run(.click(.init(.right)), .single, 100, 50, by: "tap")
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left . -left . x32768 y32768 . +right . -right .")
    }

    @Test func `A click does not release a button that a drag holds, and the end of another gesture neither`() {
      run(drag(), .began, 50, 50)
      run(.click(.init()), .single, 100, 50, by: "tap")
      run(drag(), .ended, 50, 50, by: "other")
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left .")
      run(drag(), .ended, 50, 50)
      bench.finish()
      #expect(sent(absolute) == "-left .")
    }

    @Test func `A new configuration releases all buttons, and keeps the pointers that it needs`() {
      bench.runner.prepare(for: [.pointer(drag()), .pointer(drag { $0.place = .pointer })])
      run(drag(), .began, 50, 50)
      run(drag { $0.place = .pointer }, .began, 50, 50, by: "other")
      bench.finish()
      bench.runner.prepare(for: [.pointer(drag())])
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 . +left . -left .")
      #expect(sent(relative) == "+left . -left .")
      run(drag(), .changed, 60, 50)
      run(drag(), .ended, 60, 50)
      bench.finish()
      #expect(sent(absolute) == "", "the drag is over")
      #expect(made.all.sorted() == ["absolute", "relative"])
      bench.runner.prepare(for: [.pointer(drag { $0.place = .pointer })])
      bench.finish()
      #expect(made.all.sorted() == ["absolute", "relative", "relative"], "it was closed meanwhile")
    }

    @Test func `A button that a gesture without an end holds is released after a time`() {
      run(drag(), .began, 50, 50, isContinuing: false)
      #expect(sent(absolute) { $0.hasSuffix("-left .") } == "x16384 y32768 . +left . -left .")
      eventually("the line") { bench.logged().contains { $0.contains("a button was held for") } }
    }

    @Test func `A configuration without pointer actions makes no pointer, and a scroll needs both`() {
      bench.runner.prepare(for: [.log("x")])
      bench.finish()
      #expect(made.all == [])
      bench.runner.prepare(for: [.pointer(scroll())])
      bench.finish()
      #expect(made.all.sorted() == ["absolute", "relative"])
    }

    @Test func `A scroll puts the pointer under the finger and turns the wheel`() {
      let plain = scroll { $0.hasInertia = false }
      run(plain, .began, 50, 50)
      run(plain, .changed, 50, 65, velocity: Vector(x: 0, y: 500))
      run(plain, .ended, 50, 65, velocity: Vector(x: 0, y: 500))
      bench.finish()
      #expect(sent(absolute) == "x16384 y32768 .")
      #expect(sent(relative) == "fine180 wheel1 .", "and nothing after the lift")
    }

    @Test func `After the lift a scroll coasts as far as its inertia says`() throws {
      run(scroll(), .began, 50, 50)
      run(scroll(), .changed, 50, 60)
      run(scroll(), .ended, 50, 60, velocity: Vector(x: 0, y: 60))
      bench.finish()
      let words = sent(relative).split(separator: " ")
      let fine = words.compactMap { $0.hasPrefix("fine") ? Int($0.dropFirst(4)) : nil }
      let whole = words.compactMap { $0.hasPrefix("wheel") ? Int($0.dropFirst(5)) : nil }
      let inertia = try #require(ScrollInertia(velocity: Vector(x: 0, y: 60)))
      let way = 10 + inertia.travel(after: inertia.duration).y
      #expect(fine.reduce(0, +) == Int((way * 12).rounded()))
      #expect(whole.reduce(0, +) == Int(way / 10))
      #expect(fine.count > 50, "in small turns")
    }

    @Test func `A landing on the screen stops a scroll that coasts, one on another screen does not`() {
      run(scroll(), .began, 50, 50)
      run(scroll(), .ended, 50, 50, velocity: Vector(x: 0, y: 5000))
      bench.runner.stopScrolling(on: "other")
      _ = sent(relative) { $0.contains("wheel") }
      bench.runner.stopScrolling(on: "main")
      let start = ContinuousClock.now
      bench.finish()
      #expect(ContinuousClock.now - start < .seconds(2), "it would have taken 3.4 s")
      _ = sent(relative)
      usleep(50_000)
      #expect(sent(relative) == "")
    }

    @Test func `A click stops a scroll that coasts, because it moves the pointer elsewhere`() {
      run(scroll(), .began, 50, 50)
      run(scroll(), .ended, 50, 50, velocity: Vector(x: 0, y: 5000))
      _ = sent(relative) { $0.contains("wheel") }
      run(.click(.init()), .single, 100, 50, by: "tap")
      let start = ContinuousClock.now
      bench.finish()
      #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func `Without uinput one warning gives the remedy, and other actions still run`() throws {
      var surroundings = ActionSurroundings()
      surroundings.uinput = "/nonexistent/uinput"
      let bench = try Bench(surroundings: surroundings)
      var context = ActionContext(gesture: "tap", view: "snake")
      context.motion = Motion(.single, at: .zero, on: Size(width: 1, height: 1))
      bench.runner.prepare(for: [.pointer(.click(.init()))])
      for _ in 0..<3 { bench.runner.run(.pointer(.click(.init(count: 2))), for: context) }
      bench.shell("echo done >done")
      bench.finish()
      #expect(bench.logged().count == 1)
      let warning = "warning: pointer actions at the touch do nothing: open /nonexistent/uinput: "
      #expect(bench.logged()[0].hasPrefix(warning))
      #expect(bench.logged()[0].contains("modprobe uinput"), "\(bench.logged())")
      #expect(bench.text("done") == "done\n")
    }
  }
}
