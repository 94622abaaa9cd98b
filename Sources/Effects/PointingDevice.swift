import Actions
import CLinux
import Gestures
import Program
import Queues

/// One of the two virtual pointers, with the buttons that gestures hold. Used only on its queue.
final class PointingDevice {
  private(set) var held = HeldCodes()
  private let device: VirtualDevice
  private let actions: ActionQueue
  private let kind: PointerAction.Device
  /// The time from which a button may change again.
  private var buttonsReadyAt: Int64 = 0
  private var hasMoved = false
  /// The release of buttons that gestures hold that do not continue.
  private var timeIsUp: Pending?
  /// The position of the absolute pointer. The kernel leaves out a position that does not change.
  private var position = (x: Int32(0), y: Int32(0))
  /// The time at which the device may be closed without losing what was sent.
  private(set) var closableAt: Int64 = 0

  init(_ kind: PointerAction.Device, _ actions: ActionQueue) {
    self.kind = kind
    self.actions = actions
    let concerned = kind == .absolute ? "pointer actions at the touch" : "the wheel and pointer actions at the pointer"
    device = VirtualDevice("pointer \(kind == .absolute ? "touch" : "wheel")", "\(concerned) do nothing", actions)
  }

  /// Makes the device if it is absent, and lets a failure be logged again.
  func prepare() {
    device.mayWarnAgain()
    _ = open()
  }

  func close() {
    device.close()
    device.mayWarnAgain()
    forget()
  }

  /// Returns the time from which a report can be sent; `nil` if there is no device. Makes the device if it is absent.
  func readyAt(forButton: Bool) -> Int64? {
    guard open() else { return nil }
    return max(device.settledAt, forButton ? buttonsReadyAt : 0)
  }

  /// Moves the absolute pointer.
  ///
  /// - Parameter isAnew: whether the pointer may have been moved by another device: a report without a change would not bring it back.
  func put(x: Int32, y: Int32, isAnew: Bool) {
    if (x, y) == position {
      if !isAnew { return }
      send([axis(LINUX_ABS_X, x > 0 ? x - 1 : x + 1)])
    }
    position = (x, y)
    send([axis(LINUX_ABS_X, x), axis(LINUX_ABS_Y, y)])
  }

  /// Sends the events of one report; an empty one is not sent.
  ///
  /// - Returns: whether the device is still there.
  @discardableResult
  func send(_ report: [linux_input_event]) -> Bool {
    if report.isEmpty { return true }
    let now = linux_monotonic_microseconds()
    closableAt = now + actions.surroundings.keyboardLinger.microseconds
    if !hasMoved, report[0].type != LINUX_EV_KEY {
      hasMoved = true
      buttonsReadyAt = max(buttonsReadyAt, now + actions.surroundings.pointerNotice.microseconds)
    }
    let isSent = device.send([report])
    if !isSent { forget() }
    return isSent
  }

  /// Presses a button. One that another gesture holds belongs to this one from now on.
  func press(_ button: PointerAction.Button, by holder: Holder) {
    guard held.contains(button.code) || send(button, 1) else { return }
    held.hold([button.code], by: holder)
    if holder.isContinuing { return }
    timeIsUp = actions.queue.after(actions.surroundings.longestHold, for: self) { $0.releaseForgotten() }
  }

  private func releaseForgotten() {
    guard release(where: { !$0.isContinuing }) else { return }
    actions.log.info("a button was held for \(actions.surroundings.longestHold): released")
  }

  /// Releases the buttons of some gestures.
  ///
  /// - Returns: whether any were held.
  @discardableResult
  func release(where isMeant: (Holder) -> Bool) -> Bool {
    let codes = held.release(where: isMeant)
    for button in PointerAction.Button.allCases where codes.contains(button.code) { send(button, 0) }
    return !codes.isEmpty
  }

  @discardableResult
  private func send(_ button: PointerAction.Button, _ value: Int32) -> Bool {
    buttonsReadyAt = linux_monotonic_microseconds() + actions.surroundings.buttonPace.microseconds
    return send([linux_input_event(type: LINUX_EV_KEY, code: button.code, value: value)])
  }

  private func axis(_ code: UInt16, _ value: Int32) -> linux_input_event {
    linux_input_event(type: LINUX_EV_ABS, code: code, value: value)
  }

  private func open() -> Bool {
    device.open { actions.surroundings.makePointer(actions.surroundings.uinput, kind == .absolute) }
  }

  /// Forgets what belonged to a device that is gone.
  private func forget() {
    held.removeAll()
    position = (0, 0)
    hasMoved = false
  }
}
