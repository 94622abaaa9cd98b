import Gestures

/// Samples that no finger made: what a frame with one waits for, and what it turns out to be.
extension Repair {
  /// Notes the samples of a frame.
  ///
  /// - Returns: those that may be wrong, by their places in the frame, and the fingers' paths without them.
  mutating func follow(samplesOf frame: TouchFrame) -> [(index: Int, before: FingerPath)] {
    var jumps: [(index: Int, before: FingerPath)] = []
    for (index, contact) in frame.contacts.enumerated() where contact.phase == .moved {
      guard let finger = fingers.firstIndex(where: { $0.id == contact.id && !$0.isIgnored }) else { continue }
      let before = fingers[finger].path
      if settings.settles && before.jumps(to: contact.location, at: frame.time) { jumps.append((index, before)) }
      fingers[finger].path.follow(contact.location, at: frame.time)
      fingers[finger].lacksLast = false
    }
    return jumps
  }

  /// Decides what the jumps of the frame that is held back were, as the next frame is known, and passes that frame on.
  mutating func settle(by next: TouchFrame) {
    guard let held = hold else { return }
    hold = nil
    var frame = held.frame
    var landings: [TouchFrame.Contact] = []
    for (index, before) in held.jumps.reversed() {
      let jump = frame.contacts[index]
      guard let finger = fingers.firstIndex(where: { $0.id == jump.id }) else { continue }
      switch verdict(on: jump.location, of: fingers[finger].reported, before, at: held.frame.time, by: next) {
      case .finger: continue
      case .wrongSample:
        fingers[finger].path = before
        fingers[finger].lacksLast = true
        changes.append(.dropped(jump.id))
        frame.contacts.remove(at: index)
      case .wrongLanding:
        fingers[finger].path = FingerPath(jump.location, at: frame.time)
        frame.contacts[index].phase = .cancelled
        frame.contacts[index].location = before.place
        landings.append(jump)
        landings[landings.count - 1].phase = .began
        landings[landings.count - 1].id = nextAgain
        changes.append(.renewed(jump.id, as: nextAgain))
        fingers[finger].id = nextAgain
        nextAgain += 1
      }
      samples += 1
    }
    pass(frame)
    if !landings.isEmpty { pass(TouchFrame(time: frame.time, contacts: landings)) }
  }

  private func verdict(
    on jump: Point, of reported: UInt64, _ before: FingerPath, at time: Timestamp, by next: TouchFrame
  ) -> FingerPath.Verdict {
    guard let contact = next.contacts.first(where: { $0.id == reported }) else { return .finger }
    switch contact.phase {
    case .moved: return before.verdict(on: jump, next: contact.location, at: next.time)
    case .ended: return before.isWrongAtLift(jump, at: time) ? .wrongSample : .finger
    case .began, .stationary, .cancelled: return .finger
    }
  }
}
