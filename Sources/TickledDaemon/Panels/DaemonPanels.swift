import Actions
import Configuration
import Gestures
import Glibc
import JSON
import Screen
import TouchInput

/// Panels that come, report, and go.
extension DaemonCore {
  func open(_ devices: [DiscoveredDevice]) {
    for device in devices {
      // Another device may have taken the node of one that is gone, and of which that was not heard.
      if let panel = panel(on: device.node) { read(panel) }
      if let panel = panel(on: device.node) { update(panel, to: device) } else { open(device) }
    }
  }

  /// udev may say more of a panel than when it was opened: its calibration, or the path that makes it another screen.
  private func update(_ panel: Panel, to found: DiscoveredDevice) {
    let calibration = panel.found.calibration
    panel.found = found
    let screen = configuration.screen(for: panel.device.description, found)
    if found.calibration != calibration || screen?.name != panel.session.scene.screen { renew(panel) }
  }

  /// Reads the panel of a descriptor that is ready.
  /// - Returns: whether there is one.
  func readPanel(_ descriptor: Int32) -> Bool {
    for place in panels.indices {
      let isFound = Unmanaged.passUnretained(panels[place])._withUnsafeGuaranteedRef { panel in
        guard panel.descriptor == descriptor else { return false }
        read(panel)
        return true
      }
      if isFound { return true }
    }
    return false
  }

  func panel(on node: String) -> Panel? { panels.first { $0.found.node == node } }

  func open(_ found: DiscoveredDevice) {
    if isOwnClone(found) { return }
    let isAskedFor =
      options.devices.contains { $0 == found.node || found.links.contains($0) || canonical($0) == found.node }
    if !options.devices.isEmpty && !isAskedFor { return }
    do throws(DeviceError) {
      let device = try touchDevice(found, isAskedFor: isAskedFor)
      if device.description.isClone {
        let sentence = "\(found.node) is what a tickled shows to applications, no panel"
        return report(found.node, isAskedFor ? .error : .debug, sentence)
      }
      guard let screen = configuration.screen(for: device.description, found) else {
        report(found.node, .info, "\"\(device.description.printableName)\" on \(found.node) matches no [[screen]]")
        return
      }
      attach(device, found, screen)
    } catch {
      // Keyboards and mice may well be kept from us; it is touchscreens that the user wants to know about.
      let matters = isAskedFor || found.hints.contains(.touchscreen)
      report(found.node, matters ? .error : .debug, "\(error)")
      if matters && error.mayPass { _ = reopenings.add(found.node, at: now) }
      // Access may have been given before the watch began.
      if matters && error.isPermission && waitForAccess(to: found.node) { open(found) }
    }
  }

  /// Opens it. What looks like a mouse may be the panel of a till: it is one if it was named.
  private func touchDevice(_ found: DiscoveredDevice, isAskedFor: Bool) throws(DeviceError) -> TouchDevice {
    let hints = isAskedFor ? found.hints.union(.named) : found.hints
    do throws(DeviceError) {
      return try TouchDevice(node: found.node, hints: hints, firstID: nextTouchID)
    } catch {
      guard case .looksLikeMouse = error.reason, configuration.screens.contains(where: \.match.names) else {
        throw error
      }
      let device = try TouchDevice(node: found.node, hints: hints.union(.named), firstID: nextTouchID)
      guard configuration.screen(for: device.description, found)?.match.names == true else { throw error }
      return device
    }
  }

