import Configuration
import Gestures
import TouchInput

/// A panel whose touches applications see by way of a clone: when it is grabbed, and when it is let go.
///
///     WAITING ── untouched, and the clone is known ──▶ GRABBED
///        ▲                                               │ pause, panic, a stall, sleep, an error, no guardian
///        └──────────────── resume, or healed ────────── LOOSE
final class Interception {
  enum State: Equatable {
    case waiting
    case grabbed
    /// Applications see the panel itself.
    case loose(Reason)
  }

  enum Reason: String { case paused, panic, stalled, slept, failed, unguarded }

  let clone: TouchClone
  private(set) var state = State.waiting
  private let device: TouchDevice
  private(set) var takeBack: TakeBack
  private var panic: PanicGesture
  /// Systems have had the time to see the clone by then, should udev not tell; `nil`: they have.
  private var cloneKnownBy: Timestamp?
  /// The time of the next try to find a guardian; `nil` if the panel does not wait for one.
  private var nextTry: Timestamp?

  init(_ device: TouchDevice, _ clone: TouchClone, _ screen: ScreenSettings, at time: Timestamp) {
    self.device = device
    self.clone = clone
    cloneKnownBy = time + 1_000_000
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
    takeBack = screen.takeBack
    clone.taking = takeBack.way
  }

  func renew(_ screen: ScreenSettings, at time: Timestamp) {
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
    if takeBack == screen.takeBack { return }
    // The guardian is told of the way when the panel is grabbed.
    if state == .grabbed {
      letGo(.paused, at: time)
      resume()
    }
    takeBack = screen.takeBack
    clone.taking = takeBack.way
  }

  /// udev has told of the clone's node: who looks for devices has seen it.
  func cloneIsKnown() { cloneKnownBy = nil }

  /// When `advance` is to be called.
  var nextDeadline: Timestamp? {
    switch state {
    case .waiting: cloneKnownBy
    case .grabbed: panic.deadline
    case .loose: nextTry
    }
  }

  // MARK: What a touch becomes

  /// What the view received is what applications see.
  func follow(_ event: TouchEvent, swallows: Bool) {
    switch event.phase {
    case .began: clone.tell(event.touch.id, swallows ? .take : .pass)
    case .ended: clone.tell(event.touch.id, .end)
    case .cancelled: clone.tell(event.touch.id, .take)
    case .moved, .stationary: break
    }
  }

  // MARK: Grabbing

  /// Grabs the panel if it waits for that and nobody touches it.
  /// - Parameter guardian: `nil` in tests.
  /// - Returns: why it cannot.
  func grabIfUntouched(at time: Timestamp, _ guardian: Guardian?) -> DeviceError? {
    if let cloneKnownBy, time >= cloneKnownBy { cloneIsKnown() }
    guard state == .waiting, cloneKnownBy == nil, device.fingers == 0 else { return nil }
    do throws(DeviceError) {
      if try device.intercept(through: clone, guardian) {
        panic.reset()
        state = .grabbed
      }
      return nil
    } catch {
      state = .loose(.failed)
      return error
    }
  }

  /// Lets the panel go: applications see it itself, and the clone is left without a finger.
  func letGo(_ reason: Reason, at time: Timestamp) {
    if state == .grabbed { device.letGo(clone, at: time) }
    state = .loose(reason)
    nextTry = nil
  }

  /// Releases the panel as no guardian can be started: a grabbed panel would be lost if this process hung.
  /// - Parameter nextTry: The time at which `resumeIfDue(at:)` must be called.
  func letGoUnguarded(until nextTry: Timestamp, at time: Timestamp) {
    letGo(.unguarded, at: time)
    self.nextTry = nextTry
  }

  /// Grabs it again as soon as it is untouched.
  func resume() {
    if case .loose = state { state = .waiting }
    nextTry = nil
  }

  /// Resumes a panel that waits for a guardian, at the time of the next try.
  /// - Returns: whether the panel was resumed.
  func resumeIfDue(at time: Timestamp) -> Bool {
    guard let nextTry, nextTry <= time else { return false }
    resume()
    return true
  }

  /// Hands the grabbed panel to another guardian.
  func entrust(to guardian: Guardian) throws(DeviceError) {
    if device.guardian !== guardian { try device.entrust(clone, to: guardian) }
  }

  // MARK: Letting go by itself

  /// What the panel has reported, before any filter.
  func see(_ frame: TouchFrame) { if state == .grabbed { panic.see(frame) } }

  /// Why the panel is to be let go now.
  func reasonToLetGo(at time: Timestamp) -> Reason? {
    guard state == .grabbed else { return nil }
    if device.wasLetGo { return .stalled }
    if let deadline = panic.deadline, deadline <= time { return .panic }
    return clone.failure == nil ? nil : .failed
  }

  /// For people.
  var sentence: String {
    switch state {
    case .waiting: "to be intercepted when no finger and no key is down"
    case .grabbed: "intercepted, applications see \(clone.node ?? "a clone")"
    case .loose(let reason): "not intercepted (\(reason.rawValue))"
    }
  }
}

extension TakeBack {
  /// How the clone takes back a touch that applications know of.
  fileprivate var way: TouchClone.Taking {
    switch self {
    case .hold, .away: .away
    case .lift: .lift
    case .palm: .palm
    }
  }
}
