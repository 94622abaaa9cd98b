// TickledDaemon: the daemon: turns of the loop, outlets, sleep, the service manager. It knows no command line.
import CLinux
import Configuration
import Effects
import Gestures
import Program
import Screen
import Text
import TouchInput

/// The state that the engine's queue owns. It calls the parts of the daemon in the order in which a turn of the loop needs them.
final class DaemonCore {
  /// What the waiting thread does next.
  enum Next: Sendable {
    /// Waits until that time at the latest; `nil`: until a descriptor is ready.
    case wait(until: Timestamp?)
    case stop
  }

  let options: DaemonOptions
  let loop: EventLoop
  let outlets: Outlets
  let active: ActiveConfiguration
  let interceptor: Interceptor
  let hotplug: Hotplug
  let panels: PanelKeeper
  let buttons: ButtonKeeper
  let motion: MotionKeeper
  let loader: ConfigurationLoader
  /// When the active configuration took effect; `nil`: at the start.
  var lastReload: Timestamp?
  /// The SHA-256 of the active configuration's text. That of the first one is computed when a client asks for it, and not at the start.
  lazy var configurationHash: String = firstText.hash
  private let firstText: ConfigurationText
  /// The files of the last valid configuration as they were read; `nil`: a copy of them was read.
  var readFiles: ConfigurationStamp?
  /// The files of the active configuration, as they were read.
  var activeFiles: ConfigurationStamp?

  var reloading = Reloading() {
    didSet { panels.isAwaited = reloading.deadline != nil }
  }
  var service = ServiceManager()
  /// When the control socket accepts connections again; `nil`: it does.
  private var nextResumption: Timestamp?
  /// The next time at which a device with buttons, or the motion sensor, is opened again; stored, as each turn reads it.
  private var nextOther: Timestamp?
  private var sleepWatch: SleepWatch?
  /// The watch's descriptor, which each turn compares.
  private var sleepDescriptor: Int32 = -1
  /// When the last turn ended: the last moment at which this process is known to have run before it fell asleep.
  private var lastTurn: Timestamp

  /// - Returns: `nil`, with Errno.latest set, if the system has no more descriptors.
  init?(_ start: DaemonStart, loop: EventLoop, log: Log) {
    let configuration = start.file.configuration
    guard let loader = ConfigurationLoader(path: start.options.path, configuration, log: log),
      loop.watch(loader.fileDescriptor)
    else { return nil }
    self.loader = loader
    self.loop = loop
    options = start.options
    firstText = start.file.text
    (readFiles, activeFiles) = (start.file.stamp, start.file.stamp)
    reloading.errors = start.errors
    outlets = Outlets(start, log: log)
    active = ActiveConfiguration(configuration, outlets)
    interceptor = Interceptor(active, outlets, isDryRun: options.isDryRun)
    hotplug = Hotplug(loop: loop, outlets)
    panels = PanelKeeper(
      asked: options.devices, hotplug, loop: loop, active, interceptor, outlets,
      stateFolder: LastGoodConfiguration.stateFolder)
    let supply = DeviceSupply(
      hotplug: hotplug, loop: loop, active: active, panels: panels, interceptor: interceptor, outlets: outlets)
    buttons = ButtonKeeper(supply)
    motion = MotionKeeper(supply)
    lastTurn = outlets.origin
    if start.errors.isEmpty { loader.save(start.file.text) }
  }

