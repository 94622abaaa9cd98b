import Actions
import CLinux
import Configuration
import Gestures
import Glibc
import Program
import Screen
import TouchInput

/// The daemon's life: one serial queue owns panels, engines and bindings, and the calling thread waits and enters it.
package enum Daemon {
  /// Runs until SIGTERM or SIGINT. Call it before any other thread is started.
  package static func run(
    _ configuration: Configuration, options: DaemonOptions, log: Log
  ) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)  // A reader of our output that is gone is no reason to go.
    guard let loop = EventLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2]) else {
      log.error("epoll or signalfd: \(String(cString: strerror(errno)))")
      return .ioError
    }
    let engine = EngineQueue { DaemonCore(configuration, options: options, loop: loop, log: log) }
    var failure: ExitStatus?
    engine.sync { core in failure = core.start() }
    if let failure { return failure }
    linux_release_program()  // What only the start has needed is most of it.
    var deadline: Timestamp?
    engine.sync { core in deadline = core.nextDeadline }
    // Enters the queue once for all that is ready: the queue's exclusion at the cost of a lock.
    while case .wait(let next) = engine.turn(loop.wait(until: deadline?.microseconds)) { deadline = next }
    var finish: @Sendable () -> Void = {}
    engine.sync { core in finish = core.stop() }
    finish()
    return .done
  }
}

/// A serial queue of libdispatch's, what it owns, and the way in for the one thread that waits for events.
///
/// By libdispatch's C functions: `DispatchQueue.sync` makes a block of its work, which costs several times what the queue does.
private final class EngineQueue {
  private let queue = linux_queue_create("engine")
  private let core: DaemonCore
  // The one thread and the queue see these in turn: while the one is at work the other waits.
  @exclusivity(unchecked) private var work: (DaemonCore) -> Void = { _ in }
  @exclusivity(unchecked) private var ready = 0
  @exclusivity(unchecked) private var next = DaemonCore.Next.stop

  /// What `make` makes it keeps nowhere else.
  init(make: () -> DaemonCore) { core = make() }

  /// Does something on the queue, and waits until it is done.
  func sync(_ work: @escaping (DaemonCore) -> Void) {
    self.work = work
    linux_queue_sync(queue, Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.work($0.core) }
    }
  }

  /// Has the core take what is ready: so many descriptors.
  func turn(_ ready: Int) -> DaemonCore.Next {
    self.ready = ready
    linux_queue_sync(queue, Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.next = $0.core.turn($0.ready) }
    }
    return next
  }
}

/// What the engine's queue owns.
final class DaemonCore {
  /// What the waiting thread does next.
  enum Next: Sendable {
    /// At most until then; `nil`: until something happens.
    case wait(until: Timestamp?)
    case stop
  }

  var configuration: Configuration
  let options: DaemonOptions
  let loop: EventLoop
  var log: Log
  let runner: ActionRunner?
  let output: LineOutput?
  let origin = Timestamp(microseconds: linux_monotonic_microseconds())
  var discovery: DeviceDiscovery?

  // What each turn asks for is exempt from the run-time check of exclusive access, as `Touch` explains: it belongs to the
  // engine's queue, and what changes it calls nothing that asks.

  /// In the order in which they came. Few: who looks for one looks at all.
  @exclusivity(unchecked) var panels: [Panel] = []
  /// Those that went in this turn: one may be at work, and is counted by nobody else.
  @exclusivity(unchecked) var departed: [Panel] = []
  /// Panels that could not be read any more, though their nodes are there.
  @exclusivity(unchecked) var reopenings = Reopenings()
  var sleepWatch: SleepWatch?
  /// The watch's, asked for in each turn.
  @exclusivity(unchecked) var sleepDescriptor: Int32 = -1
  @exclusivity(unchecked) var modes = Modes()
  @exclusivity(unchecked) var reloading = Reloading()
  @exclusivity(unchecked) private var nextSignOfLife: Timestamp?
  /// When the last turn ended: the last moment at which this process is known to have run before it fell asleep.
  @exclusivity(unchecked) var lastTurn: Timestamp

  /// Nodes of which was said that they cannot be used.
  var reported: Set<String> = []
  /// Touchscreens that we may not open yet, and what tells when that may have changed.
  var keptFromUs: Set<String> = []
  var accessWatch: AccessWatch?
  var hasSaidThatItWaits = false
  var control: ControlServer?
  var isPaused = false
  /// Made when the first panel is to be intercepted; lives until the end.
  var guardian: Guardian?
  /// Told by hand; `nil`: the system knows.
  var isDisplayOff: Bool?
  /// Of screens that were turned by hand, until the next reload.
  var orientations: [String: PanelGeometry.Orientation] = [:]
  var switches = Scene.Switches()
  let service = ServiceManager()
  var nextTouchID: UInt64 = 1

