/// Recognizers that would wait for one another for ever.
public struct RequirementCycle {
  /// From the one that was to wait, along the requirements, back to it.
  public let recognizers: [GestureRecognizer]
}

extension GestureRecognizer {
  /// Waits with its recognition until `other` has failed; fails when `other` begins or is recognized (REQ-1).
  ///
  /// - Returns: `nil`, or the cycle that it would close; then nothing was added (REQ-6).
  @discardableResult
  public final func require(toFail other: GestureRecognizer) -> RequirementCycle? {
    if let path = other.pathOfRequirements(to: self) { return RequirementCycle(recognizers: [self] + path) }
    addRequirement(other)
    return nil
  }

  /// Whether it fails when `other` begins or is recognized (REQ-1).
  func requiresFailure(of other: GestureRecognizer) -> Bool {
    relations.requirements.contains { $0 === other } || attempt.requirements.contains { $0 === other }
  }

  /// Evaluates the dynamic requirements with a recognizer that now shares a touch; one that would close a cycle is dropped
  /// (REQ-3, REQ-6).
  func askForRequirements(with other: GestureRecognizer) {
    if shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    {
      if let path = other.pathOfRequirements(to: self) {
        let names = ([self] + path).map { "\"\($0.name)\"" }.joined(separator: " → ")
        engine?.onMisuse?("failure requirements in a circle, the last one dropped: \(names)")
      } else {
        addRequirementOfAttempt(other)
      }
    }
  }

  /// From this one to `goal`, both included, depth first; `nil` where no path leads there.
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
