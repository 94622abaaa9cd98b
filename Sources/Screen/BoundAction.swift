import Actions
import Configuration
import Effects
import Gestures

/// An action with the events of its gesture that trigger it, resolved when the configuration is loaded. It is a class because each event
/// uses one, and copying a struct would retain everything in the action.
final class BoundAction {
  /// What the session does with the action, apart from its values.
  enum Effect {
    case command, stream, key, pointer, log
    /// Changes a session: `mode` and `focus`.
    case session
    case other
  }

  let action: Action
  let effect: Effect
  /// The state of the gesture in which the action is due.
  let state: GestureRecognizer.State
  /// Whether the action gets all events of a gesture from its recognition on: for example a stream that is not bound to a specific state.
  let isWhole: Bool
  /// The size of a step of `every`, in the unit of the gesture's progress; `nil`: the action has no steps.
  let step: Double?
  /// The direction of the steps at which the action runs; `nil`: both.
  let direction: ActionBinding.Direction?
  private let unit: ActionBinding.Step?
  /// Whether its text has variables, which an event gives values.
  private let fillsVariables: Bool
  /// The progress at which the last step was taken.
  var mark: Double

  /// Looked up at the first event, as it needs a runner.
  private var gate: StreamGate?

  init(_ binding: ActionBinding, isDiscrete: Bool) {
    action = binding.action
    effect =
      switch binding.action {
      case .shell, .exec: .command
      case .stream: .stream
      case .key: .key
      case .pointer: .pointer
      case .log: .log
      case .mode, .focus: .session
      case .sound, .led, .haptic, .backlight, .unit: .other
      }
    state =
      switch binding.state {
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      case .cancelled: .cancelled
      case .recognized: isDiscrete ? .ended : .began
      }
    isWhole = binding.state == .recognized && binding.action.followsGesture
    if case .log(let text) = binding.action {
      fillsVariables = !VariableText(text).variables.isEmpty
    } else {
      fillsVariables = false
    }
    unit = binding.every
    direction = binding.direction
    (step, mark) =
      switch binding.every {
      case .millimetres(let size), .radians(let size), .seconds(let size): (size, 0)
      case .ratio(let size): (size, 1)
      case nil: (nil, 0)
      }
  }

  /// The part of an event that the action needs.
  var detail: GestureEvent.Detail {
    switch effect {
    case .pointer where action.isAtFirstTouch: .first
    case .command, .stream, .pointer: .all
    case .log where fillsVariables: .all
    case .key, .log, .session, .other: step == nil ? .state : .progress
    }
  }

  /// The way to the program of a stream. A configuration keeps its runner.
  func gate(of runner: ActionRunner) -> StreamGate? {
    if let gate { return gate }
    if case .stream(let words) = action { gate = runner.gate(of: words) }
    return gate
  }

  /// Counts steps from the beginning of a gesture.
  func resetMark(_ values: GestureValues) {
    switch unit {
    case .ratio: mark = 1
    case .seconds: mark = values.progress ?? 0  // A press counts from its beginning.
    case .millimetres, .radians, nil: mark = 0
    }
  }

  /// Returns whether the action runs at a number of steps, negative for steps back.
  func allows(_ steps: Int) -> Bool {
    switch direction {
    case .forwards: steps > 0
    case .backwards: steps < 0
    case nil: steps != 0
    }
  }
}

extension Action {
  fileprivate var isAtFirstTouch: Bool {
    if case .pointer(let pointer) = self { pointer.place == .first } else { false }
  }
}
