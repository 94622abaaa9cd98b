import CLinux
import CTouchInput
import Gestures
import Glibc
import Testing

@testable import Configuration
@testable import Program
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// The daemon's core with a panel and its clone, which are pipes, run turn by turn.
private final class PluggedPanel {
  let core: DaemonCore
  private let loop: EventLoop
  private var panelEnd: Int32
  private let cloneEnd: Int32
  private var time: Timestamp

  init(_ text: String, isIntercepted: Bool = true) throws {
    let file = try ConfigurationFile(bytes: Array(text.utf8), path: "c.toml")
    var options = DaemonOptions(path: "/nonexistent/c.toml")
    options.isDryRun = true
    options.devices = ["/nonexistent/event0"]
    loop = try #require(EventLoop(signals: []))
    core = try #require(DaemonCore(DaemonStart(file, options: options), loop: loop, log: Log { _, _ in }))

    var panel: [Int32] = [0, 0], clone: [Int32] = [0, 0]
    // Children of other tests must not inherit these: they would keep the panel from ending when this end is closed.
    try #require(linux_pipe(&panel, O_NONBLOCK) == 0 && linux_pipe(&clone, O_NONBLOCK) == 0)
    (panelEnd, cloneEnd, time) = (panel[1], clone[0], core.now + 1_000_000)
    let recording = try Recording(bytes: Array((InterceptedPanel.slots + "E: 0.0 0 0 0\n").utf8), file: "panel")
    let device = try #require(TouchDevice(adopting: panel[0], recording.description))
    let source = PanelSource(device, DiscoveredDevice(at: "/nonexistent/event9"))
    var screen = file.configuration.screens.first ?? ScreenSettings()
    screen.takeBack = .palm
    core.panels.attach(source, screen)
    guard isIntercepted else {
      close(clone[1])
      return
    }
    let relay = try #require(TouchClone(of: recording.description, writingTo: clone[1]))
    let interception = Interception(device, relay, screen, at: core.now)
    core.panels.all.first?.interception = interception
    interception.cloneIsKnown()
    if let error = interception.grabIfUntouched(at: Timestamp(microseconds: 0), nil) { throw error }
  }

  deinit {
    unplug()
    close(cloneEnd)
  }

  func send(_ events: (type: Int32, code: Int32, value: Int32)...) throws {
    time = time + 10_000
    let events = (events + [(EV_SYN, SYN_REPORT, 0)]).map { InterceptedPanel.event($0.type, $0.code, $0.value, time) }
    let size = events.count * MemoryLayout<input_event>.stride
    try #require(write(panelEnd, events, size) == size)
  }

  func unplug() {
    if panelEnd >= 0 { close(panelEnd) }
    panelEnd = -1
  }

  /// Takes turns of the daemon's loop until a condition holds.
  func turn(until holds: () -> Bool) {
    for _ in 0..<2000 where !holds() { _ = core.turn(loop.wait(until: core.now.microseconds + 10_000)) }
  }

  /// Returns the clone's tracking IDs, which are -1 where a touch ends.
  func trackingIDs() -> [Int32] {
    var events = [input_event](repeating: input_event(), count: 256)
    let size = read(cloneEnd, &events, events.count * MemoryLayout<input_event>.stride)
    return events.prefix(max(0, size) / MemoryLayout<input_event>.stride)
      .filter { Int32($0.type) == EV_ABS && Int32($0.code) == ABS_MT_TRACKING_ID }.map(\.value)
  }
}

@Suite struct `An intercepted panel that is unplugged` {
  @Test(arguments: [
    "", gesture("pan"), gesture("long-press", "delays_touches_began = true"), gesture("tap", "taps = 2"),
  ])
  func `in mid-touch is closed and released, and applications have no touch left`(gestures: String) throws {
    let panel = try PluggedPanel(gestures)
    try panel.send((EV_ABS, ABS_MT_TRACKING_ID, 5), (EV_ABS, ABS_MT_POSITION_X, 100), (EV_ABS, ABS_MT_POSITION_Y, 50))
    try panel.send((EV_ABS, ABS_MT_POSITION_X, 101))
    try panel.send((EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 6), (EV_ABS, ABS_MT_POSITION_X, 500))
    panel.turn { panel.core.panels.all.first?.device.fingers == 2 }
    #expect(!panel.core.panels.isAtRest(at: panel.core.now))
    try panel.send((EV_ABS, ABS_MT_POSITION_X, 510))
    let lost = Weak(panel.core.panels.all.first)
    panel.unplug()
    panel.turn { panel.core.panels.all.isEmpty }
    #expect(panel.core.panels.all.isEmpty)
    #expect(lost.object == nil, "nothing retains it")
    let ids = panel.trackingIDs()
    #expect(ids.count { $0 >= 0 } == ids.count { $0 < 0 }, "\(ids)")
  }
}

