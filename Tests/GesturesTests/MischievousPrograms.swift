import Gestures

/// A delegate that makes mischief when it is asked.
final class MischievousDelegate: GestureRecognizerDelegate {
  private weak var world: MischiefWorld?

  init(_ world: MischiefWorld) { self.world = world }

  /// Makes mischief, and then answers yes with this probability.
  private func answer(_ callback: MischiefCallback, about one: GestureRecognizer, yes: Double) -> Bool {
    guard let world else { return true }
    world.tempt(callback, of: one)
    return world.random.chance(yes)
  }

  func gestureRecognizerShouldBegin(_ one: GestureRecognizer) -> Bool {
    answer(.delegateShouldBegin, about: one, yes: 0.95)
  }
  func gestureRecognizer(_ one: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    world?.keep([touch])
    return answer(.delegateShouldReceiveTouch, about: one, yes: 0.95)
  }
  func gestureRecognizer(_ one: GestureRecognizer, shouldReceive press: Press) -> Bool {
    answer(.delegateShouldReceivePress, about: one, yes: 0.95)
  }
  func gestureRecognizer(
    _ one: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { answer(.delegateIsSimultaneous, about: other, yes: 0.2) }
  func gestureRecognizer(_ one: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    answer(.delegateRequiresFailure, about: other, yes: 0.05)
  }
  func gestureRecognizer(_ one: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    answer(.delegateIsRequiredToFail, about: other, yes: 0.05)
  }
}

/// An object for which actions are added, and which they do not keep alive.
final class MischievousTarget {
  private weak var world: MischiefWorld?

  init(_ world: MischiefWorld) { self.world = world }

  func act(_ recognizer: GestureRecognizer) { world?.tempt(.targetAction, of: recognizer) }
}

/// An object that only the closure of an action keeps alive.
final class MischievousCaptive {
  private weak var world: MischiefWorld?

  init(_ world: MischiefWorld) { self.world = world }

  deinit { world?.tempt(.captiveEnd) }

  func act(_ recognizer: GestureRecognizer) { world?.tempt(.action, of: recognizer) }
}
