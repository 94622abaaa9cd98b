// TickledDaemon/Reload: reading a configuration again, and when it takes effect.
import Configuration
import Control
import Gestures
import Program
import Screen

/// The state of reloading: the configuration that will take effect, and the watch for the next one.
struct Reloading {
  /// How long touches and gestures in progress can delay a new configuration, in microseconds.
  static let patience: Int64 = 2_000_000
  /// How long a file must stay unchanged before it is read, in microseconds: an editor may write it in pieces, or remove it first.
  static let quiet: Int64 = 200_000
  /// The shortest time between two reloads of an unchanged configuration, in microseconds, as each reload makes all views again.
  static let rest: Int64 = 1_000_000

  /// The configuration that was read and checked, and waits until touches and gestures have ended.
  private(set) var next: LoadedConfiguration?
  /// Whether it is equal to the active one.
  private(set) var isSame = false
  /// The time at which it takes effect, even if touches or gestures are in progress.
  private(set) var deadline: Timestamp?
  /// The time before which it does not take effect.
  private(set) var earliest: Timestamp?
  /// The errors that were reported last for a file that is only watched: they are reported once.
  var refusal: [String]?
  /// The errors of the file that the daemon would read now; it runs with an older configuration.
  var errors: [String] = []
  var watch: ConfigurationWatch?
  /// The time of the first change that has not been read yet.
  private var changed: Timestamp?
  /// The time at which the file will be read.
  private(set) var look: Timestamp?

  var nextDeadline: Timestamp? {
    guard let deadline, let look else { return deadline ?? look }
    return min(deadline, look)
  }

  /// Sets the configuration that waits. It replaces one that already waits, and waits no longer than that would have.
  mutating func wait(with configuration: LoadedConfiguration, at time: Timestamp, notBefore earliest: Timestamp? = nil)
  {
    isSame = configuration.isSame && (next == nil || isSame)
    next = configuration
    self.earliest = earliest
    deadline = max(deadline ?? time + Self.patience, earliest ?? time)
  }

  mutating func takeNext() -> LoadedConfiguration? {
    defer { (next, deadline, earliest) = (nil, nil, nil) }
    return next
  }

  /// Schedules a reading of a file that has changed: when it has been unchanged for `quiet`, and after `patience` at the latest.
  mutating func notice(at time: Timestamp) {
    changed = changed ?? time
    look = min(time + Self.quiet, changed! + Self.patience)
  }

  mutating func lookNow(at time: Timestamp) { look = time }

  /// - Returns: whether it is time to read the file.
  mutating func takeLook(at time: Timestamp) -> Bool {
    guard let look, look <= time else { return false }
    (self.look, changed) = (nil, nil)
    return true
  }
}

/// Signals and reloading. A configuration takes effect between gestures: a gesture ends by the rules by which it began.
extension DaemonCore {
  /// - Returns: whether the daemon must stop.
  func handleSignals() -> Bool {
    while let signal = loop.nextSignal() {
      switch signal {
      case .hangUp: _ = reload()
      case .user1: interceptor.pause(panels.all, at: now)
      case .user2: interceptor.resume(panels.all)
      case .childEnded: interceptor.replaceEndedGuardian(panels.all, at: now)
      default: return true
      }
    }
    return false
  }

  /// Has the configuration read and checked again.
  /// - Returns: the number of the reading, for `ControlServer.finishReload`.
  func reload() -> Int {
    service.reloading(at: now)
    return loader.request(isRequested: true, for: panels.facts)
  }

  /// Handles a configuration that was read. One with errors changes nothing, not even a configuration that waits.
  func finishReading() {
    guard let result = loader.takeResult(for: panels.facts) else { return }
    switch result.outcome {
    case .success(let configuration):
      reloading.refusal = nil
      reloading.errors = []
      readFiles = configuration.file.stamp
      if configuration.isSame && !result.isRequested {
        if reloading.next == nil { activeFiles = readFiles }
        return
      }
      if !result.isRequested { service.reloading(at: now) }
      accept(configuration)
      outlets.control?.finishReload(result.number, .taken(isPending: !panels.isAtRest(at: now)))
    case .failure(let error):
      if result.isRequested || error.lines != reloading.refusal { refuse(error.lines) }
      outlets.control?.finishReload(result.number, .failed(.configuration, error.lines))
    }
  }

