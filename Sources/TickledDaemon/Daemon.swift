import Actions
import CLinux
@preconcurrency import Dispatch
import Gestures
import Glibc
import TouchInput

/// The daemon's life: one serial queue owns panels, engines and bindings, and the calling thread waits and enters it.
package enum Daemon {
  /// Runs until SIGTERM or SIGINT. Call it before any other thread is started.
  package static func run(
    _ configuration: Configuration, options: DaemonOptions, log: Log
  ) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)  // A reader of our output that is gone is no reason to go.
    guard let loop = EventLoop(signals: [SIGTERM, SIGINT, SIGHUP]) else {
      log.error("epoll or signalfd: \(String(cString: strerror(errno)))")
      return .ioError
    }
    let core = QueueBound(queue: DispatchQueue(label: "engine")) {
      DaemonCore(configuration, options: options, loop: loop, log: log)
    }
    let failure = core.sync { core in core.start() }
    if let failure { return failure }
    var timeout = core.sync { core in core.timeout() }
    while true {
      let count = loop.wait(microseconds: timeout)
      // Enters the queue once for all that is ready: the queue's exclusion at the cost of a lock.
      let next = core.sync { core in core.turn(count) }
      guard case .wait(let microseconds) = next else { break }
      timeout = microseconds
    }
    let finish = core.sync { core in core.stop() }
    finish()
    return .done
  }
}

/// What the engine's queue owns.
final class DaemonCore {
  /// What the waiting thread does next.
  enum Next: Sendable {
    /// At most so long; `nil`: until something happens.
    case wait(microseconds: Int64?)
    case stop
  }

  private var configuration: Configuration
  private let options: DaemonOptions
  private let loop: EventLoop
  private var log: Log
  private let runner: ActionRunner?
  private let output: LineOutput?
  private let origin = Timestamp(microseconds: linux_monotonic_microseconds())
  private var discovery: DeviceDiscovery?
  /// By descriptor.
  private var panels: [Int32: Panel] = [:]
  /// Nodes of which was said that they cannot be used.
  private var reported: Set<String> = []
  /// Touchscreens that we may not open yet, and what tells when that may have changed.
  private var keptFromUs: Set<String> = []
  private var accessWatch: AccessWatch?
  private var hasSaidThatItWaits = false
  private var nextTouchID: UInt64 = 1

  init(_ configuration: Configuration, options: DaemonOptions, loop: EventLoop, log: Log) {
    self.configuration = configuration
    self.options = options
    self.loop = loop
    self.log = log
    runner = options.isDryRun ? nil : ActionRunner(log: log, soundDevice: configuration.daemon.soundDevice)
    output = options.format.map { _ in LineOutput() }
  }

  /// - Returns: why it cannot run; `nil`: it runs.
  func start() -> ExitStatus? {
    runner?.preload(configuration.allActions)
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
    sayIfItWaits()
    return nil
  }

  /// Takes what is ready, then lets time pass: in this order, so that a frame that came before a deadline is seen first.
  func turn(_ ready: Int) -> Next {
    for index in 0..<ready {
      let descriptor = loop.descriptor(index)
      if let panel = panels[descriptor] {
        read(panel)
      } else if loop.isSignals(descriptor) {
        if takeSignals() { return .stop }
      } else if descriptor == discovery?.fileDescriptor {
        followHotplug()
      } else if descriptor == accessWatch?.fileDescriptor {
        followAccess()
      }
    }
    let now = Timestamp(microseconds: linux_monotonic_microseconds())
    for panel in panels.values {
      if let deadline = panel.session.nextDeadline, deadline <= now { panel.session.advance(to: now) }
    }
    return .wait(microseconds: timeout())
  }

  /// Microseconds to the next deadline of any panel; `nil` without one.
  func timeout() -> Int64? {
    var earliest: Timestamp?
    for panel in panels.values {
      guard let deadline = panel.session.nextDeadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    return earliest.map { max(0, $0 - Timestamp(microseconds: linux_monotonic_microseconds())) }
  }

  /// Cancels open gestures, so that their actions get their cancel.
  /// - Returns: what the waiting thread does last, outside the queue: it lets actions and output finish.
  func stop() -> @Sendable () -> Void {
    for panel in panels.values { panel.cancel(at: now) }
    panels.removeAll()
    log.info("stopped")
    return { [runner, output] in
      runner?.shutdown()
      output?.flush()
    }
  }

  private var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }
}

// MARK: - Panels

