import Gestures

/// Keeps touches that no finger made from the engine: between the decoder's frames and the session.
///
/// Pure: it knows the frames' own times and its deadlines, no clock. What it holds back it holds for milliseconds. Repeated taps and
/// bursts are held back only where a panel has shown before that it cannot be trusted; the first ones pass.
///
/// | phantom | how it is known | what becomes of it |
/// |---|---|---|
/// | a tap that repeats | lifted within 2 ms of its landing, at the very place of three such taps before | left out |
/// | a burst | three contacts or more land in one frame all over the screen and are gone within 30 ms; after three such in 10 s | left out |
/// | a stale contact | neither moved nor lifted for `Settings.stale` | cancelled, then ignored until it lifts (RS-4) |
/// | a ghost | lands while other contacts are down, and lifts before it is reported a second time, within 12 to 25 ms | left out |
///
/// A contact beside others is therefore held back until its second report, or until that time has passed. The same goes for all
/// fingers but the first of several that do not land in one frame. It stays held back when the others lift: a ghost at that moment
/// must not change their gesture either, and of two fingers that tap in turn each makes a tap of its own.
///
/// On a panel whose noise is worth reacting to, positions have a dead band: a touch stays where it is until it is reported farther
/// away than the noise reaches, and then moves by the excess. On a clean panel positions pass unchanged.
///
/// A finger that jumps across the screen is none of these: panels swap the names of two fingers, and both are there.
package struct TouchFilter {
  package struct Settings: Hashable, Sendable {
    package var isOn = true
    /// Nil: a contact may rest for ever.
    package var stale: Duration? = .seconds(300)
    /// Whether ghosts are left out and noise is kept from resting fingers, as `PanelModel` measures them. It measures anyway.
    package var compensates = true

    package init(isOn: Bool = true, stale: Duration? = .seconds(300), compensates: Bool = true) {
      self.isOn = isOn
      self.stale = stale
      self.compensates = compensates
    }
  }

  /// How many touches were dropped, by kind.
  package struct Counts: Hashable, Sendable {
    package var repeatedTaps = 0
    package var bursts = 0
    package var stale = 0
    package var ghosts = 0

    package init() {}

    /// For people; nil where nothing was dropped.
    package var sentence: String? {
      let parts = [(repeatedTaps, "repeated taps"), (bursts, "of bursts"), (stale, "stale"), (ghosts, "ghosts")]
      let told = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
      return told.isEmpty ? nil : "touches that no finger made were left out: \(told.joined(separator: ", "))"
    }
  }

  package private(set) var counts = Counts()
  /// What the panel is like, as far as it has been used.
  package private(set) var model: PanelModel
  private var deadBand = DeadBand(noise: 0)
  /// The number of frames in which there is more to do than to follow touches; kept above 0 while there is a dead band.
  private var framesToStudy = 0

  private var settings: Settings
  private var staleSpan: Int64
  private var size: Size
  /// That are down, in the order of their landing.
  private var touches: [Follow] = []
  private var phantomPlaces = PhantomPlaces()
  private var bursts = Bursts()
  /// When time alone changes something; `advance` is to be called then. May be too early, as moves do not put it off.
  ///
  /// Stored, so that asking for it in each turn copies nothing.
  package private(set) var nextDeadline: Timestamp?
  private var made = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])

  /// A touch from its landing to its lift.
  private struct Follow {
    enum State { case passed, held(until: Timestamp, Suspicion), dropped }

    let id: UInt64
    let landed: Timestamp
    let place: Point
    /// Of a landing that looked like a burst: its number.
    var burst: Int?
    var state: State
    /// Its landing, with the place of its last report.
    var landing: TouchFrame.Contact
    /// When it was last reported.
    var reported: Timestamp

    var isPassed: Bool { if case .passed = state { true } else { false } }
  }

  private enum Suspicion { case repeatedTap, burst, ghost }

  /// - Parameters:
  ///   - size: the screen's, in millimetres.
  ///   - unit: the length of a device unit in millimetres (`PanelGeometry.unit`); 0: not known.
  package init(_ settings: Settings, size: Size, unit: Double = 0) {
    self.settings = settings
    self.size = size
    model = PanelModel(unit: unit)
    staleSpan = settings.stale?.microseconds ?? .max
    touches.reserveCapacity(16)
    made.contacts.reserveCapacity(16)
  }

  /// Another configuration, or another geometry: forgets what it holds and suspects; the counts and the model stay.
  package mutating func configure(_ settings: Settings, size: Size, unit: Double = 0) {
    var new = TouchFilter(settings, size: size, unit: unit)
    new.counts = counts
    new.model = model
    new.model.restart(unit: unit)
    self = new
  }

  /// The noise of the panel's positions: millimetres, the standard deviation on each axis; 0 while the panel is clean or not known well
  /// enough. It seldom changes, so comparing it with the value after the frame before is enough to follow it.
  package var noise: Double { model.noise }

  /// Whether it has yet to make up its mind about a touch.
  package func holds(_ id: UInt64) -> Bool {
    touches.contains { touch in if case .held = touch.state { touch.id == id } else { false } }
  }

  /// The same, as long as nothing is waited for but stillness: at the end of a recording, where nobody can move any more.
  package var nextRelease: Timestamp? {
    touches.lazy.compactMap { if case .held(let until, _) = $0.state { until } else { nil } }.min()
  }

  /// Fires what fell due before the frame, then hands on what is left of the frame, be it empty.
  package mutating func handle(_ frame: inout TouchFrame, _ deliver: (TouchFrame) -> Void) {
    advance(to: frame.time, deliver)
    strain(&frame)
    deliver(frame)
  }

  /// Leaves out of a frame what is not to be passed on; once time has passed up to it.
  package mutating func strain(_ frame: inout TouchFrame) {
    if framesToStudy == 0 && follow(frame) { return }
    study(&frame)
  }

  @inline(never)
  private mutating func study(_ frame: inout TouchFrame) {
    model.measure(frame)
    framesToStudy = model.framesToMeasure
    guard settings.isOn else { return }
    if settings.compensates {
      deadBand = DeadBand(noise: model.noise)
      if deadBand.isThere { framesToStudy = max(framesToStudy, 1) }
      made.uncertainty = model.noise * Self.uncertaintyOfNoise
      frame.uncertainty = made.uncertainty
    }
    if deadBand.isThere || !follow(frame) { sift(&frame) }
  }

  /// How far a finger at rest may seem to go, dead band and all, in standard deviations: in its landing and in each later report
  /// there is noise on two axes.
  private static let uncertaintyOfNoise = 5.0

  /// Fires what falls due up to `time`, each at its own moment.
  package mutating func advance(to time: Timestamp, _ deliver: (TouchFrame) -> Void) {
    while let due = nextDeadline, due <= time {
      made.time = due
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
    case .passed where staleSpan != .max && touches[index].reported + staleSpan <= time:
      touches[index].state = .dropped
      counts.stale += 1
      var contact = touches[index].landing
      contact.phase = .cancelled
      made.contacts.append(contact)
    case .passed, .held, .dropped: break
    }
  }

  private mutating func findEarliest() {
    nextDeadline = nil
    for touch in touches {
      switch touch.state {
      case .passed: if staleSpan != .max { wake(at: touch.reported + staleSpan) }
      case .held(let until, _): wake(at: until)
      case .dropped: break
      }
    }
  }

  private mutating func wake(at time: Timestamp) { nextDeadline = min(nextDeadline ?? time, time) }

  // MARK: - A frame

  /// Most frames are moves of touches that have passed: this is all that becomes of those.
  /// - Returns: whether it is one of them.
  private mutating func follow(_ frame: TouchFrame) -> Bool {
    frame.contacts.withUnsafeBufferPointer { contacts in
      touches.withUnsafeMutableBufferPointer { touches in
        var next = 0
        for contact in contacts {
          guard contact.phase == .moved else { return false }
          // Fingers are told in the order of the frame before: it is the first one looked at.
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

  /// Leaves out what is not to be passed on.
  private mutating func sift(_ frame: inout TouchFrame) {
    let landings = prepareForLandings(of: frame)
    var kept = 0
    for index in frame.contacts.indices {
      let passes =
        switch frame.contacts[index].phase {
        case .began: land(frame.contacts[index], at: frame.time, burst: landings)
        case .moved, .stationary: move(&frame.contacts[index], at: frame.time)
        case .ended, .cancelled: lift(&frame.contacts[index], at: frame.time)
        }
      guard passes else { continue }
      if kept != index { frame.contacts[kept] = frame.contacts[index] }
      kept += 1
    }
    if kept < frame.contacts.count { frame.contacts.removeLast(frame.contacts.count - kept) }
  }

  /// - Returns: the number of the burst that the frame's landings look like.
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
      } else if settings.compensates, let until = model.suspicion(of: contact.id), touches.contains(where: \.isPassed) {
        .held(until: until, .ghost)
      } else {
        .passed
      }
    touches.append(
      Follow(
        id: contact.id, landed: time, place: contact.location, burst: burst, state: state, landing: contact,
        reported: time))
    switch state {
    case .held(let until, _):
      wake(at: until)
      return false
    case .passed, .dropped:
      if staleSpan != .max && nextDeadline == nil { wake(at: time + staleSpan) }
      return true
    }
  }

  private mutating func move(_ contact: inout TouchFrame.Contact, at time: Timestamp) -> Bool {
    guard let index = find(contact.id) else { return true }
    touches[index].reported = time
    switch touches[index].state {
    case .passed:
      if deadBand.isThere {
        contact.location = deadBand.steady(contact.location, held: touches[index].landing.location)
        if contact.location == touches[index].landing.location { return false }
      }
      touches[index].landing.location = contact.location
      return true
    case .held(_, .ghost):
      touches[index].state = .passed
      touches[index].landing.location = contact.location
      contact = touches[index].landing
      return true
    case .held, .dropped:
      touches[index].landing.location = contact.location
      return false
    }
  }

  private mutating func lift(_ contact: inout TouchFrame.Contact, at time: Timestamp) -> Bool {
    guard let index = find(contact.id) else { return true }
    let touch = touches.remove(at: index)
    if touches.isEmpty { nextDeadline = nil }
    if let burst = touch.burst { bursts.lift(of: burst, landed: touch.landed, at: time) }
    let isShort = time - touch.landed < PhantomPlaces.longestTap
    if isShort && contact.phase == .ended && contact.location == touch.place && touch.burst == nil {
      phantomPlaces.note(touch.place, at: time)
    }
    switch touch.state {
    case .passed:
      contact.location = deadBand.steady(contact.location, held: touch.landing.location)
      return true
    case .dropped: return false
    case .held(_, .repeatedTap): counts.repeatedTaps += 1
    case .held(_, .burst): counts.bursts += 1
    case .held(_, .ghost): if contact.phase == .ended { counts.ghosts += 1 }
    }
    return false
  }

  private func find(_ id: UInt64) -> Int? { touches.firstIndex { $0.id == id } }
}
