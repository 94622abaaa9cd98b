import Gestures
import Screen
import TouchInput

/// An open touchscreen: the source of its frames, and its screen's session. It belongs to the queue that owns the engine.
final class Panel {
  let source: PanelSource
  /// The device's descriptor, by which epoll reports events.
  let descriptor: Int32
  private(set) var session: Session { didSet { work = Unmanaged.passUnretained(session) } }
  /// The session, without reference counting for each frame: nothing that a session calls replaces the panel's session.
  private var work: Unmanaged<Session>
  // Properties that each frame uses are exempt from the run-time check of exclusive access, as `Touch` explains. The filter calls
  // the session, which does not access the panel.
  private(set) var filter: TouchFilter
  /// The latest frame.
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// The panel's interception; `nil`: applications see the panel itself.
  var interception: Interception? {
    didSet {
      uncounted = interception.map(Unmanaged.passUnretained)
      follow()
    }
  }
  /// The interception, without reference counting for each frame: nothing that it calls replaces it.
  private var uncounted: Unmanaged<Interception>?
  /// The reason why the panel is not intercepted, as last logged.
  var objection: String?
  var wakeGuard: WakeGuard?
  /// Called when a touch wakes the display.
  var woken: (Timestamp) -> Void = { _ in }

  /// Whether the last frame only moved fingers, so that the next ones may decide nothing.
  private var isQuiet = false
  /// Whether the device may keep frames, so that a panel without a lane costs no call of the device.
  private var hasLane = false
  private var laneRests = LaneRests()
  /// Whether the device reports no positions, because nothing depends on them.
  private var isDozing = false

  init(_ source: PanelSource, _ session: Session, _ filter: TouchFilter.Settings) {
    self.source = source
    descriptor = source.device.fileDescriptor
    self.session = session
    work = Unmanaged.passUnretained(session)
    self.filter = TouchFilter(filter, size: session.scene.size, unit: source.device.geometry.unit)
  }

  /// Applies another configuration or geometry. The panel's touches must have been cancelled before.
  func renew(_ session: Session, _ filter: TouchFilter.Settings) {
    self.session = session
    self.filter.configure(filter, size: session.scene.size, unit: device.geometry.unit)
    follow()
  }

  /// Has the session report what views receive, which is what applications see.
  private func follow() {
    guard let interception else { return session.onTouch = nil }
    session.onTouch = { [scene = session.scene] event in
      interception.follow(event, swallows: event.phase == .began && scene.swallows(event.touch.view))
    }
  }

  var device: TouchDevice { source.device }
  var found: DiscoveredDevice { source.found }

  /// Returns the time at which `advance` has something to do, even without a new frame.
  /// - Parameter isAwaited: whether something waits until the panel is at rest: then gestures must not fail late.
  func nextDeadline(isAwaited: Bool = false) -> Timestamp? {
    var earliest = work._withUnsafeGuaranteedRef { isAwaited ? $0.nextDeadline : $0.nextPunctualDeadline }
    if let filter = filter.nextDeadline { earliest = min(filter, earliest ?? filter) }
    if let interception = interception?.nextDeadline { earliest = min(interception, earliest ?? interception) }
    return earliest
  }

  /// Whether no touch or gesture is in progress, and no touch is held back or waits to be read.
  func isAtRest(at time: Timestamp) -> Bool {
    session.isAtRest(at: time) && filter.nextRelease == nil && !source.isPressing
  }

  /// Advances the time, at the end of a turn.
  /// - Parameter isAwaited: as in `nextDeadline`.
  /// - Returns: the next deadline.
  @discardableResult
  func advance(to time: Timestamp, isAwaited: Bool = false) -> Timestamp? {
    let deadline = nextDeadline(isAwaited: isAwaited)
    guard source.endTurn() else { return deadline }
    if isDozing { keepDozing(until: deadline, at: time) }
    guard let deadline, deadline <= time else {
      if isQuiet { openLane() }
      return deadline
    }
    filter.advance(to: time) { session.handle($0) }
    session.advance(to: time)
    settleClone(at: time)
    return nextDeadline(isAwaited: isAwaited)
  }

  /// Passes on to applications what was decided since the last frame. A touch that neither the filter nor the engine will report
  /// any more was filtered, or taken by a gesture before any application saw it.
  private func settleClone(at time: Timestamp) {
    uncounted?._withUnsafeGuaranteedRef { interception in
      guard interception.state == .grabbed else { return }
      interception.clone.takeWaiting { id in session.scene.engine.isDelivering(touch: id) || filter.holds(id) }
      interception.clone.settle(at: time)
    }
  }

  private func handle(_ frame: inout TouchFrame) {
    if wakeGuard != nil { guardFromWaking(&frame) }
    if let due = filter.nextDeadline, due <= frame.time { filter.advance(to: frame.time) { session.handle($0) } }
    let isPlain = filter.strain(&frame)
    let hasEvents = work._withUnsafeGuaranteedRef { $0.handle(frame) }
    // A gesture that reports a frame reports the next one, too, unless it has just begun.
    isQuiet =
      (isPlain || !filter.hasDeadBand && work._withUnsafeGuaranteedRef { $0.awaitsMovements })
      && (!hasEvents || laneRests.areOver(after: work._withUnsafeGuaranteedRef { $0.turningPoints }))
  }

  // MARK: The quiet lane

