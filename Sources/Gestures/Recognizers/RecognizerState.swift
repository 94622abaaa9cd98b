extension GestureRecognizer {
  /// The state of a recognizer in its attempt. `GestureRecognizer` has a diagram of the transitions.
  public enum State: UInt8, Sendable, CaseIterable {
    /// `possible`: undecided. `began`, `changed`: a continuous gesture is running. `ended`: a continuous gesture is over, or a
    /// discrete one was recognized. `cancelled`: a continuous gesture was interrupted. `failed`: the touches are not this
    /// gesture.
    case possible, began, changed, ended, cancelled, failed

    /// The name of `ended` for discrete gestures.
    public static let recognized = State.ended

    /// Whether the state ends an attempt.
    @inline(__always)
    var isTerminal: Bool { rawValue >= State.ended.rawValue }
    /// Whether the gesture has begun or been recognized, so that it may prevent others.
    @inline(__always)
    var isActive: Bool { rawValue >= State.began.rawValue && rawValue <= State.ended.rawValue }
  }

  /// A set of states.
  public struct States: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set of one state.
    @inline(__always)
    public init(_ state: State) { rawValue = 1 << state.rawValue }

    /// The recognizer was reset.
    public static let possible = States(.possible)
    /// A continuous gesture has begun.
    public static let began = States(.began)
    /// A continuous gesture has changed.
    public static let changed = States(.changed)
    /// A continuous gesture is over, or a discrete one was recognized.
    public static let ended = States(.ended)
    /// A continuous gesture was cancelled.
    public static let cancelled = States(.cancelled)
    /// The touches are not this gesture.
    public static let failed = States(.failed)
    /// All six states.
    public static let all: States = [.possible, .began, .changed, .ended, .cancelled, .failed]
  }
}

#if !hasFeature(Embedded)
  /// As its name.
  extension GestureRecognizer.State: Codable {
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer(), name = try container.decode(String.self)
      guard let state = Self.allCases.first(where: { "\($0)" == name }) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no state is called \(name)")
      }
      self = state
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(self)")
    }
  }
#endif
