import Gestures
import TouchInput

/// A touchscreen at work: the open device and its screen's session. Belongs to the queue that owns the engine.
final class Panel {
  let device: TouchDevice
  var found: DiscoveredDevice
  var session: Session
  /// Since it was opened.
  private(set) var frames = 0
  /// How often the kernel lost some.
  private(set) var losses = 0

  init(_ device: TouchDevice, _ found: DiscoveredDevice, _ session: Session) {
    self.device = device
    self.found = found
    self.session = session
  }

  /// Takes what the panel has reported.
  /// - Parameters:
  ///   - isPaused: leaves it at that.
  ///   - dropped: called for each frame before which the kernel lost some.
  func read(isPaused: Bool, dropped: (Timestamp) -> Void) throws(DeviceError) -> TouchDevice.Condition {
    try device.readFrames { frame, kind in
      frames += 1
      if case .dropped = kind {
        losses += 1
        dropped(frame.time)
      }
      if !isPaused { session.handle(frame) }
    }
  }

  /// All that it holds is cancelled: the panel is gone, or its configuration.
  func cancel(at time: Timestamp) {
    device.cancelAll(at: time) { session.handle($0) }
  }
}
