/// What is known of frames that decide nothing: how far the fingers may go in them, and which of their touches moved.
///
/// Such frames may be handled late and together (`QuietZone`). The engine then shows them only to the recognizers that must see them.
struct QuietFrames {
  /// How far the fingers may move before the engine must handle a frame.
  fileprivate var zone = QuietZone()
  /// How far the finger that landed last may go from there, in millimetres, if it is alone and none of the recognizers that were offered it
  /// says otherwise.
  var leeway = 0.0
  /// Whether the zone has not been computed, as fingers were known to have a leeway.
  fileprivate var isPending = false
  /// Whether a recognizer must see each frame that stays in the zone, even if later.
  fileprivate var mustFollowEach = false
  /// Whether a recognizer must see more than the last of these frames.
  fileprivate var hasFollowers = false
  /// The number of times that fingers landed or lifted or a recognizer changed its state, which may have opened or closed the zone.
  var turningPoints: UInt = 0
  /// The bits of the touches that moved in frames which not all recognizers have seen.
  fileprivate var moved: UInt64 = 0
  /// The bits of those that have moved in the present one, and where the search for the next one begins.
  fileprivate var movers: UInt64 = 0
  fileprivate var nextMover = 0

  /// The number of quiet frames from which a zone pays for itself.
  fileprivate static let framesThatPay = 1.0
}

extension GestureEngine {
  // Other modules read these through functions, because they would check the access to a stored property, whatever is said there.

  /// How far the fingers may move before the engine must handle a frame, as `findQuietZone` found.
  var quietZone: QuietZone { quiet.zone }
  /// Calls `body` with the zone, which a property would copy.
  package func withQuietZone<Result>(_ body: (borrowing QuietZone) -> Result) -> Result { body(quiet.zone) }
  /// Whether a recognizer must see each frame that stays in the quiet zone, even if later.
  package var mustFollowEachFrame: Bool { quiet.mustFollowEach }
  /// The number of times that fingers landed or lifted or a recognizer changed its state, which may have opened or closed the zone.
  package var turningPoints: UInt { quiet.turningPoints }

  /// What tells how far the fingers may go that are down after some have landed or lifted.
  package enum ZoneSource: UInt8 {
    /// Nothing: no finger is down, nothing depends on where they go, or a search would wake recognizers, and the finger has no leeway.
    case none
    /// `findQuietZone`.
    case search
    /// `findLeeway`.
    case leeway
  }

  package var zoneSource: ZoneSource {
    if live.down.isEmpty { return .none }
    if !sleepers.isAnyResting { return ignoresMovements ? .none : .search }
    return quiet.leeway >= QuietZone.least ? .leeway : .none
  }

  /// How far a finger that has landed alone and has not moved may go from there, in any direction.
  package struct Leeway {
    package let touch: UInt64
    /// Where it is, in a circle with this radius in which it may be, in millimetres. The radius may be infinite.
    package let circle: QuietZone.Centre
  }

  /// Returns how far a finger may go that has landed alone and has not moved. To find a zone for it would wake the recognizers that sleep
  /// until it moves, and many such fingers lift before. If it has moved, all frames in which it did are needed, and before them a call of
  /// `findPendingZone`.
  ///
  /// - Returns: `nil` if no finger is of this kind; `findQuietZone` may then find a zone.
  package func findLeeway() -> Leeway? {
    guard sleepers.isAnyResting, quiet.leeway >= QuietZone.least, let touch = sleepers.touch,
      !(delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking)
    else { return nil }
    quiet.isPending = true
    return touch._withUnsafeGuaranteedRef { touch in
      Leeway(touch: touch.id, circle: QuietZone.Centre(of: quiet.leeway, around: touch.location))
    }
  }

  /// Computes the zone that was not computed when the leeway was found. Call it before the frames that are handled late.
  ///
  /// - Returns: whether the frames are quiet. If not, `process` must handle each of them.
  package func findPendingZone() -> Bool { quiet.isPending ? findQuietZone() : true }

