import Actions
import Gestures

/// `[[gesture]]`: one recognizer for each of its views.
///
/// Lengths in percent are of the gesture's view: of its width for what is measured horizontally (`tickle`'s distance),
/// of the screen's width or height for an edge pan's `width`, of the view's shorter side otherwise.
package struct GestureSettings: Equatable, Sendable {
  package var name: String
  package var kind: GestureKind
  /// Names of views, or of screens, which mean their root views. Empty: the root view of every screen.
  package var views: [String] = []
  package var isEnabled = true

  // Relations hold within one view where both gestures live on it.
  package var requiresFailureOf: [String] = []
  package var requiredToFailBy: [String] = []
  package var simultaneousWith = NameSet.none
  package var doesNotPrevent = NameSet.none
  package var notPreventedBy = NameSet.none
  /// Views: a touch whose hit view is one of these, or inside one, is not for this gesture.
  package var ignoresTouchesIn: [String] = []
  package var tools: Set<Touch.TouchType> = [.finger, .pen]

  package var cancelsTouches = true
  /// `nil`: as its screen has it.
  package var delaysTouchesBegan: Bool?
  /// How long it may hold a touch back; `nil`: as its screen has it.
  package var maxDelay: DelayLimit?
  package var delaysTouchesEnded = true
  /// In the order in which they are to run.
  package var actions: [ActionBinding] = []

  package init(name: String, kind: GestureKind) {
    self.name = name
    self.kind = kind
  }
}

/// Names of gestures, or all there are.
package enum NameSet: Equatable, Sendable {
  case all
  case names([String])

  package static let none = names([])

  package func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .names(let names): names.contains(name)
    }
  }
}

/// An action and when it runs.
package struct ActionBinding: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case began, changed, ended, cancelled
    /// `ended` of a discrete gesture, `began` of a continuous one: the key `action` of the gesture itself.
    case recognized
  }

  /// How much a gesture changes until `changed` runs once more; greater than 0.
  package enum Step: Equatable, Sendable {
    case millimetres(Double)
    case radians(Double)
    case ratio(Double)
  }

  package var state: State
  package var action: Action
  /// Only with `changed`; `nil`: at every change.
  package var every: Step?

  package init(state: State, action: Action, every: Step? = nil) {
    self.state = state
    self.action = action
    self.every = every
  }
}

/// `[actions.NAME]`: one action, or several that run in order.
package struct NamedAction: Equatable, Sendable {
  package var name: String
  package var actions: [Action]

  package init(name: String, actions: [Action]) {
    self.name = name
    self.actions = actions
  }
}
