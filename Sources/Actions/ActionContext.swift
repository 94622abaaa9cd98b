/// What an action is told about the gesture that sets it off.
package struct ActionContext: Hashable, Sendable, CustomStringConvertible {
  package var gesture: String
  package var view: String
  /// `TICKLED_X=VALUE`, for commands.
  package var environment: [String]

  package init(gesture: String, view: String, environment: [String] = []) {
    self.gesture = gesture
    self.view = view
    self.environment = environment
  }

  /// "tap on snake"
  package var description: String { "\(gesture) on \(view)" }
}
