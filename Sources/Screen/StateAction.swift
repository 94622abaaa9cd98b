import Actions
import Effects
import Gestures
import Program
import Text

/// An action that no gesture triggers, but the beginning or the end of a state, when a mode is entered or left or the machine becomes idle
/// or active, or a client's request.
package struct StateAction {
  /// The owner of the state.
  package enum Subject: String, Sendable {
    case mode, idle
    /// A client has asked for a named action.
    case request
  }

  package let action: Action
  package let subject: Subject
  /// The name of the mode, the idle step or the action.
  package let name: String
  /// What happened, as in the configuration: "entered" or "left", "idle" or "active"; "triggered" for a request.
  package let word: String
  package let time: Timestamp

  package init(action: Action, subject: Subject, name: String, word: String, time: Timestamp) {
    self.action = action
    self.subject = subject
    self.name = name
    self.word = word
    self.time = time
  }

  /// Returns what the action receives.
  ///
  /// - Parameter origin: the time that counts as 0.
  package func context(since origin: Timestamp) -> ActionContext {
    var context = ActionContext(gesture: subject.rawValue, view: name, screen: "")
    context.environment = [
      "TICKLED_\(subject.variable)=\(name)", "TICKLED_STATE=\(word)",
      "TICKLED_TIME=\(Decimal.text(Double(time - origin) / 1e6, decimals: 6))",
    ]
    return context
  }
}

extension StateAction.Subject {
  /// The end of the variable's name with which commands get the name.
  fileprivate var variable: String {
    switch self {
    case .mode: "MODE"
    case .idle: "IDLE"
    case .request: "ACTION"
    }
  }

  /// The name of the member of a record that holds the name.
  var member: StaticString {
    switch self {
    case .mode: "mode"
    case .idle: "idle"
    case .request: "request"
    }
  }
}