  private func accept(_ configuration: LoadedConfiguration) {
    log.fixed("configuration")
    log.troubles(configuration.file.warnings.map { $0.summary }, about: "configuration")
    let now = now
    let earliest = lastReload.map { $0 + Reloading.rest }.flatMap { configuration.isSame && $0 > now ? $0 : nil }
    reloading.wait(with: configuration, at: now, notBefore: earliest)
    if !panels.isAtRest(at: now) {
      log.info("\(options.path): valid; takes effect when touches and gestures have ended, after 2 s at the latest")
    }
  }

  private func refuse(_ errors: [String]) {
    reloading.refusal = errors
    reloading.errors = errors
    for line in errors { log.error(line) }
    outlets.write(.configuration(isRefused: true, hash: configurationHash), at: now)
    log.error("\(options.path): not reloaded; the previous configuration stays active")
    if reloading.next == nil { service.ready(serviceStatus, at: now) }
  }

  /// Makes the configuration that waits the active one, if no touch or gesture is in progress or if it has waited long enough. Gestures in
  /// progress are then cancelled, unless it is equal to the active one: clients that only request reloads disturb no gesture. Called at the end of a turn, when clients have received their replies.
  func finishReload(at time: Timestamp) {
    guard let deadline = reloading.deadline, deadline <= time || panels.isAtRest(at: time) else { return }
    if let earliest = reloading.earliest, time < earliest { return }
    let isInPlace = reloading.isSame && !panels.isAtRest(at: time)
    guard let next = reloading.takeNext() else { return }
    if outlets.control?.followings.contains(where: { $0.hasSetDisplay }) != true { interceptor.isDisplayOff = nil }
    if isInPlace && active.dropSwitches() { panels.applySwitches(at: time) } else { exchange(next, at: time) }
    lastReload = time
    activeFiles = readFiles
    configurationHash = next.hash
    outlets.write(.configuration(isRefused: false, hash: next.hash), at: time)
    log.info("\(options.path): reloaded")
    service.ready(serviceStatus, at: now)
  }

  private func exchange(_ next: LoadedConfiguration, at time: Timestamp) {
    // Before the configuration is replaced, so that gestures are cancelled by the old one, with its actions.
    for panel in panels.all { panel.cancel(at: time) }
    active.replace(with: next.file.configuration, at: time)
    loader.save(next.file.text)
    openControl()
    watchConfiguration()
    // A change after the reading came before the new watch.
    if reloading.watch != nil && readFiles != ConfigurationStamp(path: options.path) { reloading.notice(at: time) }
    loader.discard(panels.renewAll(with: next, at: time))
    renewOthers(at: time)
  }
}

/// `watch = true`: the file is read when it changes.
extension DaemonCore {
  /// Starts watching, and has the file read once more, as it may have changed since it was read at the start.
  func startWatching() {
    watchConfiguration()
    if reloading.watch != nil { reloading.lookNow(at: now) }
  }

  /// Watches the folders and links that currently lead to the file, if the configuration has `watch = true`.
  private func watchConfiguration() {
    let old = reloading.watch
    if !active.configuration.daemon.watch {
      reloading.watch = nil
      log.fixed("watch")
    } else if let watch = try? ConfigurationWatch(path: options.path), loop.watch(watch.fileDescriptor) {
      reloading.watch = watch
      log.fixed("watch")
    } else if old == nil {
      log.trouble(
        about: "watch",
        "inotify \(options.path): \(Errno.latest): changes of the configuration are not noticed "
          + "(apply them with `tickle reload`)")
    }
    // The old one stays if there is no new one, and sees changes of the file where it was found before.
    if let old, old !== reloading.watch { loop.forget(old.fileDescriptor) }
  }

  /// Handles the watch's events.
  func followConfiguration() {
    if reloading.watch?.takeChanges() == true { reloading.notice(at: now) }
  }

  /// Has a file that has changed read. One with the same content as before changes nothing, and its errors are reported once. Called at the
  /// end of a turn.
  func lookAtConfiguration(at time: Timestamp) {
    guard reloading.takeLook(at: time) else { return }
    watchConfiguration()  // Before the file is read, so that no change falls between.
    _ = loader.request(isRequested: false, for: panels.facts)
  }
}
