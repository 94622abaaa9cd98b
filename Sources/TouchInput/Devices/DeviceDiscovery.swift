import CTouchInput
import Program

/// Finds the input devices and the motion sensors, and reports those that are added, removed or changed.
package final class DeviceDiscovery {
  package enum Event: Sendable {
    case added(DiscoveredDevice)
    case removed(DiscoveredDevice)
    case changed(DiscoveredDevice)
    /// An IIO device was added, removed or changed. Accelerometers that are event nodes are reported like the other event nodes.
    case sensor(DiscoveredDevice, isPresent: Bool)
    /// Events were lost: enumerate again.
    case lost
  }

  private let discovery: OpaquePointer

  /// Starts to listen. A device that is added while devices are enumerated is not missed, but may be reported twice.
  package init() throws(DeviceError) {
    var failure = ti_failure()
    guard let discovery = ti_discovery_new(&failure) else {
      throw DeviceError(call: String(cString: failure.call), object: "udev", code: failure.error)
    }
    self.discovery = discovery
  }

  deinit { ti_discovery_free(discovery) }

  /// Readable when there is something to receive.
  package var fileDescriptor: Int32 { ti_discovery_fd(discovery) }

  /// Returns all event nodes, ordered by their numbers.
  package func enumerate() throws(DeviceError) -> [DiscoveredDevice] { try enumerate(iio: false) }

  /// Returns all IIO devices, ordered by their numbers. They are sensors of many kinds.
  package func enumerateSensors() throws(DeviceError) -> [DiscoveredDevice] { try enumerate(iio: true) }

  private func enumerate(iio: Bool) throws(DeviceError) -> [DiscoveredDevice] {
    var devices: [DiscoveredDevice] = []
    let result = withUnsafeMutablePointer(to: &devices) { devices in
      ti_discovery_enumerate(
        discovery, iio,
        { node, context in
          context!.assumingMemoryBound(to: [DiscoveredDevice].self).pointee.append(DiscoveredDevice(node!))
        }, devices)
    }
    if result < 0 { throw DeviceError(call: "udev_enumerate_scan_devices", object: "/sys", code: -result) }
    return devices.sorted { ($0.sysname.utf8.count, $0.sysname) < ($1.sysname.utf8.count, $1.sysname) }
  }

  /// Returns the next event; `nil` if there is none for now.
  package func receive() throws(DeviceError) -> Event? {
    var node = ti_node()
    switch ti_discovery_receive(discovery, &node) {
    case 0: return nil
    case 1:
      let device = DiscoveredDevice(&node)
      if device.traits.contains(.iio) { return .sensor(device, isPresent: node.action != TI_REMOVED) }
      switch node.action {
      case TI_ADDED: return .added(device)
      case TI_REMOVED: return .removed(device)
      default: return .changed(device)
      }
    case -Errno.noBufferSpace.rawValue: return .lost
    case let result: throw DeviceError(call: "udev_monitor_receive_device", object: "udev", code: -result)
    }
  }
}
