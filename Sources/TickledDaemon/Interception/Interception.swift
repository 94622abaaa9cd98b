import Configuration
import Gestures
import TouchInput

/// A panel whose touches applications see through a clone. Decides when the panel is grabbed and released.
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
  /// How often the panel was grabbed since it has this clone.
  private(set) var grabs = 0
  private let device: TouchDevice
  private(set) var takeBack: TakeBack
  private(set) var panic: PanicGesture
  /// The time by which systems have had enough time to see the clone, if udev does not report it; `nil` if they have seen it.
  private var cloneKnownBy: Timestamp?
  /// The time at which contacts that were down at the start and were not reported since are stuck; `nil`: none is looked for.
  private var stuckBy: Timestamp?
  /// The time after which a contact that was down at the start is stuck, in microseconds.
  static let patience: Int64 = 10_000_000
  /// The time of the next try to find a guardian; `nil` if the panel does not wait for one.
  private var nextTry: Timestamp?

  init(_ device: TouchDevice, _ clone: TouchClone, _ screen: ScreenSettings, at time: Timestamp) {
    self.device = device
    self.clone = clone
    cloneKnownBy = time + 1_000_000
    stuckBy = time + Self.patience
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
    takeBack = screen.takeBack
    clone.taking = takeBack.taking
  }

  func renew(_ screen: ScreenSettings, at time: Timestamp) {
    panic = PanicGesture(fingers: screen.panicFingers, time: screen.panicTime)
    if takeBack == screen.takeBack { return }
    // The guardian receives this setting when the panel is grabbed.
    if state == .grabbed {
      release(.paused, at: time)
      resume()
    }
    takeBack = screen.takeBack
    clone.taking = takeBack.taking
  }

  /// Called when udev has reported the clone's node: programs that watch for devices have seen it.
  func cloneIsKnown() { cloneKnownBy = nil }

  /// The time at which the interceptor must attend to this panel.
  var nextDeadline: Timestamp? {
    switch state {
    case .waiting: cloneKnownBy ?? (device.fingers > 0 ? stuckBy : nil)
    case .grabbed: panic.deadline
    case .loose: nextTry
    }
  }

  // MARK: Grabbing

  /// Stops waiting for contacts that no finger makes, when it is time.
  /// - Returns: their number.
  func leaveStuckContacts(at time: Timestamp) -> Int {
    guard let due = stuckBy, time >= due else { return 0 }
    stuckBy = nil
    return state == .waiting && device.fingers > 0 ? device.leaveStuckContacts() : 0
  }

  /// Grabs the panel if it waits for that and is not touched.
  /// - Parameter guardian: `nil` in tests.
  /// - Returns: the error if the panel cannot be grabbed.
  func grabIfUntouched(at time: Timestamp, _ guardian: Guardian?) -> DeviceError? {
    if let cloneKnownBy, time >= cloneKnownBy { cloneIsKnown() }
    guard state == .waiting, cloneKnownBy == nil, device.fingers == 0 else { return nil }
    do throws(DeviceError) {
      if try device.intercept(through: clone, guardian) {
        panic.reset()
        state = .grabbed
        grabs += 1
      }
      return nil
    } catch {
      state = .loose(.failed)
      return error
    }
  }

  /// Releases the panel: applications see the panel itself, and the clone has no fingers left.
  func release(_ reason: Reason, at time: Timestamp) {
    if state == .grabbed { device.release(clone, at: time) }
    state = .loose(reason)
    nextTry = nil
  }

  /// Releases the panel because no guardian can be started: a grabbed panel would be lost if this process hung.
  /// - Parameter nextTry: The time at which `resumeIfDue(at:)` must be called.
  func releaseUnguarded(until nextTry: Timestamp, at time: Timestamp) {
    release(.unguarded, at: time)
    self.nextTry = nextTry
  }

  /// Has the panel grabbed again as soon as it is not touched.
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

  // MARK: Releasing by itself

  /// Receives what the panel has reported, before any filter.
  func see(_ frame: TouchFrame) { if state == .grabbed { panic.see(frame) } }

  /// Whether the movement of a finger may release the panel, or keep it from being released. The clone gets frames in any case.
  var mustSeeFrames: Bool { panic.deadline != nil }

  /// The reason why the panel must be released now; `nil` if there is none.
  func reasonToRelease(at time: Timestamp) -> Reason? {
    guard state == .grabbed else { return nil }
    if device.wasReleased { return .stalled }
    if let deadline = panic.deadline, deadline <= time { return .panic }
    return clone.failure == nil ? nil : .failed
  }

  /// The state as a sentence, for the log and `tickle status`.
  var sentence: String {
    switch state {
    case .waiting: "will be intercepted when no finger and no key is down"
    case .grabbed: "intercepted, applications see \(clone.node ?? "a clone")"
    case .loose(let reason): "not intercepted (\(reason.rawValue))"
    }
  }
}
