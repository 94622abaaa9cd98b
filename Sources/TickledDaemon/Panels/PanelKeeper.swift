import Actions
import CLinux
import Configuration
import Gestures
import Glibc
import JSON
import Program
import Screen
import TouchInput

/// The panels: opens those that come, reads those that report, and closes those that go.
final class PanelKeeper {
  // What each turn asks for is exempt from the run-time check of exclusive access, as `Touch` explains: it belongs to the
  // engine's queue, and what changes it calls nothing that asks.

  /// In the order in which they came. Few: a search looks at all of them.
  @exclusivity(unchecked) private(set) var all: [Panel] = []
  /// Those that went in this turn: one may be at work, and nothing else holds it.
  @exclusivity(unchecked) private var departed: [Panel] = []
  /// Panels that could not be read any more, though their nodes are there.
  @exclusivity(unchecked) private var reopenings = Reopenings()
  private var admission: Admission
  private var nextTouchID: UInt64 = 1
  /// Not there before `start`.
  private var discovery: DeviceDiscovery?
  /// Nodes to read; empty: every touchscreen that udev knows.
  private let asked: [String]
  private let loop: EventLoop
  private let active: ActiveConfiguration
  private let interceptor: Interceptor
  private let outlets: Outlets

  init(
    asked: [String], loop: EventLoop, _ active: ActiveConfiguration, _ interceptor: Interceptor, _ outlets: Outlets
  ) {
    self.asked = asked
    self.loop = loop
    self.active = active
    self.interceptor = interceptor
    self.outlets = outlets
    admission = Admission(loop, outlets)
  }

