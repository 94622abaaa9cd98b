/// A call that passes something to an engine.
enum EngineCall {
  case frame(TouchFrame)
  case time(Timestamp)
  case touchCancellation(Timestamp)
  case presses([Press])
  case command(RemoteCommand)
  case sample(MotionSample)
  case pressCancellation(Timestamp)
  case motionCancellation(Timestamp)

  /// The name of the engine's method.
  var name: StaticString {
    switch self {
    case .frame: "handle(_:)"
    case .time: "advance(to:)"
    case .touchCancellation: "cancelTouches(at:)"
    case .presses: "handle(presses:)"
    case .command: "handle(command:)"
    case .sample: "handle(sample:)"
    case .pressCancellation: "cancelPresses(at:)"
    case .motionCancellation: "cancelMotion(at:)"
    }
  }
}

/// The calls that the engine's client makes while the engine calls it: from an action, a delegate, a view or a recognizer of its own.
/// They wait until the present call is over (RS-14).
struct NestedCalls {
  /// The number of calls that may follow one call. A client whose actions always call the engine again would otherwise never return.
  private static let most = 1000

  private var waiting: [EngineCall] = []
  /// The number of calls that have waited since the engine was entered.
  private var count = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a call.
  ///
  /// - Returns: `false` if there were too many, so that it is dropped.
  mutating func add(_ call: EngineCall) -> Bool {
    if count == Self.most { return false }
    count += 1
    waiting.append(call)
    return true
  }

  /// Returns the first call that waits and removes it; `nil` if there is none, which begins the count again.
  mutating func next() -> EngineCall? {
    if waiting.isEmpty {
      count = 0
      return nil
    }
    return waiting.removeFirst()
  }
}
