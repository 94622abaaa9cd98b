import Gestures

/// The rules of recognition on a screen, where the user's intention and UIKit's rules differ.
package enum Recognition: String, CaseIterable, Sendable {
  /// Recognizes what the user's hand most likely means.
  case hand
  /// Follows UIKit's rules to the letter.
  case uikit
}

/// A setting whose default depends on the screen's recognition.
package struct ByRecognition<Value: Equatable & Sendable>: Equatable, Sendable {
  let hand: Value
  let uikit: Value
  /// The value in the configuration, if it has one.
  package var given: Value?

  package func value(in recognition: Recognition) -> Value {
    given ?? (recognition == .hand ? hand : uikit)
  }

  /// Whether the setting is so, whatever the screen's `recognition`.
  func isAlways(_ isSo: (Value) -> Bool) -> Bool { Recognition.allCases.allSatisfy { isSo(value(in: $0)) } }

  /// The same for two settings.
  func compares(with other: Self, _ isSo: (Value, Value) -> Bool) -> Bool {
    Recognition.allCases.allSatisfy { isSo(value(in: $0), other.value(in: $0)) }
  }
}

extension ScreenSettings {
  /// The engine's rules for guessing the user's intention. The panel's noise is measured later, while it is used.
  package var intention: Intention {
    var intention = Intention()
    intention.followsLeader = followsLeader.value(in: recognition)
    intention.landingGrace = landingGrace.value(in: recognition)
    intention.beginsAtLift = recognition == .hand
    if recognition == .hand { intention.togetherness = intention.landingGrace }
    return intention
  }
}
