import Actions
import CLinux
import Configuration
import Gestures
import JSON
import TouchInput

/// Has applications see panels by way of clones: grabs panels, lets them go, and guards their first touch while the display is off.
final class Interceptor {
  private(set) var isPaused = false
  /// Told by hand, until the next reload; `nil`: the system knows.
  var isDisplayOff: Bool?
  private let keeper: GuardianKeeper
  private let isDryRun: Bool
  private let active: ActiveConfiguration
  private let outlets: Outlets

  init(_ active: ActiveConfiguration, _ outlets: Outlets, isDryRun: Bool) {
    self.active = active
    self.outlets = outlets
    self.isDryRun = isDryRun
    keeper = GuardianKeeper { () throws(DeviceError) in try Guardian() }
  }

  private var log: Log { outlets.log }

  /// Puts a screen's settings of this into force on its panel.
  func intercept(_ panel: Panel, as screen: ScreenSettings, at now: Timestamp) {
    panel.wakeGuard = screen.wakeGuard.map { grace in
      WakeGuard(grace: grace) { [unowned self] in isDisplayOff ?? DisplayPower.isOff() }
    }
    // Unowned, as the panel holds it: one that is gone has to close its descriptor.
    panel.woken = { [unowned self, unowned panel] time in wake(screen, panel, at: time) }
    guard screen.intercept, !isDryRun else {
      panel.interception?.letGo(.paused, at: now)
      panel.interception = nil
      return
    }
    keeper.tryNow()
    if let interception = panel.interception, interception.clone.failure == nil,
      interception.clone.bearsPanelsName == (screen.cloneName == .panel)
    {
      interception.renew(screen, at: now)
      if !isPaused { interception.resume() }
    } else {
      panel.interception?.letGo(.paused, at: now)
      panel.interception = nil
      makeClone(of: panel, screen, at: now)
    }
    panel.interception.map { attend(to: $0, of: panel, at: now) }
  }

  /// Without a clone the panel is only observed, as without `intercept`.
  private func makeClone(of panel: Panel, _ screen: ScreenSettings, at now: Timestamp) {
    do throws(DeviceError) {
      let clone = try TouchClone(
        of: panel.device.description, sysname: panel.found.sysname, bearsPanelsName: screen.cloneName == .panel)
      let interception = Interception(panel.device, clone, screen, at: now)
      if isPaused { interception.letGo(.paused, at: now) }
      panel.interception = interception
    } catch {
      object(to: panel, error)
    }
  }

  /// Says once why a panel is only observed.
  private func object(to panel: Panel, _ error: DeviceError) {
    if panel.objection == "\(error)" { return }
    panel.objection = "\(error)"
    log.warning("\(panel.found.node): not intercepted, applications see all touches: \(error)")
  }

  /// Grabs what can be grabbed, and lets go what is to be let go. After each turn: all that it asks is in memory.
  func attend(to interception: Interception, of panel: Panel, at time: Timestamp) {
    if let reason = interception.reasonToLetGo(at: time) {
      // With a panic the fingers lie on it still: they are nobody's until they lift.
      panel.cancel(at: time)
      interception.letGo(reason, at: time)
      log.warning("\(panel.found.node): let go: \(words(for: reason))")
      if reason == .stalled { interception.resume() }
    }
    guard interception.state == .waiting || interception.resumeIfDue(at: time) else { return }
    guard let guardian = guardianInService(at: time) else { return leaveUnguarded(interception, at: time) }
    interception.clone.findNode()
    if let error = interception.grabIfUntouched(at: time, guardian) {
      if error.isOfGuardian { leaveUnguarded(interception, at: time) } else { object(to: panel, error) }
    } else if interception.state == .grabbed {
      panel.objection = nil
      log.info("\(panel.found.node): \(interception.sentence)")
      log.info("\(panel.found.node): \(interception.takeBack.sentence)")
    }
  }

  private func words(for reason: Interception.Reason) -> String {
    switch reason {
    case .panic: "so many fingers for so long ask for it; `tickle resume` intercepts it again"
    case .stalled: "its touches were not read for \(Guardian.limit.components.seconds) s; to be intercepted again"
    case .unguarded: "no guardian is running; it will be intercepted when one is"
    case .failed: "its clone cannot be written to; `tickle reload` makes another one"
    case .slept: "the machine has slept; to be intercepted again"
    case .paused: "paused"
    }
  }

  /// udev has told of a device: if it is a clone of ours, compositors know of it, too.
  func isOwnClone(_ found: DiscoveredDevice, of panels: [Panel]) -> Bool {
    guard let panel = panels.first(where: { $0.interception?.clone.node == found.node }) else { return false }
    panel.interception?.cloneIsKnown()
    return true
  }

  /// From now on nothing is intercepted, and no gesture is recognized.
  func pause(_ panels: [Panel], at now: Timestamp) {
    if isPaused { return }
    for panel in panels {
      panel.cancel(at: now)
      panel.interception?.letGo(.paused, at: now)
    }
    isPaused = true
    log.info("paused")
  }

  /// Also after a panic.
  func resume(_ panels: [Panel]) {
    if isPaused { log.info("resumed") }
    isPaused = false
    keeper.tryNow()
    for panel in panels { panel.interception?.resume() }
  }

  /// At the daemon's end; panels have been let go.
  func close() { keeper.close() }

  /// The display was off, and a finger has landed.
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
  func lookAfterGuardian(_ panels: [Panel], at now: Timestamp) {
    guard let end = keeper.takeEnd() else { return }
    log.warning("the guardian \(words(for: end)); starting another one")
    for panel in panels { panel.interception.map { entrust($0, of: panel, at: now) } }
  }

  /// Takes notice of all that the guardian has done, and of its end, so that the status tells the truth.
  func review(_ panels: [Panel], at now: Timestamp) {
    lookAfterGuardian(panels, at: now)
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
    log.warning("\(panel.found.node): let go: \(words(for: .unguarded))")
  }

  private func guardianInService(at now: Timestamp) -> Guardian? {
    let (known, failure) = (keeper.guardian, keeper.failure)
    let guardian = keeper.guardianInService(at: now)
    if let guardian, guardian !== known { log.info("started the guardian, process \(guardian.process)") }
    if let new = keeper.failure, new != failure {
      let seconds = GuardianKeeper.pause / 1_000_000
      log.warning("no panel is intercepted, as no guardian can be started: \(new); next try in \(seconds) s")
    }
    return guardian
  }

  /// A guardian that ends as soon as it was started is noticed by SIGCHLD; the next one is started a second later.
  private func leaveUnguarded(_ interception: Interception, at now: Timestamp) {
    interception.letGoUnguarded(until: keeper.nextTry ?? now + 1_000_000, at: now)
  }

  private func words(for end: Guardian.End) -> String {
    switch end {
    case .exited(let status): "has ended with status \(status)"
    case .killed(let signal): "was killed by \(Self.name(of: signal))"
    case .stopped(let signal): "was stopped by \(Self.name(of: signal)), and was killed"
    }
  }

  private static func name(of signal: Int32) -> String {
    linux_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
  }
}

extension DeviceError {
  /// Whether the guardian is at fault, and the next one may do better.
  fileprivate var isOfGuardian: Bool {
    guard case .system = reason else { return false }
    return object == "guardian"
  }
}
