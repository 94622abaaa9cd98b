// TickledDaemon/Panels: panels that are opened, read, closed, and opened again after a failure or after sleep.
import CLinux
import Configuration
import Gestures
import Program
import Screen
import Text
import TouchInput

/// Manages the panels: opens those that are plugged in, reads those that have events, and closes those that are unplugged.
final class PanelKeeper {
  /// The open panels, in the order in which they were opened. They are few, so a search looks at all of them.
  private(set) var all: [Panel] = []
  /// Panels that were closed in this turn. They are kept until its end, as one of them may be running and nothing else retains it.
  private var departed: [Panel] = []
  /// Panels that can no longer be read, though their nodes exist.
  private var reopenings = Reopenings()
  /// The panels whose quiet frames are read between two turns.
  let lanes = Lanes()
  /// Whether something waits until the panels are at rest.
  var isAwaited = false
  private var admission: Admission
  private var nextTouchID: UInt64 = 1
  /// Called when a panel has a new session.
  var changed: () -> Void = {}
  /// Nodes to read; empty: every touchscreen that udev knows.
  private let asked: [String]
  private let hotplug: Hotplug
  private let loop: EventLoop
  private let active: ActiveConfiguration
  private let interceptor: Interceptor
  private let outlets: Outlets
  private let known: KnownPanels?

  /// - Parameter stateFolder: `nil`: what is measured of panels is forgotten at the end.
  init(
    asked: [String], _ hotplug: Hotplug, loop: EventLoop, _ active: ActiveConfiguration, _ interceptor: Interceptor,
    _ outlets: Outlets, stateFolder: String? = nil
  ) {
    known = KnownPanels(in: stateFolder, log: outlets.log)
    self.asked = asked
    self.hotplug = hotplug
    self.loop = loop
    self.active = active
    self.interceptor = interceptor
    self.outlets = outlets
    admission = Admission(loop, outlets)
  }

