import CTouchInput
import Gestures
import Glibc

/// A grabbed panel's second self: a uinput touchscreen that applications see instead, and the relay that tells it what
/// gestures leave of the panel's touches. Not to be shared between threads.
package final class TouchClone {
  /// What becomes of a touch on the clone.
  package enum Verdict: Sendable {
    /// Applications may know of it.
    case pass
    /// And of its lift.
    case end
    /// They may not, or not any more: it is taken back from them.
    case take
  }

  /// How a touch is taken back that applications know of.
  package enum Taking: Sendable {
    /// It turns into a palm, which programs that know palms cancel.
    case palm
    /// It is lifted where it is.
    case lift
    /// It goes beyond the side of the panel that is farthest from it, and is lifted there.
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

  /// Whether the clone's name is the panel's, without a mark.
  package let bearsPanelsName: Bool

  /// `/dev/input/event…`, as soon as there is one.
  package private(set) var node: String?
  let relay: OpaquePointer
  /// uinput's; the clone is gone when it is closed.
  let descriptor: Int32
  private var waiting = [UInt64](repeating: 0, count: 64)

  /// Makes the device; systems take a moment to see it.
  ///
  /// Its `phys` is `tickled/event4`, by which a udev rule finds the panel that it stands for. Its name is the panel's with
  /// ` (tickled)` behind it, if it does not bear the same.
  package init(
    of description: DeviceDescription, sysname: String, bearsPanelsName: Bool = false, uinput: String = "/dev/uinput"
  ) throws(DeviceError) {
    self.bearsPanelsName = bearsPanelsName
    let relay = withUnsafePointer(to: description.raw) { ti_relay_new($0, description.hints) }
    guard let relay else { throw DeviceError(call: "calloc", object: sysname, code: ENOMEM) }
    var clone = ti_relay_clone(relay)!.pointee
    withUnsafeMutableBytes(of: &clone.phys) { phys in
      phys.initializeMemory(as: UInt8.self, repeating: 0)
      phys.copyBytes(from: "\(Self.physPrefix)\(sysname)".utf8.prefix(phys.count - 1))
    }
    if bearsPanelsName { clone.name = description.raw.name }
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

  /// For tests: one that is written to any descriptor, which is its own from then on.
  package init?(of description: DeviceDescription, writingTo descriptor: Int32) {
    guard let relay = withUnsafePointer(to: description.raw, { ti_relay_new($0, description.hints) }) else {
      return nil
    }
    self.relay = relay
    self.descriptor = descriptor
    bearsPanelsName = false
    ti_relay_connect(relay, descriptor)
  }

  deinit {
    close(descriptor)
    ti_relay_free(relay)
  }

  static let physPrefix = "tickled/"

  /// The kernel may take a moment to make it.
  package func findNode() {
    guard node == nil else { return }
    var name = [CChar](repeating: 0, count: 128)
    if ti_uinput_node(descriptor, &name, name.count) == 0 {
      node = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
  }

  /// What is to become of a touch of the panel; nothing, where it knows of no such touch.
  package func tell(_ touch: UInt64, _ verdict: Verdict) {
    switch verdict {
    case .pass: ti_relay_decide(relay, touch, TI_PASS)
    case .end: ti_relay_decide(relay, touch, TI_END)
    case .take: ti_relay_decide(relay, touch, TI_TAKE)
    }
  }

  /// Takes away the touches that wait for a verdict that will not come.
  package func takeWaiting(unless mayCome: (UInt64) -> Bool) {
    let count = ti_relay_waiting(relay, &waiting, waiting.count)
    for index in 0..<count where !mayCome(waiting[index]) { ti_relay_decide(relay, waiting[index], TI_TAKE) }
  }

  /// Carries out what was told since the last frame, by time alone.
  package func settle(at time: Timestamp) {
    ti_relay_update_clone(relay, time.microseconds)
    ti_relay_send(relay)
  }

  /// What went wrong when it was last written to.
  package var failure: DeviceError? {
    let result = ti_relay_send(relay)
    return result < 0 ? DeviceError(call: "write", object: Uinput.path, code: -result) : nil
  }

  /// Releases all that it holds, and hears no more until its panel is intercepted again.
  func stop(at time: Timestamp) { ti_relay_stop(relay, time.microseconds) }

  /// Like `stop(at:)`, after the guardian has released the clone: a frame may have been written since.
  func wasStopped() { ti_relay_was_reset(relay) }
}

extension DeviceDescription {
  /// Whether it is a clone that this program, or another one of its kind, has made of a panel.
  package var isClone: Bool { phys.hasPrefix(TouchClone.physPrefix) }
}
