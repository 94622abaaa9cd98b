import Gestures

/// What became of a touch that was repaired, for a clone of the panel. The ids are those that gestures know.
package enum TouchChange: Equatable, Sendable {
  /// A contact that has landed goes on for a touch that has lifted.
  case joined(UInt64, to: UInt64)
  /// The touch is cancelled, and its contact goes on as another one.
  case renewed(UInt64, as: UInt64)
  /// The latest sample of the touch may be wrong, and waits.
  case held(UInt64)
  /// The sample that waits is wrong, and the touch has lifted.
  case dropped(UInt64)
  /// What waits may pass.
  case released
}

/// Repairs what a panel reports of fingers, before anything judges it: contacts that are lost for a moment (`bridge`), and samples that no
/// finger made (`settle`).
///
/// It uses only the frames' times and its own deadlines, no clock. A frame without a jump passes as it is; a frame with one is held back
/// until the next frame shows what the jump was, and then passes at its own time. A lift is held back only where the panel has lost a contact
/// before, and after a touch that lands and lifts in one frame.
///
/// | fault | criterion | result |
/// |---|---|---|
/// | a wrong sample | the sample after it is back where the finger was | left out |
/// | a wrong last sample | much farther than the step before it, then a lift | left out; the finger lifts where it was |
/// | a wrong landing | the second sample is elsewhere, and the third stays there | the touch is cancelled, and begins again there |
/// | a lost contact | a finger lands within `gap` and `reach` of a lift, or where the lifted finger went | the touch goes on |
/// | the first lost contacts | the same, and the lift was passed on | what lands is ignored until it lifts |
struct Repair {
  /// How far, in millimetres, a finger that was lost may be reported from where it was.
  private static let reach = 6.0
  /// The acceleration of a finger that moves, in mm/µs²: 15 m/s². Half of it, times the time squared, is added to the reach. In 63 recordings of
  /// people, 99 % of fingers are within it 28 to 40 ms after a sample.
  private static let acceleration = 15e-9
  /// A touch that is shorter than this, in microseconds, one report of 60 Hz, is seldom a tap: 2 % of those on a phone are. Where lifts wait, its
  /// finger may go on anywhere where a flick goes, in millimetres per microsecond.
  private static let shortest: Int64 = 18_000
  private static let fastest = 1e-3
  /// The time, in microseconds, in which the next frame must show what a jump was: more than one report of the slowest panels.
  private static let longestHold: Int64 = 35_000
  /// The number of landings after a lost contact in which others are expected: on infrared panels, which lose 8.6 % of their contacts, so many
  /// in a row without a loss are 1 in 100.
  private static let memory = 50
  /// The number of lifts that are remembered.
  private static let mostLifts = 16
  /// The ids of touches that begin again: the decoder's ids stay below, and JSON's numbers hold them.
  private static let firstAgain: UInt64 = 1 << 52

  /// A contact that is down, as gestures know it.
  struct Finger {
    /// The touch's id; that of the lost contact if this one goes on for it, and a new one if it has begun again.
    var id: UInt64
    /// The panel's id.
    let reported: UInt64
    let landed: Timestamp
    /// The number of the frame in which the panel's contact has landed.
    let frame: Int
    let type: Touch.TouchType
    var path: FingerPath
    /// Whether gestures do not see it: the lift of the contact that it goes on for was passed on.
    var isIgnored = false
    /// Whether the panel's last place is one that was left out.
    var lacksLast = false
  }

  /// A contact that has lifted, and may go on.
  private struct Lift {
    let finger: Finger
    var contact: TouchFrame.Contact
    let time: Timestamp
    /// Whether gestures are still to see it.
    var isHeld: Bool
  }

  /// A frame with samples that may be wrong, and the contacts as they were before it.
  struct Hold {
    var frame: TouchFrame
    var jumps: [(index: Int, before: FingerPath)]
  }

  var samples = 0
  private(set) var breaks = 0
  /// The frames that were repaired and will be passed on, the oldest first.
  private(set) var ready: [TouchFrame] = []
  /// What became of touches since the last `tellChanges`.
  var changes: [TouchChange] = []
  private(set) var nextDeadline: Timestamp?
  /// The time of what is held back, which must not pass for gestures; `nil`: nothing is.
  private(set) var heldSince: Timestamp?
  /// Whether only a jump needs repair: nothing is held back, and touches are what the panel says.
  private(set) var isSound = true
  var nextAgain = Self.firstAgain