extension DaemonCore {
  private func open(_ devices: [DiscoveredDevice]) {
    for device in devices {
      // Another device may have taken the node of one that is gone, and of which that was not heard.
      if let panel = panel(on: device.node) { read(panel) }
      if panel(on: device.node) == nil { open(device) }
    }
  }

  private func panel(on node: String) -> Panel? { panels.values.first { $0.found.node == node } }

  private func open(_ found: DiscoveredDevice) {
    let isAskedFor =
      options.devices.contains { $0 == found.node || found.links.contains($0) || canonical($0) == found.node }
    if !options.devices.isEmpty && !isAskedFor { return }
    do throws(DeviceError) {
      let device = try TouchDevice(node: found.node, hints: found.hints, firstID: nextTouchID)
      guard let screen = configuration.screen(for: device.description, found) else {
        report(found.node, .info, "\"\(device.description.printableName)\" on \(found.node) matches no [[screen]]")
        return
      }
      attach(device, found, screen)
    } catch {
      // Keyboards and mice may well be kept from us; it is touchscreens that the user wants to know about.
      let matters = isAskedFor || found.hints.contains(.touchscreen)
      report(found.node, matters ? .error : .debug, "\(error)")
      if matters && error.isPermission { waitForAccess(to: found.node) }
    }
  }

  private func attach(_ device: TouchDevice, _ found: DiscoveredDevice, _ screen: ScreenSettings) {
    let session = makeSession(device, found, screen)
    guard loop.watch(device.fileDescriptor) else {
      report(found.node, .error, "epoll_ctl \(found.node): \(String(cString: strerror(errno)))")
      return
    }
    panels[device.fileDescriptor] = Panel(device, found, session)
    reported.remove(found.node)
    waitNoMoreForAccess(to: found.node)
    hasSaidThatItWaits = false
    let size = device.geometry.size
    log.info(
      "\"\(device.description.printableName)\" on \(found.node) is screen \"\(screen.name)\", "
        + "\(Decimal.fixed(size.width, decimals: 0)) × \(Decimal.fixed(size.height, decimals: 0)) mm")
    write(.added(node: found.node, name: device.description.printableName), screen: screen.name, at: now)
  }

  private func makeSession(_ device: TouchDevice, _ found: DiscoveredDevice, _ screen: ScreenSettings) -> Session {
    device.geometry = screen.geometry(
      of: device.description, calibration: found.calibration, displaySize: DisplaySize.ofOnlyDisplay())
    if let warning = device.geometry.warning { log.warning("\"\(device.description.printableName)\": \(warning)") }
    let scene = Scene(configuration, screen: screen, size: device.geometry.size)
    for warning in scene.warnings { log.warning(warning) }
    return Session(scene, origin: origin, runner: runner, report: reporter(for: screen.name))
  }

  /// Nobody is told of gestures unless output was asked for: what nobody reads is not made.
  private func reporter(for screen: String) -> ((SessionRecord) -> Void)? {
    guard let output, let format = options.format else { return dryRunReporter }
    var json = RecordJSON(screen: screen)
    let origin = origin
    return { record in
      switch format {
      case .json: output.write(json.line(record, since: origin))
      case .text: output.write(Array((RecordText.line(record, since: origin) + "\n").utf8))
      }
    }
  }

  private var dryRunReporter: ((SessionRecord) -> Void)? {
    guard options.isDryRun else { return nil }
    return { [log, origin] record in
      if case .action = record { log.info("would run: \(RecordText.line(record, since: origin))") }
    }
  }

  private func read(_ panel: Panel) {
    do throws(DeviceError) {
      let condition = try panel.read { time in
        log.warning("\(panel.found.node): the kernel lost events; touches whose fate is not known are cancelled")
        write(.dropped, screen: panel.session.scene.screen, at: time)
      }
      if case .gone = condition { detach(panel) }
    } catch {
      log.error("\(error)")
      detach(panel)
    }
  }

  private func detach(_ panel: Panel) {
    panel.cancel(at: now)
    loop.forget(panel.device.fileDescriptor)
    panels[panel.device.fileDescriptor] = nil
    nextTouchID = max(nextTouchID, panel.device.nextID)
    let name = panel.device.description.printableName
    log.info("\"\(name)\" on \(panel.found.node) is gone")
    write(.removed(node: panel.found.node, name: name), screen: panel.session.scene.screen, at: now)
    sayIfItWaits()
  }

