import Gestures
import Screen
import TouchInput

/// A touchscreen at work: where its frames come from, and its screen's session. Belongs to the queue that owns the engine.
final class Panel {
  let source: PanelSource
  /// The device's: epoll tells of it by this.
  let descriptor: Int32
  private(set) var session: Session { didSet { work = Unmanaged.passUnretained(session) } }
  /// The same, without a count for each frame: nothing that a session calls gives the panel another one.
  @exclusivity(unchecked) private var work: Unmanaged<Session>
  // What each frame asks for is exempt from the run-time check of exclusive access, as `Touch` explains. While the filter is at
  // work it calls the session, which knows of no panel.
  @exclusivity(unchecked) private(set) var filter: TouchFilter
  /// The latest.
  @exclusivity(unchecked) private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// `nil`: applications see the panel itself.
  var interception: Interception? { didSet { follow() } }
  /// Why it is not intercepted, as the log has it.
  var objection: String?
  @exclusivity(unchecked) var wakeGuard: WakeGuard?
  /// What to do when a touch wakes the display.
  var woken: (Timestamp) -> Void = { _ in }

  init(_ source: PanelSource, _ session: Session, _ filter: TouchFilter.Settings) {
    self.source = source
    descriptor = source.device.fileDescriptor
    self.session = session
    work = Unmanaged.passUnretained(session)
    self.filter = TouchFilter(filter, size: session.scene.size, unit: source.device.geometry.unit)
  }

  /// Another configuration or geometry. What it held has to be cancelled before.
  func renew(_ session: Session, _ filter: TouchFilter.Settings) {
    self.session = session
    self.filter.configure(filter, size: session.scene.size, unit: device.geometry.unit)
    follow()
  }

  /// Has the session tell what views receive, which is what applications see.
  private func follow() {
    guard let interception else { return session.onTouch = nil }
    session.onTouch = { [scene = session.scene] event in
      interception.follow(event, swallows: event.phase == .began && scene.swallows(event.touch.view))
    }
  }

  var device: TouchDevice { source.device }
  var found: DiscoveredDevice { source.found }

  /// When time alone brings something.
  var nextDeadline: Timestamp? {
    var earliest = work._withUnsafeGuaranteedRef { $0.nextDeadline }
    if let filter = filter.nextDeadline { earliest = min(filter, earliest ?? filter) }
    if let interception = interception?.nextDeadline { earliest = min(interception, earliest ?? interception) }
    return earliest
  }

  /// Whether no touch and no gesture is under way, and none is held back or waits to be read.
  var isAtRest: Bool { session.isAtRest && filter.nextRelease == nil && !source.isPressing }

  /// Lets time pass, at the end of a turn.
  /// - Returns: when to do so again.
  @discardableResult
  func advance(to time: Timestamp) -> Timestamp? {
    let deadline = nextDeadline
    guard source.endTurn() else { return deadline }
    guard let deadline, deadline <= time else { return deadline }
    filter.advance(to: time) { session.handle($0) }
    session.advance(to: time)
    settleClone(at: time)
    return nextDeadline
  }

  /// Tells applications what was decided since the last frame. A touch that neither the filter nor the engine will tell of
  /// any more was left out, or taken before anybody knew of it.
  private func settleClone(at time: Timestamp) {
    guard let interception, interception.state == .grabbed else { return }
    interception.clone.takeWaiting { id in session.scene.engine.isDelivering(touch: id) || filter.holds(id) }
    interception.clone.settle(at: time)
  }

  private func handle(_ frame: inout TouchFrame) {
    if wakeGuard?.strain(&frame) == true { woken(frame.time) }
    if let due = filter.nextDeadline, due <= frame.time { filter.advance(to: frame.time) { session.handle($0) } }
    filter.strain(&frame)
    work._withUnsafeGuaranteedRef { $0.handle(frame) }
  }

  /// What a reading came to.
  enum Reading {
    /// The kernel lost frames before the next one, which is handled when this is called again.
    case loss(Timestamp)
    case end(TouchDevice.Condition)
  }

  /// Takes what the panel has reported. To be called until the end.
  /// - Parameter isPaused: leaves it at that.
  func read(isPaused: Bool) throws(DeviceError) -> Reading {
    while true {
      switch try source.next(into: &frame) {
      case .frame(let isLast):
        interception?.see(frame)
        if !isPaused { handle(&frame) }
        if isLast { return .end(.present) }
      case .loss(let time): return .loss(time)
      case .end(let condition):
        if interception != nil { settleClone(at: frame.time) }
        return .end(condition)
      }
    }
  }

  /// The machine has slept: lifts may be lost, and what is still to be read was sent before.
  func restart(at time: Timestamp) {
    cancel(at: time)
    if let interception, interception.state == .grabbed {
      interception.letGo(.slept, at: time)
      interception.resume()
    }
    source.restart()
  }

  /// All that it holds is cancelled: the panel is gone, or its configuration.
  func cancel(at time: Timestamp) {
    source.cancelAll(at: time) { frame in handle(&frame) }
    settleClone(at: time)
  }
}