  let settings: TouchFilter.Settings
  private let gap: Int64
  var fingers: [Finger] = []
  /// The finger whose sample was noted last.
  private var nextNoted = 0
  private var lifts: [Lift] = []
  var hold: Hold?
  /// The landings since a contact was lost; `nil`: none was.
  private var landingsSinceBreak: Int?
  private var latest = Timestamp(microseconds: .min)
  /// The number of the latest frame with contacts to connect.
  private var frame = 0
  /// Lifts that were passed on in that frame, in which their contacts have landed, too.
  private var sameFrame: [TouchFrame.Contact] = []

  init(_ settings: TouchFilter.Settings, isKnownToBreak: Bool = false) {
    self.settings = settings
    gap = if case .always(let time) = settings.bridge { time.microseconds } else { Self.usualGap }
    landingsSinceBreak = isKnownToBreak ? 0 : nil
    fingers.reserveCapacity(16)
    lifts.reserveCapacity(Self.mostLifts)
  }

  /// The time in which a contact that was lost is back, in microseconds. Of 120 recordings of panels, half of the breaks lasted up to 22 ms;
  /// people's second taps at the same place come 41 ms after the first lift at the earliest.
  private static let usualGap: Int64 = 34_000

  /// The same on a panel that has lost no contact yet, for a finger that rests: two thumbs that type hit one place again within 30 ms.
  private static let firstGap: Int64 = 24_000
  /// The same after a touch that may be a tap, if the panel has lost some: less than two reports of 60 Hz, as which a second tap after 40 ms is
  /// seen.
  private static let gapAfterTap: Int64 = 33_000
  private static let longestTap: Int64 = 200_000
  /// How far two fingers are apart, in millimetres, that tap in turn: what lands so near to a lift that waits does not land beside it. The
  /// fingers of people's taps of two are farther apart in 95 %.
  private static let nearestFinger = 12.0

  /// Whether the panel has lost contacts lately.
  var isBreaking: Bool { landingsSinceBreak.map { $0 < Self.memory } ?? false }

  /// The same without any contact.
  func restarted(_ settings: TouchFilter.Settings) -> Repair {
    var new = Repair(settings)
    (new.samples, new.breaks, new.landingsSinceBreak, new.nextAgain) = (samples, breaks, landingsSinceBreak, nextAgain)
    return new
  }

  // MARK: - Frames

  /// Notes a frame that needs no repair: it only moves fingers, none of which jumps.
  ///
  /// - Returns: false if the frame is of another kind, and must be taken.
  mutating func follow(_ frame: TouchFrame) -> Bool {
    if !isSound { return false }
    let settles = settings.settles
    return frame.contacts.withUnsafeBufferPointer { contacts in
      fingers.withUnsafeMutableBufferPointer { fingers in
        var next = 0
        for contact in contacts {
          guard contact.phase == .moved else { return false }
          // Fingers are mostly reported in the same order as in the previous frame, so the next one is usually the right one.
          if next == fingers.count || fingers[next].id != contact.id {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { return false }
            next = index
          }
          let isNear = fingers[next].path.isNear(contact.location)
          if settles && !isNear && fingers[next].path.jumps(to: contact.location, at: frame.time) { return false }
          fingers[next].path.follow(contact.location, at: frame.time)
          next += 1
        }
        return true
      }
    }
  }

  /// Notes a sample of a touch in a frame that was not followed.
  mutating func note(_ id: UInt64, at location: Point, time: Timestamp) {
    fingers.withUnsafeMutableBufferPointer { fingers in
      // In the same order as in the frame before, mostly.
      nextNoted += 1
      if nextNoted >= fingers.count || fingers[nextNoted].id != id {
        guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
        nextNoted = index
      }
      fingers[nextNoted].path.follow(location, at: time)
    }
  }

