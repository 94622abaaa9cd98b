/// Decides which of the recognizers that ask are granted their wish (ARB).
///
/// Recognizers do not leave `possible` by themselves: they ask. `settle` takes those that ask, in a fixed order, decides
/// the first one that can be decided, and starts over, until nothing changes (ARB-1).
///
/// A class, as the recognizers and delegates that it asks are a program's code, which may come back here through the engine.
final class Arbiter {
  /// Between which recognizers a recognition excludes the others.
  @exclusivity(unchecked) var exclusion = Exclusion.touch
  /// What the hand is granted.
  @exclusivity(unchecked) var intention = Intention()
  /// The recognizers with an attempt, in order of their start.
  @exclusivity(unchecked) private var attempts: [GestureRecognizer] = []
  /// The recognizers that have asked and may not have been answered yet.
  @exclusivity(unchecked) private var asking: [GestureRecognizer] = []
  private let turn: Turn

  init(in turn: Turn) { self.turn = turn }

  // MARK: Attempts

  var hasAttempts: Bool { !attempts.isEmpty }

  /// Called by the engine when a recognizer gets the first touch of an attempt.
  func begin(_ recognizer: GestureRecognizer) { attempts.append(recognizer) }

  /// Called by the engine at the end of a turn in which it has reset recognizers: forgets the recognizers that were reset.
  func forgetEndedAttempts() {
    attempts.removeEnded()
    asking.removeEnded()
  }

  /// Called by the engine to reset recognizers, in order of their start.
  @inline(__always)
  func forEachAttempt(_ body: (GestureRecognizer) -> Void) { attempts.forEachUncounted(body) }

  /// Called by the engine to find out when it must be called next.
  func earliestDeadline(before limit: Timestamp?) -> Timestamp? {
    var earliest = limit
    attempts.forEachUncounted { recognizer in
      guard let deadline = recognizer.deadline else { return }
      earliest = min(deadline, earliest ?? deadline)
    }
    return earliest
  }

  /// Called by the engine when a deadline is reached: the first recognizer by rank that set it.
  func first(dueAt deadline: Timestamp) -> GestureRecognizer? {
    var first: GestureRecognizer?
    for recognizer in attempts where recognizer.deadline == deadline {
      if recognizer.attempt.marks.rank < first?.attempt.marks.rank ?? .max { first = recognizer }
    }
    return first
  }

  // MARK: Decisions

  var isAnybodyAsking: Bool { !asking.isEmpty }

  /// Called, through the engine, by a recognizer that would leave `possible`. The answer comes with the next `settle`.
  func ask(_ recognizer: GestureRecognizer) {
    if !asking.contains(where: { $0 === recognizer }) { asking.append(recognizer) }
  }

  /// Called by the engine after each phase of a frame, each deadline and each round of resets.
  func settle(at time: Timestamp) {
    while decideOne(at: time) {}
  }

  /// - Returns: whether one was decided.
  private func decideOne(at time: Timestamp) -> Bool {
    if asking.contains(where: { !$0.attempt.isAsking }) { asking.removeAll { !$0.attempt.isAsking } }
    guard !asking.isEmpty else { return false }
    sortAsking()
    var tooLate: (recognizer: GestureRecognizer, awaited: GestureRecognizer)?
    for recognizer in asking {
      let verdict = verdict(on: recognizer)
      // A delegate that was asked has switched it off: the list has changed.
      if !recognizer.attempt.isAsking { return true }
      switch verdict {
      case .wait(let other):
        if recognizer.isPastFingers { tooLate = tooLate ?? (recognizer, other) }
        turn.reportWaiting(of: recognizer, for: other)
        continue
      case .fail(let kind, let other):
        turn.give(Reason(kind, other: other))
        recognizer.enter(.failed)
      case .grant:
        // Its own `didBegin` has switched it off: it prevents nothing.
        guard recognizer.grantWish(at: time) else { return true }
        failOthers(than: recognizer)
        if recognizer.touches.isEmpty && recognizer.state == .began { recognizer.state = .ended }
      }
      return true
    }
    // All that ask wait for others. Those whose fingers are gone have no time for it (REQ-5).
    guard let tooLate else { return false }
    turn.give(Reason(.fingersGone, other: tooLate.awaited))
    tooLate.recognizer.enter(.failed)
    return true
  }

