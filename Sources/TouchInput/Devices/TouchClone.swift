import CTouchInput
import Gestures
import Program

/// The clone of a grabbed panel: a uinput touchscreen that applications see instead of it, and the relay that passes on the touches
/// that gestures don't take. Must not be shared between threads.
package final class TouchClone {
  /// How a touch that applications have seen is cancelled.
  package enum Taking: Sendable {
    /// It turns into a palm; programs that support palms cancel it.
    case palm
    /// It is lifted where it is.
    case lift
    /// It moves beyond the panel's farthest edge, and is lifted there.
    case away
  }

  package var taking = Taking.palm {
    didSet {
      switch taking {
      case .palm: ti_relay_set_taking(relay, TI_AS_PALM)
      case .lift: ti_relay_set_taking(relay, TI_AS_LIFT)
      case .away: ti_relay_set_taking(relay, TI_LED_AWAY)
      }
    }
  }

  /// Whether the clone has exactly the panel's name, without ` (tickled)`.
  package let hasPanelsName: Bool

  /// `/dev/input/event…`, as soon as it exists.
  package private(set) var node: String?
  let relay: OpaquePointer
  /// The uinput descriptor. Closing it removes the clone.
  let descriptor: Int32
  /// Touches that wait for a decision.
  private var waiting = [UInt64](repeating: 0, count: 64)

  /// Creates the device. It takes a moment until other programs see it.
  ///
  /// Its `phys` is `tickled/event4`, by which a udev rule finds the panel. Its name is the panel's, followed by ` (tickled)` unless
  /// `hasPanelsName` is true.
  package init(
    of description: DeviceDescription, sysname: String, hasPanelsName: Bool = false, uinput: String = "/dev/uinput"
  ) throws(DeviceError) {
    self.hasPanelsName = hasPanelsName
    let relay = withUnsafePointer(to: description.raw) { ti_relay_new($0, description.hints) }
    guard let relay else { throw DeviceError(call: "calloc", object: sysname, .noMemory) }
    var clone = ti_relay_clone(relay)!.pointee
    withUnsafeMutableBytes(of: &clone.phys) { phys in
      phys.initializeMemory(as: UInt8.self, repeating: 0)
      phys.copyBytes(from: "\(Self.physPrefix)\(sysname)".utf8.prefix(phys.count - 1))
    }
    if hasPanelsName { clone.name = description.raw.name }
    var failure = ti_failure()
    let descriptor = ti_uinput_new(uinput, &clone, &failure)
    guard descriptor >= 0 else {
      ti_relay_free(relay)
      throw DeviceError(call: String(cString: failure.call), object: uinput, code: failure.error)
    }
    self.relay = relay
    self.descriptor = descriptor
    ti_relay_connect(relay, descriptor)
    findNode()
  }

  /// Creates a clone that writes to any descriptor, which it then owns. For recordings and tests.
  package init?(of description: DeviceDescription, writingTo descriptor: Int32, node: String? = nil) {
    guard let relay = withUnsafePointer(to: description.raw, { ti_relay_new($0, description.hints) }) else {
      return nil
    }
    self.relay = relay
    self.descriptor = descriptor
    self.node = node
    hasPanelsName = false
    ti_relay_connect(relay, descriptor)
  }

  deinit {
    Descriptor.close(descriptor)
    ti_relay_free(relay)
  }

  static let physPrefix = "tickled/"

  /// Looks for the node, which the kernel may take a moment to create.
  package func findNode() {
    guard node == nil else { return }
    var name = [CChar](repeating: 0, count: 128)
    if ti_uinput_node(descriptor, &name, name.count) == 0 {
      node = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
  }

  /// Shows applications the event that the view received. Ignores unknown touches.
  package func follow(_ event: TouchEvent, swallows: Bool) {
    switch event.phase {
    case .began: ti_relay_decide(relay, event.touch.id, swallows ? TI_TAKE : TI_PASS)
    case .ended: ti_relay_decide(relay, event.touch.id, TI_END)
    case .cancelled: ti_relay_decide(relay, event.touch.id, TI_TAKE)
    case .moved, .stationary: break
    }
  }

  /// Follows what became of a touch that was repaired.
  package func follow(_ change: TouchChange) {
    switch change {
    case .joined(let new, let old): ti_relay_join(relay, new, old)
    case .renewed(let old, let new): ti_relay_renew(relay, old, new)
    case .held(let id): ti_relay_hold(relay, id)
    case .dropped(let id): ti_relay_drop_held(relay, id)
    case .released: ti_relay_let_held(relay)
    }
  }

  /// Takes the touches that wait for a verdict, except those that may still get one, and writes what the verdicts since the last frame
  /// decided, without waiting for the panel's next frame.
  package func settle(at time: Timestamp, unless mayCome: (UInt64) -> Bool) {
    let count = ti_relay_waiting(relay, &waiting, waiting.count)
    for index in 0..<count where !mayCome(waiting[index]) { ti_relay_decide(relay, waiting[index], TI_TAKE) }
    ti_relay_update_clone(relay, time.microseconds)
    ti_relay_send(relay)
  }

  /// The error of the last write to the clone, if it failed.
  package var failure: DeviceError? {
    let result = ti_relay_send(relay)
    return result < 0 ? DeviceError(call: "write", object: Uinput.path, code: -result) : nil
  }

  /// Releases all touches and keys, and ignores events until the panel is intercepted again.
  func stop(at time: Timestamp) { ti_relay_stop(relay, time.microseconds) }

  /// Like `stop(at:)`, after the guardian has released the clone. Releases everything again, as a frame may have been written meanwhile.
  func wasStopped() { ti_relay_was_reset(relay) }
}

extension DeviceDescription {
  /// Whether this is the clone of a panel or a virtual pointer, made by this process or another instance of tickled.
  package var isMadeByTickled: Bool { phys.hasPrefix(TouchClone.physPrefix) }
}
