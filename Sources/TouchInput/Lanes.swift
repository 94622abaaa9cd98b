import CTouchInput
import Gestures

/// The devices that one thread waits for: it reads those with an open lane without calling any Swift code, which a processor would have to
/// fetch for each frame.
package final class Lanes {
  @usableFromInline let lanes = UnsafeMutablePointer<ti_lanes>.allocate(capacity: 1)
  /// The devices in the list, which are kept alive by that.
  private var devices: [TouchDevice] = []

  package init() { lanes.initialize(to: ti_lanes()) }

  deinit { lanes.deallocate() }

  /// Adds a device. A device beyond the sixteenth is not in the list: its frames take the longer way.
  package func add(_ device: TouchDevice) {
    if devices.count < Int(TI_MOST_LANES) { set(devices + [device]) }
  }

  /// Removes a device, if it is in the list.
  package func remove(_ device: TouchDevice) { set(devices.filter { $0 !== device }) }

  private func set(_ new: [TouchDevice]) {
    devices = new
    withUnsafeMutableBytes(of: &lanes.pointee.devices) { bytes in
      let places = bytes.bindMemory(to: OpaquePointer?.self)
      for place in places.indices { places[place] = place < new.count ? new[place].device : nil }
    }
    lanes.pointee.count = UInt32(new.count)
  }

  /// A function that reads the device with a descriptor that is ready, and keeps the frames that decide nothing. Takes the `context` and
  /// the descriptor, and returns whether nothing else must be done.
  @inlinable @inline(__always)
  package static var glide: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Bool { ti_lanes_glide }

  /// The first argument of `glide`.
  ///
  /// - Parameter time: the first time at which frames must be handled; `nil`: never.
  @inlinable @inline(__always)
  package func context(until time: Timestamp?) -> UnsafeMutableRawPointer {
    lanes.pointee.until = time?.microseconds ?? .max
    return UnsafeMutableRawPointer(lanes)
  }

  /// Whether the last descriptor was that of a device that `glide` reads. It does not read a device that is intercepted, as something else
  /// must be looked at after each of its frames.
  @inlinable @inline(__always)
  package var hasTried: Bool { lanes.pointee.has_tried }
}