  init(_ configuration: Configuration, options: DaemonOptions, loop: EventLoop, log: Log) {
    self.configuration = configuration
    self.options = options
    self.loop = loop
    self.log = log
    runner = options.isDryRun ? nil : ActionRunner(log: log, soundDevice: configuration.daemon.soundDevice)
    output = options.format.map { _ in LineOutput() }
    lastTurn = origin
    modes = makeModes()
  }

  /// - Returns: why it cannot run; `nil`: it runs.
  func start() -> ExitStatus? {
    runner?.prepare(for: configuration.allActions)
    openControl()
    watchForSleep()
    do throws(DeviceError) {
      let discovery = try DeviceDiscovery()
      guard loop.watch(discovery.fileDescriptor) else {
        log.error("epoll_ctl udev: \(String(cString: strerror(errno)))")
        return .ioError
      }
      self.discovery = discovery
      try open(discovery.enumerate())
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
    startWatching()
    sayIfItWaits()
    service.ready(serviceStatus)
    if service.watchdogInterval != nil { nextSignOfLife = now }
    return nil
  }

  /// For who looks at the service.
  var serviceStatus: String {
    let screens = panels.map(\.session.scene.screen).sorted().joined(separator: ", ")
    return panels.isEmpty
      ? "Waiting for a touchscreen" : "\(configuration.gestures.count) gestures on \(screens)"
  }

  /// Takes what is ready, then lets time pass: in this order, so that a frame that came before a deadline is seen first.
  func turn(_ ready: Int) -> Next {
    for index in 0..<ready where loop.descriptor(index) == sleepDescriptor { noticeSleep() }
    for index in 0..<ready {
      let descriptor = loop.descriptor(index)
      if readPanel(descriptor) {
        continue
      } else if loop.isSignals(descriptor) {
        if takeSignals() { return .stop }
      } else if descriptor == discovery?.fileDescriptor {
        followHotplug()
      } else if descriptor == accessWatch?.fileDescriptor {
        followAccess()
      } else if control?.owns(descriptor) == true {
        serveControl(descriptor)
      } else if descriptor == reloading.watch?.fileDescriptor {
        followConfiguration()
      }
    }
    let now = self.now
    let next = pass(now)
    if !departed.isEmpty { departed.removeAll() }
    lastTurn = now
    let chore = nextChore
    // A new configuration waits for no moment, but for the end of what is under way.
    if reloading.deadline != nil || chore.map({ $0 <= now }) ?? false {
      doChores(at: now)
      return .wait(until: nextDeadline)
    }
    return .wait(until: sooner(next, chore))
  }

  /// Lets time pass for the panels.
  /// - Returns: when to do so again.
  private func pass(_ now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    var place = 0
    while place < panels.count {
      Unmanaged.passUnretained(panels[place])._withUnsafeGuaranteedRef { panel in
        var deadline = panel.advance(to: now)
        if let interception = panel.interception {
          attend(to: interception, of: panel, at: now)
          deadline = panel.nextDeadline
        }
        next = sooner(next, deadline)
      }
      place += 1
    }
    return next
  }

  /// What has its own time, besides panels.
  private func doChores(at now: Timestamp) {
    modes.advance(to: now)  // Without a panel too.
    reopenPanels(at: now)
    lookAtConfiguration(at: now)
    finishReload(at: now)
    if let due = nextSignOfLife, due <= now, let interval = service.watchdogInterval {
      service.isAlive()
      nextSignOfLife = now + interval
    }
  }

  /// When the mode ends, a panel is reopened, a new configuration is looked at or waits no longer, or the watchdog is to be told.
  private var nextChore: Timestamp? {
    sooner(sooner(nextSignOfLife, modes.nextDeadline), sooner(reopenings.nextDeadline, reloading.nextDeadline))
  }

  /// The next one of a panel or chore; `nil` without one.
  var nextDeadline: Timestamp? {
    var earliest = nextChore
    for panel in panels { earliest = sooner(earliest, panel.nextDeadline) }
    return earliest
  }

  /// Cancels open gestures, so that their actions get their cancel.
  /// - Returns: what the waiting thread does last, outside the queue: it lets actions and output finish.
  func stop() -> @Sendable () -> Void {
    for panel in panels {
      panel.cancel(at: now)
      panel.interception?.letGo(.paused, at: now)
    }
    panels.removeAll()
    guardian = nil
    control = nil
    service.stopping()
    log.info("stopped")
    return { [runner, output] in
      runner?.shutdown()
      output?.flush()
    }
  }

  var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}

private func sooner(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
