/// Decides which requests of recognizers are granted (ARB).
///
/// Recognizers don't leave `possible` on their own: they ask. `settle` takes those that ask in a fixed order, decides the first
/// one that can be decided, and starts again, until nothing changes (ARB-1).
///
/// This is a class because the recognizers and delegates that it calls are client code, which may call back through the engine.
final class Arbiter {
  /// The recognizers that a recognition excludes.
  var exclusion = Exclusion.touch
  /// The rules beyond UIKit's that decide which of several gestures the fingers mean.
  var intention = Intention()
  /// The recognizers with an attempt, and those whose attempts have ended in this turn, in the order of their start.
  private(set) var attempts: [GestureRecognizer] = []
  /// The recognizers that have asked, some of which may have been answered already.
  private var asking: [GestureRecognizer] = []
  /// Whether the recognizers began in the order of rank, as they usually do.
  private var isInOrder = true
  /// If not, the recognizers by rank, until `attempts` changes.
  private var byRank: [GestureRecognizer]?
  private let turn: Turn

  init(in turn: Turn) { self.turn = turn }

  // MARK: Attempts

  var hasAttempts: Bool { !attempts.isEmpty }

  /// Called by the engine when a recognizer gets the first touch of an attempt.
  @inline(__always)
  func begin(_ recognizer: GestureRecognizer) {
    if isInOrder, let last = attempts.last { isInOrder = last.attempt.marks.rank <= recognizer.attempt.marks.rank }
    if !isInOrder { byRank = nil }
    attempts.append(recognizer)
    forgetCensus()
  }

  /// The same recognizers in the order in which they get touches: by rank, and those of the same rank in the order of their start.
  var inOrder: [GestureRecognizer] {
    if isInOrder { return attempts }
    if let byRank { return byRank }
    // Stable, as the standard library's sort is.
    let sorted = attempts.sorted { $0.attempt.marks.rank < $1.attempt.marks.rank }
    byRank = sorted
    return sorted
  }

  /// Called by the engine at the end of a turn in which it has reset recognizers, when it has taken them off its other lists. Removes them
  /// from these.
  func forgetEndedAttempts() {
    if !asking.isEmpty { asking.keep { $0.attempt.isRunning } }
    if !isInOrder { byRank = nil }
    let running = attempts.bringToFront { recognizer in
      if recognizer.attempt.isRunning { return true }
      recognizer.attempt.leaveLists()
      return false
    }
    // One after the other, each when the list is not being changed: a client's `deinit` may call the engine.
    while attempts.count > running { _ = attempts.popLast() }
    if attempts.isEmpty { isInOrder = true }
  }

  /// Called by the engine to compute the times at which it must be called next.
  func earliestDeadlines(before limit: Timestamp?) -> NextDeadline.Times {
    var any = limit, punctual = limit
    attempts.walk { recognizer in
      guard let deadline = recognizer.attempt.marks.deadline else { return }
      any = min(deadline, any ?? deadline)
      if recognizer.mayFailLate { return }
      punctual = min(deadline, punctual ?? deadline)
    }
    return NextDeadline.Times(any: any, punctual: punctual)
  }

  /// Whether all attempts are over by a time at which the engine was not called: no other deadlines than those of recognizers that may
  /// fail late have come.
  func areOver(by time: Timestamp) -> Bool {
    attempts.allSatisfy { recognizer in
      guard let deadline = recognizer.attempt.marks.deadline else { return true }
      return recognizer.mayFailLate && deadline <= time
    }
  }

  /// Called by the engine when a deadline is reached. Returns the first recognizer by rank that has set it.
  func first(dueAt deadline: Timestamp) -> GestureRecognizer? {
    var first: GestureRecognizer?
    for recognizer in attempts where recognizer.attempt.marks.deadline == deadline {
      if first.map({ recognizer.attempt.marks.rank < $0.attempt.marks.rank }) ?? true { first = recognizer }
    }
    return first
  }

  /// The bits of the touches that belong to attempts.
  var touchesOfAttempts: UInt64 {
    var bits: UInt64 = 0
    attempts.walk { bits |= $0.attempt.marks.all }
    return bits
  }

