/// Decides which recognizers get a new touch.
extension GestureEngine {
  /// Offers a new touch to the recognizers of its view and of all the view's ancestors (RS-5). Clients that are asked may change anything.
  func offer(_ touch: Touch) {
    guard var view = touch.view else { return }
    var depth = view.depth
    var mayRequire = false
    while true {
      var rank = Self.rank(at: 0, depth: depth)
      view.gestureRecognizers.walk { recognizer in
        defer { rank += 1 }
        if !recognizer.isAttached(to: view) { return }  // A client that was asked before has removed it.
        offer(touch, to: recognizer, rank: rank)
        if recognizer.mayHaveDynamicRequirements { mayRequire = true }
      }
      guard let above = view.superview else { break }
      view = above
      depth -= 1
    }
    if mayRequire { askForRequirements(about: touch) }
  }

  /// Returns the place of a view's recognizer in the order: deeper views come first, then the order of adding (RS-8, ARB-9).
  @inline(__always)
  static func rank(at index: UInt64, depth: Int) -> UInt64 { UInt64(0xffff - min(depth, 0xffff)) << 32 | index }

  private func offer(_ touch: Touch, to recognizer: GestureRecognizer, rank: UInt64) {
    if !recognizer.takes(first: touch), let refusal = refusal(of: touch, by: recognizer) {
      if recognizer.allowedTouchTypes.isEmpty { return }  // It takes other events.
      return turn.reportRefusal(of: touch, by: recognizer, refusal)
    }
    pass(touch, to: recognizer, rank: rank)
  }

  /// Has a recognizer receive a touch, which begins its attempt unless one runs.
  @inline(__always)
  private func pass(_ touch: Touch, to recognizer: GestureRecognizer, rank: UInt64) {
    if !recognizer.attempt.isRunning { beginAttempt(of: recognizer, rank: rank) }
    recognizer.attempt.add(touch)
  }

  /// Evaluates the dynamic requirements between recognizers that now share a touch for the first time. The other pairs were
  /// asked before (REQ-3).
  @inline(never)
  private func askForRequirements(about touch: Touch) {
    // A copy of the list, as clients that are asked may switch a gesture off, which removes it.
    let recognizers = touch.gestureRecognizers
    for a in recognizers where a.mayHaveDynamicRequirements {
      for b in recognizers where b !== a && !a.attempt.sharesTouch(with: b.attempt, besides: touch) {
        a.askForRequirements(with: b, about: touch)
        if !b.mayHaveDynamicRequirements { b.askForRequirements(with: a, about: touch) }
      }
    }
  }

  /// Returns the reason why a recognizer does not get a touch; `nil` if it does.
  private func refusal(of touch: Touch, by recognizer: GestureRecognizer) -> Reason? {
    if !recognizer.isEnabled { return Reason(.disabled) }
    if recognizer.state.isTerminal { return Reason(.over) }
    if recognizer.attempt.isAsking { return Reason(.undecided) }
    if !recognizer.attempt.isOpen(to: self) { return Reason(.unstated) }
    if !recognizer.allowedTouchTypes.contains(Touch.TouchTypes(touch.type)) { return Reason(.wrongTool) }
    if recognizer.attempt.hasOtherType(than: touch.type) && recognizer.requiresExclusiveTouchType {
      return Reason(.wrongTool)
    }
    if recognizer.conditions != nil, let reason = unmetCondition(of: recognizer, for: touch) { return reason }
    if recognizer.state.isActive, let other = keeper(of: touch, from: recognizer) {
      return Reason(.taken, other: other)
    }
    if !recognizer.shouldReceive(touch) {
      if let sequence = recognizer as? SequenceGestureRecognizer { return sequence.reasonToRefuse }
      return Reason(recognizer.state.isActive ? .fingersEnough : .turnedAway)
    }
    if recognizer.mayHaveDelegate, let delegate = recognizer.delegate {
      if !delegate.gestureRecognizer(recognizer, shouldReceive: touch) { return Reason(.turnedAway) }
      return changeWhileAsked(recognizer)
    }
    return recognizer.isBuiltIn ? nil : changeWhileAsked(recognizer)
  }

  /// Returns the reason why a recognizer does not get a touch after its class and its delegate agreed: they may have changed anything
  /// when they were asked. `nil` if it does.
  private func changeWhileAsked(_ recognizer: GestureRecognizer) -> Reason? {
    if !recognizer.isEnabled || recognizer.view == nil { return Reason(.disabled) }
    if recognizer.state.isTerminal { return Reason(.over) }
    if recognizer.attempt.isAsking { return Reason(.undecided) }
    return recognizer.attempt.isOpen(to: self) ? nil : Reason(.unstated)
  }
}

extension GestureRecognizer {
  /// Whether the recognizer certainly takes a touch, which would be the first one of its attempt: most classes of this module do so unless
  /// something was set.
  @inline(__always)
  fileprivate final func takes(first touch: Touch) -> Bool {
    !attempt.isListed && isBuiltIn && isEnabled && conditions == nil && !mayHaveDelegate
      && allowedTouchTypes.contains(Touch.TouchTypes(touch.type))
  }
}
