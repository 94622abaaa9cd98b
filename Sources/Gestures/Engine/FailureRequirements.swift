/// A cycle of recognizers, each of which would wait for the next one forever.
public struct RequirementCycle {
  /// The recognizers along the requirements, beginning and ending with the one for which the requirement was added.
  public let recognizers: [GestureRecognizer]
}

extension GestureRecognizer {
  /// Makes this recognizer wait until `other` has failed. It fails if `other` begins or is recognized (REQ-1).
  ///
  /// - Returns: `nil`, or the cycle that the requirement would close. In that case nothing is added (REQ-6).
  @discardableResult
  public final func require(toFail other: GestureRecognizer) -> RequirementCycle? {
    if let path = other.pathOfRequirements(to: self) { return RequirementCycle(recognizers: [self] + path) }
    relations.require(other)
    engine?.noteRequirement()
    return nil
  }

  /// Makes this recognizer yield to `other`: it begins without it and does not prevent it, and is cancelled when `other` is recognized on
  /// its touches, also at their lift (REQ-10). A drag that yields to a swipe moves at once, and is taken back if it was a flick.
  public final func yield(to other: GestureRecognizer) { relations.yield(to: other) }

  func requiresFailure(of other: GestureRecognizer) -> Bool {
    relations.requirements.contains { $0 === other } || attempt.requirements.contains { $0 === other }
  }

  /// Evaluates the dynamic requirements with a recognizer that now shares a touch. A requirement that would close a cycle is
  /// dropped (REQ-3, REQ-6).
  ///
  /// - Parameter touch: the touch that they share; `nil`: another event.
  func askForRequirements(with other: GestureRecognizer, about touch: Touch?) {
    if waitsByItself(for: other, about: touch) {
      // A requirement in the other direction that was set explicitly takes precedence.
      if other.pathOfRequirements(to: self) == nil { attempt.require(other) }
      return
    }
    if shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    {
      if let path = other.pathOfRequirements(to: self) {
        let names = ([self] + path).map { "\"\($0.name)\"" }.joined(separator: " → ")
        engine?.report(misuse: "failure requirements form a cycle, dropped the last one: \(names)")
      } else {
        attempt.require(other)
      }
    }
  }

  /// Returns the path of requirements from this recognizer to `goal`, including both, found depth first; `nil` if there is
  /// none.
  private func pathOfRequirements(to goal: GestureRecognizer) -> [GestureRecognizer]? {
    var seen: Set<ObjectIdentifier> = []
    func search(_ here: GestureRecognizer) -> [GestureRecognizer]? {
      if here === goal { return [here] }
      guard seen.insert(ObjectIdentifier(here)).inserted else { return nil }
      for next in here.relations.requirements + here.attempt.requirements {
        if let path = search(next) { return [here] + path }
      }
      return nil
    }
    return search(self)
  }
}
