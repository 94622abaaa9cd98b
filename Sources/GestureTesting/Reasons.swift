import Gestures
import Reasons

extension Reason: CustomStringConvertible {
  /// The reason as a sentence that calls the recognizer "it".
  public var description: String { ReasonWords(self, of: "it", .any, other: other?.name ?? "another gesture").sentence }

  /// Returns the reason as a sentence without capital letter and full stop: what was measured, and what the recognizer requires.
  ///
  ///     "moved 12.0 mm, tap allows 3.0 mm"
  ///
  /// - Parameter recognizer: the one that the reason is about.
  public func sentence(for recognizer: GestureRecognizer) -> String {
    ReasonWords(self, of: recognizer).sentence
  }
}

extension AttemptEvent {
  /// Why the gesture was not recognized, waits, or did not get a touch; `nil` for the beginning of an attempt.
  public var reason: Reason? {
    switch change {
    case .began: nil
    case .refused(_, let reason), .waits(let reason), .failed(let reason), .cancelled(let reason), .stopped(let reason):
      reason
    }
  }
}

extension [GestureEngine.Event] {
  /// Why gestures were not recognized, in order, as `NAME: SENTENCE`. The engine must have `reportsAttempts` set.
  public var reasons: [String] {
    compactMap { event in
      guard case .attempt(let attempt) = event, let reason = attempt.reason else { return nil }
      return "\(attempt.recognizer.name): \(reason.sentence(for: attempt.recognizer))"
    }
  }
}
