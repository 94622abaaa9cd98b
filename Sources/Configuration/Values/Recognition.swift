import Gestures

/// What the recognition on a screen follows where hands and UIKit differ.
package enum Recognition: String, CaseIterable, Sendable {
  /// What hands mean.
  case hand
  /// UIKit's rules, to the letter.
  case uikit
}

/// A setting whose default depends on the screen's recognition.
package struct ByRecognition<Value: Equatable & Sendable>: Equatable, Sendable {
  let hand: Value
  let uikit: Value
  /// What the configuration says; `nil`: nothing.
  package var given: Value?

  package init(hand: Value, uikit: Value) {
    self.hand = hand
    self.uikit = uikit
  }

  package func value(in recognition: Recognition) -> Value {
    given ?? (recognition == .hand ? hand : uikit)
  }
}

extension ScreenSettings {
  /// What the engine is to grant the hand; the panel's own uncertainty is found out later.
  package var intention: Intention {
    var intention = Intention()
    intention.followsLeader = followsLeader.value(in: recognition)
    intention.landingGrace = landingGrace.value(in: recognition)
    intention.beginsAtLift = recognition == .hand
    return intention
  }
}
