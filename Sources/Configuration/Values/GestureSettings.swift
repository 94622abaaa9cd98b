import Actions
import Gestures

/// `[[gesture]]`: settings for one recognizer on each of the gesture's views.
///
/// Lengths in percent are relative to the view: to its width for horizontal lengths (the `distance` of `tickle`), to its extent along
/// the direction for the distances of a swipe, otherwise to its shorter side. An edge pan's `width` is relative to the screen's shorter side.
package struct GestureSettings: Equatable, Sendable {
  package var name: String
  package var kind: GestureKind
  /// Names of views; a screen's name means its root view. Empty: the root view of every screen.
  package var views: [String] = []
  package var isEnabled = true

  // If both gestures are on the same view, relations apply within that view only.
  package var requiresFailureOf: [String] = []
  package var requiredToFailBy: [String] = []
  package var simultaneousWith = NameSet.none
  package var doesNotPrevent = NameSet.none
  package var notPreventedBy = NameSet.none
  package var yieldsTo: [String] = []
  /// Names of views. The gesture ignores touches whose hit view is one of these or inside one.
  package var ignoresTouchesIn: [String] = []
  package var tools: Set<Touch.TouchType> = [.finger, .pen]
  /// The number of fingers that rest while the gesture is made with others.
  package var held = 0
  /// Where its touches must land, seen from the resting fingers; `nil`: anywhere.
  package var heldSide: RestingTouches.Side?
  /// Where touches must land; `nil`: anywhere.
  package var startsAt: PlaceSettings?
  /// Where all touches must be at the end; `nil`: anywhere.
  package var endsAt: PlaceSettings?
  package var edgeWidth = PlaceSettings.edgeWidth
  package var cornerSize = PlaceSettings.cornerSize
  /// How far apart the fingers must land at least; `nil`: any distance.
  package var minSpread: Length?
  /// How far apart the fingers may land; `nil`: any distance.
  package var maxSpread: Length?

  package var cancelsTouches = true
  /// Whether to hold touches back until the gesture is decided; `nil`: as the screen does.
  package var delaysTouchesBegan: Bool?
  /// The longest time for which the gesture may hold a touch back; `nil`: as the screen does.
  package var maxDelay: DelayLimit?
  package var delaysTouchesEnded = true
  /// The actions in the order in which they run.
  package var actions: [ActionBinding] = []
}

extension GestureSettings {
  /// Whether a gesture that the configuration lets wait for a swipe yields to it instead: it begins at once, and is cancelled if the lift
  /// shows that it was a flick (REQ-10). Not if its beginning does what cannot be undone.
  package func yields(toAwaited other: GestureSettings, in recognition: Recognition) -> Bool {
    recognition == .hand && mayYield(toAwaited: other) && irreversibleState == nil
  }

  /// Whether this is a drag and the other one a swipe. It then yields if what it does at its beginning can be undone.
  func mayYield(toAwaited other: GestureSettings) -> Bool {
    guard case .swipe = other.kind else { return false }
    return [.pan, .edgePan, .transform].contains(kind.name)
  }

  /// Whether this is a drag that gives way to a gesture for more fingers than it takes (ARB-14). A relation between the two comes first.
  package func givesWay(to other: GestureSettings, in recognition: Recognition) -> Bool {
    let (most, choice): (Int?, ByRecognition<Bool>)
    switch kind {
    case .pan(let pan): (most, choice) = (pan.fingers.most, pan.givesWay)
    case .edgePan(let pan): (most, choice) = (pan.fingers, pan.givesWay)
    default: return false
    }
    guard let most, let least = other.kind.leastFingers, least > most, choice.value(in: recognition),
      choice.given != nil || irreversibleState == nil
    else { return false }
    return !simultaneousWith.contains(other.name) && !other.simultaneousWith.contains(name)
      && !doesNotPrevent.contains(other.name) && !other.notPreventedBy.contains(name)
  }

  /// The state before the end with an action that cannot be undone; `nil` if there is none.
  var irreversibleState: ActionBinding.State? {
    actions.first { $0.state != .ended && $0.state != .cancelled && !$0.action.canBeTakenBack }?.state
  }
}

/// Names of gestures, or all gestures.
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

package struct ActionBinding: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case began, changed, ended, cancelled
    /// `ended` of a discrete gesture, `began` of a continuous one; in a file, the gesture's own key `action`.
    case recognized
  }

  /// The amount of change after which an action for `changed` runs again; greater than 0.
  package enum Step: Equatable, Sendable {
    case millimetres(Double)
    case radians(Double)
    case ratio(Double)
    case seconds(Double)
  }

  /// The direction of a step: right, down, into the screen, clockwise and apart are forwards.
  package enum Direction: String, CaseIterable, Sendable {
    case forwards, backwards
  }

  package var state: State
  package var action: Action
  /// The step of an action for `changed`; `nil`: the action runs at every change.
  package var every: Step?
  /// The direction of the steps at which the action runs; `nil`: both.
  package var direction: Direction?
}

/// `[actions.NAME]`: one action, or several that run in order.
package struct NamedAction: Equatable, Sendable {
  package var name: String
  package var actions: [Action]
}
