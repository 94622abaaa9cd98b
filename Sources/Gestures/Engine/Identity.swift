// Two recognizers, responders or touches are equal if they are the same one, as all of UIKit's objects. So `recognizer == pan` may be
// written, and there are sets of them.

extension GestureRecognizer: Hashable {
  /// Returns whether both are the same recognizer.
  public static func == (a: GestureRecognizer, b: GestureRecognizer) -> Bool { a === b }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Responder: Hashable {
  /// Returns whether both are the same responder.
  public static func == (a: Responder, b: Responder) -> Bool { a === b }

  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Touch: Hashable {
  /// Returns whether both are the same touch.
  public static func == (a: Touch, b: Touch) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