  // MARK: Decisions

  var isAnybodyAsking: Bool { !asking.isEmpty }

  /// Called, through the engine, by a recognizer that requests to leave `possible`. The answer comes with the next `settle`.
  func ask(_ recognizer: GestureRecognizer) {
    if recognizer.attempt.marks.hasAsked { return }
    recognizer.attempt.marks.hasAsked = true
    asking.append(recognizer)
  }

  /// Called by the engine after each phase of a frame, each deadline and each round of resets.
  func settle(at time: Timestamp) {
    while decideOne(at: time) {}
  }

  /// - Returns: whether a recognizer was decided.
  private func decideOne(at time: Timestamp) -> Bool {
    forgetAnswered()
    guard !asking.isEmpty else { return false }
    sortAsking()
    var tooLate: (recognizer: GestureRecognizer, awaited: GestureRecognizer)?
    for recognizer in asking where recognizer.state == .possible && decide(recognizer, at: time, &tooLate) {
      return true
    }
    // Those to which it yields were decided before.
    if let ending = asking.first(where: { $0.state.isActive }) {
      ending.enter(.ended)
      return true
    }
    // All that ask wait for others. Those without fingers cannot wait (REQ-5).
    guard let tooLate else { return false }
    turn.give(Reason(.fingersGone, other: tooLate.awaited))
    tooLate.recognizer.enter(.failed)
    return true
  }

  /// - Parameter tooLate: set to the first recognizer that waits without fingers, and what it waits for.
  /// - Returns: whether the recognizer was decided, or the list has changed.
  @inline(__always)
  private func decide(
    _ recognizer: GestureRecognizer, at time: Timestamp,
    _ tooLate: inout (recognizer: GestureRecognizer, awaited: GestureRecognizer)?
  ) -> Bool {
    let verdict = verdict(on: recognizer)
    // A delegate has disabled the recognizer when it was asked: the list has changed.
    if !recognizer.attempt.isAsking { return true }
    switch verdict {
    case .wait(let other):
      if recognizer.isPastFingers { tooLate = tooLate ?? (recognizer, other) }
      turn.reportWaiting(of: recognizer, for: other)
      return false
    case .fail(let kind, let other):
      turn.give(Reason(kind, other: other))
      recognizer.enter(.failed)
    case .grant:
      takeBackOthers(than: recognizer)
      // If its own `didBegin` has disabled it, it prevents nothing.
      guard recognizer.grantWish(at: time) else { return true }
      failOthers(than: recognizer)
      if recognizer.attempt.isReleased && recognizer.state == .began { endWithoutFingers(recognizer) }
    }
    return true
  }

  private func forgetAnswered() {
    asking.keep { recognizer in
      recognizer.attempt.showPresent()
      let isAsking = recognizer.attempt.isAsking
      if !isAsking { recognizer.attempt.marks.hasAsked = false }
      return isAsking
    }
  }

  /// Ends a gesture that began after its fingers had lifted, unless it is a pan that goes on (REQ-5, PAN-13).
  @inline(never)
  private func endWithoutFingers(_ recognizer: GestureRecognizer) {
    if let pan = recognizer as? PanGestureRecognizer, pan.isCoasting { return }
    recognizer.state = .ended
  }

  /// Whether a gesture that is to end must know first whether one that it yields to is recognized (REQ-10).
  func mayYield(_ recognizer: GestureRecognizer) -> Bool {
    if !recognizer.relations.mayYield { return false }
    return attempts.contains { $0.state == .possible && takesBack($0, recognizer) }
  }

  /// Before a recognition, cancels the gestures that yield to it.
  private func takeBackOthers(than recognizer: GestureRecognizer) {
    attempts.walk { other in
      if other.state == .began || other.state == .changed, takesBack(recognizer, other) {
        let (few, many) = (other.attempt.marks.all.nonzeroBitCount, recognizer.fewestTouches)
        other.cancel(
          many > few
            ? Reason(.gaveWay, Double(few), limit: Double(many), other: recognizer)
            : Reason(.takenBack, other: recognizer))
      }
    }
  }