  /// Takes a frame that cannot be followed. First the frame that was held back becomes ready.
  ///
  /// - Returns: whether the frame passes; otherwise it is held back.
  mutating func take(_ frame: inout TouchFrame) -> Bool {
    if hold != nil { settle(by: frame) }
    if !lifts.isEmpty { lifts.removeAll { !$0.isHeld && frame.time - $0.time > gap } }
    connect(&frame)
    let jumps = follow(samplesOf: frame)
    if jumps.isEmpty {
      latest = max(latest, frame.time)
    } else {
      hold = Hold(frame: frame, jumps: jumps)
      for jump in jumps { changes.append(.held(frame.contacts[jump.index].id)) }
    }
    findEarliest()
    return jumps.isEmpty
  }

  /// Passes on what falls due up to `time`.
  mutating func advance(to time: Timestamp) {
    guard let due = nextDeadline, due <= time else { return }
    if let held = hold, held.frame.time + Self.longestHold <= time {
      hold = nil
      changes.append(.released)
      pass(held.frame)
    }
    for index in lifts.indices where lifts[index].isHeld && lifts[index].time + gap <= time { passLift(index) }
    findEarliest()
  }

  /// Returns the frame that will be passed on next; `nil` if there is none.
  mutating func nextReady() -> TouchFrame? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Whether something is ready, or something became of a touch.
  var hasNews: Bool { !ready.isEmpty || !changes.isEmpty }

  /// Tells what became of touches since the last call.
  mutating func tellChanges(_ tell: (TouchChange) -> Void) {
    for change in changes { tell(change) }
    changes.removeAll(keepingCapacity: true)
  }

  mutating func pass(_ frame: TouchFrame) {
    ready.append(frame)
    latest = max(latest, frame.time)
  }

  private mutating func findEarliest() {
    (nextDeadline, heldSince) = (nil, nil)
    if let held = hold { (nextDeadline, heldSince) = (held.frame.time + Self.longestHold, held.frame.time) }
    for lift in lifts where lift.isHeld {
      nextDeadline = min(nextDeadline ?? .distantFuture, lift.time + gap)
      heldSince = min(heldSince ?? .distantFuture, max(lift.time, latest))
    }
    isSound = hold == nil && lifts.isEmpty && fingers.allSatisfy { $0.id == $0.reported && !$0.isIgnored }
  }

  // MARK: - Contacts that are lost

  /// Has contacts go on for those that were lost, and holds lifts back.
  private mutating func connect(_ frame: inout TouchFrame) {
    self.frame += 1
    var kept = 0
    for index in frame.contacts.indices {
      guard let contact = connected(frame.contacts[index], at: frame.time) else { continue }
      frame.contacts[kept] = contact
      kept += 1
    }
    if kept < frame.contacts.count { frame.contacts.removeLast(frame.contacts.count - kept) }
    frame.contacts += sameFrame
    sameFrame.removeAll(keepingCapacity: true)
  }

  /// Returns the contact as gestures see it; `nil` if they don't.
  private mutating func connected(_ contact: TouchFrame.Contact, at time: Timestamp) -> TouchFrame.Contact? {
    var contact = contact
    if contact.phase == .began { return land(contact, at: time) }
    guard let index = fingers.firstIndex(where: { $0.reported == contact.id }) else { return contact }
    let finger = fingers[index]
    contact.id = finger.id
    switch contact.phase {
    case .began, .moved, .stationary: return finger.isIgnored ? nil : contact
    case .cancelled:
      fingers.remove(at: index)
      return finger.isIgnored ? nil : contact
    case .ended:
      fingers.remove(at: index)
      if finger.lacksLast { contact.location = finger.path.place }
      return lift(finger, contact, at: time)
    }
  }

