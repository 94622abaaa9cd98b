import CLinux
import Gestures
import Program

/// A uinput device that is made when it is needed. Used only on its queue.
final class VirtualDevice {
  private enum State {
    case absent
    /// The associated value is the device's descriptor.
    case present(Int32)
  }

  private let actions: ActionQueue
  /// The word for the device in troubles.
  private let subject: String
  /// What happens without the device, as in "key actions press nothing".
  private let consequence: String
  private var state = State.absent
  /// The time from which systems are expected to know the device: events from before may have no reader.
  private(set) var settledAt: Int64 = 0

  init(_ subject: String, _ consequence: String, _ actions: ActionQueue) {
    self.subject = subject
    self.consequence = consequence
    self.actions = actions
  }

  deinit { close() }

  /// Makes the device if it is absent. A failure is logged.
  ///
  /// - Parameter make: returns the device's descriptor, or -1 and sets `Errno.latest`.
  /// - Returns: whether the device is present.
  func open(_ make: () -> Int32) -> Bool {
    if case .present = state { return true }
    let descriptor = make()
    guard descriptor >= 0 else {
      warn(failure(.latest))
      return false
    }
    state = .present(descriptor)
    settledAt = linux_monotonic_microseconds() + actions.surroundings.keyboardSettling.microseconds
    return true
  }

  /// Removes the device; the kernel then releases its keys and buttons.
  func close() {
    if case .present(let descriptor) = state { Descriptor.close(descriptor) }
    state = .absent
  }

  /// Sends reports. A device that cannot be written to is closed, and the failure is logged.
  ///
  /// - Returns: whether the reports were sent; `false` if there is no device.
  func send(_ reports: [[linux_input_event]]) -> Bool {
    if reports.isEmpty { return true }
    guard case .present(let descriptor) = state else { return false }
    let events = reports.flatMap { $0 + [linux_input_event(type: LINUX_EV_SYN, code: 0, value: 0)] }
    if linux_input_write(descriptor, events, Int32(events.count)) == 0 {
      actions.log.fixed(subject)
      return true
    }
    warn("write \(actions.surroundings.uinput): \(Errno.latest)")
    close()
    return false
  }

  /// Lets the next failure be logged, even if it is the same as the last one.
  func mayWarnAgain() { actions.log.fixed(subject) }

  private func failure(_ error: Errno) -> String {
    let remedy =
      switch error {
      case .noSuchFile, .noSuchDevice, .noSuchDeviceOrAddress: "load the kernel module: modprobe uinput"
      case .permissionDenied, .notPermitted:
        "join the group \"tickled-outputs\"; the service needs its drop-in keys.conf"
      default: "is this the uinput device?"
      }
    return "open \(actions.surroundings.uinput): \(error) (\(remedy))"
  }

  private func warn(_ what: String) { actions.log.trouble(about: subject, "\(consequence): \(what)") }
}
