// TickledDaemon/Interception: grabbing and releasing panels, the panic gesture, the guardian's process.
import Actions
import CLinux
import Configuration
import Effects
import Gestures
import Program
import Screen
import Text
import TouchInput

/// Makes applications see panels through clones: grabs and releases panels, and hides the first touch on a dark display.
final class Interceptor {
  private(set) var isPaused = false
  /// The state of the display that a client has set, until the next reload; `nil`: the system is asked.
  var isDisplayOff: Bool?
  /// The panels that could not be intercepted, and when that is tried again: after 8 s at most, as a try costs little.
  private var retries = Reopenings(longest: 8_000_000)
  private let keeper: GuardianKeeper
  private let makeClone: MakeClone
  private let isDryRun: Bool
  private let active: ActiveConfiguration
  private let outlets: Outlets

  /// Makes the clone of a panel.
  typealias MakeClone = (Panel, ScreenSettings) throws(DeviceError) -> TouchClone

  init(
    _ active: ActiveConfiguration, _ outlets: Outlets, isDryRun: Bool,
    makeClone: @escaping MakeClone = { (panel, screen) throws(DeviceError) in
      try TouchClone(
        of: panel.device.description, sysname: panel.found.sysname, hasPanelsName: screen.cloneName == .panel)
    }
  ) {
    self.active = active
    self.outlets = outlets
    self.isDryRun = isDryRun
    self.makeClone = makeClone
    keeper = GuardianKeeper { () throws(DeviceError) in try Guardian() }
  }

  private var log: Log { outlets.log }
  /// The log for what each plugging brings about.
  private var panelLog: Log { outlets.panelLog }

  /// Applies a screen's settings for interception to its panel.
  func intercept(_ panel: Panel, as screen: ScreenSettings, at now: Timestamp) {
    panel.wakeGuard = screen.wakeGuard.map { grace in
      let owner = Unowned(self)
      return WakeGuard(grace: grace, timesSwitchedOff: { owner.object.outlets.runner?.timesSwitchedOff ?? 0 }) {
        owner.object.isDisplayOff ?? DisplayPower.isOff()
      }
    }
    // Unowned, as the panel retains the closure: a panel that is gone must be released, to close its descriptor.
    panel.woken = { [owner = Unowned(self), panel = Unowned(panel)] time in
      owner.object.wake(screen, panel.object, at: time)
    }
    guard screen.intercept, !isDryRun else {
      panel.interception?.release(.paused, at: now)
      panel.interception = nil
      panel.objection = nil
      return forget(panel.found.node)
    }
    keeper.tryNow()
    if let interception = panel.interception, interception.clone.failure == nil,
      interception.clone.hasPanelsName == (screen.cloneName == .panel)
    {
      interception.renew(screen, at: now)
      if !isPaused { interception.resume() }
    } else {
      panel.interception?.release(.paused, at: now)
      panel.interception = nil
      prepare(panel, screen, at: now)
    }
    panel.interception.map { attend(to: $0, of: panel, at: now) }
  }

  /// Gives a panel its clone. If that fails, the panel is only observed, as without `intercept`.
  private func prepare(_ panel: Panel, _ screen: ScreenSettings, at now: Timestamp) {
    do throws(DeviceError) {
      let interception = Interception(panel.device, try makeClone(panel, screen), screen, at: now)
      if isPaused { interception.release(.paused, at: now) }
      panel.interception = interception
    } catch {
      object(to: panel, error, at: now)
    }
  }

  /// Logs once why a panel is only observed, and has it tried again.
  private func object(to panel: Panel, _ error: DeviceError, at now: Timestamp) {
    let seconds = retries.add(panel.found.node, at: now) / 1_000_000
    if panel.objection == "\(error)" { return }
    panel.objection = "\(error)"
    let sentence = "\(panel.found.node): not intercepted, applications see all touches: \(error)"
    log.troubles.set([sentence], about: subject(panel.found.node))
    panelLog.warning("\(sentence); tried again in \(seconds) s")
  }

  /// The time at which the interception of a panel is tried again.
  var nextRetry: Timestamp? { retries.nextDeadline }

