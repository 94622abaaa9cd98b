import Configuration
import Gestures
import Program
import Text
import TouchInput

/// Reads the accelerometer for gestures that need it. While none does, no sensor is open, and nothing wakes up.
final class MotionKeeper {
  private var sensor: MotionSensor?
  private var reopenings = Reopenings()
  private var admission: Admission
  private let supply: DeviceSupply

  init(_ supply: DeviceSupply) {
    self.supply = supply
    admission = Admission(supply.loop, supply.outlets)
  }

  // MARK: In each turn

  /// Reads the sensor, or opens one that waited for permission, if the descriptor that is ready is for that.
  /// - Returns: false if it is another one's.
  func follow(_ descriptor: Int32) -> Bool {
    if let sensor, descriptor == sensor.fileDescriptor {
      read(sensor)
    } else if descriptor == admission.fileDescriptor {
      admission.clear()
      open(at: supply.now)
    } else {
      return false
    }
    return true
  }

  /// Called for each device that is added, removed or changed.
  func follow(_ event: DeviceDiscovery.Event) {
    switch event {
    case .sensor(let device, isPresent: false), .removed(let device):
      reopenings.forget(device.node)
      admission.forget(device.node)
      if sensor?.found.syspath == device.syspath { lose() }
    case .sensor(let device, isPresent: true), .added(let device), .changed(let device):
      if device.traits.contains(.accelerometer) { open(at: supply.now) }
    case .lost: open(at: supply.now)
    }
  }

  /// The time at which a sensor that failed is opened again.
  var nextReopening: Timestamp? { reopenings.nextDeadline }

  func reopen(at time: Timestamp) {
    if reopenings.takeDue(at: time) != nil { open(at: time) }
  }

  // MARK: At the start, at a change of configuration, after sleep

  /// Opens or closes the sensor as the active configuration needs.
  func renew(at time: Timestamp) {
    if supply.active.configuration.wantsMotion {
      admission.forgetReports()
      open(at: time)
    } else if sensor != nil {
      close()
    }
  }

  /// Forgets what was measured before a sleep.
  func restart(at time: Timestamp) { supply.panels.cancelMotion(at: time) }

  // MARK: The sensor

  private func open(at time: Timestamp) {
    if sensor != nil || !supply.active.configuration.wantsMotion { return }
    for found in supply.hotplug.motionSensors where open(found, at: time) { return }
  }

  /// - Returns: whether it is open.
  private func open(_ found: DiscoveredDevice, at time: Timestamp) -> Bool {
    do throws(DeviceError) {
      let new = try MotionSensor(opening: found)
      guard supply.loop.watch(new.fileDescriptor) else {
        throw DeviceError(call: "epoll_ctl", object: found.node, .latest)
      }
      sensor = new
      reopenings.succeeded(found.node)
      admission.opened(found.node)
      supply.log.info("\"\(found.name.printable)\" on \(found.node) measures motion (\(new.method.rawValue))")
      return true
    } catch {
      admission.report(found.node, .error, "\(error)")
      if error.mayPass { _ = reopenings.add(found.node, at: time) }
      // Permission may have been granted before the watch started.
      return error.isPermission && admission.waitForAccess(to: found.node) && open(found, at: time)
    }
  }

  private func read(_ open: MotionSensor) {
    do throws(DeviceError) {
      guard let samples = try open.read() else { return lose() }
      if supply.interceptor.isPaused { return }
      for sample in samples { supply.panels.deliver(sample) }
    } catch {
      supply.log.error("\(error)")
      _ = reopenings.add(open.found.node, at: supply.now)
      close()
    }
  }

  /// Another sensor may take the place of one that is gone.
  private func lose() {
    if let sensor { supply.log.info("\"\(sensor.found.name.printable)\" on \(sensor.found.node) is gone") }
    close()
    open(at: supply.now)
  }

  private func close() {
    if let sensor { supply.loop.forget(sensor.fileDescriptor) }
    sensor = nil
    supply.panels.cancelMotion(at: supply.now)
  }
}
