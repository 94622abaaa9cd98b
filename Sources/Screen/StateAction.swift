import Actions
import Effects
import Gestures
import Text

/// An action that no gesture triggers, but the beginning or the end of a state: a mode is entered or left, or the machine becomes idle
/// or active.
package struct StateAction {
  /// The owner of the state.
  package enum Subject: String, Sendable { case mode, idle }

  package let action: Action
  package let subject: Subject
  /// The name of the mode or the idle step.
  package let name: String
  /// What happened, as in the configuration: "entered" or "left", "idle" or "active".
  package let word: String
  package let time: Timestamp

  /// Returns what the action receives.
  ///
  /// - Parameter origin: the time that counts as 0.
  package func context(since origin: Timestamp) -> ActionContext {
    var context = ActionContext(gesture: subject.rawValue, view: name, screen: "")
    context.environment = [
      "\(subject == .mode ? "TICKLED_MODE" : "TICKLED_IDLE")=\(name)", "TICKLED_STATE=\(word)",
      "TICKLED_TIME=\(Decimal.text(Double(time - origin) / 1e6, decimals: 6))",
    ]
    return context
  }
}
