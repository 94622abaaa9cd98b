import Actions
import Configuration
import Gestures
import Glibc
import Screen
import TouchInput

/// A configuration on its way into force, and what watches for the next one.
struct Reloading {
  /// How long touches and gestures that are under way keep a new configuration waiting.
  static let patience: Int64 = 2_000_000
  /// Who saves a file may write it in pieces, or remove it first.
  static let quiet: Int64 = 200_000

  /// Read and checked, and waiting until nothing is under way.
  private(set) var next: Configuration?
  /// When it waits no longer.
  private(set) var deadline: Timestamp?
  /// What was last said of a file that cannot be used: said once as long as it is only watched.
  var refusal: [String]?
  var watch: ConfigurationWatch?
  /// When the file was seen to change, and when it is to be looked at.
  private var changed: Timestamp?
  private(set) var look: Timestamp?

  var nextDeadline: Timestamp? {
    guard let deadline, let look else { return deadline ?? look }
    return min(deadline, look)
  }

  /// The newest one takes the place of one that waits, and waits no longer than that would have.
  mutating func wait(with configuration: Configuration, at time: Timestamp) {
    next = configuration
    deadline = deadline ?? time + Self.patience
  }

  mutating func takeNext() -> Configuration? {
    defer { (next, deadline) = (nil, nil) }
    return next
  }

  /// Looks when the file has been quiet for a while, or when it has not been so for long.
  mutating func notice(at time: Timestamp) {
    changed = changed ?? time
    look = min(time + Self.quiet, changed! + Self.patience)
  }

  mutating func lookNow(at time: Timestamp) { look = time }

  /// - Returns: whether it was time to look.
  mutating func takeLook(at time: Timestamp) -> Bool {
    guard let look, look <= time else { return false }
    (self.look, changed) = (nil, nil)
    return true
  }
}

/// Signals, and a configuration that is read again. It comes into force between gestures: what has begun ends by the rules by
/// which it began.
extension DaemonCore {
  /// - Returns: whether it is to stop.
  func handleSignals() -> Bool {
    while let signal = loop.nextSignal() {
      switch signal {
      case SIGHUP: _ = reload()
      case SIGUSR1: interceptor.pause(panels.all, at: now)
      case SIGUSR2: interceptor.resume(panels.all)
      case SIGCHLD: interceptor.lookAfterGuardian(panels.all, at: now)
      default: return true
      }
    }
    return false
  }

  /// Reads the configuration again and checks it whole. One that cannot be used changes nothing, not even for one that waits.
  /// - Returns: what is wrong with it.
  func reload() -> [String] {
    watchdog.service.reloading()
    do throws(ConfigurationError) {
      let (configuration, warnings) = try Configuration.load(path: options.path)
      accept(configuration, warnings)
      return []
    } catch {
      return refuse(error.lines)
    }
  }

  private func accept(_ configuration: Configuration, _ warnings: [Diagnostic]) {
    for warning in warnings { log.warning(warning.summary) }
    reloading.refusal = nil
    reloading.wait(with: configuration, at: now)
    if !panels.isAtRest {
      log.info("\(options.path): can be used; in force when touches and gestures have ended, at the latest in 2 s")
    }
  }

  private func refuse(_ errors: [String]) -> [String] {
    reloading.refusal = errors
    for line in errors { log.error(line) }
    log.error("\(options.path): not reloaded; the old configuration stays")
    if reloading.next == nil { watchdog.service.ready(serviceStatus) }
    return errors
  }

  /// At the end of a turn, when who asked has had the answer: puts what waits into force if nothing is under way, or if it
  /// has waited long enough. What is under way then is cancelled.
  func finishReload(at time: Timestamp) {
    guard let deadline = reloading.deadline, deadline <= time || panels.isAtRest else { return }
    // By the old configuration, and while what it starts is still known.
    for panel in panels.all { panel.cancel(at: time) }
    guard let next = reloading.takeNext() else { return }
    active.replace(with: next, at: time)
    interceptor.isDisplayOff = nil
    openControl()
    watchConfiguration()
    panels.renewAll(at: time)
    log.info("\(options.path): reloaded")
    watchdog.service.ready(serviceStatus)
  }
}

/// `watch = true`: the file is read when it changes.
extension DaemonCore {
  /// At the start. The file may have changed since it was read.
  func startWatching() {
    watchConfiguration()
    if reloading.watch != nil { reloading.lookNow(at: now) }
  }

  /// Watches what lies on the way to the file now, or nothing.
  private func watchConfiguration() {
    if let watch = reloading.watch { loop.forget(watch.fileDescriptor) }
    reloading.watch = nil
    guard active.configuration.daemon.watch else { return }
    if let watch = ConfigurationWatch(path: options.path), loop.watch(watch.fileDescriptor) {
      reloading.watch = watch
    } else {
      log.warning(
        "inotify \(options.path): \(String(cString: strerror(errno))): `watch` does not work; `tickle reload` does")
    }
  }

  /// Takes the news of the watch.
  func followConfiguration() {
    if reloading.watch?.takeChanges() == true { reloading.notice(at: now) }
  }

  /// At the end of a turn: reads a file that has changed. What says the same as before changes nothing, and what is wrong with
  /// it is said once.
  func lookAtConfiguration(at time: Timestamp) {
    guard reloading.takeLook(at: time) else { return }
    watchConfiguration()  // Before the file is read, so that no change falls between.
    do throws(ConfigurationError) {
      let (configuration, warnings) = try Configuration.load(path: options.path)
      reloading.refusal = nil
      if configuration == reloading.next ?? active.configuration { return }
      watchdog.service.reloading()
      accept(configuration, warnings)
    } catch {
      if error.lines != reloading.refusal { _ = refuse(error.lines) }
    }
  }
}
