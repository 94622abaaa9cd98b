import CLinux
import Configuration
import Gestures
import Screen
import TouchInput

/// A touchscreen that is read along with other programs, and the gestures recognized on it. No actions are run.
package final class LivePanel {
  private let source: PanelSource
  package let screen: ScreenSettings
  let state: MonitorState
  private let session: Session
  private let idleness: Idleness
  private var filter: TouchFilter

  init(_ source: PanelSource, _ screen: ScreenSettings, _ configuration: Configuration) {
    self.source = source
    self.screen = screen
    source.fit(to: screen)
    let geometry = source.device.geometry
    let size = geometry.size
    let scene = Scene(configuration, screen: screen, size: size)
    let origin = Timestamp(microseconds: linux_monotonic_microseconds())
    let state = MonitorState(scene, origin: origin, notes: scene.warnings)
    source.device.wishes = screen.contactWishes(imprints: true, on: source.device.geometry.size)
    for warning in scene.warnings(about: source.device.measures) { state.add(note: warning) }
    if let warning = geometry.warning { state.add(note: warning) }
    var options = Session.Options()
    options.reportsAllStates = true
    options.reportsAttempts = true
    let modes = Modes(configuration.modes, report: { [unowned state] in state.follow(.mode($0), at: $1) })
    idleness = Idleness(
      configuration.idle, modes: modes, from: origin, report: { [unowned state] in state.follow(.idle($0), at: $1) })
    session = Session(
      scene, origin: origin, modes: modes, idleness: idleness, panel: source.device.node, options: options, runner: nil
    ) { [unowned state] record in state.follow(record) }
    self.state = state
    filter = TouchFilter(screen.touchFilter, size: size, unit: geometry.unit)
  }

  package var device: TouchDevice { source.device }

  /// The next moment at which something happens without new input.
  var nextDeadline: Timestamp? {
    [filter.nextDeadline(or: session.nextDeadline), idleness.nextDeadline].compactMap { $0 }.min()
  }

  func read() throws(DeviceError) -> TouchDevice.Condition {
    let condition = try source.read(lost: { state.follow(.device(.dropped, screen: screen.name), at: $0) }) { frame in
      filter.handle(&frame) { show($0) }
    }
    state.leftOut = filter.counts.sentence
    return condition
  }

  func advance(to time: Timestamp) {
    guard source.endTurn(), let deadline = nextDeadline, deadline <= time else { return }
    filter.advance(to: time) { show($0) }
    session.advance(to: min(time, filter.heldSince ?? time))
    idleness.advance(to: time)
  }

  /// Cancels the panel's touches, as it is gone.
  func cancel(at time: Timestamp) {
    source.cancelAll(at: time) { frame in filter.handle(&frame) { show($0) } }
    session.cancelTouches(at: time)
    session.cancelOthers(at: time)
  }

  // Events without a place on the panel.

  func show(_ presses: [Press]) {
    if presses.isEmpty { return }
    session.handle(presses: presses)
    for command in presses.compactMap(RemoteKeys.command) { session.handle(command: command) }
  }

  func show(_ sample: MotionSample) { session.handle(sample: sample) }

  func cancelMotion(at time: Timestamp) { session.cancelMotion(at: time) }

  private func show(_ frame: TouchFrame) {
    state.willHandle(frame)
    session.handle(frame)
  }
}
