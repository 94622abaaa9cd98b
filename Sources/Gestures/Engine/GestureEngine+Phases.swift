// The phases of a frame: landings, movements, imprints of resting fingers, lifts and cancellations (RS-8).

extension GestureEngine {
  private func beginTouches(_ contacts: [TouchFrame.Contact]) {
    live.beginPhase()
    for place in contacts.indices where contacts[place].phase == .began {
      let contact = contacts[place]
      if !contact.location.isOnEarth || live.touch(contact.id) != nil || !makeRoom() { continue }
      land(contact, in: root.hitTest(contact.location))
    }
    let landed = live.group
    guard !landed.isEmpty else { return }
    if !coasts.isEmpty { endCoasts { $0.stopCoasting(Reason(.stoppedByTouch)) } }
    if let report = onLanding.take() { report() }
    if arbiter.hasAttempts { landed.walk { failThoseThatCannotContinue(with: $0) } }
    landed.walk { offer($0) }
    handOver(landed) { $0.touchesBegan($1, at: now) }
    decideAndRelease()
    deliver(.began, of: landed)
  }

  /// Makes room for a touch that lands. Attempts forget the touch that lifted first if they have too many.
  ///
  /// - Returns: whether there is room.
  private func makeRoom() -> Bool {
    if !live.isFull { return true }
    guard let bit = live.firstLifted?.bit else { return false }
    arbiter.attempts.walk { $0.attempt.forget(bit) }
    live.forgetLifted(except: ~bit)
    return true
  }

  @inline(__always)
  private func land(_ contact: TouchFrame.Contact, in view: View?) {
    let touch = live.land(contact, in: view, of: self, at: now)
    delivery.follow(touch, in: view)
    if live.down.count > 1 && touch.delivery.isObserved { delivery.shutOut(touch, by: touches) }
  }

  /// Processes a frame with other phases than `moved`: all began first, then moved and stationary, then ended, then cancelled
  /// (RS-8). A touch that lifts may have moved as well.
  @inline(never)
  func changeTouches(_ contacts: [TouchFrame.Contact], _ phases: TouchFrame.Phases) {
    quiet.turningPoints &+= 1
    if phases.contains(.began) { beginTouches(contacts) }
    if !phases.isDisjoint(with: [.moved, .ended, .cancelled]) { moveTouches(contacts) }
    if phases.contains(.stationary) { pressTouches(contacts) }
    if phases.contains(.ended) { liftTouches(contacts, .ended) }
    if phases.contains(.cancelled) { liftTouches(contacts, .cancelled) }
  }

  @inline(__always)
  func moveTouches(_ contacts: [TouchFrame.Contact]) {
    let moved = live.move(contacts, at: now, reportsMovements: delivery.reportsMovements)
    guard moved != 0 else { return }
    handOverMoves(of: moved)
    decideAndRelease()
    if !live.group.isEmpty { deliver(.moved, of: live.group) }
  }

  private func pressTouches(_ contacts: [TouchFrame.Contact]) {
    let pressed = live.press(contacts, at: now, reportsMovements: delivery.reportsMovements)
    guard pressed != 0 else { return }
    let time = now
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.mask & pressed
      if concerned != 0 { recognizer.touchesPressed(live.movers(concerned), at: time) }
    }
    decideAndRelease()
    if !live.group.isEmpty { deliver(.moved, of: live.group) }
  }

  private func liftTouches(_ contacts: [TouchFrame.Contact], _ phase: Touch.Phase) {
    live.lift(contacts, phase, at: now)
    let lifted = live.group
    guard !lifted.isEmpty else { return }
    let bits = lifted.bits
    arbiter.attempts.walk { recognizer in
      let mask = recognizer.attempt.marks.mask
      if mask & bits != 0 { recognizer.attempt.lift(bits, from: live.centroid(of: mask)) }
    }
    live.removeLifted()
    mustEndAttempts = true
    handOver(lifted) { recognizer, touches in
      if phase == .ended {
        recognizer.touchesEnded(touches, at: now)
      } else {
        recognizer.touchesCancelled(touches, at: now)
      }
    }
    // A gesture that has lost a finger holds others for a shorter time (DL-9).
    if delivery.isHoldingBack { deadline.forget() }
    decideAndRelease()
    deliver(phase, of: lifted)
    if phase == .ended, live.down.isEmpty, let onLastLift { onLastLift(lifted[lifted.count - 1], live.mostDown) }
  }

  /// Fails the attempts that a touch cannot continue, before the touch is offered. Recognizers that waited for them proceed
  /// (TAP-8).
  private func failThoseThatCannotContinue(with touch: Touch) {
    var failed = false
    var view = touch.view
    while let here = view {
      for recognizer in here.gestureRecognizers {
        guard
          recognizer.attempt.isRunning(in: self) && recognizer.state == .possible && !recognizer.attempt.isAsking
            && recognizer.attempt.marks.mask == 0 && !recognizer.canContinue(with: touch, at: now)
            && recognizer.state == .possible && !recognizer.attempt.isAsking  // Still, after it was asked.
        else { continue }
        give(recognizer.reasonNotToContinue(with: touch, at: now))
        recognizer.enter(.failed)
        failed = true
      }
      view = here.superview
    }
    if failed {
      decideAndRelease()
      endTurn()
    }
  }

  /// Ends the pans that go on after their lift, so that a touch that lands can begin the next one (PAN-14).
  @inline(never)
  func endCoasts(_ end: (PanGestureRecognizer) -> Void) {
    let pans = coasts
    coasts.removeAll()
    for pan in pans { end(pan) }
    decideAndRelease()
    endTurn()
  }

  /// Calls each recognizer that has some of these touches, in order, with all of its own.
  private func handOver(_ all: [Touch], _ body: (GestureRecognizer, [Touch]) -> Void) {
    let bits = all.bits
    isCallingRecognizers = true
    forEachListener { recognizer in
      let concerned = recognizer.attempt.marks.all & bits
      if concerned == 0 { return }
      // Most recognizers have all touches that landed or lifted. They share one array instead of getting one each.
      if concerned == bits { return body(recognizer, all) }
      body(recognizer, all.filter { $0.bit & concerned != 0 })
    }
  }

  /// Calls each recognizer that has some of the touches that moved, in order, with all of its own.
  ///
  /// - Parameter need: what it must need of frames that decide nothing to be called.
  @inline(__always)
  func handOverMoves(of moved: UInt64, needing need: QuietZone.Need = .none) {
    let time = now
    isCallingRecognizers = true
    // Most recognizers have all touches that moved.
    let all = live.movers(moved)
    arbiter.inOrder.walk { recognizer in
      if need != .none && recognizer.attempt.marks.need < need { return }
      let concerned = recognizer.attempt.marks.isListening ? recognizer.attempt.marks.mask & moved : 0
      if concerned == 0 { return }
      recognizer.touchesMoved(concerned == moved ? all : live.movers(concerned), at: time)
    }
  }

  /// Calls each listening recognizer, in order. Skips those that stop listening while others are called.
  @inline(__always)
  func forEachListener(_ body: (GestureRecognizer) -> Void) {
    arbiter.inOrder.walk { if $0.attempt.marks.isListening { body($0) } }
  }

  private func deliver(_ phase: Touch.Phase, of touches: [Touch]) {
    guard touches.contains(where: { $0.delivery.isObserved }) else { return }
    if delivery.deliver(phase, of: touches) { deadline.forget() }
    if delivery.mustCallViews { delivery.callViews() }
  }
}
