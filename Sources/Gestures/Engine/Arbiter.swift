/// Decides which of the recognizers that ask may have their way (ARB).
///
/// Recognizers do not leave `possible` by themselves: they ask. `settle` takes those that ask, in a fixed order, decides
/// the first one that can be decided, and starts over, until nothing changes (ARB-1).
final class Arbiter {
  /// Between which recognizers a recognition excludes the others.
  @exclusivity(unchecked) var exclusion = Exclusion.touch
  /// Those with an attempt, in order of their start.
  @exclusivity(unchecked) private(set) var attempts: [GestureRecognizer] = []
  @exclusivity(unchecked) private var asking: [GestureRecognizer] = []

  var isAnybodyAsking: Bool { !asking.isEmpty }

  func begin(_ recognizer: GestureRecognizer) { attempts.append(recognizer) }

  /// Those that the engine has reset.
  func forgetEndedAttempts() {
    attempts.removeEnded()
    asking.removeEnded()
  }

  func ask(_ recognizer: GestureRecognizer) {
    if !asking.contains(where: { $0 === recognizer }) { asking.append(recognizer) }
  }

  func settle(at time: Timestamp) {
    while decideOne(at: time) {}
  }

  /// - Returns: whether one was decided.
  private func decideOne(at time: Timestamp) -> Bool {
    if asking.contains(where: { $0.attempt.wish == nil }) { asking.removeAll { $0.attempt.wish == nil } }
    guard !asking.isEmpty else { return false }
    sortAsking()
    for recognizer in asking {
      let verdict = verdict(on: recognizer)
      if recognizer.attempt.wish == nil { return true }  // Switched off by whoever was asked.
      switch verdict {
      case .wait(let other):
        recognizer.engine?.explainWaiting(of: recognizer, for: other)
        continue
      case .fail(let kind, let other):
        recognizer.engine?.give(Reason(kind, other: other))
        recognizer.enter(.failed)
      case .grant:
        guard recognizer.grantWish(at: time) else { return true }
        attempts.forEachUncounted { other in
          guard other.attempt.state == .possible else { return }
          let isRequired = other.requiresFailure(of: recognizer)
          guard isRequired || excludes(recognizer, other) else { return }
          other.engine?.give(Reason(isRequired ? .requirementMet : .prevented, other: recognizer))
          other.enter(.failed)
        }
      }
      return true
    }
    return false
  }

  private enum Verdict {
    case grant
    case wait(for: GestureRecognizer)
    case fail(Reason.Kind, GestureRecognizer?)
  }

  private func verdict(on recognizer: GestureRecognizer) -> Verdict {
    // A continuous gesture must not begin with no finger down (REQ-5).
    if recognizer.attempt.wish == .began && recognizer.attempt.touches.isEmpty { return .fail(.fingersGone, nil) }
    var awaited: GestureRecognizer?
    for required in recognizer.relations.requirements {
      if let verdict = verdict(on: required, &awaited) { return verdict }
    }
    for required in recognizer.attempt.requirements {
      if let verdict = verdict(on: required, &awaited) { return verdict }
    }
    if let awaited { return .wait(for: awaited) }
    if !recognizer.shouldBegin() || recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false {
      return .fail(.refusedToBegin, nil)
    }
    for other in attempts where other.attempt.state.isActive && excludes(other, recognizer) {
      return .fail(.barred, other)
    }
    return .grant
  }

  /// On who must fail before another one may: its recognition decides, an open end is waited for.
  private func verdict(on required: GestureRecognizer, _ awaited: inout GestureRecognizer?) -> Verdict? {
    if required.attempt.state.isActive { return .fail(.requirementMet, required) }
    // One that is disabled, or never saw a touch, is as good as failed (REQ-4).
    if required.attempt.state == .possible && required.engine != nil { awaited = awaited ?? required }
    return nil
  }

  /// Who keeps a running gesture from taking a touch that others have taken: one of them that runs too where each prevents
  /// the other, as no touch is to move two gestures that exclude each other.
  func whoKeeps(_ touch: Touch, from recognizer: GestureRecognizer) -> GestureRecognizer? {
    touch.gestureRecognizers.first { other in
      other.attempt.state.isActive && prevents(other, recognizer) && prevents(recognizer, other)
    }
  }

  /// Whether the recognition of `a` leaves no room for `b` (ARB-2, ARB-4).
  private func excludes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard a !== b, exclusion == .screen || a.attempt.sharesTouch(with: b.attempt) else { return false }
    return prevents(a, b)
  }

  private func prevents(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    a.canPrevent(b) && b.canBePrevented(by: a) && !mayRecognizeSimultaneously(a, b)
  }

  private func mayRecognizeSimultaneously(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    a.relations.simultaneous.contains(b) || b.relations.simultaneous.contains(a)
      || a.delegate?.gestureRecognizer(a, shouldRecognizeSimultaneouslyWith: b) == true
      || b.delegate?.gestureRecognizer(b, shouldRecognizeSimultaneouslyWith: a) == true
  }

  /// Deeper views first, then the order of adding (ARB-9); among taps the higher count first (ARB-8). Taps change places
  /// among themselves only, so that the order is one even where a deep single tap and a shallow double tap both ask.
  private func sortAsking() {
    guard asking.count > 1 else { return }
    asking.sort { $0.attempt.rank < $1.attempt.rank }
    let places = asking.indices.filter { asking[$0].tapCountForArbitration > 0 }
    guard places.count > 1 else { return }
    let taps = places.map { asking[$0] }
    let order = taps.indices.sorted {
      (taps[$1].tapCountForArbitration, $0) < (taps[$0].tapCountForArbitration, $1)
    }
    for (place, index) in zip(places, order) { asking[place] = taps[index] }
  }
}

/// Between which recognizers a recognition excludes the others.
public enum Exclusion: Sendable {
  /// Those that share a touch: two thumbs in two views work at once (ARB-4).
  case touch
  /// All on the screen: one gesture at a time.
  case screen
}

extension [GestureRecognizer] {
  /// Leaves those with an attempt.
  fileprivate mutating func removeEnded() {
    var kept = 0
    for place in indices where self[place].engine != nil {
      if kept != place { swapAt(kept, place) }
      kept += 1
    }
    while count > kept { removeLast() }
  }
}