  private func takesBack(_ recognizer: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    other.relations.yields(to: recognizer) && other.attempt.sharesTouch(with: recognizer.attempt, besides: nil)
  }

  /// After a recognition, fails the recognizers that required its failure and those that it excludes.
  private func failOthers(than recognizer: GestureRecognizer) {
    var lost: [GestureRecognizer] = []
    attempts.walk { if $0.state == .possible && fails($0, with: recognizer) { lost.append($0) } }
    while let one = lost.popLast() { lost += failThoseThatWait(for: one, as: recognizer) }
  }

  /// Fails an undecided recognizer if it required the failure of one that was recognized, or is excluded by it.
  ///
  /// - Returns: whether other recognizers without touches may wait for it.
  @inline(never)
  private func fails(_ other: GestureRecognizer, with recognizer: GestureRecognizer) -> Bool {
    let isRequired = other.requiresFailure(of: recognizer)
    guard isRequired || excludes(recognizer, other) else { return false }
    if other.state != .possible { return false }  // A delegate has changed it when it was asked.
    turn.give(isRequired ? Reason(.requirementMet, other: recognizer) : reason(toFail: other, with: recognizer))
    other.enter(.failed)
    return other.attempt.isTouchless
  }

  /// Returns the reason why a recognition excludes an undecided recognizer: the comparison of the two (ARB-12), if it decided.
  private func reason(toFail other: GestureRecognizer, with recognizer: GestureRecognizer) -> Reason {
    if intention.followsLeader && other.isCompared(with: recognizer) {
      let (travel, lead) = (other.travel, recognizer.travel)
      if lead >= travel { return Reason(.outrun, travel, limit: lead, other: recognizer) }
    }
    return Reason(.prevented, other: recognizer)
  }

  /// Fails the gestures without touches that wait for one that has failed because of `recognizer`: a triple press also fails
  /// the single press that waits for the double press, as nothing else prevents it (REQ-9).
  private func failThoseThatWait(for lost: GestureRecognizer, as recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var failed: [GestureRecognizer] = []
    for other in attempts
    where other.state == .possible && other.attempt.isTouchless && other.requiresFailure(of: lost) {
      turn.give(Reason(.requirementMet, other: recognizer))
      other.enter(.failed)
      failed.append(other)
    }
    return failed
  }

  private enum Verdict {
    case grant
    case wait(for: GestureRecognizer)
    case fail(Reason.Kind, GestureRecognizer?)
  }

  private func verdict(on recognizer: GestureRecognizer) -> Verdict {
    // A continuous gesture must not begin without a finger, unless the engine's intention allows it (REQ-5).
    if recognizer.isPastFingers && !intention.beginsAtLift { return .fail(.fingersGone, nil) }
    var awaited: GestureRecognizer?
    if let verdict = verdict(onAll: recognizer.relations.requirements, &awaited) { return verdict }
    if let verdict = verdict(onAll: recognizer.attempt.requirements, &awaited) { return verdict }
    if let awaited { return .wait(for: awaited) }
    if !recognizer.shouldBegin() || recognizer.view?.gestureRecognizerShouldBegin(recognizer) == false
      || recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false
    {
      return .fail(.refusedToBegin, nil)
    }
    var barring: GestureRecognizer?
    attempts.walk { if $0.state.isActive && barring == nil && excludes($0, recognizer) { barring = $0 } }
    return barring.map { .fail(.barred, $0) } ?? .grant
  }

  /// Returns the verdict that required recognizers impose: failure if one was recognized, and none if one is undecided, in which case it
  /// is awaited.
  @inline(__always)
  private func verdict(onAll requirements: [GestureRecognizer], _ awaited: inout GestureRecognizer?) -> Verdict? {
    for required in requirements {
      // One that is disabled, or never got a touch, counts as failed (REQ-4).
      if required.state.isActive { return .fail(.requirementMet, required) }
      if awaited == nil && required.state == .possible && required.attempt.isRunning { awaited = required }
    }
    return nil
  }