  private func followHotplug() {
    do throws(DeviceError) {
      while let event = try discovery?.receive() {
        switch event {
        case .added(let device), .changed(let device): open([device])
        case .removed(let device):
          removed(device)
          reported.remove(device.node)
          waitNoMoreForAccess(to: device.node)
        case .lost:
          if let devices = try discovery?.enumerate() { open(devices) }
        }
      }
    } catch {
      log.error("\(error)")
    }
  }

  /// Old news leave alone the panel that has the node by now: that one can be read.
  private func removed(_ device: DiscoveredDevice) {
    if let panel = panel(on: device.node) { read(panel) }
    if let panel = panel(on: device.node), access(device.node, F_OK) != 0 { detach(panel) }
  }

  private func waitForAccess(to node: String) {
    keptFromUs.insert(node)
    guard accessWatch == nil, let slash = node.lastIndex(of: "/"), slash != node.startIndex else { return }
    guard let watch = AccessWatch(folder: String(node[..<slash])), loop.watch(watch.fileDescriptor) else {
      log.debug("inotify \(node): \(String(cString: strerror(errno)))")
      return
    }
    accessWatch = watch
  }

  private func waitNoMoreForAccess(to node: String) {
    keptFromUs.remove(node)
    guard keptFromUs.isEmpty, let watch = accessWatch else { return }
    loop.forget(watch.fileDescriptor)
    accessWatch = nil
  }

  private func followAccess() {
    accessWatch?.clear()
    do throws(DeviceError) {
      guard let devices = try discovery?.enumerate() else { return }
      open(devices.filter { keptFromUs.contains($0.node) })
    } catch {
      log.error("\(error)")
    }
  }

  private func sayIfItWaits() {
    guard panels.isEmpty, !hasSaidThatItWaits else { return }
    hasSaidThatItWaits = true
    log.info("no touchscreen that can be read: waiting for one")
  }

  private func report(_ node: String, _ level: Log.Level, _ message: String) {
    if reported.insert(node).inserted { log.log(level, message) }
  }

  private func write(_ change: DeviceChange, screen: String, at time: Timestamp) {
    guard let output, let format = options.format else { return }
    switch format {
    case .json:
      var json = RecordJSON(screen: screen)
      output.write(json.line(change, since: origin, at: time))
    case .text: output.write(Array((RecordText.line(change, since: origin, at: time) + "\n").utf8))
    }
  }

  private func canonical(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

// MARK: - Signals

extension DaemonCore {
  /// - Returns: whether it is to stop.
  private func takeSignals() -> Bool {
    while let signal = loop.nextSignal() {
      if signal != SIGHUP { return true }
      reload()
    }
    return false
  }

  /// Reads the configuration again; one that cannot be used changes nothing.
  private func reload() {
    do throws(ConfigurationError) {
      let (configuration, warnings) = try Configuration.load(path: options.path)
      for warning in warnings { log.warning(warning.summary) }
      for sentence in configuration.notCarriedOut { log.warning(sentence) }
      self.configuration = configuration
    } catch {
      if case .unusable(let diagnostics) = error {
        for diagnostic in diagnostics { log.error(diagnostic.summary) }
      } else {
        log.error("\(error)")
      }
      log.error("\(options.path): not reloaded; the old configuration stays")
      return
    }
    log.level = Log.Level(configuration.daemon.logLevel)
    runner?.reconfigure(log: log, soundDevice: configuration.daemon.soundDevice)
    runner?.preload(configuration.allActions)
    for panel in panels.values { renew(panel) }
    reported.removeAll()
    if let devices = try? discovery?.enumerate() { open(devices) }
    log.info("\(options.path): reloaded")
  }

  /// Puts the new configuration under a panel. What it held is cancelled; fingers that lie there begin anew.
  private func renew(_ panel: Panel) {
    panel.cancel(at: now)
    if let screen = configuration.screen(for: panel.device.description, panel.found) {
      panel.session = makeSession(panel.device, panel.found, screen)
    } else {
      detach(panel)
    }
  }
}

extension Log.Level {
  package init(_ level: DaemonSettings.LogLevel) { self = Log.Level(rawValue: level.rawValue) ?? .info }
}

extension Configuration {
  /// Of all gestures.
  package var allActions: [Action] { gestures.flatMap { $0.actions.map(\.action) } }
}

extension Diagnostic {
  /// One line, for a journal.
  package var summary: String { "\(file):\(line):\(column): \(fullMessage)" }
}
