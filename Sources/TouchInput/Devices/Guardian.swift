import CTouchInput
import Gestures
import Program

/// A second process, which releases grabbed panels if this process hangs, was stopped, or has ended.
package final class Guardian {
  package enum End: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The guardian was stopped. It guards nothing then, so it was killed.
    case stopped(signal: Int32)
  }

  /// The longest time for which the events of a grabbed panel stay unread.
  package static let limit = Duration.microseconds(Int64(TI_STALL_LIMIT))
  package static let mostPanels = Int(TI_GUARDED)

  package let process: Int32
  let guardian: OpaquePointer

  package init() throws(DeviceError) {
    var failure = ti_failure()
    guard let guardian = ti_guardian_new(&failure) else {
      throw DeviceError(call: String(cString: failure.call), object: "guardian", code: failure.error)
    }
    self.guardian = guardian
    process = ti_guardian_process(guardian)
  }

  deinit { ti_guardian_free(guardian) }

  /// How the guardian ended; `nil` while it runs. Does not wait; for use after SIGCHLD.
  package var end: End? {
    var number: Int32 = 0
    switch ti_guardian_look(guardian, &number) {
    case TI_GUARDIAN_EXITED: return .exited(status: number)
    case TI_GUARDIAN_KILLED: return .killed(signal: number)
    case TI_GUARDIAN_STOPPED: return .stopped(signal: number)
    default: return nil
    }
  }
}

// MARK: - A panel that is intercepted

extension TouchDevice {
  /// The number of fingers on the panel, including hovering and ignored ones; 0 after `BTN_TOUCH` 0.
  package var fingers: Int { Int(ti_decoder_fingers(ti_device_decoder(device))) }

  /// Decides that contacts which were down at the start and were not reported since are not fingers.
  /// - Returns: the number of such contacts.
  package func leaveStuckContacts() -> Int { Int(ti_decoder_leave_stuck(ti_device_decoder(device))) }

  /// Grabs the panel: from now on, other readers get its touches only through the clone.
  /// - Parameter guardian: Releases the panel if this process can't; `nil` in tests.
  /// - Returns: False if a finger is on the panel or one of its keys is held, which other readers have already seen.
  package func intercept(through clone: TouchClone, _ guardian: Guardian?) throws(DeviceError) -> Bool {
    let result = ti_device_intercept(device, clone.relay)
    if result < 0 { throw DeviceError(call: "ioctl EVIOCGRAB", object: node, code: -result) }
    guard result == 1, let guardian else { return result == 1 }
    do throws(DeviceError) {
      try entrust(clone, to: guardian)
    } catch {
      release(clone, at: Timestamp(microseconds: 0))
      throw error
    }
    return true
  }

  /// Has a guardian guard the grabbed panel, after the call of `intercept` or instead of a guardian that has ended.
  package func entrust(_ clone: TouchClone, to guardian: Guardian) throws(DeviceError) {
    var release = ti_relay_release(clone.relay)
    let place = ti_guardian_guard(guardian.guardian, fileDescriptor, clone.descriptor, &release)
    if place == -Errno.noSpace.rawValue {
      throw DeviceError(call: "sendmsg", object: "guardian", reason: .tooManyGuarded(most: Guardian.mostPanels))
    }
    guard place >= 0 else { throw DeviceError(call: "sendmsg", object: "guardian", code: -place) }
    ti_relay_set_watch(clone.relay, ti_guardian_watch(guardian.guardian, place))
    self.guardian = guardian
    guardianPlace = place
  }

  /// Whether the guardian has released the panel.
  package var wasReleased: Bool {
    guard let guardianPlace, let guardian else { return false }
    return ti_guardian_let_go(guardian.guardian, guardianPlace)
  }

  /// Releases all touches and keys of the clone, and then the panel.
  package func release(_ clone: TouchClone, at time: Timestamp) {
    if wasReleased { clone.wasStopped() } else { clone.stop(at: time) }
    _ = ti_device_let_go(device)
    ti_relay_set_watch(clone.relay, nil)
    if let guardianPlace, let guardian { ti_guardian_leave(guardian.guardian, guardianPlace) }
    guardian = nil
    guardianPlace = nil
  }
}