@Suite struct `A panel that cannot measure palms` {
  @Test func `is a trouble of a screen that needs it while it is plugged in`() throws {
    let panel = try PluggedPanel("[[screen]]\nname = \"main\"\npalm = \"25mm\"\n", isIntercepted: false)
    let trouble = try #require(panel.core.log.troubles.all.first { $0.about == "screen main" })
    #expect(trouble.message.hasPrefix("\"palm\" has no effect"))
    panel.unplug()
    panel.turn { panel.core.panels.all.isEmpty }
    #expect(!panel.core.log.troubles.all.contains(trouble))
  }
}

@Suite struct `A panel on which half a double tap was made` {
  private let panel: PluggedPanel

  init() throws {
    panel = try PluggedPanel(gesture("tap", "taps = 2"), isIntercepted: false)
    try panel.send((EV_ABS, ABS_MT_TRACKING_ID, 5), (EV_ABS, ABS_MT_POSITION_X, 100), (EV_ABS, ABS_MT_POSITION_Y, 50))
    panel.turn { panel.core.panels.all.first?.device.fingers == 1 }
    try panel.send((EV_ABS, ABS_MT_TRACKING_ID, -1))
    panel.turn { panel.core.panels.all.first?.device.fingers == 0 }
  }

  @Test func `does not wake the daemon when it is too late for the other half`() throws {
    // Only the filter's deadline for fingers that rest is left.
    let next = try #require(panel.core.panels.nextDeadline)
    #expect(next > panel.core.now + 60_000_000)
  }

  @Test func `is awaited by a new configuration until then`() throws {
    let core = panel.core
    let next = LoadedConfiguration(try ConfigurationFile(bytes: Array(gesture("pan").utf8), path: "c.toml"))
    core.reloading.wait(with: next, at: core.now)
    let end = try #require(core.panels.nextDeadline)
    #expect(!core.panels.isAtRest(at: end + -1) && core.panels.isAtRest(at: end))
    panel.turn { core.reloading.deadline == nil }
    #expect(try #require(core.lastReload) >= end)
    #expect(core.configurationHash == next.hash)
    #expect(core.panels.nextDeadline == nil && !core.panels.isAwaited)
  }
}

@Suite struct `A panel whose pan goes on after the lift` {
  /// Lifts a fast finger, and waits until the pan goes on without it.
  private func fling() throws -> (PluggedPanel, Session) {
    let panel = try PluggedPanel(gesture("pan", "momentum = true"))
    try panel.send((EV_ABS, ABS_MT_TRACKING_ID, 5), (EV_ABS, ABS_MT_POSITION_X, 100), (EV_ABS, ABS_MT_POSITION_Y, 50))
    for step in 1...8 { try panel.send((EV_ABS, ABS_MT_POSITION_X, Int32(100 + 20 * step))) }
    try panel.send((EV_ABS, ABS_MT_TRACKING_ID, -1))
    let session = try #require(panel.core.panels.all.first?.session)
    let pan = try #require(session.scene.gestures[0].recognizer as? PanGestureRecognizer)
    panel.turn { pan.numberOfTouches == 0 && pan.velocity(in: nil).length > 0 && session.scene.engine.touches.isEmpty }
    #expect(pan.state == .began || pan.state == .changed)
    #expect(!panel.core.panels.isAtRest(at: panel.core.now))
    return (panel, session)
  }

  @Test func `and that is unplugged cancels the pan`() throws {
    let (panel, session) = try fling()
    panel.unplug()
    panel.turn { panel.core.panels.all.isEmpty }
    #expect(session.scene.gestures[0].recognizer.state == .possible)
    #expect(session.isAtRest(at: panel.core.now))
  }

  @Test func `and that gets another configuration cancels the pan`() throws {
    let (panel, session) = try fling()
    let open = try #require(panel.core.panels.all.first)
    panel.core.panels.renew(open, at: panel.core.now)
    #expect(session.scene.gestures[0].recognizer.state == .possible)
    #expect(session.isAtRest(at: panel.core.now))
  }
}

private struct Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object?) { self.object = object }
}