  func attach(_ device: TouchDevice, _ found: DiscoveredDevice, _ screen: ScreenSettings) {
    let session = makeSession(device, found, screen)
    guard loop.watch(device.fileDescriptor) else {
      report(found.node, .error, "epoll_ctl \(found.node): \(String(cString: strerror(errno)))")
      return
    }
    let panel = Panel(device, found, session, screen.touchFilter)
    panels.append(panel)
    reported.remove(found.node)
    reopenings.succeeded(found.node)
    waitNoMoreForAccess(to: found.node)
    hasSaidThatItWaits = false
    let size = device.geometry.size
    log.info(
      "\"\(device.description.printableName)\" on \(found.node) is screen \"\(screen.name)\", "
        + "\(Decimal.fixed(size.width, decimals: 0)) × \(Decimal.fixed(size.height, decimals: 0)) mm")
    write(.added(node: found.node, name: device.description.printableName), screen: screen.name, at: now)
    intercept(panel, as: screen)
  }

  func makeSession(_ device: TouchDevice, _ found: DiscoveredDevice, _ screen: ScreenSettings) -> Session {
    var screen = screen
    screen.orientation = orientations[screen.name] ?? screen.orientation
    device.geometry = screen.geometry(
      of: device.description, calibration: found.calibration, displaySize: DisplaySize.ofOnlyDisplay())
    if let warning = device.geometry.warning { log.warning("\"\(device.description.printableName)\": \(warning)") }
    let scene = Scene(configuration, screen: screen, size: device.geometry.size)
    for warning in scene.warnings { log.warning(warning) }
    scene.switches = switches
    return Session(
      scene, origin: origin, modes: modes, panel: found.node, options: sessionOptions, runner: runner,
      report: reporter(for: screen.name))
  }

  /// Nobody is told of gestures unless somebody asked: what nobody reads is not made.
  func reporter(for screen: String) -> ((SessionRecord) -> Void)? {
    let isWatched = (control?.watchers ?? 0) > 0
    guard output != nil || isWatched else { return dryRunReporter }
    var json = RecordJSON(screen: screen)
    return { [origin, format = options.format, output, control, dryRunReporter] record in
      dryRunReporter?(record)
      var line: [UInt8] = []
      if isWatched || format == .json { line = json.line(record, since: origin) }
      if isWatched { control?.broadcast(line, isTouch: record.isTouch) }
      switch format {
      case .json: output?.write(line)
      case .text: output?.write(Array((RecordText.line(record, since: origin) + "\n").utf8))
      case nil: break
      }
    }
  }

  var dryRunReporter: ((SessionRecord) -> Void)? {
    guard options.isDryRun else { return nil }
    return { [log, origin] record in
      if case .action = record { log.info("would run: \(RecordText.line(record, since: origin))") }
    }
  }

  func read(_ panel: Panel) {
    do throws(DeviceError) {
      while true {
        switch try panel.read(isPaused: isPaused) {
        case .loss(let time): tellLoss(of: panel, at: time)
        case .end(.gone): return lose(panel)
        case .end: return
        }
      }
    } catch {
      detach(panel, because: error)
    }
  }

  private func tellLoss(of panel: Panel, at time: Timestamp) {
    if panel.saysLoss(at: time) {
      log.warning("\(panel.found.node): the kernel lost events; touches whose fate is not known are cancelled")
    }
    write(.dropped, screen: panel.session.scene.screen, at: time)
  }

  private func lose(_ panel: Panel) {
    detach(panel)
    // Taken from us though it is there: udev will say nothing. Mostly it is the next one that has the node.
    if access(panel.found.node, F_OK) == 0 { _ = reopenings.add(panel.found.node, at: now) }
  }

  /// - Parameter error: why it cannot be read any more, if it was not simply unplugged.
  func detach(_ panel: Panel, because error: DeviceError? = nil) {
    panel.cancel(at: now)
    panel.interception?.letGo(.failed, at: now)
    panel.interception = nil
    loop.forget(panel.device.fileDescriptor)
    departed.append(panel)  // First: the list may be all that holds it.
    panels.removeAll { $0 === panel }
    nextTouchID = max(nextTouchID, panel.device.nextID)
    let name = panel.device.description.printableName
    sayGone(panel.found.node, name, error)
    write(.removed(node: panel.found.node, name: name), screen: panel.session.scene.screen, at: now)
    sayIfItWaits()
  }