  func retry(_ panels: [Panel], at time: Timestamp) {
    guard let due = retries.takeDue(at: time) else { return }
    for panel in panels where due.contains(panel.found.node) {
      if let screen = active.configuration.screen(for: panel.source) { intercept(panel, as: screen, at: time) }
    }
  }

  func forget(_ node: String) {
    retries.forget(node)
    log.fixed(subject(node))
  }

  private func subject(_ node: String) -> String { "interception \(node)" }

  /// A sentence about a panel's interception, for `tickle status`; `nil` if it is not configured.
  func sentence(about panel: Panel, at time: Timestamp) -> String? {
    // An earlier objection says nothing once the panel has a clone, and waits only for a finger to lift or is paused.
    guard let objection = panel.objection, panel.interception.map({ $0.state == .loose(.failed) }) ?? true
    else { return panel.interception?.sentence }
    let next = retries.time(of: panel.found.node).map { "; tries again in \(max(1, ($0 - time) / 1_000_000)) s" }
    return "not intercepted: \(objection)\(next ?? "")"
  }

  /// Grabs a panel that can be grabbed, and releases one that must be released. Called after each turn; it only looks at values in memory.
  func attend(to interception: Interception, of panel: Panel, at time: Timestamp) {
    if let reason = interception.reasonToRelease(at: time) {
      // After a panic gesture the fingers are still down; they are ignored until they lift.
      panel.cancel(at: time)
      interception.release(reason, at: time)
      log.warning("\(panel.found.node): released: \(words(for: reason, interception))")
      if reason == .stalled { interception.resume() }
      if reason == .failed { _ = retries.add(panel.found.node, at: time) }
    }
    guard interception.state == .waiting || interception.resumeIfDue(at: time) else { return }
    guard let guardian = guardianInService(at: time) else { return leaveUnguarded(interception, at: time) }
    interception.clone.findNode()
    nameStuckContacts(interception, of: panel, at: time)
    if let error = interception.grabIfUntouched(at: time, guardian) {
      if error.isOfGuardian { leaveUnguarded(interception, at: time) } else { object(to: panel, error, at: time) }
    } else if interception.state == .grabbed {
      panel.objection = nil
      panelLog.fixed(subject(panel.found.node))
      retries.succeeded(panel.found.node)
      let log = interception.grabs == 1 ? panelLog : log
      log.info("\(panel.found.node): \(interception.sentence)")
      log.info("\(panel.found.node): \(interception.takeBack.sentence)")
    }
  }

  private func nameStuckContacts(_ interception: Interception, of panel: Panel, at time: Timestamp) {
    let count = interception.leaveStuckContacts(at: time)
    if count == 0 { return }
    panelLog.warning(
      "\(panel.found.node): \(count == 1 ? "a contact that was" : "\(count) contacts that were") down before the start did not move "
        + "for \(Interception.patience / 1_000_000) s: \(count == 1 ? "it is" : "they are") no finger, and the panel is intercepted"
    )
  }

  private func words(for reason: Interception.Reason, _ interception: Interception) -> String {
    switch reason {
    case .panic: "panic gesture, \(interception.panic.condition); `tickle resume` intercepts it again"
    case .stalled: "its touches were not read for \(Guardian.limit.components.seconds) s; it will be intercepted again"
    case .unguarded: "no guardian is running; it will be intercepted when one is"
    case .failed: "writing to its clone failed; another one is made in a moment"
    case .slept: "the machine has slept; it will be intercepted again"
    case .paused: "paused"
    }
  }

  /// Called when udev has reported a device: if it is one of our clones, compositors know of it, too.
  func isOwnClone(_ found: DiscoveredDevice, of panels: [Panel]) -> Bool {
    guard let panel = panels.first(where: { $0.interception?.clone.node == found.node }) else { return false }
    panel.interception?.cloneIsKnown()
    return true
  }

  /// Pauses interception and the recognition of gestures.
  func pause(_ panels: [Panel], at now: Timestamp) {
    if isPaused { return }
    for panel in panels {
      panel.cancel(at: now)
      panel.interception?.release(.paused, at: now)
    }
    isPaused = true
    outlets.write(.pause(isPaused: true), at: now)
  }

