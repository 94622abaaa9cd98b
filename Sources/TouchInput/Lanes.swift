import CTouchInput
import Gestures

/// The devices that one thread waits for: it reads those with an open lane without calling any Swift code, which a processor would have to
/// fetch for each frame.
package final class Lanes {
  private let lanes = UnsafeMutablePointer<ti_lanes>.allocate(capacity: 1)
  /// The devices in the list, which are kept alive by that.
  private var devices: [TouchDevice] = []

  package init() { lanes.initialize(to: ti_lanes()) }

  deinit {
    lanes.pointee.devices?.deallocate()
    lanes.deallocate()
  }

  package func add(_ device: TouchDevice) { set(devices + [device]) }

  /// Removes a device, if it is in the list.
  package func remove(_ device: TouchDevice) { set(devices.filter { $0 !== device }) }

  private func set(_ new: [TouchDevice]) {
    devices = new
    lanes.pointee.devices?.deallocate()
    lanes.pointee.devices = .allocate(capacity: new.count)
    for (place, device) in new.enumerated() { (lanes.pointee.devices + place).initialize(to: device.device) }
    lanes.pointee.count = UInt32(new.count)
  }

  /// A function that reads the device with a descriptor that is ready, and keeps the frames that decide nothing. Takes the `context` and
  /// the descriptor, and returns whether nothing else must be done.
  package static var glide: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Bool { ti_lanes_glide }

  /// The first argument of `glide`.
  ///
  /// - Parameter time: the first time at which frames must be handled; `nil`: never.
  package func context(until time: Timestamp?) -> UnsafeMutableRawPointer {
    lanes.pointee.until = time?.microseconds ?? .max
    return UnsafeMutableRawPointer(lanes)
  }
}
