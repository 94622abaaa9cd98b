import CLinux
import Configuration
import Gestures
import Screen
import TouchInput

/// A touchscreen that is read beside everybody else, and what its gestures would be. No action is run.
package final class LivePanel {
  package let device: TouchDevice
  package let screen: ScreenSettings
  let state: MonitorState
  private let session: Session
  private var filter: TouchFilter
  /// Whether there may be frames that were not read yet: time must not pass before them.
  private var isPressing = false

  init(_ device: TouchDevice, _ screen: ScreenSettings, _ calibration: String, _ configuration: Configuration) {
    self.device = device
    self.screen = screen
    device.geometry = screen.geometry(
      of: device.description, calibration: calibration, displaySize: DisplaySize.ofOnlyDisplay())
    let size = device.geometry.size
    let scene = Scene(configuration, screen: screen, size: size)
    let origin = Timestamp(microseconds: linux_monotonic_microseconds())
    let state = MonitorState(scene, origin: origin, notes: scene.warnings)
    if let warning = device.geometry.warning { state.add(note: warning) }
    var options = Session.Options()
    options.reportsAllStates = true
    options.reportsAttempts = true
    let modes = Modes(configuration.modes) { [unowned state] in state.take(mode: $0, at: $1) }
    session = Session(scene, origin: origin, modes: modes, panel: device.node, options: options, runner: nil) {
      [unowned state] record in state.take(record)
    }
    self.state = state
    filter = TouchFilter(screen.touchFilter, size: size)
  }

  /// When time alone brings something.
  var nextDeadline: Timestamp? { [filter.nextDeadline, session.nextDeadline].compactMap { $0 }.min() }

  func read() throws(DeviceError) -> TouchDevice.Condition {
    let condition = try device.readFrames { frame, kind in
      if case .dropped = kind { state.takeDrop(at: frame.time) }
      filter.handle(&frame) { show($0) }
    }
    if case .pressing = condition { isPressing = true } else { isPressing = false }
    state.leftOut = filter.counts.sentence
    return condition
  }

  func advance(to time: Timestamp) {
    if isPressing {
      isPressing = false
      return
    }
    guard let deadline = nextDeadline, deadline <= time else { return }
    filter.advance(to: time) { show($0) }
    session.advance(to: time)
  }

  /// It is gone: its touches are cancelled.
  func cancel(at time: Timestamp) {
    device.cancelAll(at: time) { frame in filter.handle(&frame) { show($0) } }
  }

  private func show(_ frame: TouchFrame) {
    state.take(frame)
    session.handle(frame)
  }
}
