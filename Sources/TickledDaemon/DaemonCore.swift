import Actions
import CLinux
import Configuration
import Gestures
import Glibc
import JSON
import Program
import Screen
import TouchInput

/// What the engine's queue owns: calls the parts of the daemon in the order in which a turn needs them.
final class DaemonCore {
  /// What the waiting thread does next.
  enum Next: Sendable {
    /// At most until then; `nil`: until something happens.
    case wait(until: Timestamp?)
    case stop
  }

  let options: DaemonOptions
  let loop: EventLoop
  let outlets: Outlets
  let active: ActiveConfiguration
  let interceptor: Interceptor
  let panels: PanelKeeper

  // What each turn asks for is exempt from the run-time check of exclusive access, as `Touch` explains: it belongs to the
  // engine's queue, and what changes it calls nothing that asks.

  @exclusivity(unchecked) var reloading = Reloading()
  @exclusivity(unchecked) var watchdog = Watchdog()
  private var sleepWatch: SleepWatch?
  /// The watch's, asked for in each turn.
  @exclusivity(unchecked) private var sleepDescriptor: Int32 = -1
  /// When the last turn ended: the last moment at which this process is known to have run before it fell asleep.
  @exclusivity(unchecked) private var lastTurn: Timestamp

  init(_ configuration: Configuration, options: DaemonOptions, loop: EventLoop, log: Log) {
    self.options = options
    self.loop = loop
    outlets = Outlets(options, log: log, soundDevice: configuration.daemon.soundDevice)
    active = ActiveConfiguration(configuration, outlets)
    interceptor = Interceptor(active, outlets, isDryRun: options.isDryRun)
    panels = PanelKeeper(asked: options.devices, loop: loop, active, interceptor, outlets)
    lastTurn = outlets.origin
  }

  /// - Returns: why it cannot run; `nil`: it runs.
  func start() -> ExitStatus? {
    outlets.runner?.prepare(for: active.configuration.allActions)
    openControl()
    watchForSleep()
    do throws(DeviceError) {
      try panels.start()
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
    startWatching()
    panels.sayIfNoneIsThere()
    watchdog.service.ready(serviceStatus)
    watchdog.start(at: now)
    return nil
  }

  /// For people who look at the service.
  var serviceStatus: String {
    let screens = panels.all.map(\.session.scene.screen).sorted().joined(separator: ", ")
    return panels.all.isEmpty
      ? "Waiting for a touchscreen" : "\(active.configuration.gestures.count) gestures on \(screens)"
  }

  /// Takes what is ready, then lets time pass: in this order, so that a frame that came before a deadline is seen first.
  func turn(_ ready: Int) -> Next {
    for index in 0..<ready where loop.descriptor(index) == sleepDescriptor { noticeSleep() }
    for index in 0..<ready {
      let descriptor = loop.descriptor(index)
      if panels.readPanel(descriptor) {
        continue
      } else if loop.isSignals(descriptor) {
        if handleSignals() { return .stop }
      } else if panels.follow(descriptor) {
        continue
      } else if outlets.control?.owns(descriptor) == true {
        serveControl(descriptor)
      } else if descriptor == reloading.watch?.fileDescriptor {
        followConfiguration()
      }
    }
    let now = self.now
    let next = panels.pass(now)
    lastTurn = now
    let chore = nextChore
    // A new configuration waits for no moment, but for the end of what is under way.
    if reloading.deadline != nil || chore.map({ $0 <= now }) ?? false {
      doChores(at: now)
      return .wait(until: nextDeadline)
    }
    return .wait(until: sooner(next, chore))
  }

  /// What has its own time, besides panels.
  private func doChores(at now: Timestamp) {
    active.modes.advance(to: now)  // Without a panel too.
    panels.reopen(at: now)
    lookAtConfiguration(at: now)
    finishReload(at: now)
    watchdog.signLife(at: now)
  }

  /// When the mode ends, a panel is reopened, a new configuration is looked at or waits no longer, or the watchdog is due.
  private var nextChore: Timestamp? {
    sooner(
      sooner(watchdog.nextSignOfLife, active.nextEndOfMode), sooner(panels.nextReopening, reloading.nextDeadline))
  }

  /// The next one of a panel or chore; `nil` without one.
  var nextDeadline: Timestamp? { sooner(nextChore, panels.nextDeadline) }

  /// Cancels open gestures, so that their actions get their cancel.
  /// - Returns: what the waiting thread does last, outside the queue: it lets actions and output finish.
  func stop() -> @Sendable () -> Void {
    panels.closeAll(at: now)
    interceptor.close()
    watchdog.service.stopping()
    log.info("stopped")
    return outlets.close()
  }

  var log: Log { outlets.log }

  var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}

// MARK: - Sleep

extension DaemonCore {
  private func watchForSleep() {
    guard let watch = SleepWatch(), loop.watch(watch.fileDescriptor) else {
      log.warning("timerfd: \(String(cString: strerror(errno))): touches go on when the machine wakes from sleep")
      return
    }
    sleepWatch = watch
    sleepDescriptor = watch.fileDescriptor
  }

  /// Called when the watch is readable, before any panel is read: what a panel has sent until the machine slept is no touch any
  /// more. Lifts may be lost in a sleep, or made by the kernel; neither is a gesture's end.
  private func noticeSleep() {
    guard let slept = sleepWatch?.newSleep() else { return }
    log.info("the machine has slept for \(Decimal.fixed(Double(slept) / 1e6, decimals: 1)) s: touches are cancelled")
    // Not `now`: deadlines that fell due while it went to sleep are none.
    for panel in panels.all { panel.restart(at: lastTurn) }
  }
}
