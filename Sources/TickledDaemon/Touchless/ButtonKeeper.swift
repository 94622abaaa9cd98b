// TickledDaemon/Touchless: devices with keys and switches, and the accelerometer.
import Configuration
import Gestures
import Program
import Text
import TouchInput

/// Manages the devices with keys and switches: opens those that gestures need, reads them, and passes their presses to the panels'
/// screens. While no gesture needs any, none is open.
final class ButtonKeeper {
  private var all: [ButtonDevice] = []
  private var reopenings = Reopenings()
  private var admission: Admission
  private let supply: DeviceSupply

  init(_ supply: DeviceSupply) {
    self.supply = supply
    admission = Admission(supply.loop, supply.outlets)
  }

  // MARK: In each turn

  /// Reads the device to which a descriptor that is ready belongs, or opens devices that waited for permission.
  /// - Returns: false if the descriptor is another one's.
  func follow(_ descriptor: Int32) -> Bool {
    if let device = all.first(where: { $0.fileDescriptor == descriptor }) {
      read(device)
    } else if descriptor == admission.fileDescriptor {
      admission.clear()
      openAll { admission.isDenied($0.node) }
    } else {
      return false
    }
    return true
  }

  /// Called for each device that is added, removed or changed.
  func follow(_ event: DeviceDiscovery.Event) {
    switch event {
    case .added(let device), .changed(let device): open(device)
    case .removed(let device):
      if let open = all.first(where: { $0.found.node == device.node }) { read(open) }
      reopenings.forget(device.node)
      admission.forget(device.node)
    case .sensor: break
    case .lost: openAll { _ in true }
    }
  }

  /// The time at which a device that failed is opened again.
  var nextReopening: Timestamp? { reopenings.nextDeadline }

  func reopen(at time: Timestamp) {
    if let due = reopenings.takeDue(at: time) { openAll { due.contains($0.node) } }
  }

  // MARK: At the start, at a change of configuration, after sleep

  /// Opens and closes devices as the active configuration needs, and tells new screens which switches are on.
  func renew(at time: Timestamp) {
    let wanted = supply.active.configuration.wantedCodes
    admission.forgetReports()
    for device in all {
      let isNamed = supply.active.configuration.daemon.namesButtons(device.found)
      if device.found.codes.isDisjoint(with: wanted) || device.found.objectionToButtons(isNamed: isNamed) != nil {
        close(device)
      } else if device.codes != wanted {
        deliver(device.setCodes(wanted, at: time))
      }
    }
    if !wanted.isEmpty { openAll { _ in true } }
    announceSwitches(at: time)
  }

  /// Tells the screens which switches are on. A screen that knows it ignores that (PRE-1).
  func announceSwitches(at time: Timestamp) {
    for device in all {
      deliver(
        device.held.compactMap { code in
          guard case .switch = EventCode(pressCode: code) else { return nil }
          return Press(code: code, phase: .began, time: time)
        })
    }
  }

  /// Takes the present state of all keys and switches, because what happened in a sleep is not known.
  func restart(at time: Timestamp) {
    for device in all { deliver(device.resynchronize(at: time)) }
  }

  // MARK: Devices

  private func openAll(where isWanted: (DiscoveredDevice) -> Bool) {
    if supply.active.configuration.wantedCodes.isEmpty { return }
    for device in supply.hotplug.devices where isWanted(device) { open(device) }
  }

  private func open(_ found: DiscoveredDevice) {
    let wanted = supply.active.configuration.wantedCodes
    if found.codes.isDisjoint(with: wanted) { return }
    // Another device may have taken the node of one that is gone, before its removal was reported. Reading finds out.
    if let device = all.first(where: { $0.found.node == found.node }) { read(device) }
    if all.contains(where: { $0.found.node == found.node }) { return }
    do throws(DeviceError) {
      let device = try ButtonDevice(
        opening: found, codes: wanted, isNamed: supply.active.configuration.daemon.namesButtons(found))
      guard supply.loop.watch(device.fileDescriptor) else {
        throw DeviceError(call: "epoll_ctl", object: found.node, .latest)
      }
      all.append(device)
      reopenings.succeeded(found.node)
      admission.opened(found.node)
      let names = found.codes.intersection(wanted).map { $0.name }.sorted().joined(separator: ", ")
      supply.log.info("\"\(found.name.printable)\" on \(found.node) has buttons or switches of gestures: \(names)")
      deliver(device.start())
    } catch {
      refuse(found, error)
    }
  }

  private func refuse(_ found: DiscoveredDevice, _ error: DeviceError) {
    if case .notButtons = error.reason {
      return admission.report(
        found.node, .info, "\(error) (\"buttons\" in [daemon] names devices that are used all the same)")
    }
    admission.report(found.node, .error, "\(error)")
    if error.mayPass { _ = reopenings.add(found.node, at: supply.now) }
    // Permission may have been granted before the watch started.
    if error.isPermission && admission.waitForAccess(to: found.node) { open(found) }
  }

  private func read(_ device: ButtonDevice) {
    do throws(DeviceError) {
      guard let groups = try device.read() else {
        supply.log.info("\"\(device.found.name.printable)\" on \(device.found.node) is gone")
        return close(device)
      }
      for presses in groups { deliver(presses) }
    } catch {
      supply.log.error("\(error)")
      close(device)
      if Paths.exists(device.found.node) { _ = reopenings.add(device.found.node, at: supply.now) }
    }
  }

  private func close(_ device: ButtonDevice) {
    supply.loop.forget(device.fileDescriptor)
    all.removeAll { $0 === device }
    deliver(device.cancelAll(at: supply.now))
  }

  private func deliver(_ presses: [Press]) {
    // While the daemon is paused, releases still arrive, so that nothing stays held.
    let part = supply.interceptor.isPaused ? presses.filter { $0.phase != .began } : presses
    if !part.isEmpty { supply.panels.deliver(part) }
  }
}
