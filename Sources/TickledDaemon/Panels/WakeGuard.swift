import Gestures

/// Keeps the touch that wakes a dark display from gestures and applications alike, and what lands right after it.
///
///     WATCHING ── a finger lands on a dark display ──▶ GUARDING ── the fingers are gone, and the grace is over ──▶ WATCHING
///
/// It never guards for longer than `longest`, and asks for the display only where the panel has rested: a display of which
/// the system says for ever that it is off costs one touch after each rest, and no more.
struct WakeGuard {
  /// Microseconds from the first finger on.
  static let longest: Int64 = 3_000_000
  /// Microseconds without a finger after which a touch may be one that wakes.
  static let rest: Int64 = 10_000_000

  private enum State {
    case watching
    case guarding(since: Timestamp, graceEnds: Timestamp?)
  }

  /// Microseconds.
  private let grace: Int64
  private let isDisplayOff: () -> Bool
  private var state = State.watching
  /// That are down, and those of them that are nobody's.
  private var fingers = 0
  private var guarded: Set<UInt64> = []
  private var lastLift: Timestamp?

  init(grace: Duration, isDisplayOff: @escaping () -> Bool) {
    self.grace = grace.microseconds
    self.isDisplayOff = isDisplayOff
  }

  /// Somebody has said that the display is off: the next touch may wake it, however shortly after another one.
  mutating func rearm() { lastLift = nil }

  /// Leaves out of a frame what is nobody's.
  /// - Returns: whether it is this frame that wakes the display.
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
    let gone = frame.contacts.filter { $0.phase == .ended || $0.phase == .cancelled }.map(\.id)
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
    guard fingers == 1, lastLift.map({ time - $0 >= Self.rest }) ?? true, isDisplayOff() else { return false }
    state = .guarding(since: time, graceEnds: nil)
    guarded.insert(id)
    return true
  }

  private mutating func lift(at time: Timestamp) {
    fingers = max(0, fingers - 1)
    lastLift = time
  }

  /// The grace begins when the last finger that woke the display is gone; those that land in it do not renew it.
  private mutating func leave(_ ids: [UInt64], at time: Timestamp) {
    guarded.subtract(ids)
    if case .guarding(let since, nil) = state, guarded.isEmpty {
      state = .guarding(since: since, graceEnds: time + grace)
    }
  }
}
