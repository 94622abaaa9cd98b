/// What is known of frames that decide nothing: how far the fingers may go in them, and which of their touches moved.
///
/// Such frames may be handled late and together (`QuietZone`). The engine then shows them only to the recognizers that must see them.
struct QuietFrames {
  /// How far the fingers may move before the engine must handle a frame.
  fileprivate var zone = QuietZone()
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

  /// Whether fingers are down that may move next without deciding anything. One that has just landed alone usually lifts before it moves.
  package var awaitsMovements: Bool {
    guard let first = live.down.first else { return false }
    return (live.down.count > 1 || first.phase != .began) && !ignoresMovements
  }

  /// Whether no recognizer, view or reader gets the movements of the fingers that are down.
  package var ignoresMovements: Bool {
    if delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking { return false }
    if arbiter.attempts.contains(where: { $0.attempt.marks.isListening && $0.attempt.marks.mask != 0 }) { return false }
    return !live.down.contains { $0.delivery.observesMovements(whereReported: delivery.reportsMovements) }
  }

  /// Computes `quietZone`, which is valid until the engine is called again.
  ///
  /// - Returns: whether the fingers may move at all.
  package func findQuietZone() -> Bool {
    quiet.zone.begin(with: live.down)
    if delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking { quiet.zone.close() }
    for touch in live.down {
      // A view or a reader sees each movement.
      if touch.delivery.observesMovements(whereReported: delivery.reportsMovements) { quiet.zone.close() }
    }
    var most = QuietZone.Need.none.rawValue
    arbiter.inOrder.walk { if quiet.zone.isOpen { most = max(most, $0.narrowZone(&quiet.zone).rawValue) } }
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
    live.down.walk { body($0.id, $0.location, $0.timestamp) }
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
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.mask & moved
      if recognizer.attempt.marks.need != .last || concerned == 0 { return }
      let touches = live.movers(concerned)
      recognizer.touchesMoved(touches, at: touches.latestTimestamp)
    }
    endTurn()
  }
}

extension [Touch] {
  /// When one of the touches changed last.
  fileprivate var latestTimestamp: Timestamp {
    reduce(Timestamp(microseconds: .min)) { Swift.max($0, $1.timestamp) }
  }
}
