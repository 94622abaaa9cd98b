import Actions
import Configuration
import Gestures

/// The bindings of a gesture: decides which of its actions an event triggers.
struct Bindings {
  /// An action that is due.
  struct Due {
    var action: Action
    /// +1 or -1 for a step of `every`, else 0.
    var step = 0
    var occasion = ActionContext.Occasion.single
    /// Whether this continues an action that follows the gesture: it was started by the gesture and now gets the gesture's next event.
    var isContinuation = false
  }

  /// The most steps in one frame: more come from a finger that jumped, not from turning a knob.
  private static let mostStepsInAFrame = 20

  private let bindings: [ActionBinding]
  private let isDiscrete: Bool
  /// The states in which the gesture triggers actions.
  let states: GestureRecognizer.States
  /// Whether keys may be held that must be released at the gesture's end.
  let mayHoldKeys: Bool
  /// The value at which each binding with `every` took its last step, in the unit of its steps.
  private var marks: [Double]

  init(_ settings: GestureSettings) {
    bindings = settings.actions
    isDiscrete = settings.kind.isDiscrete
    mayHoldKeys = !isDiscrete && settings.actions.contains { $0.action.holdsKeys }
    states = bindings.reduce(into: mayHoldKeys ? [.ended, .cancelled] : []) { [isDiscrete] states, binding in
      states.insert(GestureRecognizer.States(binding.state(isDiscrete: isDiscrete)))
      if binding.isWhole { states.formUnion([.began, .changed, .ended, .cancelled]) }
    }
    marks = bindings.map { if case .ratio = $0.every { 1 } else { 0 } }
  }

  var isEmpty: Bool { bindings.isEmpty }

  mutating func due(at event: GestureEvent) -> [Due] {
    if bindings.isEmpty { return [] }
    if event.state == .began { resetMarks(event.values) }
    var due: [Due] = []
    for (index, binding) in bindings.enumerated() {
      guard binding.state(isDiscrete: isDiscrete) == event.state else {
        if binding.isWhole, event.state.isFollowed {
          due.append(Due(action: binding.action, occasion: occasion(event.state), isContinuation: true))
        }
        continue
      }
      guard let every = binding.every else {
        due.append(Due(action: binding.action, occasion: occasion(event.state)))
        continue
      }
      let steps = takeSteps(index, every, event.values)
      guard binding.direction?.allows(steps) != false else { continue }
      for _ in 0..<steps.magnitude { due.append(Due(action: binding.action, step: steps.signum(), occasion: .step)) }
    }
    return due
  }

  private func occasion(_ state: GestureRecognizer.State) -> ActionContext.Occasion {
    switch state {
    case .changed: .change
    case .ended, .cancelled: .end
    default: .single
    }
  }

  private mutating func resetMarks(_ values: GestureValues) {
    for (index, binding) in bindings.enumerated() {
      switch binding.every {
      case .ratio: marks[index] = 1
      case .seconds: marks[index] = values.progress ?? 0  // A press counts from its beginning.
      case .millimetres, .radians, nil: marks[index] = 0
      }
    }
  }

  /// Returns the number of whole steps since the last one, negative for steps back. A step back also needs a whole step's change, so
  /// that a finger between two steps does not alternate.
  private mutating func takeSteps(_ index: Int, _ every: ActionBinding.Step, _ values: GestureValues) -> Int {
    let size: Double
    switch every {
    case .millimetres(let length): size = length
    case .radians(let angle): size = angle
    case .ratio(let ratio): size = ratio
    case .seconds(let time): size = time
    }
    guard let value = values.progress else { return 0 }
    let steps = ((value - marks[index]) / size + (value < marks[index] ? -1e-9 : 1e-9)).rounded(.towardZero)
    marks[index] += steps * size
    return Int(max(-Double(Self.mostStepsInAFrame), min(Double(Self.mostStepsInAFrame), steps)))
  }
}

extension Action {
  fileprivate var holdsKeys: Bool {
    if case .key(let keys) = self { keys.holdsKeys } else { false }
  }
}

extension ActionBinding.Direction {
  /// Returns whether a number of steps, negative for steps back, has this direction.
  fileprivate func allows(_ steps: Int) -> Bool { self == .forwards ? steps > 0 : steps < 0 }
}

extension ActionBinding {
  /// The state of a gesture in which the action is due.
  fileprivate func state(isDiscrete: Bool) -> GestureRecognizer.State {
    switch state {
    case .began: .began
    case .changed: .changed
    case .ended: .ended
    case .cancelled: .cancelled
    case .recognized: isDiscrete ? .ended : .began
    }
  }

  /// Whether the action gets all events of a gesture from its recognition on: for example a stream that is not bound to a specific state.
  fileprivate var isWhole: Bool { state == .recognized && action.followsGesture }
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
