import Gestures
import TouchInput

/// Counts the fingers and the frames in what a panel sends.
struct FingerCounter {
  private let decoder: FrameDecoder?
  private let geometry: PanelGeometry
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// The fingers that are down.
  private(set) var fingers = 0
  private(set) var frames = 0
  /// The number of times that fingers came down on an empty screen.
  private(set) var movements = 0

  init(_ description: DeviceDescription) {
    decoder = FrameDecoder(description)
    geometry = PanelGeometry(description)
  }

  mutating func count(_ events: Recording.Events) {
    var position = 0
    while decoder?.nextFrame(from: events, at: &position, into: &frame, geometry: geometry) != nil {
      frames += 1
      for contact in frame.contacts {
        switch contact.phase {
        case .began:
          if fingers == 0 { movements += 1 }
          fingers += 1
        case .ended, .cancelled: fingers -= 1
        default: break
        }
      }
    }
  }
}
