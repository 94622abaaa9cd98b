import Program
import TouchInput

/// The devices that udev knows, for all parts of the daemon that open some.
final class Hotplug {
  /// `nil` before `start`.
  private var discovery: DeviceDiscovery?
  private let loop: EventLoop
  private let outlets: Outlets

  init(loop: EventLoop, _ outlets: Outlets) {
    self.loop = loop
    self.outlets = outlets
  }

  func start() throws(DeviceError) {
    let discovery = try DeviceDiscovery()
    guard loop.watch(discovery.fileDescriptor) else {
      throw DeviceError(call: "epoll_ctl", object: "udev", .latest)
    }
    self.discovery = discovery
  }

  /// Readable when there is something to follow; `nil` before `start`.
  var fileDescriptor: Int32? { discovery?.fileDescriptor }

  /// Returns all devices; none before `start`.
  func enumerate() throws(DeviceError) -> [DiscoveredDevice] { try discovery?.enumerate() ?? [] }

  /// All devices; none if they cannot be listed, which is logged.
  var devices: [DiscoveredDevice] { found { discovery throws(DeviceError) in try discovery.enumerate() } }

  /// The accelerometers, the best first; none if they cannot be listed, which is logged.
  var motionSensors: [DiscoveredDevice] {
    found { discovery throws(DeviceError) in try MotionSensor.find(with: discovery) }
  }

  private func found(_ find: (DeviceDiscovery) throws(DeviceError) -> [DiscoveredDevice]) -> [DiscoveredDevice] {
    do throws(DeviceError) {
      if let discovery { return try find(discovery) }
    } catch {
      outlets.log.error("\(error)")
    }
    return []
  }

  /// Calls `body` with each event that has come.
  func follow(_ body: (DeviceDiscovery.Event) -> Void) {
    do throws(DeviceError) {
      while let event = try discovery?.receive() { body(event) }
    } catch {
      outlets.log.error("\(error)")
    }
  }
}
