import Gestures

/// The hand that asks for the panel: `fingers` fingers or more, laid on it together, that lie still for `time`. Fingers that come one by
/// one, or that move, do not count, so that many hands may use a table.
///
/// It looks at what the panel reports, whatever filters and gestures make of that.
struct PanicGesture {
  /// The time between the first landing and the last one, in microseconds.
  static let togetherness: Int64 = 1_000_000
  /// How far a finger that lies still may be from where it landed, in millimetres: a resting hand rolls its fingertips.
  static let movement = 6.0

  private struct Finger {
    var id: UInt64
    var place: Point
    var landed: Timestamp
  }

  /// `nil`: no number of them asks for it.
  private let time: Int64?
  private let fingers: Int
  /// Those that lie still; while they are too few, those that have landed last.
  private var resting: [Finger] = []
  private var since: Timestamp?

  init(fingers: Int, time: Duration?) {
    self.fingers = fingers
    self.time = time?.microseconds
    resting.reserveCapacity(64)
  }

  /// When it is complete, should nothing change.
  var deadline: Timestamp? {
    guard let since, let time else { return nil }
    return since + time
  }

  mutating func see(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: land(contact, at: frame.time)
      // Too few are none, wherever they go.
      case .moved: if resting.count >= fingers { move(contact) }
      case .ended, .cancelled: drop(contact.id)
      case .stationary: break
      }
    }
  }

  mutating func reset() {
    resting.removeAll(keepingCapacity: true)
    since = nil
  }

  private mutating func land(_ contact: TouchFrame.Contact, at time: Timestamp) {
    if let since {
      if time - since > Self.togetherness { return }
    } else {
      resting.removeAll { time - $0.landed > Self.togetherness }
    }
    resting.append(Finger(id: contact.id, place: contact.location, landed: time))
    if resting.count == fingers { since = time }
  }

  private mutating func move(_ contact: TouchFrame.Contact) {
    guard let finger = resting.first(where: { $0.id == contact.id }) else { return }
    if (contact.location - finger.place).length > Self.movement { drop(contact.id) }
  }

  private mutating func drop(_ id: UInt64) {
    resting.removeAll { $0.id == id }
    if resting.count < fingers { since = nil }
  }
}
