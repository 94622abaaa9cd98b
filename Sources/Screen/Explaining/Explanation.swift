import Configuration
import Gestures
import Reasons

/// A reason in words, with the rule and the configuration keys behind it.
package struct Explanation: Equatable, Sendable {
  /// A sentence without capital letter and full stop: what was measured, and what the gesture requires.
  package let sentence: String
  /// The number of the rule, such as TAP-3; `nil` for learned shapes, whose rules have no numbers.
  package let rule: String?
  /// The configuration keys that could have changed the outcome, if any.
  package let keys: [String]
  /// Whether the gesture had begun and yielded to another one, so that it counts as not recognized (REQ-10, ARB-14).
  package let isTakenBack: Bool

  package var references: References { References(keys: keys, rules: rule.map { [$0] } ?? []) }

  /// The sentence followed by the references.
  package var text: String { sentence + references.text }

  init(_ sentence: String, rule: String, keys: [String]) {
    (self.sentence, self.rule, self.keys) = (sentence, rule, keys)
    isTakenBack = false
  }

  /// - Parameters:
  ///   - gesture: the gesture that the reason is about.
  ///   - other: the name of the other recognizer involved or, for a drawn shape, of the closest template.
  ///   - since: when the other recognizer was recognized, as in `began at 0.180 s`.
  package init(_ reason: Reason, of gesture: GestureSettings, other: String?, since: String? = nil) {
    let subject: ReasonWords.Subject =
      switch gesture.kind.name {
      case .tap: .tap
      case .swipe: .swipe
      case .pinch: .pinch
      default: .any
      }
    sentence =
      ReasonWords(
        reason, of: gesture.name, subject, other: other ?? "another gesture", since: since,
        expectedStep: gesture.step(after: reason)
      ).sentence
    let source = gesture.kind.name.source(of: reason.kind)
    (rule, keys) = (source.rule, source.keys)
    isTakenBack = [.takenBack, .gaveWay].contains(reason.kind)
  }
}

extension GestureSettings {
  /// The step that follows those that a reason counts; `nil` if this is not a sequence.
  fileprivate func step(after reason: Reason) -> String? {
    guard case .sequence(let sequence) = kind, let index = Int(exactly: reason.measured) else { return nil }
    return sequence.steps.indices.contains(index) ? sequence.steps[index] : nil
  }
}
