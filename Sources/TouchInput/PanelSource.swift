import Gestures

/// A touchscreen that is read: the open device, what udev says of it, and its frames with the losses between them.
///
/// Every reader of a panel has one. The reader waits for the device's descriptor, reads until the end, and lets time pass
/// after that (`endTurn`); what it makes of the frames is its own. Not to be shared between threads.
package final class PanelSource {
  /// Who named a device: one that looks like a mouse is a panel only then.
  package enum Naming: Sendable { case user, configuration }

  /// What there is to be read.
  package enum Step {
    /// The next frame is there. After the last one, another step would find nothing, and need not be taken.
    case frame(isLast: Bool)
    /// The kernel lost events before the next frame, which follows at once.
    case loss(Timestamp)
    /// No more for now, or for this turn.
    case end(TouchDevice.Condition)
  }

  package let device: TouchDevice
  /// udev may say more of it later than when the device was opened.
  package var found: DiscoveredDevice
  package let naming: Naming?
  package var losses = Losses()
  /// Told of the first event of each kind that no kernel sends, some frames after it, or when the touches are cancelled.
  package var onKernelBug: (KernelBug) -> Void = { _ in }
  private var knownBugs: Set<KernelBug> = []

  // Exempt from the run-time check of exclusive access, as `Touch` explains: a reader that is handed a frame does not read on
  // meanwhile.

  /// The number of frames since the panel was opened.
  @exclusivity(unchecked) package private(set) var frames = 0
  @exclusivity(unchecked) private var hasMore = false
  /// Whether the reader's frame has yet to be reported: its loss was reported first.
  @exclusivity(unchecked) private var followsLoss = false
  /// What `read` and `cancelAll` hand over.
  @exclusivity(unchecked) private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])

  /// Opens a device. Fingers that already lie on it are ignored until they lift.
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

  /// Reads the next frame into `frame`, whose storage is reused. Must be called until the end, or the last frame, and after a loss
  /// with the same frame.
  package func next(into frame: inout TouchFrame) throws(DeviceError) -> Step {
    if followsLoss {
      followsLoss = false
      return .frame(isLast: false)
    }
    switch try device.next(into: &frame) {
    case .frame(let kind, let isLast):
      frames += 1
      if frames % Self.framesBetweenLooks == 0 { lookForKernelBugs() }
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

  /// To look at the decoder's counters costs more than a frame that has nothing to say of them: about 2 s of a moving finger.
  private static let framesBetweenLooks = 256

  @inline(never)
  private func lookForKernelBugs() {
    let bugs = device.kernelBugs
    if bugs.count == knownBugs.count { return }
    for bug in KernelBug.allCases where bugs[bug] != nil && knownBugs.insert(bug).inserted { onKernelBug(bug) }
  }

  /// Hands over every frame that is there, or as many as one turn bears. The frame is reused: copy what is to be kept.
  ///
  /// - Parameters:
  ///   - lost: called before a frame ahead of which the kernel lost events.
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

  /// Ends a turn of the reader's.
  ///
  /// - Returns: whether time may pass: it must not before frames that are there and were not read.
  package func endTurn() -> Bool {
    let mayPass = !hasMore
    hasMore = false
    return mayPass
  }

  /// Cancels every touch that is down: the device is gone, or will not be read any more. Does not call `body` without one.
  package func cancelAll(at time: Timestamp, _ body: (inout TouchFrame) -> Void) {
    lookForKernelBugs()
    if device.cancelAll(at: time, into: &frame) { body(&frame) }
  }

  /// Goes on as if the device were opened again, once its touches are cancelled: what it sent so far is not read, and fingers
  /// that lie on the panel are ignored until they lift.
  package func restart() {
    device.restart()
    hasMore = false
  }
}