  /// Whether no recognizer, view or reader gets the movements of the fingers that are down.
  package var ignoresMovements: Bool {
    if delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking || !sleepers.isEmpty { return false }
    for place in 0..<listeners.count
    where listeners[place]._withUnsafeGuaranteedRef({ $0.attempt.marks.mask != 0 }) { return false }
    var areObserved = false
    live.down.forEachUncounted { touch in
      if touch.delivery.observesMovements(whereReported: delivery.reportsMovements) { areObserved = true }
    }
    return !areObserved
  }

  /// Computes `quietZone`, which is valid until the engine is called again.
  ///
  /// - Returns: whether the fingers may move at all.
  package func findQuietZone() -> Bool {
    quiet.isPending = false
    wakeResting()
    quiet.zone.begin(with: live.down)
    if delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking { quiet.zone.close() }
    live.down.forEachUncounted { touch in
      // A view or a reader sees each movement, or several touches share a bit.
      let isObserved = touch.delivery.observesMovements(whereReported: delivery.reportsMovements)
      if isObserved || touch.bit == LiveTouches.sharedBit { quiet.zone.close() }
    }
    var place = 0
    var most = QuietZone.Need.none.rawValue
    while quiet.zone.isOpen && place < listeners.count {
      listeners[place]._withUnsafeGuaranteedRef { most = max(most, $0.narrowZone(&quiet.zone).rawValue) }
      place += 1
    }
    quiet.mustFollowEach = most == QuietZone.Need.each.rawValue
    quiet.hasFollowers = most >= QuietZone.Need.recent.rawValue
    if quiet.zone.isOpen { quiet.zone.closeIfLeft(by: live.down, in: QuietFrames.framesThatPay) }
    return quiet.zone.isOpen
  }

  /// Places a touch where quiet frames have left it that nothing depends on. Call it before the frames that are handled: what is between
  /// two fingers depends on where both of them are.
  package func placeQuietly(_ touch: UInt64, at location: Point) { live.touch(touch)?.location = location }

  /// Begins a frame that stays in the quiet zone. It is handled as `process` would, but only for those that must see it. Call
  /// `moveQuietly` for each touch that moves, then `endQuietFrame`, and `endQuietFrames` after the last frame.
  package func beginQuietFrame(at time: Timestamp) {
    wakeResting()
    // A recognizer that fails late may have had a deadline before.
    fireDeadlines(upTo: time)
    turn.advance(to: time)
    live.beginFrame()
    quiet.movers = 0
    quiet.nextMover = 0
  }

  /// Calls `body` with the id of each touch that is down, its location, and the time when it last changed. Another module's access to
  /// these properties would be checked each time.
  package func forEachTouch(_ body: (UInt64, Point, Timestamp) -> Void) {
    live.down.forEachUncounted { body($0.id, $0.location, $0.timestamp) }
  }

  package func moveQuietly(_ touch: UInt64, to location: Point) {
    quiet.movers |= live.move(touch, to: location, at: now, near: &quiet.nextMover)
  }

  package func endQuietFrame() {
    quiet.moved |= quiet.movers
    if quiet.hasFollowers {
      handOverMoves(of: quiet.movers) { $0.attempt.marks.need.rawValue >= QuietZone.Need.recent.rawValue }
    }
  }

  /// Shows the last of the quiet frames to those that must see only this one.
  package func endQuietFrames() {
    let moved = quiet.moved
    quiet.moved = 0
    let all = live.movers(moved)
    let last = all.latestTimestamp
    forEachListener { recognizer in
      let mask = recognizer.attempt.marks.mask
      if recognizer.attempt.marks.need != .last || mask & moved == 0 { return }
      // Most recognizers have all touches that moved. A touch that shares its bit closes the zone.
      if mask & moved == moved { return recognizer.touchesMoved(all, at: last) }
      let part = live.part(of: recognizer.touches) { $0.bit & moved != 0 }
      recognizer.touchesMoved(part, at: part.latestTimestamp)
    }
    endTurn()
  }
}

extension [Touch] {
  /// When one of the touches changed last.
  fileprivate var latestTimestamp: Timestamp {
    var latest = Timestamp(microseconds: .min)
    forEachUncounted { latest = Swift.max(latest, $0.timestamp) }
    return latest
  }
}
