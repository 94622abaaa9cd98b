import Gestures

/// A touchscreen that is being read: the open device, its udev properties, its frames, and the losses between them.
///
/// Every reader of a panel has one. The reader waits for the device's descriptor, reads until the end, and then calls `endTurn` to
/// let time pass. Must not be shared between threads.
package final class PanelSource {
  /// The source of a device's name, if it was named. A device that claims to be something else is a panel only if it was.
  package enum Naming: Sendable { case user, configuration }

  /// The result of reading once.
  package enum Step {
    /// The next frame was read. If it is the last one, another step would find nothing and can be skipped.
    case frame(isLast: Bool)
    /// The kernel lost events before the next frame, which the next step returns.
    case loss(Timestamp)
    /// There are no more frames for now, or for this turn.
    case end(TouchDevice.Condition)
  }

  package let device: TouchDevice
  /// Updated when udev reports more about the device after it was opened.
  package var found: DiscoveredDevice
  package let naming: Naming?
  package var losses = Losses()
  /// Called for the first event of each kind that a kernel should never send, some frames after the event, or when the touches are
  /// cancelled.
  package var onKernelBug: (KernelBug) -> Void = { _ in }
  /// Called when the decoder's counters are read.
  package var onLook: () -> Void = {}
  private var knownBugs: Set<KernelBug> = []

  /// The number of frames since the panel was opened.
  package private(set) var frames = 0
  private var hasMore = false
  /// Whether the reader's frame is still to be reported: its loss was reported first.
  private var followsLoss = false
  /// The frame that `read` and `cancelAll` pass to their callers.
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])

  /// Opens a device. Fingers that are already on it are ignored until they lift.
  package convenience init(
    _ found: DiscoveredDevice, named naming: Naming? = nil, firstID: UInt64 = 1
  ) throws(DeviceError) {
    let hints = found.hints(isNamed: naming != nil)
    self.init(try TouchDevice(node: found.node, hints: hints, firstID: firstID), found, named: naming)
  }

  package init(_ device: TouchDevice, _ found: DiscoveredDevice, named naming: Naming? = nil) {
    self.device = device
    self.found = found
    self.naming = naming
    frame.contacts.reserveCapacity(2 * max(device.description.slots, 10))
  }

  /// Whether there may be frames that were not read in this turn.
  package var isPressing: Bool { hasMore }
  /// Whether the reader has got all that was read.
  var hasReadAll: Bool { !hasMore && !followsLoss }

  /// Reads the next frame into `frame`, whose storage is reused. Must be called until the end or the last frame, and after a loss with
  /// the same frame.
  package func next(into frame: inout TouchFrame) throws(DeviceError) -> Step {
    if followsLoss {
      followsLoss = false
      return .frame(isLast: false)
    }
    switch try device.next(into: &frame) {
    case .frame(let kind, let isLast):
      count(1)
      if case .dropped = kind {
        losses.count += 1
        followsLoss = true
        return .loss(frame.time)
      }
      if isLast { hasMore = false }
      return .frame(isLast: isLast)
    case .end(let condition):
      if case .pressing = condition { hasMore = true } else { hasMore = false }
      return .end(condition)
    }
  }

  /// The number of frames, about 2 s of a moving finger, after which the decoder's counters are read: that takes longer than handling
  /// an ordinary frame.
  private static let framesBetweenLooks = 256

  /// Counts frames that are not read one by one, too.
  func count(_ more: Int) {
    let looks = frames / Self.framesBetweenLooks
    frames += more
    if frames / Self.framesBetweenLooks == looks { return }
    lookForKernelBugs()
    onLook()
  }

  private func lookForKernelBugs() {
    let bugs = device.kernelBugs
    if bugs.count == knownBugs.count { return }
    for bug in KernelBug.allCases where bugs[bug] != nil && knownBugs.insert(bug).inserted { onKernelBug(bug) }
  }

  /// Calls `body` for every frame that is available, at most as many as in one turn. The frame is reused: copy what you keep.
  ///
  /// - Parameters:
  ///   - lost: Called before a frame if the kernel lost events ahead of it.
  package func read(
    lost: (Timestamp) -> Void = { _ in }, _ body: (inout TouchFrame) -> Void
  ) throws(DeviceError) -> TouchDevice.Condition {
    while true {
      switch try next(into: &frame) {
      case .frame(let isLast):
        body(&frame)
        if isLast { return .present }
      case .loss(let time): lost(time)
      case .end(let condition): return condition
      }
    }
  }

  /// Ends the reader's turn.
  ///
  /// - Returns: Whether time may pass. It must not while there are frames that were not read.
  package func endTurn() -> Bool {
    let mayPass = !hasMore
    hasMore = false
    return mayPass
  }

  /// Cancels every touch that is down, because the device is gone or will no longer be read. Calls `body` only if there is one.
  package func cancelAll(at time: Timestamp, _ body: (inout TouchFrame) -> Void) {
    lookForKernelBugs()
    if device.cancelAll(at: time, into: &frame) { body(&frame) }
  }

  /// Continues as if the device were opened again, after its touches have been cancelled: the events that it has sent are not read, and
  /// fingers that are on the panel are ignored until they lift.
  package func restart() {
    device.restart()
    hasMore = false
  }
}
