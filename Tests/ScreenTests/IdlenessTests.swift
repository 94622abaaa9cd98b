import Configuration
import Gestures
import Screen
import Testing
import TouchInput

/// Tests of the idle time alone. Times are in seconds.
struct IdlenessTests {
  /// A screen with the idle steps of a configuration, and everything that happened on it.
  private final class Bench {
    let session: Session
    let modes: Modes
    private(set) var idleness: Idleness
    private(set) var lines: [String] = []
    private var report: (IdleChange, Timestamp) -> Void = { _, _ in }
    private var perform: (StateAction) -> Void = { _ in }

    init(_ text: String) throws {
      let configuration = try configuration(text)
      let start = Timestamp(microseconds: 0)
      var tell: (String, Timestamp) -> Void = { _, _ in }
      let report = { (change: IdleChange, time: Timestamp) in tell(change.words, time) }
      let perform = { (action: StateAction) in tell("\(action.word) \(action.action.arguments[0])", action.time) }
      modes = Modes(configuration.modes, perform: perform) { tell("mode \($0)", $1) }
      idleness = Idleness(configuration.idle, modes: modes, from: start, perform: perform, report: report)
      session = Session(
        Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120)), origin: start,
        modes: modes, idleness: idleness, runner: nil
      ) { if case .gesture(let event, let gesture) = $0 { tell(gesture.settings.name, event.time) } }
      (self.report, self.perform) = (report, perform)
      tell = { [unowned self] in lines.append("\(Self.seconds($1)) \($0)") }
    }

    func touch(_ phase: Touch.Phase, at time: Double) {
      advance(to: time)
      session.handle(
        TouchFrame(
          time: Self.moment(time),
          contacts: [TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 50, y: 50), type: .finger)]))
    }

    func tap(at time: Double) {
      touch(.began, at: time)
      touch(.ended, at: time + 0.05)
    }

    func press(_ code: UInt16, at time: Double) {
      advance(to: time)
      session.handle(presses: [Press(code: code, phase: .began, time: Self.moment(time))])
      session.handle(presses: [Press(code: code, phase: .ended, time: Self.moment(time + 0.05))])
    }

    func command(at time: Double) {
      advance(to: time)
      session.handle(command: RemoteCommand(.nextTrack, time: Self.moment(time)))
    }

    /// Has the device lie still for two seconds, with a knock in the middle, at 100 samples per second.
    func lie(from time: Double, force: Double) {
      for sample in 0..<200 {
        let moment = time + Double(sample) / 100
        advance(to: moment)
        let z = sample == 100 ? 9.8 + force : 9.8
        session.handle(
          sample: MotionSample(time: Self.moment(moment), acceleration: Acceleration(x: 0, y: 0, z: z)))
      }
    }

    /// Lets time pass from deadline to deadline, as a replay does.
    func advance(to time: Double) {
      while let next = [session.nextDeadline, idleness.nextDeadline].compactMap({ $0 }).min(), next <= Self.moment(time)
      {
        session.advance(to: next)
        idleness.advance(to: next)
      }
    }

    /// Lets the process stand still: it learns of the time only at its end.
    func oversleep(to time: Double) { idleness.advance(to: Self.moment(time)) }

    func enter(_ mode: String, at time: Double) {
      advance(to: time)
      modes.enter(mode, at: Self.moment(time))
    }

    func use(_ isUsed: Bool, at time: Double) {
      advance(to: time)
      idleness.setUsed(isUsed, at: Self.moment(time))
    }

    /// Goes on with another configuration.
    func replace(with text: String, at time: Double) throws {
      advance(to: time)
      let configuration = try configuration(text)
      let next = Idleness(configuration.idle, modes: modes, from: Self.moment(time), perform: perform, report: report)
      next.resume(idleness, at: Self.moment(time))
      idleness = next
    }

    static func moment(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64((seconds * 1e6).rounded())) }

    static func seconds(_ time: Timestamp) -> String {
      let text = "\(Double(time.microseconds) / 1e6)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
  }

  private static let steps = """
    [[idle]]
    after = "6s"
    name = "off"
    action = { log = "dark" }
    active = { log = "light" }
    [[idle]]
    after = "2s"
    name = "dim"
    action = [{ log = "dimmer" }, { log = "quiet" }]
    active = { log = "brighter" }
    [[idle]]
    after = "4s"

    """

  @Test func `The steps are reached in the order of their times, and a touch undoes them in the opposite order`() throws
  {
    let bench = try Bench(Self.steps)
    bench.tap(at: 0)
    bench.tap(at: 9)
    bench.advance(to: 12)
    #expect(
      bench.lines == [
        "2.05 idle dim", "2.05 idle dimmer", "2.05 idle quiet", "4.05 idle 4s", "6.05 idle off", "6.05 idle dark",
        "9 active", "9 active light", "9 active brighter", "11.05 idle dim", "11.05 idle dimmer", "11.05 idle quiet",
      ])
    #expect(bench.idleness.names == ["dim"])
    #expect(bench.idleness.lastTouch == Bench.moment(9.05))
  }

  @Test func `The time counts from the start if there was no touch yet`() throws {
    let bench = try Bench(Self.steps)
    bench.advance(to: 5)
    #expect(bench.lines == ["2 idle dim", "2 idle dimmer", "2 idle quiet", "4 idle 4s"])
    #expect(bench.idleness.lastTouch == nil)
  }

  @Test func `A finger that rests is a touch for as long as it is down`() throws {
    let bench = try Bench(Self.steps)
    bench.touch(.began, at: 1)
    bench.advance(to: 100)
    #expect(bench.lines == [])
    bench.touch(.ended, at: 101)
    bench.advance(to: 103)
    #expect(bench.lines.first == "103 idle dim")
  }

  @Test func `A key that goes down and a remote command are use, a switch that turns is not`() throws {
    let bench = try Bench(Self.steps)
    bench.press(115, at: 1)
    bench.command(at: 2.5)
    bench.press(0x1001, at: 4)
    bench.advance(to: 4.6)
    #expect(bench.lines.first == "4.5 idle dim")
    #expect(bench.idleness.lastTouch == Bench.moment(2.5))
  }

  @Test func `A knock is use even if nothing is reported and no action is bound`() throws {
    let configuration = try configuration("[[gesture]]\nname = \"knock\"\nkind = \"knock\"\n")
    let start = Timestamp(microseconds: 0)
    let idleness = Idleness(modes: Modes(), from: start)
    let session = Session(
      Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120)), origin: start,
      idleness: idleness, runner: nil, report: nil)
    for sample in 0..<300 {
      let acceleration = Acceleration(x: 0, y: 0, z: sample == 100 ? 25 : 9.8)
      session.handle(
        sample: MotionSample(time: Timestamp(microseconds: Int64(sample) * 10_000), acceleration: acceleration))
    }
    #expect(idleness.lastTouch != nil)
  }

  @Test(arguments: [(force: 15.0, lastTouch: 2.2), (force: 1, lastTouch: 0)])
  func `Motion is use if a gesture is recognized with it`(force: Double, lastTouch: Double) throws {
    let bench = try Bench(Self.steps + "[[gesture]]\nname = \"knock\"\nkind = \"knock\"\n")
    bench.press(115, at: 0)
    bench.lie(from: 1, force: force)
    bench.advance(to: 3)
    let latest = try #require(bench.idleness.lastTouch)
    #expect(abs(Double(latest.microseconds) / 1e6 - lastTouch) < 0.3)
    #expect(bench.lines.contains { $0.hasSuffix(" knock") } == (force > 5))
  }

  @Test func `While the machine is used otherwise no step is reached, and the time counts from the end of that`() throws
  {
    let bench = try Bench(Self.steps)
    bench.use(true, at: 1)
    bench.advance(to: 100)
    #expect(bench.lines == [])
    bench.use(false, at: 101)
    bench.advance(to: 104)
    #expect(bench.lines == ["103 idle dim", "103 idle dimmer", "103 idle quiet"])
    // A keyboard brightens the display, also after another configuration was read.
    try bench.replace(with: Self.steps, at: 104)
    bench.use(true, at: 104.5)
    #expect(bench.lines.suffix(2) == ["104.5 active", "104.5 active brighter"])
    try bench.replace(with: Self.steps, at: 105)
    bench.advance(to: 200)
    #expect(bench.lines.last == "104.5 active brighter")
  }

  @Test func `Nothing is due while a finger is down, and no deadline is earlier than one step's time after another`()
    throws
  {
    let bench = try Bench(Self.steps)
    var deadlines: Set<Timestamp> = []
    for step in 0..<100 {
      bench.tap(at: Double(step) / 2)
      deadlines.insert(try #require(bench.idleness.nextDeadline))
    }
    #expect(bench.lines == [])
    #expect(deadlines.count <= 50 / 2 + 2, "one look at each step's time")
  }

  @Test func `A machine that stood still does not catch up on its steps`() throws {
    let bench = try Bench(Self.steps)
    bench.tap(at: 0)
    bench.advance(to: 3)
    bench.oversleep(to: 100)
    #expect(bench.lines.suffix(2) == ["100 active", "100 active brighter"])
    bench.advance(to: 103)
    #expect(bench.lines.last == "102 idle quiet")
  }

  @Test func `A step that is a little late has the time at which it was due`() throws {
    let bench = try Bench(Self.steps)
    bench.oversleep(to: 4.5)
    #expect(bench.lines == ["2 idle dim", "2 idle dimmer", "2 idle quiet", "4 idle 4s"])
  }

  @Test func `A wake-up of the machine counts as a touch`() throws {
    let bench = try Bench(Self.steps)
    bench.advance(to: 3)
    bench.idleness.restart(at: Bench.moment(3.5))
    bench.advance(to: 5.4)
    #expect(bench.lines.suffix(2) == ["3.5 active", "3.5 active brighter"])
    bench.advance(to: 5.5)
    #expect(bench.lines.last == "5.5 idle quiet")
  }

  @Test func `The end of the program undoes the steps that were reached`() throws {
    let bench = try Bench(Self.steps)
    bench.advance(to: 6)
    bench.idleness.end(at: Bench.moment(7))
    #expect(bench.lines.suffix(2) == ["7 active light", "7 active brighter"])
    bench.idleness.end(at: Bench.moment(8))
    #expect(bench.lines.last == "7 active brighter")
  }

  // MARK: Modes

  private static let modes = """
    [[gesture]]
    name = "tap"
    kind = "tap"
    [[idle]]
    name = "dim"
    after = "2s"
    [[idle]]
    name = "off"
    after = "4s"
    [[idle]]
    name = "late"
    after = "5s"
    enabled = false
    [mode.meeting]
    disable = ["dim", "off"]
    enable = "late"
    timeout = "20s"

    """

  @Test func `A mode turns steps off and on`() throws {
    let bench = try Bench(Self.modes)
    bench.enter("meeting", at: 1)
    bench.advance(to: 30)
    #expect(bench.lines == ["1 mode meeting", "5 idle late", "21 mode default"])
  }

  @Test func `A step whose time has passed is reached when the mode that turned it off ends`() throws {
    let bench = try Bench(Self.modes.replacingOccurrences(of: "enable = \"late\"\n", with: ""))
    bench.enter("meeting", at: 1)
    bench.advance(to: 30)
    #expect(bench.lines == ["1 mode meeting", "21 mode default", "21 idle dim", "21 idle off"])
  }

  @Test func `A shorter step is not reached after a longer one`() throws {
    let bench = try Bench(Self.modes.replacingOccurrences(of: "[\"dim\", \"off\"]", with: "\"dim\""))
    bench.enter("meeting", at: 1)
    bench.advance(to: 30)
    #expect(bench.lines == ["1 mode meeting", "4 idle off", "5 idle late", "21 mode default"])
  }

  @Test func `The touch that ends the idle time belongs to the mode of the idle time`() throws {
    let bench = try Bench(
      """
      [[gesture]]
      name = "tap"
      kind = "tap"
      [[idle]]
      name = "off"
      after = "2s"
      action = { mode = "asleep" }
      active = { mode = "default" }
      [mode.asleep]
      disable = "tap"
      """)
    bench.tap(at: 1)
    bench.tap(at: 5)
    bench.tap(at: 6)
    #expect(
      bench.lines == [
        "1.05 tap", "3.05 idle off", "3.05 idle asleep", "3.05 mode asleep", "5 active", "5 active default",
        "5 mode default", "6.05 tap",
      ])
  }

  // MARK: Replays

  /// The changes of the idle time in a replay.
  private final class Changes: ReplayAudience {
    private(set) var lines: [String] = []

    func follow(_ record: SessionRecord) {}

    func follow(_ announcement: Announcement, at time: Timestamp) {
      if case .idle(let change) = announcement { lines.append("\(Bench.seconds(time)) \(change.words)") }
    }
  }

  @Test func `A step is reached in a replay while a touch is held back that may be a phantom`() throws {
    var text = """
      N: Panel
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 9 0 0 0
      A: 35 0 20000 0 0 100
      A: 36 0 12000 0 0 100
      A: 39 0 65535 0 0 0

      """
    // After three taps of 1 ms at one place, a landing there counts only if it lasts for 2 ms.
    for (down, up) in [
      ("0.000000", "0.001000"), ("0.200000", "0.201000"), ("0.400000", "0.401000"), ("1.400000", "1.500000"),
    ] {
      text += "E: \(down) 0003 0039 1\nE: \(down) 0003 0035 1000\nE: \(down) 0003 0036 1000\nE: \(down) 0000 0000 0\n"
      text += "E: \(up) 0003 0039 -1\nE: \(up) 0000 0000 0\n"
    }
    let replay = Replay(
      try configuration("[[idle]]\nafter = \"1s\"\nname = \"dim\"\n"), options: ReplayOptions(), runner: nil)
    let changes = replay.play(try Recording(bytes: Array(text.utf8), file: "taps.evemu"), warn: { _ in }) { _, _ in
      Changes()
    }
    #expect(changes?.lines == ["1.401 idle dim", "1.402 active"])
  }

  // MARK: Other configurations

  @Test func `Steps that were reached are undone after a reload, and the time goes on`() throws {
    let bench = try Bench(Self.steps)
    bench.advance(to: 3)
    try bench.replace(with: "[[idle]]\nafter = \"1s\"\n[[idle]]\nafter = \"5s\"\n", at: 3.5)
    bench.advance(to: 5)
    // Not that of 1 s: a longer one was reached before.
    #expect(bench.lines.suffix(2) == ["2 idle quiet", "5 idle 5s"])
    bench.idleness.touched(at: Bench.moment(6))
    #expect(bench.lines.suffix(2) == ["6 active", "6 active brighter"])
  }

  @Test func `A step that a reload adds, and whose time has passed, is reached at once`() throws {
    let bench = try Bench("")
    bench.advance(to: 50)
    try bench.replace(with: Self.steps, at: 50)
    bench.advance(to: 50)
    #expect(bench.lines.first == "50 idle dim")
    #expect(bench.lines.last == "50 idle dark")
  }
}