  /// After a recognition those fail that required its failure, and those that it excludes.
  private func failOthers(than recognizer: GestureRecognizer) {
    attempts.forEachUncounted { other in
      guard other.state == .possible else { return }
      let isRequired = other.requiresFailure(of: recognizer)
      guard isRequired || excludes(recognizer, other) else { return }
      turn.give(Reason(isRequired ? .requirementMet : .prevented, other: recognizer))
      other.enter(.failed)
    }
  }

  private enum Verdict {
    case grant
    case wait(for: GestureRecognizer)
    case fail(Reason.Kind, GestureRecognizer?)
  }

  private func verdict(on recognizer: GestureRecognizer) -> Verdict {
    // A continuous gesture must not begin with no finger down, unless the hand is granted that (REQ-5).
    if recognizer.isPastFingers && !intention.beginsAtLift { return .fail(.fingersGone, nil) }
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
    var barring: GestureRecognizer?
    attempts.forEachUncounted { other in
      if barring == nil && other.state.isActive && excludes(other, recognizer) { barring = other }
    }
    return barring.map { .fail(.barred, $0) } ?? .grant
  }

  /// The verdict that a recognizer which must fail first brings about: its recognition decides, an open end is waited for.
  private func verdict(on required: GestureRecognizer, _ awaited: inout GestureRecognizer?) -> Verdict? {
    if required.state.isActive { return .fail(.requirementMet, required) }
    // One that is disabled, or never saw a touch, is as good as failed (REQ-4).
    if required.state == .possible && required.attempt.isRunning { awaited = awaited ?? required }
    return nil
  }

  // MARK: Exclusion

  /// Called by the engine for a recognizer that may have to wait for the fingers: calls `body` with each undecided one that its
  /// recognition would exclude.
  func forEachRival(of recognizer: GestureRecognizer, _ body: (GestureRecognizer) -> Void) {
    if recognizer.relations.simultaneous.isAll { return }
    attempts.forEachUncounted { other in
      if other.state == .possible && excludes(recognizer, other) { body(other) }
    }
  }

  /// Called by the engine when a touch is offered to a running gesture: the gesture that keeps the touch from it. That is one
  /// that has the touch, runs too, and excludes it as it is excluded: no touch is to move two gestures that exclude each
  /// other.
  func keeper(of touch: Touch, from recognizer: GestureRecognizer) -> GestureRecognizer? {
    touch.gestureRecognizers.first { other in
      other.state.isActive && prevents(other, recognizer) && prevents(recognizer, other)
    }
  }

  /// Whether the recognition of `a` leaves no room for `b` (ARB-2, ARB-4).
  private func excludes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard a !== b, exclusion == .screen || a.attempt.sharesTouch(with: b.attempt, besides: nil) else { return false }
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

  // MARK: Order

  /// Deeper views first, then the order of adding (ARB-9); among taps the higher count first (ARB-8). Taps change places
  /// among themselves only, so that the order is one even where a deep single tap and a shallow double tap both ask.
  private func sortAsking() {
    guard asking.count > 1 else { return }
    asking.sort { $0.attempt.marks.rank < $1.attempt.marks.rank }
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
public enum Exclusion: String, Sendable, CaseIterable {
  /// Those that share a touch: two thumbs in two views work at once (ARB-4).
  case touch
  /// All on the screen: one gesture at a time.
  case screen
}

extension [GestureRecognizer] {
  /// Leaves those with an attempt.
  fileprivate mutating func removeEnded() { keepUncounted { $0.attempt.isRunning } }
}
