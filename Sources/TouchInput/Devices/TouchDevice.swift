// TouchInput: input devices and recordings of them, in Swift. It imports Gestures for frames, presses and samples only.
// TouchInput/Devices: finding, describing, opening and reading panels; clones, the guardian, displays; the messages of what fails.
import CTouchInput
import Gestures
import Program

/// An open touchscreen. Read it when its descriptor is readable; it never waits. Must not be shared between threads.
package final class TouchDevice {
  /// The condition of the device after a read.
  package enum Condition: Sendable {
    case present
    /// It sends events faster than they are read, and other devices need their turn. There is more to read, which epoll will report.
    case pressing
    /// It was unplugged, which is an event, not an error. The caller must still cancel its touches (`cancelAll`).
    case gone
  }

  package let node: String
  /// Readable when there are events; closed with this object.
  package let fileDescriptor: Int32
  package let description: DeviceDescription
  package var geometry: PanelGeometry { didSet { decoder.limit(to: geometry) } }

  let device: OpaquePointer
  /// The guardian while the panel is intercepted, and the panel's place there.
  package internal(set) var guardian: Guardian?
  var guardianPlace: Int32?
  private let decoder: FrameDecoder

  /// Opens `/dev/input/event…`. Fingers that are already on the panel are ignored until they lift.
  ///
  /// The geometry is that of the device without settings. Set another one after choosing settings for its description.
  package init(node: String, hints: DeviceHints = [], firstID: UInt64 = 1) throws(DeviceError) {
    var raw = ti_description()
    var failure = ti_failure()
    guard let device = ti_device_open(node, hints.rawValue, firstID, &raw, &failure) else {
      throw DeviceError(opening: node, failure, DeviceDescription(raw, hints: hints.rawValue))
    }
    self.node = node
    self.device = device
    fileDescriptor = ti_device_fd(device)
    description = DeviceDescription(raw, hints: hints.rawValue)
    geometry = PanelGeometry(description)
    decoder = FrameDecoder(borrowing: ti_device_decoder(device))
  }

  /// Creates a device that reads events from any descriptor, which it then owns. For tests.
  package init?(adopting descriptor: Int32, _ description: DeviceDescription) {
    guard let device = withUnsafePointer(to: description.raw, { ti_device_adopt(descriptor, $0, 1) }) else {
      return nil
    }
    node = "adopted"
    self.device = device
    fileDescriptor = descriptor
    self.description = description
    geometry = PanelGeometry(description)
    decoder = FrameDecoder(borrowing: ti_device_decoder(device))
  }

  deinit { ti_device_close(device) }

  /// Whether the device has other ranges or resolutions than its description, as udev's hwdb sets them: it must be opened again.
  package var hasOtherRanges: Bool { ti_device_has_other_ranges(device) }

  /// The number that the next touch gets.
  package var nextID: UInt64 { decoder.nextID }

  /// The number of events that a kernel should never send, by kind; empty for a sound device. Read it at most once per turn, not for
  /// each frame.
  package var kernelBugs: [KernelBug: Int] { decoder.kernelBugs }

  /// The result of reading once.
  enum Step {
    /// A frame was read. If it is the last one, another step would find nothing (`.end(.present)`) and can be skipped.
    case frame(FrameDecoder.Kind, isLast: Bool)
    /// There are no more frames for now, or for this turn.
    case end(Condition)
  }

  /// Reads the next frame into `frame`, whose storage is reused. Must be called until the end or the last frame.
  func next(into frame: inout TouchFrame) throws(DeviceError) -> Step {
    var raw = ti_frame()
    let result = ti_device_next(device, &raw)
    if result == 1 { return .frame(FrameDecoder.fill(&frame, from: raw, geometry: geometry), isLast: raw.is_last) }
    return try other(result, raw, into: &frame)
  }

  private func other(_ result: Int32, _ raw: ti_frame, into frame: inout TouchFrame) throws(DeviceError) -> Step {
    switch result {
    case 0: return .end(.present)
    case 2: return .end(.pressing)
    case 3:
      let kind = FrameDecoder.fill(&frame, from: raw, geometry: geometry)
      decoder.measure(&frame, raw)
      return .frame(kind, isLast: raw.is_last)
    case -Errno.noSuchDevice.rawValue: return .end(.gone)
    default: throw DeviceError(call: "read", object: node, code: -result)
    }
  }

  /// What frames tell besides positions. Change `imprints` at any time; the others only while no touch is down.
  package var wishes = ContactWishes() {
    didSet { follow() }
  }

  /// The conversion of pressures and sizes, as the wishes and the geometry have it.
  package var measures: ContactMeasures { ContactMeasures(wishes, of: description, geometry) }

  private func follow() { ti_device_follow(device, decoder.follow(measures)) }

  /// Cancels every touch that is down, because the device is gone or will no longer be read. Returns false if there is none.
  func cancelAll(at time: Timestamp, into frame: inout TouchFrame) -> Bool {
    decoder.cancelAll(at: time, into: &frame, geometry: geometry)
  }

  /// Continues as if the device were opened again; see `PanelSource.restart()`.
  func restart() { ti_device_restart(device) }
}