  /// Returns whether an undecided recognizer waits for this one to fail (REQ-1), or a gesture runs beside it that it would not take back.
  func isInTheWay(_ recognizer: GestureRecognizer) -> Bool {
    var isInTheWay = false
    attempts.walk { other in
      if isInTheWay { return }
      isInTheWay =
        other.state == .possible
        ? other.requiresFailure(of: recognizer)
        : other.state.isActive && !other.relations.yields(to: recognizer)
          && other.attempt.sharesTouch(with: recognizer.attempt, besides: nil)
    }
    return isInTheWay
  }

  // MARK: What holds a gesture back

  /// What the undecided recognizers are, in short. A gesture for which this says that no other one can hold it back need not be compared
  /// with each of them.
  struct Census {
    /// The largest `fewestTouches` of them.
    fileprivate(set) var mostTouches = 0
    /// The components that they represent.
    fileprivate(set) var components: Components = Components()
  }

  /// The last census, while nothing has changed since.
  private var lastCensus: Census?

  /// Called by the engine when time passes, and when the recognizers or their states change.
  @inline(__always)
  func forgetCensus() { if lastCensus != nil { lastCensus = nil } }

  var census: Census {
    if let lastCensus { return lastCensus }
    var census = Census()
    attempts.walk { other in
      guard other.state == .possible else { return }
      census.mostTouches = max(census.mostTouches, other.fewestTouches)
      if let component = other.component { census.components.insert(component) }
    }
    lastCensus = census
    return census
  }

  /// Called by the delivery of touches. Returns whether a recognizer has too few fingers for its movement, where fingers must belong
  /// together (DL-9).
  func lacksFingers(_ recognizer: GestureRecognizer) -> Bool {
    // A single finger may be down again soon, for the next tap.
    intention.togetherness > .zero && !recognizer.isAsking
      && recognizer.fewestTouches > max(1, recognizer.numberOfTouches)
  }

  // MARK: Exclusion

  /// Called by the engine for a recognizer that may have to wait for further fingers or movement. Calls `body` with each
  /// undecided recognizer that its recognition would exclude, or that may take it back.
  func forEachRival(of recognizer: GestureRecognizer, _ body: (GestureRecognizer) -> Void) {
    if recognizer.relations.simultaneous.isAll { return }
    attempts.walk {
      if $0.state == .possible && (excludes(recognizer, $0) || takesBack($0, recognizer)) { body($0) }
    }
  }

  /// Called by the engine when a touch is offered to a running gesture. Returns the gesture that keeps the touch from it: one
  /// that has the touch, is running, and excludes the other as it is excluded by it. No touch may move two gestures that
  /// exclude each other.
  func keeper(of touch: Touch, from recognizer: GestureRecognizer) -> GestureRecognizer? {
    touch.gestureRecognizers.first { other in  // A copy of the list, as clients are asked.
      other.state.isActive && prevents(other, recognizer) && prevents(recognizer, other)
    }
  }

  /// Returns whether the recognition of `a` excludes `b` (ARB-2, ARB-4).
  private func excludes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard a !== b, exclusion == .screen || a.attempt.sharesTouch(with: b.attempt, besides: nil) else { return false }
    return prevents(a, b)
  }

  private func prevents(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    a.canPrevent(b) && b.canBePrevented(by: a) && !a.relations.yields(to: b) && !mayRecognizeSimultaneously(a, b)
  }

  private func mayRecognizeSimultaneously(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    a.relations.simultaneous.contains(b) || b.relations.simultaneous.contains(a)
      || a.delegate?.gestureRecognizer(a, shouldRecognizeSimultaneouslyWith: b) == true
      || b.delegate?.gestureRecognizer(b, shouldRecognizeSimultaneouslyWith: a) == true
  }

  // MARK: Order

  /// Sorts by depth of view, deepest first, then by the order of adding (ARB-9). Taps with a higher count come before other
  /// taps (ARB-8). Taps only change places among themselves, so that the order is well defined even if a deep single tap and a
  /// shallow double tap both ask.
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

/// The recognizers that a recognition excludes.
public enum Exclusion: String, Sendable, CaseIterable {
  /// Recognizers that share a touch: two thumbs in two views are recognized independently (ARB-4).
  case touch
  /// All recognizers on the screen: one gesture at a time.
  case screen
}