  private mutating func land(_ contact: TouchFrame.Contact, at time: Timestamp) -> TouchFrame.Contact? {
    if let count = landingsSinceBreak, count < Self.memory { landingsSinceBreak = count + 1 }
    guard let index = lostContact(before: contact, at: time) else {
      // A machine that taps at once taps elsewhere: gestures must not take that for a second finger.
      for lift in lifts.indices where lifts[lift].isHeld && isOver(lifts[lift], as: contact) {
        passLift(lift, connecting: true)
      }
      var new = contact
      // A contact without pressure has lifted, and lands again: another one may go on for it.
      if fingers.contains(where: { $0.id == contact.id }) {
        new.id = nextAgain
        nextAgain += 1
      }
      fingers.append(
        Finger(
          id: new.id, reported: contact.id, landed: time, frame: frame, type: contact.type,
          path: FingerPath(contact.location, at: time)))
      return new
    }
    let lift = lifts.remove(at: index)
    breaks += 1
    landingsSinceBreak = 0
    let isIgnored = lift.finger.isIgnored || !lift.isHeld
    var path = lift.finger.path
    path.follow(contact.location, at: time)
    fingers.append(
      Finger(
        id: isIgnored ? contact.id : lift.finger.id, reported: contact.id, landed: lift.finger.landed,
        frame: frame, type: contact.type, path: path, isIgnored: isIgnored))
    if isIgnored { return nil }
    changes.append(.joined(contact.id, to: lift.finger.id))
    var contact = contact
    contact.id = lift.finger.id
    contact.phase = .moved
    return contact
  }

  /// Whether a finger has lifted that was not lost, as another one lands.
  private func isOver(_ lift: Lift, as contact: TouchFrame.Contact) -> Bool {
    lift.finger.landed == lift.time || lift.finger.id == contact.id
      || fingers.isEmpty && contact.location.distance(to: lift.contact.location) <= Self.nearestFinger
  }

  /// Returns the lift of the contact that this one goes on for; `nil` if there is none.
  private func lostContact(before contact: TouchFrame.Contact, at time: Timestamp) -> Int? {
    if settings.bridge == .off || lifts.isEmpty { return nil }
    let near = lifts.indices.filter { index in
      time - lifts[index].time <= gap && lifts[index].finger.type == contact.type
        && time - lifts[index].time <= gap(after: lifts[index]) && mayBe(lifts[index], at: contact.location, time)
    }
    return near.min {
      contact.location.distance(to: lifts[$0].contact.location)
        < contact.location.distance(to: lifts[$1].contact.location)
    }
  }

  private func gap(after lift: Lift) -> Int64 {
    if settings.bridge != .whereSeen || lift.finger.path.moves { return gap }
    if !isBreaking { return Self.firstGap }
    return lift.time - lift.finger.landed < Self.longestTap ? Self.gapAfterTap : gap
  }

  private func mayBe(_ lift: Lift, at place: Point, _ time: Timestamp) -> Bool {
    let path = lift.finger.path
    if path.place.distance(to: place) <= Self.reach { return true }
    if lift.isHeld && lift.time - lift.finger.landed <= Self.shortest {
      return path.place.distance(to: place) <= Self.fastest * Double(time - path.time)
    }
    guard path.moves else { return false }
    let span = Double(time - path.time)
    return path.place(at: time).distance(to: place) <= Self.reach + Self.acceleration / 2 * span * span
  }

  private mutating func lift(
    _ finger: Finger, _ contact: TouchFrame.Contact, at time: Timestamp
  ) -> TouchFrame.Contact? {
    if settings.bridge == .off { return contact }
    if lifts.count == Self.mostLifts {
      if lifts[0].isHeld { passLift(0, connecting: true) }
      lifts.removeFirst()
    }
    let isHeld = !finger.isIgnored && mayGoOn(finger, at: time)
    lifts.append(Lift(finger: finger, contact: contact, time: time, isHeld: isHeld))
    return isHeld || finger.isIgnored ? nil : contact
  }

  /// Whether a finger that lifts may be lost only for a moment, so that gestures must not see the lift yet.
  private func mayGoOn(_ finger: Finger, at time: Timestamp) -> Bool {
    switch settings.bridge {
    case .off: false
    case .always: true
    case .whereSeen: isBreaking || finger.landed == time
    }
  }

  /// Passes on a lift that was held back: at its own time, unless gestures have seen later frames since; with the frame in which its contact
  /// lands, if that is still to pass.
  private mutating func passLift(_ index: Int, connecting: Bool = false) {
    lifts[index].isHeld = false
    if connecting && lifts[index].finger.frame == frame { return sameFrame.append(lifts[index].contact) }
    pass(TouchFrame(time: max(lifts[index].time, latest), contacts: [lifts[index].contact]))
  }
}

extension Timestamp {
  fileprivate static let distantFuture = Timestamp(microseconds: .max)
}