  /// Resumes after a pause or a panic gesture.
  func resume(_ panels: [Panel]) {
    let now = Timestamp(microseconds: linux_monotonic_microseconds())
    if isPaused { outlets.write(.pause(isPaused: false), at: now) }
    isPaused = false
    active.idleness.restart(at: now)
    keeper.tryNow()
    for panel in panels { panel.interception?.resume() }
  }

  /// Ends the guardian, at the daemon's end. The panels must have been released.
  func close() { keeper.close() }

  /// Runs the wake actions, when a finger has landed while the display was off.
  private func wake(_ screen: ScreenSettings, _ panel: Panel, at time: Timestamp) {
    log.debug("a touch wakes screen \"\(screen.name)\"")
    var context = ActionContext(
      gesture: "wake", view: screen.name, screen: screen.name, panel: panel.found.node)
    context.environment = [
      "TICKLED_GESTURE=wake", "TICKLED_VIEW=\(screen.name)", "TICKLED_SCREEN=\(screen.name)",
      "TICKLED_TIME=\(Decimal.text(Double(time - outlets.origin) / 1e6, decimals: 6))",
    ]
    for action in screen.wakeActions {
      if case .mode(let name) = action { active.modes.enter(name, at: time) }
      outlets.runner?.run(action, for: context)
    }
  }
}

// MARK: - The guardian

extension Interceptor {
  /// The process that releases panels if this one cannot; `nil` if there is none.
  var guardianProcess: Int? { keeper.guardian.map { Int($0.process) } }

  /// Replaces a guardian that has ended. Called after SIGCHLD, and before the status is reported.
  func replaceEndedGuardian(_ panels: [Panel], at now: Timestamp) {
    guard let end = keeper.takeEnd() else { return }
    log.warning("the guardian \(words(for: end)); starting another one")
    for panel in panels { panel.interception.map { entrust($0, of: panel, at: now) } }
  }

  /// Updates the state after the guardian has released panels or has ended, so that the status is correct.
  func review(_ panels: [Panel], at now: Timestamp) {
    replaceEndedGuardian(panels, at: now)
    for panel in panels { panel.interception.map { attend(to: $0, of: panel, at: now) } }
  }

  /// Hands a panel to the next guardian, unless the last one has released the panel before it ended.
  private func entrust(_ interception: Interception, of panel: Panel, at now: Timestamp) {
    attend(to: interception, of: panel, at: now)
    guard interception.state == .grabbed else { return }
    do throws(DeviceError) {
      if let guardian = guardianInService(at: now) { return try interception.entrust(to: guardian) }
    } catch {
      log.warning("\(panel.found.node) could not be handed to the guardian: \(error)")
    }
    panel.cancel(at: now)
    leaveUnguarded(interception, at: now)
    log.warning("\(panel.found.node): released: \(words(for: .unguarded, interception))")
  }

  private func guardianInService(at now: Timestamp) -> Guardian? {
    let (known, failure) = (keeper.guardian, keeper.failure)
    let guardian = keeper.guardianInService(at: now)
    if let guardian, guardian !== known {
      log.fixed("guardian")
      log.info("started the guardian, process \(guardian.process)")
    }
    if let new = keeper.failure, new != failure {
      let seconds = GuardianKeeper.pause / 1_000_000
      log.fixed("guardian")  // Another reason is logged, too.
      log.trouble(
        about: "guardian",
        "no panel is intercepted, because no guardian can be started: \(new); next try in \(seconds) s")
    }
    return guardian
  }

  /// Releases a panel for which there is no guardian. If the guardian ended right after its start, which SIGCHLD reports, the next try is a
  /// second later.
  private func leaveUnguarded(_ interception: Interception, at now: Timestamp) {
    interception.releaseUnguarded(until: keeper.nextTry ?? now + 1_000_000, at: now)
  }

  private func words(for end: Guardian.End) -> String {
    switch end {
    case .exited(let status): "has ended with status \(status)"
    case .killed(let signal): "was killed by \(Signal(rawValue: signal))"
    case .stopped(let signal): "was stopped by \(Signal(rawValue: signal)), and was killed"
    }
  }
}

extension DeviceError {
  /// Whether the guardian is at fault, and the next one may do better.
  fileprivate var isOfGuardian: Bool {
    guard case .system = reason else { return false }
    return object == "guardian"
  }
}
