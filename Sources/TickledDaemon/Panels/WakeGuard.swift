import Gestures

/// Hides the touch that wakes a dark display, and touches that land right after it, from both gestures and applications.
///
///     WATCHING ── a finger lands on a dark display ──▶ GUARDING ── the fingers are gone, and the grace is over ──▶ WATCHING
///
/// It never guards for longer than `longest`, and checks the display only after the panel has rested: if the system wrongly reports
/// a display as always off, this costs one touch after each rest, and no more.
struct WakeGuard {
  /// The longest time that touches are hidden, in microseconds from the first finger.
  static let longest: Int64 = 3_000_000
  /// The time without a finger after which a touch may be the one that wakes the display, in microseconds.
  static let rest: Int64 = 10_000_000

  private enum State {
    case watching
    case guarding(since: Timestamp, graceEnds: Timestamp?)
  }

  /// How long touches are hidden after the last finger that woke the display has lifted, in microseconds.
  private let grace: Int64
  private let isDisplayOff: () -> Bool
  /// How often this daemon has switched displays off: after each time the next touch may wake one, even right after another touch.
  private let timesSwitchedOff: () -> Int
  private var knownTimes: Int
  private var state = State.watching
  /// The number of fingers that are down.
  private var fingers = 0
  /// The fingers that are hidden.
  private var guarded: Set<UInt64> = []
  private var lastLift: Timestamp?

  init(grace: Duration, timesSwitchedOff: @escaping () -> Int = { 0 }, isDisplayOff: @escaping () -> Bool) {
    self.grace = grace.microseconds
    self.isDisplayOff = isDisplayOff
    self.timesSwitchedOff = timesSwitchedOff
    knownTimes = timesSwitchedOff()
  }

  /// Called when a client has reported that the display is off: the next touch may wake it, even right after another touch.
  mutating func rearm() { lastLift = nil }

  /// Removes hidden touches from a frame.
  /// - Returns: whether this frame wakes the display.
  mutating func strain(_ frame: inout TouchFrame) -> Bool {
    var wakes = false
    var isGuarded = !guarded.isEmpty
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        wakes = land(contact.id, at: frame.time) || wakes
        isGuarded = isGuarded || guarded.contains(contact.id)
      case .ended, .cancelled: lift(at: frame.time)
      case .moved, .stationary: break
      }
    }
    guard isGuarded else { return false }
    let gone = frame.contacts.filter { $0.phase == .ended || $0.phase == .cancelled }.map { $0.id }
    frame.contacts.removeAll { guarded.contains($0.id) }
    if !gone.isEmpty { leave(gone, at: frame.time) }
    return wakes
  }

  private mutating func land(_ id: UInt64, at time: Timestamp) -> Bool {
    fingers += 1
    if case .guarding(let since, let graceEnds) = state {
      if time - since <= Self.longest && time <= graceEnds ?? time {
        guarded.insert(id)
        return false
      }
      state = .watching
    }
    guard fingers == 1, mayBeOff(at: time), isDisplayOff() else { return false }
    state = .guarding(since: time, graceEnds: nil)
    guarded.insert(id)
    return true
  }

  private mutating func mayBeOff(at time: Timestamp) -> Bool {
    let times = timesSwitchedOff()
    defer { knownTimes = times }
    return times != knownTimes || lastLift.map { time - $0 >= Self.rest } ?? true
  }

  private mutating func lift(at time: Timestamp) {
    fingers = max(0, fingers - 1)
    lastLift = time
  }

  /// Starts the grace when the last finger that woke the display has lifted. Fingers that land during the grace do not extend it.
  private mutating func leave(_ ids: [UInt64], at time: Timestamp) {
    guarded.subtract(ids)
    if case .guarding(let since, nil) = state, guarded.isEmpty {
      state = .guarding(since: since, graceEnds: time + grace)
    }
  }
}
