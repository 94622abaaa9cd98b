import Gestures
import TouchInput

/// A touchscreen at work: the open device and its screen's session. Belongs to the queue that owns the engine.
final class Panel {
  let device: TouchDevice
  var found: DiscoveredDevice
  private(set) var session: Session
  private(set) var filter: TouchFilter
  /// Since it was opened.
  private(set) var frames = 0
  /// Whether there may be frames that were not read in this turn: time must not pass before them.
  private var isPressing = false
  private var saidLoss: Timestamp?
  /// How often the kernel lost some.
  private(set) var losses = 0

  init(_ device: TouchDevice, _ found: DiscoveredDevice, _ session: Session, _ filter: TouchFilter.Settings) {
    self.device = device
    self.found = found
    self.session = session
    self.filter = TouchFilter(filter, size: session.scene.size)
  }

  /// Another configuration or geometry. What it held has to be cancelled before.
  func renew(_ session: Session, _ filter: TouchFilter.Settings) {
    self.session = session
    self.filter.configure(filter, size: session.scene.size)
  }

  /// When time alone brings something.
  var nextDeadline: Timestamp? {
    guard let filter = filter.nextDeadline else { return session.nextDeadline }
    return min(filter, session.nextDeadline ?? filter)
  }

  /// Whether no touch and no gesture is under way, and none is held back or waits to be read.
  var isAtRest: Bool { session.isAtRest && filter.nextRelease == nil && !isPressing }

  /// Lets time pass, at the end of a turn.
  func advance(to time: Timestamp) {
    if isPressing {
      isPressing = false
      return
    }
    guard let deadline = nextDeadline, deadline <= time else { return }
    filter.advance(to: time) { session.handle($0) }
    session.advance(to: time)
  }

  /// Whether a loss at `time` is to be logged: a panel that loses without end does not fill the journal.
  func saysLoss(at time: Timestamp) -> Bool {
    if let saidLoss, time - saidLoss < 10_000_000 { return false }
    saidLoss = time
    return true
  }

  /// Takes what the panel has reported.
  /// - Parameters:
  ///   - isPaused: leaves it at that.
  ///   - dropped: called for each frame before which the kernel lost some.
  func read(isPaused: Bool, dropped: (Timestamp) -> Void) throws(DeviceError) -> TouchDevice.Condition {
    let condition = try device.readFrames { frame, kind in
      frames += 1
      if case .dropped = kind {
        losses += 1
        dropped(frame.time)
      }
      if !isPaused { filter.handle(&frame) { session.handle($0) } }
    }
    if case .pressing = condition { isPressing = true } else { isPressing = false }
    return condition
  }

  /// The machine has slept: lifts may be lost, and what is still to be read was sent before.
  func restart(at time: Timestamp) {
    cancel(at: time)
    device.restart()
    isPressing = false
  }

  /// All that it holds is cancelled: the panel is gone, or its configuration.
  func cancel(at time: Timestamp) {
    device.cancelAll(at: time) { frame in filter.handle(&frame) { session.handle($0) } }
  }
}
