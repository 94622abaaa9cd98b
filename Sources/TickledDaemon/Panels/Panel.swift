import Gestures
import Screen
import TouchInput

/// An open touchscreen: the source of its frames, and its screen's session. It belongs to the queue that owns the engine.
final class Panel {
  let source: PanelSource
  /// The device's descriptor, by which epoll reports events.
  let descriptor: Int32
  private(set) var session: Session
  /// How the device and the session's engine leave out frames that decide nothing.
  private let lane: QuietLane
  private(set) var filter: TouchFilter
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// The panel's interception; `nil`: applications see the panel itself.
  var interception: Interception? { didSet { follow() } }
  /// The reason why the panel is not intercepted, as last logged.
  var objection: String?
  var wakeGuard: WakeGuard?
  /// The rows of quirks that apply to it, with their keys.
  var quirks: [String] = []
  /// Called when a touch wakes the display.
  var woken: (Timestamp) -> Void = { _ in }

  /// - Parameter known: what was measured of the panel before.
  init(
    _ source: PanelSource, _ session: Session, _ filter: TouchFilter.Settings,
    known: PanelModel.Summary = PanelModel.Summary()
  ) {
    self.source = source
    descriptor = source.device.fileDescriptor
    self.session = session
    lane = QuietLane(source, session.scene.engine)
    self.filter = TouchFilter(filter, size: session.scene.size, unit: source.device.geometry.unit, known: known)
  }

  /// Applies another configuration or geometry. The panel's touches must have been cancelled before.
  func renew(_ session: Session, _ filter: TouchFilter.Settings) {
    self.session = session
    lane.engine = session.scene.engine
    self.filter.configure(filter, size: session.scene.size, unit: device.geometry.unit)
    follow()
  }

  /// Has the clone get what views receive, which is what applications see.
  private func follow() {
    filter.onChange = { [clone = interception?.clone] change in clone?.follow(change) }
    session.clone = interception?.clone
  }

  var device: TouchDevice { source.device }
  var found: DiscoveredDevice { source.found }

  /// Returns the time at which `advance` has something to do, even without a new frame.
  /// - Parameter isAwaited: whether something waits until the panel is at rest: then gestures must not fail late.
  func nextDeadline(isAwaited: Bool = false) -> Timestamp? {
    var earliest = filter.nextDeadline
    if filter.heldSince == nil, let session = isAwaited ? session.nextDeadline : session.nextPunctualDeadline {
      earliest = min(session, earliest ?? session)
    }
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
    if lane.wakeIfNeeded(by: deadline, at: time, into: &frame) { handle(&frame) }
    guard let deadline, deadline <= time else {
      if lane.isWanted && mayBeQuiet { lane.open(framesToStudy: filter.framesToStudy) }
      return deadline
    }
    filter.advance(to: time) { session.handle($0) }
    session.advance(to: min(time, filter.heldSince ?? time))
    settleClone(at: time)
    return nextDeadline(isAwaited: isAwaited)
  }

  private func settleClone(at time: Timestamp) {
    if interception?.state == .grabbed { session.settleClone(at: time) { filter.holds($0) } }
  }

  private func handle(_ frame: inout TouchFrame) {
    if wakeGuard != nil { guardFromWaking(&frame) }
    var hasEvents = false
    if filter.follows(frame) {
      if let due = filter.nextDeadline, due <= frame.time { filter.advance(to: frame.time) { session.handle($0) } }
      filter.strain(&frame)
      hasEvents = session.handle(frame)
    } else {
      filter.handle(&frame) { hasEvents = session.handle($0) || hasEvents }
    }
    lane.note(hasEvents: hasEvents, after: session.scene.engine.turningPoints)
  }

  /// Whether nothing but gestures must see each frame: no dead band, fault of the panel, panic gesture or touch that wakes the display.
  private var mayBeQuiet: Bool {
    !filter.hasDeadBand && filter.isSound && wakeGuard == nil && interception?.mustSeeFrames != true
  }

  /// Handles the frames that were kept since the last turn. Called before anything else happens in a turn.
  func handleKept() {
    guard lane.isOpen, lane.close() else { return }
    let isAll = lane.pass(&filter, upTo: &frame)
    session.noteTouch(at: session.scene.engine.now)
    if isAll { return }
    session.handle(frame)
    while lane.recall(into: &frame) { handle(&frame) }
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
    if lane.wake(into: &frame) && !isPaused { handle(&frame) }
    while true {
      switch try source.next(into: &frame) {
      case .frame(let isLast):
        interception?.see(frame)
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
    if lane.wake(into: &frame) { handle(&frame) }
    source.cancelAll(at: time) { frame in handle(&frame) }
    session.cancelTouches(at: time)
    session.cancelOthers(at: time)
    settleClone(at: time)
  }
}