  /// - Returns: the exit status if the daemon cannot run; `nil` if it runs.
  func start() -> ExitStatus? {
    active.prepareActions()
    openControl()
    watchForSleep()
    do throws(DeviceError) {
      try hotplug.start()
      try panels.start()
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
    panels.changed = { [owner = Unowned(self)] in owner.object.buttons.announceSwitches(at: owner.object.now) }
    renewOthers(at: now)
    startWatching()
    panels.reportIfNone()
    Rehearsal.play()
    service.ready(serviceStatus, at: now)
    service.startWatchdog(at: now)
    return nil
  }

  var serviceStatus: String {
    if let error = reloading.errors.first { return "Running with the last valid configuration: \(error)" }
    let screens = panels.all.map { $0.session.scene.screen }.sorted().joined(separator: ", ")
    return panels.all.isEmpty
      ? "Waiting for a touchscreen" : "\(active.configuration.gestures.count) gestures on \(screens)"
  }

  /// Handles the descriptors that are ready, then advances the time; in this order, so that a frame that came before a deadline is handled
  /// first.
  func turn(_ ready: Int) -> Next {
    panels.handleKept()
    for index in 0..<ready where loop.descriptor(index) == sleepDescriptor { noticeSleep() }
    var hasRequests = false
    for index in 0..<ready {
      let descriptor = loop.descriptor(index)
      if panels.readPanel(descriptor) {
        continue
      } else if loop.isSignals(descriptor) {
        if handleSignals() { return .stop }
      } else if descriptor == hotplug.fileDescriptor {
        followHotplug()
      } else if panels.follow(descriptor) {
        continue
      } else if buttons.follow(descriptor) || motion.follow(descriptor) {
        noteOthers()
      } else if outlets.control?.note(descriptor) == true {
        hasRequests = true
      } else if descriptor == reloading.watch?.fileDescriptor {
        followConfiguration()
      } else if descriptor == loader.fileDescriptor {
        finishReading()
      }
    }
    if hasRequests {
      serveControl()
      nextResumption = outlets.nextResumption
    }
    let now = self.now
    let next = panels.pass(now)
    lastTurn = now
    let chore = nextChore
    // A new configuration takes effect when touches and gestures in progress have ended, which may be at any time before its deadline.
    if reloading.deadline != nil || chore.map({ $0 <= now }) ?? false {
      doChores(at: now)
      return .wait(until: nextDeadline)
    }
    return .wait(until: sooner(next, chore))
  }

  /// Does what is due, except for panels.
  private func doChores(at now: Timestamp) {
    active.modes.advance(to: now)  // A mode ends even if there is no panel.
    if !interceptor.isPaused { active.idleness.advance(to: now) }
    panels.reopen(at: now)
    buttons.reopen(at: now)
    motion.reopen(at: now)
    noteOthers()
    lookAtConfiguration(at: now)
    finishReload(at: now)
    outlets.control?.resume(at: now.microseconds)
    nextResumption = outlets.nextResumption
    service.advance(to: now)
  }

  /// The time of the next chore: the mode ends, an idle step is reached, a panel is reopened, a file is read, a new configuration takes effect at the latest, the
  /// control socket accepts connections again, or the service manager expects a message.
  private var nextChore: Timestamp? {
    sooner(
      sooner(
        service.nextDeadline, sooner(active.nextEndOfMode, interceptor.isPaused ? nil : active.nextIdleStep)),
      sooner(
        sooner(panels.nextReopening, nextOther), sooner(reloading.nextDeadline, nextResumption)))
  }

  /// The next deadline of a panel or chore; `nil` if there is none.
  var nextDeadline: Timestamp? { sooner(nextChore, panels.nextDeadline) }

  /// Cancels the gestures in progress, so that actions for their end run, and closes the panels and the control socket.
  /// - Returns: a function that lets actions and output finish. The waiting thread calls it last, outside the queue.
  func stop() -> @Sendable () -> Void {
    panels.closeAll(at: now)
    active.idleness.end(at: now)
    interceptor.close()
    service.stopping()
    log.info("stopped")
    return outlets.close()
  }

  private func followHotplug() {
    hotplug.follow { event in
      panels.follow(event)
      buttons.follow(event)
      motion.follow(event)
    }
    noteOthers()
  }

  /// Opens and closes the devices that are not panels as the active configuration needs.
  func renewOthers(at time: Timestamp) {
    buttons.renew(at: time)
    motion.renew(at: time)
    noteOthers()
  }

  private func noteOthers() { nextOther = sooner(buttons.nextReopening, motion.nextReopening) }

  var log: Log { outlets.log }

  var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}

// MARK: - Sleep

extension DaemonCore {
  private func watchForSleep() {
    guard let watch = SleepWatch(), loop.watch(watch.fileDescriptor) else {
      log.trouble(about: "sleep", "timerfd: \(Errno.latest): touches are not cancelled when the machine sleeps")
      return
    }
    sleepWatch = watch
    sleepDescriptor = watch.fileDescriptor
  }

  /// Cancels the touches if the machine has slept. Called when the watch is readable, before any panel is read, so that events from before
  /// the sleep are dropped. Lifts may be lost in a sleep, or made by the kernel; neither is a gesture's end.
  private func noticeSleep() {
    guard let slept = sleepWatch?.newSleep() else { return }
    log.info("the machine has slept for \(Decimal.fixed(Double(slept) / 1e6, decimals: 1)) s: touches are cancelled")
    // `lastTurn` instead of `now`, so that deadlines that passed during the sleep don't count.
    for panel in panels.all { panel.restart(at: lastTurn) }
    buttons.restart(at: now)
    motion.restart(at: now)
    active.idleness.restart(at: now)  // Somebody or something has woken the machine.
  }
}
