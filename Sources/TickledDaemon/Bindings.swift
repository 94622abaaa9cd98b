import Actions
import Gestures

/// Which actions of a gesture an event sets off.
struct Bindings {
  /// An action that is due.
  struct Due {
    var action: Action
    /// +1 or -1 for a step of `every`, else 0.
    var step = 0
    /// One of many that follow each other while a gesture changes: the last one counts.
    var isOneOfMany = false
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
    bindings.reduce(into: []) { $0.insert(GestureRecognizer.States(state(of: $1))) }
  }

  mutating func due(at event: GestureEvent) -> [Due] {
    if bindings.isEmpty { return [] }
    if event.state == .began { resetMarks() }
    var due: [Due] = []
    for (index, binding) in bindings.enumerated() where state(of: binding) == event.state {
      guard let every = binding.every else {
        due.append(Due(action: binding.action, isOneOfMany: event.state == .changed))
        continue
      }
      let steps = takeSteps(index, every, event.values)
      for _ in 0..<steps.magnitude { due.append(Due(action: binding.action, step: steps.signum())) }
    }
    return due
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

extension GestureValues {
  /// What `every` counts: the way of a pan along its larger component (right and down are forwards), of an edge pan into the
  /// screen, the angle of a rotation, the scale of a pinch.
  fileprivate var progress: Double? {
    switch self {
    case .pan(let translation, _):
      translation.x.magnitude >= translation.y.magnitude ? translation.x : translation.y
    case .edgePan(let translation, _, let edge):
      switch edge {
      case .left: translation.x
      case .right: -translation.x
      case .top: translation.y
      case .bottom: -translation.y
      }
    case .rotation(let rotation, _): rotation
    case .pinch(let scale, _): scale
    case .none, .tap, .longPress, .swipe, .tickle: nil
    }
  }
}