  private func sayGone(_ node: String, _ name: String, _ error: DeviceError?) {
    guard let error else { return log.info("\"\(name)\" on \(node) is gone") }
    guard access(node, F_OK) == 0 else { return log.error("\(error)") }
    let seconds = reopenings.add(node, at: now) / 1_000_000
    log.error("\(error); \"\(name)\" is opened again in \(seconds) s")
  }

  func reopenPanels(at time: Timestamp) {
    guard let due = reopenings.takeDue(at: time) else { return }
    do throws(DeviceError) {
      guard let devices = try discovery?.enumerate() else { return }
      open(devices.filter { due.contains($0.node) })
    } catch {
      log.error("\(error)")
    }
  }

  func followHotplug() {
    do throws(DeviceError) {
      while let event = try discovery?.receive() {
        switch event {
        case .added(let device), .changed(let device): open([device])
        case .removed(let device):
          removed(device)
          reported.remove(device.node)
          reopenings.forget(device.node)
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
  func removed(_ device: DiscoveredDevice) {
    if let panel = panel(on: device.node) { read(panel) }
    if let panel = panel(on: device.node), access(device.node, F_OK) != 0 { detach(panel) }
  }

  /// - Returns: whether a watch began with it.
  func waitForAccess(to node: String) -> Bool {
    keptFromUs.insert(node)
    guard accessWatch == nil, let slash = node.lastIndex(of: "/"), slash != node.startIndex else { return false }
    guard let watch = AccessWatch(folder: String(node[..<slash])), loop.watch(watch.fileDescriptor) else {
      log.debug("inotify \(node): \(String(cString: strerror(errno)))")
      return false
    }
    accessWatch = watch
    return true
  }

  func waitNoMoreForAccess(to node: String) {
    keptFromUs.remove(node)
    guard keptFromUs.isEmpty, let watch = accessWatch else { return }
    loop.forget(watch.fileDescriptor)
    accessWatch = nil
  }

  func followAccess() {
    accessWatch?.clear()
    do throws(DeviceError) {
      guard let devices = try discovery?.enumerate() else { return }
      open(devices.filter { keptFromUs.contains($0.node) })
    } catch {
      log.error("\(error)")
    }
  }

  func makeModes() -> Modes {
    Modes(configuration.modes) { [unowned self] name, time in write(mode: name, at: time) }
  }

  private func write(mode name: String, at time: Timestamp) {
    log.info("mode \"\(name)\"")
    var json = RecordJSON(screen: "")
    let line = json.line(mode: name, since: origin, at: time)
    control?.broadcast(line, isTouch: false)
    switch options.format {
    case .json: output?.write(line)
    case .text: output?.write(Array((RecordText.line(mode: name, since: origin, at: time) + "\n").utf8))
    case nil: break
    }
  }

  /// After a reload: those in force stay, as far as they still exist.
  func renewModes() {
    let old = modes
    modes = makeModes()
    modes.resume(old)
    if modes.name != old.name { write(mode: modes.name, at: now) }
  }

  func sayIfItWaits() {
    guard panels.isEmpty, !hasSaidThatItWaits else { return }
    hasSaidThatItWaits = true
    log.info("no touchscreen that can be read: waiting for one")
  }

  func report(_ node: String, _ level: Log.Level, _ message: String) {
    if reported.insert(node).inserted { log.log(level, message) }
  }

  func write(_ change: DeviceChange, screen: String, at time: Timestamp) {
    var json = RecordJSON(screen: screen)
    let line = json.line(change, since: origin, at: time)
    control?.broadcast(line, isTouch: false)
    switch options.format {
    case .json: output?.write(line)
    case .text: output?.write(Array((RecordText.line(change, since: origin, at: time) + "\n").utf8))
    case nil: break
    }
  }

  func canonical(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
