/// Decides which recognizers get a new touch.
extension GestureEngine {
  /// Offers a new touch to the recognizers of its view and of all the view's ancestors (RS-5).
  func offer(_ touch: Touch) {
    if let rest = offerToPlain(touch) { offerToOthers(touch, from: rest) }
  }

  /// A view's recognizer that may call a client when a touch is offered to it, or refuse the touch.
  private struct Other {
    let view: Unmanaged<View>
    let depth: Int
    let place: Int
  }

  /// Offers a touch to the recognizers before the first one that may call a client. Until then no view and no recognizer can be gone, so
  /// no reference to them is counted.
  ///
  /// - Returns: where to go on.
  @inline(__always)
  private func offerToPlain(_ touch: Touch) -> Other? {
    var other: Other?
    touch.withView { view in
      var depth = view.depth
      view.forEachUpwards { view in
        if other == nil && !view.recognizersToAsk.isEmpty {
          if let place = list(recognizersOf: view, for: touch, from: Self.rank(at: 0, depth: depth)) {
            other = Other(view: .passUnretained(view), depth: depth, place: place)
          }
        }
        depth -= 1
      }
    }
    passToListed(touch)
    return other
  }

  /// Puts those of a view's recognizers that get a touch on the touch's list, up to the first one that may call a client.
  ///
  /// - Parameter first: the rank of the view's first recognizer.
  /// - Returns: the place of the one that may call a client; `nil` if there is none.
  @inline(__always)
  private func list(recognizersOf view: View, for touch: Touch, from first: UInt64) -> Int? {
    let recognizers = view.recognizersToAsk
    touch.recognizers.reserve(recognizers.count)
    let type = Touch.TouchTypes(touch.type)
    for place in 0..<recognizers.count {
      let isListed = recognizers[uncounted: place]._withUnsafeGuaranteedRef { recognizer in
        if recognizer.isReady(for: touch, type, in: self) {
          if !recognizer.attempt.isListed {
            recognizer.rank(first &+ UInt64(truncatingIfNeeded: place))
          }
          touch.recognizers.appendReserved(recognizer)
          return true
        }
        return !turn.reportsAttempts && recognizer.ignoresTouches(like: touch)
      }
      if !isListed { return place }
    }
    return nil
  }

  /// Has the recognizers on a touch's list receive it. Apart from `list`, so that each of the two loops is short.
  @inline(__always)
  private func passToListed(_ touch: Touch) {
    let recognizers = touch.recognizers.elements
    arbiter.reserve(recognizers.count)
    listeners.reserve(recognizers.count)
    touch.attempts &+= recognizers.count
    for place in 0..<recognizers.count {
      recognizers[uncounted: place]._withUnsafeGuaranteedRef { recognizer in
        if !recognizer.attempt.isListed {
          recognizer.beginAttempt(in: self)
          arbiter.beginReserved(recognizer)
          listeners.addReserved(recognizer)
        }
        recognizer.receive(touch)
      }
    }
    arbiter.forgetCensus()
    if turn.reportsAttempts { reportBeginnings(on: touch) }
  }

  @inline(never)
  private func reportBeginnings(on touch: Touch) {
    touch.recognizers.forEach { if $0.attempt.hasOnly(touch) { turn.reportBeginning(of: $0) } }
  }

  /// Offers a touch to a recognizer and to those behind it. Clients that are asked may change anything.
  @inline(never)
  private func offerToOthers(_ touch: Touch, from first: Other) {
    var view = first.view.takeUnretainedValue()
    var (place, depth) = (first.place, first.depth)
    var mayRequire = false
    while true {
      let recognizers = view.gestureRecognizers
      var index = 0
      recognizers.forEachUncounted { recognizer in
        defer { index += 1 }
        if index < place { return }
        offer(touch, to: recognizer, rank: Self.rank(at: UInt64(index), depth: depth))
        if recognizer.mayHaveDynamicRequirements { mayRequire = true }
      }
      guard let above = view.superview else { break }
      view = above
      place = 0
      depth -= 1
    }
    if mayRequire { askForRequirements(about: touch) }
  }

  /// Returns the place of a view's recognizer in the order: deeper views come first, then the order of adding (RS-8, ARB-9).
  @inline(__always)
  static func rank(at index: UInt64, depth: Int) -> UInt64 { UInt64(0xffff - min(depth, 0xffff)) << 32 | index }

  private func offer(_ touch: Touch, to recognizer: GestureRecognizer, rank: UInt64) {
    if !recognizer.isReady(for: touch, Touch.TouchTypes(touch.type), in: self),
      let refusal = refusal(of: touch, by: recognizer)
    {
      if recognizer.allowedTouchTypes.isEmpty { return }  // It takes other events.
      return turn.reportRefusal(of: touch, by: recognizer, refusal)
    }
    pass(touch, to: recognizer, rank: rank)
  }

  /// Has a recognizer receive a touch, which begins its attempt unless one runs.
  @inline(__always)
  private func pass(_ touch: Touch, to recognizer: GestureRecognizer, rank: UInt64) {
    if !recognizer.attempt.isRunning { beginAttempt(of: recognizer, rank: rank) }
    touch.attempts += 1
    recognizer.receive(touch)
    touch.recognizers.append(recognizer)
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
  /// Whether the recognizer takes no touches of this type now, whatever its class and its delegate say.
  fileprivate final func ignoresTouches(like touch: Touch) -> Bool {
    !isEnabled || !allowedTouchTypes.contains(Touch.TouchTypes(touch.type))
  }

  /// Whether the recognizer gets a touch of this type without any client being asked. Plain recognizers take each first touch of an
  /// attempt.
  @inline(__always)
  fileprivate final func isReady(for touch: Touch, _ type: Touch.TouchTypes, in engine: GestureEngine) -> Bool {
    isPlain && allowedTouchTypes.contains(type) && (!attempt.isListed || isOpen(to: touch, in: engine))
  }

  /// Whether a running attempt gets a further touch.
  @inline(never)
  private final func isOpen(to touch: Touch, in engine: GestureEngine) -> Bool {
    state == .possible && !isAsking && attempt.isRunning(in: engine) && !attempt.hasOtherType(than: touch.type)
      && shouldReceive(touch)
  }
}

extension View {
  /// The number of ancestors: 0 for the root.
  var depth: Int {
    var depth = -1
    forEachUpwards { _ in depth += 1 }
    return depth
  }
}