  private var log: Log { outlets.log }
  private var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }

  /// Opens the panels that are there, and hears of those that come.
  func start() throws(DeviceError) {
    let discovery = try DeviceDiscovery()
    guard loop.watch(discovery.fileDescriptor) else {
      throw DeviceError(call: "epoll_ctl", object: "udev", code: errno)
    }
    self.discovery = discovery
    open(try discovery.enumerate())
  }

  // MARK: In each turn

  /// Takes what a descriptor that is ready has for a panel.
  /// - Returns: whether it is that of a panel.
  func readPanel(_ descriptor: Int32) -> Bool {
    for place in all.indices {
      let isFound = Unmanaged.passUnretained(all[place])._withUnsafeGuaranteedRef { panel in
        guard panel.descriptor == descriptor else { return false }
        read(panel)
        return true
      }
      if isFound { return true }
    }
    return false
  }

  /// Takes what a descriptor that is ready, and not that of a panel, has for the panels.
  /// - Returns: whether it belongs to them.
  func follow(_ descriptor: Int32) -> Bool {
    if descriptor == discovery?.fileDescriptor {
      followHotplug()
    } else if descriptor == admission.fileDescriptor {
      followAccess()
    } else {
      return false
    }
    return true
  }

  /// Lets time pass for the panels, once all were read.
  /// - Returns: when to do so again.
  func pass(_ now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    var place = 0
    while place < all.count {
      Unmanaged.passUnretained(all[place])._withUnsafeGuaranteedRef { panel in
        var deadline = panel.advance(to: now)
        if let interception = panel.interception {
          interceptor.attend(to: interception, of: panel, at: now)
          deadline = panel.nextDeadline
        }
        next = sooner(next, deadline)
      }
      place += 1
    }
    if !departed.isEmpty { departed.removeAll() }
    return next
  }

  var nextDeadline: Timestamp? { all.reduce(nil) { sooner($0, $1.nextDeadline) } }

  /// When a panel that failed is tried again.
  var nextReopening: Timestamp? { reopenings.nextDeadline }

  /// Whether no finger is on a panel, and nothing waits for the next one, as half a double tap does.
  var isAtRest: Bool { all.allSatisfy(\.isAtRest) }

  // MARK: At a change of configuration, and at the end

  /// Puts the active configuration under all panels, and opens those that it names.
  func renewAll(at time: Timestamp) {
    for panel in all { renew(panel, at: time) }
    admission.forgetReports()
    if let devices = try? discovery?.enumerate() { open(devices) }
  }

  /// Puts the configuration as it is now under a panel, which stays open. What it held is cancelled; fingers that lie there
  /// are ignored until they lift.
  func renew(_ panel: Panel, at now: Timestamp) {
    panel.cancel(at: now)
    if let screen = active.configuration.screen(for: panel.source) {
      panel.renew(active.makeSession(panel.source, screen), screen.touchFilter)
      interceptor.intercept(panel, as: screen, at: now)
    } else {
      detach(panel)
    }
  }

  /// Cancels open gestures, so that their actions get their cancel, and lets the panels go.
  func closeAll(at time: Timestamp) {
    for panel in all {
      panel.cancel(at: time)
      panel.interception?.letGo(.paused, at: time)
    }
    all.removeAll()
  }

  // MARK: Panels that come

  private func open(_ devices: [DiscoveredDevice]) {
    for device in devices {
      // Another device may have taken the node of one that is gone, and of which that was not heard.
      if let panel = panel(on: device.node) { read(panel) }
      if let panel = panel(on: device.node) { update(panel, to: device) } else { open(device) }
    }
  }

  /// udev may say more of a panel than when it was opened: its calibration, or the path that makes it another screen.
  private func update(_ panel: Panel, to found: DiscoveredDevice) {
    let calibration = panel.found.calibration
    panel.source.found = found
    let screen = active.configuration.screen(for: panel.source)
    if found.calibration != calibration || screen?.name != panel.session.scene.screen { renew(panel, at: now) }
  }

  private func panel(on node: String) -> Panel? { all.first { $0.found.node == node } }

  private func open(_ found: DiscoveredDevice) {
    if interceptor.isOwnClone(found, of: all) { return }
    let isAskedFor = asked.contains(where: found.isCalled)
    if !asked.isEmpty && !isAskedFor { return }
    do throws(DeviceError) {
      let source = try PanelSource.open(
        found, isNamed: isAskedFor, active.configuration, firstID: nextTouchID)
      let device = source.device
      if device.description.isClone {
        let sentence = "\(found.node) is what a tickled shows to applications, no panel"
        return admission.report(found.node, isAskedFor ? .error : .debug, sentence)
      }
      guard let screen = active.configuration.screen(for: source) else {
        admission.report(
          found.node, .info, "\"\(device.description.printableName)\" on \(found.node) matches no [[screen]]")
        return
      }
      attach(source, screen)
    } catch {
      // Keyboards and mice may well be kept from us; it is touchscreens that the user wants to know about.
      let matters = isAskedFor || found.hints.contains(.touchscreen)
      admission.report(found.node, matters ? .error : .debug, "\(error)")
      if matters && error.mayPass { _ = reopenings.add(found.node, at: now) }
      // Access may have been given before the watch began.
      if matters && error.isPermission && admission.waitForAccess(to: found.node) { open(found) }
    }
  }

  private func attach(_ source: PanelSource, _ screen: ScreenSettings) {
    let session = active.makeSession(source, screen)
    let (device, found) = (source.device, source.found)
    guard loop.watch(device.fileDescriptor) else {
      admission.report(found.node, .error, "epoll_ctl \(found.node): \(String(cString: strerror(errno)))")
      return
    }
    let panel = Panel(source, session, screen.touchFilter)
    all.append(panel)
    reopenings.succeeded(found.node)
    admission.opened(found.node)
    panel.source.onKernelBug = { [unowned outlets] bug in
      outlets.log.warning("\(found.node): kernel bug: \(bug.sentence) (`tickle status` counts them)")
    }
    let size = device.geometry.size
    log.info(
      "\"\(device.description.printableName)\" on \(found.node) is screen \"\(screen.name)\", "
        + "\(Decimal.fixed(size.width, decimals: 0)) × \(Decimal.fixed(size.height, decimals: 0)) mm")
    outlets.write(.added(node: found.node, name: device.description.printableName), screen: screen.name, at: now)
    interceptor.intercept(panel, as: screen, at: now)
  }

  private func read(_ panel: Panel) {
    do throws(DeviceError) {
      while true {
        switch try panel.read(isPaused: interceptor.isPaused) {
        case .loss(let time): tellLoss(of: panel, at: time)
        case .end(.gone): return lose(panel)
        case .end: return
        }
      }
    } catch {
      detach(panel, because: error)
    }
  }

  /// Not inlined, as `lose`: so `read` stays small enough to be inlined in each turn.
  @inline(never)
  private func tellLoss(of panel: Panel, at time: Timestamp) {
    if panel.source.losses.isToBeLogged(at: time) {
      log.warning("\(panel.found.node): the kernel lost events; touches whose fate is not known are cancelled")
    }
    outlets.write(.dropped, screen: panel.session.scene.screen, at: time)
  }

  @inline(never)
  private func lose(_ panel: Panel) {
    detach(panel)
    // Taken from us though it is there: udev will say nothing. Mostly it is the next one that has the node.
    if access(panel.found.node, F_OK) == 0 { _ = reopenings.add(panel.found.node, at: now) }
  }

  /// - Parameter error: why it cannot be read any more, if it was not simply unplugged.
  private func detach(_ panel: Panel, because error: DeviceError? = nil) {
    panel.cancel(at: now)
    panel.interception?.letGo(.failed, at: now)
    panel.interception = nil
    loop.forget(panel.device.fileDescriptor)
    departed.append(panel)  // First: the list may be all that holds it.
    all.removeAll { $0 === panel }
    nextTouchID = max(nextTouchID, panel.device.nextID)
    let name = panel.device.description.printableName
    sayGone(panel.found.node, name, error)
    outlets.write(.removed(node: panel.found.node, name: name), screen: panel.session.scene.screen, at: now)
    sayIfNoneIsThere()
  }

  private func sayGone(_ node: String, _ name: String, _ error: DeviceError?) {
    guard let error else { return log.info("\"\(name)\" on \(node) is gone") }
    guard access(node, F_OK) == 0 else { return log.error("\(error)") }
    let seconds = reopenings.add(node, at: now) / 1_000_000
    log.error("\(error); \"\(name)\" is opened again in \(seconds) s")
  }

  func reopen(at time: Timestamp) {
    guard let due = reopenings.takeDue(at: time) else { return }
    do throws(DeviceError) {
      guard let devices = try discovery?.enumerate() else { return }
      open(devices.filter { due.contains($0.node) })
    } catch {
      log.error("\(error)")
    }
  }

  private func followHotplug() {
    do throws(DeviceError) {
      while let event = try discovery?.receive() {
        switch event {
        case .added(let device), .changed(let device): open([device])
        case .removed(let device):
          removed(device)
          reopenings.forget(device.node)
          admission.forget(device.node)
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

  private func followAccess() {
    admission.clear()
    do throws(DeviceError) {
      guard let devices = try discovery?.enumerate() else { return }
      open(devices.filter { admission.isKeptFromUs($0.node) })
    } catch {
      log.error("\(error)")
    }
  }

  /// Called at the start, and when a panel has gone.
  func sayIfNoneIsThere() { if all.isEmpty { admission.sayThatItWaits() } }
}

/// The earlier of two moments; `nil` is never.
@inline(__always)
func sooner(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
