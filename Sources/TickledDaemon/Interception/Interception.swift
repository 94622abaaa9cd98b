import Configuration
import Gestures
import TouchInput

/// A panel whose touches applications see by way of a clone: when it is grabbed, and when it is let go.
///
///     WAITING ── untouched, and the clone is known ──▶ GRABBED
///        ▲                                               │ pause, panic, a stall, sleep, an error
///        └──────────────── resume, or healed ────────── LOOSE
final class Interception {
  enum State: Equatable {
    case waiting
    case grabbed
    /// Applications see the panel itself.
    case loose(Reason)
  }

  enum Reason: String { case paused, panic, stalled, slept, failed }

  let clone: TouchClone
  private(set) var state = State.waiting
  private let device: TouchDevice
  private let guardian: Guardian?
  private(set) var takeBack: TakeBack
  private var panic: PanicGesture
  /// Systems have had the time to see the clone by then, should udev not tell; `nil`: they have.
  private var cloneKnownBy: Timestamp?

  init(_ device: TouchDevice, _ clone: TouchClone, _ guardian: Guardian?, _ screen: ScreenSettings, at time: Timestamp)
  {
    self.device = device
    self.clone = clone
    self.guardian = guardian
    cloneKnownBy = time + 1_000_000
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
    takeBack = screen.takeBack
    clone.taking = takeBack.way
  }

  func renew(_ screen: ScreenSettings) {
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
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
    case .loose: nil
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
  /// - Returns: why it cannot.
  func grabIfUntouched(at time: Timestamp) -> DeviceError? {
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
    if state == .grabbed { device.letGo(clone, guardian, at: time) }
    state = .loose(reason)
  }

  /// Grabs it again as soon as it is untouched.
  func resume() { if case .loose = state { state = .waiting } }

  // MARK: Letting go by itself

  /// What the panel has reported, before any filter.
  func see(_ frame: TouchFrame) { if state == .grabbed { panic.see(frame) } }

  /// Why the panel is to be let go now.
  func reasonToLetGo(at time: Timestamp) -> Reason? {
    guard state == .grabbed else { return nil }
    if device.wasLetGo(by: guardian) { return .stalled }
    if let deadline = panic.deadline, deadline <= time { return .panic }
    return clone.failure == nil ? nil : .failed
  }

  /// For people.
  var sentence: String {
    switch state {
    case .waiting: "to be intercepted when it is untouched"
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
