import CTickle
import Gestures

/// The contacts that are down, by the program's ids, and the frame that they are read into.
///
/// The program's ids are used again, as the numbers of slots are; the engine's touches have numbers of their own.
struct Contacts {
  struct Contact {
    let id: Int64
    /// The engine's number.
    let touch: UInt64
    fileprivate var place: Point
    fileprivate var isDown = true
    /// Whether an event has said that the client gets the touch.
    fileprivate(set) var isPassed = false
  }

  private var known: [Contact] = []
  private var lastTouch: UInt64 = 0
  private(set) var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// The engine knows 64 touches (RS-16); a frame has no more changes than this.
  private static let most = 1000
  private static let mostLifted = 128
  /// The size of a contact up to its place.
  private static let leastSize = 32

  func contact(_ id: Int64) -> Contact? { known.last { $0.id == id && $0.isDown } }

  /// The program's id of a touch, which may have lifted.
  func id(of touch: UInt64) -> Int64 { known.last { $0.touch == touch }?.id ?? 0 }

  mutating func note(_ event: TouchEvent) {
    guard event.phase == .began, let place = known.lastIndex(where: { $0.touch == event.touch.id }) else { return }
    known[place].isPassed = true
  }

  mutating func removeAll() { known.removeAll() }

  /// Reads a frame into `frame`.
  ///
  /// - Returns: `false` if it has too many contacts, or contacts without a place.
  mutating func read(_ given: tickle_frame) -> Bool {
    frame.time = Timestamp(microseconds: given.time)
    frame.uncertainty = given.uncertainty
    frame.contacts.removeAll(keepingCapacity: true)
    guard given.count <= Self.most else { return false }
    if known.count > Self.mostLifted { forgetLifted() }
    guard given.count > 0, let contacts = UnsafeRawPointer(given.contacts) else { return given.count == 0 }
    guard (Self.leastSize...4096).contains(given.contact_size) else { return false }
    for index in 0..<given.count {
      var contact = tickle_contact()
      guard copy(contacts + index * given.contact_size, given.contact_size, into: &contact) else { return false }
      add(contact)
    }
    return true
  }

  /// Touches that have lifted are known for a while, as their ends may be held back.
  private mutating func forgetLifted() {
    var left = known.count - Self.mostLifted / 2
    known.removeAll { contact in
      if contact.isDown || left <= 0 { return false }
      left -= 1
      return true
    }
  }

  /// Adds a contact to the frame, unless it cannot change so.
  private mutating func add(_ contact: tickle_contact) {
    let place = Point(x: contact.x, y: contact.y)
    let isPlace = contact.x.isFinite && contact.y.isFinite
    let index = known.lastIndex { $0.id == contact.id && $0.isDown }
    if contact.phase == TICKLE_DOWN {
      guard index == nil, isPlace else { return }
      lastTouch += 1
      known.append(Contact(id: contact.id, touch: lastTouch, place: place))
      return put(lastTouch, .began, place, contact)
    }
    guard let index else { return }
    if isPlace { known[index].place = place }
    if contact.phase == TICKLE_MOVE { return put(known[index].touch, .moved, known[index].place, contact) }
    known[index].isDown = false
    put(known[index].touch, contact.phase == TICKLE_UP ? .ended : .cancelled, known[index].place, contact)
  }

  /// A touch has one entry in a frame, and a second one only if it both lands and lifts.
  private mutating func put(_ touch: UInt64, _ phase: Touch.Phase, _ place: Point, _ contact: tickle_contact) {
    let type: Touch.TouchType = contact.tool == TICKLE_PEN ? .pen : contact.tool == TICKLE_PALM ? .palm : .finger
    var new = TouchFrame.Contact(id: touch, phase: phase, location: place, type: type)
    if contact.force > 0 { new.imprint = Touch.Imprint(force: contact.force) }
    guard let last = frame.contacts.lastIndex(where: { $0.id == touch }) else { return frame.contacts.append(new) }
    if frame.contacts[last].phase != .began {
      frame.contacts[last] = new
    } else if phase == .moved {
      frame.contacts[last].location = place
    } else {
      frame.contacts.append(new)
    }
  }
}
