import CTouchInput
import Program

/// An event node or an IIO device, and its udev properties. An event node need not be a touchscreen: open it to find out.
package struct DiscoveredDevice: Hashable, Sendable {
  package var node: String
  package var sysname: String
  package var hints: DeviceHints
  /// Further paths of the node, such as `/dev/input/by-path/…`.
  package var links: [String]
  package var path: String
  package var serial: String
  /// The text of `LIBINPUT_CALIBRATION_MATRIX`; empty if there is none.
  package var calibration: String
  package var output: String
  package var seat: String
  /// The device's name, which is known even if the node may not be read; empty if udev does not know the device.
  package var name = ""
  /// The device's own text, like the name: escape it before any other use than matching.
  package var phys = ""
  /// 0: unknown.
  package var vendor: UInt16 = 0
  package var product: UInt16 = 0
  package var traits: DeviceTraits = []
  /// The keys and switches that it has.
  package var codes: Set<EventCode> = []
  /// The folder in `/sys`; empty if udev does not know the device.
  package var syspath = ""
  /// The text of `ACCEL_MOUNT_MATRIX`; empty if there is none.
  package var mountMatrix = ""
  /// The text of `ACCEL_LOCATION`: `display` or `base`; empty if there is none.
  package var location = ""
}

/// What udev and sysfs say of a device that is not a panel.
package struct DeviceTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A sensor of the subsystem `iio`, not an event node.
  package static let iio = DeviceTraits(TI_TRAIT_IIO)
  /// udev's criterion: it has the keys 1 to 31.
  package static let keyboard = DeviceTraits(TI_TRAIT_KEYBOARD)
  /// A mouse, touchpad, pointing stick, tablet or touchscreen.
  package static let pointing = DeviceTraits(TI_TRAIT_POINTING)
  /// The device of an infrared receiver or of HDMI-CEC.
  package static let remote = DeviceTraits(TI_TRAIT_REMOTE)
  package static let accelerometer = DeviceTraits(TI_TRAIT_ACCELEROMETER)
  /// iio-sensor-proxy is installed, and may read this sensor.
  package static let sensorProxy = DeviceTraits(TI_TRAIT_SENSOR_PROXY)

  private init(_ trait: some BinaryInteger) { rawValue = UInt32(trait) }
}

extension DiscoveredDevice {
  /// Creates a device that udev does not know, from its node or a link to it.
  package init(at path: String) {
    self.init(
      node: Paths.resolved(path) ?? path, sysname: "", hints: [], links: [], path: "", serial: "", calibration: "",
      output: "", seat: "")
  }

  /// Whether `name` is the device's node or a link to it.
  package func isCalled(_ name: String) -> Bool { name == node || links.contains(name) || Paths.resolved(name) == node }

  /// Returns the hints for opening the device. A device that the user named is a touchscreen whatever it claims to be.
  package func hints(isNamed: Bool) -> DeviceHints { isNamed ? hints.union(.named) : hints }

  init(_ raw: UnsafePointer<ti_node>) {
    let texts = ti_texts_of_node(raw)
    self.init(
      node: String(cString: texts.node), sysname: String(cString: texts.sysname),
      hints: DeviceHints(rawValue: raw.pointee.hints),
      links: String(cString: texts.links).split(separator: " ").map(String.init), path: String(cString: texts.path),
      serial: String(cString: texts.serial), calibration: String(cString: texts.calibration),
      output: String(cString: texts.output), seat: String(cString: texts.seat), name: String(cString: texts.name),
      phys: String(cString: texts.phys), vendor: raw.pointee.vendor, product: raw.pointee.product,
      traits: DeviceTraits(rawValue: raw.pointee.traits), codes: raw.pointee.codes.all,
      syspath: String(cString: texts.syspath),
      mountMatrix: String(cString: texts.mount_matrix), location: String(cString: texts.location))
  }
}
