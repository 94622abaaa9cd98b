// Passes presses, remote commands and motion to recognizers (FR-5).

extension GestureEngine {
  /// Offers presses that begin to the recognizers on the first responder's chain.
  func begin(_ presses: [Press]) {
    var receivers = Receivers()
    forEachOnChain { recognizer, rank in
      let taken = presses.filter { takes($0, recognizer) }
      // The class and the delegate may have changed anything when they were asked.
      if taken.isEmpty || !canReceive(recognizer) { return }
      receivers.add(recognizer, isNew: begin(recognizer, rank, .press))
      recognizer.attempt.add(taken)
    }
    askForRequirements(among: receivers)
    for recognizer in receivers.all {
      let own = presses.filter { recognizer.attempt.presses.contains($0.code) }
      if recognizer.attempt.marks.isListening && !own.isEmpty { recognizer.pressesBegan(own, at: now) }
    }
    if !receivers.all.isEmpty { settleEvent() }
  }

  /// Passes presses of another phase to the recognizers that received their beginning (FR-4).
  func pass(_ presses: [Press], _ phase: Press.Phase) {
    var receivers: [(recognizer: GestureRecognizer, presses: [Press])] = []
    for recognizer in attempts {
      let own = presses.filter { recognizer.attempt.presses.contains($0.code) }
      if !own.isEmpty { receivers.append((recognizer, own)) }
    }
    if receivers.isEmpty { return }
    receivers.sort { $0.recognizer.attempt.marks.rank < $1.recognizer.attempt.marks.rank }
    if phase != .changed {
      for (recognizer, own) in receivers { recognizer.attempt.remove(own) }
    }
    for (recognizer, own) in receivers where recognizer.attempt.marks.isListening {
      switch phase {
      case .began: break
      case .changed: recognizer.pressesChanged(own, at: now)
      case .ended: recognizer.pressesEnded(own, at: now)
      case .cancelled: recognizer.pressesCancelled(own, at: now)
      }
    }
    settleEvent()
  }

  /// Offers a command to the recognizers on the first responder's chain.
  func offer(_ command: RemoteCommand) {
    var receivers = Receivers()
    forEachOnChain { recognizer, rank in
      guard canReceive(recognizer), recognizer.shouldReceive(command), canReceive(recognizer) else { return }
      receivers.add(recognizer, isNew: begin(recognizer, rank, .command))
    }
    askForRequirements(among: receivers)
    for recognizer in receivers.all where recognizer.attempt.marks.isListening {
      recognizer.remoteControlReceived(command)
    }
    if !receivers.all.isEmpty { settleEvent() }
  }

  /// Passes a sample to the recognizers with an attempt that motion began, and offers it to the others on the first responder's
  /// chain.
  func offer(_ motion: DeviceMotion) {
    if motion.previous == nil { cancelMotion() }
    var receivers = Receivers()
    forEachOnChain { recognizer, rank in
      guard recognizer.followsMotion else { return }
      let isRunning = recognizer.attempt.isRunning
      guard isRunning || recognizer.isEnabled && recognizer.shouldReceive(motion) && canReceive(recognizer) else {
        return
      }
      receivers.add(recognizer, isNew: begin(recognizer, rank, .motion))
    }
    // The first responder may have changed since the attempt began (FR-4).
    for recognizer in attempts where recognizer.attempt.marks.origin == .motion && !receivers.contains(recognizer) {
      receivers.add(recognizer, isNew: false)
    }
    askForRequirements(among: receivers)
    for recognizer in receivers.all where recognizer.attempt.marks.isListening { recognizer.deviceMoved(motion) }
    if !receivers.all.isEmpty { settleEvent() }
  }

  func cancelMotion() {
    let receivers = attempts.filter { $0.attempt.marks.origin == .motion }
    for recognizer in receivers where recognizer.attempt.marks.isListening { recognizer.motionCancelled(at: now) }
    if !receivers.isEmpty { settleEvent() }
  }

  /// Begins the sequences that begin with a step that was recognized without a touch (SEQ-6).
  func beginSequences(with step: GestureRecognizer, _ origin: Attempt.Origin) {
    var receivers = Receivers()
    for sequence in step.relations.sequences where sequence.attempt.isRunning || sequence.isEnabled {
      guard let view = sequence.view, view.screenFocus === focus else { continue }
      let isNew = !sequence.attempt.isListed && sequence.begins(with: step)
      if isNew, let place = view.gestureRecognizers.firstIndex(where: { $0 === sequence }) {
        _ = begin(sequence, Self.rank(at: UInt64(place), depth: view.depth), origin)
      }
      if sequence.attempt.isRunning(in: self) { receivers.add(sequence, isNew: isNew) }
    }
    askForRequirements(among: receivers)
  }
}

/// The recognizers that receive an event, in order.
private struct Receivers {
  private(set) var all: [GestureRecognizer] = []
  /// The receivers whose attempts begin with the event.
  private(set) var new: [GestureRecognizer] = []

  mutating func add(_ recognizer: GestureRecognizer, isNew: Bool) {
    all.append(recognizer)
    if isNew { new.append(recognizer) }
  }

  func contains(_ recognizer: GestureRecognizer) -> Bool { all.contains { $0 === recognizer } }
  func isNew(_ recognizer: GestureRecognizer) -> Bool { new.contains { $0 === recognizer } }
}

extension GestureEngine {
  /// Calls `body` with the recognizers on the first responder's chain and their ranks, deepest view first. `body` may change the
  /// views.
  private func forEachOnChain(_ body: (GestureRecognizer, _ rank: UInt64) -> Void) {
    guard let start = focus.view, start.screenFocus === focus else { return }
    var depth = start.depth
    var view: View? = start
    while let here = view {
      for (index, recognizer) in here.gestureRecognizers.enumerated() {
        body(recognizer, Self.rank(at: UInt64(index), depth: depth))
      }
      depth -= 1
      view = here.superview
    }
  }

  /// Begins an attempt, unless one runs. Returns whether it began.
  private func begin(_ recognizer: GestureRecognizer, _ rank: UInt64, _ origin: Attempt.Origin) -> Bool {
    if recognizer.attempt.isListed { return false }
    beginAttempt(of: recognizer, rank: rank, origin: origin)
    return true
  }

  /// Returns whether a recognizer may get an event (RS-5).
  private func canReceive(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.isEnabled && recognizer.view != nil && !recognizer.state.isTerminal && !recognizer.attempt.isAsking
      && recognizer.attempt.isOpen(to: self)
  }

  private func takes(_ press: Press, _ recognizer: GestureRecognizer) -> Bool {
    canReceive(recognizer) && recognizer.shouldReceive(press)
      && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: press) != false
  }

  /// Evaluates the dynamic requirements between recognizers that receive an event, if it begins the attempt of one of them (REQ-3).
  private func askForRequirements(among receivers: Receivers) {
    if receivers.new.isEmpty || receivers.all.count < 2 { return }
    for a in receivers.all where a.mayHaveDynamicRequirements {
      for b in receivers.all where b !== a && (receivers.isNew(a) || receivers.isNew(b)) {
        a.askForRequirements(with: b, about: nil)
        if !b.mayHaveDynamicRequirements { b.askForRequirements(with: a, about: nil) }
      }
    }
  }
}
