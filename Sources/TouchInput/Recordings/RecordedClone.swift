import CLinux
import CTouchInput
import Gestures
import Program

/// What applications would get of a recorded panel if it were intercepted: the clone of an intercepted panel, and a reader of its events.
package final class RecordedClone {
  package let clone: TouchClone
  private let reader: TouchDevice
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])

  /// - Parameters:
  ///   - description: the recorded panel's.
  ///   - geometry: returns the geometry of a device on the recording's screen.
  /// - Returns: `nil` if there is not enough memory, or no pipe can be made.
  package init?(of description: DeviceDescription, geometry: (DeviceDescription) -> PanelGeometry) {
    guard let ends = try? Descriptor.pipe() else { return nil }
    linux_pipe_hold(ends.writing, 1 << 19)  // more than the relay keeps of touches that wait
    Descriptor.setNonBlocking(ends.writing)
    Descriptor.setNonBlocking(ends.reading)
    guard let clone = TouchClone(of: description, writingTo: ends.writing) else { return nil }
    let seen = DeviceDescription(ti_relay_clone(clone.relay).pointee)
    guard let reader = TouchDevice(adopting: ends.reading, seen) else { return nil }
    self.clone = clone
    reader.geometry = geometry(seen)
    self.reader = reader
    // A recording does not say what the panel held before.
    ti_relay_start(clone.relay, nil, .min)
  }

  /// Calls `body` with each frame that applications have got since the last call. The frame is reused: copy what you keep.
  package func read(_ body: (TouchFrame) -> Void) {
    while let step = try? reader.next(into: &frame) {
      switch step {
      case .frame: body(frame)
      case .end(.pressing): continue
      case .end: return
      }
    }
  }
}
