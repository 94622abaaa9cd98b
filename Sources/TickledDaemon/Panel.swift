import Gestures
import TouchInput

/// A touchscreen at work: the open device and its screen's session. Belongs to the queue that owns the engine.
final class Panel {
  let device: TouchDevice
  let found: DiscoveredDevice
  var session: Session

  init(_ device: TouchDevice, _ found: DiscoveredDevice, _ session: Session) {
    self.device = device
    self.found = found
    self.session = session
  }

  /// Takes what the panel has reported.
  /// - Parameter dropped: called for each frame before which the kernel lost some.
  func read(dropped: (Timestamp) -> Void) throws(DeviceError) -> TouchDevice.Condition {
    try device.readFrames { frame, kind in
      if case .dropped = kind { dropped(frame.time) }
      session.handle(frame)
    }
  }

  /// All that it holds is cancelled: the panel is gone, or its configuration.
  func cancel(at time: Timestamp) {
    device.cancelAll(at: time) { session.handle($0) }
  }
}
