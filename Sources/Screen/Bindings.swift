import Actions
import Configuration
import Effects
import Gestures

/// The bindings of a gesture: decides which of its actions an event triggers.
struct Bindings {
  /// The circumstances in which an action is due.
  struct Due {
    /// +1 or -1 for a step of `every`, else 0.
    var step = 0
    var occasion: ActionContext.Occasion
    /// Whether this continues an action that follows the gesture: it was started by the gesture and now gets the gesture's next event.
    var isContinuation = false
  }

  /// The most steps in one frame: more come from a finger that jumped, not from turning a knob.
  private static let mostStepsInAFrame = 20.0

  private let actions: [BoundAction]
  let states: GestureRecognizer.States
  /// The part of the gesture's events that the actions need.
  let detail: GestureEvent.Detail
  /// Whether keys may be held that must be released at the gesture's end.
  let mayHoldKeys: Bool

  init(_ settings: GestureSettings) {
    let isDiscrete = settings.kind.isDiscrete
    actions = settings.actions.map { BoundAction($0, isDiscrete: isDiscrete) }
    mayHoldKeys = !isDiscrete && settings.actions.contains { $0.action.holdsKeys }
    states = actions.reduce(into: mayHoldKeys ? [.ended, .cancelled] : []) { states, action in
      states.insert(GestureRecognizer.States(action.state))
      if action.isWhole { states.formUnion([.began, .changed, .ended, .cancelled]) }
    }
    detail = actions.lazy.map { $0.detail }.max() ?? .state
  }

  /// Calls `body` with each action that an event triggers, in order; once for each step.
  @inline(__always)
  func forEachDue(at state: GestureRecognizer.State, _ values: GestureValues, _ body: (BoundAction, Due) -> Void) {
    // Uncounted: the gesture keeps its actions.
    for place in actions.indices {
      Unmanaged.passUnretained(actions[place])._withUnsafeGuaranteedRef { Self.call(body, $0, at: state, values) }
    }
  }

  @inline(__always)
  private static func call(
    _ body: (BoundAction, Due) -> Void, _ action: BoundAction, at state: GestureRecognizer.State,
    _ values: GestureValues
  ) {
    if state == .began { action.resetMark(values) }
    if action.state != state {
      if action.isWhole, state.isFollowed { body(action, Due(occasion: occasion(state), isContinuation: true)) }
    } else if let size = action.step {
      let steps = takeSteps(of: size, action, values)
      if action.allows(steps) {
        for _ in 0..<steps.magnitude { body(action, Due(step: steps.signum(), occasion: .step)) }
      }
    } else {
      body(action, Due(occasion: occasion(state)))
    }
  }

  private static func occasion(_ state: GestureRecognizer.State) -> ActionContext.Occasion {
    switch state {
    case .changed: .change
    case .ended, .cancelled: .end
    default: .single
    }
  }

  /// Returns the number of whole steps since the last one, negative for steps back. A step back also needs a whole step's change, so
  /// that a finger between two steps does not alternate.
  private static func takeSteps(of size: Double, _ action: BoundAction, _ values: GestureValues) -> Int {
    guard let value = values.progress else { return 0 }
    let change = (value - action.mark) / size + (value < action.mark ? -1e-9 : 1e-9)
    if change.magnitude < 1 { return 0 }
    let steps = change.rounded(.towardZero)
    action.mark += steps * size
    return Int(max(-mostStepsInAFrame, min(mostStepsInAFrame, steps)))
  }
}

extension Action {
  fileprivate var holdsKeys: Bool {
    if case .key(let keys) = self { keys.holdsKeys } else { false }
  }
}

extension GestureRecognizer.State {
  /// Whether actions that follow a whole gesture get this state.
  fileprivate var isFollowed: Bool {
    switch self {
    case .began, .changed, .ended, .cancelled: true
    default: false
    }
  }
}
