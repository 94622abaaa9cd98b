/// What the engine keeps of frames that decide nothing: the zone in which it expects them, and which of their touches moved.
///
/// Such frames may be handled late and together (`QuietZone`). The engine then shows them only to the recognizers that must see them.
struct QuietFrames {
  /// How far the fingers may move before the engine must handle a frame. It is here because its memory is used again.
  fileprivate var zone = QuietZone()
  /// The number of times that fingers landed or lifted or a recognizer changed its state or began to wait, which may have opened or closed
  /// the zone.
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
  /// Returns how far the fingers that are down may go before a frame decides something, and what the engine needs of the frames until then;
  /// `nil` if the next frame may decide something, or if the only finger has just landed: it usually lifts before it moves.
  ///
  /// The answer holds until something else than `takeQuietFrames` is called.
  package func quietZone() -> QuietZone? {
    guard let first = live.down.first, live.down.count > 1 || first.phase != .began else { return nil }
    if delivery.isHoldingBack || mustEndAttempts || arbiter.isAnybodyAsking { return nil }
    quiet.zone.begin(with: live.down)
    for touch in live.down {
      // A view or a reader sees each movement.
      if touch.delivery.observesMovements(whereReported: delivery.reportsMovements) { return nil }
    }
    arbiter.inOrder.walk { if quiet.zone.isOpen { $0.narrowZone(&quiet.zone) } }
    guard quiet.zone.isOpen else { return nil }
    quiet.zone.closeIfLeft(by: live.down, in: QuietFrames.framesThatPay)
    return quiet.zone.isOpen ? quiet.zone : nil
  }

  /// The number of times that fingers landed or lifted or a recognizer changed its state or began to wait, which may have opened or closed
  /// the zone.
  package var turningPoints: UInt { quiet.turningPoints }

  /// Takes frames that stayed in the quiet zone: `body` passes them, each with `beginQuietFrame` and `moveQuietly`.
  package func takeQuietFrames(_ body: () -> Void) {
    carryOutQuietly {
      body()
      endQuietFrame()
      showLast()
      endTurn()
    }
  }

  /// Places a touch where quiet frames have left it that nothing depends on. Call it before the frames that are handled: what is between
  /// two fingers depends on where both of them are.
  package func placeQuietly(_ touch: UInt64, at location: Point) { live.touch(touch)?.location = location }

  /// Begins a frame that stays in the quiet zone. It is handled as `process` would, but only for those that must see it.
  package func beginQuietFrame(at time: Timestamp) {
    endQuietFrame()
    // A recognizer that fails late may have had a deadline before.
    fireDeadlines(upTo: time)
    turn.advance(to: time)
    live.beginFrame()
    quiet.nextMover = 0
  }

  package func moveQuietly(_ touch: UInt64, to location: Point) {
    quiet.movers |= live.move(touch, to: location, at: now, near: &quiet.nextMover)
  }

  /// Shows the frame that has begun to those that must see more than the last one.
  private func endQuietFrame() {
    quiet.moved |= quiet.movers
    if quiet.movers != 0 && quiet.zone.need >= .recent {
      handOverMoves(of: quiet.movers, needing: .recent)
    }
    quiet.movers = 0
  }

  /// Shows the last of the quiet frames to those that must see only this one.
  private func showLast() {
    let moved = quiet.moved
    quiet.moved = 0
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.mask & moved
      if recognizer.attempt.marks.need != .last || concerned == 0 { return }
      let touches = live.movers(concerned)
      recognizer.touchesMoved(touches, at: touches.latestTimestamp)
    }
  }
}

extension [Touch] {
  /// When one of the touches changed last.
  fileprivate var latestTimestamp: Timestamp {
    reduce(Timestamp(microseconds: .min)) { Swift.max($0, $1.timestamp) }
  }
}