  /// Has the device keep the frames from now on that decide nothing. They are handled in the next turn.
  @inline(never)
  private func openLane() {
    isQuiet = false
    guard interception?.mustSeeFrames != true, wakeGuard == nil else { return }
    let framesToRecall = filter.framesToStudy
    hasLane = work._withUnsafeGuaranteedRef { session in
      laneRests.mayOpen(after: session.turningPoints) && session.openLane(of: source, framesToRecall: framesToRecall)
    }
    if hasLane && work._withUnsafeGuaranteedRef({ $0.ignoresMovements }) { isDozing = source.doze() }
  }

  /// Handles the frames that were kept since the last turn. Called before anything else happens in a turn.
  @inline(__always)
  func handleKept() {
    if hasLane { leaveLane() }
  }

  @inline(never)
  private func leaveLane() {
    hasLane = false
    let count = source.closeLane()
    if count == 0 { return }
    laneRests.note(kept: count)
    isQuiet = true
    if work._withUnsafeGuaranteedRef({ followKept($0) }) { return }
    // The panel has become noisy, which changes what its movements mean.
    while source.recall(into: &frame) { handle(&frame) }
  }

  /// Passes the frames that were kept to those that must see them.
  /// - Returns: whether this was all; if not, the last of them was handled, and the others must be handled, too.
  private func followKept(_ session: Session) -> Bool {
    if filter.framesToStudy > 0 { return measureKept(session) }
    source.skipKept()
    session.followKept(by: source)
    session.endKeptFrames()
    session.forEachTouch { filter.note($0, at: $1, since: $2) }
    return true
  }

  /// The same while the filter measures each frame.
  private func measureKept(_ session: Session) -> Bool {
    while source.recall(into: &frame) {
      guard filter.strain(&frame) else {
        session.endKeptFrames()
        isQuiet = false
        session.handle(frame)
        return false
      }
      session.follow(frame)
    }
    session.endKeptFrames()
    return true
  }

  // MARK: Dozing

  /// Ends the doze if something depends on the fingers again, or a deadline has come, such as that of a finger that seems to rest.
  @inline(never)
  private func keepDozing(until deadline: Timestamp?, at time: Timestamp) {
    if let deadline, deadline <= time {
      // As it may be about fingers that have moved before it.
      wake(at: Timestamp(microseconds: deadline.microseconds - 1))
    } else if !session.ignoresMovements {
      wake(at: time)
    }
  }

  /// Has the device report positions again, before it is read, and handles where the fingers went meanwhile.
  @inline(never)
  private func wake(at time: Timestamp? = nil, isPaused: Bool = false) {
    isDozing = false
    if source.wake(at: time, into: &frame) && !isPaused { handle(&frame) }
  }

  /// Hides the touch that wakes a dark display. It is hidden from gestures, yet it is a touch.
  private func guardFromWaking(_ frame: inout TouchFrame) {
    let isTouched = !frame.contacts.isEmpty
    if wakeGuard?.strain(&frame) == true { woken(frame.time) }
    if isTouched && frame.contacts.isEmpty { session.noteTouch(at: frame.time) }
  }

  /// The result of reading.
  enum Reading {
    /// The kernel lost frames before the next one, which is handled when this is called again.
    case loss(Timestamp)
    case end(TouchDevice.Condition)
  }

  /// Reads and handles what the panel has reported. Call it again until it returns `end`.
  /// - Parameter isPaused: whether gestures and views ignore the frames.
  func read(isPaused: Bool) throws(DeviceError) -> Reading {
    if isDozing { wake(isPaused: isPaused) }
    while true {
      switch try source.next(into: &frame) {
      case .frame(let isLast):
        uncounted?._withUnsafeGuaranteedRef { $0.see(frame) }
        if !isPaused { handle(&frame) } else if !frame.contacts.isEmpty { session.noteTouch(at: frame.time) }
        if isLast { return .end(.present) }
      case .loss(let time): return .loss(time)
      case .end(let condition):
        settleClone(at: frame.time)
        return .end(condition)
      }
    }
  }

  /// Starts over after the machine has slept: lifts may be lost, and events that have not been read yet are from before the sleep.
  func restart(at time: Timestamp) {
    cancel(at: time)
    if let interception, interception.state == .grabbed {
      interception.release(.slept, at: time)
      interception.resume()
    }
    source.restart()
  }

  /// Cancels all touches and gestures in progress, because the panel is gone or its configuration changes.
  func cancel(at time: Timestamp) {
    handleKept()
    if isDozing { wake() }
    source.cancelAll(at: time) { frame in handle(&frame) }
    session.cancelTouches(at: time)
    session.cancelOthers(at: time)
    settleClone(at: time)
  }
}

/// Decides when a lane is not worth opening: where fingers leave their zones at once, finding zones costs more than it saves.
private struct LaneRests {
  /// The number of quiet frames to handle before the next lane is opened.
  private var length = 0
  private var left = 0
  private var turningPoints: UInt = 0
  private static let longest = 15
  /// The number of frames that pay for a lane.
  private static let worthwhile = 3

  /// Whether there was another turning point since a lane was last tried.
  func areOver(after turningPoints: UInt) -> Bool { turningPoints != self.turningPoints }

  /// - Parameter turningPoints: of the engine. Each of them ends a rest, as it may have removed what closes the zone.
  mutating func mayOpen(after turningPoints: UInt) -> Bool {
    if turningPoints != self.turningPoints {
      self.turningPoints = turningPoints
      (length, left) = (0, 0)
    }
    if left == 0 {
      // Until it has kept frames, a lane counts as one that kept none.
      left = length
      length = min(2 * length + 1, Self.longest)
      return true
    }
    left -= 1
    return false
  }

  mutating func note(kept count: Int) {
    if count >= Self.worthwhile { (length, left) = (0, 0) }
  }
}
