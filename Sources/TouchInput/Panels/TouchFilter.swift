import Gestures

/// Removes touches that no finger made, between the decoder's frames and the session. What it judges was repaired before (`Repair`).
///
/// It uses only the frames' times and its own deadlines, no clock. Touches are held back for milliseconds at most. Repeated taps and
/// bursts are held back only on a panel that has sent such phantoms before; the first ones pass.
///
/// | phantom | criterion | result |
/// |---|---|---|
/// | a repeated tap | lifts within 2 ms of its landing, at exactly the place of three such taps before | dropped |
/// | a burst | at least three contacts land in one frame all over the screen and lift within 30 ms, after three bursts in 10 s | dropped |
/// | a stale contact | neither moves nor lifts for `Settings.stale`, or while ten others come and go | cancelled, then ignored until it lifts (RS-4) |
/// | a ghost | lands while other contacts are down, and lifts before its second report, within 12 to 25 ms | dropped |
///
/// A contact that lands beside others is therefore held back until its second report, or until that time has passed. If several fingers
/// land in different frames, this applies to all but the first. A contact stays held back when the others lift: a ghost at that moment
/// must not change their gesture either, and two fingers that tap in turn make two separate taps.
///
/// On a panel with considerable noise, positions have a dead band: a touch stays where it is until it is reported farther away than the
/// noise reaches, and then moves by the excess. On a clean panel positions pass unchanged.
///
/// A finger that jumps across the screen is not a phantom: panels swap the ids of two fingers, and both are there.
package struct TouchFilter {
  /// Called before what was repaired is delivered.
  package var onChange: (TouchChange) -> Void = { _ in }
  private var dropped = Counts()
  private var repair: Repair
  package private(set) var model: PanelModel
  private var deadBand = DeadBand(noise: 0) { didSet { hasDeadBand = deadBand.isThere } }
  /// Whether touches do not move as they are reported. Stored, as `nextDeadline` is.
  package private(set) var hasDeadBand = false
  /// The number of the next frames that need more than `follow`: each of them must be strained, even if later. Stays above 0 while there
  /// is a dead band.
  package private(set) var framesToStudy = 0

  private var settings: Settings
  private var staleSpan: Int64
  private var size: Size
  /// The touches that are down, in the order of their landing.
  private var touches: [Follow] = []
  private var phantomPlaces = PhantomPlaces()
  private var bursts = Bursts()
  // Stored, so that reading them in each turn copies nothing.

  /// The time at which `advance` must be called. May be too early, as neither moves nor lifts postpone it.
  package private(set) var nextDeadline: Timestamp?
  /// The time that must not pass for gestures yet, as a frame or a lift of it is held back; `nil`: nothing is.
  package private(set) var heldSince: Timestamp?
  /// Whether touches are what the panel says, and frames pass when they come.
  package private(set) var isSound = true
  /// The time at which a touch must be judged. While something is held back, time stands still for that.
  private var nextJudgement: Timestamp? { didSet { nextDeadline = repair.nextDeadline ?? nextJudgement } }
  private var made = TouchFrame(time: Timestamp(microseconds: .min), contacts: [])

  /// A touch from its landing to its lift.
  private struct Follow {
    enum State { case passed, held(until: Timestamp, Suspicion), dropped }

    let id: UInt64
    let landed: Timestamp
    let place: Point
    /// The number of the burst, if the landing looked like one.
    var burst: Int?
    var state: State
    /// The landing, with the position of the last report.
    var landing: TouchFrame.Contact
    /// The time of the last report.
    var reported: Timestamp
    /// The time of the next look at it, and the number of looks in a row at which it was near `rest`.
    var due: Timestamp
    var rest: Point
    var looks: UInt8 = 0
    /// The number of touches that have landed and lifted meanwhile.
    var outlived: UInt8 = 0
    /// Whether it was not reported for `silence`: it lands when it is.
    var isSilent = false

    var isPassed: Bool { if case .passed = state { true } else { false } }
  }

  private enum Suspicion { case repeatedTap, burst, ghost }

  /// - Parameters:
  ///   - size: The size of the screen, in millimetres.
  ///   - unit: The length of a device unit in millimetres (`PanelGeometry.unit`); 0 if unknown.
  ///   - known: what was measured of the panel before.
  package init(_ settings: Settings, size: Size, unit: Double = 0, known: PanelModel.Summary = .init()) {
    self.settings = settings
    self.size = size
    model = PanelModel(unit: unit, known: known)
    repair = Repair(settings, isKnownToBreak: known.breaks)
    staleSpan = settings.liftsBySilence ? Self.silence : settings.stale?.microseconds ?? .max
    touches.reserveCapacity(16)
    made.contacts.reserveCapacity(16)
  }

  /// Sets another configuration or geometry. Forgets all touches and suspicions; keeps the counts and the model.
  package mutating func configure(_ settings: Settings, size: Size, unit: Double = 0) {
    var new = TouchFilter(settings, size: size, unit: unit)
    new.dropped = dropped
    new.repair = repair.restarted(settings)
    new.onChange = onChange
    new.model = model
    new.model.restart(unit: unit)
    self = new
  }

  /// Returns whether a touch is held back.
  package func holds(_ id: UInt64) -> Bool {
    touches.contains { touch in if case .held = touch.state { touch.id == id } else { false } }
  }

  /// The numbers of dropped touches, and of what was repaired.
  package var counts: Counts {
    var counts = dropped
    (counts.samples, counts.breaks) = (repair.samples, repair.breaks)
    return counts
  }

  /// What was measured of the panel, and is known of it.
  package var summary: PanelModel.Summary {
    var summary = model.summary
    summary.breaks = repair.isBreaking
    return summary
  }

  /// Returns the next time at which something must happen: here, or, unless what is held back must come first, in the engine.
  package func nextDeadline(or engine: Timestamp?) -> Timestamp? {
    guard let engine, heldSince == nil else { return nextDeadline }
    return min(engine, nextDeadline ?? engine)
  }

  /// The first deadline of a touch that is held back. Unlike `nextDeadline` it ignores contacts that rest: at the end of a recording no
  /// finger can move any more.
  package var nextRelease: Timestamp? {
    if let deadline = repair.nextDeadline { return deadline }
    return touches.lazy.compactMap { if case .held(let until, _) = $0.state { until } else { nil } }.min()
  }

  /// Delivers what fell due before the frame, and what was held back until it; then the rest of the frame, even if it is empty, unless that is
  /// held back.
  package mutating func handle(_ frame: inout TouchFrame, _ deliver: (TouchFrame) -> Void) {
    let isPlain = follows(frame)
    if let due = nextDeadline, due <= frame.time { advance(to: frame.time, deliver) }
    let passes = isPlain || repair.take(&frame)
    if !isPlain { deliverRepaired(deliver) }
    if !passes { return }
    if let due = nextJudgement, due <= frame.time { judge(upTo: frame.time, deliver) }
    strain(&frame)
    deliver(frame)
  }

  /// Notes a frame that only moves touches, as most do: it needs only `strain` once `advance` was called.
  ///
  /// - Returns: false if the frame is of another kind, and must be handled.
  package mutating func follows(_ frame: TouchFrame) -> Bool { !settings.isOn || repair.follow(frame) }

  private mutating func deliverRepaired(_ deliver: (TouchFrame) -> Void) {
    (heldSince, isSound) = (repair.heldSince, repair.isSound)
    nextDeadline = repair.nextDeadline ?? nextJudgement
    if !repair.hasNews { return }
    repair.tellChanges(onChange)
    while var frame = repair.nextReady() {
      judge(upTo: frame.time, deliver)
      strain(&frame)
      deliver(frame)
    }
  }

  /// Removes the contacts of a frame that must not pass. `advance` must have been called up to the frame's time.
  ///
  /// - Returns: whether the frame only moves touches that have passed, and is passed on as it was. More such frames are passed on in the
  ///   same way, until one of them shows that the panel has become noisy.
  @discardableResult
  package mutating func strain(_ frame: inout TouchFrame) -> Bool {
    if framesToStudy == 0 && follow(frame) { return true }
    if frame.contacts.contains(where: { $0.phase != .stationary }) { return study(&frame) }
    sift(&frame)
    return false
  }

  /// Notes where a touch is after frames that were not strained, as each of them would have been passed on as it was.
  package mutating func note(_ id: UInt64, at location: Point, since time: Timestamp) {
    guard let index = find(id), touches[index].reported < time else { return }
    touches[index].landing.location = location
    touches[index].reported = time
  }

  /// Notes a sample of a finger in a frame that was not strained.
  package mutating func noteSample(of id: UInt64, at location: Point, time: Timestamp) {
    repair.note(id, at: location, time: time)
  }

  private mutating func study(_ frame: inout TouchFrame) -> Bool {
    let hasOthers = model.measure(frame)
    framesToStudy = model.framesToMeasure
    guard settings.isOn else { return false }
    if settings.compensates {
      if model.noise != deadBand.noise {
        deadBand = DeadBand(noise: model.noise)
        made.uncertainty = model.noise * Self.uncertaintyOfNoise
      }
      if hasDeadBand { framesToStudy = max(framesToStudy, 1) }
      frame.uncertainty = made.uncertainty
    }
    if !hasOthers && !hasDeadBand && follow(frame) { return true }
    sift(&frame)
    return false
  }

  /// The distance, in standard deviations, that a resting finger may seem to move, including the dead band: its landing and each later
  /// report have noise on two axes.
  private static let uncertaintyOfNoise = 5.0

  /// Delivers what falls due up to `time`, each at its own deadline.
  package mutating func advance(to time: Timestamp, _ deliver: (TouchFrame) -> Void) {
    repair.advance(to: time)
    deliverRepaired(deliver)
    judge(upTo: min(time, heldSince ?? time), deliver)
  }

  private mutating func judge(upTo time: Timestamp, _ deliver: (TouchFrame) -> Void) {
    while let due = nextJudgement, due <= time {
      // A touch that was held back may be stale already.
      made.time = max(due, made.time)
      made.contacts.removeAll(keepingCapacity: true)
      for index in touches.indices { fire(index, at: due) }
      findEarliest()
      if !made.contacts.isEmpty { deliver(made) }
    }
  }

  private mutating func fire(_ index: Int, at time: Timestamp) {
    switch touches[index].state {
    case .held(let until, _) where until <= time:
      touches[index].state = .passed
      made.contacts.append(touches[index].landing)
    // All touches are looked at whenever one is due, so that fingers that move are due together.
    case .passed where staleSpan != .max:
      if settings.liftsBySilence ? isSilent(index, at: time) : isStale(index, at: time) { drop(index) }
    case .passed, .held, .dropped: break
    }
  }

  /// The time without a report, in microseconds, after which a finger of a panel that sends no lifts has lifted: three reports of 30 Hz.
  static let silence: Int64 = 100_000
  /// The distance, in millimetres and in standard deviations of the noise, within which a contact rests, whatever it reports.
  private static let restReach = (millimetres: 1.0, noise: 5.0)
  /// The number of looks at a contact that is reported and yet near the same place.
  private static let looks: UInt8 = 4
  /// The number of touches that no resting finger outlives.
  private static let mostOutlived: UInt8 = 10

  /// Looks at a contact: it is stale if it was not reported for its whole time, or if it was near the same place at each of some looks, as one
  /// that goes to and fro is not.
  private mutating func isStale(_ index: Int, at time: Timestamp) -> Bool {
    let next = touches[index].reported + staleSpan
    if !isAtRest(touches[index]) {
      (touches[index].rest, touches[index].looks, touches[index].outlived) = (touches[index].landing.location, 0, 0)
      touches[index].due = next
    } else if touches[index].due <= time {
      touches[index].looks += 1
      touches[index].due = time + staleSpan / Int64(Self.looks)
    }
    return touches[index].looks > 0 && next <= time || touches[index].looks >= Self.looks
      || touches[index].outlived >= Self.mostOutlived
  }

  private mutating func isSilent(_ index: Int, at time: Timestamp) -> Bool {
    touches[index].due = touches[index].reported + staleSpan
    return touches[index].due <= time
  }

  private func isAtRest(_ touch: Follow) -> Bool {
    touch.landing.location.distance(to: touch.rest)
      < max(Self.restReach.millimetres, Self.restReach.noise * model.noise)
  }

  private mutating func drop(_ index: Int) {
    touches[index].state = .dropped
    touches[index].isSilent = settings.liftsBySilence
    if !settings.liftsBySilence { dropped.stale += 1 }
    var contact = touches[index].landing
    contact.phase = settings.liftsBySilence ? .ended : .cancelled
    made.contacts.append(contact)
  }

  /// Counts a touch that has come and gone for those that were there before.
  private mutating func countOutlived(since landed: Timestamp, at time: Timestamp) {
    for index in touches.indices where touches[index].landed < landed && touches[index].isPassed {
      touches[index].outlived = min(touches[index].outlived + 1, Self.mostOutlived)
      if touches[index].outlived < Self.mostOutlived { continue }
      touches[index].due = time
      wake(at: time)
    }
  }

  private mutating func findEarliest() {
    nextJudgement = nil
    for touch in touches {
      switch touch.state {
      case .passed: if staleSpan != .max { wake(at: touch.due) }
      case .held(let until, _): wake(at: until)
      case .dropped: break
      }
    }
  }

  /// A deadline that is farther away than this, in microseconds, remains after the last lift: it then holds for the next touches, too.
  /// To wake once in minutes for nothing costs less than to set the kernel's timer twice for each touch.
  private static let farAway: Int64 = 60_000_000

  private mutating func wake(at time: Timestamp) { nextJudgement = min(nextJudgement ?? time, time) }

  // MARK: - A frame

  /// Handles a frame that only moves touches that have passed, as most frames do.
  /// - Returns: False if the frame is of another kind.
  private mutating func follow(_ frame: TouchFrame) -> Bool {
    frame.contacts.withUnsafeBufferPointer { contacts in
      touches.withUnsafeMutableBufferPointer { touches in
        var next = 0
        for contact in contacts {
          guard contact.phase == .moved else { return false }
          // Fingers are mostly reported in the same order as in the previous frame, so the next touch is usually the right one.
          if next == touches.count || touches[next].id != contact.id {
            guard let index = touches.firstIndex(where: { $0.id == contact.id }) else { return false }
            next = index
          }
          guard case .passed = touches[next].state else { return false }
          touches[next].landing.location = contact.location
          touches[next].reported = frame.time
          next += 1
        }
        return true
      }
    }
  }

  /// Removes the contacts that must not pass.
  private mutating func sift(_ frame: inout TouchFrame) {
    let landings = prepareForLandings(of: frame)
    var kept = 0
    for index in frame.contacts.indices {
      let passes =
        switch frame.contacts[index].phase {
        case .began: land(frame.contacts[index], at: frame.time, burst: landings)
        case .moved: move(&frame.contacts[index], at: frame.time)
        case .stationary: press(frame.contacts[index])
        case .ended, .cancelled: lift(&frame.contacts[index], at: frame.time)
        }
      guard passes else { continue }
      if kept != index { frame.contacts[kept] = frame.contacts[index] }
      kept += 1
    }
    if kept < frame.contacts.count { frame.contacts.removeLast(frame.contacts.count - kept) }
  }

  /// - Returns: The number of the burst, if the frame's landings look like one.
  private mutating func prepareForLandings(of frame: TouchFrame) -> Int? {
    guard frame.contacts.count >= Bursts.fewest else { return nil }
    var low = Point(x: .infinity, y: .infinity), high = Point(x: -.infinity, y: -.infinity)
    var count = 0
    for contact in frame.contacts where contact.phase == .began {
      count += 1
      low = Point(x: min(low.x, contact.location.x), y: min(low.y, contact.location.y))
      high = Point(x: max(high.x, contact.location.x), y: max(high.y, contact.location.y))
    }
    guard count >= Bursts.fewest else { return nil }
    let spread = (high.x - low.x) / size.width + (high.y - low.y) / size.height
    return spread >= Bursts.leastSpread ? bursts.begin(count, at: frame.time) : nil
  }

  private mutating func land(_ contact: TouchFrame.Contact, at time: Timestamp, burst: Int?) -> Bool {
    let state: Follow.State =
      if phantomPlaces.contain(contact.location, at: time) {
        .held(until: time + PhantomPlaces.longestTap, .repeatedTap)
      } else if burst != nil && bursts.areExpected(at: time) {
        .held(until: time + Bursts.longest, .burst)
      } else if settings.compensates, let until = model.suspicion(of: contact.id),
        touches.contains(where: { $0.isPassed })
      {
        .held(until: until, .ghost)
      } else {
        .passed
      }
    touches.append(
      Follow(
        id: contact.id, landed: time, place: contact.location, burst: burst, state: state, landing: contact,
        reported: time, due: staleSpan == .max ? time : time + staleSpan, rest: contact.location))
    switch state {
    case .held(let until, _):
      wake(at: until)
      return false
    case .passed, .dropped:
      if staleSpan != .max && nextJudgement == nil { wake(at: time + staleSpan) }
      return true
    }
  }

  private mutating func move(_ contact: inout TouchFrame.Contact, at time: Timestamp) -> Bool {
    guard let index = find(contact.id) else { return true }
    touches[index].reported = time
    switch touches[index].state {
    case .passed:
      if hasDeadBand {
        contact.location = deadBand.steady(contact.location, held: touches[index].landing.location)
        if contact.location == touches[index].landing.location {
          contact.phase = .stationary
          return !contact.imprint.isEmpty
        }
      }
      touches[index].landing.location = contact.location
      return true
    case .held(_, .ghost):
      touches[index].state = .passed
      touches[index].landing.location = contact.location
      touches[index].landing.imprint = contact.imprint
      contact = touches[index].landing
      return true
    case .dropped where touches[index].isSilent:
      touches[index].state = .passed
      touches[index].due = time + staleSpan
      wake(at: touches[index].due)
      contact.phase = .began
      touches[index].landing = contact
      return true
    case .held, .dropped:
      touches[index].landing.location = contact.location
      touches[index].landing.imprint = contact.imprint
      return false
    }
  }

  /// Handles a contact that only changed its imprint: it does not count as a report, because a panel sends none of these to a reader
  /// that does not ask for them.
  private mutating func press(_ contact: TouchFrame.Contact) -> Bool {
    guard let index = find(contact.id) else { return true }
    touches[index].landing.imprint = contact.imprint
    return touches[index].isPassed
  }

  private mutating func lift(_ contact: inout TouchFrame.Contact, at time: Timestamp) -> Bool {
    guard let index = find(contact.id) else { return true }
    let (landed, place, burst) = (touches[index].landed, touches[index].place, touches[index].burst)
    let (state, held) = (touches[index].state, touches[index].landing.location)
    // Most fingers are alone.
    if index == touches.count - 1 { touches.removeLast() } else { touches.remove(at: index) }
    if touches.isEmpty, let due = nextJudgement, due < time + Self.farAway { nextJudgement = nil }
    if let burst { bursts.lift(of: burst, landed: landed, at: time) }
    if !touches.isEmpty && staleSpan != .max && contact.phase == .ended { countOutlived(since: landed, at: time) }
    let isShort = time - landed < PhantomPlaces.longestTap
    if isShort && contact.phase == .ended && contact.location == place && burst == nil {
      phantomPlaces.note(place, at: time)
    }
    switch state {
    case .passed:
      if hasDeadBand { contact.location = deadBand.steady(contact.location, held: held) }
      return true
    case .dropped: return false
    case .held(_, .repeatedTap): dropped.repeatedTaps += 1
    case .held(_, .burst): dropped.bursts += 1
    case .held(_, .ghost): if contact.phase == .ended { dropped.ghosts += 1 }
    }
    return false
  }

  private func find(_ id: UInt64) -> Int? { touches.firstIndex { $0.id == id } }
}