  private var log: Log { outlets.panelLog }
  private var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }

  /// Opens the panels that are plugged in.
  func start() throws(DeviceError) { open(try hotplug.enumerate()) }

  // MARK: In each turn

  /// Handles the frames that were kept since the last turn.
  func handleKept() {
    var place = 0
    while place < all.count {
      Unmanaged.passUnretained(all[place])._withUnsafeGuaranteedRef { $0.handleKept() }
      place += 1
    }
  }

  /// Reads the panel to which a descriptor that is ready belongs.
  /// - Returns: false if the descriptor is not a panel's.
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

  /// Opens panels that wait for permission, if the descriptor that is ready reports changes of permissions.
  /// - Returns: false if it is another one. Not inlined: a turn in which only a panel is ready pays nothing for it.
  @inline(never)
  func follow(_ descriptor: Int32) -> Bool {
    guard descriptor == admission.fileDescriptor else { return false }
    followAccess()
    return true
  }

  /// Advances the time of the panels, after all have been read.
  /// - Returns: the next deadline.
  func pass(_ now: Timestamp) -> Timestamp? {
    var next: Timestamp?
    var place = 0
    while place < all.count {
      Unmanaged.passUnretained(all[place])._withUnsafeGuaranteedRef { panel in
        var deadline = panel.advance(to: now, isAwaited: isAwaited)
        if let interception = panel.interception {
          interceptor.attend(to: interception, of: panel, at: now)
          deadline = panel.nextDeadline(isAwaited: isAwaited)
        }
        next = sooner(next, deadline)
      }
      place += 1
    }
    if !departed.isEmpty { departed.removeAll() }
    return next
  }

  var nextDeadline: Timestamp? { all.reduce(nil) { sooner($0, $1.nextDeadline(isAwaited: isAwaited)) } }

  /// The time at which a panel that failed is opened again, or one that could not be intercepted.
  var nextReopening: Timestamp? { sooner(reopenings.nextDeadline, interceptor.nextRetry) }

  /// Whether no finger is on a panel, and no gesture waits for one, as half a double tap does.
  func isAtRest(at time: Timestamp) -> Bool { all.allSatisfy { $0.isAtRest(at: time) } }

  // MARK: At a change of configuration, and at the end

  /// What is known about the open panels.
  var facts: [PanelFacts] { all.map { $0.source.facts } }

  /// Applies the configuration that has become active to all panels, and opens those that it names.
  /// - Returns: the panels' former scenes.
  func renewAll(with loaded: LoadedConfiguration, at time: Timestamp) -> [HandedOver<Scene>] {
    let former = all.map { panel in
      let scene = HandedOver(panel.session.scene)
      renew(panel, from: loaded, at: time)
      return scene
    }
    admission.forgetReports()
    open(hotplug.devices)
    return former
  }

  /// Applies what clients have switched on or off, and nothing else.
  func applySwitches(at time: Timestamp) {
    for panel in all {
      panel.session.scene.switches = active.switches
      panel.session.applyMode(at: time)
    }
  }

  /// Applies the active configuration to a panel, which stays open. Its touches are cancelled; fingers that are down
  /// are ignored until they lift.
  func renew(_ panel: Panel, from loaded: LoadedConfiguration? = nil, at now: Timestamp) {
    panel.cancel(at: now)
    if let screen = active.configuration.screen(for: panel.source) {
      panel.renew(makeSession(panel.source, screen, from: loaded), screen.touchFilter)
      panel.quirks = screen.quirks
      interceptor.intercept(panel, as: screen, at: now)
      changed()
    } else {
      detach(panel)
    }
  }

  /// Cancels the gestures in progress, so that actions for their end run, and releases the panels.
  func closeAll(at time: Timestamp) {
    for panel in all {
      panel.cancel(at: time)
      panel.interception?.release(.paused, at: time)
    }
    for panel in all {
      lanes.remove(panel.device)
      keep(panel, inUse: false)
    }
    all.removeAll()
    known?.close()
  }

  // MARK: Panels that come

  private func open(_ devices: [DiscoveredDevice]) {
    for device in devices {
      // Another device may have taken the node of one that is gone, before its removal was reported. Reading finds out.
      if let panel = panel(on: device.node) { read(panel) }
      if let panel = panel(on: device.node) { update(panel, to: device) } else { open(device) }
    }
  }

  /// Updates a panel if udev reports more about it than when it was opened: its calibration, or the path that makes it another screen.
  private func update(_ panel: Panel, to found: DiscoveredDevice) {
    if panel.device.hasOtherRanges { return replace(panel, by: found) }
    let calibration = panel.found.calibration
    panel.source.found = found
    let screen = active.configuration.screen(for: panel.source)
    if found.calibration != calibration || screen?.name != panel.session.scene.screen { renew(panel, at: now) }
  }

  /// Opens a panel again whose ranges have changed, by EVIOCSABS: libevdev, the geometry and the clone have the former ones.
  private func replace(_ panel: Panel, by found: DiscoveredDevice) {
    log.info(
      "\(found.node): the ranges of \"\(panel.device.description.printableName)\" have changed: it is opened again")
    detach(panel)
    open(found)
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
      if device.description.isMadeByTickled {
        let sentence = "\(found.node) is a device that tickled made for applications, not a panel"
        return admission.report(found.node, isAskedFor ? .error : .debug, sentence)
      }
      guard let screen = active.configuration.screen(for: source) else {
        admission.report(
          found.node, .info,
          "\"\(device.description.printableName)\" on \(found.node) matches no [[screen]]: it is not used")
        return
      }
      attach(source, screen)
    } catch {
      // No permission for keyboards and mice is normal; errors of touchscreens matter to the user.
      let isTouchscreen = isAskedFor || found.hints.contains(.touchscreen)
      let isUnmarked = !isTouchscreen && error.isPermission && isUnmarkedPanel(found)
      let matters = isTouchscreen || isUnmarked
      admission.report(
        found.node, matters ? .error : .debug, isUnmarked ? sentence(aboutUnmarked: found) : "\(error)")
      if matters && error.mayPass { _ = reopenings.add(found.node, at: now) }
      // Permission may have been granted before the watch started.
      if matters && error.isPermission && admission.waitForAccess(to: found.node) { open(found) }
    }
  }

  /// Whether a node that may not be read seems to be a panel that looks like a mouse, or like something else, which udev doesn't mark as a
  /// touchscreen.
  private func isUnmarkedPanel(_ found: DiscoveredDevice) -> Bool {
    active.configuration.names(found) && (found.hints.contains(.absoluteMouse) || active.configuration.means(found))
  }

  private func sentence(aboutUnmarked found: DiscoveredDevice) -> String {
    let claim = found.hints.contains(.absoluteMouse) ? "looks like a mouse" : "is not marked as a touchscreen"
    return
      "\"\(found.name.printable)\" on \(found.node) \(claim), so udev doesn't give it to the group \"touchscreen\"; if it is a "
      + "panel, add a rule such as that of `tickle recipe point-of-sale`"
  }

  private func makeSession(
    _ source: PanelSource, _ screen: ScreenSettings, from loaded: LoadedConfiguration? = nil
  ) -> Session {
    let session = active.makeSession(source, screen, from: loaded)
    session.onFocus = { [owner = Unowned(self)] in owner.object.focus($0, at: $1) }
    return session
  }

  /// Starts reading an open panel.
  func attach(_ source: PanelSource, _ screen: ScreenSettings) {
    let session = makeSession(source, screen)
    let (device, found) = (source.device, source.found)
    guard loop.watch(device.fileDescriptor) else {
      admission.report(found.node, .error, "epoll_ctl \(found.node): \(Errno.latest)")
      return
    }
    let panel = Panel(source, session, screen.touchFilter, known: known?.model(of: source) ?? PanelModel.Summary())
    panel.quirks = screen.quirks
    all.append(panel)
    lanes.add(device)
    reopenings.succeeded(found.node)
    admission.opened(found.node)
    panel.source.onLook = { [owner = Unowned(self), panel = Unowned(panel)] in
      owner.object.keep(panel.object, inUse: true)
    }
    panel.source.onKernelBug = { [outlets = Unowned(outlets)] bug in
      outlets.object.panelLog.warning("\(found.node): kernel bug: \(bug.sentence) (`tickle status` counts them)")
    }
    let size = device.geometry.size
    log.info(
      "\"\(device.description.printableName)\" on \(found.node) is screen \"\(screen.name)\", "
        + "\(Decimal.fixed(size.width, decimals: 0)) × \(Decimal.fixed(size.height, decimals: 0)) mm"
        + (screen.quirks.isEmpty ? "" : ", known as \(screen.quirks.joined(separator: ", "))"))
    for oddity in device.description.rangeOddities { log.warning("\(found.node): \(oddity)") }
    let change = DeviceChange.added(node: found.node, name: device.description.printableName)
    outlets.write(.device(change, screen: screen.name), at: now)
    interceptor.intercept(panel, as: screen, at: now)
    changed()
  }

  private func keep(_ panel: Panel, inUse: Bool) { known?.keep(panel.filter.summary, of: panel.source, inUse: inUse) }

  private func read(_ panel: Panel) {
    do throws(DeviceError) {
      while true {
        switch try panel.read(isPaused: interceptor.isPaused) {
        case .loss(let time): reportLoss(of: panel, at: time)
        case .end(.gone): return lose(panel)
        case .end: return
        }
      }
    } catch {
      detach(panel, because: error)
    }
  }

  /// Logs lost events. Not inlined, like `lose`, so that `read` stays small enough to be inlined in each turn.
  @inline(never)
  private func reportLoss(of panel: Panel, at time: Timestamp) {
    if panel.source.losses.shouldLog(at: time) {
      log.warning("\(panel.found.node): the kernel lost events; touches whose state is unknown are cancelled")
    }
    outlets.write(.device(.dropped, screen: panel.session.scene.screen), at: time)
  }

  @inline(never)
  private func lose(_ panel: Panel) {
    detach(panel)
    // The node exists, so udev will report nothing. Usually it belongs to the next device already.
    if Paths.exists(panel.found.node) { _ = reopenings.add(panel.found.node, at: now) }
  }

  /// - Parameter error: the reason why the panel cannot be read; `nil` if it was unplugged.
  private func detach(_ panel: Panel, because error: DeviceError? = nil) {
    panel.cancel(at: now)
    keep(panel, inUse: false)
    panel.interception?.release(.failed, at: now)
    panel.interception = nil
    loop.forget(panel.device.fileDescriptor)
    lanes.remove(panel.device)
    departed.append(panel)  // Before it is removed from the list, which may hold its only reference.
    all.removeAll { $0 === panel }
    nextTouchID = max(nextTouchID, panel.device.nextID)
    outlets.log.fixed("screen \(panel.session.scene.screen)")
    let name = panel.device.description.printableName
    reportGone(panel.found.node, name, error)
    let change = DeviceChange.removed(node: panel.found.node, name: name)
    outlets.write(.device(change, screen: panel.session.scene.screen), at: now)
    reportIfNone()
  }

  private func reportGone(_ node: String, _ name: String, _ error: DeviceError?) {
    guard let error else { return log.info("\"\(name)\" on \(node) is gone") }
    guard Paths.exists(node) else { return log.error("\(error)") }
    let seconds = reopenings.add(node, at: now) / 1_000_000
    log.error("\(error); \"\(name)\" is opened again in \(seconds) s")
  }

  func reopen(at time: Timestamp) {
    guard let next = nextReopening, next <= time else { return }
    interceptor.retry(all, at: time)
    guard let due = reopenings.takeDue(at: time) else { return }
    open(hotplug.devices.filter { due.contains($0.node) })
  }

  /// Called for each device that is added, removed or changed.
  func follow(_ event: DeviceDiscovery.Event) {
    switch event {
    case .added(let device), .changed(let device): open([device])
    case .removed(let device):
      removed(device)
      reopenings.forget(device.node)
      interceptor.forget(device.node)
      admission.forget(device.node)
    case .sensor: break
    case .lost: open(hotplug.devices)
    }
  }

  /// Closes a panel that was removed. If another panel has its node by now, that one can be read and stays open.
  private func removed(_ device: DiscoveredDevice) {
    if let panel = panel(on: device.node) { read(panel) }
    if let panel = panel(on: device.node), !Paths.exists(device.node) { detach(panel) }
  }

  private func followAccess() {
    admission.clear()
    open(hotplug.devices.filter { admission.isDenied($0.node) })
  }

  /// Called at the start, and when a panel has gone.
  func reportIfNone() { if all.isEmpty { admission.reportWaiting() } }
}

/// Returns the earlier of two times; `nil` means never.
@inline(__always)
func sooner(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
