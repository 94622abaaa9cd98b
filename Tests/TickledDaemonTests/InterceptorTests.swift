import Gestures
import Glibc
import Program
import Screen
import Synchronization
import Testing

@testable import Configuration
@testable import TickledDaemon
@testable import TouchInput

/// An interceptor, and a panel. The clones that it makes drop their events.
private final class Bench {
  let interceptor: Interceptor
  let active: ActiveConfiguration
  let intercepted: InterceptedPanel
  let screen: ScreenSettings
  private let outlets: Outlets

  /// The number of clones that cannot be made.
  final class Failures { var left = 0 }
  let failures: Failures
  private let lines: Lines
  var log: [String] { lines.all }
  var troubles: [Trouble] { outlets.log.troubles.all }

  init(_ text: String) throws {
    var options = DaemonOptions(path: "/nonexistent/config.toml")
    options.isDryRun = true
    let file = try ConfigurationFile(bytes: Array(text.utf8), path: options.path)
    let lines = Lines()
    self.lines = lines
    outlets = Outlets(DaemonStart(file, options: options), log: Log { _, line in lines.add(line) })
    active = ActiveConfiguration(file.configuration, outlets)
    screen = try #require(file.configuration.screens.first)
    let failures = Failures()
    self.failures = failures
    interceptor = Interceptor(active, outlets, isDryRun: false) { (panel, _) throws(DeviceError) in
      failures.left -= 1
      if failures.left >= 0 { throw DeviceError(call: "open", object: "/dev/uinput", code: EBUSY) }
      return try Self.clone(of: panel)
    }
    intercepted = try InterceptedPanel(text)
  }

  var panel: Panel { intercepted.panel }

  /// Applies the screen's settings, or others, as a reload does.
  func intercept(_ text: String? = nil, at milliseconds: String) throws {
    let screen = try text.map { try configuration(main + $0).screens[0] } ?? screen
    interceptor.intercept(panel, as: screen, at: try intercepted.time(milliseconds))
  }

  /// Does what the end of a turn does.
  func attend(at milliseconds: String) throws {
    let time = try intercepted.time(milliseconds)
    panel.interception.map { interceptor.attend(to: $0, of: panel, at: time) }
  }

  static func clone(of panel: Panel, node: String? = nil) throws(DeviceError) -> TouchClone {
    let sink = open("/dev/null", O_WRONLY)
    guard let clone = TouchClone(of: panel.device.description, writingTo: sink, node: node) else {
      throw DeviceError(call: "calloc", object: "clone", code: ENOMEM)
    }
    return clone
  }
}

/// The lines of a log.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private let main = "[[screen]]\nname = \"main\"\n"

@Suite struct `The interceptor` {
  @Test func `releases a panel that a reload no longer intercepts, and the clone has no finger left`() throws {
    let bench = try Bench(main)
    let former = try #require(bench.panel.interception)
    try bench.intercepted.play("0  slot 0 id 5 x 100 y 50")
    _ = bench.intercepted.picture
    try bench.intercept(at: "10")
    #expect(bench.panel.interception == nil && former.state == .loose(.paused))
    #expect(bench.intercepted.picture.hasSuffix("id -1"))
    try bench.intercepted.play("20  x 110\n30  id -1")
    #expect(bench.intercepted.picture == "")
  }

  @Test func `releases a panel whose clone has failed before a reload gives it another one`() throws {
    let bench = try Bench(main + "intercept = true\n")
    let former = try #require(bench.panel.interception)
    try bench.intercepted.breakClone()
    try bench.intercepted.play("0  slot 0 id 5 x 100 y 50")
    try bench.intercept(at: "10")
    #expect(former.state == .loose(.paused))
    let next = try #require(bench.panel.interception)
    #expect(next !== former && next.clone.failure == nil)
    // The panel is grabbed when the clone is known and the finger has lifted.
    try bench.intercepted.play("20  x 110")
    bench.interceptor.attend(to: next, of: bench.panel, at: try bench.intercepted.time("2000"))
    #expect(next.state == .waiting)
    try bench.intercepted.play("2010  id -1")
    bench.interceptor.attend(to: next, of: bench.panel, at: try bench.intercepted.time("2020"))
    #expect(next.state == .grabbed)
    #expect(bench.interceptor.guardianProcess != nil && bench.panel.device.guardian != nil)
  }

  @Test func `releases a panel whose guardian ended unnoticed, and intercepts it again with the next one`() throws {
    let bench = try Bench(main + "intercept = true\n")
    let interception = try #require(bench.panel.interception)
    interception.release(.paused, at: try bench.intercepted.time("0"))
    try bench.intercept(at: "10")
    #expect(interception.state == .grabbed)
    let guardian = try #require(bench.panel.device.guardian)
    interception.release(.paused, at: try bench.intercepted.time("20"))
    interception.resume()
    kill(guardian.process, SIGKILL)
    for _ in 0..<2000 where guardian.end == nil { usleep(5_000) }
    let time = try bench.intercepted.time("30")
    bench.interceptor.attend(to: interception, of: bench.panel, at: time)
    #expect(interception.state == .loose(.unguarded))
    #expect(interception.nextDeadline == time + 1_000_000)
    bench.interceptor.review([bench.panel], at: time + 1_000_000)
    #expect(interception.state == .grabbed)
    let next = try #require(bench.panel.device.guardian)
    #expect(next !== guardian && next.end == nil)
  }

