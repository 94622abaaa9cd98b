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
  /// Exempt from the run-time check of exclusive access, as `Touch` explains: nothing that a frame calls changes it.
  package var geometry: PanelGeometry

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

  /// False if the kernel could not set the device's clock; frames then have the time at which they were read.
  package var hasKernelTime: Bool { ti_device_has_kernel_time(device) }

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
  @inline(__always)
  func next(into frame: inout TouchFrame) throws(DeviceError) -> Step {
    var raw = ti_frame()
    let result = ti_device_next(device, &raw)
    if result == 1 { return .frame(FrameDecoder.fill(&frame, from: raw, geometry: geometry), isLast: raw.is_last) }
    return try other(result, raw, into: &frame)
  }

  @inline(never)
  private func other(_ result: Int32, _ raw: ti_frame, into frame: inout TouchFrame) throws(DeviceError) -> Step {
    switch result {
    case 0: return .end(.present)
    case 2: return .end(.pressing)
    case 3:
      let kind = FrameDecoder.fill(&frame, from: raw, geometry: geometry)
      decoder.measure(&frame, raw)
      return .frame(kind, isLast: raw.is_last)
    case -Errno.noSuchDevice: return .end(.gone)
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

  // MARK: Dozing

  /// Has the kernel report no positions, only landings and lifts, until `wake`, which must come before the next read.
  ///
  /// - Returns: false if the device cannot doze.
  func doze() -> Bool { ti_device_doze(device) }

  /// Has the kernel report positions again.
  ///
  /// - Parameter time: the time of the frame; the last frame's, if that is later.
  /// - Returns: whether touches have moved meanwhile, which the frame reports.
  func wake(at time: Timestamp, into frame: inout TouchFrame) -> Bool {
    var raw = ti_frame()
    guard ti_device_wake(device, time.microseconds, &raw) else { return false }
    _ = FrameDecoder.fill(&frame, from: raw, geometry: geometry)
    return true
  }

  // MARK: The quiet lane

  /// Opens the lane for frames in which fingers stay in a zone.
  ///
  /// - Parameters:
  ///   - recallsAll: whether each frame must be recalled, and not only those that determine a finger's velocity.
  ///   - most: the number of frames to be recalled with which the lane ends.
  /// - Returns: whether it is open.
  @discardableResult
  func openLane(_ zone: borrowing QuietZone, recallsAll: Bool, most: Int = .max) -> Bool {
    let window = recallsAll ? -1 : Touch.timeForVelocity
    guard zone.isOpen, ti_device_open_lane(device, window, UInt32(clamping: most)) else { return false }
    for place in zone.places {
      guard let area = geometry.units(from: place.low, to: place.high) else { return shutLane() }
      ti_device_allow(device, place.id, area)
    }
    if let pair = zone.pair {
      guard let way = geometry.way(of: pair) else { return shutLane() }
      ti_device_allow_pair(device, pair.first, pair.second, way)
    }
    if let centre = zone.centre {
      guard let disc = geometry.disc(centre) else { return shutLane() }
      ti_device_allow_centre(device, disc)
    }
    return true
  }

  private func shutLane() -> Bool {
    _ = closeLane()
    return false
  }

  /// Closes the lane.
  ///
  /// - Returns: the number of frames that were kept; 0: there are none to recall.
  func closeLane() -> Int { Int(ti_device_close_lane(device)) }

  /// Forgets the oldest frames that were kept and need not be recalled.
  func skipKept() { ti_device_skip_kept(device) }

  /// Recalls the oldest frame that was kept.
  ///
  /// - Returns: false if there is none.
  func recall(into frame: inout TouchFrame) -> Bool {
    var raw = ti_frame()
    guard ti_device_recall(device, &raw) else { return false }
    _ = FrameDecoder.fill(&frame, from: raw, geometry: geometry)
    return true
  }

  /// Recalls all frames that were kept, and moves an engine's touches as these did. `endQuietFrames` must follow.
  func recallAll(into engine: GestureEngine) {
    let device = device
    let geometry = geometry
    var touch: UInt64 = 0
    var x: Int32 = 0, y: Int32 = 0
    var time: Int64 = 0
    while ti_device_recall_forgotten(device, &touch, &x, &y) {
      engine.placeQuietly(touch, at: geometry.location(x: x, y: y))
    }
    while ti_device_recall_frame(device, &time) {
      engine.beginQuietFrame(at: Timestamp(microseconds: time))
      while ti_device_recall_place(device, &touch, &x, &y) {
        engine.moveQuietly(touch, to: geometry.location(x: x, y: y))
      }
      engine.endQuietFrame()
    }
  }
}
