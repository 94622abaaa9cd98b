@testable import Configuration
import Gestures
import Screen
import Testing

/// Tests of modes alone: which one is active after others were entered. Times are in seconds.
struct ModesTests {
  private static func modes(_ report: @escaping (String, Timestamp) -> Void) -> Modes {
    func mode(_ name: String, _ timeout: Duration?) -> ModeSettings {
      var mode = ModeSettings(name: name)
      mode.timeout = timeout
      return mode
    }
    return Modes(
      [mode("locked", nil), mode("short", .seconds(5)), mode("long", .seconds(30)), mode("still", nil)], report: report)
  }

  @Test(arguments: [
    // The modes that are entered, as TIME:MODE, and all changes that are reported.
    ("1:locked", "1:locked"),
    ("1:locked 2:default", "1:locked 2:default"),
    ("1:locked 2:locked", "1:locked"),
    ("1:default", ""),
    ("1:short", "1:short 6:default"),
    ("1:short 4:short", "1:short 9:default"),
    ("1:locked 2:short", "1:locked 2:short 7:locked"),
    ("1:long 2:short", "1:long 2:short 7:long 31:default"),
    ("1:long 29:short", "1:long 29:short 34:default"),
    ("1:long 2:short 3:long", "1:long 2:short 3:long 33:default"),
    ("1:short 2:still 20:default", "1:short 2:still 20:default"),
    ("1:short 2:nonsense", "1:short 6:default"),
    ("1:short 20:short", "1:short 6:default 20:short 25:default"),
  ])
  func `A mode with a timeout returns to the mode below it`(set: String, told: String) {
    var lines: [String] = []
    let modes = Self.modes { lines.append("\($1.microseconds / 1_000_000):\($0)") }
    for word in set.split(separator: " ") {
      let parts = word.split(separator: ":")
      let time = Timestamp(microseconds: Int64(parts[0])! * 1_000_000)
      modes.advance(to: time)
      modes.enter(String(parts[1]), at: time)
    }
    modes.advance(to: Timestamp(microseconds: .max))
    #expect(lines.joined(separator: " ") == told)
    #expect(modes.nextDeadline == nil)
  }

  @Test func `A new configuration stays in the current mode if it still has it`() {
    let old = Self.modes { _, _ in }
    old.enter("long", at: Timestamp(microseconds: 0))
    old.enter("short", at: Timestamp(microseconds: 1))
    let new = Modes([ModeSettings(name: "long")])
    new.resume(old)
    #expect(new.name == "long")
    #expect(new.nextDeadline == Timestamp(microseconds: 30_000_000))
    let other = Modes([])
    other.resume(old)
    #expect(other.name == "default")
  }
}

/// A mode that one screen's gesture enters is active on all screens, also on those that are added later.
@Test func `A mode is active on every screen`() throws {
  let configuration = try configuration(
    """
    [[gesture]]
    name = "lock"
    kind = "tap"
    action = { mode = "locked" }
    [[gesture]]
    name = "idle"
    kind = "tap"
    enabled = false
    [mode.locked]
    disable = ["lock"]
    enable = ["idle"]
    timeout = "2s"
    """)
  let start = Timestamp(microseconds: 0)
  let modes = Modes(configuration.modes)
  func session() -> Session {
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    return Session(scene, origin: start, modes: modes, runner: nil, report: nil)
  }
  func enabled(_ session: Session) -> [Bool] { session.scene.gestures.map(\.recognizer.isEnabled) }
  let sessions = [session(), session()]
  #expect(sessions.map(enabled) == [[true, false], [true, false]])
  let finger = Point(x: 50, y: 50)
  for (time, phase) in [(0, Touch.Phase.began), (60_000, .ended)] {
    sessions[0].handle(
      TouchFrame(
        time: Timestamp(microseconds: Int64(time)),
        contacts: [TouchFrame.Contact(id: 1, phase: phase, location: finger, type: .finger)]))
  }
  #expect(modes.name == "locked")
  #expect((sessions + [session()]).map(enabled) == [[false, true], [false, true], [false, true]])
  #expect(sessions[1].nextDeadline == Timestamp(microseconds: 2_060_000))
  sessions[1].advance(to: Timestamp(microseconds: 3_000_000))
  #expect(sessions.map(enabled) == [[true, false], [true, false]])
}