  @Test func `knows its own clones from other devices, and waits until udev has reported a clone`() throws {
    let bench = try Bench(main)
    let time = try bench.intercepted.time("0")
    let clone = try Bench.clone(of: bench.panel, node: "/dev/input/event1234567")
    bench.panel.interception?.release(.paused, at: time)
    let interception = Interception(bench.panel.device, clone, bench.screen, at: time)
    bench.panel.interception = interception
    #expect(interception.nextDeadline != nil)
    let other = DiscoveredDevice(at: "/dev/input/event7654321")
    #expect(!bench.interceptor.isOwnClone(other, of: [bench.panel]))
    #expect(interception.nextDeadline != nil)
    #expect(bench.interceptor.isOwnClone(DiscoveredDevice(at: "/dev/input/event1234567"), of: [bench.panel]))
    #expect(interception.nextDeadline == nil)
  }

  @Test func `runs a screen's wake actions when a touch lands on a dark display`() throws {
    let bench = try Bench(
      main + "wake_guard = \"300ms\"\nwake_action = { mode = \"awake\" }\n[mode.awake]\n")
    try bench.intercept(at: "0")
    bench.interceptor.isDisplayOff = false
    try bench.intercepted.play("10  slot 0 id 5 x 100 y 50\n20  id -1")
    #expect(bench.active.modes.name == "default")
    bench.interceptor.isDisplayOff = true
    try bench.intercepted.play("20000  slot 0 id 6 x 100 y 50\n20010  id -1")
    #expect(bench.active.modes.name == "awake")
  }

  @Test func `grabs a panel a second after its clone was made, if udev does not report the clone`() throws {
    let bench = try Bench(main)
    try bench.intercept(at: "0")
    try bench.intercept("intercept = true", at: "0")
    try bench.attend(at: "999")
    #expect(bench.panel.interception?.state == .waiting)
    try bench.attend(at: "1000")
    #expect(bench.panel.interception?.state == .grabbed)
  }

  @Test func `tries again if a clone cannot be made, less and less often, and logs it once`() throws {
    let bench = try Bench(main + "intercept = true\n")
    bench.panel.interception?.release(.paused, at: try bench.intercepted.time("0"))
    bench.panel.interception = nil
    bench.failures.left = 2
    try bench.intercept(at: "0")
    let start = try bench.intercepted.time("0")
    let why = "open /dev/uinput: Device or resource busy"
    #expect(bench.panel.interception == nil && bench.interceptor.nextRetry == start + 1_000_000)
    #expect(bench.interceptor.sentence(about: bench.panel, at: start) == "not intercepted: \(why); tries again in 1 s")
    let trouble = try #require(bench.troubles.first)
    #expect(trouble.about == "interception \(bench.panel.found.node)" && trouble.message.hasSuffix(why))
    bench.interceptor.retry([bench.panel], at: start + 999_999)
    #expect(bench.failures.left == 1)
    bench.interceptor.retry([bench.panel], at: start + 1_000_000)
    #expect(bench.panel.interception == nil && bench.interceptor.nextRetry == start + 3_000_000)
    bench.interceptor.retry([bench.panel], at: start + 3_000_000)
    let interception = try #require(bench.panel.interception)
    try bench.attend(at: "4000")
    #expect(interception.state == .grabbed && bench.interceptor.nextRetry == nil)
    #expect(bench.interceptor.sentence(about: bench.panel, at: start)?.hasPrefix("intercepted") == true)
    #expect(bench.log.filter { $0.contains("not intercepted") }.count == 1)
    #expect(bench.troubles == [])
  }

  @Test func `makes another clone a moment after one has failed`() throws {
    let bench = try Bench(main + "intercept = true\n")
    try bench.intercept(at: "0")
    let former = try #require(bench.panel.interception)
    former.resume()
    try bench.attend(at: "10")
    try bench.intercepted.breakClone()
    try bench.intercepted.play("20  slot 0 id 5 x 100 y 50\n30  id -1")
    try bench.attend(at: "40")
    #expect(former.state == .loose(.failed))
    bench.interceptor.retry([bench.panel], at: try bench.intercepted.time("1040"))
    try bench.attend(at: "3000")
    #expect(bench.panel.interception !== former && bench.panel.interception?.state == .grabbed)
  }

  @Test func `keeps a clone over a reload unless it needs another name, and releases the panel before that`() throws {
    let bench = try Bench(main)
    let interception = try #require(bench.panel.interception)
    try bench.intercept("intercept = true\ntake_back = \"lift\"", at: "0")
    #expect(bench.panel.interception === interception)
    try bench.intercept("intercept = true\nclone_name = \"panel\"", at: "10")
    #expect(interception.state == .loose(.paused))
    #expect(bench.panel.interception !== interception && bench.panel.interception?.state == .waiting)
  }

  @Test func `releases panels for a pause, and a reload meanwhile grabs none; resuming does`() throws {
    let bench = try Bench(main)
    bench.interceptor.pause([bench.panel], at: try bench.intercepted.time("0"))
    #expect(bench.panel.interception?.state == .loose(.paused))
    try bench.intercept("intercept = true", at: "10")
    try bench.attend(at: "5000")
    #expect(bench.panel.interception?.state == .loose(.paused))
    bench.interceptor.resume([bench.panel])
    try bench.attend(at: "6000")
    #expect(bench.panel.interception?.state == .grabbed)
  }
}
