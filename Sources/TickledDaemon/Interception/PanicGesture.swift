import Gestures
import Text

/// The gesture that releases an intercepted panel: `fingers` fingers or more that land together and lie still for `time`. Fingers that land
/// one by one, or that move, do not count, so that many hands may use a table.
///
/// It sees what the panel reports, before filters and gestures.
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

  /// How long the fingers must lie still, in microseconds; `nil`: the gesture is off.
  private let time: Int64?
  private let fingers: Int
  /// The fingers that lie still; while they are too few, the fingers that landed last.
  private var resting: [Finger] = []
  /// The time at which the last of the needed fingers landed; `nil` while they are too few.
  private var since: Timestamp?

  init(fingers: Int, time: Duration?) {
    self.fingers = fingers
    self.time = time?.microseconds
    resting.reserveCapacity(64)
  }

  /// The gesture's condition, for the log: "5 fingers held for 5.0 s".
  var condition: String {
    "\(fingers) fingers held for \(Decimal.fixed(Double(time ?? 0) / 1e6, decimals: 1)) s"
  }

  /// The time at which the gesture will be complete if nothing changes.
  var deadline: Timestamp? {
    guard let since, let time else { return nil }
    return since + time
  }

  mutating func see(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: land(contact, at: frame.time)
      // While there are too few fingers, their movement does not matter.
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
