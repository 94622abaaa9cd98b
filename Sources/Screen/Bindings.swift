import Actions
import Configuration
import Gestures

/// Which actions of a gesture an event sets off.
struct Bindings {
  /// An action that is due.
  struct Due {
    var action: Action
    /// +1 or -1 for a step of `every`, else 0.
    var step = 0
    var occasion = ActionContext.Occasion.single
    /// A stream that is told how the gesture that it was set off by goes on.
    var isContinuation = false
  }

  /// Steps in one frame beyond this are one finger jumping, not a knob turned.
  private static let mostStepsInAFrame = 20

  private let bindings: [ActionBinding]
  private let isDiscrete: Bool
  /// Where each binding with `every` took its last step, in the unit of its steps.
  private var marks: [Double]

  init(_ gesture: Scene.Gesture) {
    bindings = gesture.settings.actions
    isDiscrete = gesture.isDiscrete
    marks = bindings.map { if case .ratio = $0.every { 1 } else { 0 } }
  }

  var isEmpty: Bool { bindings.isEmpty }

  /// The states in which there is something to do.
  var states: GestureRecognizer.States {
    bindings.reduce(into: []) { states, binding in
      states.insert(GestureRecognizer.States(state(of: binding)))
      if binding.isWhole { states.formUnion([.began, .changed, .ended, .cancelled]) }
    }
  }

  mutating func due(at event: GestureEvent) -> [Due] {
    if bindings.isEmpty { return [] }
    if event.state == .began { resetMarks() }
    var due: [Due] = []
    for (index, binding) in bindings.enumerated() {
      guard state(of: binding) == event.state else {
        if binding.isWhole, event.state.isReportedToStreams {
          due.append(Due(action: binding.action, occasion: occasion(event.state), isContinuation: true))
        }
        continue
      }
      guard let every = binding.every else {
        due.append(Due(action: binding.action, occasion: occasion(event.state)))
        continue
      }
      let steps = takeSteps(index, every, event.values)
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

  private func state(of binding: ActionBinding) -> GestureRecognizer.State {
    switch binding.state {
    case .began: .began
    case .changed: .changed
    case .ended: .ended
    case .cancelled: .cancelled
    case .recognized: isDiscrete ? .ended : .began
    }
  }

  private mutating func resetMarks() {
    for (index, binding) in bindings.enumerated() {
      if case .ratio = binding.every { marks[index] = 1 } else { marks[index] = 0 }
    }
  }

  /// Whole steps since the last one. A step back needs a whole step too, so that a finger on a border does not flutter.
  private mutating func takeSteps(_ index: Int, _ every: ActionBinding.Step, _ values: GestureValues) -> Int {
    let size: Double
    switch every {
    case .millimetres(let length): size = length
    case .radians(let angle): size = angle
    case .ratio(let ratio): size = ratio
    }
    guard let value = values.progress else { return 0 }
    let steps = ((value - marks[index]) / size + (value < marks[index] ? -1e-9 : 1e-9)).rounded(.towardZero)
    marks[index] += steps * size
    return Int(max(-Double(Self.mostStepsInAFrame), min(Double(Self.mostStepsInAFrame), steps)))
  }
}

extension ActionBinding {
  /// Told all of a gesture from its recognition on, as a stream is that is not bound to a certain state.
  fileprivate var isWhole: Bool {
    if case .stream = action { return state == .recognized }
    return false
  }
}

extension GestureRecognizer.State {
  fileprivate var isReportedToStreams: Bool {
    switch self {
    case .began, .changed, .ended, .cancelled: true
    default: false
    }
  }
}
